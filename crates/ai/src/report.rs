//! What a search thinks.

use crate::evaluation::Known;

/// An action as the search sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Considered<A> {
    /// Which.
    pub action: A,
    /// How often it was tried: the more, the better it looked.
    pub visits: u32,
    /// What it brought on average to the seat that acts, from 0 (lost) to 1 (won).
    pub value: f32,
}

/// What a search thinks, the best action first.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<A> {
    /// How long it thought.
    pub simulations: u32,
    /// What it tried.
    pub considered: Vec<Considered<A>>,
}

impl<A: Ord> Report<A> {
    pub(crate) fn new(simulations: u32, mut considered: Vec<Considered<A>>) -> Self {
        // By visits, not by value: a lucky action that was hardly tried is not the best. Then by name, so that equal
        // searches give equal answers.
        considered.sort_by(|a, b| {
            b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)).then_with(|| a.action.cmp(&b.action))
        });
        Self { simulations, considered }
    }

    /// What was planned, the best first: the thinking is shared out so that it stays so.
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

    /// The action to play; none after the end of the game.
    pub fn best(&self) -> Option<&Considered<A>> {
        self.considered.first()
    }
}
