//! Lines that drop: how long somebody has to come back, and what happens if they do not. The time is handed in.

use crate::harness::{Host, Page};
use game::{Exit, Seat};
use serde_json::{Value, json};
use sixfold_web::{Effect, Event, SocketNews, Timer};

fn gone(lost_in: u64) -> Value {
    json!({ "type": "people", "watching": 0, "seats": [
        { "name": "Ann", "here": true }, { "name": "Bo", "here": false, "lost_in": lost_in }] })
}

fn both_here() -> Value {
    json!({ "type": "people", "watching": 0, "seats": [{ "name": "Ann", "here": true }, { "name": "Bo", "here": true }] })
}

fn notice(page: &Page) -> Option<String> {
    let html = page.html();
    Some(html.split_once("data-away=\"1\">")?.1.split_once("</span>")?.0.to_owned())
}

#[test]
fn whoever_is_away_is_counted_down_until_they_are_back() {
    let (mut page, _) = Host::seated(Some(0));
    page.take();
    page.hear(&gone(47_000));
    assert_eq!(notice(&page).unwrap(), "Bo is away. 0:47 to come back, then the match is yours.");
    assert_eq!(page.model.told, "Bo is away and has a while to come back.");
    assert!(page.take().contains(&Effect::Timer(Timer::Tick, 1000)));
    page.model.told.clear();
    page.now += 10_000.0;
    page.tell(Event::Timer(Timer::Tick));
    assert!(notice(&page).unwrap().contains("0:37"));
    assert!(page.model.told.is_empty(), "the seconds are not told");
    assert_eq!(page.take().iter().filter(|effect| matches!(effect, Effect::Timer(Timer::Tick, _))).count(), 1);
    page.hear(&both_here());
    assert_eq!(notice(&page), None);
    assert_eq!(page.model.told, "Bo is back.");
    page.take();
    page.tell(Event::Timer(Timer::Tick));
    assert!(page.take().is_empty(), "nothing counts any more");
}

#[test]
fn spectators_see_it_too() {
    let (mut page, _) = Host::seated(None);
    page.hear(&gone(61_000));
    assert_eq!(notice(&page).unwrap(), "Bo is away. 1:01 to come back, then the match is lost for them.");
}

#[test]
fn the_match_is_ones_own_when_the_time_is_up() {
    let (mut page, mut host) = Host::seated(Some(0));
    page.hear(&gone(1_000));
    page.hear(&host.exit(Exit::Dropped(Seat(1)), Some(0)));
    assert_eq!(page.title(), "Blue was away for too long. You have won!");
    assert_eq!(notice(&page), None);
    assert!(page.html().contains("away for too long</button>"), "it stands in the list of turns");
    assert!(page.html().contains("href=\"#/replay/t/abc\""));
}

#[test]
fn ones_own_line_says_how_long_one_has_and_what_one_came_back_to() {
    let (mut page, mut host) = Host::seated(Some(0));
    page.tell(Event::Socket(SocketNews::Closed));
    assert!(page.html().contains("If the server still runs, the match is lost for you in 1:00."), "{}", page.html());
    page.now += 70_000.0;
    page.tell(Event::Timer(Timer::Tick));
    assert!(page.html().contains("If the server ran all the time, the match is lost by now."));
    page.tell(Event::Timer(Timer::Reconnect));
    page.tell(Event::Socket(SocketNews::Opened));
    let mut moment = host.exit(Exit::Dropped(Seat(0)), Some(0));
    let mut welcome = host.welcome(Some(0), true);
    moment.as_object_mut().unwrap().remove("type");
    welcome["moments"] = json!([moment]);
    page.hear(&welcome);
    assert_eq!(page.title(), "You were away for too long. Blue has won.");
    assert!(!page.html().contains("The time to come back"));
}

#[test]
fn a_match_that_everybody_left_has_no_result() {
    let (mut page, mut host) = Host::seated(Some(0));
    page.hear(&host.exit(Exit::Abandoned, Some(0)));
    assert_eq!(page.title(), "Everybody had left: no result.");
    assert!(page.html().contains("data-do=\"rematch\"") && !page.html().contains("data-do=\"ask-resign\""));
    assert!(page.stored().iter().any(|(_, value)| value.contains("\"over\":true")));
}
