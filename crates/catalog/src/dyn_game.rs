//! A game without its types.

use std::marker::PhantomData;
use std::path::Path;

use ai::{Evaluated, Solution, SolveProgress};
use game::{
    Dice, Game, Info, Match, Origin, Random, Record, ReplayError, Seed, Setup, SetupError, Texts, legal_actions,
    perft_after, replay,
};
use scene::{Chosen, Draw, Kit};
use serde_json::Value;

use crate::dyn_match::DynMatch;
use crate::measure::{self, Measured, Workload};
use crate::position::{Opened, Position, ViewError};

/// A game of the list, with notation in place of actions and JSON in place of views.
pub trait DynGame: Sync {
    /// Name, options and seats.
    fn info(&self) -> &'static Info;

    /// From now on plays by the tables in a folder; returns the option that names them in a setup.
    fn load_rules(&self, folder: &Path) -> Result<String, String>;

    /// A new match.
    fn start(&self, setup: Setup, origin: Origin) -> Result<Box<dyn DynMatch>, SetupError>;

    /// A match from its record, every line of it checked.
    fn replay(&self, record: &Record) -> Result<Box<dyn DynMatch>, ReplayError>;

    /// Reads a view once, to answer everything that its viewer can ask.
    fn open(&self, view: &Value) -> Result<Box<dyn Position>, ViewError>;

    /// What a player puts together for this option before a match, if it is such an option.
    fn kit(&self, setup: &Setup, key: &str) -> Option<Kit>;

    /// The option's value that says what was taken.
    fn kit_text(&self, setup: &Setup, key: &str, chosen: &[Chosen]) -> String;

    /// The number of ways to play so many actions from the start, at least one. After each first action, `each` is called
    /// with the action, the ways that begin with it, and the share done so far.
    fn perft(&self, setup: &Setup, depth: u32, each: &mut dyn FnMut(&str, u64, f32)) -> Result<u64, SetupError>;

    /// Solves the first position of a match: its value and a best line in notation. `go_on` is asked now and then and may
    /// stop the search, which leaves what was found so far. None if this position cannot be solved.
    fn solve(
        &self,
        setup: &Setup,
        seed: u64,
        go_on: &mut dyn FnMut(&SolveProgress) -> bool,
    ) -> Result<Option<Solution<String>>, SetupError>;

    /// Repeats some work on one thread for as long as it is told to go on.
    fn measure(&self, work: Workload, setup: &Setup, go_on: &mut dyn FnMut() -> bool) -> Result<Measured, SetupError>;
}

impl dyn DynGame + '_ {
    /// Defaults with these `key=value` pairs in their places.
    pub fn setup<'a>(&self, pairs: impl IntoIterator<Item = &'a str>) -> Result<Setup, SetupError> {
        Setup::parse(self.info().options, pairs)
    }

    /// What the game says in a language, or in English if it does not speak it.
    pub fn texts(&self, language: &str) -> Texts {
        let files = self.info().texts;
        let file = files.iter().find(|(known, _)| *known == language).or(files.first()).expect("a game has texts").1;
        Texts::parse(file).expect("the suite has checked every message file")
    }

    /// A whole match of uniformly random legal actions.
    pub fn random_match(&self, setup: Setup, seed: u64) -> Result<Box<dyn DynMatch>, SetupError> {
        let mut table = self.start(setup, Seed::number(seed).into())?;
        let mut random = Random::new(seed);
        while let Some((actor, action)) = table.actor().zip(table.random_action(&mut random)) {
            table.play(actor, &action).expect("the action was drawn from the legal ones");
        }
        Ok(table)
    }
}

/// A line of the list.
pub(crate) struct Entry<G>(PhantomData<fn() -> G>);

impl<G: Draw + Evaluated> Entry<G> {
    pub(crate) const NEW: Self = Self(PhantomData);
    const INFO: Info = G::INFO;
}

impl<G: Draw + Evaluated> DynGame for Entry<G> {
    fn info(&self) -> &'static Info {
        &Self::INFO
    }

    fn load_rules(&self, folder: &Path) -> Result<String, String> {
        G::load_rules(folder)
    }

    fn start(&self, setup: Setup, origin: Origin) -> Result<Box<dyn DynMatch>, SetupError> {
        Ok(Box::new(Match::<G>::new(setup, origin)?))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn DynMatch>, ReplayError> {
        Ok(Box::new(replay::<G>(record)?))
    }

    fn open(&self, view: &Value) -> Result<Box<dyn Position>, ViewError> {
        let view = serde::Deserialize::deserialize(view).map_err(ViewError)?;
        Ok(Box::new(Opened::<G>::new(view)))
    }

    fn kit(&self, setup: &Setup, key: &str) -> Option<Kit> {
        G::kit(setup, key)
    }

    fn kit_text(&self, setup: &Setup, key: &str, chosen: &[Chosen]) -> String {
        G::kit_text(setup, key, chosen)
    }

    fn perft(&self, setup: &Setup, depth: u32, each: &mut dyn FnMut(&str, u64, f32)) -> Result<u64, SetupError> {
        let start = start::<G>(setup)?;
        let actions = legal_actions(&start);
        let mut nodes = 0;
        for (index, action) in actions.iter().enumerate() {
            let ways = perft_after(&start, action, depth);
            nodes += ways;
            each(&start.write(action), ways, (index + 1) as f32 / actions.len() as f32);
        }
        Ok(nodes)
    }

    fn solve(
        &self,
        setup: &Setup,
        seed: u64,
        go_on: &mut dyn FnMut(&SolveProgress) -> bool,
    ) -> Result<Option<Solution<String>>, SetupError> {
        let start = G::start(setup, &mut Dice::seeded(&Seed::number(seed)))?;
        let solution = G::solve(&start, go_on);
        Ok(solution.map(|solution| solution.map(|action| start.write(&action))))
    }

    fn measure(&self, work: Workload, setup: &Setup, go_on: &mut dyn FnMut() -> bool) -> Result<Measured, SetupError> {
        let start = start::<G>(setup)?;
        Ok(match work {
            Workload::Playouts => measure::playouts(&start, go_on),
            Workload::Search => measure::search(&start, go_on),
        })
    }
}

fn start<G: Game>(setup: &Setup) -> Result<G, SetupError> {
    G::start(setup, &mut Dice::seeded(&Seed::number(0)))
}
