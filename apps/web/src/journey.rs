//! Journeys in the page: the form before one begins, and the headquarters that is open.

use catalog::{DynJourneys, Picture};
use client::{JourneyHere, Local, Online, SavedLocal, SavedOnline};
use game::{Seed, Setup, SetupError, SortedMap};
use protocol::JourneyNews;
use scene::Headquarters;

use crate::form::NewGame;
use crate::model::Model;
use crate::route::Route;

/// The form for a new journey.
pub struct SetOut {
    /// The kind of journey.
    pub journeys: &'static dyn DynJourneys,
    /// The values of its options, by key.
    pub options: SortedMap<&'static str, String>,
}

impl SetOut {
    /// A journey with every option at its default.
    pub fn new(journeys: &'static dyn DynJourneys) -> Self {
        let options = journeys.options().iter().map(|spec| (spec.key, spec.default.to_owned())).collect();
        Self { journeys, options }
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
    /// The game of its matches.
    pub game: String,
    /// Its kind.
    pub kind: String,
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

    /// The link to a journey on the server: for another traveller, or with a key for the same one at another device.
    pub fn journey_link(&self, id: &str, key: Option<&str>) -> String {
        let name = key.map_or_else(|| id.to_owned(), |key| format!("{id}-{key}"));
        format!("{}{}", self.address, Route::Journey(name))
    }
}

/// The first picture of a game: a page about its journeys is drawn in its colours.
pub fn cover(game: &str) -> Option<Picture> {
    NewGame::new(catalog::find(game)?).picture
}
