//! Whole games as text: each record replays to the state that is written beside it.
//!
//! `UPDATE_GOLDEN=1 cargo test -p sixfold-influence --test golden` writes the files again. Look at the difference
//! before you keep it, and raise `rules_version` if old records replay differently.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::new_match;
use game::{Game, Match, Random, testkit};
use sixfold_influence::{Action, Influence};

#[test]
fn a_base_game() {
    golden("classic", "", 1);
}

#[test]
fn a_game_with_dice_keystone_and_a_turning_frame() {
    let record = golden("dice-on-compact", "board=compact dice=on keystone=on shifting=on echo=on", 3);
    assert!(record.contains("[d3="), "dice stand in the record");
}

#[test]
fn a_game_with_tokens_on_honeycomb() {
    let record = golden("tokens-on-honeycomb", "board=honeycomb token=on thresholds=on komi=on komi-points=3", 2);
    assert_eq!(record.matches('+').count(), 2, "both tokens were spent");
}

#[test]
fn a_game_that_ends_at_its_threshold() {
    golden("threshold-on-grand", "board=grand threshold=200 komi=on thresholds=on", 4);
}

/// Replays a golden record, compares its final position with the file, and returns the record's text.
fn golden(name: &str, setup: &str, seed: u64) -> String {
    let folder = "tests/golden";
    let end = |game: &Influence| format!("{game:?}");
    testkit::golden(folder, name, Some(&|| random_game(setup, seed)), end).record().to_string()
}

/// Random play with very few passes, so that games go to their end.
fn random_game(setup: &str, seed: u64) -> Match<Influence> {
    let mut game_match = new_match(setup, seed);
    let mut random = Random::new(seed);
    while let Some(seat) = game_match.actor() {
        let mut action = Action::Pass;
        for _ in 0..3 {
            if action == Action::Pass {
                action = game_match.state().random_action(&mut random, &mut Vec::new()).expect("somebody can act");
            }
        }
        game_match.play(seat, &action).unwrap();
    }
    game_match
}
