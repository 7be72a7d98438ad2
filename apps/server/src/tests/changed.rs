//! Games that differ in one point from those of the catalog: how matches start, when they fail, or how the computer thinks.
//! A server is given them as it is given any game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use ai::{Bot, Solution, SolveProgress};
use catalog::{
    After, DynGame, DynMatch, DynThinking, Measured, Picture, Position, Request, RuledGame, Standing, TraceStep,
    ViewError, Workload,
};
use game::{
    Info, Luck, Message, Moment, Origin, PlayError, PositionError, Random, Record, ReplayError, Roll, RuleFiles,
    RulesError, RulesId, Seat, Setup, SetupError, Viewer,
};
use scene::{Area, Chosen, Kit, Motion, Partway, Pick, Place, Preview, Threat, Way};
use serde_json::Value;
use serde_json::value::RawValue;

type Started = Result<Box<dyn DynMatch>, SetupError>;
type Thought = Box<dyn DynThinking>;

/// What differs. Every method does what the game of the catalog does unless an implementation has another way.
pub(super) trait Difference: Send + Sync + 'static {
    fn start(&self, game: &dyn DynGame, setup: Setup, origin: Origin) -> Started {
        game.start(setup, origin)
    }

    /// Is called before a request is checked.
    fn before_check(&self, _request: &Request<'_>) {}

    /// Is called before a request is carried out.
    fn before_carry_out(&self) {}

    /// Is called after so many moments were made from the log. The one that an event makes when it is carried out is not
    /// among them.
    fn after_moments(&self, _made: usize) {}

    fn think(&self, position: &dyn Position, bot: &mut Bot) -> Thought {
        position.think(bot)
    }
}

/// All games of the catalog, with this difference.
fn changed(difference: impl Difference) -> Vec<RuledGame> {
    let difference: Arc<dyn Difference> = Arc::new(difference);
    let changed =
        |&game: &&'static dyn DynGame| RuledGame::Own(Arc::new(ChangedGame { game, difference: difference.clone() }));
    catalog::GAMES.iter().map(changed).collect()
}

/// Games that start matches with this function.
pub(super) fn starting<F>(start: F) -> Vec<RuledGame>
where
    F: Fn(&dyn DynGame, Setup, Origin) -> Started + Send + Sync + 'static,
{
    struct Starting<F>(F);
    impl<F: Fn(&dyn DynGame, Setup, Origin) -> Started + Send + Sync + 'static> Difference for Starting<F> {
        fn start(&self, game: &dyn DynGame, setup: Setup, origin: Origin) -> Started {
            (self.0)(game, setup, origin)
        }
    }
    changed(Starting(start))
}

/// Games in which the computer thinks with this function.
pub(super) fn thinking<F>(think: F) -> Vec<RuledGame>
where
    F: Fn(&dyn Position, &mut Bot) -> Thought + Send + Sync + 'static,
{
    struct Thinking<F>(F);
    impl<F: Fn(&dyn Position, &mut Bot) -> Thought + Send + Sync + 'static> Difference for Thinking<F> {
        fn think(&self, position: &dyn Position, bot: &mut Bot) -> Thought {
            (self.0)(position, bot)
        }
    }
    changed(Thinking(think))
}

/// Games that count the moments that are made from a log.
pub(super) fn counting(made: &Arc<AtomicUsize>) -> Vec<RuledGame> {
    struct Counting(Arc<AtomicUsize>);
    impl Difference for Counting {
        fn after_moments(&self, made: usize) {
            self.0.fetch_add(made, Ordering::SeqCst);
        }
    }
    changed(Counting(made.clone()))
}

/// Games whose matches panic when the action «boom» is checked, and once when they carry out an event after `falls` was
/// set.
pub(super) fn fragile(falls: &Arc<AtomicBool>) -> Vec<RuledGame> {
    struct Fragile(Arc<AtomicBool>);
    impl Difference for Fragile {
        fn before_check(&self, request: &Request<'_>) {
            assert!(!matches!(request, Request::Play { action: "boom", .. }), "a test asked for this panic");
        }
        fn before_carry_out(&self) {
            assert!(!self.0.swap(false, Ordering::SeqCst), "a test asked for this panic");
        }
    }
    changed(Fragile(falls.clone()))
}

struct ChangedGame {
    game: &'static dyn DynGame,
    difference: Arc<dyn Difference>,
}

struct ChangedMatch {
    inner: Box<dyn DynMatch>,
    difference: Arc<dyn Difference>,
}

struct ChangedPosition {
    inner: Box<dyn Position>,
    difference: Arc<dyn Difference>,
}

impl DynGame for ChangedGame {
    fn start(&self, setup: Setup, origin: Origin) -> Started {
        let inner = self.difference.start(self.game, setup, origin)?;
        Ok(Box::new(ChangedMatch { inner, difference: self.difference.clone() }))
    }

