//! Journeys with their types erased: the list of all kinds, and one that is under way.

use std::sync::{Arc, OnceLock};

use ai::Advised;
use game::{
    Fault, Game, Info, JourneyEnd, JourneyEvent, JourneyHeader, NamedRules, NextMatch, OptionKind, OptionSpec,
    PlayError, ReadJourney, Record, RecordError, ReplayError, RuleFiles, RulesError, RulesId, Seat, Seed, Setup,
    SetupError, Travel,
};
use scene::{DrawJourney, Headquarters};

use crate::RuledGame;

/// A kind of journey by some rules.
pub trait DynJourneys: Send + Sync {
    /// Its name in commands, records and addresses.
    fn key(&self) -> &'static str;

    /// The game of its matches.
    fn info(&self) -> &'static Info;

    /// Its options.
    fn options(&self) -> &'static [OptionSpec];

    /// The values of an option by these rules, if it is one that offers some to choose from.
    fn values(&self, option: &str) -> Option<Vec<String>>;

    /// How records call the rule set; none for the built-in one.
    fn rules(&self) -> Option<&RulesId>;

    /// The files of the rule set; none for the built-in one.
    fn rule_files(&self) -> Option<&RuleFiles>;

    /// The same kind of journey by other rules.
    fn with_rules(&self, files: &RuleFiles) -> Result<RuledJourneys, RulesError>;

    /// Sets out.
    fn start(&self, setup: Setup, seed: Seed) -> Result<Box<dyn DynJourney>, SetupError>;

    /// Reads a journey and plays it again. With it comes the match that is still being played, if there is one.
    fn read(&self, text: &str) -> Result<(Box<dyn DynJourney>, Option<Record>), RecordError>;
}

impl dyn DynJourneys + '_ {
    /// The default setup with these `key=value` pairs changed.
    pub fn setup<'a>(&self, pairs: impl IntoIterator<Item = &'a str>) -> Result<Setup, SetupError> {
        Setup::parse(self.options(), pairs)
    }
}

/// A kind of journey with the rules of its game: one of the list, or one that was made of rule files.
#[derive(Clone)]
pub enum RuledJourneys {
    /// By the built-in rules.
    BuiltIn(&'static dyn DynJourneys),
    /// By a set that somebody has handed in.
    Own(Arc<dyn DynJourneys>),
}

impl RuledJourneys {
    /// One of the list, by the rule set in these files or by the built-in one.
    pub fn by(built_in: &'static dyn DynJourneys, rules: Option<&RuleFiles>) -> Result<Self, RulesError> {
        rules.map_or(Ok(Self::BuiltIn(built_in)), |files| built_in.with_rules(files))
    }
}

impl std::ops::Deref for RuledJourneys {
    type Target = dyn DynJourneys;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::BuiltIn(journeys) => *journeys,
            Self::Own(journeys) => &**journeys,
        }
    }
}

