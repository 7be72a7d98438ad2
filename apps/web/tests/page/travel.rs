//! Journeys that a server keeps: setting out there, the link for another traveller, steps, and the battle at a table.

use crate::harness::{Page, option};
use crate::journeys::step;
use catalog::DynJourney;
use client::{Online, SavedOnline};
use game::{Seat, Seed};
use serde_json::{Value, json};
use sixfold_web::press::{JourneyPress, Setting};
use sixfold_web::{Effect, Event, Fetch, Route};

const ID: &str = "0123456789ab";
const KEY: &str = "abcdefghijkmnpqrstuvwxyz23";

/// A server with one journey of two people.
struct Host {
    journey: Box<dyn DynJourney>,
    beginning: String,
    events: Vec<Value>,
    table: Option<&'static str>,
    travellers: [Option<&'static str>; 2],
    gone: Vec<u8>,
}

impl Host {
    fn new() -> Self {
        let kind = catalog::JOURNEYS[0];
        let journey = kind.start(kind.setup(["players=2"]).unwrap(), Seed::number(5)).unwrap();
        let beginning = journey.text(None);
        Self {
            journey,
            beginning,
            events: Vec::new(),
            table: None,
            travellers: [Some("Ann"), Some("Bo")],
            gone: Vec::new(),
        }
    }

    fn step(&mut self, seat: u8, step: &str) {
        self.journey.play(Seat(seat), step).unwrap();
        self.events.push(json!({ "step": { "seat": seat, "step": step } }));
    }

