//! Leases in the PostgreSQL database, by its own clock. Each question is one statement, so two nodes that claim the same table
//! at the same moment wait for each other at its row.

use std::time::Duration;

use super::leases::Fence;
use super::postgres_connection::{Connection, Problem};
use super::postgres_rows::number;
use crate::bus::NodeId;
use crate::ids::TableId;

/// The tables of the database.
pub(super) const SHAPE: &str = "
    -- The nodes that share this database, and until when each is alive.
    CREATE TABLE nodes (
        id    bigint      PRIMARY KEY,
        until timestamptz NOT NULL
    );
    -- The node that counts down for a table, how often the claim has gone to another node, and when it was last asked for.
    -- Nobody if it was given back.
    CREATE TABLE claims (
        table_id bigint PRIMARY KEY,
        node     bigint,
        fence    bigint NOT NULL,
        asked    timestamptz NOT NULL
    );
    -- One row that is written to find out whether a write would succeed.
    CREATE TABLE probe (
        id      smallint    PRIMARY KEY,
        written timestamptz NOT NULL
    );
";

/// Two nodes whose leases have ended may renew them at the same moment. Neither waits for the row of the other.
const RENEW: &str = "
    WITH ended AS (SELECT id FROM nodes WHERE until <= clock_timestamp() AND id <> $1 FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM nodes WHERE id IN (SELECT id FROM ended)),
    own AS (INSERT INTO nodes (id, until) VALUES ($1, clock_timestamp() + $2 * interval '1 millisecond')
            ON CONFLICT (id) DO UPDATE SET until = excluded.until)
    SELECT id FROM nodes WHERE until > clock_timestamp() AND id <> $1 UNION SELECT $1 ORDER BY id";
const CLAIM: &str = "
    INSERT INTO claims AS claim (table_id, node, fence, asked)
    SELECT $1, id, 1, clock_timestamp() FROM nodes WHERE id = $2 AND until > clock_timestamp()
    ON CONFLICT (table_id) DO UPDATE
    SET node = excluded.node,
        asked = excluded.asked,
        fence = claim.fence + CASE WHEN claim.node IS DISTINCT FROM excluded.node THEN 1 ELSE 0 END
    WHERE claim.node IS NULL OR claim.node = excluded.node
       OR NOT EXISTS (SELECT 1 FROM nodes WHERE id = claim.node AND until > clock_timestamp())
    RETURNING fence";
const PROBE: &str = "
    INSERT INTO probe (id, written) VALUES (1, clock_timestamp()) ON CONFLICT (id) DO UPDATE SET written = excluded.written";

pub(super) async fn renew(connection: &mut Connection, node: NodeId, lasts: Duration) -> Result<Vec<NodeId>, Problem> {
    let statement = connection.statement(RENEW).await?;
    let millis = lasts.as_millis() as f64;
    let alive = connection.client.query(&statement, &[&(node.0 as i64), &millis]).await?;
    alive.iter().map(|row| number(row, 0).map(NodeId)).collect()
}

pub(super) async fn retire(connection: &mut Connection, node: NodeId) -> Result<(), Problem> {
    let statement = connection.statement("DELETE FROM nodes WHERE id = $1").await?;
    connection.client.execute(&statement, &[&(node.0 as i64)]).await?;
    Ok(())
}

pub(super) async fn claim(connection: &mut Connection, table: TableId, node: NodeId) -> Result<Option<Fence>, Problem> {
    let statement = connection.statement(CLAIM).await?;
    let claimed = connection.client.query_opt(&statement, &[&table.to_number(), &(node.0 as i64)]).await?;
    claimed.map(|row| number(&row, 0).map(Fence)).transpose()
}

pub(super) async fn release(connection: &mut Connection, table: TableId, node: NodeId) -> Result<(), Problem> {
    let statement = connection.statement("UPDATE claims SET node = NULL WHERE table_id = $1 AND node = $2").await?;
    connection.client.execute(&statement, &[&table.to_number(), &(node.0 as i64)]).await?;
    Ok(())
}

/// Writes a row and makes it durable.
pub(super) async fn probe(connection: &mut Connection) -> Result<(), Problem> {
    let statement = connection.statement(PROBE).await?;
    connection.client.execute(&statement, &[]).await?;
    Ok(())
}
