//! Online tables that the person has left: the page asks the server about them and shows the answer on every other
//! page.

use game::Seat;
use serde_json::{Value, json};
use sixfold_web::press::Setting;
use sixfold_web::{Effect, Event, Fetch, SocketNews, Sound, Timer};

use crate::harness::{Host, Page, agreed, text_of};

const KEY: &str = "sixfold.table.abc";

fn free() -> Value {
    json!({ "name": null, "here": false })
}

/// Ann waits for another player at a table, and goes home.
fn gone_home(game: &'static str, setup: &str) -> Page {
    let host = Host::seated_at(game, setup, &["Ann", "Bo"], None).1;
    let key = json!({ "game": game, "key": "secret", "seat": 0, "updated": 1.0 }).to_string();
    let mut page = Page::open("#/t/abc", vec![(KEY.to_owned(), key)]);
    page.tell(Event::Socket(SocketNews::Opened));
    let mut welcome = host.welcome(Some(0), false);
    welcome["seats"] = json!([{ "name": "Ann", "here": true }, free()]);
    page.hear(&welcome);
    page.take();
    page.tell(Event::Route("#/".to_owned()));
    page
}

/// Asks about the table, and gives the server's answer.
fn answer(page: &mut Page, seats: &Value, over: bool) {
    page.take();
    page.tell(Event::Timer(Timer::Look));
    let asked = page.take();
    let fetch = Effect::Fetch(Fetch::Left("abc".to_owned()), "api/tables/abc".to_owned(), None);
    assert!(asked.contains(&fetch), "{asked:?}");
    assert_eq!(asked.iter().filter(|effect| matches!(effect, Effect::Timer(Timer::Look, 10_000))).count(), 1);
    let info =
        json!({ "table": "abc", "game": "hexlock", "setup": "memory=off", "seats": seats, "seq": 0, "over": over });
    page.tell(Event::Fetched(Fetch::Left("abc".to_owned()), Some((200, info.to_string()))));
}

/// Ann is at home, and a guest has sat down at her table.
pub(crate) fn called_back() -> Page {
    let mut page = gone_home("hexlock", "memory=off");
    let seats = json!([{ "name": "Ann", "here": false, "lost_in": 55_000 }, { "name": "Bo", "here": true }]);
    answer(&mut page, &seats, false);
    page
}

fn notices(page: &Page) -> Vec<String> {
    let html = page.html();
    html.split("data-left>").skip(1).map(|rest| rest.split_once("</div>").unwrap().0.to_owned()).collect()
}

/// The entry of the table in the list at home.
fn listed(page: &Page) -> String {
    text_of(&page.html(), "class=\"saved-link\" href=\"#/t/abc\"", "</a>").to_owned()
}

fn title(asked: &[Effect]) -> Option<String> {
    asked.iter().rev().find_map(|effect| match effect {
        Effect::Dress(_, title) => Some(title.clone()),
        _ => None,
    })
}

#[test]
fn a_player_who_leaves_a_table_before_a_guest_has_come_keeps_hearing_of_it() {
    let mut page = gone_home("hexlock", "memory=off");
    assert!(page.take().contains(&Effect::Timer(Timer::Look, 10_000)));
    let words = "You have a seat at a table of Hexlock. When every seat is taken, you have 60 seconds to come back.";
    assert!(notices(&page)[0].contains(words), "{:?}", notices(&page));
    assert!(notices(&page)[0].contains("href=\"#/t/abc\""));
    assert_eq!(page.model.announcement, words);
    assert!(listed(&page).contains("waiting for somebody") && !listed(&page).contains("running"), "{}", listed(&page));
    page.set(Setting::Language, "de");
    assert!(listed(&page).contains("wartet") && notices(&page)[0].contains("Du hast einen Platz"), "{}", listed(&page));
}

#[test]
fn a_guest_who_sits_down_calls_the_player_back_with_title_icon_and_bell() {
    let mut page = gone_home("hexlock", "memory=off");
    let waits = json!([{ "name": "Ann", "here": false }, free()]);
    answer(&mut page, &waits, false);
    assert!(page.take().is_empty(), "the answer changes nothing");
    answer(
        &mut page,
        &json!([{ "name": "Ann", "here": false, "lost_in": 55_000 }, { "name": "Bo", "here": true }]),
        false,
    );
    let words = "Somebody has sat down at your table of Hexlock: come back. 0:55, then your seat is free again.";
    assert!(notices(&page)[0].contains(words), "{:?}", notices(&page));
    assert_eq!(page.model.announcement, words);
    let asked = page.take();
    assert_eq!(title(&asked).as_deref(), Some("● Come back – Sixfold"));
    assert!(asked.contains(&Effect::Icon { calls: true }) && asked.contains(&Effect::Sound(Sound::YourTurn)));
    assert!(asked.contains(&Effect::Timer(Timer::Tick, 1000)), "the countdown runs");
    page.now += 5_000.0;
    page.tell(Event::Timer(Timer::Tick));
    assert!(notices(&page)[0].contains("0:50"));
    page.model.announcement.clear();
    answer(
        &mut page,
        &json!([{ "name": "Ann", "here": false, "lost_in": 48_000 }, { "name": "Bo", "here": true }]),
        false,
    );
    assert!(page.model.announcement.is_empty(), "announced only once");
    assert!(!page.take().contains(&Effect::Sound(Sound::YourTurn)));
    answer(&mut page, &waits, false);
    assert!(notices(&page)[0].contains("When every seat is taken"), "the guest has gone again");
    assert_eq!(title(&page.take()).as_deref(), Some("Sixfold"));
}

