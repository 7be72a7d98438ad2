//! Going to another place in the page: nothing of the place before is left over there.

use crate::harness::{Host, Page};
use serde_json::json;
use sixfold_web::press::{Field, Press};
use sixfold_web::{Event, SocketNews, update};

fn go(page: &mut Page, hash: &str) {
    page.tell(Event::Route(hash.to_owned()));
}

fn refused(code: &str) -> serde_json::Value {
    json!({ "type": "refused", "id": null, "code": code, "problem": "no" })
}

#[test]
fn a_seat_that_is_gone_at_one_table_is_not_reported_at_the_next() {
    let (mut page, host) = Host::seated(Some(0));
    page.tell(Event::Socket(SocketNews::Closed));
    page.click(Press::TryNow);
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&refused("wrong_key"));
    go(&mut page, "#/t/def");
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&host.welcome(None, true));
    page.does_not_say("You were away for too long before the match began");
}

#[test]
fn a_seat_that_is_gone_is_reported_after_the_page_has_connected_again() {
    let (mut page, host) = Host::seated(Some(0));
    page.tell(Event::Socket(SocketNews::Closed));
    page.click(Press::TryNow);
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&refused("wrong_key"));
    page.click(Press::TryNow);
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&host.welcome(None, true));
    page.says("You were away for too long before the match began");
}

#[test]
fn the_reason_why_one_table_refused_is_not_shown_at_the_next() {
    let mut page = Page::open("#/t/abc", Vec::new());
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&refused("too_fast"));
    page.tell(Event::Socket(SocketNews::Closed));
    page.says("too fast for the server");
    go(&mut page, "#/t/def");
    page.tell(Event::Socket(SocketNews::Closed));
    page.does_not_say("too fast for the server");
}

/// The record of a short match.
fn record() -> String {
    let game = catalog::find("hexoust").unwrap();
    let mut client = game.start(game.setup(["base=4"]).unwrap(), game::Seed::number(1).into()).unwrap();
    client.play(game::Seat(0), "d4").unwrap();
    client.record().to_string()
}

#[test]
fn a_record_that_was_read_too_late_does_not_open_in_the_next_replay() {
    let mut page = Page::open("#/replay", Vec::new());
    page.set(Field::Record, &record());
    // The person goes home before the match is drawn. The effects are not carried out.
    for event in [
        Event::Click { press: Press::ReadRecord, touch: false },
        Event::Route("#/replay/record".to_owned()),
        Event::Route("#/".to_owned()),
    ] {
        update(&mut page.model, 10.0, event);
    }
    page.set(Field::Record, "");
    go(&mut page, "#/replay/record");
    assert!(page.model.client.is_none(), "{}", page.html());
}

#[test]
fn the_fault_of_one_record_is_not_shown_at_another() {
    let local =
        r#"{"game":"hexoust","players":["person","person"],"record":"nonsense","updated":1.0,"actions":0,"over":true}"#;
    let mut page = Page::open("#/replay/local/a1", vec![("sixfold.local.a1".to_owned(), local.to_owned())]);
    page.shows("[role=alert]");
    go(&mut page, "#/replay");
    page.lacks("[role=alert]");
}

#[test]
fn a_record_pasted_after_a_reload_is_replayed() {
    let mut page = Page::open("#/replay/record", Vec::new());
    page.set(Field::Record, &record());
    page.click(Press::ReadRecord);
    page.shows("[data-board]");
}
