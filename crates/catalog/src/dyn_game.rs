//! A game with its types erased.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use ai::Evaluated;
use game::{
    Info, Match, NamedRules, OptionSpec, Origin, PICKED, PositionError, Random, Record, ReplayError, RuleFiles,
    RuleSet as _, RulesError, RulesId, Seat, Seed, Setup, SetupError, Texts, ValueReader, check_rules, open_view,
    replay_by,
};
use scene::{Chosen, Draw, Kit};
use serde_json::Value;

use crate::dyn_match::DynMatch;
use crate::position::{Opened, Position, ViewError};

#[cfg(not(target_family = "wasm"))]
use {
    crate::measure::{self, Measured, Workload},
    ai::{Solution, SolveProgress},
    game::{legal_actions, perft_after},
};

/// A game of the list. Actions are text in the game's notation, and views are JSON.
///
/// Only tools for developers count positions, solve, measure and trace. The page is compiled without these methods, so
/// that no visitor loads their code.
pub trait DynGame: Send + Sync {
    /// Name, options and seats.
    fn info(&self) -> &'static Info;

    /// The rule set that it is played by; none for the built-in one.
    fn rules(&self) -> Option<&RulesId>;

    /// The files of that rule set; none for the built-in one.
    fn rule_files(&self) -> Option<&RuleFiles>;

    /// The files of the built-in rule set: names and texts. None if the rules of this game are not in files.
    fn built_in_files(&self) -> &'static [(&'static str, &'static str)];

    /// Whether a rule set of this game may have a file of this name. Some sets have more files than the built-in one.
    fn takes_file(&self, name: &str) -> bool;

    /// The same game by other rules.
    fn with_rules(&self, files: RuleFiles) -> Result<RuledGame, RulesError>;

    /// Whether a record was played by the rule set of this game.
    fn check_rules(&self, record: &Record) -> Result<(), ReplayError>;

    /// Starts a new match.
    fn start(&self, setup: Setup, origin: Origin) -> Result<Box<dyn DynMatch>, SetupError>;

    /// Starts a match in the position of a text. Its record does not contain that position, so it cannot be replayed.
    fn start_at(&self, setup: Setup, origin: Origin, position: &str) -> Result<Box<dyn DynMatch>, PositionError>;

    /// Replays a match from its record and checks every line.
    fn replay(&self, record: &Record) -> Result<Box<dyn DynMatch>, ReplayError>;

    /// Parses a view once and checks it, so that all questions of its viewer can be answered from it. A view that fits no
    /// position of the game by these rules is refused.
    fn open(&self, view: &Value) -> Result<Box<dyn Position>, ViewError>;

    /// The kit that a player puts together for this option before a match, if the option is a kit.
    fn kit(&self, setup: &Setup, key: &str) -> Option<Kit>;

    /// The value of the option for these choices.
    fn kit_text(&self, setup: &Setup, key: &str, chosen: &[Chosen]) -> String;

    /// The value that a computer of this level picks for the option of its seat, if the option can be left to it.
    fn picked(&self, setup: &Setup, key: &str, level: u8, random: &mut Random) -> Option<String>;

    /// The number of sequences of `depth` actions from the start; `depth` is at least 1. After each first action,
    /// `each` is called with the action, the number of sequences that begin with it, and the share done so far.
    #[cfg(not(target_family = "wasm"))]
    fn perft(&self, setup: &Setup, depth: u32, each: &mut dyn FnMut(&str, u64, f32)) -> Result<u64, SetupError>;

    /// Solves the first position of a match: its value and a best line in notation. The solver calls `go_on` now and
    /// then; if that returns `false`, it returns the bounds that it has. None if this position cannot be solved.
    #[cfg(not(target_family = "wasm"))]
    fn solve(
        &self,
        setup: &Setup,
        seed: u64,
        go_on: &mut dyn FnMut(&SolveProgress) -> bool,
    ) -> Result<Option<Solution<String>>, SetupError>;

