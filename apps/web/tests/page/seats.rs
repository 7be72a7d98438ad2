//! Tables of more than two: the players of the seats, players who are out or have left, and the end.

use crate::harness::{Host, Page, option, resumed, text_of};
use crate::tree::words;
use client::Player;
use game::{Exit, Seat};
use serde_json::{Value, json};
use sixfold_web::press::{Field, FormField, Press, Setting, TablePress};
use sixfold_web::{Effect, Event, Fetch, Server, SocketNews, Timer};

fn new_game(players: &str) -> Page {
    let mut page = Page::open("#/new/hex-dice", Vec::new());
    page.set(option("players"), players);
    page
}

/// The chosen player of each seat in the form.
fn chosen(page: &Page) -> Vec<String> {
    page.all(".sitting option[selected]").iter().map(|option| option.get("value").unwrap().to_owned()).collect()
}

fn players(page: &Page) -> Vec<Player> {
    page.model.client.as_ref().unwrap().local().unwrap().players.clone()
}

fn computer(level: &str) -> Player {
    Player::Computer(level.to_owned())
}

#[test]
fn two_seats_are_as_simple_as_ever() {
    let page = new_game("2");
    assert!(chosen(&page).is_empty() && page.html().contains("name=\"seat\""));
    assert!(page.html().contains("Two at this screen"));
}

