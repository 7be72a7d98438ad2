//! Hex Dice is judged by looking at it: who has what, what can be struck next, who is near whose base. Random play wastes
//! its units and hardly ever takes a base, so that playing it out would say little and take long.

mod front;
mod ideas;
mod standing;

use game::{Dice, Game, Random, Values};
use hex_dice::{Action, HexDice};

use crate::evaluation::{Evaluated, Evaluation};
use front::Front;

/// Judges a position by what stands on the board.
#[derive(Default)]
pub struct Standing {
    scored: Vec<(f32, Action)>,
}

impl Evaluated for HexDice {
    type Evaluation = Standing;
}

impl Evaluation<HexDice> for Standing {
    fn evaluate(&mut self, state: &mut HexDice, _random: &mut Random, _dice: &mut Dice) -> Values {
        match state.outcome() {
            Some(outcome) => outcome.values(),
            None => standing::values(&state.position, &Front::of(&state.position)),
        }
    }

    fn narrow(&mut self, state: &HexDice, actions: &mut Vec<Action>) {
        ideas::narrow(&state.position, actions, &mut self.scored);
    }
}

/// What a unit is worth wherever it stands. A Legion is worth little by itself: it cannot move.
const WORTH: [f32; 6] = [1.0, 2.1, 3.0, 3.4, 5.5, 2.6];

/// What a face is worth.
fn worth(face: u8) -> f32 {
    WORTH[usize::from(face) - 1]
}

/// What a die is worth before it is rolled.
fn average_worth() -> f32 {
    WORTH.iter().sum::<f32>() / WORTH.len() as f32
}
