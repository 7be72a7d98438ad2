//! Leases in the SQLite database. All nodes of such a store are in one process, so these are seldom needed.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension as _, params};

use super::leases::{Fence, TO_APPEND};
use crate::bus::NodeId;
use crate::ids::TableId;

/// The tables of the database.
pub(super) const SHAPE: &str = "
    -- The nodes that share this database, and until when each is alive, in milliseconds since 1970.
    CREATE TABLE nodes (
        id    INTEGER PRIMARY KEY,
        until INTEGER NOT NULL
    ) STRICT;
    -- The node that counts down for a table, how often the claim has gone to another node, and when it was last asked for.
    -- Nobody if it was given back.
    CREATE TABLE claims (
        table_id INTEGER PRIMARY KEY,
        node     INTEGER,
        fence    INTEGER NOT NULL,
        asked    INTEGER NOT NULL
    ) STRICT;
";

pub(super) const NOW: &str = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

pub(super) fn renew(connection: &Connection, node: NodeId, lasts: Duration) -> rusqlite::Result<Vec<NodeId>> {
    connection.execute(&format!("DELETE FROM nodes WHERE until <= {NOW}"), [])?;
    let sql = format!(
        "INSERT INTO nodes (id, until) VALUES (?1, {NOW} + ?2) ON CONFLICT (id) DO UPDATE SET until = excluded.until"
    );
    connection.execute(&sql, params![node.0 as i64, lasts.as_millis() as i64])?;
    let mut alive = connection.prepare("SELECT id FROM nodes ORDER BY id")?;
    alive.query_map([], |row| Ok(NodeId(row.get::<_, i64>(0)? as u64)))?.collect()
}

pub(super) fn retire(connection: &Connection, node: NodeId) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM nodes WHERE id = ?1", [node.0 as i64]).map(drop)
}

pub(super) fn claim(connection: &Connection, table: TableId, node: NodeId) -> rusqlite::Result<Option<Fence>> {
    let alive = format!("(SELECT id FROM nodes WHERE until > {NOW})");
    let sql = format!(
        "INSERT INTO claims (table_id, node, fence, asked) SELECT ?1, ?2, 1, {NOW} WHERE ?2 IN {alive}
         ON CONFLICT (table_id) DO UPDATE
         SET node = excluded.node, fence = fence + (node IS NOT excluded.node), asked = excluded.asked
         WHERE node IS NULL OR node = excluded.node OR node NOT IN {alive}
         RETURNING fence"
    );
    let fence = connection.query_row(&sql, params![table.to_number(), node.0 as i64], |row| row.get::<_, i64>(0));
    Ok(fence.optional()?.map(|fence| Fence(fence as u64)))
}

pub(super) fn release(connection: &Connection, table: TableId, node: NodeId) -> rusqlite::Result<()> {
    let sql = "UPDATE claims SET node = NULL WHERE table_id = ?1 AND node = ?2";
    connection.execute(sql, params![table.to_number(), node.0 as i64]).map(drop)
}

/// Whether this is the newest claim on the table, nobody has given it back, and it was asked for a moment ago.
pub(super) fn holds(connection: &Connection, table: TableId, fence: Fence) -> rusqlite::Result<bool> {
    let sql = format!(
        "SELECT EXISTS (SELECT 1 FROM claims WHERE table_id = ?1 AND node IS NOT NULL AND fence = ?2 AND asked > {NOW} - ?3)"
    );
    let mut select = connection.prepare_cached(&sql)?;
    let moment = TO_APPEND.as_millis() as i64;
    select.query_row(params![table.to_number(), fence.0 as i64, moment], |row| row.get(0))
}
