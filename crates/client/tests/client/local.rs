//! A match on this device: the viewer, handing over, taking back, resigning, and the rematch.

use game::{Exit, Viewer};
use sixfold_client::{Client, Player, SavedLocal, Side};

use crate::{computer, found, people, play_first, seat, start};

/// A match of two people with hidden knowledge. Nobody holds the device yet.
fn secret_match() -> Client {
    found("hexlock", "memory=off", |played| played.standing().keeps_secrets && played.events() <= 24)
}

#[test]
fn the_device_is_handed_over_once_the_result_of_a_move_was_seen() {
    let mut client = secret_match();
    let first = client.hand_over_to().expect("the device has to be handed over");
    assert!(!client.turn_is_here() && client.history.eyes() == Viewer::Spectator);
    client.take_over();
    assert_eq!((client.hand_over_to(), client.history.eyes()), (None, Viewer::Seat(first)));
    assert!(client.acts_here());
    while client.actor() == Some(first) {
        play_first(&mut client);
    }
    let other = client.actor().expect("the match goes on");
    assert_eq!((client.hand_over_to(), client.hands_on_to()), (None, Some(other)), "the move is still looked at");
    assert_eq!(client.history.eyes(), Viewer::Seat(first));
    assert!(!client.acts_here(), "the first person cannot act for the other");
    client.hand_over();
    assert_eq!((client.hand_over_to(), client.hands_on_to()), (Some(other), None));
    client.take_over();
    assert_eq!(client.history.eyes(), Viewer::Seat(other));
    assert!(client.undo_local());
    assert_eq!(client.hand_over_to(), Some(first), "after undo it is the other's turn again");
}

/// The next person must not get an earlier position, in which nobody can act.
#[test]
fn who_takes_the_device_over_sees_the_newest_moment_even_if_an_earlier_one_was_shown() {
    let mut client = secret_match();
    client.take_over();
    let first = client.actor();
    while client.actor() == first {
        play_first(&mut client);
    }
    client.history.show(Some(1));
    client.refresh();
    client.hand_over();
    assert!(!client.history.is_past_shown());
    client.take_over();
    assert!(client.acts_here() && !client.open().is_empty(), "the next person can act");
    let newest = client.history.newest().picture(true);
    assert_eq!((&client.picture, client.history.shown()), (&newest, None));
}

#[test]
fn a_match_that_gets_shorter_shows_no_moment_beyond_its_end() {
    let mut client = start("hexoust", people(2));
    for _ in 0..3 {
        play_first(&mut client);
    }
    client.history.show(Some(2));
    assert!(client.undo_local());
    assert_eq!((client.history.shown(), client.moment_shown()), (None, 2), "taking back shows what is left");
    assert!(client.acts_here() && !client.open().is_empty());
    client.history.show(Some(1));
    client.look_with(Viewer::Everything);
    assert_eq!(client.history.shown(), Some(1), "other eyes look at the same moment");
    let beginning = client.local().unwrap().played.start(Viewer::Spectator);
    client.begin_with(beginning);
    assert_eq!((client.history.shown(), client.moment_shown()), (None, 0));
}

#[test]
fn where_nothing_is_hidden_nothing_is_handed_over() {
    let mut client = start("hexoust", people(2));
    play_first(&mut client);
    assert!(client.hand_over_to().is_none() && client.acts_here());
    client.take_over();
    assert!(client.acts_here());
}

#[test]
fn one_person_sees_with_their_own_eyes_and_everything_after_the_end() {
    let mut client = start("hexlock", vec![computer(), Player::Person]);
    assert_eq!((client.own_seat(), client.history.eyes()), (Some(seat(1)), Viewer::Seat(seat(1))));
    client.resign_local(client.may_resign().unwrap());
    assert!(client.is_over() && client.may_resign().is_none());
    assert_eq!(client.history.eyes(), Viewer::Everything);
}

