//! The shape of the SQLite database, by its version.

use rusqlite::Connection;

use super::sqlite_journeys::SHAPE;
use super::{sqlite_counts, sqlite_leases, sqlite_queue, sqlite_removal, sqlite_sitters};

/// What each version adds. A new version is a line here; the old ones stay.
pub(super) const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE tables (
        id            INTEGER PRIMARY KEY,
        game          TEXT    NOT NULL,
        rules_version INTEGER NOT NULL,
        setup         TEXT    NOT NULL,
        seed          BLOB    NOT NULL,
        seats         INTEGER NOT NULL,
        next          INTEGER REFERENCES tables (id)
    ) STRICT;
    CREATE TABLE sitters (
        table_id INTEGER NOT NULL REFERENCES tables (id),
        seat     INTEGER NOT NULL,
        name     TEXT    NOT NULL,
        key      BLOB    NOT NULL,
        request  TEXT    NOT NULL,
        PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE events (
        table_id INTEGER NOT NULL REFERENCES tables (id),
        seq      INTEGER NOT NULL,
        seat     INTEGER NOT NULL,
        action   TEXT,
        request  TEXT    NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX events_by_request ON events (table_id, seat, request);
",
    "
    -- What has begun before seats added to the dice goes on as it began.
    ALTER TABLE tables ADD COLUMN fair INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET fair = 1 WHERE id NOT IN (SELECT table_id FROM events);
    ALTER TABLE sitters ADD COLUMN share BLOB;
    -- Nothing for an action, and for a resignation, which is an event without one.
    ALTER TABLE events ADD COLUMN ending TEXT;
",
    "
    -- The level at which the computer sits here; nothing for people. Its key is empty, and no key's hash is.
    ALTER TABLE sitters ADD COLUMN bot TEXT;
",
    "
    -- What they have chosen for the option that belongs to their seat. Tables from before have it in their setup.
    ALTER TABLE sitters ADD COLUMN own TEXT;
",
    "
    -- The rule sets of tables that are not played by the built-in one: the files as a JSON object, by name.
    CREATE TABLE rule_sets (
        fingerprint BLOB PRIMARY KEY,
        files       TEXT NOT NULL
    ) STRICT;
    ALTER TABLE tables ADD COLUMN rules BLOB REFERENCES rule_sets (fingerprint);
",
    SHAPE,
    "
    -- When a traveller last gave a sign, in seconds since 1970. Nobody is gone because nobody has noted it so far.
    ALTER TABLE travellers ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
    UPDATE travellers SET seen = CAST(strftime('%s', 'now') AS INTEGER);
",
    "
    -- Checksums, see sums.rs. Rows from before have none and are not checked.
    ALTER TABLE tables ADD COLUMN sum BLOB;
    ALTER TABLE sitters ADD COLUMN sum BLOB;
    ALTER TABLE events ADD COLUMN sum BLOB;
    ALTER TABLE journeys ADD COLUMN sum BLOB;
    ALTER TABLE travellers ADD COLUMN sum BLOB;
    ALTER TABLE journey_events ADD COLUMN sum BLOB;
",
    sqlite_leases::SHAPE,
    "
    -- Seats commit to their shares before any is opened. A share that was told at a table that still waits is worth nothing:
    -- its player commits to another one.
    ALTER TABLE sitters ADD COLUMN commitment BLOB;
    UPDATE sitters SET share = NULL, sum = NULL WHERE share IS NOT NULL AND bot IS NULL AND table_id IN (
        SELECT id FROM tables WHERE (SELECT count(share) FROM sitters WHERE table_id = id) < seats);
",
    sqlite_counts::SHAPE,
    sqlite_removal::SHAPE,
    "
    -- The seats of a journey that were taken, a bit each: a traveller whose row is lost to damage is noticed. Nobody leaves a journey.
    ALTER TABLE journeys ADD COLUMN joined INTEGER NOT NULL DEFAULT 0;
    UPDATE journeys SET joined = (SELECT coalesce(sum(1 << seat), 0) FROM travellers WHERE journey_id = id);
",
    sqlite_queue::SHAPE,
    sqlite_sitters::TAKEN,
];

/// Refuses a database of a newer program, whose shape nobody here knows.
pub(super) fn check_is_known(connection: &Connection) -> rusqlite::Result<Result<(), String>> {
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let newest = MIGRATIONS.len() as u32;
    let problem =
        || format!("it has version {version}, and this program knows {newest}: use the newer program that wrote it");
    Ok(if version > newest { Err(problem()) } else { Ok(()) })
}

/// Brings the database to the newest version.
pub(super) fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let notes = sqlite_counts::read_notes(connection)?;
    let transaction = connection.transaction()?;
    let version: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for migration in MIGRATIONS.iter().skip(version as usize) {
        if *migration == sqlite_queue::SHAPE {
            sqlite_counts::take_over(&transaction, &notes)?; // they are bytes, which SQL cannot read
        }
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as u32)?;
    transaction.commit()
}
