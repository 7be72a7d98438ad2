//! The options of a seat are chosen by the person on that seat: in the form for a new table, and before they sit down.

use catalog::DynGame;
use game::{Seed, Viewer};
use serde_json::{Value, json};
use sixfold_web::press::{FormField, KitPress, Press};
use sixfold_web::{Effect, Event, Fetch, SocketNews};

use crate::harness::{Page, text_of};

const KITS: &str = "sixfold.kits.hex-ships";

fn ships() -> &'static dyn DynGame {
    catalog::find("hex-ships").unwrap()
}

/// The form for a table on the server.
fn setting_up() -> Page {
    let mut page = Page::open("#/new/hex-ships", Vec::new());
    page.tell(Event::Fetched(Fetch::Health, Some((200, "ok".to_owned()))));
    page.set(FormField::Opponent, "online");
    page
}

fn has_kit(page: &Page, option: &str) -> bool {
    page.html().contains(&format!("data-kit=\"{option}\""))
}

fn cost(page: &Page, option: &str) -> u32 {
    text_of(&page.html(), &format!("data-kit=\"{option}\" data-cost=\""), "\"").parse().unwrap()
}

/// The body of the request for a new table.
fn asked(page: &mut Page) -> Value {
    page.take();
    page.click(Press::Begin);
    let Some(Effect::Fetch(Fetch::NewTable, _, Some(body))) = page.take().pop() else {
        panic!("no request for a table")
    };
    serde_json::from_str(&body).unwrap()
}

#[test]
fn online_one_puts_together_only_ones_own() {
    let mut page = setting_up();
    assert!(has_kit(&page, "red") && !has_kit(&page, "blue"));
    page.says("nobody sees what you have chosen before the match begins");
    page.click(KitPress::Remove("red".into(), 0));
    let chosen = cost(&page, "red");
    let body = asked(&mut page);
    let own = body["own"].as_str().unwrap().to_owned();
    assert!(own.contains('+'), "{own}");
    let options: Vec<&str> = body["options"].as_array().unwrap().iter().map(|pair| pair.as_str().unwrap()).collect();
    assert!(options.contains(&"scenario=skirmish"));
    assert!(!options.iter().any(|pair| pair.starts_with("red=") || pair.starts_with("blue=")), "{options:?}");

    let mut page = setting_up();
    page.click(KitPress::Remove("red".into(), 0));
    page.set(FormField::Seat, "1");
    assert!(has_kit(&page, "blue") && !has_kit(&page, "red"));
    assert_eq!(cost(&page, "blue"), chosen, "the choice moves to the other seat");
    let body = asked(&mut page);
    assert_eq!((&body["seat"], body["own"].as_str()), (&json!(1), Some(&*own)));

    let mut page = setting_up();
    page.set(FormField::Seat, "chance");
    page.click(KitPress::Remove("red".into(), 0));
    assert!(page.html().contains("What you play with"));
    assert_eq!(asked(&mut page)["own"].as_str(), Some(&*own), "the choice holds for any seat");
}

#[test]
fn against_the_computer_both_sides_can_be_put_together() {
    let mut page = setting_up();
    page.set(FormField::Opponent, "computer");
    page.set(FormField::Option("blue".into()), "ready");
    assert!(has_kit(&page, "red") && has_kit(&page, "blue"));
    page.does_not_say("nobody sees what you have chosen before the match begins");
    // Online, a problem with the other seat's option does not block this person.
    for _ in 0..12 {
        page.click(KitPress::Add("blue".into(), 7));
    }
    assert!(page.model.visit.new_game.as_ref().unwrap().problem.is_some());
    page.set(FormField::Opponent, "online");
    assert_eq!(page.model.visit.new_game.as_ref().unwrap().problem, None);
}

fn seats(bob: Option<&str>) -> Value {
    json!([{ "name": "Ann", "here": true }, { "name": bob, "here": bob.is_some() }])
}

