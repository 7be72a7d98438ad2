//! Tables on a server. The tests write the server's messages by hand.

use crate::dice;
use crate::harness::{Page, agreed, pick, told};
use catalog::Request;
use client::Connection;
use game::{Random, Seat, Seed, Viewer};
use serde_json::{Value, json};
use sixfold_web::press::{FormField, Press, Setting, TablePress};
use sixfold_web::{Effect, Event, Fetch, SocketNews, Timer};

/// The server's side of a match.
struct Other {
    game_match: Box<dyn catalog::DynMatch>,
}

impl Other {
    fn new() -> Self {
        let game = catalog::find("hexoust").unwrap();
        Self { game_match: game.start(game.setup(["base=4"]).unwrap(), Seed::number(1).into()).unwrap() }
    }

    fn welcome(&self, you: Option<u8>, names: [Value; 2]) -> Value {
        let [a, b] = names;
        let begun = !a.is_null() && !b.is_null();
        let share = begun.then(|| "cd".repeat(32));
        json!({
            "type": "welcome", "version": protocol::VERSION, "table": "abc", "game": "hexoust", "setup": "base=4", "you": you,
            "seats": [{ "name": a, "here": true, "share": share }, { "name": b, "here": true, "share": share }], "watching": 0,
            "commitment": "ab".repeat(32), "begun": begun,
            "start": self.game_match.position(Viewer::Spectator).view(), "first_actor": if begun { json!(0) } else { Value::Null },
            "seq": 0, "moments": [], "next": null,
        })
    }

    /// The page on this seat and the other player agree on the dice, and the match begins.
    fn agree(&self, page: &mut Page, you: u8, names: [&str; 2]) {
        let shares = dice::agree(page, you, names);
        let mut begun = self.begun(names);
        for (seat, share) in shares.iter().enumerate() {
            begun["seats"][seat]["share"] = json!(share);
        }
        page.hear(&begun);
    }

    fn begun(&self, names: [&str; 2]) -> Value {
        let seats = names.map(|name| json!({ "name": name, "here": true, "share": "cd".repeat(32) }));
        json!({ "type": "begun", "setup": "base=4", "start": self.game_match.position(Viewer::Spectator).view(), "first_actor": 0, "seats": seats })
    }

    fn play(&mut self, seat: u8, action: &str) -> Value {
        let request = Request::Play { seat: Seat(seat), action };
        told(self.game_match.carry_out(&request, &[Viewer::Spectator]).unwrap())
    }
}

fn seated() -> (Page, Other) {
    let other = Other::new();
    let kept = agreed("hexoust", Seat(0), 2);
    let mut page = Page::open("#/t/abc", vec![("sixfold.table.abc".to_owned(), kept)]);
    assert!(page.take().contains(&Effect::Open("abc".to_owned())));
    page.tell(Event::Socket(SocketNews::Opened));
    assert_eq!(
        page.take_said(),
        [json!({ "type": "hello", "version": protocol::VERSION, "key": "secret", "since": 0 })]
    );
    page.hear(&other.welcome(Some(0), [json!("Ann"), json!("Bob")]));
    page.take();
    (page, other)
}

#[test]
fn a_table_is_made_and_its_link_shown() {
    let mut page = Page::open("#/new/hexoust", Vec::new());
    page.tell(Event::Fetched(Fetch::Health, Some((200, "ok".to_owned()))));
    page.set(FormField::Opponent, "online");
    page.set(Setting::Name, "Ann");
    page.take();
    page.click(Press::Begin);
    let Some(Effect::Fetch(Fetch::NewTable, path, Some(body))) = page.take().pop() else {
        panic!("no request for a table")
    };
    assert_eq!(path, "api/tables");
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(body, json!({ "game": "hexoust", "options": ["base=7"], "seat": 0, "name": "Ann" }));
    let answer = json!({ "table": "abc", "seat": 0, "key": "secret" }).to_string();
    page.tell(Event::Fetched(Fetch::NewTable, Some((200, answer))));
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&Other::new().welcome(Some(0), [json!("Ann"), Value::Null]));
    assert_eq!(page.title(), "Waiting for somebody to take the other seat");
    assert!(page.html().contains("value=\"http://localhost/#/t/abc\""));
    assert!(page.open_places().is_empty(), "nobody plays alone");
    page.take();
    page.click(Press::CopyLink);
    assert_eq!(page.take(), [Effect::Copy("http://localhost/#/t/abc".to_owned())]);
    page.hear(&json!({ "type": "people", "seats": [{ "name": "Ann", "here": true }, { "name": "Bob", "here": true }], "watching": 1 }));
    assert_eq!(page.title(), "Agreeing on the dice …");
    assert!(page.open_places().is_empty(), "no moves before the dice are agreed on");
    Other::new().agree(&mut page, 0, ["Ann", "Bob"]);
    assert_eq!(page.title(), "Your turn: place a stone");
    assert_eq!(page.model.announcement, "The match begins. Your turn.");
    assert_eq!(page.pressing(Press::CopyLink).len(), 1, "the link for spectators can be copied");
    assert!(page.html().contains("Bob · here") && page.html().contains("one person watches"));
}