#[test]
fn four_sit_down_one_by_one() {
    let mut page = new_game("4");
    assert_eq!(chosen(&page), ["you", r#"{"computer":"3"}"#, r#"{"computer":"3"}"#, r#"{"computer":"3"}"#]);
    page.set(FormField::Level, "2");
    page.set(FormField::Sitter(1), "screen");
    page.set(FormField::Sitter(3), r#"{"computer":"5"}"#);
    assert_eq!(chosen(&page), ["you", "screen", r#"{"computer":"2"}"#, r#"{"computer":"5"}"#]);
    page.set(FormField::Sitter(2), "you");
    assert_eq!(
        chosen(&page),
        [r#"{"computer":"2"}"#, "screen", "you", r#"{"computer":"5"}"#],
        "the players swap seats"
    );
    page.click(Press::Begin);
    assert_eq!(players(&page), [computer("2"), Player::Person, Player::Person, computer("5")]);
}

#[test]
fn a_person_who_gives_their_seat_away_takes_the_next() {
    let mut page = new_game("3");
    page.set(FormField::Sitter(0), r#"{"computer":"1"}"#);
    assert_eq!(chosen(&page), [r#"{"computer":"1"}"#, "you", r#"{"computer":"3"}"#]);
    page.set(FormField::Opponent, "screen");
    assert_eq!(chosen(&page), ["screen", "you", "screen"], "a new opponent fills all seats anew");
    page.click(Press::Begin);
    assert_eq!(players(&page), [Player::Person, Player::Person, Player::Person]);
}

#[test]
fn a_number_that_an_option_cannot_be_is_refused_in_the_language_of_the_page() {
    let mut page = new_game("4");
    page.set(option("quiet-turns"), "3");
    let problem = |page: &Page| words(&page.first(".problem"));
    assert_eq!(problem(&page), "“Quiet turns for a draw” is a whole number from 5 to 200, not “3”.");
    page.set(Setting::Language, "de");
    assert_eq!(problem(&page), "„Ruhige Züge bis zum Unentschieden“ ist eine ganze Zahl von 5 bis 200, nicht „3“.");
}

#[test]
fn options_that_do_not_go_together_say_why_and_leave_the_seats() {
    let mut page = new_game("4");
    page.set(option("dice"), "8");
    let html = page.html();
    assert!(
        html.contains("“Players: 4” goes with “Dice each: 4” or “Dice each: 5”, not with “Dice each: 8”"),
        "{html}"
    );
    page.shows(".begin-bar button[disabled]");
    page.shows(".problem");
    assert_eq!(chosen(&page).len(), 4);
    page.click(Press::Begin);
    assert!(page.model.client.is_none());
    page.set(Setting::Language, "de");
    assert!(page.html().contains("„Spieler: 4“ geht mit „Würfel je Spieler: 4“ oder „Würfel je Spieler: 5“"));
    page.set(option("dice"), "5");
    page.lacks(".problem");
    page.lacks(".begin-bar button[disabled]");
    page.set(option("dice"), "auto");
    page.set(option("players"), "2");
    assert!(chosen(&page).is_empty());
}

#[test]
fn online_some_come_by_the_link_and_some_are_computers() {
    let mut page = new_game("4");
    page.tell(Event::Fetched(Fetch::Health, Some((200, "ok".to_owned()))));
    assert_eq!(page.model.server, Server::Here);
    page.set(FormField::Opponent, "online");
    assert_eq!(chosen(&page), ["you", "link", "link", "link"]);
    page.set(FormField::Sitter(3), r#"{"computer":"1"}"#);
    page.set(Setting::Name, "Ann");
    page.take();
    page.click(Press::Begin);
    let Some(Effect::Fetch(Fetch::NewTable, _, Some(body))) = page.take().pop() else {
        panic!("no request for a table")
    };
    let asked: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&asked["seat"], &asked["bots"]), (&json!(0), &json!([{ "seat": 3, "level": "1" }])));
}

/// A table at which only the first seat is taken.
fn waiting() -> Page {
    let (mut page, host) = Host::seated_at("hex-dice", "players=4", &["Ann", "", "", ""], Some(0));
    let mut welcome = host.welcome(Some(0), false);
    for seat in 1..4 {
        welcome["seats"][seat] = json!({ "name": null, "here": false });
    }
    welcome["first_actor"] = Value::Null;
    page.tell(Event::Socket(SocketNews::Closed));
    page.tell(Event::Timer(Timer::Reconnect));
    page = Page::open("#/t/abc", page.stored());
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&welcome);
    page.take();
    page
}

#[test]
fn while_seats_are_free_the_computer_can_take_them() {
    let mut page = waiting();
    assert_eq!(page.title(), "Waiting for players: 3 seats are free");
    assert!(page.html().contains("Whoever opens this link can take a free seat:"));
    // The dice are rolled only when the match begins: until then they have their place, and nobody sees them.
    let dice = page.all(".tray-item").len();
    assert!(dice > 0);
    assert_eq!(page.all(".unseen-yet .tray-item").len(), dice);
    assert_eq!(page.pressing(Press::SeatBot(2)).len(), 1);
    page.set(Field::BotLevel, "2");
    for press in [Press::SeatBot(2), Press::SeatBot(2), Press::SeatBot(3)] {
        page.click(press);
    }
    let said = page.take_said();
    let bots: Vec<&Value> = said.iter().map(|said| &said["bot"]).collect();
    assert_eq!(
        bots,
        [&json!({ "seat": 2, "level": "2" }), &json!({ "seat": 3, "level": "2" })],
        "each seat is requested once"
    );
    let seat = |name: Value, bot: Value| json!({ "name": name, "here": true, "bot": bot });
    page.hear(&json!({ "type": "people", "watching": 0, "seats": [
        seat(json!("Ann"), Value::Null), { "name": null, "here": false },
        seat(Value::Null, json!("2")), seat(json!("Sixfold"), json!("2"))] }));
    assert_eq!(page.title(), "Waiting for players: one seat is free");
    assert_eq!(page.html().matches("computer, level 2</span>").count(), 2);
    assert!(page.pressing(Press::SeatBot(2)).is_empty());
}

fn people(here: [bool; 3], lost_in: Option<u64>) -> Value {
    let share = "cd".repeat(32);
    let seat = |name: &str, here: bool, lost_in: Option<u64>| json!({ "name": name, "here": here, "lost_in": lost_in, "share": share });
    json!({ "type": "people", "watching": 0, "seats": [
        seat("Ann", here[0], None), seat("Bo", here[1], lost_in), seat("Cy", here[2], None)] })
}

#[test]
fn a_match_goes_on_without_a_player_who_stays_away() {
    let (mut page, mut host) = Host::seated_at("hex-dice", "players=3", &["Ann", "Bo", "Cy"], Some(0));
    page.hear(&people([true, false, true], Some(40_000)));
    let away = "Bo is away. 0:40 to come back, then the match goes on without them.";
    assert!(page.html().contains(away), "{}", page.html());
    page.says("Bo · away 0:40"); // each seat shows its countdown
    page.shows("[data-away]");
    page.hear(&host.exit(Exit::Dropped(Seat(1)), Some(0)));
    page.lacks("[data-away]"); // the countdown ends even if the server does not say who is present
    assert!(
        page.model.announcement.starts_with("Bo was away for too long. The match goes on without them."),
        "{}",
        page.model.announcement
    );
    assert!(page.title().starts_with("Your turn"), "{}", page.title());
    let html = page.html();
    assert!(html.contains("away for too long</button>") && html.contains("Bo · left"), "{html}");
    assert_eq!(html.matches("class=\"person out\"").count(), 1);
    page.hear(&host.exit(Exit::Resigned(Seat(2)), Some(0)));
    assert_eq!(page.title(), "Cy has resigned. You have won!");
    assert!(page.model.announcement.ends_with("1. Ann, 2. Cy, 3. Bo."), "{}", page.model.announcement);
}

#[test]
fn when_only_two_are_left_the_next_who_leaves_loses() {
    let (mut page, mut host) = Host::seated_at("hex-dice", "players=3", &["Ann", "Bo", "Cy"], Some(0));
    page.hear(&host.exit(Exit::Resigned(Seat(2)), Some(0)));
    page.hear(&people([true, false, true], Some(40_000)));
    assert!(page.html().contains("then the match is lost for them."));
}

#[test]
fn resigning_among_many_says_what_it_means_and_the_others_play_on() {
    let mut page = new_game("4");
    page.set(FormField::Level, "1");
    page.click(Press::Begin);
    page.click(TablePress::AskResign);
    assert!(page.html().contains("You are out, and the others play on."));
    page.take();
    page.click(TablePress::Resign);
    assert!(
        page.model.announcement.starts_with("Red has resigned. The match goes on without them."),
        "{}",
        page.model.announcement
    );
    assert!(page.html().contains("you · resigned") && page.pressing(TablePress::AskResign).is_empty());
    assert!(page.let_think(), "the computers go on");
    page.click(TablePress::Undo);
    assert!(page.title().starts_with("Your turn"), "a local resignation can be taken back");
}

#[test]
fn several_at_one_screen_resign_for_the_seat_whose_turn_it_is() {
    let mut page = new_game("3");
    page.set(FormField::Opponent, "screen");
    page.click(Press::Begin);
    page.click(TablePress::AskResign);
    assert!(page.html().contains("Red is out, and the others play on."));
    page.click(TablePress::Resign);
    assert!(page.title().starts_with("Blue: "), "{}", page.title());
}

#[test]
fn the_end_of_a_match_of_many_has_places() {
    let game = catalog::find("hex-dice").unwrap();
    let client = game.random_match(game.setup(["players=4"]).unwrap(), 3).unwrap();
    let outcome = client.outcome().unwrap();
    let page = resumed(&*client);
    let html = page.html();
    assert_eq!(html.matches("data-place-of=").count(), 4);
    for (seat, name) in ["Red", "Blue", "Green", "Gold"].into_iter().enumerate() {
        let place = outcome.place(Seat(seat as u8));
        assert!(
            html.contains(&format!("place {place}</span>")) && html.contains(&format!("{place}. {name}")),
            "{name}"
        );
    }
    let first = text_of(&html, "class=\"ranking\"", "</tr>");
    assert!(first.contains("1."), "the best comes first: {first}");
}

#[test]
fn a_replay_is_seen_from_any_side() {
    let game = catalog::find("hex-dice").unwrap();
    let client = game.random_match(game.setup(["players=6"]).unwrap(), 1).unwrap();
    let mut page = Page::open("#/replay", Vec::new());
    page.tell(Event::File(client.record().to_string()));
    let first_row = |page: &Page| text_of(&page.html(), "data-place=\"", "\"").to_owned();
    let as_it_is = first_row(&page);
    let mut seen = vec![as_it_is.clone()];
    for seat in 0..6 {
        page.set(Field::Eyes, &format!(r#"{{"seat":{seat}}}"#));
        seen.push(first_row(&page));
    }
    page.set(Field::Eyes, "everything");
    assert_eq!(first_row(&page), as_it_is);
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), 6, "each of the six sides sees another first row: {seen:?}");
}
