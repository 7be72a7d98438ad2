//! The newest events in the database, apart from all others (`sqlite_recent.rs`): a row for each batch. Notes in a second table tell
//! which events a row has, so that a lost row is noticed. Damage in here costs the tables whose events it hits and no others: what
//! is whole is read, and if nothing can be written here any more, the queue begins anew.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use rusqlite::{Connection, ErrorCode, OptionalExtension as _, ffi, params};

use super::event_bytes::{Packed, unpack_all};
use super::{sqlite_counts, sums};
use crate::ids::TableId;

/// The tables of the database.
pub(super) const SHAPE: &str = "
    -- The events of the newest batches (event_bytes.rs), which have not all moved to `events`.
    CREATE TABLE recent_events (
        batch  INTEGER PRIMARY KEY,
        events BLOB NOT NULL
    ) STRICT;
    -- The same batches: of each event the table and the number, 8 bytes both, and a check at the end.
    CREATE TABLE recent_notes (
        batch INTEGER PRIMARY KEY,
        notes BLOB NOT NULL
    ) STRICT;
";

/// Noted instead of the number of an event: the table was removed, and one of the same name begins anew.
pub(super) const REMOVED: u64 = 0;

/// A batch with a larger number was not written by us: it is damage, and the next batch could not be counted on from it.
const LAST_BATCH: i64 = i64::MAX / 2;

/// Whether a part of the file is not as it was written, or cannot be read from the disk.
pub(super) fn is_damage(error: &rusqlite::Error) -> bool {
    let extended = error.sqlite_error().map(|error| error.extended_code);
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase))
        || matches!(extended, Some(ffi::SQLITE_IOERR_READ | ffi::SQLITE_IOERR_CORRUPTFS))
}

/// Writes a batch: its events, and notes of them in the same order.
pub(super) fn insert(
    connection: &Connection,
    batch: i64,
    notes: impl Iterator<Item = (TableId, u64)>,
    events: &[u8],
) -> rusqlite::Result<()> {
    let notes = pack_notes(notes);
    connection
        .prepare_cached("INSERT INTO recent_events (batch, events) VALUES (?1, ?2)")?
        .execute(params![batch, events])?;
    connection
        .prepare_cached("INSERT INTO recent_notes (batch, notes) VALUES (?1, ?2)")?
        .execute(params![batch, notes])
        .map(drop)
}

/// Removes the batches before this one.
pub(super) fn delete_before(connection: &Connection, batch: i64) -> rusqlite::Result<()> {
    for batches in ["DELETE FROM recent_events WHERE batch < ?1", "DELETE FROM recent_notes WHERE batch < ?1"] {
        connection.prepare_cached(batches)?.execute([batch])?;
    }
    Ok(())
}

/// Begins an empty queue. The damaged one stays in the file under another name, so that nothing of it has to be touched.
pub(super) fn begin_anew(connection: &Connection) -> rusqlite::Result<()> {
    let before = "SELECT count(*) FROM sqlite_schema WHERE name GLOB 'damaged_recent_events_*'";
    let number: i64 = connection.query_row(before, [], |row| row.get(0))?;
    connection.execute_batch(&format!(
        "ALTER TABLE recent_events RENAME TO damaged_recent_events_{number};
         ALTER TABLE recent_notes RENAME TO damaged_recent_notes_{number};
         {SHAPE}"
    ))
}

pub(super) fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    let rows = "SELECT EXISTS (SELECT 1 FROM recent_events) OR EXISTS (SELECT 1 FROM recent_notes)";
    connection.query_row(rows, [], |row| row.get::<_, bool>(0)).map(|is_any| !is_any)
}

/// What waits in the database.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) tables: HashMap<TableId, FoundEvents>,
    pub(super) last_batch: i64,
}

/// What waits of one table.
#[derive(Debug)]
pub(super) struct FoundEvents {
    /// The batch of the first one.
    pub(super) batch: i64,
    /// Those that are whole, by their numbers.
    pub(super) events: BTreeMap<u64, Packed>,
    /// The number of the last one, which may be damaged.
    pub(super) count: u64,
}