fn welcome(setup: &str, you: Option<u8>) -> Value {
    let setup = ships().setup([setup]).unwrap();
    let client = ships().start(setup.clone(), Seed::number(0).into()).unwrap();
    json!({
        "type": "welcome", "version": protocol::VERSION, "table": "abc", "game": "hex-ships", "setup": setup.to_string(), "you": you,
        "seats": seats(you.map(|_| "Bob")), "watching": 0, "commitment": "ab".repeat(32), "begun": false,
        "start": client.position(Viewer::Spectator).view(), "first_actor": null, "seq": 0, "moments": [], "next": null,
    })
}

/// The table behind a link, for a person with a kept fleet.
fn by_the_link(setup: &str) -> Page {
    let kept = json!([{ "name": "Wolves", "text": "needle+needle" }]).to_string();
    let mut page = Page::open("#/t/abc", vec![(KITS.to_owned(), kept)]);
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&welcome(setup, None));
    page.take();
    page
}

#[test]
fn a_guest_who_sits_down_by_the_link_chooses_first() {
    let mut page = by_the_link("scenario=skirmish");
    assert!(has_kit(&page, "blue") && !has_kit(&page, "red"));
    page.says("nobody sees what you have chosen before the match begins");
    let before = cost(&page, "blue");
    page.click(KitPress::Load("blue".into(), 0));
    assert_ne!(cost(&page, "blue"), before);
    page.hear(&json!({ "type": "people", "seats": seats(None), "watching": 2 }));
    assert!(page.html().contains("“Wolves” is loaded"), "the choice stays while others come and go");
    page.take();
    page.click(Press::Sit(1));
    let said = page.take_said();
    assert_eq!((&said[0]["seat"], &said[0]["own"]), (&json!(1), &json!("needle+needle")));
    page.hear(&json!({ "type": "refused", "id": said[0]["id"], "code": "no_such_game", "problem": "not that one" }));
    assert!(page.html().contains("Not that one."), "the reason is shown");
    assert!(has_kit(&page, "blue"), "another fleet can be chosen");

    page.click(Press::Sit(1));
    let said = page.take_said();
    page.hear(&json!({ "type": "seated", "id": said[0]["id"], "seat": 1, "key": "mine" }));
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&welcome("scenario=skirmish", Some(1)));
    assert!(!has_kit(&page, "blue"), "the fleet is no longer open");
    let setup = ships().setup(["scenario=skirmish", "blue=needle+needle"]).unwrap();
    let client = ships().start(setup.clone(), Seed::number(0).into()).unwrap();
    let mut seats = seats(Some("Bob"));
    for (seat, share) in crate::dice::agree(&mut page, 1, ["Ann", "Bob"]).iter().enumerate() {
        seats[seat]["share"] = json!(share);
    }
    page.hear(&json!({
        "type": "begun", "setup": setup.to_string(), "start": client.position(Viewer::Spectator).view(), "first_actor": 0,
        "seats": seats,
    }));
    assert_eq!(page.model.client.as_ref().unwrap().setup, setup.to_string(), "the setup is public now");
}

#[test]
fn nobody_sits_down_with_what_makes_no_match() {
    let mut page = by_the_link("scenario=skirmish");
    for _ in 0..12 {
        page.click(KitPress::Add("blue".into(), 7));
    }
    assert!(text_of(&page.html(), "data-kit=\"blue\"", "</summary>").contains("are allowed"));
    page.take();
    page.click(Press::Sit(1));
    assert!(page.take_said().is_empty());
}

#[test]
fn a_game_without_such_options_asks_for_nothing() {
    let mut page = Page::open("#/t/abc", Vec::new());
    page.tell(Event::Socket(SocketNews::Opened));
    let game = catalog::find("hexoust").unwrap();
    let client = game.start(game.setup([]).unwrap(), Seed::number(0).into()).unwrap();
    let mut welcome = welcome("scenario=skirmish", None);
    (welcome["game"], welcome["setup"]) = (json!("hexoust"), json!("base=7"));
    welcome["start"] = json!(client.position(Viewer::Spectator).view());
    page.hear(&welcome);
    page.does_not_say("nobody sees what you have chosen before the match begins");
    page.take();
    page.click(Press::Sit(1));
    assert_eq!(page.take_said()[0].get("own"), None);
}
