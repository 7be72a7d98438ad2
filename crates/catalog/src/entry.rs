//! A game without its types.

use std::marker::PhantomData;
use std::path::Path;

use ai::{Bot, Evaluated, Solution, SolveProgress};
use game::{
    Dice, Game, Info, Match, Message, Origin, Random, Record, ReplayError, Seed, Setup, SetupError, Texts,
    legal_actions, perft_after, replay,
};
use scene::{Chosen, Draw, Kit, Partway, Pick, Preview};
use serde_json::Value;

use crate::measure::{self, Measured};
use crate::table::DynMatch;
use crate::thinking::DynThinking;
use crate::view::{self, Picture, ViewError};

/// A game of the list, with notation in place of actions and JSON in place of views.
pub trait DynGame: Sync {
    /// Name, options and seats.
    fn info(&self) -> &'static Info;

    /// From now on plays by the tables in a folder; says the option that names them in a setup.
    fn load_rules(&self, folder: &Path) -> Result<String, String>;

    /// A new match.
    fn start(&self, setup: Setup, origin: Origin) -> Result<Box<dyn DynMatch>, SetupError>;

    /// A match from its record, every line of it checked.
    fn replay(&self, record: &Record) -> Result<Box<dyn DynMatch>, ReplayError>;

    /// A whole match of uniformly random legal actions.
    fn random_match(&self, setup: Setup, seed: u64) -> Result<Box<dyn DynMatch>, SetupError>;

    /// The number of ways to play so many actions from the start, at least one. After each first action `each` is
    /// told it, the ways that begin with it, and the share done so far.
    fn perft(&self, setup: &Setup, depth: u32, each: &mut dyn FnMut(&str, u64, f32)) -> Result<u64, SetupError>;

    /// What a viewer sees who knows this view, and can do if `acts` says that it is the viewer's turn.
    fn picture(&self, view: &Value, acts: bool) -> Result<Picture, ViewError>;

    /// What each of these actions would do, as far as somebody with this view can know, in their order.
    fn previews(&self, view: &Value, actions: &[String]) -> Result<Vec<Preview>, ViewError>;

    /// Why these picks lead nowhere, if the game has something to say about it.
    fn why_not(&self, view: &Value, picked: &[Pick]) -> Result<Option<Message>, ViewError>;

    /// What is expected after some picks of an action and what they would do, if the game has a word for them.
    fn partway(&self, view: &Value, picked: &[Pick]) -> Result<Option<Partway>, ViewError>;

    /// Whether an action is a step of a plan that can be taken back before anybody else hears of it.
    fn tentative(&self, view: &Value, action: &str) -> Result<bool, ViewError>;

    /// What is to be seen after these steps of a plan; none if one of them cannot be taken.
    fn draft(&self, view: &Value, actions: &[String]) -> Result<Option<Value>, ViewError>;

    /// What is to be seen after this action, whether or not it could be taken back; none if it is illegal or if chance has
    /// a say in it. For games that hide nothing.
    fn foresee(&self, view: &Value, action: &str) -> Result<Option<Value>, ViewError>;

    /// What a player puts together for this option before a match, if it is such an option.
    fn kit(&self, setup: &Setup, key: &str) -> Option<Kit>;

    /// The option's value that says what was taken.
    fn kit_text(&self, setup: &Setup, key: &str, chosen: &[Chosen]) -> String;

    /// The view with what the same viewer knew at an earlier one and cannot see now.
    fn recall(&self, view: &Value, before: &Value) -> Result<Value, ViewError>;

    /// Has a bot think for the seat that acts, from that seat's view.
    fn think(&self, view: &Value, bot: &mut Bot) -> Result<Box<dyn DynThinking>, ViewError>;

    /// Works out the first position of a match: its value and a best line in notation. `go_on` is asked now and then and
    /// may stop it, which leaves what was found so far. None if this cannot be solved.
    fn solve(
        &self,
        setup: &Setup,
        seed: u64,
        go_on: &mut dyn FnMut(&SolveProgress) -> bool,
    ) -> Result<Option<Solution<String>>, SetupError>;