impl Found {
    fn note(&mut self, table: TableId, batch: i64, seq: u64) -> &mut FoundEvents {
        let found = self.tables.entry(table);
        let found = found.or_insert_with(|| FoundEvents { batch, events: BTreeMap::new(), count: 0 });
        found.count = found.count.max(seq);
        found
    }
}

/// Reads what waits. If a row is damaged, its notes tell that the events were written, and if its notes are damaged, the events
/// themselves do. To be asked outside of a transaction: one that has met damage writes nothing any more.
pub(super) fn read(connection: &Connection) -> rusqlite::Result<Found> {
    let mut batches = BTreeSet::new();
    for rows in ["recent_events", "recent_notes"] {
        list_batches(connection, rows, &mut batches)?;
    }
    let mut found = Found::default();
    for batch in batches {
        found.last_batch = batch;
        let mut events: HashMap<TableId, VecDeque<Packed>> = HashMap::new();
        for packed in unpack_all(&blob(connection, "SELECT events FROM recent_events WHERE batch = ?1", batch)?) {
            events.entry(packed.table).or_default().push_back(packed);
        }
        let notes = blob(connection, "SELECT notes FROM recent_notes WHERE batch = ?1", batch)?;
        for (table, seq) in unpack_notes(&notes) {
            if seq == REMOVED {
                found.tables.remove(&table);
                continue;
            }
            let next = events.get_mut(&table).and_then(|events| events.pop_front_if(|packed| packed.event.seq == seq));
            found.note(table, batch, seq).events.extend(next.map(|packed| (seq, packed)));
        }
        for packed in events.into_values().flatten() {
            let seq = packed.event.seq;
            found.note(packed.table, batch, seq).events.insert(seq, packed);
        }
    }
    Ok(found)
}

/// Finds all batches that can be reached. Behind a page that is damaged the rest is found from the other end.
fn list_batches(connection: &Connection, rows: &str, batches: &mut BTreeSet<i64>) -> rusqlite::Result<()> {
    for direction in ["ASC", "DESC"] {
        let mut select = connection.prepare(&format!("SELECT batch FROM {rows} ORDER BY batch {direction}"))?;
        let mut rows = select.query([])?;
        loop {
            match rows.next() {
                Ok(Some(row)) => batches.extend(row.get(0).ok().filter(|batch: &i64| *batch <= LAST_BATCH)),
                Ok(None) => return Ok(()),
                Err(error) if is_damage(&error) => break,
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

/// The bytes of a row; nothing if they cannot be read.
fn blob(connection: &Connection, select: &str, batch: i64) -> rusqlite::Result<Vec<u8>> {
    let found = connection.prepare_cached(select)?.query_row([batch], |row| Ok(row.get(0).ok())).optional();
    match found {
        Ok(bytes) => Ok(bytes.flatten().unwrap_or_default()),
        Err(error) if is_damage(&error) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Keeps that a table has more events than can be found, so that it is refused.
pub(super) fn note_lost(connection: &Connection, found: &Found) -> rusqlite::Result<()> {
    for (table, FoundEvents { events, count, .. }) in &found.tables {
        if events.last_key_value().is_none_or(|(last, _)| last < count) {
            match sqlite_counts::count(connection, *table, *count) {
                Err(error) if !is_damage(&error) => return Err(error),
                _ => {}
            }
        }
    }
    Ok(())
}

fn pack_notes(notes: impl Iterator<Item = (TableId, u64)>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(16 * notes.size_hint().0 + sums::CHECK);
    for (table, seq) in notes {
        bytes.extend_from_slice(&table.to_number().to_le_bytes());
        bytes.extend_from_slice(&seq.to_le_bytes());
    }
    let check = sums::check_of(&bytes);
    bytes.extend_from_slice(&check);
    bytes
}

/// The notes; none if they are not as they were written.
fn unpack_notes(bytes: &[u8]) -> impl Iterator<Item = (TableId, u64)> {
    let whole = bytes.split_last_chunk().filter(|(notes, check)| **check == sums::check_of(notes));
    whole.map_or(&[][..], |(notes, _)| notes).chunks_exact(16).map(|note| {
        let number = |half: &[u8]| i64::from_le_bytes(half.try_into().expect("8 bytes are half of 16"));
        (TableId::from_number(number(&note[..8])), number(&note[8..]) as u64)
    })
}
