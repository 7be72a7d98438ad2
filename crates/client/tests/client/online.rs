//! A match on a server, as the server tells it to this client.

use catalog::DynMatch;
use game::{Random, Seed, Viewer};
use protocol::{FromClient, Moment, Welcome};
use serde_json::{Value, json};
use sixfold_client::{Client, Gap, Tongue};

use crate::{game, seat};

/// A match on a server, and the client of the seat that acts first in it.
pub(crate) struct Host {
    pub(crate) played: Box<dyn DynMatch>,
    pub(crate) client: Client,
}

fn value(raw: &serde_json::value::RawValue) -> Value {
    serde_json::from_str(raw.get()).unwrap()
}

pub(crate) fn hosted() -> Host {
    hosted_for([("Ann", None), ("", None)])
}

/// The same with these players: names, and levels of computers.
fn hosted_for(players: [(&str, Option<&str>); 2]) -> Host {
    let game = game("hexoust");
    let played = game.start(game.setup([]).unwrap(), Seed::number(1).into()).unwrap();
    let (start, first_actor) = played.start(Viewer::Seat(seat(0)));
    let people =
        players.map(|(name, level)| json!({ "name": name, "here": true, "bot": level, "share": null })).to_vec();
    let welcome = json!({
        "version": protocol::VERSION, "table": "abc", "game": "hexoust", "setup": played.record().setup,
        "seats": people, "you": 0, "begun": true, "watching": 0,
        "commitment": "00".repeat(32), "start": value(&start.view()), "first_actor": first_actor,
        "seq": 0, "moments": [], "next": null,
    });
    let welcome: Welcome = serde_json::from_value(welcome).unwrap();
    let client = Client::welcomed(&welcome, Some("key".to_owned()), &crate::english(), 0.0).unwrap();
    Host { played, client }
}

impl Host {
    /// Plays the first legal action on the server, and returns the moment for the client's seat.
    pub(crate) fn play(&mut self) -> Moment {
        let action = self.played.legal()[0].clone();
        self.played.play(self.played.actor().unwrap(), &action).unwrap();
        let told = self.played.moments(self.played.events() - 1, Viewer::Seat(seat(0)));
        told.into_iter().next().unwrap().map_view(|position| value(&position.view()))
    }
}

#[test]
fn moments_are_heard_once_and_in_order() {
    let mut host = hosted();
    let (first, second) = (host.play(), host.play());
    assert_eq!(host.client.hear(second.clone()), Err(Gap));
    assert_eq!(host.client.hear(first.clone()), Ok(true));
    assert_eq!(host.client.hear(first), Ok(false));
    assert_eq!(host.client.hear(second), Ok(true));
    host.client.refresh();
    assert_eq!((host.client.history.len(), host.client.acts_here()), (2, true));
}

#[test]
fn nothing_is_played_while_an_action_is_under_way() {
    let mut host = hosted();
    assert!(host.client.acts_here() && host.client.own_seat() == Some(seat(0)));
    let play = |id: &str| FromClient::Play { id: id.to_owned(), action: host.played.legal()[0].clone() };
    let (first, second) = (play("1"), play("2"));
    host.client.online_mut().unwrap().pending = vec![first.clone(), second];
    assert!(!host.client.acts_here());
    let online = host.client.online_mut().unwrap();
    assert_eq!(online.to_be_said(), std::slice::from_ref(&first), "only the first of several actions is sent");
    assert!(online.drop_rest_of_plan("1"), "a refusal drops the rest of the plan");
    assert_eq!(online.answered("1"), Some(first));
    assert!(host.client.acts_here());
}

#[test]
fn people_are_called_by_name_or_by_seat() {
    let client = hosted().client;
    assert_eq!([0, 1].map(|number| client.person_name(seat(number))), ["Ann".to_owned(), client.seat_name(seat(1))]);
    assert_eq!(client.player_in_words(seat(1)), "a person");
    assert_eq!(client.viewpoint(), Some(seat(0)));
}

