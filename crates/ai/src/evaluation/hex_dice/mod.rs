//! Hex Dice is judged by looking at it: who has what, what can be struck next, who is near whose base. Random play wastes
//! its units and hardly ever takes a base, so that playing it out would say little and take long.

mod front;
mod ideas;
mod standing;

use game::{Dice, Game, Outcome, Random, Values};
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
            Some(outcome) => self.ending(outcome),
            None => standing::values(&state.position, &Front::of(&state.position)),
        }
    }

    /// A draw is worse than a loss: otherwise two careful armies would wait for each other for ever, since whoever comes
    /// into range first is shot first. So a game is risked at last rather than left without an end.
    fn ending(&mut self, outcome: Outcome) -> Values {
        standing::of_places(outcome)
    }

    fn narrow(&mut self, state: &HexDice, actions: &mut Vec<Action>) {
        ideas::narrow(&state.position, actions, &mut self.scored);
    }
}

/// What a unit is worth wherever it stands. A Legion is worth little by itself: it cannot move.
const WORTH: [f32; 6] = [1.8, 2.8, 3.2, 3.2, 4.6, 2.6];

/// What a face is worth.
fn worth(face: u8) -> f32 {
    WORTH[usize::from(face) - 1]
}

/// What a die is worth before it is rolled.
fn average_worth() -> f32 {
    WORTH.iter().sum::<f32>() / WORTH.len() as f32
}

#[cfg(test)]
mod tests;
