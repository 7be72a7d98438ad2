//! The newest events, apart from all others. If a thousand tables get an event each and every event goes to its place at once, then
//! one commit changes a thousand pages of the file. So the events of a batch are written together, as one row. They move to their
//! places later, table by table, when a table has many of them that share pages. Until then they are in memory too, where
//! readers find them.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, params};

use super::event_bytes::{Packed, pack, unpack_all};
use super::sqlite_queue::{self, FoundEvents, REMOVED};
use super::sums::Sum;
use super::{StoredEvent, StoredEventKind, sqlite_counts};
use crate::ids::TableId;

/// So many events wait for the move to their places. More of them need fewer pages a move, but more memory, and more time at the
/// next start after a crash.
pub(super) const MOST_RECENT: usize = 32_768;

/// An event of this many bytes counts twice: what waits is bounded in bytes too.
const LONG: usize = 256;

fn weight(bytes: usize) -> usize {
    1 + bytes / LONG
}

/// The stored texts of [`StoredEventKind`]s without an action, except resigning.
pub(super) const DROPPED_OUT: &str = "dropped out";
pub(super) const ABANDONED: &str = "abandoned";

/// The last event of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Last {
    pub(super) seq: u64,
    pub(super) sum: Sum,
}

/// The events that have not moved to their places yet. All of them are durable.
#[derive(Debug)]
pub(super) struct Recent {
    /// So many of them wait at most.
    most: usize,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    tables: HashMap<TableId, Waiting>,
    /// The tables, each with the batch of its first event here: the oldest ones first. The entry of a table that was removed
    /// stays until it is the oldest.
    order: VecDeque<(TableId, i64)>,
    /// How many events that makes, where a long one counts as several ([`weight`]).
    weight: usize,
    /// The number of the newest batch.
    last_batch: i64,
    /// The tables whose events cannot move, because their places are damaged. The next start tries it again.
    stuck: HashSet<TableId>,
}

/// What a batch could not write.
pub(super) struct NotWritten {
    pub(super) error: rusqlite::Error,
    pub(super) at: At,
}

/// Where that was.
pub(super) enum At {
    /// The write with this index.
    Write(usize),
    /// The places to which the events of this table should move.
    Place(TableId),
    /// The queue of the newest events.
    Queue,
    Elsewhere,
}

/// What waits after a batch.
#[derive(Clone, Copy)]
pub(super) enum Leaves {
    /// As much as may.
    Most,
    /// Everything: nothing moves.
    All,
    /// Nothing: the database is about to be closed.
    None,
}

impl At {
    pub(super) fn fail(self, error: rusqlite::Error) -> NotWritten {
        NotWritten { error, at: self }
    }
}

/// The events of a table that have not moved yet.
#[derive(Debug)]
struct Waiting {
    /// The batch of the first one.
    batch: i64,
    last: Last,
    weight: usize,
    bytes: Vec<u8>,
}

impl Recent {
    #[cfg(test)]
    pub(super) fn new(most: usize) -> Self {
        Self { most, known: Mutex::default() }
    }

