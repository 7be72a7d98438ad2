//! How good a position is for each seat. Random playouts work for every game. A game with a better evaluation has a
//! file of its own here.

mod hex_dice;
mod hex_ships;
mod hexlock;
mod hexoust;
mod influence;

use game::{Dice, Game, Outcome, Random, Values, playout};

use crate::solve::{Solution, SolveProgress};

/// Evaluates positions that the search has reached.
pub trait Evaluation<G: Game>: Send {
    /// The value of this position for each seat, from 0 to 1. The evaluation may change the state as it likes.
    fn evaluate(&mut self, state: &mut G, random: &mut Random, dice: &mut Dice) -> Values;

    /// The value of a finished game for each seat. An evaluation that prefers a risk to a draw gives draws a low value
    /// here.
    fn ending(&mut self, outcome: Outcome) -> Values {
        outcome.values()
    }

    /// Removes actions that are not worth trying from the legal ones. At least one must stay.
    fn narrow(&mut self, _state: &G, _actions: &mut Vec<G::Action>) {}

    /// The number of actions that all evaluations so far have played.
    fn actions_played(&self) -> u64 {
        0
    }
}

/// A game that computer players know how to evaluate.
pub trait Evaluated: Game {
    /// How positions of this game are evaluated.
    type Evaluation: Evaluation<Self> + Default;

    /// The best action, if a rule gives it or so little of the game is left that it can be solved. The state is
    /// imagined from a view, so a game with hidden knowledge must not implement this.
    fn known_best(_state: &Self) -> Option<Known<Self::Action>> {
        None
    }

    /// Whether the game uses [`plan`](Evaluated::plan) instead of the tree search.
    const PLANS: bool = false;

    /// The actions that the seat should consider, the best first. For games whose moves consist of too many small steps
    /// for a tree: the plan looks at whole moves and returns their first steps. `effort` is the level's number of
    /// simulations; a larger effort makes a closer look.
    fn plan(_state: &Self, _effort: u32) -> Vec<Known<Self::Action>> {
        Vec::new()
    }

    /// The value of a position and a best line, for a game that can be solved. The solver calls `go_on` now and then;
    /// if that returns `false`, it returns the bounds that it has. None if the game, or this setup of it, cannot be
    /// solved.
    fn solve(_state: &Self, _go_on: &mut dyn FnMut(&SolveProgress) -> bool) -> Option<Solution<Self::Action>> {
        None
    }
}

/// An action with its known value.
#[derive(Clone, Debug, PartialEq)]
pub struct Known<A> {
    /// The action.
    pub action: A,
    /// Its value for the seat that acts, from 0 (lost) to 1 (won).
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
        state.outcome().expect("a playout ends the game").values()
    }

    fn actions_played(&self) -> u64 {
        self.actions_played
    }
}
