//! What a position is worth to each seat. Playing it out at random serves every game; a game that knows better says
//! so in a file of its own here.

mod hex_dice;
mod hex_ships;
mod hexlock;
mod hexoust;
mod influence;

use game::{Dice, Game, Outcome, Random, Values, playout};

use crate::solve::{Solution, SolveProgress};

/// Judges positions that the search has reached.
pub trait Evaluation<G: Game>: Send {
    /// What this position is worth to each seat, from 0 to 1. The state is the evaluation's to spoil.
    fn evaluate(&mut self, state: &mut G, random: &mut Random, dice: &mut Dice) -> Values;

    /// What an end is worth to each seat. An evaluation that would rather risk something than draw says so here.
    fn ending(&mut self, outcome: Outcome) -> Values {
        outcome.values()
    }

    /// Strikes actions that are not worth trying from the legal ones of a position; at least one stays.
    fn narrow(&mut self, _state: &G, _actions: &mut Vec<G::Action>) {}

    /// How many actions all evaluations together have played.
    fn actions_played(&self) -> u64 {
        0
    }
}

/// A game whose opponents know how to judge it.
pub trait Evaluated: Game {
    /// How.
    type Evaluation: Evaluation<Self> + Default;

    /// The best action, where the game can be worked out: by a rule, or because little of it is left. Asked of what is
    /// imagined from a view, so a game with hidden knowledge leaves it alone.
    fn known_best(_state: &Self) -> Option<Known<Self::Action>> {
        None
    }

    /// Whether the game [plans](Evaluated::plan) its moves.
    const PLANS: bool = false;

    /// What whoever acts should do, the best first, for a game whose steps are too small and too many for a tree: it looks
    /// at whole moves and says the first step. Effort is the level's number of simulations; more of it looks closer.
    fn plan(_state: &Self, _effort: u32) -> Vec<Known<Self::Action>> {
        Vec::new()
    }

    /// The value of a position and a best line, for a game that can be solved; asks now and then whether to go on, and
    /// gives what it has when told to stop. None if the game, or this setup of it, cannot be solved.
    fn solve(_state: &Self, _go_on: &mut dyn FnMut(&SolveProgress) -> bool) -> Option<Solution<Self::Action>> {
        None
    }
}

/// An action that is known to be best.
#[derive(Clone, Debug, PartialEq)]
pub struct Known<A> {
    /// Which.
    pub action: A,
    /// What it brings to the seat that acts, from 0 (lost) to 1 (won).
    pub value: f32,
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
