//! The result of a search.

use crate::evaluation::Known;

/// An action with the results of the simulations that tried it.
#[derive(Clone, Debug, PartialEq)]
pub struct Considered<A> {
    /// The action.
    pub action: A,
    /// How often it was tried. The search tries an action more often the better it looks.
    pub visits: u32,
    /// Its average result for the seat that acts, from 0 (lost) to 1 (won).
    pub value: f32,
}

/// The actions that a search tried, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<A> {
    /// The number of simulations of the whole search.
    pub simulations: u32,
    /// The actions that were tried, the best first.
    pub considered: Vec<Considered<A>>,
}

impl<A: Ord> Report<A> {
    pub(crate) fn new(simulations: u32, mut considered: Vec<Considered<A>>) -> Self {
        // Visits come before value: an action with a good value after a few lucky tries is not the best. The action
        // itself comes last, so that equal searches give equal answers.
        game::sort_by(&mut considered, |a, b| {
            b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)).then_with(|| a.action.cmp(&b.action))
        });
        Self { simulations, considered }
    }

    /// A report of planned actions, which come the best first. The visits are made up: they only keep this order.
    pub(crate) fn planned(simulations: u32, planned: &[Known<A>]) -> Self
    where
        A: Clone,
    {
        let considered = planned.iter().zip((1..=simulations).rev()).map(|(known, visits)| Considered {
            action: known.action.clone(),
            visits,
            value: known.value,
        });
        Self::new(simulations, considered.collect())
    }

    /// The action to play. None if the game is over.
    pub fn best(&self) -> Option<&Considered<A>> {
        self.considered.first()
    }
}
