//! What a position is worth to each seat. Playing it out at random serves every game; a game that knows better says
//! so in a file of its own here.

mod hexlock;
mod hexoust;

use game::{Dice, Game, Random, Values, playout};

/// Judges positions that the search has reached.
pub trait Evaluation<G: Game>: Send {
    /// What this position is worth to each seat, from 0 to 1. The state is the evaluation's to spoil.
    fn evaluate(&mut self, state: &mut G, random: &mut Random, dice: &mut Dice) -> Values;

    /// How many actions all evaluations together have played.
    fn actions_played(&self) -> u64 {
        0
    }
}

/// A game whose opponents know how to judge it.
pub trait Evaluated: Game {
    /// How.
    type Evaluation: Evaluation<Self> + Default;
}

/// Plays random legal actions to the end and takes the result.
pub struct Playouts<G: Game> {
    scratch: Vec<G::Action>,
    actions_played: u64,
}

impl<G: Game> Default for Playouts<G> {
    fn default() -> Self {
        Self { scratch: Vec::new(), actions_played: 0 }
    }
}

impl<G: Game> Evaluation<G> for Playouts<G> {
    fn evaluate(&mut self, state: &mut G, random: &mut Random, dice: &mut Dice) -> Values {
        self.actions_played += u64::from(playout(state, random, dice, &mut self.scratch));
        state.outcome().expect("a playout goes to the end").values()
    }

    fn actions_played(&self) -> u64 {
        self.actions_played
    }
}