#[test]
fn taking_back_goes_to_the_last_action_of_a_person() {
    let mut client = start("hexoust", vec![computer(), Player::Person]);
    assert!(!client.can_undo_local() && !client.undo_local());
    play_first(&mut client); // the computer's action
    assert!(!client.can_undo_local() && !client.undo_local(), "only the computer has played");
    play_first(&mut client); // the person's action
    play_first(&mut client); // the computer's action
    assert!(client.can_undo_local() && client.undo_local());
    assert_eq!((client.history.len(), client.actor()), (1, Some(seat(1))));
}

#[test]
fn a_resignation_can_be_taken_back() {
    let mut client = start("hexoust", people(2));
    play_first(&mut client);
    client.resign_local(client.may_resign().unwrap());
    assert_eq!(client.early_end(), Some(Exit::Resigned(seat(1))));
    assert!(client.undo_local() && !client.is_over());
    assert_eq!((client.history.len(), client.actor()), (1, Some(seat(1))));
}

#[test]
fn another_match_moves_the_seats_round() {
    let setup = crate::game("hexoust").setup(["base=5"]).unwrap();
    let mut client = crate::start_with("hexoust", setup.clone(), vec![Player::Person, computer()]);
    assert!(client.rematch_local().is_none() && !client.may_begin_again(), "this match goes on");
    client.resign_local(seat(0));
    let (again, players) = client.rematch_local().unwrap();
    assert_eq!((again, players), (setup, vec![computer(), Player::Person]));
}

#[test]
fn another_match_may_begin_when_only_computers_are_left() {
    let setup = || crate::game("hex-dice").setup(["players=3"]).unwrap();
    let client = || crate::start_with("hex-dice", setup(), vec![Player::Person, computer(), computer()]);
    assert!(!client().may_begin_again());
    let mut without = client();
    without.resign_local(seat(0));
    assert!(!without.is_over() && without.only_computers_left() && without.may_begin_again());
    assert_eq!(without.rematch_local().unwrap().1, [computer(), Player::Person, computer()]);
}

#[test]
fn the_board_stays_turned_for_the_first_person_or_turns_for_the_one_who_acts() {
    let mut client = start("hexoust", people(2));
    assert_eq!(client.viewpoint(), Some(seat(0)));
    play_first(&mut client);
    assert_eq!((client.actor(), client.viewpoint()), (Some(seat(1)), Some(seat(0))));
    client.turn_board_for(Side::Acting);
    assert_eq!(client.viewpoint(), Some(seat(1)));
    client.resign_local(seat(1));
    assert_eq!(client.viewpoint(), Some(seat(0)), "after the end it is the seat that acted last");
    // With one person the board is always turned for that person.
    let mut alone = start("hexoust", vec![computer(), Player::Person]);
    for side in [Side::First, Side::Acting] {
        alone.turn_board_for(side);
        assert_eq!(alone.viewpoint(), Some(seat(1)));
    }
}

#[test]
fn the_record_names_computers_by_level_and_people_as_the_client_calls_them() {
    let mut client = start("hexoust", vec![Player::Person, computer()]);
    client.name_people("a person");
    play_first(&mut client);
    let saved = client.local().unwrap().saved(5.0);
    assert!(saved.record.contains("a person") && saved.record.contains("Sixfold, level 1"), "{}", saved.record);
    let SavedLocal { actions, over, .. } = saved;
    assert_eq!((actions, over), (1, false));
}

#[test]
fn a_saved_match_comes_back_as_it_was() {
    let mut client = start("hexlock", vec![Player::Person, computer()]);
    for _ in 0..5 {
        play_first(&mut client);
    }
    let saved = client.local().unwrap().saved(0.0);
    let back = Client::restore(&saved, "match", &crate::english()).unwrap();
    assert_eq!((back.history.moments(), &back.picture), (client.history.moments(), &client.picture));
    assert_eq!(back.history.eyes(), client.history.eyes());
}

#[test]
fn a_refused_action_says_why_and_those_before_it_stay_played() {
    let mut client = start("hexoust", people(2));
    let first = client.local().unwrap().played.legal()[0].clone();
    let why = client.play_local(&[first.clone(), first]).unwrap_err();
    assert!(why.ends_with('.') && why.len() > 5, "{why}");
    assert_eq!(client.history.len(), 1);
}
