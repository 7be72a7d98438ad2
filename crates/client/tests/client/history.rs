//! The history of one viewer: fog, memory, and the moment that is shown.

use catalog::DynMatch;
use game::Viewer;
use sixfold_client::History;

use crate::{game, people, play_first, seat, start};

/// A random finished match of a game with hidden knowledge.
fn hidden_match() -> Box<dyn DynMatch> {
    let game = game("hexlock");
    game.random_match(game.setup(["memory=on"]).unwrap(), 3).unwrap()
}

fn history_of(played: &dyn DynMatch, eyes: Viewer) -> History {
    let mut history = History::new(game(played.info().key).into(), played.start(eyes));
    history.follow(played, eyes);
    history
}

#[test]
fn each_viewer_has_a_history_of_their_own() {
    let played = hidden_match();
    let [red, blue, all] =
        [Viewer::Seat(seat(0)), Viewer::Seat(seat(1)), Viewer::Everything].map(|eyes| history_of(&*played, eyes));
    assert_eq!([red.len(), blue.len(), all.len()], [played.events(); 3]);
    assert_eq!([red.eyes(), blue.eyes()], [Viewer::Seat(seat(0)), Viewer::Seat(seat(1))]);
    let differ = |moment: &usize| red.after(*moment).picture(false) != blue.after(*moment).picture(false);
    assert!((1..red.len()).any(|moment| differ(&moment)), "something was hidden from somebody");
}

#[test]
fn a_viewer_remembers_what_was_seen_before() {
    let played = hidden_match();
    let viewer = Viewer::Seat(seat(0));
    let history = history_of(&*played, viewer);
    let told = |moment: usize| played.moments(moment - 1, viewer)[0].view.picture(false);
    let remembers = |moment: &usize| history.after(*moment).picture(false) != told(*moment);
    assert!((1..=history.len()).any(|moment| remembers(&moment)), "more is known than the last view tells");
    // A viewer who sees everything has nothing to remember.
    let open = history_of(&*played, Viewer::Everything);
    for moment in 1..=open.len() {
        let told = played.moments(moment - 1, Viewer::Everything)[0].view.picture(false);
        assert_eq!(open.after(moment).picture(false), told, "{moment}");
    }
}

#[test]
fn the_same_eyes_keep_what_they_saw_and_other_eyes_begin_again() {
    let mut played = hidden_match();
    let (red, blue) = (Viewer::Seat(seat(0)), Viewer::Seat(seat(1)));
    let mut history = history_of(&*played, red);
    let before = history.len();
    let fourth = history.after(4).clone();
    played.undo();
    history.follow(&*played, red);
    assert_eq!(history.len(), before - 1, "the action that was taken back is gone");
    assert!(std::sync::Arc::ptr_eq(history.after(4), &fourth), "the other positions were not opened again");
    history.follow(&*played, blue);
    assert_eq!((history.eyes(), history.len()), (blue, before - 1));
    assert_eq!(history.after(4).picture(false), history_of(&*played, blue).after(4).picture(false));
}

#[test]
fn the_past_is_shown_and_the_newest_position_again() {
    let mut client = start("hexoust", people(2));
    for _ in 0..3 {
        play_first(&mut client);
    }
    let history = &mut client.history;
    assert_eq!((history.moment_shown(), history.is_past_shown()), (3, false));
    history.show(Some(1));
    assert_eq!((history.moment_shown(), history.shown(), history.actor_shown()), (1, Some(1), Some(seat(1))));
    assert_eq!(history.last_shown().unwrap().seq, 1);
    assert_eq!(history.news(Some(seat(0))).len(), 1, "in the past only the shown moment is news");
    history.show(Some(3));
    assert!(!history.is_past_shown(), "the newest position is not the past");
    history.show(Some(0));
    assert!(history.last_shown().is_none() && history.place_shown().is_none());
    history.show(None);
    assert_eq!(history.place_shown().map(|place| (place.turn, place.of_turns)), Some((3, 3)));
    assert_eq!(history.turn_rows().len(), 3);
}

#[test]
fn news_are_what_happened_since_ones_own_turn() {
    let mut client = start("hexoust", people(2));
    for _ in 0..4 {
        play_first(&mut client);
    }
    let seqs = |seat| client.history.news(seat).iter().map(|moment| moment.seq).collect::<Vec<_>>();
    assert_eq!(seqs(Some(seat(0))), [4], "the other's answer");
    assert_eq!(seqs(Some(seat(1))), [4], "never nothing");
    assert_eq!(seqs(None), [4], "a spectator is told the last turn");
}