    fn news(&self, you: u8, since: Option<usize>) -> String {
        let news = json!({
            "you": you, "beginning": since.is_none().then_some(&self.beginning), "events": self.events[since.unwrap_or(0)..],
            "seq": self.events.len(), "travellers": self.travellers, "table": self.table, "version": 2, "gone": self.gone,
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
fn an_invitation_says_who_invites_where_to_and_is_taken_by_a_button() {
    let mut page = invited(&json!({ "open": true }));
    assert_eq!(page.title(), "Ann invites you to The Frontier");
    page.says("Four worn ships");
    page.says("Difficulty: Hard");
    page.set(Setting::Name, "Bo");
    page.click(JourneyPress::Join);
    let (path, body) = asked(&mut page, &Fetch::Travel);
    assert_eq!(path, format!("api/journeys/{ID}/join"));
    assert_eq!((body["key"].as_str().unwrap().len(), &body["name"]), (protocol::KEY_LENGTH, &json!("Bo")));
    let full = json!({ "id": null, "code": "seat_taken", "problem": "nobody else can travel along" }).to_string();
    page.tell(Event::Fetched(Fetch::Travel, Some((409, full))));
    page.says("the seat is taken");
    assert!(page.pressing(JourneyPress::Join).is_empty(), "there is no use in pressing it again");
    let other = Page::open("#/journey/short", Vec::new());
    assert!(other.pressing(JourneyPress::Join).is_empty());
}

/// Somebody who was sent the link of a journey, after the server has told these facts about it.
fn invited(facts: &Value) -> Page {
    let mut page = Page::open(&format!("#/journey/{ID}"), Vec::new());
    let mut info = json!({
        "journey": ID, "game": "hex-ships", "kind": "campaign", "seq": 3, "over": false, "open": false,
        "setup": "campaign=frontier difficulty=hard players=2", "travellers": ["Ann", null],
    });
    info.as_object_mut().unwrap().extend(facts.as_object().unwrap().clone());
    assert!(page.take().contains(&Effect::Fetch(Fetch::Invitation(ID.to_owned()), format!("api/journeys/{ID}"), None)));
    page.tell(Event::Fetched(Fetch::Invitation(ID.to_owned()), Some((200, info.to_string()))));
    page
}

#[test]
fn an_invitation_that_nobody_can_take_says_so_and_has_no_button() {
    for (facts, words) in [(json!({}), "Every seat is taken"), (json!({ "over": true }), "It is over")] {
        let page = invited(&facts);
        page.says(words);
        assert!(page.pressing(JourneyPress::Join).is_empty());
    }
    let mut unknown = Page::open(&format!("#/journey/{ID}"), Vec::new());
    assert!(unknown.pressing(JourneyPress::Join).is_empty(), "nothing is known yet");
    unknown.tell(Event::Fetched(Fetch::Invitation(ID.to_owned()), Some((404, "{}".to_owned()))));
    unknown.says("The server knows nothing under this link.");
    assert_eq!(unknown.title(), "Something is missing");
    unknown.tell(Event::Fetched(Fetch::Invitation(ID.to_owned()), None));
    unknown.says("The server did not answer");
    let nobody = invited(&json!({ "open": true, "travellers": ["", null] }));
    assert_eq!(nobody.title(), "Somebody invites you to The Frontier");
}

#[test]
fn one_whose_partner_never_came_goes_on_alone_and_cannot_hand_over() {
    let mut host = Host::new();
    host.travellers[0] = None;
    let mut page = headquarters(&host);
    page.says("nobody yet · Bo (You)");
    page.says("Nobody has taken the other seat yet.");
    assert!(page.button("Hand my ships over").is_none() && page.button("Ask to go on alone").is_none());
    assert!(page.button("Copy the link for the other player").is_some());
    step(&mut page, "Go on alone");
    page.says("go on alone. This cannot be taken back.");
    page.take();
    step(&mut page, "Yes, do it");
    let (_, body) = asked(&mut page, &Fetch::Step);
    assert_eq!((&body["step"], &body["seat"]), (&json!("hand-over"), &json!(0)));
    page.tell(Event::Timer(sixfold_web::Timer::Journey));
    host.step(0, "hand-over");
    host.answer(&mut page, 1);
    page.says("Player 1 has handed over all ships and captains");
    assert!(page.button("Go on alone").is_none() && page.button("Begin the battle").is_some());
}

#[test]
fn one_asks_to_go_on_alone_and_the_other_answers() {
    let mut host = Host::new();
    let mut page = headquarters(&host);
    assert!(page.button("Go on alone").is_none(), "the other one is there");
    page.says("Whoever gives no sign for three days can be left behind.");
    step(&mut page, "Ask to go on alone");
    let (_, body) = asked(&mut page, &Fetch::Step);
    assert_eq!((&body["step"], &body["seat"]), (&json!("ask-alone"), &Value::Null));
    // The other one asks too: the question stands there with its answers.
    page.tell(Event::Timer(sixfold_web::Timer::Journey));
    host.step(0, "ask-alone");
    host.answer(&mut page, 1);
    page.says("Ann asks to go on alone, with your ships and captains.");
    assert!(page.button("No, we stay together").is_some());
    page.take();
    step(&mut page, "Yes, hand my ships over");
    step(&mut page, "Yes, do it");
    assert_eq!(asked(&mut page, &Fetch::Step).1["step"], "hand-over");
    page.tell(Event::Timer(sixfold_web::Timer::Journey));
    host.step(1, "hand-over");
    host.step(0, "start");
    host.table = Some("tttttttttttt");
    host.answer(&mut page, 1);
    page.says("Bo (You) has handed over all ships and captains");
    assert_eq!(page.model.route, Route::Journey(ID.to_owned()), "who has left is not called to battle");
    assert!(page.pressing(JourneyPress::Fight).is_empty());
}

#[test]
fn one_who_is_gone_for_long_can_be_left_behind() {
    let mut host = Host::new();
    host.gone.push(0);
    let mut page = headquarters(&host);
    page.says("Ann has given no sign for three days.");
    step(&mut page, "Go on alone");
    page.take();
    step(&mut page, "Yes, do it");
    assert_eq!(asked(&mut page, &Fetch::Step).1["seat"], 0);
}

#[test]
fn everybody_sees_who_is_ready_and_whose_ship_is_whose() {
    let mut host = Host::new();
    host.step(0, "start");
    let mut page = headquarters(&host);
    page.says("Ann is ready · Bo (You)");
    let titles: Vec<String> = page.all(".hq-crew h2").iter().map(crate::tree::words).collect();
    assert_eq!(titles, ["The fleet · Bo (You)", "The fleet · Ann"]);
    assert!(page.all(".hq-units .why").is_empty(), "the list says whose they are");
    page.tell(Event::Timer(sixfold_web::Timer::Journey));
    host.step(0, "wait");
    host.step(1, "start");
    host.answer(&mut page, 1);
    page.says("Ann · Bo (You) is ready");
    page.take();
    step(&mut page, "Not ready after all");
    assert_eq!(asked(&mut page, &Fetch::Step).1["step"], "wait");
    assert!(page.button("Undo").is_none(), "a step at the server is not taken back");
}

#[test]
fn a_file_that_is_saved_in_mid_battle_says_where_it_ends() {
    let mut host = Host::new();
    for seat in [0, 1] {
        host.step(seat, "start");
    }
    host.table = Some("tttttttttttt");
    let page = headquarters(&host);
    page.says("The file ends with the start of the battle that is being fought.");
}

#[test]
fn a_journey_of_this_device_goes_on_at_the_server() {
    let mut page = crate::journeys::headquarters();
    assert!(page.pressing(JourneyPress::Upload).is_empty(), "there is no server yet");
    server_is_here(&mut page);
    page.take();
    page.click(JourneyPress::Upload);
    let (path, body) = asked(&mut page, &Fetch::Travel);
    assert_eq!(path, "api/journeys/import");
    assert!(game::is_journey(body["record"].as_str().unwrap()));
    let slow = json!({ "id": null, "code": "too_fast", "problem": "later" }).to_string();
    page.tell(Event::Fetched(Fetch::Travel, Some((429, slow))));
    page.shows("[role=alert]");
    let made = json!({ "journey": ID, "seat": 0, "key": KEY }).to_string();
    page.tell(Event::Fetched(Fetch::Travel, Some((200, made))));
    Host::new().answer(&mut page, 0);
    assert_eq!(page.model.route, Route::Journey(ID.to_owned()));
}

#[test]
fn a_step_without_an_answer_is_asked_for_again_with_the_same_id_until_something_happens() {
    let mut host = Host::new();
    let mut page = headquarters(&host);
    let ship = host.journey.headquarters(Seat(1), "en").units.into_iter().find(|unit| unit.owner == Seat(1)).unwrap();
    let keep = format!("keep:{}", ship.key);
    let ask = |page: &mut Page| {
        page.click(JourneyPress::Step(keep.clone()));
        asked(page, &Fetch::Step).1["id"].clone()
    };
    let first = ask(&mut page);
    page.tell(Event::Fetched(Fetch::Step, None));
    assert_eq!(ask(&mut page), first, "only the answer may be lost");
    let busy = json!({ "id": null, "code": "unavailable", "problem": "ask again" }).to_string();
    page.tell(Event::Fetched(Fetch::Step, Some((503, busy))));
    assert_eq!(ask(&mut page), first, "nobody knows whether it was kept");
    let why = json!({ "id": null, "code": "illegal", "problem": "no" }).to_string();
    page.tell(Event::Fetched(Fetch::Step, Some((409, why))));
    let second = ask(&mut page);
    assert_ne!(second, first, "it was not taken");
    host.step(1, &keep);
    page.tell(Event::Timer(sixfold_web::Timer::Journey));
    host.answer(&mut page, 1);
    assert_ne!(ask(&mut page), second, "it was taken, and this is another one");
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
    let copied = page.take().into_iter().find_map(|effect| match effect {
        Effect::Copy(link) => Some(link),
        _ => None,
    });
    let link = copied.expect("a link is copied");
    let root = link.strip_prefix(&format!("http://localhost/#/journey/{ID}-{KEY}-")).expect("the link has the key");
    assert_eq!(root.len(), 64, "and the secret of the shares in the dice");
    page.tell(Event::Timer(sixfold_web::Timer::Journey));
    let number = page.model.looks;
    page.take();
    page.tell(Event::Fetched(Fetch::Journey(ID.to_owned(), number), None));
    assert!(page.take().iter().any(|effect| matches!(effect, Effect::Timer(sixfold_web::Timer::Journey, _))));
    page.tell(Event::Fetched(Fetch::Journey(ID.to_owned(), number - 1), None));
    assert!(page.take().is_empty(), "an old answer tells nothing");
}

#[test]
fn a_server_that_has_gone_back_in_time_does_not_cost_the_key() {
    let mut host = Host::new();
    let mut page = headquarters(&host);
    page.tell(Event::Timer(sixfold_web::Timer::Journey));
    host.step(0, "start");
    host.answer(&mut page, 1);
    // The database was restored: the server has less than the page, and sends everything from the beginning, unasked.
    let restored = Host::new();
    let number = page.model.looks;
    page.tell(Event::Fetched(Fetch::Journey(ID.to_owned(), number), Some((200, restored.news(1, None)))));
    let at = page.model.visit.headquarters.as_ref().unwrap();
    assert_eq!((at.here.events(), at.here.key.as_deref()), (0, Some(KEY)));
    let saved: client::SavedJourney = page.model.load(&client::JourneyHere::storage_key(ID)).unwrap();
    assert_eq!(saved.key.as_deref(), Some(KEY), "the key is kept");
    restored.answer(&mut page, 1);
}
