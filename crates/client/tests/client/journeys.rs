//! A journey on this device: steps, its matches, and the text that it comes back from.

use catalog::{DynJourneys, JOURNEYS};
use game::{Seed, Viewer};
use sixfold_client::{Client, JourneyHere, SavedLocal};

use crate::{english, play_first, seat};

fn set_out(journeys: &dyn DynJourneys) -> JourneyHere {
    JourneyHere::set_out(journeys, journeys.setup([]).unwrap(), "trip".to_owned(), Seed::number(5)).unwrap()
}

/// The match that is due, as a client shows it.
fn open(saved: &SavedLocal) -> Client {
    Client::restore(saved, "trip-1", &english()).unwrap()
}

/// A journey whose first match has begun, with a few actions.
fn in_a_match() -> (JourneyHere, Client) {
    let mut here = set_out(JOURNEYS[0]);
    here.step(&here.headquarters("en").start.unwrap().step).unwrap();
    let mut client = open(&here.begin_match().unwrap());
    for _ in 0..4 {
        play_first(&mut client);
    }
    (here, client)
}

#[test]
fn steps_are_taken_and_taken_back() {
    for journeys in JOURNEYS {
        let mut here = set_out(*journeys);
        let first = here.headquarters("en");
        assert!(!here.may_undo() && !here.undo() && here.match_id().is_none());
        let step = first.units[0].steps[0].clone();
        here.step(&step.step).unwrap();
        assert_ne!(here.headquarters("en"), first);
        assert!(here.step("nonsense").is_err());
        assert!(here.undo());
        assert_eq!(here.headquarters("en"), first);
    }
}

#[test]
fn a_match_is_played_by_whom_the_journey_says_and_taken_back() {
    let (mut here, mut client) = in_a_match();
    let local = client.local().unwrap();
    assert_eq!((local.journey.as_deref(), here.match_id().as_deref()), (Some("trip"), Some("trip-1")));
    assert!(local.is_person(seat(0)) && local.level(seat(1)).is_some());
    assert!(here.take(&local.saved(1.0)).is_err(), "a match that is not over");
    client.resign_local(seat(0));
    here.take(&client.local().unwrap().saved(2.0)).unwrap();
    let shown = here.headquarters("en");
    assert_eq!((shown.chapters.len(), here.match_id()), (1, None));
    assert!(!here.may_undo(), "a match cannot be taken back");
    let saved = here.saved("en", 3.0);
    assert_eq!((saved.matches, saved.title), (1, shown.title.clone()));
    let (again, running) = JourneyHere::read(&saved.text, None, "trip".to_owned()).unwrap();
    assert_eq!((again.headquarters("en"), running), (shown, None));
}

#[test]
fn the_text_of_a_journey_has_the_match_that_is_being_played() {
    let (here, client) = in_a_match();
    let saved = client.local().unwrap().saved(0.0);
    let text = here.text(Some(&saved)).unwrap();
    let (again, running) = JourneyHere::read(&text, None, "other".to_owned()).unwrap();
    let running = running.unwrap();
    assert_eq!((&running.record, &running.players), (&saved.record, &saved.players));
    assert_eq!((running.journey.as_deref(), again.match_id().as_deref()), (Some("other"), Some("other-1")));
    let back = open(&running);
    let view = |client: &Client| client.local().unwrap().played.position(Viewer::Everything).view().to_string();
    assert_eq!(view(&back), view(&client));
    assert_eq!(again.text(Some(&running)), Some(text));
}

#[test]
fn a_damaged_text_is_refused_whole_with_its_line() {
    let (here, client) = in_a_match();
    let text = here.text(Some(&client.local().unwrap().saved(0.0))).unwrap();
    let wrong = text.replacen("1 start", "1 stroll", 1);
    let line = wrong.lines().position(|line| line == "1 stroll").unwrap() + 1;
    let fault = JourneyHere::read(&wrong, None, String::new()).err().unwrap();
    assert_eq!(fault.line, line);
    assert!(!fault.problem.say("en").is_empty() && fault.problem.say("de") != fault.problem.say("en"));
    let other_seed = text.replacen("seed: 5", "seed: 6", 1);
    assert!(JourneyHere::read(&other_seed, None, String::new()).is_err(), "the match has other dice");
    let other = here.begin_match().map(|saved| SavedLocal { record: "nonsense".to_owned(), ..saved });
    assert_eq!(here.text(other.as_ref()), None);
}
