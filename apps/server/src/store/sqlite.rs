//! SQLite: one file in a folder, a write-ahead log, and a full sync at every commit.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use game::{Seat, Seed};
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, Transaction, params};

use super::{Event, Sitter, Store, StoreError, StoredTable, TableRow, Write, Wrote};
use crate::ids::{KeyHash, TableId};

const FILE: &str = "sixfold.db";
/// Held by the server whose folder it is. It stays when that ends; the lock does not, however it ends.
const LOCK: &str = "sixfold.lock";

/// The shape of the database, by its version. A new version is a line here; the old ones stay.
const MIGRATIONS: &[&str] = &["
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
"];

/// A store in a SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    // Readers and the writer do not wait for each other in WAL mode, so each has a connection of its own.
    writer: Mutex<Connection>,
    reader: Mutex<Connection>,
    /// Let go of after the connections.
    _lock: File,
}

impl Sqlite {
    /// Opens the database in this folder, making both if need be.
    pub fn open(data_dir: &Path) -> Result<Self, StoreError> {
        private_folder(data_dir).map_err(|error| StoreError(format!("the folder {}: {error}", data_dir.display())))?;
        let lock = lock_folder(data_dir)?;
        let file = data_dir.join(FILE);
        private_file(&file).map_err(|error| StoreError(format!("{}: {error}", file.display())))?;
        let named = |error: rusqlite::Error| StoreError(format!("{}: {error}", file.display()));
        let mut writer = connect(&file).map_err(named)?;
        migrate(&mut writer).map_err(named)?;
        let reader = connect(&file).map_err(named)?;
        Ok(Self { writer: Mutex::new(writer), reader: Mutex::new(reader), _lock: lock })
    }
}

/// Makes a folder that its owner alone can read: seeds of running matches are in there.
fn private_folder(path: &Path) -> io::Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.recursive(true).create(path)
}

/// Makes a file that its owner alone can read, if there is none yet. SQLite gives its other files the same rights.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create(true).truncate(false).open(path)
}

/// Two servers that know nothing of each other would each tell their people half of a match.
fn lock_folder(data_dir: &Path) -> Result<File, StoreError> {
    let folder = data_dir.display();
    let failed = |error: io::Error| StoreError(format!("{folder}: {error}"));
    let file = private_file(&data_dir.join(LOCK)).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError(format!("{folder} is in use by another server"))),
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

fn connect(file: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(file)?;
    // Small pages: an event touches two, and a commit writes whole ones. Only a new file takes them on.
    connection.pragma_update(None, "page_size", 1024)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?; // the log is synced at every commit: kept means kept
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "wal_autocheckpoint", 8_000)?;
    connection.pragma_update(None, "cache_size", -8_000)?; // KiB
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    Ok(connection)
}

fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    let version: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for migration in MIGRATIONS.iter().skip(version as usize) {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", version.max(MIGRATIONS.len() as u32))?;
    transaction.commit()
}

fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    // A transaction that unwinds is rolled back when it is dropped: the connection is sound after a panic too.
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        Self(error.to_string())
    }
}

impl Store for Sqlite {
    fn write(&self, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        let mut connection = lock(&self.writer);
        let mut transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let wrote = batch.iter().map(|write| keep(&mut transaction, write)).collect::<rusqlite::Result<_>>()?;
        transaction.commit()?;
        Ok(wrote)
    }

    fn table(&self, id: TableId, known: u64) -> Result<Option<StoredTable>, StoreError> {
        let mut connection = lock(&self.reader);
        let transaction = connection.transaction()?; // one moment of the database for all three questions
        Ok(read(&transaction, id, known)?)
    }
}

fn keep(transaction: &mut Transaction<'_>, write: &Write) -> rusqlite::Result<Wrote> {
    let changed = match write {
        Write::Table(row) => in_one(transaction, |all| insert_table(all, row)),
        Write::Sit(table, seat, sitter) => insert_sitter(transaction, *table, *seat, sitter),
        Write::Event(table, event) => insert_event(transaction, *table, event),
        Write::Next(table, row) => in_one(transaction, |all| {
            insert_table(all, row)?;
            let mut next = all.prepare_cached("UPDATE tables SET next = ?2 WHERE id = ?1 AND next IS NULL")?;
            next.execute(params![table.to_number(), row.id.to_number()])
        }),
    };
    match changed {
        Ok(0) => Ok(Wrote::Beaten),
        Ok(_) => Ok(Wrote::Kept),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => Ok(Wrote::Beaten),
        Err(error) => Err(error),
    }
}