#[test]
fn a_guest_who_opens_the_link_can_sit_down_and_is_remembered() {
    let mut page = Page::open("#/t/abc", Vec::new());
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&Other::new().welcome(None, [json!("Ann"), Value::Null]));
    page.set(Setting::Name, "<b>Bob");
    let form = page.first("form[data-submit]");
    let submits = Press::read(form.get("data-submit").unwrap());
    assert_eq!(submits, Some(Press::Sit(1)), "Enter in the field sits down too");
    page.take();
    page.click(Press::Sit(1));
    let said = page.take_said();
    assert_eq!((&said[0]["type"], &said[0]["seat"], &said[0]["name"]), (&json!("sit"), &json!(1), &json!("<b>Bob")));
    assert_eq!(said[0]["key"].as_str().unwrap().len(), protocol::KEY_LENGTH);
    page.hear(&json!({ "type": "seated", "id": said[0]["id"], "seat": 1, "key": "mine" }));
    page.hear(&json!({ "type": "people", "seats": [{ "name": "Ann", "here": true }, { "name": "<b>Bob", "here": true }], "watching": 0 }));
    Other::new().agree(&mut page, 1, ["Ann", "<b>Bob"]);
    assert_eq!(page.title(), "Ann (Red): place a stone");
    assert!(page.html().contains("&lt;b&gt;Bob · you"));
    assert!(page.stored().iter().any(|(key, value)| key == "sixfold.table.abc" && value.contains("mine")));
}

#[test]
fn a_move_is_sent_once_and_shown_when_it_is_kept() {
    let (mut page, mut other) = seated();
    page.click(pick("d4"));
    page.click(pick("a1"));
    let said = page.take_said();
    assert_eq!(said.len(), 1, "one request at a time: {said:?}");
    assert_eq!((&said[0]["type"], &said[0]["action"]), (&json!("play"), &json!("d4")));
    assert_eq!(page.title(), "Sending your move …");
    assert!(page.html().contains("class=\"b-ghost\""));
    page.hear(&other.play(0, "d4"));
    page.hear(&json!({ "type": "done", "id": said[0]["id"], "seq": 1 }));
    assert_eq!(page.title(), "Bob (Blue): place a stone");
    page.hear(&other.play(1, "a1"));
    assert_eq!(page.title(), "Your turn: place a stone");
    assert_eq!(page.model.announcement, "Bob places on a1. Your turn.");
}

#[test]
fn what_was_not_acknowledged_is_asked_again_with_the_same_id() {
    let (mut page, mut other) = seated();
    page.click(pick("d4"));
    let first = page.take_said();
    page.tell(Event::Socket(SocketNews::Closed));
    page.says("The connection is lost.");
    page.shows(".banner");
    page.says("Your move is kept");
    let asked = page.take();
    assert!(asked.contains(&Effect::Timer(Timer::Reconnect, 500)), "{asked:?}");
    page.now += 600.0;
    page.tell(Event::Timer(Timer::Reconnect));
    assert!(page.take().contains(&Effect::Open("abc".to_owned())));
    page.tell(Event::Socket(SocketNews::Opened));
    page.take();
    let mut welcome = other.welcome(Some(0), [json!("Ann"), json!("Bob")]);
    welcome["start"] = Value::Null;
    page.hear(&welcome);
    assert_eq!(page.take_said(), first);
    page.hear(&other.play(0, "d4"));
    page.hear(&json!({ "type": "done", "id": first[0]["id"], "seq": 1 }));
    assert_eq!(page.title(), "Bob (Blue): place a stone");
    page.does_not_say("The connection is lost.");
    page.lacks(".banner");
}

