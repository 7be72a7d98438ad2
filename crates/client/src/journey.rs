//! A journey on this device: its rules run here, and a client keeps it as text.
//!
//! What is asked of it and what it answers is plain data: steps as text, a [`Headquarters`], the match that is due as one of
//! this device. A client that shows it needs nothing else, so a journey on a server can be shown in the same way.

use catalog::{DynJourney, DynJourneys, find_ruled, read_journey};
use game::{JourneyHeader, MatchPlayer, PlayError, Record, RuleFiles, RulesId, Seat, Seed, Setup, SetupError};
use protocol::JourneyTook;
use scene::Headquarters;
use serde::{Deserialize, Serialize};

use crate::{Fault, Local, Player, SavedLocal};

/// A journey on this device.
pub struct JourneyHere {
    /// Its name in addresses and in the storage.
    pub id: String,
    /// The traveller who looks and acts.
    pub seat: Seat,
    /// The secret of that traveller's seat, if a server keeps the journey. Then this is a copy, which follows the server.
    pub key: Option<String>,
    journey: Box<dyn DynJourney>,
    rules: Option<(RulesId, RuleFiles)>,
}

/// A journey as it lies in the storage. The match that is being played lies beside it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedJourney {
    /// The game of its matches.
    pub game: String,
    /// The key of its kind.
    pub journey: String,
    /// Its title, in the language in which it was last seen.
    pub title: String,
    /// The journey as text, without the match that is being played.
    pub text: String,
    /// The rule set of the journey; none for the built-in one. With its files the journey goes on wherever it is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleFiles>,
    /// When something last happened, in milliseconds of the browser's clock.
    pub updated: f64,
    /// How many matches were played to the end.
    pub matches: usize,
    /// Whether it is over.
    pub over: bool,
    /// The secret of this person's seat, if a server keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

impl JourneyHere {
    /// Sets out.
    pub fn set_out(journeys: &dyn DynJourneys, setup: Setup, id: String, seed: Seed) -> Result<Self, SetupError> {
        let rules = journeys.rules().cloned().zip(journeys.rule_files().cloned());
        Ok(Self { id, seat: Seat(0), key: None, journey: journeys.start(setup, seed)?, rules })
    }

    /// Reads a journey as somebody has saved it, and the match of it that is being played. All of it is played again, and
    /// a text with a mistake anywhere is refused, also if it was played by another rule set than the one in these files.
    pub fn read(text: &str, rules: Option<&RuleFiles>, id: String) -> Result<(Self, Option<SavedLocal>), Fault> {
        let wrong = |error: game::RecordError| Fault { line: error.line, problem: error.problem };
        let (journey, running) = read_journey(text, rules).map_err(wrong)?;
        // Files that say the same as the built-in ones are no set of their own.
        let named = JourneyHeader::read(text).map_err(wrong)?.rules;
        let here = Self { id, seat: Seat(0), key: None, journey, rules: named.zip(rules.cloned()) };
        let running = running.map(|record| here.saved_match(&record));
        Ok((here, running))
    }

    /// The journey for the storage.
    pub fn saved(&self, language: &str, now: f64) -> SavedJourney {
        let shown = self.headquarters(language);
        SavedJourney {
            game: self.journey.info().key.to_owned(),
            journey: self.journey.key().to_owned(),
            title: shown.title,
            text: self.journey.text(None),
            rules: self.rule_files().cloned(),
            updated: now,
            matches: shown.chapters.len(),
            over: self.is_over(),
            key: self.key.clone(),
        }
    }

    /// Whether a step is the one by which a traveller leaves the journey to the others for good.
    pub fn leaves(&self, step: &str) -> bool {
        self.journey.leaves(step)
    }

    /// Whether the traveller here has left it so.
    pub fn has_left(&self) -> bool {
        self.journey.has_left(self.seat)
    }

    /// The number of steps and matches so far.
    pub fn events(&self) -> usize {
        self.journey.events()
    }

