//! The page's part in fair dice: it commits to a share, opens it when all have committed, and plays no match whose dice the
//! server may have chosen. The tests write the server's messages by hand.

use crate::harness::{Host, Page};
use game::{Commitment, Pledge, Seat, Share, ShareCommitment};
use serde_json::{Value, json};
use sixfold_web::press::Press;
use sixfold_web::{Event, Fetch, SocketNews};

const PROMISE: Commitment = Commitment([0xab; 32]);
const OTHERS: Share = Share([0xcd; 32]);
const NAMES: [&str; 2] = ["Ann", "Bo"];
const NOT_SEEN: &str = "This browser did not see what the others fixed for the dice of this match";
/// What a server chooses once it knows the page's share.
const TRIED_OUT: Share = Share([0xce; 32]);

fn pledge(page: &Page) -> Pledge {
    let pledge = &page.model.client.as_ref().unwrap().online().unwrap().pledge;
    pledge.clone().expect("the page has committed")
}

/// The server tells these commitments and these shares.
fn tell(page: &mut Page, names: [&str; 2], commitments: [Option<ShareCommitment>; 2], shares: [Option<Share>; 2]) {
    page.hear(&json!({ "type": "people", "seats": seats(names, commitments, shares), "watching": 1 }));
}

fn seats(names: [&str; 2], commitments: [Option<ShareCommitment>; 2], shares: [Option<Share>; 2]) -> Value {
    let seat = |seat: usize| json!({ "name": names[seat], "here": true, "commitment": commitments[seat], "share": shares[seat] });
    json!([seat(0), seat(1)])
}

/// What the other seat commits to.
fn others(share: Share) -> ShareCommitment {
    ShareCommitment::to(&PROMISE, Seat(1), &share)
}

/// The page on this seat and another player agree on the dice. Returns the shares in seat order.
pub(crate) fn agree(page: &mut Page, you: u8, names: [&str; 2]) -> [Share; 2] {
    let own = pledge(page);
    let other = ShareCommitment::to(&PROMISE, Seat(1 - you), &OTHERS);
    page.take();
    if you == 0 {
        tell(page, names, [Some(own.commitment()), Some(other)], [None; 2]);
    } else {
        tell(page, names, [Some(other), Some(own.commitment())], [None; 2]);
    }
    let said = page.take_said();
    assert_eq!((&said[0]["type"], &said[0]["share"]), (&json!("share"), &json!(own.share)));
    if you == 0 { [own.share, OTHERS] } else { [OTHERS, own.share] }
}

/// A table with a free seat, at which the page sits and has committed; what it said.
fn committed() -> (Page, Host, Value) {
    let (mut page, host) = waiting();
    page.hear(&unbegun(&host));
    let said = page.take_said();
    assert_eq!(said.len(), 1, "{said:?}");
    (page, host, said[0].clone())
}

/// A page that opens a table that its person has made.
fn waiting() -> (Page, Host) {
    let (_, host) = Host::seated(None);
    let saved = json!({ "game": "hexlock", "key": "secret", "seat": 0, "updated": 1.0, "waiting": true }).to_string();
    (opened(saved), host)
}

fn opened(saved: String) -> Page {
    let mut page = Page::open("#/t/abc", vec![("sixfold.table.abc".to_owned(), saved)]);
    page.tell(Event::Socket(SocketNews::Opened));
    page.take();
    page
}

/// The welcome while the other seat is free.
fn unbegun(host: &Host) -> Value {
    let mut welcome = host.welcome(Some(0), false);
    welcome["first_actor"] = Value::Null;
    welcome["seats"] = json!([{ "name": "Ann", "here": true }, { "name": null, "here": false }]);
    welcome
}

/// The welcome when the match has begun with these shares.
fn begun(host: &Host, shares: [Share; 2]) -> Value {
    let mut welcome = host.welcome(Some(0), true);
    welcome["seats"] = seats(NAMES, [None; 2], shares.map(Some));
    welcome
}

fn stored(page: &Page) -> String {
    page.stored().into_iter().rfind(|(key, _)| key == "sixfold.table.abc").unwrap().1
}

fn refuses_to_play(page: &mut Page) {
    page.says("The dice may have been chosen");
    assert!(page.model.client.is_none());
}

/// The page has seen everything that was fixed, and plays.
fn plays(page: &Page) {
    assert!(page.model.client.is_some() && page.model.visit.trouble.is_none());
    page.does_not_say(NOT_SEEN);
}

/// The page says that it cannot check the others' part, and plays.
fn plays_unseen(page: &Page) {
    assert!(page.model.client.is_some() && page.model.visit.trouble.is_none());
    page.says(NOT_SEEN);
}

