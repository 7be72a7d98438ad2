//! Journeys as a store keeps them: how they were made, who travels, what happened, and the tables of their matches.

use std::sync::Arc;

use game::{RuleFiles, Seat, Seed};

use super::{StoredEvent, TableRow};
use crate::ids::{KeyHash, TableId};

/// A journey as it was made. Its name is of the same kind as that of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JourneyRow {
    /// Its name.
    pub id: TableId,
    /// The game of its matches.
    pub game: String,
    /// Its kind.
    pub kind: String,
    /// By which version of the game's rules.
    pub rules_version: u32,
    /// Its options, as records write them.
    pub setup: String,
    /// The rule set that it is played by; none for the built-in one.
    pub rules: Option<Arc<RuleFiles>>,
    /// The seed of its dice.
    pub seed: Seed,
    /// Who travels, in seat order; nobody in a free seat.
    pub travellers: Vec<Option<Traveller>>,
}

impl JourneyRow {
    /// The seats of a new journey: the first one is taken.
    pub(crate) fn with_first(first: Traveller, seats: u8) -> Vec<Option<Traveller>> {
        let mut travellers = vec![None; usize::from(seats)];
        travellers[0] = Some(first);
        travellers
    }
}

/// A new journey: how it is made, what has happened on it already, and the table of the match that is being played, if there is one:
/// the number of the match, and what has happened there. One that goes on from a record has these; it is kept as a whole.
#[derive(Clone, Debug)]
pub struct NewJourneyRows {
    /// How it is made.
    pub row: JourneyRow,
    /// What happened.
    pub events: Vec<JourneyEventRow>,
    /// The match that is being played.
    pub table: Option<(u32, TableRow, Vec<StoredEvent>)>,
}

/// Somebody who travels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traveller {
    /// What they are called.
    pub name: String,
    /// The hash of their key.
    pub key: KeyHash,
    /// The id of the request by which they joined.
    pub request: String,
    /// When they last gave a sign, in seconds since 1970, to the hour.
    pub seen: u64,
}

/// What can change about a journey.
#[derive(Clone, Debug)]
pub enum JourneyChange {
    /// Somebody takes a free seat.
    Join(Seat, Traveller),
    /// A traveller gave a sign at that time.
    Seen(Seat, u64),
    /// The next event and no other.
    Event(JourneyEventRow),
    /// The table of the match with this number, unless there is one, and what has happened there already.
    Table(u32, TableRow, Vec<StoredEvent>),
}

/// An event of a journey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JourneyEventRow {
    /// Counted from 1 without gaps.
    pub seq: u64,
    /// The seat whose step it is; 0 for a match.
    pub seat: Seat,
    /// What happened.
    pub kind: JourneyEventKind,
    /// The client's id of the request, by which a retry is recognised; empty if no client asked for it.
    pub request: String,
}

/// The kinds of event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JourneyEventKind {
    /// A step, in notation.
    Step(String),
    /// The record of a match.
    Match(String),
}

/// A journey as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredJourney {
    /// How it was made, with the people who travel now.
    pub row: JourneyRow,
    /// The table of its newest match: the number of the match, and the name of the table.
    pub table: Option<(u32, TableId)>,
    /// What happened, in order, from the first event that was asked for.
    pub events: Vec<JourneyEventRow>,
}
