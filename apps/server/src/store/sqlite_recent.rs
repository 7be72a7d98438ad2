//! The newest events, apart from all others. If a thousand tables get an event each and every event goes to its place at once, then
//! one commit changes a thousand pages of the file. So the events of a batch are written together, as one row. They move to their
//! places later, table by table, when a table has many of them that share pages. Until then they are in memory too, where
//! readers find them.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, params};

use super::event_bytes::{Packed, pack, unpack_all};
use super::sqlite_counts::{self, REMOVED};
use super::sums::Sum;
use super::{StoredEvent, StoredEventKind};
use crate::ids::TableId;

/// The table of the database.
pub(super) const SHAPE: &str = "
    -- The events of the newest batches (event_bytes.rs), which have not all moved to `events`. `written` has the same batches.
    CREATE TABLE recent_events (
        batch  INTEGER PRIMARY KEY,
        events BLOB NOT NULL
    ) STRICT;
";

/// So many events wait for the move to their places. More of them need fewer pages a move, but more memory, and more time at the
/// next start after a crash.
pub(super) const MOST_RECENT: usize = 32_768;

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
    /// How many events that makes.
    events: usize,
}

/// The events of a table that have not moved yet.
#[derive(Debug)]
struct Waiting {
    /// The batch of the first one.
    batch: i64,
    last: Last,
    count: usize,
    bytes: Vec<u8>,
}

impl Recent {
    pub(super) fn new(most: usize) -> Self {
        Self { most, known: Mutex::default() }
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

    /// A batch is durable.
    pub(super) fn take_over(&self, added: Added<'_>) {
        let Added { staged, bytes, batch, done, .. } = added;
        let known = &mut *self.lock();
        for (table, batch) in known.order.drain(..done) {
            if let Entry::Occupied(waiting) = known.tables.entry(table) {
                // A table of the same name may have begun anew.
                if waiting.get().batch == batch {
                    known.events -= waiting.remove().count;
                }
            }
        }
        let mut start = 0;
        for Staged { table, last, end, .. } in staged {
            let Some(last) = last else {
                known.events -= known.tables.remove(&table).map_or(0, |waiting| waiting.count);
                continue;
            };
            let waiting = known.tables.entry(table).or_insert_with(|| {
                known.order.push_back((table, batch));
                Waiting { batch, last, count: 0, bytes: Vec::new() }
            });
            waiting.last = last;
            waiting.count += 1;
            waiting.bytes.extend_from_slice(&bytes[start..end]);
            known.events += 1;
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
    /// How many of the oldest tables have no event left that waits, once the batch is durable.
    done: usize,
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

    /// Writes the events in the transaction of the batch, and lets old ones move to their places.
    pub(super) fn write(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        if self.staged.is_empty() {
            return Ok(());
        }
        let noted = self.staged.iter().map(|staged| (staged.table, staged.last.map_or(REMOVED, |last| last.seq)));
        self.batch = sqlite_counts::note(connection, noted)?;
        connection
            .prepare_cached("INSERT INTO recent_events (batch, events) VALUES (?1, ?2)")?
            .execute(params![self.batch, self.bytes])?;
        self.move_oldest(connection)
    }

    /// Moves the tables that have waited longest until no more events wait than may.
    fn move_oldest(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        let known = self.recent.lock();
        let mut too_many = (known.events + self.staged.len()).saturating_sub(self.recent.most);
        if too_many == 0 {
            return Ok(());
        }
        let mut oldest = self.batch;
        for (table, batch) in &known.order {
            let waiting = known.tables.get(table).filter(|waiting| waiting.batch == *batch);
            if let Some(waiting) = waiting.filter(|_| !self.removed.contains(table)) {
                if too_many == 0 {
                    oldest = *batch;
                    break;
                }
                insert_all(connection, unpack_all(&waiting.bytes))?;
                sqlite_counts::count(connection, *table, waiting.last.seq)?;
                too_many = too_many.saturating_sub(waiting.count);
            }
            self.done += 1;
        }
        for batches in ["DELETE FROM written WHERE batch < ?1", "DELETE FROM recent_events WHERE batch < ?1"] {
            connection.prepare_cached(batches)?.execute([oldest])?;
        }
        Ok(())
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

/// Moves everything that waits to its place: what was written before the database was opened, and before it is closed. Two
/// rows tell of each event. If one of them is damaged, the other one tells that the event was written, so that its table
/// is refused unless the event is there.
pub(super) fn move_all(connection: &Connection) -> rusqlite::Result<()> {
    #[derive(Default)]
    struct Found {
        events: Vec<Packed>,
        count: u64,
    }
    impl Found {
        fn count(&mut self, seq: u64) -> &mut Self {
            self.count = self.count.max(seq);
            self
        }
    }

    let mut tables: HashMap<TableId, Found> = HashMap::new();
    let mut is_empty = true;
    {
        let mut select = connection.prepare(
            "SELECT written.events, recent_events.events FROM written FULL JOIN recent_events ON written.batch = recent_events.batch
             ORDER BY coalesce(written.batch, recent_events.batch)",
        )?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            is_empty = false;
            // Only damage makes anything else of them, or leaves one of them out.
            let [noted, bytes] = [0, 1].map(|column| row.get_ref(column).ok().and_then(|value| value.as_blob().ok()));
            let mut events: HashMap<_, _> = unpack_all(bytes.unwrap_or_default())
                .map(|packed| ((packed.table, packed.event.seq), packed))
                .collect();
            for (table, seq) in sqlite_counts::read_note(noted.unwrap_or_default()) {
                if seq == REMOVED {
                    tables.remove(&table);
                } else {
                    tables.entry(table).or_default().count(seq).events.extend(events.remove(&(table, seq)));
                }
            }
            for ((table, seq), packed) in events {
                tables.entry(table).or_default().count(seq).events.push(packed);
            }
        }
    }
    if is_empty {
        return Ok(()); // so that who only looks at a database does not change it
    }
    let mut exists = connection.prepare("SELECT 1 FROM tables WHERE id = ?1")?;
    for (table, Found { events, count }) in tables {
        if exists.exists([table.to_number()])? {
            insert_all(connection, events.into_iter())?;
            sqlite_counts::count(connection, table, count)?;
        }
    }
    connection.execute_batch("DELETE FROM written; DELETE FROM recent_events")
}