#[test]
fn a_person_who_sits_commits_at_once_and_tells_nothing_of_the_share() {
    let (page, _, said) = committed();
    let own = pledge(&page);
    assert_eq!((&said["type"], &said["commitment"]), (&json!("commit"), &json!(own.commitment())));
    assert!(!said.to_string().contains(&own.share.to_string()));
    assert!(stored(&page).contains(&own.share.to_string()), "the share is stored before its commitment is sent");
    assert_eq!((own.promise, own.seat, own.seen), (PROMISE, Seat(0), None));
}

#[test]
fn the_share_is_opened_when_all_have_committed_and_what_was_seen_is_stored_before() {
    let (mut page, _, _) = committed();
    let own = pledge(&page);
    tell(&mut page, NAMES, [Some(own.commitment()), None], [None; 2]);
    assert!(page.take_said().is_empty(), "the other seat has not committed");
    assert_eq!(page.title(), "Agreeing on the dice …");
    tell(&mut page, NAMES, [Some(own.commitment()), Some(others(OTHERS))], [None; 2]);
    assert!(stored(&page).contains(&others(OTHERS).to_string()));
    let said = page.take_said();
    assert_eq!((said.len(), &said[0]["type"], &said[0]["share"]), (1, &json!("share"), &json!(own.share)));
    tell(&mut page, NAMES, [Some(own.commitment()), Some(others(OTHERS))], [Some(own.share), None]);
    assert!(page.take_said().is_empty(), "it is told, so it is not sent again");
    assert_eq!(page.title(), "Agreeing on the dice …");
}

/// A seat can be free again as long as no share is open. So nobody opens one while another player is away.
#[test]
fn where_players_are_counted_out_shares_are_opened_when_all_are_here() {
    let (mut page, _, _) = committed();
    let own = pledge(&page);
    let commitments = [Some(own.commitment()), Some(others(OTHERS))];
    let mut away = seats(NAMES, commitments, [None; 2]);
    away[1]["here"] = json!(false);
    page.hear(&json!({ "type": "people", "seats": away, "watching": 0 }));
    assert!(page.take_said().is_empty());
    away[1]["share"] = json!(OTHERS);
    page.hear(&json!({ "type": "people", "seats": away, "watching": 0 }));
    assert_eq!(page.take_said()[0]["type"], "share", "the one who left has opened a share");
}

#[test]
fn after_a_reload_the_same_share_is_committed_to_and_opened() {
    let (page, host, said) = committed();
    let saved = stored(&page);
    let mut again = opened(saved);
    again.hear(&unbegun(&host));
    assert_eq!(again.take_said()[0]["commitment"], said["commitment"]);
    let shares = agree(&mut again, 0, NAMES);
    let mut third = opened(stored(&again));
    let mut welcome = unbegun(&host);
    welcome["seats"] = seats(NAMES, [Some(pledge(&again).commitment()), Some(others(OTHERS))], [None; 2]);
    third.hear(&welcome);
    assert_eq!(third.take_said()[0]["share"], json!(shares[0]), "the answer was lost");
    third.hear(&begun(&host, shares));
    plays(&third);
}

#[test]
fn a_match_with_the_shares_that_were_committed_to_is_played() {
    let (mut page, host, _) = committed();
    let shares = agree(&mut page, 0, NAMES);
    page.hear(&begun(&host, shares));
    plays(&page);
    let mut again = opened(stored(&page));
    again.hear(&begun(&host, shares));
    plays(&again);
}

/// The server has tried many shares for the other seat after it knew the page's share, and found a lucky one.
#[test]
fn a_match_with_another_share_than_the_committed_one_is_not_played() {
    let (mut page, host, _) = committed();
    let [own, _] = agree(&mut page, 0, NAMES);
    let kept = stored(&page);
    page.hear(&begun(&host, [own, TRIED_OUT]));
    refuses_to_play(&mut page);
    // Nor after a reload, nor with another share for the page's own seat, nor with another secret.
    for shares in [[own, TRIED_OUT], [Share([1; 32]), OTHERS]] {
        let mut page = opened(kept.clone());
        page.hear(&begun(&host, shares));
        refuses_to_play(&mut page);
    }
    let mut page = opened(kept);
    let mut welcome = begun(&host, [own, OTHERS]);
    welcome["commitment"] = json!("ef".repeat(32));
    page.hear(&welcome);
    refuses_to_play(&mut page);
}

