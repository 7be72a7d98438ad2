//! The rulebook, ruling by ruling. A position is written as its units, `R4 g7, B5! g8, G6-- a1`: owner, face, `!` if it
//! guards, a `-` for each token, and the hex. `check` plays actions and compares all units with the expected ones.
//!
//! With two players Red's base is g2 and forward is down, Blue's is g12 and forward is up.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod combat;
#[path = "../common/mod.rs"]
mod common;
mod ends;
mod leaving;
mod merging;
mod moving;
mod setting_up;

use common::{placed, played, units};
use game::{Game, Seat, Texts, Viewer};
use sixfold_hex_dice::HexDice;

/// Plays these actions with these dice and compares all units.
fn check(setup: &str, before: &str, seat: u8, actions: &str, dice: &[u32], after: &str) -> HexDice {
    let game = played(placed(setup, before, seat), actions, dice);
    let mut expected: Vec<&str> = after.split(", ").collect();
    expected.sort_unstable();
    assert_eq!(units(&game.position), expected.join(", "), "after {actions} from {before}\n{game:?}");
    game
}

/// The same with two players, Red to act, and no dice.
fn red(before: &str, actions: &str, after: &str) -> HexDice {
    check("players=2", before, 0, actions, &[], after)
}

/// The winner, if the game is over.
fn winner(game: &HexDice) -> Option<u8> {
    game.outcome().and_then(|outcome| outcome.winner()).map(|Seat(seat)| seat)
}

/// The messages of an action in English.
fn told(game: &HexDice, action: &str, dice: &[u32]) -> Vec<String> {
    let (mut after, mut dice) = (game.clone(), game::Dice::scripted(dice.iter().copied()));
    let action = game.read(action).unwrap();
    after.play(&action, &mut dice).unwrap();
    let rolls = dice.take_rolls();
    let texts = Texts::parse(HexDice::INFO.texts[0].1).unwrap();
    let told = HexDice::tell(game, &action, &rolls, &after, Viewer::Spectator);
    told.iter().map(|message| texts.say(message, HexDice::INFO.seat_names)).collect()
}