    /// What waits in the database that is being opened: its server was killed, or could not move something to its place.
    pub(super) fn read(connection: &Connection, most: usize) -> rusqlite::Result<Self> {
        let mut found = sqlite_queue::read(connection)?;
        let mut exists = connection.prepare("SELECT 1 FROM tables WHERE id = ?1")?;
        // One that cannot be looked up because of damage may exist.
        found.tables.retain(|table, _| exists.exists([table.to_number()]).unwrap_or(true));
        sqlite_queue::note_lost(connection, &found)?;
        let mut newest = connection.prepare("SELECT max(seq) FROM events WHERE table_id = ?1")?;
        let mut known = Known { last_batch: found.last_batch, ..Known::default() };
        for (table, FoundEvents { batch, events, .. }) in found.tables {
            let Some((_, Packed { event, sum, .. })) = events.last_key_value() else { continue };
            let last = Last { seq: event.seq, sum: *sum };
            let newest: Option<i64> = newest.query_row([table.to_number()], |row| row.get(0)).unwrap_or_default();
            if newest.unwrap_or_default() as u64 > last.seq {
                continue; // its events had moved already, and the row of the newest one is lost
            }
            let mut waiting = Waiting { batch, last, weight: 0, bytes: Vec::new() };
            for packed in events.values() {
                let start = waiting.bytes.len();
                pack(&mut waiting.bytes, table, &packed.event, &packed.sum);
                waiting.weight += weight(waiting.bytes.len() - start);
            }
            known.weight += waiting.weight;
            known.order.push_back((table, batch));
            known.tables.insert(table, waiting);
        }
        known.order.make_contiguous().sort_unstable_by_key(|(_, batch)| *batch);
        Ok(Self { most, known: Mutex::new(known) })
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last event of a table, if it has not moved.
    pub(super) fn last(&self, table: TableId) -> Option<Last> {
        self.lock().tables.get(&table).map(|waiting| waiting.last)
    }

    /// The events of a table that have not moved. To be asked before the others are read: meanwhile some may move.
    pub(super) fn of(&self, table: TableId) -> Vec<StoredEvent> {
        let known = self.lock();
        let bytes = known.tables.get(&table).map_or(&[][..], |waiting| &waiting.bytes);
        unpack_all(bytes).map(|packed| packed.event).collect()
    }

    /// The tables that have such events.
    pub(super) fn tables(&self) -> HashSet<TableId> {
        self.lock().tables.keys().copied().collect()
    }

    /// The events of a table stay where they wait. Returns whether they could have moved until now.
    pub(super) fn leave_waiting(&self, table: TableId) -> bool {
        self.lock().stuck.insert(table)
    }

    /// A batch is durable.
    pub(super) fn take_over(&self, added: Added<'_>) {
        let Added { staged, bytes, batch, done, carried, .. } = added;
        if staged.is_empty() {
            return;
        }
        let known = &mut *self.lock();
        known.last_batch = batch;
        let handled: Vec<_> = known.order.drain(..done).collect();
        for (table, first) in handled {
            if let Entry::Occupied(mut waiting) = known.tables.entry(table) {
                // A table of the same name may have begun anew.
                if waiting.get().batch != first {
                    continue;
                }
                if carried.contains(&table) {
                    waiting.get_mut().batch = batch; // which has all of its events
                    known.order.push_back((table, batch));
                } else {
                    known.weight -= waiting.remove().weight;
                }
            }
        }
        let mut start = 0;
        for Staged { table, last, end, .. } in staged {
            let Some(last) = last else {
                known.weight -= known.tables.remove(&table).map_or(0, |waiting| waiting.weight);
                continue;
            };
            let waiting = known.tables.entry(table).or_insert_with(|| {
                known.order.push_back((table, batch));
                Waiting { batch, last, weight: 0, bytes: Vec::new() }
            });
            waiting.last = last;
            waiting.weight += weight(end - start);
            waiting.bytes.extend_from_slice(&bytes[start..end]);
            known.weight += weight(end - start);
            start = end;
        }
    }
}

/// What a batch adds, until it is durable.
pub(super) struct Added<'a> {
    recent: &'a Recent,
    staged: Vec<Staged>,
    bytes: Vec<u8>,
    /// The last event of each table in this batch.
    last: HashMap<TableId, Last>,
    /// The tables that the batch removes.
    removed: HashSet<TableId>,
    /// The number of the batch, once it is noted.
    batch: i64,
    /// How many of the oldest tables have no event left that waits in an older batch, once this one is durable.
    done: usize,
    /// Those of them whose events are stuck. This batch has them again.
    carried: HashSet<TableId>,
}

struct Staged {
    table: TableId,
    /// None if the table was removed.
    last: Option<Last>,
    /// The last event of the table in this batch before.
    before: Option<Last>,
    /// Where its bytes end.
    end: usize,
}

impl<'a> Added<'a> {
    pub(super) fn after(recent: &'a Recent) -> Self {
        Self {
            recent,
            staged: Vec::new(),
            bytes: Vec::new(),
            last: HashMap::new(),
            removed: HashSet::new(),
            batch: 0,
            done: 0,
            carried: HashSet::new(),
        }
    }

    /// The last event of a table, if it has not moved to its place.
    pub(super) fn last(&self, table: TableId) -> Option<Last> {
        let in_batch = self.last.get(&table).copied();
        in_batch.or_else(|| if self.removed.contains(&table) { None } else { self.recent.last(table) })
    }

    pub(super) fn add(&mut self, table: TableId, event: &StoredEvent, sum: Sum) {
        let last = Last { seq: event.seq, sum };
        pack(&mut self.bytes, table, event, &sum);
        let before = self.last.insert(table, last);
        self.staged.push(Staged { table, last: Some(last), before, end: self.bytes.len() });
    }

    /// A table was removed with all of its events.
    pub(super) fn remove(&mut self, table: TableId) {
        self.removed.insert(table);
        let before = self.last.remove(&table);
        self.staged.push(Staged { table, last: None, before, end: self.bytes.len() });
    }

    /// How many events there are, for [`Self::rewind`].
    pub(super) fn mark(&self) -> usize {
        self.staged.len()
    }

    /// What came after the mark was rolled back.
    pub(super) fn rewind(&mut self, mark: usize) {
        for Staged { table, before, .. } in self.staged.drain(mark..).rev() {
            match before {
                Some(before) => self.last.insert(table, before),
                None => self.last.remove(&table),
            };
        }
        self.bytes.truncate(self.staged.last().map_or(0, |staged| staged.end));
    }

    /// Writes all events of a table that wait to their places. They still count as waiting.
    pub(super) fn place(&self, connection: &Connection, table: TableId) -> rusqlite::Result<()> {
        if !self.removed.contains(&table)
            && let Some(waiting) = self.recent.lock().tables.get(&table)
        {
            insert_all(connection, unpack_all(&waiting.bytes))?;
        }
        insert_all(connection, unpack_all(&self.bytes).filter(|packed| packed.table == table))
    }

