//! Lost connections: how long a player has to come back, and what happens after that. The tests pass the time in.

use crate::harness::{Host, Page};
use crate::tree::words;
use game::{Exit, Seat};
use serde_json::{Value, json};
use sixfold_web::press::{Press, TablePress};
use sixfold_web::{Effect, Event, SocketNews, Timer};

fn gone(lost_in: u64) -> Value {
    people(&json!({ "name": "Bo", "here": false, "lost_in": lost_in, "share": "cd".repeat(32) }))
}

fn both_here() -> Value {
    people(&json!({ "name": "Bo", "here": true, "share": "cd".repeat(32) }))
}

fn people(other: &Value) -> Value {
    let own = json!({ "name": "Ann", "here": true, "share": "cd".repeat(32) });
    json!({ "type": "people", "watching": 0, "seats": [own, other] })
}

fn notice(page: &Page) -> Option<String> {
    let html = page.html();
    Some(html.split_once("data-away=\"1\">")?.1.split_once("</span>")?.0.to_owned())
}

#[test]
fn a_player_who_is_away_is_counted_down_until_they_are_back() {
    let (mut page, _) = Host::seated(Some(0));
    page.take();
    page.hear(&gone(47_000));
    assert_eq!(notice(&page).unwrap(), "Bo is away. 0:47 to come back, then the match is yours.");
    assert_eq!(page.model.announcement, "Bo is away and has a while to come back.");
    assert!(page.take().contains(&Effect::Timer(Timer::Tick, 1000)));
    page.model.announcement.clear();
    page.now += 10_000.0;
    page.tell(Event::Timer(Timer::Tick));
    assert!(notice(&page).unwrap().contains("0:37"));
    assert!(page.model.announcement.is_empty(), "the seconds are not announced");
    assert_eq!(page.take().iter().filter(|effect| matches!(effect, Effect::Timer(Timer::Tick, _))).count(), 1);
    page.hear(&both_here());
    assert_eq!(notice(&page), None);
    assert_eq!(page.model.announcement, "Bo is back.");
    page.take();
    page.tell(Event::Timer(Timer::Tick));
    assert!(page.take().is_empty(), "no countdown is left");
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
    assert_eq!(page.title(), "Bo was away for too long. You have won!");
    assert_eq!(notice(&page), None);
    assert!(page.html().contains("away for too long</button>"), "it stands in the list of turns");
    assert!(page.html().contains("href=\"#/replay/t/abc\""));
}

#[test]
fn hl_12_the_card_at_the_end_says_whether_somebody_gave_up_or_stayed_away() {
    for (exit, said) in [
        (Exit::Resigned(Seat(1)), "Bo has resigned. You have won!"),
        (Exit::Dropped(Seat(1)), "Bo was away for too long. You have won!"),
    ] {
        let (mut page, mut host) = Host::seated(Some(0));
        page.hear(&host.exit(exit, Some(0)));
        let card = words(&page.first("[data-ending]"));
        assert!(card.contains(said), "{card}");
    }
}

#[test]
fn a_lost_connection_says_how_long_one_has_and_what_one_came_back_to() {
    let (mut page, mut host) = Host::seated(Some(0));
    page.tell(Event::Socket(SocketNews::Closed));
    assert!(page.html().contains("If the server still runs, the match is lost for you in 1:00."), "{}", page.html());
    page.now += 70_000.0;
    page.tell(Event::Timer(Timer::Tick));
    page.says("If the server ran all the time, the match is lost by now.");
    page.shows("[data-back-by]");
    page.tell(Event::Timer(Timer::Reconnect));
    page.tell(Event::Socket(SocketNews::Opened));
    let mut moment = host.exit(Exit::Dropped(Seat(0)), Some(0));
    let mut welcome = host.welcome(Some(0), true);
    moment.as_object_mut().unwrap().remove("type");
    welcome["moments"] = json!([moment]);
    page.hear(&welcome);
    assert_eq!(page.title(), "You were away for too long. Bo has won.");
    page.lacks("[data-back-by]");
}

#[test]
fn a_match_that_everybody_left_has_no_result() {
    let (mut page, mut host) = Host::seated(Some(0));
    page.hear(&host.exit(Exit::Abandoned, Some(0)));
    assert_eq!(page.title(), "Everybody had left: no result.");
    assert_eq!(page.pressing(TablePress::Rematch).len(), 1);
    assert!(page.pressing(TablePress::AskResign).is_empty());
    assert!(page.stored().iter().any(|(_, value)| value.contains("\"over\":true")));
}

