//! How long tables are kept that nobody uses, and which of them are abandoned.
//!
//! A store knows when somebody was last at a table and whether it has events. Whether its match has begun or is over is known only
//! when it is played again, so each table that a store names is read and judged here, a few at a time.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::games::Games;
use crate::ids::TableId;
use crate::live::Live;
use crate::store::{Abandoned, Change, LookedAt, Store, StoreError, StoredTable, Untouched, UntouchedBefore, Write};
use crate::unreadable::Unreadable;

pub(crate) const DAY: u64 = 24 * 60 * 60;

/// The most tables that are looked at together. Most of them are finished matches that are not due.
const MOST_LOOKED_AT: usize = 256;
/// The most tables that are judged and removed together. Players wait behind no more than these.
const MOST_TABLES: usize = 32;
/// The most events of them, unless a single table has more.
const MOST_EVENTS: usize = 2_000;

/// How long tables are kept that nobody uses. Finished matches and those of journeys are kept for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// The days for which a table is kept after somebody was last there, if no match has begun at it; 0 for ever.
    pub unbegun_days: u32,
    /// The same if its match has begun and is not over.
    pub unfinished_days: u32,
}

impl Default for Retention {
    fn default() -> Self {
        Self { unbegun_days: 7, unfinished_days: 90 }
    }
}

impl Retention {
    /// Nothing that was touched at these times or later is removed now.
    pub(crate) fn before(self, now: u64) -> Before {
        let before = |days: u32| (days > 0).then(|| now.saturating_sub(u64::from(days) * DAY));
        Before { unbegun: before(self.unbegun_days), unfinished: before(self.unfinished_days) }
    }
}

/// A table is abandoned if nobody was there since before these times; none if that is no reason.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before {
    unbegun: Option<u64>,
    unfinished: Option<u64>,
}

impl Before {
    /// The tables that are worth reading. Most of those without events have not begun.
    pub(crate) fn worth_reading(self) -> UntouchedBefore {
        UntouchedBefore { unplayed: self.unbegun, played: self.unfinished }
    }
}

/// Tables that were judged.
#[derive(Debug)]
pub(crate) struct Judged {
    pub(crate) removals: Vec<Removal>,
    /// What is noted about others: they are kept for ever, or judged again much later.
    pub(crate) notes: Vec<Write>,
    pub(crate) count: u64,
    /// The last one of them, to go on from.
    pub(crate) last: Untouched,
}

/// A table that is to be removed.
#[derive(Debug)]
pub(crate) struct Removal {
    pub(crate) table: Abandoned,
    pub(crate) had_begun: bool,
}

impl Removal {
    pub(crate) fn write(&self) -> Write {
        Write::Remove(Box::new(self.table.clone()))
    }
}

/// Judges the next few tables at which nobody was for long enough. None if there are no more.
pub(crate) fn judge_some(
    store: &dyn Store,
    games: &Games,
    before: Before,
    now: u64,
    after: Option<Untouched>,
) -> Result<Option<Judged>, StoreError> {
    let found = store.touches().untouched(before.worth_reading(), after, MOST_LOOKED_AT)?;
    let Some(first) = found.first() else { return Ok(None) };
    let mut judged = Judged { removals: Vec::new(), notes: Vec::new(), count: 0, last: first.table };
    let (mut tables, mut events) = (0, 0);
    for LookedAt { table: untouched, is_due } in found {
        judged.last = untouched;
        judged.count += 1;
        if !is_due {
            continue;
        }
        tables += 1;
        let verdict = match store.table(untouched.id, 0) {
            Ok(None) => Verdict::Stays, // another node has removed it
            Ok(Some(stored)) => {
                events += stored.events.len();
                judge(stored, games, before)
            }
            Err(StoreError::Damaged(_)) => Verdict::Unknown,
            Err(error) => return Err(error),
        };
        let note = |touched| Write::Change(untouched.id, Change::Touched(touched));
        match verdict {
            Verdict::Stays => {}
            Verdict::Remove(removal) => judged.removals.push(*removal),
            Verdict::StaysForEver => judged.notes.push(note(None)),
            // A later program or a repaired disk may know it. Until then it is not read every hour.
            Verdict::Unknown => judged.notes.push(note(Some(now))),
        }
        if events >= MOST_EVENTS || tables == MOST_TABLES {
            break;
        }
    }
    Ok(Some(judged))
}

enum Verdict {
    Remove(Box<Removal>),
    Stays,
    /// Its match is over.
    StaysForEver,
    /// It cannot be played again here.
    Unknown,
}

fn judge(stored: StoredTable, games: &Games, before: Before) -> Verdict {
    let (id, touched) = (stored.row.id, stored.row.touched);
    let table = Abandoned::from(stored.clone());
    let Some((had_begun, is_over)) = replayed(id, stored, games) else { return Verdict::Unknown };
    let before = if had_begun { before.unfinished } else { before.unbegun };
    let is_due = touched.is_some_and(|touched| before.is_some_and(|before| touched < before));
    match (is_over, is_due) {
        (true, _) => Verdict::StaysForEver,
        (false, true) => Verdict::Remove(Box::new(Removal { table, had_begun })),
        (false, false) => Verdict::Stays,
    }
}

/// Whether the match has begun and whether it is over, at least for its people; none if it cannot be played again.
fn replayed(id: TableId, stored: StoredTable, games: &Games) -> Option<(bool, bool)> {
    let replay = || {
        let live = Live::load(stored, games)?;
        let has_people = live.seats().iter().flatten().any(|sitter| sitter.bot().is_none());
        Ok::<_, Unreadable>((live.has_begun(), live.is_over() || has_people && live.is_over_for_people()))
    };
    match catch_unwind(AssertUnwindSafe(replay)) {
        Ok(Ok(known)) => Some(known),
        Ok(Err(unreadable)) => {
            tracing::debug!("it is kept because it cannot be judged: {unreadable}");
            None
        }
        Err(_) => {
            tracing::debug!(table = %id, "it is kept because its game panicked");
            None
        }
    }
}
