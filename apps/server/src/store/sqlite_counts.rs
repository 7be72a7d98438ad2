//! How many events each table has, kept apart from the events. Sums tell that what is read is right; a count tells that it is
//! all: the end of a log can be lost to damage too. A row for every event in a second tree would cost as much as the event
//! itself, so each batch notes in one row which events it has added, and the counts take over many batches at once.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension as _, params};

use super::sums::Sum;
use crate::ids::TableId;

/// The tables of the database. Events refer to no table by a foreign key any more: the first one builds on the sum of its table,
/// and each other one on the event before it.
pub(super) const SHAPE: &str = "
    CREATE TABLE event_counts (
        table_id INTEGER PRIMARY KEY,
        events   INTEGER NOT NULL
    ) STRICT;
    -- The events of each batch that the counts have not taken over yet: of each the table and the number, 8 bytes both.
    CREATE TABLE written (
        batch  INTEGER PRIMARY KEY,
        events BLOB NOT NULL
    ) STRICT;
    INSERT INTO event_counts SELECT table_id, count(*) FROM events INDEXED BY events_by_request GROUP BY table_id;
    CREATE TABLE new_events (
        table_id INTEGER NOT NULL,
        seq      INTEGER NOT NULL,
        seat     INTEGER NOT NULL,
        action   TEXT,
        request  TEXT    NOT NULL,
        ending   TEXT,
        sum      BLOB,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID;
    -- An event that is damaged is left out. Its table has more events by its count, so it is refused as damaged, and no other one.
    INSERT OR IGNORE INTO new_events SELECT table_id, seq, seat, action, request, ending, sum FROM events
     WHERE typeof(table_id) = 'integer' AND typeof(seq) = 'integer' AND typeof(seat) = 'integer' AND typeof(request) = 'text'
       AND typeof(action) IN ('text', 'null') AND typeof(ending) IN ('text', 'null') AND typeof(sum) IN ('blob', 'null')
     ORDER BY table_id, seq;
    DROP TABLE events;
    ALTER TABLE new_events RENAME TO events;
";

/// The counts take over what was written after this many events.
const MOST_RECENT: usize = 16_384;

/// Noted instead of the number of an event: the table was removed, and one of the same name begins anew.
const REMOVED: i64 = 0;

/// The last event of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Last {
    pub(super) seq: u64,
    pub(super) sum: Sum,
}

/// The last events of the tables that were written to since the counts took over. All of it is durable.
#[derive(Debug, Default)]
pub(super) struct Recent(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    last: HashMap<TableId, Last>,
    /// How many events that makes, with all that came before the last ones.
    events: usize,
}

impl Recent {
    /// Takes over what was written before the database was opened.
    pub(super) fn settle_all(connection: &Connection) -> rusqlite::Result<()> {
        let mut counts = HashMap::new();
        {
            let mut select = connection.prepare("SELECT events FROM written ORDER BY batch")?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                for noted in row.get_ref(0)?.as_blob()?.chunks_exact(16) {
                    let number = |half: &[u8]| i64::from_le_bytes(half.try_into().expect("8 bytes are half of 16"));
                    let (table, seq) = (number(&noted[..8]), number(&noted[8..]));
                    if seq == REMOVED {
                        counts.remove(&table);
                    } else {
                        counts.insert(table, seq);
                    }
                }
            }
        }
        settle(connection, counts.into_iter())
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last event of a table, if it was written lately.
    fn last(&self, table: TableId) -> Option<Last> {
        self.lock().last.get(&table).copied()
    }

    /// How many events a table has at least, if some were written lately. To be asked before the events are read: more may be
    /// written meanwhile.
    pub(super) fn count(&self, table: TableId) -> Option<u64> {
        self.last(table).map(|last| last.seq)
    }

    /// A batch is durable.
    pub(super) fn take_over(&self, added: Added<'_>) {
        let Added { staged, last, removed, settles, .. } = added;
        let mut known = self.lock();
        for table in removed {
            known.last.remove(&table);
        }
        if settles {
            *known = Known::default();
        } else {
            known.events += staged.len();
            known.last.extend(last);
        }
    }
}

/// The events that a batch adds, until it is durable.
pub(super) struct Added<'a> {
    recent: &'a Recent,
    /// In their order, each with what was the last event of its table in this batch before.
    staged: Vec<(TableId, u64, Option<Last>)>,
    last: HashMap<TableId, Last>,
    /// The tables that the batch removes.
    removed: HashSet<TableId>,
    /// Whether the counts take over everything with this batch.
    settles: bool,
}

impl<'a> Added<'a> {
    pub(super) fn after(recent: &'a Recent) -> Self {
        Self { recent, staged: Vec::new(), last: HashMap::new(), removed: HashSet::new(), settles: false }
    }