fn left(page: &Page) -> Option<String> {
    let html = page.html();
    Some(html.split_once("data-left>")?.1.split_once("</div>")?.0.to_owned())
}

#[test]
fn a_player_who_goes_home_from_a_running_match_is_told_how_long_they_have() {
    let (mut page, _) = Host::seated(Some(0));
    page.take();
    page.tell(Event::Route("#/".to_owned()));
    let notice = left(&page).expect("no notice at home");
    assert!(notice.contains("You have left your match of Hexlock. 1:00 to come back, then you lose it."), "{notice}");
    assert!(notice.contains("href=\"#/t/abc\""), "{notice}");
    assert!(page.model.announcement.contains("You have left your match"), "the notice is announced");
    assert!(page.take().contains(&Effect::Timer(Timer::Tick, 1000)));
    page.now += 10_000.0;
    page.tell(Event::Timer(Timer::Tick));
    assert!(left(&page).unwrap().contains("0:50"));
    page.tell(Event::Route("#/rules/hexlock".to_owned()));
    assert!(left(&page).is_some(), "the notice is on every page");
    page.now += 60_000.0;
    page.tell(Event::Timer(Timer::Tick));
    assert!(left(&page).unwrap().contains("the time to come back is over"));
}

#[test]
fn a_player_who_comes_back_in_time_is_told_nothing_more() {
    let (mut page, host) = Host::seated(Some(0));
    page.tell(Event::Route("#/".to_owned()));
    page.tell(Event::Route("#/t/abc".to_owned()));
    assert_eq!(left(&page), None);
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&host.welcome(Some(0), true));
    page.tell(Event::Route("#/new/hexlock".to_owned()));
    assert!(left(&page).unwrap().contains("1:00"), "the countdown starts anew each time");
}

#[test]
fn nobody_is_warned_where_nothing_can_be_lost() {
    let (mut page, _) = Host::seated(None);
    page.tell(Event::Route("#/".to_owned()));
    assert_eq!(left(&page), None, "a spectator gets no notice");
    let (mut page, mut host) = Host::seated(Some(0));
    page.hear(&host.exit(Exit::Resigned(Seat(1)), Some(0)));
    page.tell(Event::Route("#/".to_owned()));
    assert_eq!(left(&page), None, "no notice after the end");
    let (mut page, _) = Host::seated_at("hexoust", "base=4", &["Ann", "Bo"], Some(0));
    page.tell(Event::Route("#/".to_owned()));
    assert_eq!(left(&page), None, "this game has no time limit");
}

#[test]
fn hl_11_before_the_match_it_is_the_seat_that_is_lost() {
    let host = Host::seated(None).1;
    let key = json!({ "game": "hexlock", "key": "secret", "seat": 0, "updated": 1.0 }).to_string();
    let mut page = Page::open("#/t/abc", vec![("sixfold.table.abc".to_owned(), key)]);
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&host.welcome(Some(0), false));
    page.hear(&gone(47_000));
    assert_eq!(notice(&page).unwrap(), "Bo is away. 0:47 to come back, then the seat is free again.");
    page.hear(&json!({ "type": "people", "watching": 0, "seats": [
        { "name": "Ann", "here": true }, { "name": null, "here": false }] }));
    assert_eq!(page.model.announcement, "Bo did not come back. The seat is free again.");
    assert!(page.html().contains("id=\"link\""), "the link for others is shown again");
    page.hear(&both_here());
    page.tell(Event::Route("#/".to_owned()));
    assert!(left(&page).unwrap().contains("1:00 to come back, then your seat is free again."));
}

#[test]
fn hl_11_a_player_who_has_lost_the_seat_is_told_and_may_sit_again() {
    let host = Host::seated(None).1;
    let key = json!({ "game": "hexlock", "key": "secret", "seat": 1, "updated": 1.0 }).to_string();
    let mut page = Page::open("#/t/abc", vec![("sixfold.table.abc".to_owned(), key)]);
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&json!({ "type": "refused", "id": null, "code": "wrong_key", "problem": "the key opens no seat" }));
    page.tell(Event::Timer(Timer::Reconnect));
    page.tell(Event::Socket(SocketNews::Opened));
    let mut welcome = host.welcome(None, false);
    welcome["seats"][1] = json!({ "name": null, "here": false });
    page.hear(&welcome);
    assert!(page.model.announcement.contains("your seat is free again"), "{}", page.model.announcement);
    assert_eq!(page.pressing(Press::Sit(1)).len(), 1);
}
