//! Tables in the SQLite database that nobody uses any longer.

use std::collections::HashSet;

use rusqlite::{Connection, params};

use super::sqlite::read;
use super::sqlite_leases::NOW;
use super::sqlite_sums::ReadError;
use super::{Abandoned, LookedAt, Untouched, UntouchedBefore};
use crate::ids::TableId;

/// What the database needs to find and remove them.
pub(super) const SHAPE: &str = "
    -- When somebody was last at the table, in seconds since 1970. Nothing if it is kept for ever. Nobody has noted it so far, so it
    -- counts from now on.
    ALTER TABLE tables ADD COLUMN touched INTEGER;
    UPDATE tables SET touched = CAST(strftime('%s', 'now') AS INTEGER)
     WHERE id NOT IN (SELECT table_id FROM journey_tables);
    CREATE INDEX tables_by_touched ON tables (touched) WHERE touched IS NOT NULL;
    -- What refers to a table or a rule set is found without looking through everything.
    CREATE INDEX tables_by_next ON tables (next) WHERE next IS NOT NULL;
    CREATE INDEX tables_by_rules ON tables (rules) WHERE rules IS NOT NULL;
    CREATE INDEX journeys_by_rules ON journeys (rules) WHERE rules IS NOT NULL;
    CREATE INDEX journey_tables_by_table ON journey_tables (table_id);
";

/// `recent` are the tables with events that were not in their places a moment ago.
pub(super) fn untouched(
    connection: &Connection,
    recent: &HashSet<TableId>,
    before: UntouchedBefore,
    after: Option<Untouched>,
    most: usize,
) -> rusqlite::Result<Vec<LookedAt>> {
    let mut select = connection.prepare_cached(
        "SELECT touched, id, EXISTS (SELECT 1 FROM events WHERE table_id = id) FROM tables
         WHERE touched < max(?1, ?2) AND (touched, id) > (?3, ?4) ORDER BY touched, id LIMIT ?5",
    )?;
    let ((unplayed, played), (touched, id)) = (before.numbers(), Untouched::numbers(after));
    let read = |row: &rusqlite::Row<'_>| {
        let (touched, id) = (row.get::<_, i64>(0)?, TableId::from_number(row.get(1)?));
        let is_played = row.get(2)? || recent.contains(&id);
        let is_due = touched < if is_played { played } else { unplayed };
        Ok(LookedAt { table: Untouched { touched: touched as u64, id }, is_due })
    };
    select.query_map(params![unplayed, played, touched, id, most as i64], read)?.collect()
}

pub(super) fn newest_touch(connection: &Connection) -> rusqlite::Result<Option<u64>> {
    let mut select = connection.prepare_cached("SELECT max(touched) FROM tables WHERE touched IS NOT NULL")?;
    select.query_row([], |row| row.get::<_, Option<i64>>(0)).map(|newest| newest.map(|newest| newest as u64))
}

pub(super) fn put_off(connection: &Connection, seconds: u64) -> rusqlite::Result<()> {
    let all = "UPDATE tables SET touched = touched + ?1 WHERE touched IS NOT NULL";
    connection.execute(all, [seconds as i64]).map(drop)
}

pub(super) fn touch(connection: &Connection, table: TableId, touched: Option<u64>) -> rusqlite::Result<usize> {
    // The larger one of a time and nothing is nothing.
    let mut update = connection.prepare_cached("UPDATE tables SET touched = max(touched, ?2) WHERE id = ?1")?;
    update.execute(params![table.to_number(), touched.map(|touched| touched as i64)])
}

/// Removes the table, unless something has happened since it was judged.
pub(super) fn remove(connection: &Connection, abandoned: &Abandoned) -> rusqlite::Result<usize> {
    let Abandoned { row, events } = abandoned;
    let (table, id) = (row.id, row.id.to_number());
    if !is_as_judged(connection, abandoned)? || is_held(connection, table)? {
        return Ok(0);
    }
    let run = |sql: &str| connection.prepare_cached(sql)?.execute([id]);
    run("UPDATE tables SET next = NULL WHERE next = ?1")?;
    run("DELETE FROM sitters WHERE table_id = ?1")?;
    run("DELETE FROM taken WHERE table_id = ?1")?;
    if run("DELETE FROM events WHERE table_id = ?1")? as u64 != *events {
        return Ok(0); // the events are not all that are there; nothing of it is kept
    }
    run("DELETE FROM event_counts WHERE table_id = ?1")?;
    run("DELETE FROM claims WHERE table_id = ?1")?;
    let removed = run("DELETE FROM tables WHERE id = ?1")?;
    if let Some(files) = &row.rules {
        let mut unused = connection.prepare_cached(
            "DELETE FROM rule_sets WHERE fingerprint = ?1
             AND NOT EXISTS (SELECT 1 FROM tables WHERE rules = ?1) AND NOT EXISTS (SELECT 1 FROM journeys WHERE rules = ?1)",
        )?;
        unused.execute([files.fingerprint().0])?;
    }
    Ok(removed)
}

fn is_as_judged(connection: &Connection, Abandoned { row, events }: &Abandoned) -> rusqlite::Result<bool> {
    match read(connection, row.id, *events, Vec::new()) {
        Ok(found) => Ok(found.is_some_and(|found| found.row == *row && found.events.is_empty())),
        // What is damaged stays.
        Err(ReadError::Wrong(_)) => Ok(false),
        Err(ReadError::Sqlite(error)) if error.sqlite_error_code().is_none() => Ok(false),
        Err(ReadError::Sqlite(error)) => Err(error),
    }
}

/// Whether it belongs to a journey, or a node that is alive counts down for it.
fn is_held(connection: &Connection, table: TableId) -> rusqlite::Result<bool> {
    let sql = format!(
        "SELECT EXISTS (SELECT 1 FROM journey_tables WHERE table_id = ?1)
             OR EXISTS (SELECT 1 FROM claims JOIN nodes ON nodes.id = node WHERE table_id = ?1 AND until > {NOW})"
    );
    connection.prepare_cached(&sql)?.query_row([table.to_number()], |row| row.get(0))
}