/// A server whose store fails does not know whether it has kept a move.
#[test]
fn a_move_that_the_server_could_not_keep_is_asked_for_again_with_the_same_id() {
    let (mut page, mut other) = seated();
    page.click(pick("d4"));
    let first = page.take_said();
    let refused = json!({ "type": "refused", "id": first[0]["id"], "code": "unavailable", "problem": "ask again" });
    let come_back = |page: &mut Page| {
        page.now += 20_000.0;
        page.tell(Event::Timer(Timer::Reconnect));
        page.tell(Event::Socket(SocketNews::Opened));
        page.take();
        let mut welcome = Other::new().welcome(Some(0), [json!("Ann"), json!("Bob")]);
        welcome["start"] = Value::Null;
        page.hear(&welcome);
        page.take_said()
    };
    let mut waits = Vec::new();
    for _ in 0..5 {
        page.hear(&refused);
        page.says("Your move is kept");
        let wait = |effect: &Effect| match effect {
            Effect::Timer(Timer::Reconnect, wait) => Some(*wait),
            _ => None,
        };
        waits.extend(page.take().iter().filter_map(wait));
        assert_eq!(come_back(&mut page), first, "the same id");
    }
    assert_eq!(waits, [1_000, 2_000, 4_000, 8_000, 15_000], "a server in trouble is asked more and more rarely");
    // Nobody waits for ever for a move that no server can carry out.
    page.hear(&refused);
    page.says("The server could not keep that.");
    assert_eq!(page.title(), "Your turn: place a stone");
    page.click(pick("d4"));
    let second = page.take_said();
    assert_ne!(second[0]["id"], first[0]["id"]);
    page.hear(&json!({ "type": "refused", "id": second[0]["id"], "code": "unavailable", "problem": "ask again" }));
    assert_eq!(come_back(&mut page), second, "it is counted anew");
    page.hear(&other.play(0, "d4"));
    page.hear(&json!({ "type": "done", "id": second[0]["id"], "seq": 1 }));
    assert_eq!(page.title(), "Bob (Blue): place a stone");
}

#[test]
fn a_client_that_returns_says_what_it_knows_and_takes_in_the_rest_once() {
    let (mut page, mut other) = seated();
    let first = other.play(0, "d4");
    page.hear(&first);
    page.tell(Event::Socket(SocketNews::Closed));
    page.click(Press::TryNow);
    page.take();
    page.tell(Event::Socket(SocketNews::Opened));
    assert_eq!(page.take_said()[0]["since"], json!(1));
    let second = other.play(1, "a1");
    let mut welcome = other.welcome(Some(0), [json!("Ann"), json!("Bob")]);
    let strip = |moment: &Value| {
        let mut moment = moment.clone();
        moment.as_object_mut().unwrap().remove("type");
        moment
    };
    (welcome["start"], welcome["moments"]) = (Value::Null, json!([strip(&first), strip(&second)]));
    page.hear(&welcome);
    page.hear(&second);
    assert_eq!(page.model.client.as_ref().unwrap().history.len(), 2);
    assert_eq!(page.model.visit.socket.state, Connection::Live);
}

#[test]
fn a_gap_in_what_happened_is_filled_by_coming_back() {
    let (mut page, mut other) = seated();
    other.play(0, "d4");
    page.hear(&other.play(1, "a1"));
    assert!(matches!(page.model.visit.socket.state, Connection::Down(1, _)));
    assert!(page.take().contains(&Effect::Hang));
}

#[test]
fn tries_grow_rarer_and_a_click_tries_at_once() {
    let (mut page, _) = seated();
    let mut waits = Vec::new();
    for _ in 0..4 {
        page.tell(Event::Socket(SocketNews::Closed));
        let wait = |effect: &Effect| match effect {
            Effect::Timer(Timer::Reconnect, wait) => Some(*wait),
            _ => None,
        };
        waits.extend(page.take().iter().filter_map(wait));
        page.click(Press::TryNow);
        assert!(page.take().contains(&Effect::Open("abc".to_owned())));
    }
    assert_eq!(waits, [500, 1000, 2000, 4000]);
}