/// A journey under way. Steps are text in the journey's notation.
pub trait DynJourney: Send {
    /// The name of its kind.
    fn key(&self) -> &'static str;
    /// The game of its matches.
    fn info(&self) -> &'static Info;
    /// Its options.
    fn setup(&self) -> &Setup;
    /// The number of travellers.
    fn seats(&self) -> u8;
    /// The names of the travellers, in seat order.
    fn players(&self) -> &[String];
    /// Writes the name of a traveller into the record.
    fn name_player(&mut self, seat: Seat, name: &str);
    /// How it ended, once it has.
    fn end(&self) -> Option<JourneyEnd>;
    /// The number of steps and matches so far.
    fn events(&self) -> usize;
    /// The steps and matches so far.
    fn log(&self) -> &[JourneyEvent];
    /// Whether a traveller may take a step now; if not, why.
    fn check(&self, seat: Seat, step: &str) -> Result<(), PlayError>;
    /// Takes a step.
    fn play(&mut self, seat: Seat, step: &str) -> Result<(), PlayError>;
    /// Whether the last thing that happened was a step, which can be taken back.
    fn may_undo(&self) -> bool;
    /// Takes back the last step, if no match was played after it. Returns whether there was one.
    fn undo(&mut self) -> bool;
    /// Whether a step is the one by which a traveller leaves the journey to the others for good.
    fn leaves(&self, step: &str) -> bool;
    /// Whether a traveller has left it so. The seat exists.
    fn has_left(&self, seat: Seat) -> bool;
    /// The match that has to be played now, if there is one.
    fn next_match(&self) -> Option<NextMatch>;
    /// The seed of the match with this number, for a host that the travellers trust.
    fn match_seed(&self, number: u32) -> Seed;
    /// Whether a record is one of the match that has to be played now, finished or not.
    fn check_match(&self, record: &Record) -> Result<(), ReplayError>;
    /// Takes over a finished match.
    fn take(&mut self, record: &Record) -> Result<(), ReplayError>;
    /// The headquarters as a traveller sees it.
    fn headquarters(&self, seat: Seat, language: &str) -> Headquarters;
    /// The step that the computer would take for a traveller. None if it waits for a match or is over.
    fn advise(&self, seat: Seat) -> Option<String>;
    /// The journey as text. A match that is still being played comes last.
    fn text(&self, running: Option<&Record>) -> String;
}

/// The one implementation of [`DynJourneys`].
pub(crate) struct JourneyEntry<J: DrawJourney> {
    /// The built-in rules are parsed when they are first needed.
    rules: OnceLock<NamedRules<<J::Game as Game>::Rules>>,
    /// None for the built-in rules.
    files: Option<RuleFiles>,
}

impl<J: DrawJourney + Advised> JourneyEntry<J> {
    pub(crate) const fn built_in() -> Self {
        Self { rules: OnceLock::new(), files: None }
    }

    fn named_rules(&self) -> &NamedRules<<J::Game as Game>::Rules> {
        self.rules.get_or_init(NamedRules::built_in)
    }
}

impl<J: DrawJourney + Advised> DynJourneys for JourneyEntry<J> {
    fn key(&self) -> &'static str {
        J::KEY
    }

    fn info(&self) -> &'static Info {
        const { &J::Game::INFO }
    }

    fn options(&self) -> &'static [OptionSpec] {
        J::OPTIONS
    }

    fn values(&self, option: &str) -> Option<Vec<String>> {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        J::values_by(self.named_rules().rules(), option).or_else(|| {
            let spec = J::OPTIONS.iter().find(|spec| spec.key == option)?;
            match spec.kind {
                OptionKind::Choice(words) | OptionKind::Text { known: words, .. } => Some(owned(words)),
                OptionKind::Whole { .. } | OptionKind::Switch => None,
            }
        })
    }

    fn rules(&self) -> Option<&RulesId> {
        self.files.as_ref().and_then(|_| self.named_rules().id())
    }

    fn rule_files(&self) -> Option<&RuleFiles> {
        self.files.as_ref()
    }

    fn with_rules(&self, files: &RuleFiles) -> Result<RuledJourneys, RulesError> {
        let rules = self.named_rules().another(files)?;
        let files = rules.id().map(|_| files.clone()); // none if they say what the built-in ones say
        Ok(RuledJourneys::Own(Arc::new(Self { rules: rules.into(), files })))
    }

    fn start(&self, setup: Setup, seed: Seed) -> Result<Box<dyn DynJourney>, SetupError> {
        Ok(Box::new(Travel::<J>::by(self.named_rules(), setup, seed)?))
    }

    fn read(&self, text: &str) -> Result<(Box<dyn DynJourney>, Option<Record>), RecordError> {
        let ReadJourney { travel, running } = Travel::<J>::read(text, self.named_rules())?;
        Ok((Box::new(travel), running))
    }
}

