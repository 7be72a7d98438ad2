//! A bot in thought, without its types.

use ai::{Evaluated, Thinking};
use game::Game;

/// A bot in thought. Let it go on until it is done, or ask it before.
pub trait DynThinking: Send {
    /// Thinks a little and says how much of the thinking is done, from 0 to 1.
    fn go_on(&mut self) -> f32;

    /// What it thinks so far, the best first.
    fn ideas(&self) -> Vec<Idea>;

    /// What it plays, in notation, having thought to the end; none if the game is over.
    fn decide(self: Box<Self>) -> Option<String>;
}

/// An action that was thought about.
#[derive(Clone, Debug, PartialEq)]
pub struct Idea {
    /// In notation.
    pub action: String,
    /// The share of the thinking that went into it.
    pub share: f32,
    /// What it brings on average, from 0 (lost) to 1 (won).
    pub value: f32,
}

/// Notation needs a state; this one was imagined from the same view.
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
