//! After a match: replaying its record, checking its dice, and everybody's luck.

use crate::harness::{Page, against_the_computer, text_of};
use crate::tree;
use game::{Commitment, Origin, Pledge, Seat, Seed, Share, ShareCommitment};
use sixfold_web::press::{Field, Press, Setting, TablePress};
use sixfold_web::{Effect, Event, Fetch};

/// The record of a finished match with dice that anybody can check.
fn fair_record() -> String {
    let game = catalog::find("hexlock").unwrap();
    let shares = vec![Share([1; 32]), Share([2; 32])];
    let mut client = game.start(game.setup([]).unwrap(), Origin::Fair { secret: Seed([7; 32]), shares }).unwrap();
    client.name_player(Seat(0), "Ann");
    let mut random = game::Random::new(3);
    while let Some(actor) = client.actor() {
        let action = client.random_action(&mut random).unwrap();
        client.play(actor, &action).unwrap();
    }
    client.record().to_string()
}

fn rolls(record: &str) -> usize {
    record.matches("d20=").count() + record.matches("d2=").count()
}

#[test]
fn a_record_can_be_pasted_and_looked_at_with_any_eyes() {
    let mut page = Page::open("#/replay", Vec::new());
    let record = fair_record();
    page.set(Field::Record, &record);
    page.click(Press::ReadRecord);
    assert_eq!(page.model.route.to_string(), "#/replay/record");
    let html = page.html();
    assert!(html.contains("data-board") && html.contains("Ann"));
    let fair = text_of(&html, "data-fair=\"fair\"", "</section>");
    assert!(fair.contains("The dice were fair."), "{fair}");
    assert!(fair.contains(&format!("all {} rolls follow", rolls(&record))), "{fair}");
    page.lacks("[data-promised]"); // this browser did not take part
    page.click(TablePress::Show(6));
    assert!(tree::has_class(&page.tree(), "at-table"));
    page.does_not_say("health unknown");
    for (eyes, hidden) in [(r#"{"seat":0}"#, true), (r#"{"seat":1}"#, true), ("spectator", true), ("everything", false)]
    {
        page.set(Field::Eyes, eyes);
        assert_eq!(page.title(), format!("After turn 6 of {}", page.model.client.as_ref().unwrap().history.len()));
        assert_eq!(page.has_words("health unknown"), hidden, "{eyes}");
        let chosen = page.all("input[name=eyes][checked]");
        assert_eq!(chosen.iter().map(|input| input.get("value").unwrap()).collect::<Vec<_>>(), [eyes]);
    }
    assert!(page.open_places().is_empty(), "no move can be played in a replay");
}

#[test]
fn the_luck_of_each_side_stands_in_a_table() {
    let mut page = Page::open("#/replay", Vec::new());
    page.tell(Event::File(fair_record()));
    let html = page.html();
    for seat in 0..2 {
        let luck = text_of(&html, &format!("data-luck=\"{seat}\""), "</tbody>");
        assert!(luck.contains("class=\"luck-bars\"") && luck.contains("bar-expected"), "{luck}");
        assert!(luck.matches("class=\"figure\"").count() >= 3);
    }
    page.set(Setting::Language, "de");
    assert!(page.html().contains("Erwartet") && text_of(&page.html(), "data-luck=\"0\"", "</tbody>").contains(','));
}

#[test]
fn a_wrong_record_says_where_and_loses_nothing() {
    let mut page = Page::open("#/replay", Vec::new());
    let record = fair_record();
    let turn = record.lines().position(|line| line.contains("[d20=")).unwrap();
    let lines: Vec<String> = record
        .lines()
        .enumerate()
        .map(|(index, line)| if index == turn { line.replace("[d20=", "[d20=9") } else { line.to_owned() })
        .collect();
    let wrong = lines.join("\n");
    page.set(Field::Record, &wrong);
    page.click(Press::ReadRecord);
    assert_eq!(page.model.route.to_string(), "#/replay");
    assert!(
        text_of(&page.html(), "role=\"alert\">", "<").starts_with(&format!("Line {}: ", turn + 1)),
        "{}",
        page.html()
    );
    assert!(page.html().contains("dice give d20=") && page.model.reader.text == wrong);
    page.set(Field::Record, "nonsense");
    page.lacks("[role=alert]");
    page.click(Press::ReadRecord);
    assert!(page.html().contains("Line 1: "));
}

/// A game's own reason is said in its words, and a change of the language changes what is said.
#[test]
fn a_german_page_says_in_german_what_is_wrong_in_a_record() {
    let game = catalog::find("hexoust").unwrap();
    let mut client = game.start(game.setup(["base=4"]).unwrap(), Seed::number(1).into()).unwrap();
    for (seat, action) in [(0, "d4"), (1, "a1")] {
        client.play(Seat(seat), action).unwrap();
    }
    let record = client.record().to_string();
    let mut page = Page::open("#/replay", Vec::new());
    page.set(Setting::Language, "de");
    for (right, wrong, line, said) in [
        ("Sixfold record 1", "Liebes Tagebuch", 1, "Erwartet ist `Sixfold record 1`, hier steht `Liebes Tagebuch`."),
        ("game: hexoust", "game: chess", 2, "Hier gibt es kein Spiel `chess`."),
        ("base=4", "base=99", 3, "`base` ist eine ganze Zahl von 4 bis 7, nicht `99`."),
        ("1. red d4", "1. blue d4", 6, "Hier ist Zug 1 von red dran, nicht Zug 1 von blue."),
        ("2. blue a1", "2. blue d4", 7, "`d4`: d4 ist besetzt."),
        ("2. blue a1", "2. blue z99", 7, "z99"),
    ] {
        page.set(Field::Record, &record.replacen(right, wrong, 1));
        page.click(Press::ReadRecord);
        let alert = tree::words(&page.first("[role=alert]"));
        assert!(alert.starts_with(&format!("Zeile {line}: ")) && alert.contains(said), "{alert}");
        assert!(!alert.contains(" is ") && page.model.announcement == alert, "{alert}");
    }
    page.set(Field::Record, &record.replacen("game: hexoust", "game: chess", 1));
    page.click(Press::ReadRecord);
    page.set(Setting::Language, "en");
    assert_eq!(tree::words(&page.first("[role=alert]")), "Line 2: There is no game `chess` here.");
}

#[test]
fn a_finished_match_of_this_device_leads_to_its_replay() {
    let mut page = against_the_computer("hexlock", "1", "0");
    while page.let_think() {}
    let id = page.model.client.as_ref().unwrap().local().unwrap().id.clone();
    let running = Page::open(&format!("#/replay/local/{id}"), page.stored());
    assert!(running.html().contains("still being played"), "hidden facts of a running match stay hidden");
    page.click(TablePress::AskResign);
    page.click(TablePress::Resign);
    assert!(page.html().contains(&format!("href=\"#/replay/local/{id}\"")));
    page.tell(Event::Route(format!("#/replay/local/{id}")));
    assert_eq!(page.title(), "Red has resigned. Blue has won.");
    assert!(text_of(&page.html(), "data-fair=\"seed\"", "</section>").contains("one starting number"));
    page.take();
    page.click(TablePress::CopyRecord);
    assert!(matches!(page.take().pop(), Some(Effect::Copy(_))));
}

#[test]
fn ones_own_side_is_at_the_bottom_in_the_replay_too() {
    let turns = |page: &Page| page.model.client.as_ref().unwrap().ground.turns;
    let mut seen = Vec::new();
    for seat in ["0", "1"] {
        let mut page = against_the_computer("hexlock", "1", seat);
        while page.let_think() {}
        seen.push(turns(&page));
        let id = page.model.client.as_ref().unwrap().local().unwrap().id.clone();
        page.click(TablePress::AskResign);
        page.click(TablePress::Resign);
        page.tell(Event::Route(format!("#/replay/local/{id}")));
        assert_eq!(turns(&page), *seen.last().unwrap(), "seat {seat}");
    }
    assert_ne!(seen[0], seen[1], "each seat has another side at the bottom");
}

/// The replay of a table on the server, with the commitment and the share that this browser has kept of a match from before
/// seats committed.
fn online(commitment: Commitment, share: Share, record: &str) -> Page {
    remembered(&format!(r#""commitment":"{commitment}","share":"{share}""#), record)
}

/// The replay of a table on the server, with what this browser has kept of its beginning.
fn remembered(beginning: &str, record: &str) -> Page {
    let saved = format!(r#"{{"game":"hexlock","key":"k","seat":0,"updated":1.0,"over":true,{beginning}}}"#);
    let mut page = Page::open("#/replay/t/abc", vec![("sixfold.table.abc".to_owned(), saved)]);
    let asked = page.take();
    let path = "api/tables/abc/record".to_owned();
    assert!(asked.contains(&Effect::Fetch(Fetch::Replay("abc".to_owned()), path, None)), "{asked:?}");
    page.tell(Event::Fetched(Fetch::Replay("abc".to_owned()), Some((200, record.to_owned()))));
    page
}

#[test]
fn ones_own_table_is_checked_against_what_was_promised() {
    let (record, promised) = (fair_record(), Commitment::to(&Seed([7; 32])));
    let mut page = online(promised, Share([1; 32]), &record);
    page.says("This browser did not see what the others fixed for the dice of this match");
    page.set(Setting::Language, "de");
    page.says("Dieser Browser hat nicht gesehen, was die anderen für die Würfel dieser Partie festgelegt haben");
    for (commitment, share) in [(Commitment([9; 32]), Share([1; 32])), (promised, Share([9; 32]))] {
        let page = online(commitment, share, &record);
        page.shows("[data-fair=broken]");
        page.shows("[data-promised]");
        assert_eq!(page.first("[data-promised]").get("data-promised"), Some("false"));
    }
}

#[test]
fn the_shares_of_a_record_are_checked_against_the_commitments_that_were_seen() {
    let (record, promise) = (fair_record(), Commitment::to(&Seed([7; 32])));
    for (others, holds) in [(Share([2; 32]), "true"), (Share([3; 32]), "false")] {
        let mut pledge = Pledge::new(promise, Seat(0), Share([1; 32]));
        let told = [Some(pledge.commitment()), Some(ShareCommitment::to(&promise, Seat(1), &others))];
        for (seen, holds) in [(false, "unseen"), (true, holds)] {
            if seen {
                pledge.open(&told).unwrap();
            }
            let pledge = serde_json::to_string(&pledge).unwrap();
            let page = remembered(&format!(r#""commitment":"{promise}","pledge":{pledge}"#), &record);
            assert_eq!(page.first("[data-promised]").get("data-promised"), Some(holds));
            let kept = page.has_words("This browser noted before the match what was fixed. It is still the same.");
            assert_eq!(kept, holds == "true");
        }
    }
}

/// A device that has promised nothing knows at least its own share, which follows from its secret.
#[test]
fn an_invented_share_of_the_own_seat_in_a_record_is_noticed() {
    let page = remembered(&format!(r#""commitment":"{}""#, Commitment::to(&Seed([7; 32]))), &fair_record());
    page.shows("[data-fair=broken]");
}

#[test]
fn a_servers_record_that_does_not_hold_is_told_with_its_place() {
    let record = fair_record();
    let other = record.replacen(&"02".repeat(32), &"03".repeat(32), 1);
    let page = online(Commitment::to(&Seed([7; 32])), Share([1; 32]), &other);
    assert_eq!(page.title(), "The record is wrong");
    assert!(text_of(&page.html(), "data-fair=\"broken\">", "<").starts_with("Line "), "{}", page.html());
    let mut page = Page::open("#/replay/t/abc", Vec::new());
    page.tell(Event::Fetched(Fetch::Replay("abc".to_owned()), Some((409, String::new()))));
    assert!(page.html().contains("still being played"));
}

#[test]
fn home_leads_to_records() {
    assert!(Page::open("", Vec::new()).html().contains("href=\"#/replay\""));
}

#[test]
fn a_replay_calls_the_computer_what_the_table_calls_it() {
    let game = catalog::find("hexlock").unwrap();
    let mut client = game.random_match(game.setup([]).unwrap(), 3).unwrap();
    client.name_player(Seat(0), "Ann");
    client.name_player(Seat(1), "Sixfold, level 2");
    let mut page = Page::open("#/replay", Vec::new());
    page.tell(Event::File(client.record().to_string()));
    let person = |page: &Page| tree::words(&page.first("[data-seat=1]"));
    assert!(person(&page).contains("computer, level 2"), "{}", person(&page));
    assert!(!person(&page).contains("Sixfold"), "{}", person(&page));
    assert!(tree::words(&page.first("[data-seat=0]")).contains("Ann"), "a person's name is there");
    page.set(Setting::Language, "de");
    assert!(person(&page).contains("Computer, Stufe 2"), "{}", person(&page));
    assert!(text_of(&page.html(), "data-seat=\"0\"", "</li>").contains("Ann"));
}