impl<J: DrawJourney + Advised> DynJourney for Travel<J> {
    fn key(&self) -> &'static str {
        J::KEY
    }

    fn info(&self) -> &'static Info {
        const { &J::Game::INFO }
    }

    fn setup(&self) -> &Setup {
        self.setup()
    }

    fn seats(&self) -> u8 {
        self.state().seats()
    }

    fn players(&self) -> &[String] {
        self.players()
    }

    fn name_player(&mut self, seat: Seat, name: &str) {
        self.name_player(seat, name);
    }

    fn end(&self) -> Option<JourneyEnd> {
        self.state().end()
    }

    fn events(&self) -> usize {
        self.log().len()
    }

    fn log(&self) -> &[JourneyEvent] {
        self.log()
    }

    fn check(&self, seat: Seat, step: &str) -> Result<(), PlayError> {
        Ok(self.check(seat, &self.state().read(step)?)?)
    }

    fn play(&mut self, seat: Seat, step: &str) -> Result<(), PlayError> {
        self.play_text(seat, step).map(|_| ())
    }

    fn may_undo(&self) -> bool {
        matches!(self.log().last(), Some(JourneyEvent::Step { .. }))
    }

    fn undo(&mut self) -> bool {
        self.undo()
    }

    fn leaves(&self, step: &str) -> bool {
        let step = self.state().read(step).ok();
        step.is_some() && step == self.state().leaving()
    }

    fn has_left(&self, seat: Seat) -> bool {
        self.state().has_left(seat)
    }

    fn next_match(&self) -> Option<NextMatch> {
        self.next_match()
    }

    fn match_seed(&self, number: u32) -> Seed {
        self.match_seed(number)
    }

    fn check_match(&self, record: &Record) -> Result<(), ReplayError> {
        self.replayed(record).map(|_| ())
    }

    fn take(&mut self, record: &Record) -> Result<(), ReplayError> {
        self.take(record).map(|_| ())
    }

    fn headquarters(&self, seat: Seat, language: &str) -> Headquarters {
        self.state().headquarters(seat, language)
    }

    fn advise(&self, seat: Seat) -> Option<String> {
        self.state().advise(seat).map(|step| self.state().write(&step))
    }

    fn text(&self, running: Option<&Record>) -> String {
        self.text(running)
    }
}

/// A list of kinds of journeys by their built-in rules.
macro_rules! journeys {
    ($($journey:ty),* $(,)?) => {
        &[$({
            static ENTRY: JourneyEntry<$journey> = JourneyEntry::built_in();
            &ENTRY
        }),*]
    };
}

/// Every kind of journey. A new one is a line here.
pub static JOURNEYS: &[&dyn DynJourneys] = journeys![hex_ships::Campaign];

/// The kind of journey with this key, of the game with this key.
pub fn find_journeys(game: &str, key: &str) -> Option<&'static dyn DynJourneys> {
    JOURNEYS.iter().copied().find(|journeys| journeys.info().key == game && journeys.key() == key)
}

/// The kinds of journeys of a game.
pub fn journeys_of(game: &RuledGame) -> impl Iterator<Item = &'static dyn DynJourneys> + use<> {
    let key = game.info().key;
    JOURNEYS.iter().copied().filter(move |journeys| journeys.info().key == key)
}

/// Reads a journey of any kind and plays it again, by the rule set in these files or by the built-in one.
pub fn read_journey(
    text: &str,
    rules: Option<&RuleFiles>,
) -> Result<(Box<dyn DynJourney>, Option<Record>), RecordError> {
    let header = JourneyHeader::read(text)?;
    let unknown = || RecordError { line: 3, problem: Fault::unknown_journey(&header.journey) };
    let journeys = find_journeys(&header.game, &header.journey).ok_or_else(unknown)?;
    let of_rules = |problem: Fault| RecordError { line: 5, problem };
    if let (None, Some(missing)) = (rules, &header.rules) {
        return Err(of_rules(Fault::unknown_rules(missing)));
    }
    let journeys = RuledJourneys::by(journeys, rules).map_err(|error| of_rules(Fault::of_rules(&error)))?;
    journeys.read(text)
}