/// What happened is told with people's names, in every language.
#[test]
fn what_happened_is_told_with_the_names_of_people() {
    let mut host = hosted_for([("Ann", None), ("Bo", None)]);
    for told in ["Ann places on ", "Bo places on "] {
        let moment = host.play();
        host.client.hear(moment).unwrap();
        host.client.refresh();
        let words = host.client.moment_in_words(host.client.history.moments().last().unwrap());
        assert!(words.starts_with(told), "{words}");
    }
    host.client.speak(&Tongue::of("de", &[]));
    let words = host.client.moment_in_words(&host.client.history.moments()[0]);
    assert!(words.starts_with("Ann setzt auf "), "{words}");
}

/// Sentences must tell the players apart, and a computer has no name that fits into them.
#[test]
fn names_that_could_mean_somebody_else_are_replaced_by_the_seat() {
    let called = |players| {
        let client = hosted_for(players).client;
        [0, 1].map(|number| client.person_name(seat(number)))
    };
    assert_eq!(called([("Ann", None), ("ann", None)]), ["Red", "Blue"], "two of the same name");
    assert_eq!(called([("blue", None), ("Bo", None)]), ["Red", "Bo"], "the name of the other seat");
    assert_eq!(called([("Red", None), ("Bo", None)]), ["Red", "Bo"]);
    assert_eq!(called([("Ann", None), ("Sixfold, level 3", Some("3"))]), ["Ann", "Blue"], "a computer");
}

#[test]
fn a_replay_tells_what_people_did_by_their_names() {
    for (names, told) in [(["Ann", "Sixfold, level 1"], ["Ann", "Blue"]), ([game::UNNAMED, "Bo"], ["Red", "Bo"])] {
        let mut host = hosted();
        for (number, name) in names.iter().enumerate() {
            host.played.name_player(seat(number as u8), name);
        }
        let _moments = [host.play(), host.play()];
        let mut client = Client::replayed(&host.played.record().to_string(), &[], None, &crate::english()).unwrap();
        client.look_with(Viewer::Everything);
        let said = |index: usize| client.moment_in_words(&client.history.moments()[index]);
        for (index, name) in told.iter().enumerate() {
            assert!(said(index).starts_with(&format!("{name} places on ")), "{}", said(index));
        }
    }
}

/// A running match of this game after so many random actions, and what the first seat was told of each.
fn played(key: &str, options: &[&str], events: usize) -> (Box<dyn DynMatch>, Vec<Moment>) {
    let game = game(key);
    let (mut played, mut random) =
        (game.start(game.setup(options.iter().copied()).unwrap(), Seed::number(7).into()).unwrap(), Random::new(7));
    while played.events() < events {
        let action = played.random_action(&mut random).unwrap();
        played.play(played.actor().unwrap(), &action).unwrap();
    }
    let told = played.moments(0, Viewer::Seat(seat(0)));
    let told = told.into_iter().map(|moment| moment.map_view(|position| value(&position.view()))).collect();
    (played, told)
}

/// A client that was welcomed at this match with these moments.
fn welcomed(played: &dyn DynMatch, moments: &[Moment]) -> Client {
    let (start, first_actor) = played.start(Viewer::Seat(seat(0)));
    let welcome = json!({
        "version": protocol::VERSION, "table": "abc", "game": played.info().key, "setup": played.record().setup,
        "seats": vec![json!({ "name": "Ann", "here": true }); 2], "you": 0, "begun": true, "watching": 0,
        "commitment": "00".repeat(32), "start": value(&start.view()), "first_actor": first_actor,
        "seq": played.events(), "moments": moments, "next": null,
    });
    let welcome: Welcome = serde_json::from_value(welcome).unwrap();
    Client::welcomed(&welcome, Some("key".to_owned()), &crate::english(), 0.0).unwrap()
}

