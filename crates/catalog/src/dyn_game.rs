//! A game with its types erased.

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

/// A game of the list. Actions are text in the game's notation, and views are JSON.
pub trait DynGame: Sync {
    /// Name, options and seats.
    fn info(&self) -> &'static Info;

    /// From now on plays by the tables in a folder; returns the option that names them in a setup.
    fn load_rules(&self, folder: &Path) -> Result<String, String>;

    /// Starts a new match.
    fn start(&self, setup: Setup, origin: Origin) -> Result<Box<dyn DynMatch>, SetupError>;

    /// Replays a match from its record and checks every line.
    fn replay(&self, record: &Record) -> Result<Box<dyn DynMatch>, ReplayError>;

    /// Parses a view once, so that its viewer's questions can be answered from it.
    fn open(&self, view: &Value) -> Result<Box<dyn Position>, ViewError>;

    /// The kit that a player puts together for this option before a match, if the option is a kit.
    fn kit(&self, setup: &Setup, key: &str) -> Option<Kit>;

    /// The value of the option for these choices.
    fn kit_text(&self, setup: &Setup, key: &str, chosen: &[Chosen]) -> String;

    /// The number of sequences of `depth` actions from the start; `depth` is at least 1. After each first action,
    /// `each` is called with the action, the number of sequences that begin with it, and the share done so far.
    fn perft(&self, setup: &Setup, depth: u32, each: &mut dyn FnMut(&str, u64, f32)) -> Result<u64, SetupError>;

    /// Solves the first position of a match: its value and a best line in notation. The solver calls `go_on` now and
    /// then; if that returns `false`, it returns the bounds that it has. None if this position cannot be solved.
    fn solve(
        &self,
        setup: &Setup,
        seed: u64,
        go_on: &mut dyn FnMut(&SolveProgress) -> bool,
    ) -> Result<Option<Solution<String>>, SetupError>;

    /// Repeats a workload on one thread until `go_on` returns `false`.
    fn measure(&self, work: Workload, setup: &Setup, go_on: &mut dyn FnMut() -> bool) -> Result<Measured, SetupError>;
}

impl dyn DynGame + '_ {
    /// The default setup with these `key=value` pairs changed.
    pub fn setup<'a>(&self, pairs: impl IntoIterator<Item = &'a str>) -> Result<Setup, SetupError> {
        Setup::parse(self.info().options, pairs)
    }

    /// The game's texts in a language, or in English if the game does not have it.
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

/// An entry of the list.
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