#[test]
fn the_page_says_that_the_seat_was_lost() {
    let mut page = gone_home("hexlock", "memory=off");
    answer(
        &mut page,
        &json!([{ "name": "Ann", "here": false, "lost_in": 5_000 }, { "name": "Bo", "here": true }]),
        false,
    );
    page.now += 6_000.0;
    page.tell(Event::Timer(Timer::Tick));
    assert!(notices(&page)[0].contains("your seat is free again."), "{:?}", notices(&page));
    assert!(page.model.calls.is_none(), "no call after the time is over");
    answer(&mut page, &json!([free(), { "name": "Bo", "here": true }]), false);
    assert!(notices(&page)[0].contains("your seat is free again."));
    assert!(listed(&page).contains("your seat is free again"), "{}", listed(&page));
    page.take();
    page.tell(Event::Timer(Timer::Look));
    assert!(page.take().is_empty(), "there is nothing left to ask");
}

#[test]
fn a_game_that_waits_for_ever_calls_as_well() {
    let mut page = gone_home("hexoust", "base=4");
    assert!(notices(&page)[0].contains("The page calls you when every seat is taken."), "{:?}", notices(&page));
    answer(&mut page, &json!([{ "name": "Ann", "here": false }, { "name": "Bo", "here": true }]), false);
    assert!(notices(&page)[0].contains("Somebody has sat down at your table of HexOust: come back."));
    assert!(page.model.calls.is_some());
    answer(&mut page, &json!([{ "name": "Ann", "here": true }, { "name": "Bo", "here": true }]), false);
    assert!(notices(&page).is_empty() && page.model.calls.is_none(), "the person is there in another tab");
}

#[test]
fn a_match_lost_while_away_is_listed_as_finished() {
    let (mut page, _) = Host::seated(Some(0));
    page.tell(Event::Route("#/".to_owned()));
    assert!(listed(&page).contains("running"));
    page.now += 62_000.0;
    page.tell(Event::Timer(Timer::Tick));
    assert!(listed(&page).contains("the time to come back is up") && !listed(&page).contains("running"));
    let share = "cd".repeat(32);
    let seats =
        json!([{ "name": "Ann", "here": false, "share": share }, { "name": "Bo", "here": true, "share": share }]);
    answer(&mut page, &seats, true);
    page.does_not_say("Go on playing"); // the match is over
    assert!(text_of(&page.html(), ">Finished</h2>", "</section>").contains("#/t/abc"));
    assert!(notices(&page)[0].contains("The match of Hexlock that you left is over."));
    assert!(page.stored().iter().any(|(key, value)| key == KEY && value.contains("\"over\":true")));
}

#[test]
fn every_table_that_was_left_is_warned_about() {
    let (mut page, host) = Host::seated(Some(0));
    let sits = |page: &mut Page, table: &str| {
        page.model.stored.insert(format!("sixfold.table.{table}"), agreed("hexlock", Seat(0), 2));
        page.tell(Event::Route(format!("#/t/{table}")));
        page.tell(Event::Socket(SocketNews::Opened));
        let mut welcome = host.welcome(Some(0), true);
        welcome["table"] = json!(table);
        page.hear(&welcome);
    };
    for table in ["t1", "t2"] {
        sits(&mut page, table);
    }
    page.tell(Event::Route("#/".to_owned()));
    let notices = notices(&page);
    assert_eq!(notices.len(), 3, "{notices:?}");
    for (notice, table) in notices.iter().zip(["t2", "t1", "abc"]) {
        assert!(notice.contains(&format!("href=\"#/t/{table}\"")), "{notice}");
    }
    for table in 0..20 {
        sits(&mut page, &format!("m{table}"));
    }
    page.tell(Event::Route("#/".to_owned()));
    assert_eq!(page.model.left.len(), 8, "the list is bounded");
}

#[test]
fn a_page_that_is_opened_anew_asks_what_was_left() {
    let page = gone_home("hexlock", "memory=off");
    let mut anew = Page::open("#/", page.stored());
    assert!(
        anew.take().iter().any(|effect| matches!(effect, Effect::Fetch(Fetch::Left(client), ..) if client == "abc"))
    );
    assert!(notices(&anew)[0].contains("You have a seat at a table of Hexlock."));
    anew.tell(Event::Fetched(Fetch::Left("abc".to_owned()), Some((404, String::new()))));
    assert!(notices(&anew).is_empty(), "the server has forgotten the table");
    let (page, _) = Host::seated(Some(0));
    let anew = Page::open("#/", page.stored());
    assert!(notices(&anew).is_empty(), "only the server knows whether the person is away");
}