#[test]
fn a_refusal_is_told_in_the_players_words() {
    let (mut page, _) = seated();
    page.click(pick("d4"));
    let said = page.take_said();
    let why = json!({ "key": "occupied", "args": { "cell": { "text": "d4" } } });
    page.hear(&json!({ "type": "refused", "id": said[0]["id"], "code": "illegal", "problem": "no", "why": why }));
    assert!(page.html().contains("4 is occupied."), "{}", page.html());
    assert_eq!(page.title(), "Your turn: place a stone", "a refusal changes nothing");
    page.hear(&json!({ "type": "refused", "id": null, "code": "too_fast", "problem": "slow down" }));
    assert!(page.html().contains("too fast for the server"));
}

#[test]
fn a_table_that_is_not_there_is_said_and_not_tried_for_ever() {
    let mut page = Page::open("#/t/abc", Vec::new());
    page.take();
    page.tell(Event::Socket(SocketNews::Closed));
    assert!(page.take().iter().any(|effect| matches!(effect, Effect::Fetch(Fetch::Table(_), ..))));
    page.tell(Event::Fetched(Fetch::Table("abc".to_owned()), Some((404, String::new()))));
    assert!(page.html().contains("There is no such table."));
    page.take();
    page.tell(Event::Timer(Timer::Reconnect));
    assert!(page.take().is_empty());
}

#[test]
fn a_spectator_sees_everything_and_plays_nothing() {
    let mut page = Page::open("#/t/abc", Vec::new());
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&Other::new().welcome(None, [json!("Ann"), json!("Bob")]));
    page.take();
    page.click(pick("d4"));
    assert!(page.take_said().is_empty());
    assert!(page.html().contains("You are watching."));
}

#[test]
fn a_rematch_opens_for_the_player_who_asked_and_is_offered_to_the_other() {
    let (mut page, mut other) = seated();
    let mut last = other.play(0, "d4");
    last["outcome"] = json!({ "seats": 2, "places": [1, 2, 0, 0, 0, 0] });
    last["actor"] = Value::Null;
    page.hear(&last);
    assert_eq!(page.title(), "You have won!");
    page.take();
    page.hear(&json!({ "type": "next", "table": "def" }));
    assert!(page.html().contains("Go to the rematch"));
    page.click(TablePress::Rematch);
    assert_eq!(page.model.route.to_string(), "#/t/def");
    assert!(page.take().contains(&Effect::Open("def".to_owned())));
    page.tell(Event::Socket(SocketNews::Opened));
    assert_eq!(page.take_said()[0]["key"], json!("secret"), "the page sends the same seat key");
}

#[test]
fn without_a_server_online_is_off_with_the_reason() {
    let mut page = Page::open("#/new/hexoust", Vec::new());
    for answer in [None, Some((404, String::new())), Some((200, "<!doctype html>".to_owned()))] {
        page.tell(Event::Fetched(Fetch::Health, answer));
        assert!(page.html().contains("this page has none behind it"));
    }
    page.set(FormField::Opponent, "online");
    page.take();
    page.click(Press::Begin);
    assert!(page.take().is_empty());
}

#[test]
fn with_two_steps_a_move_can_be_taken_back_until_it_is_sent() {
    let (mut page, _) = seated();
    page.set(Setting::Confirm, "on");
    page.take();
    page.click(pick("d4"));
    assert!(page.take_said().is_empty(), "the first click only marks the place");
    page.says("Play d4");
    page.click(TablePress::Undo);
    page.does_not_say("Play d4");
    page.click(pick("d4"));
    page.click(pick("d4"));
    assert_eq!(page.take_said()[0]["action"], "d4");
}

#[test]
fn a_connection_that_dies_silently_is_noticed() {
    let (mut page, _) = seated();
    page.click(pick("d4"));
    page.take();
    page.now += 5_000.0;
    page.tell(Event::Timer(Timer::Listen));
    assert_eq!(page.model.visit.socket.state, Connection::Live, "an answer may take a while");
    page.now += 5_000.0;
    page.tell(Event::Timer(Timer::Listen));
    assert!(matches!(page.model.visit.socket.state, Connection::Down(..)), "the page does not wait for ever");

    let (mut page, _) = seated();
    page.now += 14_000.0;
    page.tell(Event::Timer(Timer::Listen));
    assert_eq!(page.model.visit.socket.state, Connection::Live);
    page.now += 2_000.0;
    page.tell(Event::Timer(Timer::Listen));
    assert!(matches!(page.model.visit.socket.state, Connection::Down(..)), "a silent connection is reported as down");
}

