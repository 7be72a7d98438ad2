//! Journeys that a server keeps: setting out there, the link for another traveller, steps, and the battle at a table.

use crate::harness::{Page, option};
use catalog::DynJourney;
use client::{Online, SavedOnline};
use game::{Seat, Seed};
use serde_json::{Value, json};
use sixfold_web::press::JourneyPress;
use sixfold_web::{Effect, Event, Fetch, Route};

const ID: &str = "0123456789ab";
const KEY: &str = "abcdefghijkmnpqrstuvwxyz23";

/// A server with one journey of two people.
struct Host {
    journey: Box<dyn DynJourney>,
    beginning: String,
    events: Vec<Value>,
    table: Option<&'static str>,
}

impl Host {
    fn new() -> Self {
        let kind = catalog::JOURNEYS[0];
        let journey = kind.start(kind.setup(["players=2"]).unwrap(), Seed::number(5)).unwrap();
        let beginning = journey.text(None);
        Self { journey, beginning, events: Vec::new(), table: None }
    }

    fn step(&mut self, seat: u8, step: &str) {
        self.journey.play(Seat(seat), step).unwrap();
        self.events.push(json!({ "step": { "seat": seat, "step": step } }));
    }

    fn news(&self, you: u8, since: Option<usize>) -> String {
        let news = json!({
            "you": you, "beginning": since.is_none().then_some(&self.beginning), "events": self.events[since.unwrap_or(0)..],
            "seq": self.events.len(), "travellers": ["Ann", "Bo"], "table": self.table, "version": 2,
        });
        news.to_string()
    }

    /// Answers the last question of a page for news.
    fn answer(&self, page: &mut Page, you: u8) {
        let asked = page.take().into_iter().rev().find_map(|effect| match effect {
            Effect::Fetch(what @ Fetch::Journey(..), _, Some(body)) => Some((what, body)),
            _ => None,
        });
        let (what, body) = asked.expect("the page asks for news");
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(body["key"], KEY);
        let since = body["since"].as_u64().map(|since| since as usize);
        page.tell(Event::Fetched(what, Some((200, self.news(you, since)))));
    }
}

fn server_is_here(page: &mut Page) {
    page.tell(Event::Fetched(Fetch::Health, Some((200, "ok".to_owned()))));
}

/// The headquarters of the second traveller, opened by a link with a key.
fn headquarters(host: &Host) -> Page {
    let mut page = Page::open(&format!("#/journey/{ID}-{KEY}"), Vec::new());
    host.answer(&mut page, 1);
    assert_eq!(page.model.route, Route::Journey(ID.to_owned()), "the key is not in the address any more");
    host.answer(&mut page, 1);
    page
}

