//! Plans: steps are drawn and can be taken back, and other players learn of them only when they are sent.

use game::Seed;
use serde_json::{Value, json};
use sixfold_web::press::{Press, TablePress};
use sixfold_web::{Event, SocketNews};

use crate::harness::{Host, Page, battle, text_of};

const SETUP: &str = "scenario=passing";

fn planned(page: &Page) -> usize {
    page.model.client.as_ref().unwrap().plan.len()
}

fn moments(page: &Page) -> usize {
    page.model.client.as_ref().unwrap().history.len()
}

/// Presses the button with this name.
fn press(page: &mut Page, name: &str) {
    let client = page.model.client.as_ref().unwrap();
    let index = client.pad().into_iter().find(|(pick, _)| pick.to_string() == name).and_then(|(_, index)| index);
    page.click(TablePress::Choose(index.unwrap_or_else(|| panic!("`{name}` cannot be pressed"))));
}

fn number(page: &Page) -> i64 {
    text_of(&page.html(), "data-number=\"", "\"").parse().unwrap()
}

/// Steers until the move can be ended.
fn steer(page: &mut Page) {
    page.click(TablePress::Number(number(page)));
    for _ in 0..20 {
        let client = page.model.client.as_ref().unwrap();
        if client.pad().iter().any(|(pick, index)| pick.to_string() == "done" && index.is_some()) {
            return;
        }
        page.key("ArrowUp");
    }
    panic!("the move does not end");
}

#[test]
fn a_plan_is_drawn_step_by_step_and_taken_back_step_by_step() {
    let mut page = battle();
    let ship = |page: &Page| {
        let html = page.html();
        text_of(html.split_once(", acts now").unwrap().1, "data-place=\"", "\"").to_owned()
    };
    assert!(page.title().contains("set the speed"), "{}", page.title());
    let (at, speed) = (ship(&page), number(&page));
    page.key("+");
    assert_eq!((planned(&page), number(&page)), (1, speed + 1), "the key plans the next number at once");
    page.key("-");
    page.key("-");
    assert_eq!((planned(&page), number(&page)), (1, speed - 1), "another number replaces the plan step");
    page.key("ArrowUp");
    assert_eq!(planned(&page), 2);
    assert_ne!(ship(&page), at, "the ship is drawn where it would be");
    page.shows("[data-plan]");
    assert_eq!(page.first("[data-plan]").get("data-plan"), Some("2"));
    page.shows(".b-move-end");
    page.key("u");
    assert_eq!((planned(&page), ship(&page)), (1, at.clone()));
    page.key("ArrowUp");
    page.key("Escape");
    assert_eq!((planned(&page), number(&page)), (0, speed), "Escape takes back the whole plan");
    assert_eq!((moments(&page), ship(&page)), (0, at));
    assert!(page.stored().iter().all(|(_, stored)| !stored.contains("speed:")), "plans are not stored");
}

#[test]
fn what_cannot_be_taken_back_plays_the_whole_plan_and_then_itself() {
    let mut page = battle();
    steer(&mut page);
    let steps = planned(&page);
    assert!(steps > 2);
    press(&mut page, "done");
    assert_eq!((planned(&page), moments(&page)), (0, steps + 1));
    assert!(page.model.announcement.contains("ends its move"), "{}", page.model.announcement);
    page.click(TablePress::Undo);
    assert_eq!(moments(&page), steps, "undo takes back played steps too");
}

#[test]
fn a_button_that_cannot_be_pressed_stays_where_it_is_and_its_key_does_nothing() {
    let mut page = battle();
    steer(&mut page);
    let ahead_is_off = |page: &Page| {
        let ahead = page.first("[data-at=up]");
        let is_off = ahead.get("disabled").is_some();
        assert_eq!(ahead.get("data-do").is_none(), is_off, "a button that has nothing to do sends nothing");
        is_off
    };
    assert!(ahead_is_off(&page));
    page.shows("[data-main]"); // the button that ends the move stands out
    let (steps, cursor) = (planned(&page), page.model.client.as_ref().unwrap().pointing.cursor());
    page.key("ArrowUp");
    assert_eq!((planned(&page), page.model.client.as_ref().unwrap().pointing.cursor()), (steps, cursor));
    page.key("u");
    assert!(!ahead_is_off(&page));
}

/// The seat that acts first in the host's match.
fn first() -> u8 {
    let game = catalog::find("hex-ships").unwrap();
    let client = game.start(game.setup([SETUP]).unwrap(), Seed::number(1).into()).unwrap();
    client.actor().unwrap().0
}

fn plays(said: &[Value]) -> Vec<&str> {
    said.iter().filter(|said| said["type"] == "play").map(|said| said["action"].as_str().unwrap()).collect()
}

fn online() -> (Page, Host) {
    let (mut page, host) = Host::seated_at("hex-ships", SETUP, &["Ann", "Bo"], Some(first()));
    page.take();
    (page, host)
}

#[test]
fn online_nothing_is_said_before_it_is_sent_and_each_step_waits_for_the_one_before() {
    let (mut page, mut host) = online();
    steer(&mut page);
    let plan = page.model.client.as_ref().unwrap().plan.actions();
    assert_eq!(page.take_said(), Vec::<Value>::new());
    press(&mut page, "done");
    let all: Vec<String> = plan.into_iter().chain(["done".to_owned()]).collect();
    let mut said = page.take_said();
    for (number, action) in all.iter().enumerate() {
        assert_eq!(plays(&said), [action.as_str()], "step {number}");
        let id = said[0]["id"].clone();
        if number == 1 {
            // The connection is lost before the answer. The page sends the same request again, and nothing else.
            page.tell(Event::Socket(SocketNews::Closed));
            page.click(Press::TryNow);
            page.tell(Event::Socket(SocketNews::Opened));
            page.take();
            let mut welcome = host.welcome(Some(first()), true);
            welcome.as_object_mut().unwrap().remove("start");
            page.hear(&welcome);
            let again = page.take_said();
            assert_eq!((plays(&again), &again[0]["id"]), (vec![action.as_str()], &id));
        }
        page.hear(&host.play(action, Some(first())));
        page.hear(&json!({ "type": "done", "id": id, "seq": number + 1 }));
        said = page.take_said();
    }
    assert_eq!(plays(&said), Vec::<&str>::new());
    assert_eq!((moments(&page), planned(&page)), (all.len(), 0));
}

#[test]
fn a_refusal_lets_the_rest_of_the_plan_go_and_says_so() {
    let (mut page, _host) = online();
    steer(&mut page);
    press(&mut page, "done");
    let said = page.take_said();
    let id = &said[0]["id"];
    page.hear(&json!({ "type": "refused", "id": id, "code": "too_fast", "problem": "too fast" }));
    assert_eq!(plays(&page.take_said()), Vec::<&str>::new());
    assert!(page.html().contains("The rest of your plan was not played."));
    assert!(page.model.client.as_ref().unwrap().acts_here(), "the player can go on");
}

#[test]
fn a_plan_that_no_longer_fits_is_let_go_with_a_sentence() {
    let (mut page, mut host) = online();
    steer(&mut page);
    // The same person plays in another tab.
    page.hear(&host.play_any(Some(first())));
    assert_eq!(planned(&page), 0);
    assert!(page.html().contains("your plan no longer fits"), "{}", text_of(&page.html(), "data-story", "</p>"));
}