/// All of it or nothing of it, without ending the transaction that others share.
fn in_one(
    transaction: &mut Transaction<'_>,
    write: impl FnOnce(&Connection) -> rusqlite::Result<usize>,
) -> rusqlite::Result<usize> {
    let point = transaction.savepoint()?;
    let changed = write(&point)?;
    if changed > 0 {
        point.commit()?;
    }
    Ok(changed)
}

fn insert_table(connection: &Connection, row: &TableRow) -> rusqlite::Result<usize> {
    let mut table = connection.prepare_cached(
        "INSERT INTO tables (id, game, rules_version, setup, seed, seats) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let (id, seats) = (row.id.to_number(), row.seats.len() as u8);
    table.execute(params![id, row.game, row.rules_version, row.setup, row.seed.0, seats])?;
    for (seat, sitter) in row.seats.iter().enumerate() {
        if let Some(sitter) = sitter {
            insert_sitter(connection, row.id, Seat(seat as u8), sitter)?;
        }
    }
    Ok(1)
}

fn insert_sitter(connection: &Connection, table: TableId, seat: Seat, sitter: &Sitter) -> rusqlite::Result<usize> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO sitters (table_id, seat, name, key, request)
         SELECT id, ?2, ?3, ?4, ?5 FROM tables WHERE id = ?1 AND ?2 < seats",
    )?;
    insert.execute(params![table.to_number(), seat.0, sitter.name, sitter.key.0, sitter.request])
}

fn insert_event(connection: &Connection, table: TableId, event: &Event) -> rusqlite::Result<usize> {
    // No event without the one before it: the log has no gaps whatever a node believes.
    let mut insert = connection.prepare_cached(
        "INSERT INTO events (table_id, seq, seat, action, request) SELECT ?1, ?2, ?3, ?4, ?5
         WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM events WHERE table_id = ?1 AND seq = ?2 - 1)",
    )?;
    insert.execute(params![table.to_number(), event.seq as i64, event.seat.0, event.action, event.request])
}

fn read(connection: &Connection, id: TableId, known: u64) -> rusqlite::Result<Option<StoredTable>> {
    let mut table =
        connection.prepare_cached("SELECT game, rules_version, setup, seed, seats, next FROM tables WHERE id = ?1")?;
    let found = table.query_row([id.to_number()], |row| {
        let seats = vec![None; row.get::<_, u8>(4)?.into()];
        let row_of_table = TableRow {
            id,
            game: row.get(0)?,
            rules_version: row.get(1)?,
            setup: row.get(2)?,
            seed: Seed(row.get(3)?),
            seats,
        };
        Ok((row_of_table, row.get::<_, Option<i64>>(5)?.map(TableId::from_number)))
    });
    let Some((mut row, next)) = found.optional()? else { return Ok(None) };
    let mut sitters = connection.prepare_cached("SELECT seat, name, key, request FROM sitters WHERE table_id = ?1")?;
    let mut rows = sitters.query([id.to_number()])?;
    while let Some(found) = rows.next()? {
        let sitter = Sitter { name: found.get(1)?, key: KeyHash(found.get(2)?), request: found.get(3)? };
        if let Some(place) = row.seats.get_mut(usize::from(found.get::<_, u8>(0)?)) {
            *place = Some(sitter);
        }
    }
    let mut events = connection.prepare_cached(
        "SELECT seq, seat, action, request FROM events WHERE table_id = ?1 AND seq > ?2 ORDER BY seq",
    )?;
    let events = events
        .query_map(params![id.to_number(), known as i64], |row| {
            let seq = row.get::<_, i64>(0)? as u64;
            Ok(Event { seq, seat: Seat(row.get(1)?), action: row.get(2)?, request: row.get(3)? })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Some(StoredTable { row, next, events }))
}