    /// Plays random games on one thread for as long as it is told to go on.
    fn measure_playouts(&self, setup: &Setup, go_on: &mut dyn FnMut() -> bool) -> Result<Measured, SetupError>;

    /// Searches the first position on one thread for as long as it is told to go on.
    fn measure_search(&self, setup: &Setup, go_on: &mut dyn FnMut() -> bool) -> Result<Measured, SetupError>;
}

impl dyn DynGame {
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

    fn random_match(&self, setup: Setup, seed: u64) -> Result<Box<dyn DynMatch>, SetupError> {
        let mut table = Match::<G>::new(setup, Seed::number(seed))?;
        let mut random = Random::new(seed);
        let mut scratch = Vec::new();
        while let Some(actor) = table.actor() {
            let action = table.state().random_action(&mut random, &mut scratch).expect("whoever acts has an action");
            table.play(actor, &action).expect("the action was drawn from the legal ones");
        }
        Ok(Box::new(table))
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

    fn picture(&self, view: &Value, acts: bool) -> Result<Picture, ViewError> {
        Ok(view::picture::<G>(&view::read::<G>(view)?, acts))
    }

    fn previews(&self, view: &Value, actions: &[String]) -> Result<Vec<Preview>, ViewError> {
        let view = view::read::<G>(view)?;
        Ok(view::previews::<G>(&view, actions.iter().map(String::as_str)).collect())
    }

    fn why_not(&self, view: &Value, picked: &[Pick]) -> Result<Option<Message>, ViewError> {
        Ok(G::why_not(&view::read::<G>(view)?, picked))
    }

    fn partway(&self, view: &Value, picked: &[Pick]) -> Result<Option<Partway>, ViewError> {
        Ok(G::partway(&view::read::<G>(view)?, picked))
    }

    fn tentative(&self, view: &Value, action: &str) -> Result<bool, ViewError> {
        Ok(view::tentative::<G>(&view::read::<G>(view)?, action))
    }

    fn draft(&self, view: &Value, actions: &[String]) -> Result<Option<Value>, ViewError> {
        Ok(view::draft::<G>(&view::read::<G>(view)?, actions))
    }

    fn foresee(&self, view: &Value, action: &str) -> Result<Option<Value>, ViewError> {
        Ok(view::foresee::<G>(&view::read::<G>(view)?, action))
    }

    fn kit(&self, setup: &Setup, key: &str) -> Option<Kit> {
        G::kit(setup, key)
    }

    fn kit_text(&self, setup: &Setup, key: &str, chosen: &[Chosen]) -> String {
        G::kit_text(setup, key, chosen)
    }

    fn recall(&self, view: &Value, before: &Value) -> Result<Value, ViewError> {
        let mut recalled = view::read::<G>(view)?;
        G::recall(&mut recalled, &view::read::<G>(before)?);
        Ok(serde_json::to_value(recalled).expect("a view is plain data"))
    }

    fn think(&self, view: &Value, bot: &mut Bot) -> Result<Box<dyn DynThinking>, ViewError> {
        Ok(view::think::<G>(&view::read::<G>(view)?, bot))
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

    fn measure_playouts(&self, setup: &Setup, go_on: &mut dyn FnMut() -> bool) -> Result<Measured, SetupError> {
        Ok(measure::playouts(&start::<G>(setup)?, go_on))
    }

    fn measure_search(&self, setup: &Setup, go_on: &mut dyn FnMut() -> bool) -> Result<Measured, SetupError> {
        Ok(measure::search(&start::<G>(setup)?, go_on))
    }
}

fn start<G: Game>(setup: &Setup) -> Result<G, SetupError> {
    G::start(setup, &mut Dice::seeded(&Seed::number(0)))
}