#[test]
fn the_past_that_comes_in_pages_is_the_one_that_is_told_at_once() {
    for (key, options, events) in [
        ("hexoust", &[][..], 40),
        ("hexlock", &["memory=on"], 44),
        ("hexlock", &["memory=off"], 44),
        ("hex-dice", &[], 60),
    ] {
        let (played, told) = played(key, options, events);
        let whole = welcomed(&*played, &told);
        let mut client = welcomed(&*played, &told[events - 3..]);
        assert_eq!((client.history.len(), client.missing_past()), (events, Some(events as u64 - 3)));
        assert_eq!((client.actor(), client.acts_here()), (whole.actor(), whole.acts_here()), "the present is there");
        assert_eq!(client.picture.picks, whole.picture.picks);

        // One can go back as far as the moments are known, and nothing that is asked about the others fails.
        for moment in 0..=events {
            client.history.show(Some(moment));
            client.refresh();
            assert_eq!(client.moment_shown(), moment.max(events - 2), "{moment}");
            assert!(
                client.history.place_shown().is_some() && client.history.actor_after(moment).is_some()
                    || moment < events - 2
            );
            client.see_again(1);
            client.end_motion();
            client.see_shown(2);
            client.end_motion();
        }
        client.history.show(None);
        client.refresh();

        // Pages in another order, twice or with holes change nothing.
        let page = |from: usize, to: usize| told[from..to].to_vec();
        for wrong in [page(0, 10), page(events - 13, events - 4), page(events - 13, events), Vec::new()] {
            assert_eq!(client.look_back(wrong), Err(Gap));
        }
        let mut holes = page(events - 13, events - 3);
        holes.remove(4);
        assert_eq!((client.look_back(holes), client.history.missing()), (Err(Gap), events - 3));

        let mut missing = events - 3;
        while missing > 0 {
            let from = missing.saturating_sub(10);
            client.look_back(page(from, missing)).unwrap();
            missing = from;
            assert_eq!(client.history.missing(), missing);
        }
        assert_eq!(client.look_back(page(0, 1)), Err(Gap), "nothing is missing any more");
        assert_eq!(client.history.moments(), whole.history.moments());
        assert_eq!(client.history.turn_rows(), whole.history.turn_rows());
        for moment in 0..=events {
            assert_eq!(client.history.after(moment), whole.history.after(moment), "{key}: after {moment}");
        }
        assert_eq!((&client.picture, &client.earlier.marks), (&whole.picture, &whole.earlier.marks), "{key}");
        assert_eq!(client.history.news(Some(seat(0))), whole.history.news(Some(seat(0))));
    }
}

#[test]
fn a_match_goes_on_while_its_past_is_on_its_way() {
    let (mut played, told) = played("hexlock", &["memory=on"], 30);
    let mut client = welcomed(&*played, &told[28..]);
    for number in 30..34 {
        let action = played.legal()[0].clone();
        played.play(played.actor().unwrap(), &action).unwrap();
        let next = played.moments(number, Viewer::Seat(seat(0))).pop().unwrap();
        assert_eq!(client.hear(next.map_view(|position| value(&position.view()))), Ok(true));
    }
    client.refresh();
    assert_eq!((client.history.len(), client.actor()), (34, played.actor()));
    client.look_back(told[..28].to_vec()).unwrap();
    let all = played.moments(0, Viewer::Seat(seat(0)));
    let all: Vec<Moment> = all.into_iter().map(|moment| moment.map_view(|position| value(&position.view()))).collect();
    let whole = welcomed(&*played, &all);
    assert_eq!(client.history.newest(), whole.history.newest(), "everything is remembered");
    assert_eq!(client.picture, whole.picture);
}

#[test]
fn what_is_picked_stays_picked_when_the_past_comes() {
    let matches = (38..44).map(|events| played("hexoust", &[], events));
    let (played, told) = matches.into_iter().find(|(played, _)| played.actor() == Some(seat(0))).unwrap();
    let recent = told.len() - 1;
    let mut client = welcomed(&*played, &told[recent..]);
    assert!(client.acts_here());
    let place = client.picture.picks.iter().next().unwrap().0[0].clone();
    client.pointing.pick(vec![place.clone()]);
    client.look_back(told[..recent].to_vec()).unwrap();
    assert_eq!(client.pointing.picked(), [place]);
}