    /// Writes the events in the transaction of the batch, and lets old ones move to their places. If the queue is damaged, a new
    /// one begins, with everything that waits.
    pub(super) fn write(
        &mut self,
        connection: &Connection,
        leaves: Leaves,
        is_queue_damaged: bool,
    ) -> Result<(), NotWritten> {
        let nothing_to_do = match leaves {
            Leaves::Most | Leaves::All => self.staged.is_empty(),
            // So that who only looks at a database does not change it.
            Leaves::None => {
                !is_queue_damaged && sqlite_queue::is_empty(connection).map_err(|error| At::Queue.fail(error))?
            }
        };
        if nothing_to_do {
            return Ok(());
        }
        let known = self.recent.lock();
        self.batch = known.last_batch + 1;
        // What is stuck cannot move, so it does not keep others from waiting.
        let stuck: usize =
            known.stuck.iter().filter_map(|table| known.tables.get(table)).map(|stuck| stuck.weight).sum();
        let waiting = known.weight - stuck + self.staged.len() + self.bytes.len() / LONG;
        let too_many = match leaves {
            Leaves::Most => waiting.saturating_sub(self.recent.most),
            Leaves::All => 0,
            Leaves::None => usize::MAX,
        };
        let oldest = self.move_oldest(connection, &known, too_many)?;
        if is_queue_damaged {
            let all = known.tables.iter().filter(|(table, _)| !self.removed.contains(*table));
            let anew = sqlite_queue::begin_anew(connection).and_then(|()| self.write_row(connection, all));
            return anew.map_err(|error| At::Elsewhere.fail(error));
        }
        let carried = known.tables.iter().filter(|(table, _)| self.carried.contains(*table));
        self.write_row(connection, carried)
            .and_then(|()| oldest.map_or(Ok(()), |oldest| sqlite_queue::delete_before(connection, oldest)))
            .map_err(|error| At::Queue.fail(error))
    }

    /// Writes the row of the batch: what waits of these tables already, and what the batch adds.
    fn write_row<'b>(
        &self,
        connection: &Connection,
        waiting: impl Iterator<Item = (&'b TableId, &'b Waiting)>,
    ) -> rusqlite::Result<()> {
        let (mut notes, mut bytes) = (Vec::new(), Vec::new());
        for (table, waiting) in waiting {
            notes.extend(unpack_all(&waiting.bytes).map(|packed| (*table, packed.event.seq)));
            bytes.extend_from_slice(&waiting.bytes);
        }
        let added = self.staged.iter().map(|staged| (staged.table, staged.last.map_or(REMOVED, |last| last.seq)));
        if notes.is_empty() && !self.staged.is_empty() {
            return sqlite_queue::insert(connection, self.batch, added, &self.bytes);
        }
        if notes.is_empty() {
            return Ok(());
        }
        bytes.extend_from_slice(&self.bytes);
        sqlite_queue::insert(connection, self.batch, notes.into_iter().chain(added), &bytes)
    }

    /// Moves the tables that have waited longest until so many events have moved. Returns the oldest batch that is needed then.
    fn move_oldest(
        &mut self,
        connection: &Connection,
        known: &Known,
        mut too_many: usize,
    ) -> Result<Option<i64>, NotWritten> {
        if too_many == 0 {
            return Ok(None);
        }
        for (table, batch) in &known.order {
            let waiting = known.tables.get(table).filter(|waiting| waiting.batch == *batch);
            if let Some(waiting) = waiting.filter(|_| !self.removed.contains(table)) {
                if too_many == 0 {
                    return Ok(Some(*batch));
                }
                if known.stuck.contains(table) {
                    self.carried.insert(*table);
                } else {
                    insert_all(connection, unpack_all(&waiting.bytes))
                        .and_then(|()| sqlite_counts::count(connection, *table, waiting.last.seq))
                        .map_err(|error| At::Place(*table).fail(error))?;
                    too_many = too_many.saturating_sub(waiting.weight);
                }
            }
            self.done += 1;
        }
        Ok(Some(self.batch))
    }
}

fn insert_all(connection: &Connection, events: impl Iterator<Item = Packed>) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO events (table_id, seq, seat, action, request, ending, sum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT DO NOTHING",
    )?;
    for Packed { table, event: StoredEvent { seq, seat, kind, request }, sum } in events {
        let (action, ending) = match &kind {
            StoredEventKind::Play(action) => (Some(action), None),
            StoredEventKind::Resign => (None, None),
            StoredEventKind::DropOut => (None, Some(DROPPED_OUT)),
            StoredEventKind::Abandon => (None, Some(ABANDONED)),
        };
        insert.execute(params![table.to_number(), seq as i64, seat.0, action, request, ending, sum])?;
    }
    Ok(())
}
