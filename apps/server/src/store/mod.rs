//! Where matches are kept: a trait of plain types. The node that appends event n+1 of a table has played it; the other
//! nodes read it and go on from there.

mod address;
mod event_bytes;
mod journeys;
mod leases;
mod memory;
mod memory_leases;
mod postgres;
mod postgres_batch;
mod postgres_connection;
mod postgres_insert;
mod postgres_leases;
mod postgres_read;
mod postgres_removal;
#[cfg(test)]
mod postgres_round_trips;
mod postgres_rows;
mod postgres_shape;
mod postgres_taken;
#[cfg(test)]
mod postgres_tests;
mod postgres_text;
mod postgres_write;
mod removal;
mod sqlite;
mod sqlite_backup;
mod sqlite_counts;
mod sqlite_folder;
mod sqlite_journeys;
mod sqlite_leases;
mod sqlite_probe;
mod sqlite_queue;
mod sqlite_recent;
mod sqlite_removal;
mod sqlite_shape;
mod sqlite_sitters;
mod sqlite_sums;
mod sqlite_unfinished;
#[cfg(test)]
mod suite;
#[cfg(test)]
mod suite_leases;
#[cfg(test)]
mod suite_queue;
#[cfg(test)]
mod suite_recent;
#[cfg(test)]
mod suite_removal;
#[cfg(test)]
mod suite_sqlite;
mod sums;
mod taken;

pub use address::{NotAStoreAddress, OlderVersion, PostgresAddress, StoreAddress};
pub use journeys::{
    JourneyChange, JourneyEventKind, JourneyEventRow, JourneyRow, NewJourneyRows, StoredJourney, Traveller,
};
pub use leases::{Fence, Leases};
pub use memory::Memory;
pub use postgres::{Postgres, PostgresMoment};
pub use removal::{Abandoned, LookedAt, Touches, Untouched, UntouchedBefore};
pub use sqlite::Sqlite;
pub(crate) use sqlite_backup::OwnFolder;
pub use sqlite_unfinished::Unfinished;

#[cfg(test)]
pub(crate) use postgres_tests::new_postgres_address;

use std::sync::Arc;

use catalog::Request;
use game::{Exit, RuleFiles, Seat, Seed, Share, ShareCommitment};

use crate::ids::{KeyHash, TableId};

/// Keeps tables, who sits at them, and what happened.
pub trait Store: Send + Sync + 'static {
    /// Carries out these writes in their order and makes them durable together. Each succeeds or fails on its own; an
    /// error means that nobody knows which of them are kept.
    fn write(&self, batch: &[Write]) -> Result<Vec<Wrote>, StoreError>;

    /// Whether a write would succeed now. It makes a real one, durable like any other, that leaves nothing behind: it fails
    /// where the disk is full and where nothing may be written.
    fn probe(&self) -> Result<(), StoreError>;

    /// A table with everything that happened at it after the first `known` events.
    fn table(&self, id: TableId, known: u64) -> Result<Option<StoredTable>, StoreError>;

    /// A journey with everything that happened on it after the first `known` events.
    fn journey(&self, id: TableId, known: u64) -> Result<Option<StoredJourney>, StoreError>;

    /// When somebody was last at the tables.
    fn touches(&self) -> &dyn Touches;

    /// What the nodes that share this store agree on.
    fn leases(&self) -> &dyn Leases;
}

/// A store that can be looked through as a whole, as nobody does who plays.
pub trait Inventory: Store {
    /// The names of everything of this kind, at most `most` of them, in their order from the one after `after` on.
    fn names(&self, kind: Kind, after: Option<TableId>, most: usize) -> Result<Vec<TableId>, StoreError>;

    /// The tables of all matches of a journey: the number of the match, and the name of the table, in the order of numbers.
    fn matches(&self, journey: TableId) -> Result<Vec<(u32, TableId)>, StoreError>;

    /// How much there is of this kind.
    fn count(&self, kind: Kind) -> Result<u64, StoreError>;

    /// Whether the store itself is sound, apart from what is in it. Takes as long as reading all of it.
    fn check_itself(&self) -> Result<(), StoreError>;
}

/// What a store keeps under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Tables.
    Table,
    /// Journeys.
    Journey,
}

/// Something to keep.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new table.
    Table(TableRow),
    /// Something that changes a table.
    Change(TableId, Change),
    /// The same, only as long as this claim on the table is the newest.
    Fenced(TableId, Fence, Change),
    /// A new journey.
    Journey(Box<NewJourneyRows>),
    /// Something that changes a journey.
    JourneyChange(TableId, JourneyChange),
    /// Makes a table that is there already the rematch of another one or the match of a journey. Only copying a store needs it:
    /// who plays makes the table and the link at once.
    Link(Link),
    /// Removes a table with everything that belongs to it, and the link of the table whose rematch it is. Only if it still is
    /// as it was judged, no node that is alive counts down for it, and it is no match of a journey.
    Remove(Box<Abandoned>),
}

/// How two things that are there belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// The rematch of a table, unless it has one.
    Rematch {
        /// The table before.
        of: TableId,
        /// Its rematch.
        next: TableId,
    },
    /// The table of a match of a journey, unless one with this number or a higher one has a table.
    Match {
        /// The journey.
        journey: TableId,
        /// The number of the match.
        number: u32,
        /// Its table.
        table: TableId,
    },
}

