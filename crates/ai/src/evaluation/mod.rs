//! What a position is worth to each seat. Playing it out at random serves every game; a game that knows better says
//! so in a file of its own here.

mod hexoust;

use game::{Dice, Game, Random, Values, playout};

/// Judges positions that the search has reached.
pub trait Evaluation<G: Game>: Send {
    /// What this position is worth to each seat, from 0 to 1. The state is the evaluation's to spoil.
    fn evaluate(&mut self, state: &mut G, random: &mut Random, dice: &mut Dice) -> Values;
}

/// A game whose opponents know how to judge it.
pub trait Evaluated: Game {
    /// How.
    type Evaluation: Evaluation<Self> + Default;
}

/// Plays random legal actions to the end and takes the result.
pub struct Playouts<G: Game> {
    scratch: Vec<G::Action>,
}

impl<G: Game> Default for Playouts<G> {
    fn default() -> Self {
        Self { scratch: Vec::new() }
    }
}

impl<G: Game> Evaluation<G> for Playouts<G> {
    fn evaluate(&mut self, state: &mut G, random: &mut Random, dice: &mut Dice) -> Values {
        playout(state, random, dice, &mut self.scratch);
        state.outcome().expect("a playout goes to the end").values()
    }
}
