//! The shape of the PostgreSQL database, by its version, and how a database of an older version becomes one of this version.

use tokio_postgres::Client;

use super::postgres_connection::{Problem, within};
use super::{postgres_leases, postgres_removal, postgres_taken};

/// The shape of the database, by its version. A new version is a line here; the old ones stay.
///
/// Names of tables and columns are those of SQLite. A seat is a `smallint`, numbers of 32 bits without a sign are a `bigint`.
pub(super) const MIGRATIONS: &[&str] = &[
    "
    -- The rule sets of tables that are not played by the built-in one: the files as a JSON object, by name.
    CREATE TABLE rule_sets (
        fingerprint bytea PRIMARY KEY,
        files       text  NOT NULL
    );
    CREATE TABLE tables (
        id            bigint   PRIMARY KEY,
        game          text     NOT NULL,
        rules_version bigint   NOT NULL,
        setup         text     NOT NULL,
        seed          bytea    NOT NULL,
        fair          boolean  NOT NULL,
        seats         smallint NOT NULL,
        next          bigint   REFERENCES tables (id),
        rules         bytea    REFERENCES rule_sets (fingerprint),
        sum           bytea    NOT NULL
    );
    CREATE TABLE sitters (
        table_id bigint   NOT NULL REFERENCES tables (id),
        seat     smallint NOT NULL,
        name     text     NOT NULL,
        key      bytea    NOT NULL,
        request  text     NOT NULL,
        share    bytea,
        bot      text,
        own      text,
        sum      bytea    NOT NULL,
        PRIMARY KEY (table_id, seat)
    );
    CREATE TABLE events (
        table_id bigint   NOT NULL REFERENCES tables (id),
        seq      bigint   NOT NULL,
        seat     smallint NOT NULL,
        action   text,
        ending   text,
        request  text     NOT NULL,
        sum      bytea    NOT NULL,
        PRIMARY KEY (table_id, seq)
    );
    CREATE UNIQUE INDEX events_by_request ON events (table_id, seat, request);
    -- Journeys, such as campaigns, who travels, what happened, and the tables of their matches.
    CREATE TABLE journeys (
        id            bigint   PRIMARY KEY,
        game          text     NOT NULL,
        kind          text     NOT NULL,
        rules_version bigint   NOT NULL,
        setup         text     NOT NULL,
        seed          bytea    NOT NULL,
        seats         smallint NOT NULL,
        rules         bytea    REFERENCES rule_sets (fingerprint),
        sum           bytea    NOT NULL
    );
    CREATE TABLE travellers (
        journey_id bigint   NOT NULL REFERENCES journeys (id),
        seat       smallint NOT NULL,
        name       text     NOT NULL,
        key        bytea    NOT NULL,
        request    text     NOT NULL,
        seen       bigint   NOT NULL,
        sum        bytea    NOT NULL,
        PRIMARY KEY (journey_id, seat)
    );
    CREATE TABLE journey_events (
        journey_id bigint   NOT NULL REFERENCES journeys (id),
        seq        bigint   NOT NULL,
        seat       smallint NOT NULL,
        -- One of these: the step in notation, or the record of the match.
        step       text,
        match      text,
        request    text     NOT NULL,
        sum        bytea    NOT NULL,
        PRIMARY KEY (journey_id, seq)
    );
    CREATE UNIQUE INDEX journey_events_by_request ON journey_events (journey_id, seat, request);
    CREATE TABLE journey_tables (
        journey_id bigint NOT NULL REFERENCES journeys (id),
        number     bigint NOT NULL,
        table_id   bigint NOT NULL REFERENCES tables (id),
        PRIMARY KEY (journey_id, number)
    );
",
    postgres_leases::SHAPE,
    "
    -- Seats commit to their shares before any is opened.
    ALTER TABLE sitters ADD COLUMN commitment bytea;
",
    postgres_removal::SHAPE,
    postgres_taken::JOURNEYS,
    postgres_taken::TABLES,
];

/// The table with the version of the shape.
pub(super) const VERSION_SHAPE: &str = "CREATE TABLE IF NOT EXISTS sixfold_version (version bigint NOT NULL)";

/// Nodes that start at the same moment change the shape one after the other. Any number does that no other program takes.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7160454891)";

/// Changing the shape of a large database takes its time, and so does waiting for a node that does it.
const MOST_SECONDS: u64 = 600;

/// Brings the database to this version. All of it happens or nothing.
pub(super) async fn migrate(client: &Client) -> Result<(), Problem> {
    within(MOST_SECONDS, async {
        client.batch_execute("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0").await?;
        client.batch_execute(LOCK).await?;
        // Not asked before the lock is held: two nodes that make the same table at the same moment hinder each other.
        client.batch_execute(VERSION_SHAPE).await?;
        let version = client.query_opt("SELECT version FROM sixfold_version", &[]).await?;
        let version: i64 = version.map_or(Ok(0), |row| row.try_get(0))?;
        let newest = MIGRATIONS.len() as i64;
        if version > newest {
            return Err(Problem::Refused(format!(
                "the database has version {version}, and this program knows {newest}: it was used by a newer program; take that one"
            )));
        }
        for migration in MIGRATIONS.iter().skip(version as usize) {
            client.batch_execute(migration).await?;
        }
        if version < newest {
            client.batch_execute(&format!("DELETE FROM sixfold_version; INSERT INTO sixfold_version VALUES ({newest})")).await?;
        }
        Ok(client.batch_execute("COMMIT").await?)
    })
    .await
}
