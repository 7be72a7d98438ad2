//! Tables that nobody uses any longer: how they are found in a store, and what has to hold when one is removed.

use super::{StoreError, StoredTable, TableRow};
use crate::ids::TableId;

/// When somebody was last at the tables ([`TableRow::touched`]), to find those that nobody uses any longer. Somebody who comes is
/// noted by a write ([`super::Change::Touched`]), and a table is removed by one ([`super::Write::Remove`]).
pub trait Touches {
    /// Looks for tables at which nobody was for so long, among at most `most` of them: those with the earliest times first, from
    /// the one after `after` on. Tables that are kept for ever are not among them. Nothing is found when there are no more.
    fn untouched(
        &self,
        before: UntouchedBefore,
        after: Option<Untouched>,
        most: usize,
    ) -> Result<Vec<LookedAt>, StoreError>;

    /// When somebody was last at any of the tables that are not kept for ever, in seconds since 1970.
    fn newest_touch(&self) -> Result<Option<u64>, StoreError>;

    /// Lets somebody have been at each of these tables so many seconds later: time in which no server ran does not count.
    fn put_off(&self, seconds: u64) -> Result<(), StoreError>;
}

/// A table as it was when it was judged to be abandoned. If anything has happened at it since, it stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abandoned {
    /// How it was made, who sits there, and when somebody was last there.
    pub row: TableRow,
    /// How many events it has.
    pub events: u64,
}

impl From<StoredTable> for Abandoned {
    /// The table as it was read from its beginning.
    fn from(StoredTable { row, events, .. }: StoredTable) -> Self {
        Self { row, events: events.len() as u64 }
    }
}

/// A table at which nobody was for a while, in the order in which they are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Untouched {
    /// When somebody was last there, in seconds since 1970.
    pub touched: u64,
    /// Its name.
    pub id: TableId,
}

/// A table that was looked at in the search for those that nobody uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LookedAt {
    /// Which, and when somebody was last there.
    pub table: Untouched,
    /// Whether nobody was there for long enough.
    pub is_due: bool,
}

/// Since when nobody was at a table that is asked for, in seconds since 1970. Tables of a kind without a time are not asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UntouchedBefore {
    /// Of tables without an event.
    pub unplayed: Option<u64>,
    /// Of tables with events.
    pub played: Option<u64>,
}

impl UntouchedBefore {
    /// Both times as databases compare them. No table was touched before 1970.
    pub(super) fn numbers(self) -> (i64, i64) {
        let number = |time: Option<u64>| time.map_or(-1, |time| time as i64);
        (number(self.unplayed), number(self.played))
    }
}

impl Untouched {
    /// What a database compares with to find those after this one.
    pub(super) fn numbers(after: Option<Self>) -> (i64, i64) {
        after.map_or((-1, -1), |Self { touched, id }| (touched as i64, id.to_number()))
    }
}