    /// Repeats a workload on one thread until `go_on` returns `false`.
    #[cfg(not(target_family = "wasm"))]
    fn measure(&self, work: Workload, setup: &Setup, go_on: &mut dyn FnMut() -> bool) -> Result<Measured, SetupError>;
}

impl dyn DynGame + '_ {
    /// The default setup with these `key=value` pairs changed.
    pub fn setup<'a>(&self, pairs: impl IntoIterator<Item = &'a str>) -> Result<Setup, SetupError> {
        Setup::parse(self.info().options, pairs)
    }

    /// The game's texts in a language, or in English if the game does not have it.
    pub fn texts(&self, language: &str) -> Texts {
        self.info().texts_in(language)
    }

    /// The setup with a value of its own for every option that was left to the computer ([`PICKED`]). The same seed gives the same
    /// values. A value that cannot be picked is the default.
    #[must_use]
    pub fn settle(&self, setup: Setup, level: impl Fn(Seat) -> u8, seed: u64) -> Setup {
        let left = |setup: &Setup, spec: &OptionSpec| spec.seat.filter(|_| setup.get(spec.key) == PICKED).map(Seat);
        self.info().options.iter().fold(setup, |setup, spec| {
            let Some(seat) = left(&setup, spec) else { return setup };
            let mut random = Random::new(seed.wrapping_add(u64::from(seat.0)));
            let picked = self.picked(&setup, spec.key, level(seat), &mut random);
            let fits = |value: &String| setup.clone().with(spec, value).ok();
            picked.as_ref().and_then(fits).or_else(|| fits(&spec.default.to_owned())).unwrap_or(setup)
        })
    }

    /// A whole match of uniformly random legal actions.
    pub fn random_match(&self, setup: Setup, seed: u64) -> Result<Box<dyn DynMatch>, SetupError> {
        let mut game_match = self.start(setup, Seed::number(seed).into())?;
        let mut random = Random::new(seed);
        while let Some((actor, action)) = game_match.actor().zip(game_match.random_action(&mut random)) {
            game_match.play(actor, &action).expect("the action was drawn from the legal ones");
        }
        Ok(game_match)
    }
}

/// A game with the rule set that it is played by: one of the list, or one that was made of rule files.
#[derive(Clone)]
pub enum RuledGame {
    /// By the built-in rules.
    BuiltIn(&'static dyn DynGame),
    /// By a set that somebody has handed in.
    Own(Arc<dyn DynGame>),
}

impl Deref for RuledGame {
    type Target = dyn DynGame;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::BuiltIn(game) => *game,
            Self::Own(game) => &**game,
        }
    }
}

impl From<&'static dyn DynGame> for RuledGame {
    fn from(game: &'static dyn DynGame) -> Self {
        Self::BuiltIn(game)
    }
}

impl PartialEq for RuledGame {
    fn eq(&self, other: &Self) -> bool {
        self.info().key == other.info().key && self.rules() == other.rules()
    }
}

impl fmt::Debug for RuledGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.info().key)?;
        self.rules().map_or(Ok(()), |rules| write!(f, " by {rules}"))
    }
}

/// The one implementation of [`DynGame`].
pub(crate) struct Entry<G: Draw> {
    /// The built-in rules are parsed when they are first needed.
    rules: OnceLock<NamedRules<G::Rules>>,
    files: Option<RuleFiles>,
}

impl<G: Draw + Evaluated> Entry<G> {
    const INFO: Info = G::INFO;

    /// The game by its built-in rules.
    pub(crate) const fn built_in() -> Self {
        Self { rules: OnceLock::new(), files: None }
    }

    fn named_rules(&self) -> &NamedRules<G::Rules> {
        self.rules.get_or_init(NamedRules::built_in)
    }

    #[cfg(not(target_family = "wasm"))]
    fn first_position(&self, setup: &Setup, seed: u64) -> Result<G, SetupError> {
        Ok(Match::<G>::by(self.named_rules(), setup.clone(), Seed::number(seed))?.state().clone())
    }
}