    /// Carries out what happened at the server. Returns whether it fits: if not, this copy has to be read anew.
    pub fn hear(&mut self, events: &[JourneyTook]) -> bool {
        events.iter().all(|event| match event {
            JourneyTook::Step { seat, step } => self.journey.play(*seat, step).is_ok(),
            JourneyTook::Match(record) => record.parse().is_ok_and(|record| self.journey.take(&record).is_ok()),
        })
    }

    /// Where a journey of this id lies in the storage.
    pub fn storage_key(id: &str) -> String {
        format!("sixfold.journey.{id}")
    }

    /// The whole journey as one text, with the match that is being played. `None` if that match is not one of this journey.
    pub fn text(&self, running: Option<&SavedLocal>) -> Option<String> {
        let Some(saved) = running else { return Some(self.journey.text(None)) };
        let record: Record = saved.record.parse().ok()?;
        self.journey.check_match(&record).ok()?;
        Some(self.journey.text(Some(&record)))
    }

    /// The key of the game of its matches.
    pub fn game(&self) -> &'static str {
        self.journey.info().key
    }

    /// The key of its kind.
    pub fn kind(&self) -> &'static str {
        self.journey.key()
    }

    /// The rule set that it is played by; none for the built-in one.
    pub fn rules(&self) -> Option<&RulesId> {
        self.rules.as_ref().map(|(id, _)| id)
    }

    fn rule_files(&self) -> Option<&RuleFiles> {
        self.rules.as_ref().map(|(_, files)| files)
    }

    /// The number of travellers.
    pub fn seats(&self) -> u8 {
        self.journey.seats()
    }

    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.journey.end().is_some()
    }

    /// The headquarters as the traveller here sees it.
    pub fn headquarters(&self, language: &str) -> Headquarters {
        self.journey.headquarters(self.seat, language)
    }

    /// Takes a step.
    pub fn step(&mut self, step: &str) -> Result<(), PlayError> {
        self.journey.play(self.seat, step)
    }

    /// Whether the last step can be taken back. One that ended the journey cannot.
    pub fn may_undo(&self) -> bool {
        self.journey.may_undo() && !self.is_over() && self.key.is_none()
    }

    /// Takes back the last step. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.may_undo() && self.journey.undo()
    }

    /// The name of the match that is due, in addresses and in the storage. It follows from the journey, so that the same
    /// match is found again after a crash.
    pub fn match_id(&self) -> Option<String> {
        self.journey.next_match().map(|next| format!("{}-{}", self.id, next.number))
    }

    /// Begins the match that is due.
    pub fn begin_match(&self) -> Option<SavedLocal> {
        let (id, next) = (self.match_id()?, self.journey.next_match()?);
        let (game, seed) = (find_ruled(self.game(), self.rule_files()).ok()?, self.journey.match_seed(next.number));
        let mut local = Local::start(game, next.setup, (id, seed), self.players()).ok()?;
        local.journey = Some(self.id.clone());
        Some(local.saved(0.0))
    }

    /// Takes over a match that was played to its end.
    pub fn take(&mut self, finished: &SavedLocal) -> Result<(), Fault> {
        let record: Record = finished
            .record
            .parse()
            .map_err(|error: game::RecordError| Fault { line: error.line, problem: error.problem })?;
        let wrong = |error: game::ReplayError| Fault { line: error.at.line(&finished.record), problem: error.fault };
        self.journey.take(&record).map_err(wrong)
    }

    fn players(&self) -> Vec<Player> {
        let players = self.journey.next_match().map(|next| next.players).unwrap_or_default();
        let player = |player| match player {
            MatchPlayer::Traveller(_) => Player::Person,
            MatchPlayer::Computer(level) => Player::Computer(level),
        };
        players.into_iter().map(player).collect()
    }

    /// A match that is being played, from its record.
    fn saved_match(&self, record: &Record) -> SavedLocal {
        SavedLocal {
            game: self.game().to_owned(),
            players: self.players(),
            record: record.to_string(),
            updated: 0.0,
            rules: self.rule_files().cloned(),
            actions: record.actions().count(),
            over: false,
            winners: Vec::new(),
            journey: Some(self.id.clone()),
        }
    }
}