#[test]
fn a_player_who_looks_at_the_past_is_told_that_it_is_their_turn() {
    let (mut page, mut other) = seated();
    page.hear(&other.play(0, "d4"));
    page.click(TablePress::Step(-1));
    assert_eq!(page.title(), "The beginning");
    page.hear(&other.play(1, "a1"));
    assert_eq!(page.title(), "The beginning · it is your turn now");
}

#[test]
fn a_server_that_did_not_answer_can_be_asked_again() {
    let mut page = Page::open("#/new/hexoust", Vec::new());
    page.tell(Event::Fetched(Fetch::Health, Some((200, "ok".to_owned()))));
    page.set(FormField::Opponent, "online");
    page.click(Press::Begin);
    page.take();
    page.tell(Event::Fetched(Fetch::NewTable, None));
    assert!(page.html().contains("did not answer"));
    page.click(Press::Begin);
    assert!(page.take().iter().any(|effect| matches!(effect, Effect::Fetch(Fetch::NewTable, ..))));
}

#[test]
fn without_secure_numbers_nobody_plays_online() {
    let mut page = Page::open("#/new/hexoust", Vec::new());
    page.model.keep_secrets(None);
    page.tell(Event::Fetched(Fetch::Health, Some((200, "ok".to_owned()))));
    page.set(FormField::Opponent, "online");
    page.take();
    page.click(Press::Begin);
    assert!(page.take().is_empty());
    assert!(page.html().contains("no secure random numbers"));
    page.tell(Event::Route("#/t/abc".to_owned()));
    page.tell(Event::Socket(SocketNews::Opened));
    page.hear(&Other::new().welcome(None, [json!("Ann"), Value::Null]));
    page.take();
    page.click(Press::Sit(1));
    assert!(page.take_said().is_empty());
    assert!(page.html().contains("no secure random numbers"));
}

#[test]
fn a_watcher_who_follows_a_rematch_keeps_nothing() {
    let mut page = Page::open("#/t/abc", Vec::new());
    page.tell(Event::Socket(SocketNews::Opened));
    let mut other = Other::new();
    page.hear(&other.welcome(None, [json!("Ann"), json!("Bob")]));
    let mut last = other.play(0, "d4");
    last["outcome"] = json!({ "seats": 2, "places": [1, 2, 0, 0, 0, 0] });
    page.hear(&last);
    page.hear(&json!({ "type": "next", "table": "def" }));
    page.click(TablePress::Rematch);
    assert_eq!(page.model.route.to_string(), "#/t/def");
    assert!(!page.stored().iter().any(|(key, _)| key.starts_with("sixfold.table.")), "{:?}", page.stored());
}

/// The page must not go on with an earlier position as if nothing had happened.
#[test]
fn a_view_that_the_game_cannot_read_is_reported() {
    let wrong = || json!({ "stones": "none of ours" });
    let check = |page: &mut Page| {
        page.says("The table cannot be shown");
        assert!(page.model.client.is_none() && page.take().contains(&Effect::Hang));
    };
    let (mut page, mut other) = seated();
    let mut moment = other.play(0, "d4");
    moment["view"] = wrong();
    page.hear(&moment);
    check(&mut page);
    let (mut page, other) = seated();
    let mut begun = other.begun(["Ann", "Bob"]);
    begun["start"] = wrong();
    page.hear(&begun);
    check(&mut page);
    let mut page = Page::open("#/t/abc", Vec::new());
    page.tell(Event::Socket(SocketNews::Opened));
    let mut welcome = Other::new().welcome(None, [json!("Ann"), json!("Bob")]);
    welcome["start"] = wrong();
    page.hear(&welcome);
    check(&mut page);
}

