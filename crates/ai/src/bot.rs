//! A computer player of a given level. It gets its seat's views and nothing else.

use game::Random;

use crate::evaluation::{Evaluated, Known};
use crate::level::Level;
use crate::report::{Considered, Report};
use crate::search::{Search, Settings};

/// The number of simulations in one call of [`Thinking::go_on`]: a few milliseconds, after which the caller can look at
/// the clock or draw.
const SLICE: u32 = 200;

/// A computer player.
#[derive(Clone, Debug)]
pub struct Bot {
    level: &'static Level,
    random: Random,
}

impl Bot {
    /// Creates a bot. The same seed and the same views make it play the same game again.
    pub fn new(level: &'static Level, seed: u64) -> Self {
        Self { level, random: Random::new(seed) }
    }

    /// The level at which it plays.
    pub fn level(&self) -> &'static Level {
        self.level
    }

    /// Begins to think about a position in which the bot's seat acts.
    pub fn think<G: Evaluated>(&mut self, view: &G::View) -> Thinking<G> {
        let random = self.random.split();
        let slips = self.random.below(100) < self.level.slip;
        // The draw is made from a copy of the generator: it must not change the random sequence of games without
        // `known_best`.
        let remembers = self.random.clone().below(100) < self.level.knows && !G::INFO.hidden;
        let known = remembers.then(|| G::known_best(&G::imagine(view, &mut Random::new(0)))).flatten();
        let plans = G::PLANS.then(|| G::imagine(view, &mut Random::new(0)));
        let search = Search::new(view, G::Evaluation::default(), Settings::default(), random);
        let slip = slips.then(|| self.random.split());
        Thinking { search, known, plans, planned: Vec::new(), simulations: self.level.simulations, slip }
    }
}

/// A bot that is thinking about one action.
pub struct Thinking<G: Evaluated> {
    search: Search<G, G::Evaluation>,
    /// The best action if the game knows it without a search.
    known: Option<Known<G::Action>>,
    /// The state from which a game that plans makes its plan. `go_on` takes it when it plans.
    plans: Option<G>,
    planned: Vec<Known<G::Action>>,
    simulations: u32,
    slip: Option<Random>,
}

impl<G: Evaluated> Thinking<G> {
    /// Thinks a little and says how much of the thinking is done, from 0 to 1.
    pub fn go_on(&mut self) -> f32 {
        // A bot that slips picks one of the other actions, so it has to search for them even if the best one is known.
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

    /// The result of the thinking so far.
    pub fn report(&self) -> Report<G::Action> {
        if let Some(Known { action, value }) = self.known.clone().filter(|_| self.slip.is_none()) {
            return Report::new(1, vec![Considered { action, visits: 1, value }]);
        }
        if G::PLANS {
            return Report::planned(self.simulations, &self.planned);
        }
        self.search.report()
    }

    /// Thinks to the end and returns the action to play. None if the game is over.
    pub fn decide(mut self) -> Option<G::Action> {
        while self.go_on() < 1.0 {}
        let report = self.report();
        if let Some(random) = &mut self.slip {
            // A slip picks from the better half of the other actions, so that it is a mistake and not nonsense.
            let others = &report.considered[1.min(report.considered.len())..];
            if let Some(other) = random.pick(&others[..others.len().div_ceil(2)]) {
                return Some(other.action.clone());
            }
        }
        report.best().map(|best| best.action.clone())
    }
}