    fn info(&self) -> &'static Info {
        self.game.info()
    }

    fn rules(&self) -> Option<&RulesId> {
        self.game.rules()
    }

    fn rule_files(&self) -> Option<&RuleFiles> {
        self.game.rule_files()
    }

    fn built_in_files(&self) -> &'static [(&'static str, &'static str)] {
        self.game.built_in_files()
    }

    fn takes_file(&self, name: &str) -> bool {
        self.game.takes_file(name)
    }

    fn with_rules(&self, files: RuleFiles) -> Result<RuledGame, RulesError> {
        self.game.with_rules(files)
    }

    fn check_rules(&self, record: &Record) -> Result<(), ReplayError> {
        self.game.check_rules(record)
    }

    fn start_at(&self, setup: Setup, origin: Origin, position: &str) -> Result<Box<dyn DynMatch>, PositionError> {
        self.game.start_at(setup, origin, position)
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn DynMatch>, ReplayError> {
        self.game.replay(record)
    }

    fn open(&self, view: &Value) -> Result<Box<dyn Position>, ViewError> {
        self.game.open(view)
    }

    fn kit(&self, setup: &Setup, key: &str) -> Option<Kit> {
        self.game.kit(setup, key)
    }

    fn kit_text(&self, setup: &Setup, key: &str, chosen: &[Chosen]) -> String {
        self.game.kit_text(setup, key, chosen)
    }

    fn picked(&self, setup: &Setup, key: &str, level: u8, random: &mut Random) -> Option<String> {
        self.game.picked(setup, key, level, random)
    }

    fn perft(&self, setup: &Setup, depth: u32, each: &mut dyn FnMut(&str, u64, f32)) -> Result<u64, SetupError> {
        self.game.perft(setup, depth, each)
    }

    fn solve(
        &self,
        setup: &Setup,
        seed: u64,
        go_on: &mut dyn FnMut(&SolveProgress) -> bool,
    ) -> Result<Option<Solution<String>>, SetupError> {
        self.game.solve(setup, seed, go_on)
    }

    fn measure(&self, work: Workload, setup: &Setup, go_on: &mut dyn FnMut() -> bool) -> Result<Measured, SetupError> {
        self.game.measure(work, setup, go_on)
    }
}

impl DynMatch for ChangedMatch {
    fn check(&self, request: &Request<'_>) -> Result<(), PlayError> {
        self.difference.before_check(request);
        self.inner.check(request)
    }

    fn carry_out(
        &mut self,
        request: &Request<'_>,
        viewers: &[Viewer],
    ) -> Result<Vec<Moment<Box<dyn Position>>>, PlayError> {
        self.difference.before_carry_out();
        self.inner.carry_out(request, viewers)
    }

    fn position(&self, viewer: Viewer) -> Box<dyn Position> {
        Box::new(ChangedPosition { inner: self.inner.position(viewer), difference: self.difference.clone() })
    }

    fn info(&self) -> &'static Info {
        self.inner.info()
    }

    fn standing(&self) -> Standing {
        self.inner.standing()
    }

    fn name_player(&mut self, seat: Seat, name: &str) {
        self.inner.name_player(seat, name);
    }

    fn legal(&self) -> Vec<String> {
        self.inner.legal()
    }

    fn random_action(&self, random: &mut Random) -> Option<String> {
        self.inner.random_action(random)
    }

    fn undo(&mut self) -> bool {
        self.inner.undo()
    }

    fn record(&self) -> Record {
        self.inner.record()
    }

    fn start(&self, viewer: Viewer) -> (Box<dyn Position>, Option<Seat>) {
        self.inner.start(viewer)
    }

    fn some_moments(&self, known: usize, most: usize, viewer: Viewer) -> Vec<Moment<Box<dyn Position>>> {
        let moments = self.inner.some_moments(known, most, viewer);
        self.difference.after_moments(moments.len());
        moments
    }

    fn copy(&self) -> Box<dyn DynMatch> {
        Box::new(Self { inner: self.inner.copy(), difference: self.difference.clone() })
    }

    fn trace(&self, each: &mut dyn FnMut(TraceStep) -> bool) {
        self.inner.trace(each);
    }

    fn luck(&self) -> Vec<(Seat, Vec<Luck>)> {
        self.inner.luck()
    }

    fn state_hash(&self) -> u64 {
        self.inner.state_hash()
    }
}

impl Position for ChangedPosition {
    fn think(&self, bot: &mut Bot) -> Thought {
        self.difference.think(&*self.inner, bot)
    }

    fn random_action(&self, random: &mut Random) -> Option<String> {
        self.inner.random_action(random)
    }

    fn picture(&self, acts: bool) -> Picture {
        self.inner.picture(acts)
    }

    fn preview(&self, action: &str) -> Preview {
        self.inner.preview(action)
    }

    fn danger(&self, seat: Seat) -> Vec<Threat> {
        self.inner.danger(seat)
    }

    fn exposed(&self, seat: Seat) -> Option<Area> {
        self.inner.exposed(seat)
    }

    fn why_not(&self, picked: &[Pick]) -> Option<Message> {
        self.inner.why_not(picked)
    }

    fn partway(&self, picked: &[Pick]) -> Option<Partway> {
        self.inner.partway(picked)
    }

    fn ways(&self, place: Place) -> Vec<Way<String>> {
        self.inner.ways(place)
    }

    fn motion(&self, after: &dyn Position, action: Option<&str>, rolls: &[Roll]) -> Motion {
        self.inner.motion(after, action, rolls)
    }

    fn after(&self, action: &str) -> Option<After> {
        self.inner.after(action)
    }

    fn unbegun(&self) -> Box<dyn Position> {
        self.inner.unbegun()
    }

    fn recall(&mut self, before: &dyn Position) {
        self.inner.recall(before);
    }

    fn view(&self) -> Box<RawValue> {
        self.inner.view()
    }

    fn is_same(&self, other: &dyn Position) -> bool {
        self.inner.is_same(other)
    }
}