/// A page of somebody who comes into a running match with 14 moves, of which the welcome has two.
fn late() -> (Page, Vec<Value>) {
    let mut other = Other::new();
    let (mut told, mut random) = (Vec::new(), Random::new(2));
    while told.len() < 14 {
        let (seat, action) = (other.game_match.actor().unwrap(), other.game_match.random_action(&mut random).unwrap());
        let mut moment = other.play(seat.0, &action);
        moment.as_object_mut().unwrap().remove("type");
        told.push(moment);
    }
    let you = other.game_match.actor().unwrap();
    let mut page = Page::open("#/t/abc", vec![("sixfold.table.abc".to_owned(), agreed("hexoust", you, 2))]);
    page.tell(Event::Socket(SocketNews::Opened));
    let mut welcome = Other::new().welcome(Some(you.0), [json!("Ann"), json!("Bob")]);
    (welcome["seq"], welcome["moments"]) = (json!(14), json!(told[12..]));
    page.take();
    page.hear(&welcome);
    (page, told)
}

/// The pages of the past that the page has asked for.
fn pages_asked(page: &mut Page) -> Vec<(Fetch, Value)> {
    let asked = |effect: Effect| match effect {
        Effect::Fetch(what @ Fetch::Past(..), path, body) => {
            assert_eq!(path, "api/tables/abc/past");
            Some((what, serde_json::from_str(&body.unwrap()).unwrap()))
        }
        _ => None,
    };
    page.take().into_iter().filter_map(asked).collect()
}

#[test]
fn somebody_who_comes_late_plays_at_once_and_the_past_follows() {
    let (mut page, told) = late();
    let asked = pages_asked(&mut page);
    assert_eq!(asked, [(Fetch::Past("abc".to_owned(), 12), json!({ "key": "secret", "up_to": 12 }))]);
    assert!(page.title().starts_with("Your turn") && !page.open_places().is_empty(), "{}", page.title());
    page.says("Earlier moves are being loaded …");
    page.shows("[data-missing]");
    let rows = |page: &Page| page.all(".turn-list li").len();
    let before = rows(&page);
    page.click(TablePress::Show(0));
    assert_eq!(page.model.client.as_ref().unwrap().moment_shown(), 13, "as far back as is known");
    page.click(TablePress::Now);

    let answer = |moments: &[Value]| Some((200, json!({ "moments": moments }).to_string()));
    page.tell(Event::Fetched(asked[0].0.clone(), answer(&told[5..12])));
    let next = pages_asked(&mut page);
    assert_eq!(next[0].1["up_to"], 5);
    page.tell(Event::Fetched(asked[0].0.clone(), answer(&told[5..12])));
    assert!(pages_asked(&mut page).is_empty(), "a page that comes twice is taken once");
    page.tell(Event::Fetched(next[0].0.clone(), answer(&told[..5])));
    assert!(pages_asked(&mut page).is_empty(), "all of it is here");
    page.lacks("[data-missing]");
    page.does_not_say("Earlier moves are being loaded …");
    assert_eq!(rows(&page), before, "the rows that came had their place already");
    page.click(TablePress::Show(0));
    assert_eq!(page.model.client.as_ref().unwrap().moment_shown(), 0);
}

#[test]
fn a_page_of_the_past_that_does_not_come_is_asked_for_again_and_one_that_is_refused_is_not() {
    let (mut page, told) = late();
    let past = pages_asked(&mut page).pop().unwrap().0;
    let listen = |page: &mut Page| {
        page.tell(Event::Timer(Timer::Listen));
        pages_asked(page).len()
    };
    assert_eq!(listen(&mut page), 0, "it is on its way");
    for failed in [None, Some((429, String::new())), Some((503, String::new()))] {
        page.tell(Event::Fetched(past.clone(), failed));
        assert_eq!(listen(&mut page), 1);
    }
    page.tell(Event::Fetched(past.clone(), Some((403, String::new()))));
    assert_eq!(listen(&mut page), 0);
    for nonsense in ["", "{}", "[]", r#"{"moments":[]}"#, r#"{"moments":[1]}"#] {
        page.tell(Event::Fetched(past.clone(), Some((200, nonsense.to_owned()))));
        assert!(page.title().starts_with("Your turn"), "the present stays");
    }
    page.tell(Event::Fetched(
        Fetch::Past("other".to_owned(), 12),
        Some((200, json!({ "moments": told[..12] }).to_string())),
    ));
    page.shows("[data-missing]");
    page.tell(Event::Fetched(past, Some((200, json!({ "moments": told[..12] }).to_string()))));
    page.lacks("[data-missing]");
}
