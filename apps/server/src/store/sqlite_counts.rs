//! How many events each table has, kept apart from the events. Sums tell that what is read is right; a count tells that it is
//! all: the end of a log can be lost to damage too. A count is brought up to date when the events of a table move to their places
//! (`sqlite_recent.rs`); until then the notes of their batches tell of them (`sqlite_queue.rs`).

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension as _, params};

use super::sqlite_queue::{REMOVED, is_damage};
use crate::ids::TableId;

/// The tables of the database. Events refer to no table by a foreign key any more: the first one builds on the sum of its table,
/// and each other one on the event before it.
pub(super) const SHAPE: &str = "
    CREATE TABLE event_counts (
        table_id INTEGER PRIMARY KEY,
        events   INTEGER NOT NULL
    ) STRICT;
    -- The events of the newest batches: of each the table and the number, 8 bytes both.
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

/// The notes of the version before `sqlite_queue.rs`, whose events are in their places: how many events tables have. To be asked
/// before a transaction begins, since one that meets damage writes nothing. What is damaged ends the notes.
pub(super) fn read_notes(connection: &Connection) -> rusqlite::Result<Notes> {
    let mut notes = Notes::default();
    let exists = "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'written')";
    if !connection.query_row(exists, [], |row| row.get::<_, bool>(0))? {
        return Ok(notes);
    }
    let mut select = connection.prepare("SELECT events FROM written ORDER BY batch")?;
    let mut rows = select.query([])?;
    loop {
        let row = match rows.next() {
            Ok(Some(row)) => row,
            Ok(None) => return Ok(notes),
            Err(error) if is_damage(&error) => {
                notes.are_damaged = true;
                return Ok(notes);
            }
            Err(error) => return Err(error),
        };
        let bytes = row.get_ref(0)?.as_blob().unwrap_or_default();
        for noted in bytes.chunks_exact(16) {
            let number = |half: &[u8]| i64::from_le_bytes(half.try_into().expect("8 bytes are half of 16"));
            let (table, seq) = (TableId::from_number(number(&noted[..8])), number(&noted[8..]) as u64);
            if seq == REMOVED {
                notes.counts.remove(&table);
            } else {
                notes.counts.insert(table, seq);
            }
        }
    }
}

/// What [`read_notes`] has found.
#[derive(Default)]
pub(super) struct Notes {
    counts: HashMap<TableId, u64>,
    are_damaged: bool,
}

/// Counts what was noted, after which no notes are needed.
pub(super) fn take_over(connection: &Connection, notes: &Notes) -> rusqlite::Result<()> {
    for (table, events) in &notes.counts {
        count(connection, *table, *events)?;
    }
    // Pages that are damaged cannot be given back.
    connection.execute_batch(if notes.are_damaged {
        "ALTER TABLE written RENAME TO damaged_written"
    } else {
        "DROP TABLE written"
    })
}

/// A table has this many events, unless more are counted already.
pub(super) fn count(connection: &Connection, table: TableId, events: u64) -> rusqlite::Result<()> {
    let mut count = connection.prepare_cached(
        "INSERT INTO event_counts (table_id, events) SELECT id, ?2 FROM tables WHERE id = ?1
         ON CONFLICT (table_id) DO UPDATE SET events = max(events, excluded.events)",
    )?;
    count.execute(params![table.to_number(), events as i64]).map(drop)
}

/// How many events of a table are counted.
pub(super) fn counted(connection: &Connection, table: TableId) -> rusqlite::Result<u64> {
    let mut select = connection.prepare_cached("SELECT events FROM event_counts WHERE table_id = ?1")?;
    let count = select.query_row([table.to_number()], |row| row.get::<_, i64>(0)).optional()?;
    Ok(count.unwrap_or_default() as u64)
}
