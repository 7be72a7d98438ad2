//! A thinking bot with its types erased.

use ai::{Evaluated, Thinking};
use game::Game;

/// A thinking bot. The caller lets it go on until it is done, and can ask for its ideas before that.
pub trait DynThinking: Send {
    /// Thinks a little and says how much of the thinking is done, from 0 to 1.
    fn go_on(&mut self) -> f32;

    /// The actions considered so far, the best first.
    fn ideas(&self) -> Vec<Idea>;

    /// Thinks to the end and returns the action to play, in notation. None if the game is over.
    fn decide(self: Box<Self>) -> Option<String>;
}

/// An action that the bot considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Idea {
    /// The action in notation.
    pub action: String,
    /// The share of all simulations that tried this action.
    pub share: f32,
    /// Its average result, from 0 (lost) to 1 (won).
    pub value: f32,
}

/// Thinking together with a state, which notation needs. The state is imagined from the same view.
pub(crate) struct Named<G: Evaluated> {
    pub(crate) thinking: Thinking<G>,
    pub(crate) imagined: G,
}

impl<G: Evaluated> DynThinking for Named<G> {
    fn go_on(&mut self) -> f32 {
        self.thinking.go_on()
    }

    fn ideas(&self) -> Vec<Idea> {
        let report = self.thinking.report();
        let all = report.simulations.max(1) as f32;
        let idea = |considered: &ai::Considered<G::Action>| Idea {
            action: Game::write(&self.imagined, &considered.action),
            share: considered.visits as f32 / all,
            value: considered.value,
        };
        report.considered.iter().map(idea).collect()
    }

    fn decide(self: Box<Self>) -> Option<String> {
        let Self { thinking, imagined } = *self;
        thinking.decide().map(|action| imagined.write(&action))
    }
}