fn asked(page: &mut Page, what: &Fetch) -> (String, Value) {
    let found = page.take().into_iter().find_map(|effect| match effect {
        Effect::Fetch(fetch, path, Some(body)) if fetch == *what => Some((path, serde_json::from_str(&body).unwrap())),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("nothing was asked for {what:?}"))
}

#[test]
fn with_a_server_two_can_set_out_and_without_one_nobody_is_asked_how_many() {
    let mut page = Page::open("#/set-out/hex-ships/campaign", Vec::new());
    assert!(page.pressing(JourneyPress::SetOutOnline).is_empty());
    server_is_here(&mut page);
    assert_eq!(page.pressing(JourneyPress::SetOut).len(), 1);
    page.set(option("players"), "2");
    assert!(page.pressing(JourneyPress::SetOut).is_empty(), "two need the server");
    page.click(JourneyPress::SetOutOnline);
    let (path, body) = asked(&mut page, &Fetch::Travel);
    assert_eq!(
        (path.as_str(), &body["game"], &body["journey"]),
        ("api/journeys", &json!("hex-ships"), &json!("campaign"))
    );
    assert!(body["options"].as_array().unwrap().contains(&json!("players=2")), "{body}");
    let made = json!({ "journey": ID, "seat": 0, "key": KEY }).to_string();
    page.tell(Event::Fetched(Fetch::Travel, Some((200, made))));
    Host::new().answer(&mut page, 0);
    assert_eq!(page.model.route, Route::Journey(ID.to_owned()));
    page.says("The Frontier");
}

#[test]
fn an_invitation_is_taken_by_a_button() {
    let mut page = Page::open(&format!("#/journey/{ID}"), Vec::new());
    page.says("You are invited to travel along.");
    page.click(JourneyPress::Join);
    let (path, body) = asked(&mut page, &Fetch::Travel);
    assert_eq!(path, format!("api/journeys/{ID}/join"));
    assert_eq!(body["key"].as_str().unwrap().len(), protocol::KEY_LENGTH);
    let full = json!({ "id": null, "code": "seat_taken", "problem": "nobody else can travel along" }).to_string();
    page.tell(Event::Fetched(Fetch::Travel, Some((409, full))));
    page.says("the seat is taken");
    let other = Page::open("#/journey/short", Vec::new());
    assert!(other.pressing(JourneyPress::Join).is_empty());
}

#[test]
fn steps_go_to_the_server_and_come_back_as_news() {
    let mut host = Host::new();
    let mut page = headquarters(&host);
    page.says("Ann · Bo (You)");
    let ship = host.journey.headquarters(Seat(1), "en").units.into_iter().find(|unit| unit.owner == Seat(1)).unwrap();
    let keep = format!("keep:{}", ship.key);
    page.click(JourneyPress::Step(keep.clone()));
    let (path, body) = asked(&mut page, &Fetch::Step);
    assert_eq!((path, &body["step"], &body["key"]), (format!("api/journeys/{ID}/steps"), &json!(keep), &json!(KEY)));
    let seen = |page: &Page| page.model.visit.headquarters.as_ref().unwrap().here.events();
    assert_eq!(seen(&page), 0, "nothing happens before the server says so");
    host.step(1, &keep);
    page.tell(Event::Timer(sixfold_web::Timer::Journey));
    host.answer(&mut page, 1);
    assert_eq!(seen(&page), 1);
    let why =
        json!({ "id": null, "code": "illegal", "problem": "no", "why": { "key": "campaign.not-sent" } }).to_string();
    page.tell(Event::Fetched(Fetch::Step, Some((409, why))));
    page.shows("[role=alert]");
    // Another visit begins with what is kept here and asks for the rest.
    let mut again = Page::open(&format!("#/journey/{ID}"), page.stored());
    assert_eq!(seen(&again), 1);
    host.step(0, "start");
    host.answer(&mut again, 1);
    assert_eq!(seen(&again), 2);
}

#[test]
fn the_battle_is_a_table_whose_seat_the_key_opens_and_which_leads_back() {
    let mut host = Host::new();
    let mut page = headquarters(&host);
    page.tell(Event::Timer(sixfold_web::Timer::Journey));
    for seat in [0, 1] {
        host.step(seat, "start");
    }
    host.table = Some("tttttttttttt");
    host.answer(&mut page, 1);
    assert_eq!(page.model.route, Route::Online("tttttttttttt".to_owned()), "the battle begins for everybody");
    let saved: SavedOnline = page.model.load(&Online::storage_key("tttttttttttt")).unwrap();
    assert_eq!((saved.key.as_deref(), saved.journey.as_deref()), (Some(KEY), Some(ID)));
    // Back at the headquarters, a button goes on with the battle.
    page.tell(Event::Route(format!("#/journey/{ID}")));
    host.answer(&mut page, 1);
    page.click(JourneyPress::Fight);
    assert_eq!(page.model.route, Route::Online("tttttttttttt".to_owned()));
}

#[test]
fn links_are_copied_and_a_server_that_is_away_is_asked_again() {
    let host = Host::new();
    let mut page = headquarters(&host);
    page.take();
    page.click(JourneyPress::CopyOwnLink);
    assert!(page.take().contains(&Effect::Copy(format!("http://localhost/#/journey/{ID}-{KEY}"))));
    page.tell(Event::Timer(sixfold_web::Timer::Journey));
    let number = page.model.looks;
    page.take();
    page.tell(Event::Fetched(Fetch::Journey(ID.to_owned(), number), None));
    assert!(page.take().iter().any(|effect| matches!(effect, Effect::Timer(sixfold_web::Timer::Journey, _))));
    page.tell(Event::Fetched(Fetch::Journey(ID.to_owned(), number - 1), None));
    assert!(page.take().is_empty(), "an old answer tells nothing");
}
