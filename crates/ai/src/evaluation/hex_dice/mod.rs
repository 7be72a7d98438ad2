//! Hex Dice is evaluated by a score of the position, not by playouts: the units of each seat, the strikes that come
//! next, and the distances to the bases. Random play wastes its units and hardly ever takes a base, so playouts would
//! say little and take long.

mod front;
mod ideas;
mod standing;

use game::{Dice, Game, Outcome, Random, Values};
use hex_dice::{Action, HexDice};

use crate::evaluation::{Evaluated, Evaluation};
use front::Front;

/// Scores the position on the board.
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

    /// A draw is worth less than a loss. Otherwise two careful armies would wait for each other for ever, because the
    /// army that comes into range first is shot first. With this value a player finally takes the risk.
    fn ending(&mut self, outcome: Outcome) -> Values {
        standing::of_places(outcome)
    }

    fn narrow(&mut self, state: &HexDice, actions: &mut Vec<Action>) {
        ideas::narrow(&state.position, actions, &mut self.scored);
    }
}

/// The worth of each face, wherever the unit stands. A Legion is worth little by itself: it cannot move.
const WORTH: [f32; 6] = [1.8, 2.8, 3.2, 3.2, 4.6, 2.6];

fn worth(face: u8) -> f32 {
    WORTH[usize::from(face) - 1]
}

/// The average worth of a die that is still to be rolled.
fn average_worth() -> f32 {
    WORTH.iter().sum::<f32>() / WORTH.len() as f32
}

#[cfg(test)]
mod tests;