    /// The last event of a table, if it was written lately or in this batch.
    pub(super) fn last(&self, table: TableId) -> Option<Last> {
        if self.removed.contains(&table) {
            return None;
        }
        self.last.get(&table).copied().or_else(|| self.recent.last(table))
    }

    /// A table was removed with all of its events.
    pub(super) fn remove(&mut self, table: TableId) {
        self.removed.insert(table);
        self.last.remove(&table);
        self.staged.push((table, REMOVED as u64, None));
    }

    pub(super) fn add(&mut self, table: TableId, last: Last) {
        self.staged.push((table, last.seq, self.last.insert(table, last)));
    }

    /// How many events there are, for [`Self::rewind`].
    pub(super) fn mark(&self) -> usize {
        self.staged.len()
    }

    /// What came after the mark was rolled back.
    pub(super) fn rewind(&mut self, mark: usize) {
        for (table, _, before) in self.staged.drain(mark..).rev() {
            match (self.last.entry(table), before) {
                (Entry::Occupied(mut last), Some(before)) => drop(last.insert(before)),
                (Entry::Occupied(last), None) => drop(last.remove()),
                (Entry::Vacant(_), _) => {}
            }
        }
    }

    /// Notes the events in the transaction that has added them.
    pub(super) fn note(&mut self, connection: &Connection) -> rusqlite::Result<()> {
        if self.staged.is_empty() {
            return Ok(());
        }
        let known = self.recent.lock();
        self.settles = known.events + self.staged.len() >= MOST_RECENT;
        if self.settles {
            let mut counts: HashMap<i64, i64> = HashMap::with_capacity(known.last.len() + self.last.len());
            counts.extend(
                known
                    .last
                    .iter()
                    .filter(|(table, _)| !self.removed.contains(table))
                    .chain(&self.last)
                    .map(|(table, last)| (table.to_number(), last.seq as i64)),
            );
            drop(known);
            return settle(connection, counts.into_iter());
        }
        drop(known);
        let mut noted = Vec::with_capacity(16 * self.staged.len());
        for (table, seq, _) in &self.staged {
            noted.extend_from_slice(&table.to_number().to_le_bytes());
            noted.extend_from_slice(&(*seq as i64).to_le_bytes());
        }
        connection.prepare_cached("INSERT INTO written (events) VALUES (?1)")?.execute([noted])?;
        Ok(())
    }
}

/// Brings the counts of these tables up to date, after which no note is needed.
fn settle(connection: &Connection, counts: impl Iterator<Item = (i64, i64)>) -> rusqlite::Result<()> {
    let mut count = connection.prepare_cached(
        "INSERT INTO event_counts (table_id, events) SELECT id, ?2 FROM tables WHERE id = ?1
         ON CONFLICT (table_id) DO UPDATE SET events = max(events, excluded.events)",
    )?;
    for (table, events) in counts {
        count.execute(params![table, events])?;
    }
    connection.prepare_cached("DELETE FROM written")?.execute([])?;
    Ok(())
}

/// How many events a table had when the counts last took over.
pub(super) fn settled(connection: &Connection, table: TableId) -> rusqlite::Result<u64> {
    let mut select = connection.prepare_cached("SELECT events FROM event_counts WHERE table_id = ?1")?;
    let count = select.query_row([table.to_number()], |row| row.get::<_, i64>(0)).optional()?;
    Ok(count.unwrap_or_default() as u64)
}

#[cfg(test)]
mod tests {
    use super::super::suite::{event, id, row, wrote};
    use super::super::{Abandoned, Change, Sqlite, Store as _, StoreError, Write, Wrote, sqlite::FILE};
    use super::*;

    fn play(table: i64, seq: u64) -> Write {
        Write::Change(id(table), Change::Event(event(seq, &format!("request {seq}"))))
    }

    /// Takes away the last event of a table, as damage does, and says how the table is read then.
    fn read_without_last(folder: &std::path::Path, store: &Sqlite, table: i64) -> Result<usize, StoreError> {
        let other = Connection::open(folder.join(FILE)).unwrap();
        let last = "DELETE FROM events WHERE table_id = ?1 AND seq = (SELECT max(seq) FROM events WHERE table_id = ?1)";
        assert_eq!(other.execute(last, [table]).unwrap(), 1);
        store.table(id(table), 0).map(|table| table.unwrap().events.len())
    }