impl<G: Draw + Evaluated> DynGame for Entry<G> {
    fn info(&self) -> &'static Info {
        &Self::INFO
    }

    fn rules(&self) -> Option<&RulesId> {
        self.files.as_ref().and_then(|_| self.named_rules().id())
    }

    fn rule_files(&self) -> Option<&RuleFiles> {
        self.files.as_ref()
    }

    fn built_in_files(&self) -> &'static [(&'static str, &'static str)] {
        G::Rules::FILES
    }

    fn takes_file(&self, name: &str) -> bool {
        G::Rules::takes(name)
    }

    fn with_rules(&self, files: RuleFiles) -> Result<RuledGame, RulesError> {
        let rules = self.named_rules().another(&files)?;
        let files = rules.id().map(|_| files); // none if they say what the built-in ones say
        Ok(RuledGame::Own(Arc::new(Self { rules: rules.into(), files })))
    }

    fn check_rules(&self, record: &Record) -> Result<(), ReplayError> {
        check_rules::<G>(record, self.rules())
    }

    fn start(&self, setup: Setup, origin: Origin) -> Result<Box<dyn DynMatch>, SetupError> {
        Ok(Box::new(Match::<G>::by(self.named_rules(), setup, origin)?))
    }

    fn start_at(&self, setup: Setup, origin: Origin, position: &str) -> Result<Box<dyn DynMatch>, PositionError> {
        Ok(Box::new(Match::<G>::from_text(self.named_rules(), setup, origin, position)?))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn DynMatch>, ReplayError> {
        Ok(Box::new(replay_by::<G>(record, self.named_rules())?))
    }

    fn open(&self, view: &Value) -> Result<Box<dyn Position>, ViewError> {
        let view = open_view::<G, _>(ValueReader(view), self.named_rules().rules()).map_err(ViewError)?;
        Ok(Box::new(Opened::<G>::new(view)))
    }

    fn kit(&self, setup: &Setup, key: &str) -> Option<Kit> {
        G::kit(self.named_rules().rules(), setup, key)
    }

    fn kit_text(&self, setup: &Setup, key: &str, chosen: &[Chosen]) -> String {
        G::kit_text(self.named_rules().rules(), setup, key, chosen)
    }

    fn picked(&self, setup: &Setup, key: &str, level: u8, random: &mut Random) -> Option<String> {
        G::picked(self.named_rules().rules(), setup, key, level, random)
    }

    #[cfg(not(target_family = "wasm"))]
    fn perft(&self, setup: &Setup, depth: u32, each: &mut dyn FnMut(&str, u64, f32)) -> Result<u64, SetupError> {
        let start = self.first_position(setup, 0)?;
        let actions = legal_actions(&start);
        let mut nodes = 0;
        for (index, action) in actions.iter().enumerate() {
            let ways = perft_after(&start, action, depth);
            nodes += ways;
            each(&start.write(action), ways, (index + 1) as f32 / actions.len() as f32);
        }
        Ok(nodes)
    }

    #[cfg(not(target_family = "wasm"))]
    fn solve(
        &self,
        setup: &Setup,
        seed: u64,
        go_on: &mut dyn FnMut(&SolveProgress) -> bool,
    ) -> Result<Option<Solution<String>>, SetupError> {
        let start = self.first_position(setup, seed)?;
        let solution = G::solve(&start, go_on);
        Ok(solution.map(|solution| solution.map(|action| start.write(&action))))
    }

    #[cfg(not(target_family = "wasm"))]
    fn measure(&self, work: Workload, setup: &Setup, go_on: &mut dyn FnMut() -> bool) -> Result<Measured, SetupError> {
        let start = self.first_position(setup, 0)?;
        Ok(match work {
            Workload::Playouts => measure::playouts(&start, go_on),
            Workload::Search => measure::search(&start, go_on),
        })
    }
}