/// The server says that somebody else has the other seat now, and has committed to a share that was tried out.
#[test]
fn a_seat_that_commits_anew_after_the_opening_is_not_played_with() {
    let (mut page, _, _) = committed();
    let own = pledge(&page);
    agree(&mut page, 0, NAMES);
    tell(&mut page, NAMES, [Some(own.commitment()), Some(others(TRIED_OUT))], [None; 2]);
    assert!(page.take_said().is_empty(), "the share is not told for other commitments");
    refuses_to_play(&mut page);
}

#[test]
fn a_match_that_begins_without_the_pages_share_is_not_played() {
    let (mut page, host, _) = committed();
    page.hear(&begun(&host, [Share([5; 32]), OTHERS]));
    refuses_to_play(&mut page);
    let (mut page, host) = waiting();
    page.hear(&begun(&host, [Share([5; 32]), OTHERS])); // it has not even committed
    refuses_to_play(&mut page);
}

/// The server says over HTTP, while the table is not open here, that the match has begun.
#[test]
fn a_match_that_has_begun_on_the_servers_word_alone_is_not_played() {
    let (page, host) = waiting();
    let shares = [Share([5; 32]), TRIED_OUT];
    let mut home = Page::open("", page.stored());
    let seats = seats(NAMES, [None; 2], shares.map(Some));
    let info =
        json!({ "table": "abc", "game": "hexlock", "setup": "memory=off", "seats": seats, "seq": 0, "over": false });
    home.tell(Event::Fetched(Fetch::Left("abc".to_owned()), Some((200, info.to_string()))));
    assert!(!stored(&home).contains("waiting"), "the list says that it has begun");
    home.tell(Event::Route("#/t/abc".to_owned()));
    home.tell(Event::Socket(SocketNews::Opened));
    home.hear(&begun(&host, shares));
    refuses_to_play(&mut home);
}

/// The server says that the key opens no seat, so that the page forgets what it has seen, and then that the seat is there.
#[test]
fn a_seat_without_a_key_is_not_played() {
    let (mut page, host, _) = committed();
    let [own, _] = agree(&mut page, 0, NAMES);
    page.hear(&json!({ "type": "refused", "id": null, "code": "wrong_key", "problem": "" }));
    page.click(Press::TryNow);
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&begun(&host, [own, TRIED_OUT]));
    refuses_to_play(&mut page);
}

/// Before seats committed, a page kept only its share. It must be in the match; nobody has seen more.
#[test]
fn a_match_from_before_seats_committed_goes_on_with_the_share_that_was_given() {
    let (_, host) = Host::seated(None);
    let saved = json!({ "game": "hexlock", "key": "secret", "seat": 0, "updated": 1.0, "share": Share([3; 32]) });
    let mut page = opened(saved.to_string());
    page.hear(&begun(&host, [Share([3; 32]), OTHERS]));
    plays_unseen(&page);
    let mut page = opened(saved.to_string());
    page.hear(&begun(&host, [Share([5; 32]), OTHERS]));
    refuses_to_play(&mut page);
}

#[test]
fn another_promise_for_the_same_table_is_not_believed() {
    let (page, host, _) = committed();
    let mut again = opened(stored(&page));
    let mut welcome = unbegun(&host);
    welcome["commitment"] = json!("ef".repeat(32));
    again.hear(&welcome);
    assert!(again.take_said().is_empty());
    refuses_to_play(&mut again);
}

/// The server could know the share that it was sent before. Who sits down again has another key, and another share.
#[test]
fn a_person_who_lost_the_seat_and_sits_down_again_commits_to_another_share() {
    let (mut page, host, first) = committed();
    page.hear(&json!({ "type": "refused", "id": null, "code": "wrong_key", "problem": "" }));
    page.click(Press::TryNow);
    page.tell(Event::Socket(SocketNews::Opened));
    page.take();
    let mut welcome = unbegun(&host);
    welcome["you"] = Value::Null;
    welcome["seats"][0] = json!({ "name": null, "here": false });
    page.hear(&welcome);
    page.click(Press::Sit(0));
    let said = page.take_said();
    page.hear(&json!({ "type": "seated", "id": said[0]["id"], "seat": 0, "key": said[0]["key"] }));
    page.tell(Event::Socket(SocketNews::Opened));
    page.take();
    page.hear(&unbegun(&host));
    let said = page.take_said();
    assert_eq!(said[0]["type"], "commit");
    assert_ne!(said[0]["commitment"], first["commitment"]);
}

const JOURNEY: &str = "jjjjjjjjjjjj";

