//! Whole games as text: each record replays to the state that is written beside it.
//!
//! `UPDATE_GOLDEN=1 cargo test -p sixfold-hex-dice --test golden` writes the files again. Look at the difference before
//! you keep it, and raise `rules_version` if old records replay differently.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::new_match;
use game::{Exit, Game, Match, Random, Seat, testkit};
use sixfold_hex_dice::{Action, HexDice, Phase};

#[test]
fn a_duel() {
    let record = golden("duel", "players=2 quiet-turns=10", 5, &[]);
    assert!(record.contains("reroll-") && record.contains('@') && record.contains('='), "{record}");
}

#[test]
fn three_of_whom_one_leaves() {
    let record = golden("three-one-leaves", "players=3 quiet-turns=6", 2, &[(30, Exit::Dropped(Seat(1)))]);
    assert!(record.contains("blue drops out") && record.contains("pass"), "{record}");
}

#[test]
fn four_with_archers_in_rows() {
    golden("four-in-rows", "players=4 dice=5 archer-lines=on quiet-turns=6", 4, &[]);
}

#[test]
fn six_of_whom_two_leave_in_the_setup() {
    let exits = [(2, Exit::Resigned(Seat(4))), (9, Exit::Dropped(Seat(0)))];
    golden("six-two-leave", "players=6 quiet-turns=6", 6, &exits);
}

/// Replays a golden record, compares its final position with the file, and returns the record's text.
fn golden(name: &str, setup: &str, seed: u64, exits: &[(usize, Exit)]) -> String {
    let folder = "tests/golden";
    let end = |game: &HexDice| format!("{game:?}");
    testkit::golden(folder, name, Some(&|| lively_game(setup, seed, exits)), end).record().to_string()
}

/// Random play that strikes whenever it can and hardly ever guards, so that the games are eventful.
fn lively_game(setup: &str, seed: u64, exits: &[(usize, Exit)]) -> Match<HexDice> {
    let mut game_match = new_match(setup, seed);
    let mut random = Random::new(seed);
    while let Some(seat) = game_match.actor() {
        let happened = game_match.log().len();
        if let Some((_, exit)) = exits.iter().find(|(when, _)| *when == happened) {
            game_match.exit(*exit).unwrap();
            continue;
        }
        let state = game_match.state().clone();
        let is_tame = |action: &Action| match action {
            Action::Move { to, .. } => state.position.unit(to.index()).is_some(),
            Action::Strike { .. } => false,
            _ => state.position.phase() == Phase::Playing,
        };
        let mut action = state.random_action(&mut random, &mut Vec::new()).expect("somebody can act");
        for _ in 0..4 {
            if is_tame(&action) {
                action = state.random_action(&mut random, &mut Vec::new()).expect("somebody can act");
            }
        }
        let strike = game::legal_actions(&state).into_iter().find(|action| matches!(action, Action::Strike { .. }));
        game_match.play(seat, &strike.unwrap_or(action)).unwrap();
    }
    game_match
}
