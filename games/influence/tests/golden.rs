//! Whole games as text: each record replays to the state that is written beside it.
//!
//! `UPDATE_GOLDEN=1 cargo test -p sixfold-influence --test golden` writes the files anew; look at the difference before
//! keeping it, and raise `rules_version` if old records replay differently.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::fs;

use common::table;
use game::{Game, Match, Random, replay};
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

/// Replays a golden record, compares the end with what is written, and returns the record's text.
fn golden(name: &str, setup: &str, seed: u64) -> String {
    let path = |kind: &str| format!("{}/tests/golden/{name}.{kind}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let table = random_game(setup, seed);
        fs::write(path("record"), table.record().to_string()).unwrap();
        fs::write(path("end"), end_of(&table)).unwrap();
    }
    let record = fs::read_to_string(path("record")).unwrap();
    let table: Match<Influence> = replay(&record.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"));
    assert!(table.outcome().is_some(), "a golden game is whole");
    assert_eq!(table.record().to_string(), record, "{name} is written as it was read");
    assert_eq!(end_of(&table), fs::read_to_string(path("end")).unwrap(), "{name} ends as it did");
    record
}

/// Random, but hardly a pass, so that games are whole.
fn random_game(setup: &str, seed: u64) -> Match<Influence> {
    let mut table = table(setup, seed);
    let mut random = Random::new(seed);
    while let Some(seat) = table.actor() {
        let mut action = Action::Pass;
        for _ in 0..3 {
            if action == Action::Pass {
                action = table.state().random_action(&mut random, &mut Vec::new()).expect("somebody can act");
            }
        }
        table.play(seat, &action).unwrap();
    }
    table
}

/// The hash of the final state and how it looks.
fn end_of(table: &Match<Influence>) -> String {
    format!("hash {:016x}\n{:?}", table.state().state_hash(), table.state())
}