/// A device of a traveller who has opened this link, at the table of a battle.
fn device(link: Option<&str>) -> Page {
    let saved = json!({ "game": "hexlock", "key": "secret", "updated": 1.0, "waiting": true, "journey": JOURNEY });
    let mut page = Page::open("", vec![("sixfold.table.abc".to_owned(), saved.to_string())]);
    page.model.keep_secrets(Some([if link.is_some() { 2 } else { 1 }; 32])); // each device draws its own
    page.model.stored.remove("sixfold.shares");
    page.model.draw_shares_root().expect("the device has no root yet");
    if let Some(link) = link {
        page.tell(Event::Route(link.trim_start_matches("http://localhost/").to_owned()));
    }
    page.tell(Event::Route("#/t/abc".to_owned()));
    page.tell(Event::Socket(SocketNews::Opened));
    page.take();
    page
}

/// A traveller goes on at another device, by the link that carries the secret of the shares.
#[test]
fn what_one_device_of_a_traveller_has_committed_to_another_one_opens() {
    let mut first = device(None);
    let (_, host) = Host::seated(None);
    first.hear(&unbegun(&host));
    let own = pledge(&first);
    let link = first.model.journey_link(JOURNEY, Some(&"k".repeat(protocol::KEY_LENGTH)));
    let mut second = device(Some(&link));
    let mut welcome = unbegun(&host);
    welcome["seats"] = seats(NAMES, [Some(own.commitment()), Some(others(OTHERS))], [None; 2]);
    second.hear(&welcome);
    assert_eq!(second.take_said()[0]["share"], json!(own.share));
    let begins = begun(&host, [own.share, OTHERS]);
    second.hear(&begins);
    plays(&second);
    first.hear(&begins); // it has only committed
    plays_unseen(&first);
}

/// The first device opens its share, the server tries shares for the other seat, and shows the match to the second device.
#[test]
fn a_device_that_did_not_see_what_the_others_fixed_says_so() {
    let mut first = device(None);
    let (_, host) = Host::seated(None);
    first.hear(&unbegun(&host));
    let [own, _] = agree(&mut first, 0, NAMES);
    let link = first.model.journey_link(JOURNEY, Some(&"k".repeat(protocol::KEY_LENGTH)));
    let mut second = device(Some(&link));
    second.hear(&begun(&host, [own, TRIED_OUT]));
    plays_unseen(&second);
    first.hear(&begun(&host, [own, TRIED_OUT]));
    refuses_to_play(&mut first);
}

/// The share of a person follows from the person's own secret. No other share is theirs, whatever the server says.
#[test]
fn a_match_of_a_journey_with_an_invented_share_for_the_own_seat_is_not_played() {
    let (_, host) = Host::seated(None);
    let invented = Share([5; 32]);
    let mut page = device(None);
    page.hear(&begun(&host, [invented, TRIED_OUT])); // in the first welcome
    refuses_to_play(&mut page);
    let mut page = device(None);
    page.hear(&committed_elsewhere(&host, invented));
    refuses_to_play(&mut page);
    // A device that travels along itself has the secret, as the one by a link of the other device has.
    let mut page = device(None);
    let joined = json!({ "journey": JOURNEY, "key": "k".repeat(protocol::KEY_LENGTH) }).to_string();
    page.tell(Event::Fetched(Fetch::Travel, Some((200, joined))));
    assert!(page.model.route.to_string().starts_with("#/journey/"));
    page.tell(Event::Route("#/t/abc".to_owned()));
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&begun(&host, [invented, TRIED_OUT]));
    refuses_to_play(&mut page);
    let link = device(None).model.journey_link(JOURNEY, Some(&"k".repeat(protocol::KEY_LENGTH)));
    let mut second = device(Some(&link));
    second.hear(&begun(&host, [invented, TRIED_OUT]));
    refuses_to_play(&mut second);
}

/// The welcome in which the server says that the page's seat has committed to this share.
fn committed_elsewhere(host: &Host, share: Share) -> Value {
    let mut welcome = unbegun(host);
    let elsewhere = ShareCommitment::to(&PROMISE, Seat(0), &share);
    welcome["seats"] = seats(NAMES, [Some(elsewhere), Some(others(OTHERS))], [None; 2]);
    welcome
}

/// A device that came by a link without the other one's secret promises nothing, accuses nobody, and says what it cannot do.
#[test]
fn a_device_without_the_secret_waits_for_the_one_that_has_committed() {
    let mut page = device(Some(&format!("#/journey/{JOURNEY}-{}", "k".repeat(protocol::KEY_LENGTH))));
    let (_, host) = Host::seated(None);
    page.hear(&committed_elsewhere(&host, Share([5; 32])));
    assert!(page.take_said().is_empty());
    page.hear(&begun(&host, [Share([5; 32]), OTHERS]));
    plays_unseen(&page);
}