    #[test]
    fn an_end_that_is_lost_is_noticed_before_and_after_the_counts_take_over() {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(folder.path()).unwrap();
        let batch: Vec<Write> = (1..=3).map(|number| Write::Table(row(number))).collect();
        wrote(&store, &batch);
        wrote(&store, &[play(1, 1), play(1, 2), play(2, 1)]);
        wrote(&store, &[play(1, 3), play(2, 2), play(3, 1), play(3, 2)]);
        assert_eq!(store.table(id(1), 0).unwrap().unwrap().events.len(), 3);
        let damaged = read_without_last(folder.path(), &store, 1);
        assert!(matches!(&damaged, Err(StoreError::Damaged(_))), "{damaged:?}");
        drop(store);

        let store = Sqlite::open(folder.path()).unwrap(); // the counts have taken over
        let notes = Connection::open(folder.path().join(FILE)).unwrap();
        assert_eq!(notes.query_row("SELECT count(*) FROM written", [], |row| row.get(0)), Ok(0));
        let damaged = read_without_last(folder.path(), &store, 2);
        assert!(damaged.unwrap_err().to_string().contains("2 events were written, and 1 is there"));
        assert_eq!(wrote(&store, &[play(3, 3)]), [Wrote::Kept]);
        let damaged = read_without_last(folder.path(), &store, 3);
        assert!(matches!(&damaged, Err(StoreError::Damaged(_))), "{damaged:?}");
    }

    #[test]
    fn the_counts_take_over_after_a_while_and_nothing_is_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(folder.path()).unwrap();
        wrote(&store, &[Write::Table(row(1)), Write::Table(row(2)), play(2, 1)]);
        let mut seq = 0;
        while seq < MOST_RECENT as u64 + 600 {
            let batch: Vec<Write> = (seq + 1..=seq + 500).map(|seq| play(1, seq)).collect();
            assert!(wrote(&store, &batch).iter().all(|wrote| *wrote == Wrote::Kept));
            seq += 500;
        }
        let notes = Connection::open(folder.path().join(FILE)).unwrap();
        let batches: i64 = notes.query_row("SELECT count(*) FROM written", [], |row| row.get(0)).unwrap();
        assert!(batches < 5, "{batches}: the notes of most batches are not needed any more");
        assert_eq!(store.table(id(1), 0).unwrap().unwrap().events.len() as u64, seq);
        assert_eq!(wrote(&store, &[play(1, seq), play(1, seq + 2), play(1, seq + 1)]), {
            use Wrote::{Beaten, Kept};
            [Beaten, Beaten, Kept]
        });
        let damaged = read_without_last(folder.path(), &store, 2);
        assert!(matches!(&damaged, Err(StoreError::Damaged(_))), "{damaged:?}");
    }

    #[test]
    fn nothing_is_added_to_a_table_that_the_same_batch_removes() {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(folder.path()).unwrap();
        wrote(&store, &[Write::Table(row(1)), play(1, 1)]);
        let judged = Abandoned::from(store.table(id(1), 0).unwrap().unwrap());
        let batch = [Write::Remove(Box::new(judged)), play(1, 2)];
        assert_eq!(wrote(&store, &batch), [Wrote::Kept, Wrote::Beaten]);
        assert_eq!(wrote(&store, &[play(1, 2)]), [Wrote::Beaten]);
        drop(store);
        let store = Sqlite::open(folder.path()).unwrap(); // the counts have taken over
        assert_eq!(store.table(id(1), 0).unwrap(), None);
        // A table of the same name has nothing of the one before.
        wrote(&store, &[Write::Table(row(1)), play(1, 1), play(1, 2)]);
        let judged = Abandoned::from(store.table(id(1), 0).unwrap().unwrap());
        wrote(&store, &[Write::Remove(Box::new(judged)), Write::Table(row(1)), play(1, 1)]);
        drop(store);
        let store = Sqlite::open(folder.path()).unwrap();
        assert_eq!(store.table(id(1), 0).unwrap().unwrap().events.len(), 1);
        let judged = Abandoned::from(store.table(id(1), 0).unwrap().unwrap());
        wrote(&store, &[Write::Remove(Box::new(judged))]);
        let database = Connection::open(folder.path().join(FILE)).unwrap();
        assert_eq!(database.query_row("SELECT count(*) FROM event_counts", [], |row| row.get(0)), Ok(0));
    }

    #[test]
    fn what_is_rolled_back_was_never_added() {
        let recent = Recent::default();
        let last = |seq| Last { seq, sum: [seq as u8; 16] };
        let mut added = Added::after(&recent);
        added.add(id(1), last(1));
        let mark = added.mark();
        added.add(id(1), last(2));
        added.add(id(2), last(1));
        added.add(id(1), last(3));
        added.rewind(mark);
        assert_eq!((added.last(id(1)), added.last(id(2))), (Some(last(1)), None));
        recent.take_over(added);
        assert_eq!((recent.count(id(1)), recent.count(id(2))), (Some(1), None));
    }
}
