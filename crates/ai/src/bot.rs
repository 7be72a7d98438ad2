//! A player at a level. It is handed views and nothing else.

use game::Random;

use crate::evaluation::{Evaluated, Known};
use crate::level::Level;
use crate::report::{Considered, Report};
use crate::search::{Search, Settings};

/// Simulations between two looks at the clock or at the screen: a few milliseconds.
const SLICE: u32 = 200;

/// Somebody to play against.
#[derive(Clone, Debug)]
pub struct Bot {
    level: &'static Level,
    random: Random,
}

impl Bot {
    /// A bot that plays the same game again if it is given the same seed and the same views.
    pub fn new(level: &'static Level, seed: u64) -> Self {
        Self { level, random: Random::new(seed) }
    }

    /// Its level.
    pub fn level(&self) -> &'static Level {
        self.level
    }

    /// Begins to think about a position in which it is to act.
    pub fn think<G: Evaluated>(&mut self, view: &G::View) -> Thinking<G> {
        let random = self.random.split();
        let slips = self.random.below(100) < self.level.slip;
        // From a copy, so that games in which nothing is known go on as they did.
        let remembers = self.random.clone().below(100) < self.level.knows && !G::INFO.hidden;
        let known = remembers.then(|| G::known_best(&G::imagine(view, &mut Random::new(0)))).flatten();
        let plans = G::PLANS.then(|| G::imagine(view, &mut Random::new(0)));
        let search = Search::new(view, G::Evaluation::default(), Settings::default(), random);
        let slip = slips.then(|| self.random.split());
        Thinking { search, known, plans, planned: Vec::new(), simulations: self.level.simulations, slip }
    }
}

/// A bot in thought.
pub struct Thinking<G: Evaluated> {
    search: Search<G, G::Evaluation>,
    /// What needs no thought.
    known: Option<Known<G::Action>>,
    /// What is planned instead of searched, until it is.
    plans: Option<G>,
    planned: Vec<Known<G::Action>>,
    simulations: u32,
    slip: Option<Random>,
}

impl<G: Evaluated> Thinking<G> {
    /// Thinks a little and says how much of the thinking is done, from 0 to 1.
    pub fn go_on(&mut self) -> f32 {
        // Somebody who is about to slip needs other ideas.
        if self.known.is_some() && self.slip.is_none() {
            return 1.0;
        }
        if let Some(state) = self.plans.take() {
            self.planned = G::plan(&state, self.simulations);
        }
        if G::PLANS {
            return 1.0;
        }
        let left = self.simulations - self.search.simulations();
        self.search.run(left.min(SLICE));
        self.search.simulations() as f32 / self.simulations as f32
    }

    /// What it thinks so far.
    pub fn report(&self) -> Report<G::Action> {
        if let Some(Known { action, value }) = self.known.clone().filter(|_| self.slip.is_none()) {
            return Report::new(1, vec![Considered { action, visits: 1, value }]);
        }
        if G::PLANS {
            return Report::planned(self.simulations, &self.planned);
        }
        self.search.report()
    }

    /// What it plays, having thought to the end; none if the game is over.
    pub fn decide(mut self) -> Option<G::Action> {
        while self.go_on() < 1.0 {}
        let report = self.report();
        if let Some(random) = &mut self.slip {
            // One of the better half of the other ideas: a slip, not nonsense.
            let others = &report.considered[1.min(report.considered.len())..];
            if let Some(other) = random.pick(&others[..others.len().div_ceil(2)]) {
                return Some(other.action.clone());
            }
        }
        report.best().map(|best| best.action.clone())
    }
}
