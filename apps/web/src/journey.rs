//! Journeys in the page: the form before one begins, and the headquarters that is open.

use catalog::{DynJourneys, Picture, RuledGame, RuledJourneys};
use client::{JourneyHere, Local, Online, SavedLocal, SavedOnline};
use game::{OptionSpec, RulesId, Seed, Setup, SetupError, SortedMap};
use protocol::{JourneyNews, JourneyStep};
use scene::Headquarters;

use crate::form::NewGame;
use crate::model::Model;
use crate::route::Route;

/// The form for a new journey.
pub struct SetOut {
    /// The kind of journey, by the rule set that is chosen.
    pub journeys: RuledJourneys,
    /// The same kind by every rule set that can be chosen, the built-in one first.
    by_sets: Vec<RuledJourneys>,
    /// The values of its options, by key.
    pub options: SortedMap<&'static str, String>,
}

impl SetOut {
    /// A journey with every option at its default.
    pub fn new(journeys: &'static dyn DynJourneys) -> Self {
        let options = journeys.options().iter().map(|spec| (spec.key, spec.default.to_owned())).collect();
        let journeys = RuledJourneys::BuiltIn(journeys);
        Self { by_sets: vec![journeys.clone()], journeys, options }
    }

    /// Takes in the rule sets that a server offers. Those by which nobody can set out are left out: a set need not have journeys.
    pub fn offer(&mut self, sets: &[RuledGame]) {
        let is_of_game = |set: &&RuledGame| set.info().key == self.journeys.info().key;
        let by = |set: &RuledGame| self.by_sets[0].with_rules(set.rule_files()?).ok();
        let has_values = |journeys: &RuledJourneys| {
            let is_empty = |spec: &OptionSpec| journeys.values(spec.key).is_some_and(|values| values.is_empty());
            !journeys.options().iter().any(is_empty)
        };
        let offered: Vec<_> = sets.iter().filter(is_of_game).filter_map(by).filter(has_values).collect();
        self.by_sets.truncate(1);
        self.by_sets.extend(offered);
        let chosen = self.journeys.rules().map(|rules| rules.fingerprint.to_string());
        self.choose_rules(&chosen.unwrap_or_default());
    }

    /// The rule sets that can be chosen beside the built-in one.
    pub fn offered(&self) -> impl Iterator<Item = &RulesId> {
        self.by_sets.iter().filter_map(|journeys| journeys.rules())
    }

    /// Chooses the rule set with this fingerprint; the built-in one if there is none. An option whose value the set does not have
    /// gets the usual one or the first one that it has.
    pub fn choose_rules(&mut self, fingerprint: &str) {
        let is_it = |journeys: &&RuledJourneys| {
            journeys.rules().is_some_and(|rules| rules.fingerprint.to_string() == fingerprint)
        };
        self.journeys = self.by_sets.iter().find(is_it).unwrap_or(&self.by_sets[0]).clone();
        for spec in self.journeys.options() {
            let values = self.journeys.values(spec.key).unwrap_or_default();
            let is_there = self.options.get(spec.key).is_some_and(|value| values.contains(value));
            let usual = values.iter().find(|value| *value == spec.default).or(values.first());
            if let Some(usual) = usual.filter(|_| !is_there) {
                self.options.insert(spec.key, usual.clone());
            }
        }
    }

    /// The options as a setup.
    pub fn setup(&self) -> Result<Setup, SetupError> {
        self.setup_with("", "")
    }

    fn setup_with(&self, key: &str, value: &str) -> Result<Setup, SetupError> {
        let pair = |(known, chosen): (&&str, &String)| {
            let value = if **known == *key { value } else { chosen };
            format!("{known}={value}")
        };
        let pairs: Vec<String> = self.options.iter().map(pair).collect();
        self.journeys.setup(pairs.iter().map(String::as_str))
    }

    /// The headquarters at the beginning of a journey with these options, but with this value of an option.
    pub fn preview(&self, key: &str, value: &str, language: &str) -> Result<Headquarters, SetupError> {
        let started = self.journeys.start(self.setup_with(key, value)?, Seed::number(0))?;
        Ok(started.headquarters(game::Seat(0), language))
    }
}

/// A journey on a server to which somebody is invited.
pub struct Invitation {
    /// Its kind, by its rule set.
    pub journeys: RuledJourneys,
    /// Its options, as in a record.
    pub setup: String,
    /// The name of the one who has set out; it may be empty.
    pub by: String,
}

/// The headquarters that is open.
pub struct AtHeadquarters {
    /// The journey.
    pub here: JourneyHere,
    /// What was typed into the fields for new names, by the beginning of the step.
    pub names: SortedMap<String, String>,
    /// Why the last step was refused.
    pub note: Option<String>,
    /// What the server tells beside the events, if it keeps the journey: who travels, and the table of the match that is due.
    pub news: Option<JourneyNews>,
    /// The last step that the server was asked for, if nobody knows whether it was taken.
    pub unanswered: Option<JourneyStep>,
}

impl Model {
    /// The match of the open journey that is being played, as it lies in the storage.
    pub fn running_match(&self) -> Option<SavedLocal> {
        let here = &self.visit.headquarters.as_ref()?.here;
        let id = here.match_id().filter(|_| here.key.is_none())?;
        self.load(&Local::storage_key(&id))
    }

    /// Whether the last step of the open journey can be taken back. A match that was begun stays, once something has
    /// happened in it.
    pub fn may_undo_step(&self) -> bool {
        let may = self.visit.headquarters.as_ref().is_some_and(|at| at.here.may_undo());
        may && self.running_match().is_none_or(|saved| saved.actions == 0)
    }
}

impl Model {
    /// The journey that the open match belongs to.
    pub fn journey_of_match(&self) -> Option<String> {
        let client = self.client.as_ref()?;
        match client.online() {
            Some(online) => self.load::<SavedOnline>(&Online::storage_key(&online.table))?.journey,
            None => client.local()?.journey.clone(),
        }
    }

    /// The link to a journey on the server: for another traveller, or with a key for the same one at another device. That
    /// one takes along the secret of the shares in the dice: a device opens what the other one has committed to.
    pub fn journey_link(&self, id: &str, key: Option<&str>) -> String {
        let own = |key: &str| match self.journey_root(id) {
            Some(root) => format!("{id}-{key}-{root}"),
            None => format!("{id}-{key}"),
        };
        let name = key.map_or_else(|| id.to_owned(), own);
        format!("{}{}", self.address, Route::Journey(name))
    }
}

/// The first picture of a game: a page about its journeys is drawn in its colours.
pub fn cover(game: &str) -> Option<Picture> {
    NewGame::new(catalog::find(game)?).picture
}