/// What can change about a table.
#[derive(Clone, Debug)]
pub enum Change {
    /// Somebody takes a free seat.
    Sit(Seat, Sitter),
    /// Frees the seat of the player who sat down by this request. Only as long as no person has opened a share: after that
    /// nobody may commit to another one.
    Free(Seat, String),
    /// The commitment of a seat to its share, unless it has one. Only if the person with this key sits there: a node may not
    /// know yet that the seat has become free and is somebody else's.
    Commit(Seat, KeyHash, ShareCommitment),
    /// The share of a seat, unless it has one. Only if the person with this key sits there, and only when every seat has a
    /// commitment or is the computer's.
    Share(Seat, KeyHash, Share),
    /// The next event of the match and no other. Whoever appends it has read all events before it, and so knows whether its
    /// request has become one of them.
    Event(StoredEvent),
    /// The table of the rematch, unless there is one.
    Rematch(TableRow),
    /// Somebody was at the table at this time ([`TableRow::touched`]); an earlier time than the known one changes nothing. None
    /// keeps the table for ever.
    Touched(Option<u64>),
}

/// What became of a [`Write`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrote {
    /// It is kept.
    Kept,
    /// Another write was first, or the table does not exist. Nothing was changed: reload and decide again.
    Beaten,
}

/// A table as it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// Its name.
    pub id: TableId,
    /// Which game.
    pub game: String,
    /// By which version of its rules.
    pub rules_version: u32,
    /// Its options, as records write them.
    pub setup: String,
    /// The rule set that it is played by; none for the built-in one. Stores keep equal sets once.
    pub rules: Option<Arc<RuleFiles>>,
    /// The secret behind its dice. Nobody is told it before the end.
    pub seed: Seed,
    /// Whether the seats add to the dice. Only matches from before seats did are played with the seed alone.
    pub fair: bool,
    /// Who sits there, in seat order; nobody in a free seat.
    pub seats: Vec<Option<Sitter>>,
    /// When somebody was last at the table, in seconds since 1970, to the hour. None if it is kept for ever: its match is over,
    /// or is one of a journey.
    pub touched: Option<u64>,
}

/// Somebody who sits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// What they are called.
    pub name: String,
    /// Whether it is a person or the computer.
    pub who: Who,
    /// The id of the request by which they sat down, or by which the computer was sat down.
    pub request: String,
    /// The commitment to their share of the dice. None for the computer, whose share is kept from the beginning, and in
    /// matches that began before seats committed.
    pub commitment: Option<ShareCommitment>,
    /// Their share of the dice.
    pub share: Option<Share>,
    /// Their choice for the option that belongs to their seat; none for its default. Nobody else is told before the match
    /// begins. The protocol and the database call it `own`.
    pub seat_option: Option<String>,
}

/// A person or the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person, with the hash of their key.
    Person(KeyHash),
    /// The computer at the level of this name. There is no key to its seat.
    Bot(String),
}

impl Sitter {
    /// Whether this key is theirs.
    pub(crate) fn has_key(&self, key: KeyHash) -> bool {
        self.key() == Some(key)
    }

    /// How their key is recognised; the computer has none.
    pub(crate) fn key(&self) -> Option<KeyHash> {
        match self.who {
            Who::Person(key) => Some(key),
            Who::Bot(_) => None,
        }
    }

    /// The level at which the computer sits here, if it does.
    pub(crate) fn bot(&self) -> Option<&str> {
        match &self.who {
            Who::Person(_) => None,
            Who::Bot(level) => Some(level),
        }
    }
}

/// An event of a match, as the store keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    /// Counted from 1 without gaps.
    pub seq: u64,
    /// The seat that acted, or whose time was up.
    pub seat: Seat,
    /// What happened.
    pub kind: StoredEventKind,
    /// The client's id of the request, by which a retry is recognised; empty if no client asked for it.
    pub request: String,
}

/// The kinds of event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredEventKind {
    /// The seat plays an action, in notation.
    Play(String),
    /// The seat gives up.
    Resign,
    /// The seat was away for too long.
    DropOut,
    /// Everybody was away for too long.
    Abandon,
}

impl StoredEvent {
    /// The event as a request to the match.
    pub(crate) fn to_request(&self) -> Request<'_> {
        self.kind.to_request(self.seat)
    }
}

impl StoredEventKind {
    /// The same as a request to the match, for this seat.
    pub(crate) fn to_request(&self, seat: Seat) -> Request<'_> {
        match self {
            Self::Play(action) => Request::Play { seat, action },
            Self::Resign => Request::Exit(Exit::Resigned(seat)),
            Self::DropOut => Request::Exit(Exit::Dropped(seat)),
            Self::Abandon => Request::Exit(Exit::Abandoned),
        }
    }
}

/// A table as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// How it was made, with the people who sit there now.
    pub row: TableRow,
    /// Its rematch.
    pub next: Option<TableId>,
    /// What happened, in order, from the first event that was asked for.
    pub events: Vec<StoredEvent>,
}

/// The store could not do it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// It may work another time.
    #[error("the store failed: {0}")]
    Failed(String),
    /// What is kept is not what was written: a disk has changed it. Asking again does not help.
    #[error("damaged: {0}")]
    Damaged(String),
}
