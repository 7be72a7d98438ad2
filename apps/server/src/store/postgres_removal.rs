//! Tables in the PostgreSQL database that nobody uses any longer.
//!
//! A removal is decided under the lock of the table's row, as every write is. Somebody who sits down at the same moment waits at that
//! lock: either they sit and the table stays, or it is gone and they are told so.

use super::postgres_batch::{Found, Plan};
use super::postgres_connection::{Connection, Problem};
use super::postgres_rows::{id as id_at, number};
use super::sums;
use super::{Abandoned, LookedAt, Untouched, UntouchedBefore};

/// What the database needs to find and remove them.
pub(super) const SHAPE: &str = "
    -- When somebody was last at the table, in seconds since 1970. Nothing if it is kept for ever. Nobody has noted it so far, so it
    -- counts from now on: a default that is known when the column is made writes no row again. Servers of the version before, which
    -- may run for a while yet, make tables by it too.
    ALTER TABLE tables ADD COLUMN touched bigint DEFAULT floor(extract(epoch FROM now()))::bigint;
    UPDATE tables SET touched = NULL WHERE id IN (SELECT table_id FROM journey_tables);
    CREATE INDEX tables_by_touched ON tables (touched, id) WHERE touched IS NOT NULL;
    -- What refers to a table or a rule set is found without looking through everything.
    CREATE INDEX tables_by_next ON tables (next) WHERE next IS NOT NULL;
    CREATE INDEX tables_by_rules ON tables (rules) WHERE rules IS NOT NULL;
    CREATE INDEX journeys_by_rules ON journeys (rules) WHERE rules IS NOT NULL;
    CREATE INDEX journey_tables_by_table ON journey_tables (table_id);
";

const UNTOUCHED: &str = "
    SELECT touched, id, touched < CASE WHEN EXISTS (SELECT 1 FROM events WHERE table_id = id) THEN $2::bigint ELSE $1::bigint END
    FROM tables WHERE touched < greatest($1::bigint, $2::bigint) AND (touched, id) > ($3::bigint, $4::bigint)
    ORDER BY touched, id LIMIT $5::bigint";
const NEWEST: &str = "SELECT max(touched) FROM tables WHERE touched IS NOT NULL";
const PUT_OFF: &str = "UPDATE tables SET touched = touched + $1::bigint WHERE touched IS NOT NULL";

/// Those that belong to a journey, and those that a node which is alive counts down for.
pub(super) const HELD: &str = "
    SELECT table_id FROM journey_tables WHERE table_id = ANY($1) UNION
    SELECT table_id FROM claims JOIN nodes ON nodes.id = node WHERE table_id = ANY($1) AND until > clock_timestamp()";

// In the order in which rows refer to each other.
pub(super) const UNLINK: &str = "UPDATE tables SET next = NULL WHERE next = ANY($1::bigint[])";
pub(super) const REMOVE_SITTERS: &str = "DELETE FROM sitters WHERE table_id = ANY($1::bigint[])";
pub(super) const REMOVE_EVENTS: &str = "DELETE FROM events WHERE table_id = ANY($1::bigint[])";
pub(super) const REMOVE_CLAIMS: &str = "DELETE FROM claims WHERE table_id = ANY($1::bigint[])";
pub(super) const REMOVE_TABLES: &str = "DELETE FROM tables WHERE id = ANY($1::bigint[])";
pub(super) const REMOVE_RULES: &str = "DELETE FROM rule_sets WHERE fingerprint = ANY($1::bytea[])
    AND NOT EXISTS (SELECT 1 FROM tables WHERE rules = fingerprint)
    AND NOT EXISTS (SELECT 1 FROM journeys WHERE rules = fingerprint)";

pub(super) async fn untouched(
    connection: &mut Connection,
    before: UntouchedBefore,
    after: Option<Untouched>,
    most: usize,
) -> Result<Vec<LookedAt>, Problem> {
    let statement = connection.statement(UNTOUCHED).await?;
    let ((unplayed, played), (touched, id)) = (before.numbers(), Untouched::numbers(after));
    let found = connection.client.query(&statement, &[&unplayed, &played, &touched, &id, &(most as i64)]).await?;
    let look = |row| {
        Ok(LookedAt { table: Untouched { touched: number(row, 0)?, id: id_at(row, 1)? }, is_due: row.try_get(2)? })
    };
    found.iter().map(look).collect()
}

pub(super) async fn newest_touch(connection: &mut Connection) -> Result<Option<u64>, Problem> {
    let statement = connection.statement(NEWEST).await?;
    let newest: Option<i64> = connection.client.query_one(&statement, &[]).await?.try_get(0)?;
    Ok(newest.map(|newest| newest as u64))
}

pub(super) async fn put_off(connection: &mut Connection, seconds: u64) -> Result<(), Problem> {
    let statement = connection.statement(PUT_OFF).await?;
    connection.client.execute(&statement, &[&(seconds as i64)]).await?;
    Ok(())
}

impl<'a> Plan<'a> {
    /// Removes the table, unless something has happened since it was judged.
    pub(super) fn remove(&mut self, found: &mut Found, abandoned: &'a Abandoned) -> Option<()> {
        let Abandoned { row, events } = abandoned;
        if found.held.contains(&row.id) {
            return None;
        }
        let table = found.table(row.id)?;
        let seats = (0..).zip(&row.seats).filter_map(|(seat, sitter)| Some((seat, sitter.as_ref()?)));
        let is_as_judged = table.sum == sums::of_table(row)
            && table.touched == row.touched
            && table.log.last.map_or(0, |(seq, _)| seq) == *events
            && table.sitters.iter().map(|(seat, (sitter, _))| (*seat, sitter)).eq(seats);
        if !is_as_judged {
            return None;
        }
        // Its name stays taken for the rest of the batch: nothing can be written to it, and nothing be made under it.
        found.tables.insert(row.id, None);
        self.removed.push(row);
        Some(())
    }
}
