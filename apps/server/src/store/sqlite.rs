//! SQLite: one file in a folder, a write-ahead log, and a full sync at every commit.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::{RuleFiles, Seat, Seed, Share, ShareCommitment};
use rusqlite::{Connection, ErrorCode, OptionalExtension as _, Transaction, params};

use super::sqlite_counts::{self, Added, Last, Recent};
use super::sqlite_journeys::{change_journey, insert_journey, link_match, read_journey};
use super::sqlite_leases;
use super::sqlite_probe::probe;
use super::sqlite_removal::{self, remove, untouched};
use super::sqlite_shape::{check_is_known, migrate};
use super::sqlite_sums::{ReadError, check, check_count, read_chain};
use super::sums::{self, Sum};
use super::{
    Change, Fence, Inventory, Kind, Leases, Link, LookedAt, Sitter, Store, StoreError, StoredEvent, StoredEventKind,
    StoredJourney, StoredTable, TableRow, Untouched, UntouchedBefore, Who, Write, Wrote,
};
use crate::bus::NodeId;
use crate::ids::{KeyHash, TableId};

pub(super) const FILE: &str = "sixfold.db";
/// The lock file of the folder. The file stays after the server; the lock ends with the process, even after a crash.
const LOCK: &str = "sixfold.lock";

/// The stored texts of [`StoredEventKind`]s without an action, except resigning.
const DROPPED_OUT: &str = "dropped out";
const ABANDONED: &str = "abandoned";

/// A store in a SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    // Readers and the writer do not wait for each other in WAL mode, so each has a connection of its own.
    writer: Mutex<Connection>,
    reader: Mutex<Connection>,
    recent: Recent,
    /// Let go of after the connections.
    _lock: File,
}

impl Sqlite {
    /// Whether this folder has a database.
    pub fn is_in(data_dir: &Path) -> bool {
        data_dir.join(FILE).is_file()
    }

    /// Opens the database in this folder, making both if need be.
    pub fn open(data_dir: &Path) -> Result<Self, StoreError> {
        private_folder(data_dir)
            .map_err(|error| StoreError::Failed(format!("the folder {}: {error}", data_dir.display())))?;
        let lock = lock_folder(data_dir)?;
        let file = data_dir.join(FILE);
        private_file(&file).map_err(|error| StoreError::Failed(format!("{}: {error}", file.display())))?;
        let named = |error: rusqlite::Error| StoreError::Failed(format!("{}: {error}", file.display()));
        let mut writer = connect(&file).map_err(named)?;
        check_is_known(&writer)
            .map_err(named)?
            .map_err(|problem| StoreError::Failed(format!("{}: {problem}", file.display())))?;
        migrate(&mut writer).map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt) => StoreError::Failed(format!(
                "{}: {error}. The database is damaged and cannot be changed for this version of the program. Copy what is whole with the \
                 version before it: sixfold store copy",
                file.display()
            )),
            _ => named(error),
        })?;
        let reader = connect(&file).map_err(named)?;
        Ok(Self { writer: Mutex::new(writer), reader: Mutex::new(reader), recent: Recent::default(), _lock: lock })
    }
}

/// Makes a folder that its owner alone can read: seeds of running matches are in there.
pub(super) fn private_folder(path: &Path) -> io::Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.recursive(true).create(path)
}

/// Makes a file that its owner alone can read, if there is none yet. SQLite gives its other files the same rights.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create(true).truncate(false).open(path)
}

/// Two servers that know nothing of each other would each tell their people half of a match.
fn lock_folder(data_dir: &Path) -> Result<File, StoreError> {
    let folder = data_dir.display();
    let failed = |error: io::Error| StoreError::Failed(format!("{folder}: {error}"));
    let file = private_file(&data_dir.join(LOCK)).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Failed(format!("{folder} is in use by another server"))),
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
    connection.busy_timeout(Duration::from_secs(5))?;
    Ok(connection)
}

fn lock(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    // A transaction that unwinds is rolled back when it is dropped: the connection is sound after a panic too.
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(error.to_string()),
            _ => Self::Failed(error.to_string()),
        }
    }
}

impl Store for Sqlite {
    fn write(&self, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        let mut connection = lock(&self.writer);
        let mut transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mut added = Added::after(&self.recent);
        let wrote =
            batch.iter().map(|write| keep(&mut transaction, write, &mut added)).collect::<rusqlite::Result<_>>()?;
        added.note(&transaction)?;
        transaction.commit()?;
        self.recent.take_over(added);
        Ok(wrote)
    }

    fn probe(&self) -> Result<(), StoreError> {
        Ok(probe(&mut lock(&self.writer))?)
    }

    fn table(&self, id: TableId, known: u64) -> Result<Option<StoredTable>, StoreError> {
        let written = self.recent.count(id);
        let mut connection = lock(&self.reader);
        let transaction = connection.transaction()?; // one moment of the database for all questions
        read(&transaction, id, known, written).map_err(|error| named(error, "table", id))
    }

    fn journey(&self, id: TableId, known: u64) -> Result<Option<StoredJourney>, StoreError> {
        let mut connection = lock(&self.reader);
        let transaction = connection.transaction()?;
        read_journey(&transaction, id, known).map_err(|error| named(error, "journey", id))
    }

    fn untouched(
        &self,
        before: UntouchedBefore,
        after: Option<Untouched>,
        most: usize,
    ) -> Result<Vec<LookedAt>, StoreError> {
        Ok(untouched(&lock(&self.reader), before, after, most)?)
    }

    fn newest_touch(&self) -> Result<Option<u64>, StoreError> {
        Ok(sqlite_removal::newest_touch(&lock(&self.reader))?)
    }

    fn put_off(&self, seconds: u64) -> Result<(), StoreError> {
        Ok(sqlite_removal::put_off(&lock(&self.writer), seconds)?)
    }

    fn leases(&self) -> &dyn Leases {
        self
    }
}

impl Leases for Sqlite {
    fn renew(&self, node: NodeId, lasts: Duration) -> Result<Vec<NodeId>, StoreError> {
        Ok(sqlite_leases::renew(&lock(&self.writer), node, lasts)?)
    }

    fn retire(&self, node: NodeId) -> Result<(), StoreError> {
        Ok(sqlite_leases::retire(&lock(&self.writer), node)?)
    }

    fn claim(&self, table: TableId, node: NodeId) -> Result<Option<Fence>, StoreError> {
        Ok(sqlite_leases::claim(&lock(&self.writer), table, node)?)
    }

    fn release(&self, table: TableId, node: NodeId) -> Result<(), StoreError> {
        Ok(sqlite_leases::release(&lock(&self.writer), table, node)?)
    }
}

impl Inventory for Sqlite {
    fn names(&self, kind: Kind, after: Option<TableId>, most: usize) -> Result<Vec<TableId>, StoreError> {
        let connection = lock(&self.reader);
        let sql = format!("SELECT id FROM {} WHERE id > ?1 ORDER BY id LIMIT ?2", rows_of(kind));
        let mut select = connection.prepare_cached(&sql)?;
        let after = after.map_or(-1, TableId::to_number);
        let names = select.query_map(params![after, most as i64], |row| row.get(0).map(TableId::from_number))?;
        Ok(names.collect::<rusqlite::Result<_>>()?)
    }

    fn matches(&self, journey: TableId) -> Result<Vec<(u32, TableId)>, StoreError> {
        let connection = lock(&self.reader);
        let sql = "SELECT number, table_id FROM journey_tables WHERE journey_id = ?1 ORDER BY number";
        let mut select = connection.prepare_cached(sql)?;
        let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, TableId::from_number(row.get(1)?)));
        Ok(select.query_map([journey.to_number()], read)?.collect::<rusqlite::Result<_>>()?)
    }

    fn count(&self, kind: Kind) -> Result<u64, StoreError> {
        let connection = lock(&self.reader);
        let sql = format!("SELECT count(*) FROM {}", rows_of(kind));
        Ok(connection.query_row(&sql, [], |row| row.get::<_, i64>(0))? as u64)
    }

    fn check_itself(&self) -> Result<(), StoreError> {
        let connection = lock(&self.reader);
        let mut check = connection.prepare("PRAGMA integrity_check(20)")?;
        let found = check.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
        if found == ["ok"] { Ok(()) } else { Err(StoreError::Damaged(found.join("; "))) }
    }
}

fn rows_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Table => "tables",
        Kind::Journey => "journeys",
    }
}

fn keep(transaction: &mut Transaction<'_>, write: &Write, added: &mut Added<'_>) -> rusqlite::Result<Wrote> {
    let before = added.mark();
    let changed = match write {
        Write::Table(row) => in_one(transaction, |all| insert_table(all, row)),
        Write::Journey(new) => in_one(transaction, |all| insert_journey(all, new, added)),
        Write::JourneyChange(journey, change) => {
            in_one(transaction, |all| change_journey(all, *journey, change, added))
        }
        Write::Change(table, change) => change_table(transaction, *table, change, added),
        Write::Fenced(table, fence, change) => match sqlite_leases::holds(transaction, *table, *fence) {
            Ok(true) => change_table(transaction, *table, change, added),
            Ok(false) => Ok(0),
            Err(error) => Err(error),
        },
        Write::Link(Link::Rematch { of, next }) => link_rematch(transaction, *of, *next),
        Write::Link(Link::Match { journey, number, table }) => link_match(transaction, *journey, *number, *table),
        Write::Remove(abandoned) => {
            let removed = in_one(transaction, |all| remove(all, abandoned));
            if matches!(removed, Ok(1..)) {
                added.remove(abandoned.row.id);
            }
            removed
        }
    };
    if !matches!(changed, Ok(1..)) {
        added.rewind(before);
    }
    match changed {
        Ok(0) => Ok(Wrote::Beaten),
        Ok(_) => Ok(Wrote::Kept),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => Ok(Wrote::Beaten),
        Err(error) => Err(error),
    }
}

fn change_table(
    transaction: &mut Transaction<'_>,
    table: TableId,
    change: &Change,
    added: &mut Added<'_>,
) -> rusqlite::Result<usize> {
    match change {
        Change::Sit(seat, sitter) => insert_sitter(transaction, table, *seat, sitter),
        Change::Free(seat, request) => delete_sitter(transaction, table, *seat, request),
        Change::Commit(seat, key, commitment) => change_sitter(transaction, table, *seat, |sitter| {
            sitter.has_key(*key) && sitter.commitment.replace(*commitment).is_none()
        }),
        Change::Share(seat, key, share) => insert_share(transaction, table, *seat, (*key, share)),
        Change::Event(event) => insert_event(transaction, table, event, added),
        Change::Rematch(row) => in_one(transaction, |all| {
            insert_table(all, row)?;
            link_rematch(all, table, row.id)
        }),
        Change::Touched(touched) => sqlite_removal::touch(transaction, table, *touched),
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

fn link_rematch(connection: &Connection, of: TableId, next: TableId) -> rusqlite::Result<usize> {
    let mut link = connection.prepare_cached("UPDATE tables SET next = ?2 WHERE id = ?1 AND next IS NULL")?;
    link.execute(params![of.to_number(), next.to_number()])
}

pub(super) fn insert_table(connection: &Connection, row: &TableRow) -> rusqlite::Result<usize> {
    let rules = row.rules.as_deref().map(|files| insert_rules(connection, files)).transpose()?;
    let mut table = connection.prepare_cached(
        "INSERT INTO tables (id, game, rules_version, setup, seed, fair, seats, rules, sum, touched)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?;
    let (id, seats, sum) = (row.id.to_number(), row.seats.len() as u8, sums::of_table(row));
    let TableRow { game, rules_version, setup, seed, fair, .. } = row;
    let touched = row.touched.map(|touched| touched as i64);
    table.execute(params![id, game, rules_version, setup, seed.0, fair, seats, rules, sum, touched])?;
    for (seat, sitter) in row.seats.iter().enumerate() {
        if let Some(sitter) = sitter {
            insert_sitter(connection, row.id, Seat(seat as u8), sitter)?;
        }
    }
    Ok(1)
}

/// Keeps a rule set unless it is there already; returns the key of its row.
pub(super) fn insert_rules(connection: &Connection, files: &RuleFiles) -> rusqlite::Result<[u8; 32]> {
    let mut rules = connection
        .prepare_cached("INSERT INTO rule_sets (fingerprint, files) VALUES (?1, ?2) ON CONFLICT DO NOTHING")?;
    let fingerprint = files.fingerprint().0;
    rules.execute(params![fingerprint, serde_json::to_string(files).expect("rule files are plain data")])?;
    Ok(fingerprint)
}

fn insert_sitter(connection: &Connection, table: TableId, seat: Seat, sitter: &Sitter) -> rusqlite::Result<usize> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO sitters (table_id, seat, name, key, request, share, bot, own, sum, commitment)
         SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM tables WHERE id = ?1 AND ?2 < seats",
    )?;
    let sum = sums::of_sitter(table, seat, sitter);
    let (share, commitment) = (sitter.share.map(|share| share.0), sitter.commitment.map(|commitment| commitment.0));
    let key: &[u8] = match &sitter.who {
        Who::Person(key) => &key.0,
        Who::Bot(_) => &[],
    };
    let (table, bot) = (table.to_number(), sitter.bot());
    let Sitter { name, request, seat_option, .. } = sitter;
    insert.execute(params![table, seat.0, name, key, request, share, bot, seat_option, sum, commitment])
}

fn delete_sitter(connection: &Connection, table: TableId, seat: Seat, request: &str) -> rusqlite::Result<usize> {
    // Once a person has opened a share, nobody's seat is free any more.
    let mut delete = connection.prepare_cached(
        "DELETE FROM sitters WHERE table_id = ?1 AND seat = ?2 AND request = ?3 AND NOT EXISTS (
             SELECT 1 FROM sitters WHERE table_id = ?1 AND bot IS NULL AND share IS NOT NULL)",
    )?;
    delete.execute(params![table.to_number(), seat.0, request])
}

fn insert_share(
    connection: &Connection,
    table: TableId,
    seat: Seat,
    (key, share): (KeyHash, &Share),
) -> rusqlite::Result<usize> {
    let mut all = connection.prepare_cached(
        "SELECT seats = (SELECT count(*) FROM sitters WHERE table_id = ?1 AND (commitment IS NOT NULL OR bot IS NOT NULL))
         FROM tables WHERE id = ?1",
    )?;
    let have_all_committed = all.query_row([table.to_number()], |row| row.get(0)).optional()?.unwrap_or(false);
    if !have_all_committed {
        return Ok(0);
    }
    change_sitter(connection, table, seat, |sitter| sitter.has_key(key) && sitter.share.replace(*share).is_none())
}

/// Changes what a sitter has added to the dice, if `change` says that this is the first time.
fn change_sitter(
    connection: &Connection,
    table: TableId,
    seat: Seat,
    change: impl FnOnce(&mut Sitter) -> bool,
) -> rusqlite::Result<usize> {
    let mut select = connection.prepare_cached(&format!("{SITTERS} AND seat = ?2"))?;
    let found = select.query_row(params![table.to_number(), seat.0], read_sitter).optional()?;
    let Some((_, mut sitter, sum)) = found else { return Ok(0) };
    // Damage is not covered up by a new sum.
    let is_whole = sum.is_none_or(|sum| sum == sums::of_sitter(table, seat, &sitter));
    if !change(&mut sitter) {
        return Ok(0);
    }
    let sum = if is_whole { Some(sums::of_sitter(table, seat, &sitter)) } else { sum };
    let mut update = connection
        .prepare_cached("UPDATE sitters SET commitment = ?3, share = ?4, sum = ?5 WHERE table_id = ?1 AND seat = ?2")?;
    let (commitment, share) = (sitter.commitment.map(|commitment| commitment.0), sitter.share.map(|share| share.0));
    update.execute(params![table.to_number(), seat.0, commitment, share, sum])
}

pub(super) fn insert_event(
    connection: &Connection,
    table: TableId,
    event: &StoredEvent,
    added: &mut Added<'_>,
) -> rusqlite::Result<usize> {
    // No event without the one before it: the log has no gaps whatever a node believes.
    let before = match added.last(table) {
        Some(last) => (last.seq + 1 == event.seq).then_some(last.sum),
        None => sum_before(connection, table, event.seq)?,
    };
    let Some(before) = before else { return Ok(0) };
    let mut insert = connection.prepare_cached(
        "INSERT INTO events (table_id, seq, seat, action, request, ending, sum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let sum = sums::of_event(before, event);
    let (action, ending) = match &event.kind {
        StoredEventKind::Play(action) => (Some(action), None),
        StoredEventKind::Resign => (None, None),
        StoredEventKind::DropOut => (None, Some(DROPPED_OUT)),
        StoredEventKind::Abandon => (None, Some(ABANDONED)),
    };
    insert.execute(params![table.to_number(), event.seq as i64, event.seat.0, action, event.request, ending, sum])?;
    added.add(table, Last { seq: event.seq, sum });
    Ok(1)
}

/// The sum that the sum of this event builds on: of the event before it, or of the table with everybody who sits there. None
/// if that is missing.
fn sum_before(connection: &Connection, table: TableId, seq: u64) -> rusqlite::Result<Option<Sum>> {
    let sum = |row: &rusqlite::Row<'_>| row.get::<_, Option<Sum>>(0);
    if seq != 1 {
        let mut select = connection.prepare_cached("SELECT sum FROM events WHERE table_id = ?1 AND seq = ?2 - 1")?;
        let found = select.query_row(params![table.to_number(), seq as i64], sum).optional()?;
        // A chain that goes on from a row without a sum begins with nothing.
        return Ok(found.map(Option::unwrap_or_default));
    }
    let mut select = connection.prepare_cached("SELECT sum FROM tables WHERE id = ?1")?;
    let Some(made) = select.query_row([table.to_number()], sum).optional()? else { return Ok(None) };
    let mut sitters = connection.prepare_cached("SELECT sum FROM sitters WHERE table_id = ?1 ORDER BY seat")?;
    let sitters = sitters.query_map([table.to_number()], sum)?.collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(Some(sums::of_beginning(made, &sitters)))
}

/// The columns that [`read_sitter`] reads.
const SITTERS: &str =
    "SELECT seat, name, key, request, share, bot, own, sum, commitment FROM sitters WHERE table_id = ?1";

fn read_sitter(row: &rusqlite::Row<'_>) -> rusqlite::Result<(u8, Sitter, Option<Sum>)> {
    let sitter = Sitter {
        name: row.get(1)?,
        who: match row.get(5)? {
            Some(level) => Who::Bot(level),
            None => Who::Person(KeyHash(row.get(2)?)),
        },
        request: row.get(3)?,
        commitment: row.get::<_, Option<_>>(8)?.map(ShareCommitment),
        share: row.get::<_, Option<_>>(4)?.map(Share),
        seat_option: row.get(6)?,
    };
    Ok((row.get(0)?, sitter, row.get(7)?))
}

/// The error with the name of what was read. A value that cannot be one of ours was not written by us.
fn named(error: ReadError, kind: &str, id: TableId) -> StoreError {
    use rusqlite::Error as E;
    let name = |problem: &dyn std::fmt::Display| format!("{kind} {id}: {problem}");
    match error {
        ReadError::Wrong(problem) => StoreError::Damaged(name(&problem)),
        ReadError::Sqlite(
            error @ (E::FromSqlConversionFailure(..)
            | E::IntegralValueOutOfRange(..)
            | E::InvalidColumnType(..)
            | E::Utf8Error(..)),
        ) => StoreError::Damaged(name(&error)),
        ReadError::Sqlite(error) => match StoreError::from(error) {
            StoreError::Failed(problem) => StoreError::Failed(name(&problem)),
            StoreError::Damaged(problem) => StoreError::Damaged(name(&problem)),
        },
    }
}

/// Reads a table. `written` is how many events it has at least, if some were written lately.
pub(super) fn read(
    connection: &Connection,
    id: TableId,
    known: u64,
    written: Option<u64>,
) -> Result<Option<StoredTable>, ReadError> {
    let mut table = connection.prepare_cached(
        "SELECT game, rules_version, setup, seed, seats, next, fair, files, sum, touched
             FROM tables LEFT JOIN rule_sets ON fingerprint = rules WHERE id = ?1",
    )?;
    let found = table.query_row([id.to_number()], |row| {
        let seats = vec![None; row.get::<_, u8>(4)?.into()];
        let row_of_table = TableRow {
            id,
            game: row.get(0)?,
            rules_version: row.get(1)?,
            setup: row.get(2)?,
            rules: row.get_ref(7)?.as_str_or_null()?.map(read_rules).transpose()?,
            seed: Seed(row.get(3)?),
            fair: row.get(6)?,
            seats,
            touched: row.get::<_, Option<i64>>(9)?.map(|touched| touched as u64),
        };
        let next = row.get::<_, Option<i64>>(5)?.map(TableId::from_number);
        Ok((row_of_table, next, row.get::<_, Option<Sum>>(8)?))
    });
    let Some((mut row, next, sum)) = found.optional()? else { return Ok(None) };
    check("the table", sum, sums::of_table(&row))?;
    let mut sitters = connection.prepare_cached(SITTERS)?;
    let mut rows = sitters.query([id.to_number()])?;
    while let Some(found) = rows.next()? {
        let (seat, sitter, sum) = read_sitter(found)?;
        check(&format!("seat {seat}"), sum, sums::of_sitter(id, Seat(seat), &sitter))?;
        if let Some(place) = row.seats.get_mut(usize::from(seat)) {
            *place = Some(sitter);
        }
    }
    let mut select = connection.prepare_cached(
        "SELECT seq, seat, action, request, ending, sum FROM events WHERE table_id = ?1 AND seq > ?2 ORDER BY seq",
    )?;
    let mut rows = select.query(params![id.to_number(), known as i64])?;
    let sum_before = |seq| sum_before(connection, id, seq);
    let events = read_chain(&mut rows, read_event, sum_before, sums::of_event)?;
    if known == 0 {
        let written = match written {
            Some(written) => written,
            None => sqlite_counts::settled(connection, id)?,
        };
        check_count(written, events.len() as u64)?;
    }
    Ok(Some(StoredTable { row, next, events }))
}

fn read_event(row: &rusqlite::Row<'_>) -> rusqlite::Result<StoredEvent> {
    let seq = row.get::<_, i64>(0)? as u64;
    let kind = match (row.get(2)?, row.get_ref(4)?.as_str_or_null()?) {
        (Some(action), _) => StoredEventKind::Play(action),
        (None, None) => StoredEventKind::Resign,
        (None, Some(DROPPED_OUT)) => StoredEventKind::DropOut,
        (None, Some(ABANDONED)) => StoredEventKind::Abandon,
        // Written by a version that knows more than this one.
        (None, Some(_)) => return Err(rusqlite::Error::IntegralValueOutOfRange(4, seq as i64)),
    };
    Ok(StoredEvent { seq, seat: Seat(row.get(1)?), kind, request: row.get(3)? })
}

pub(super) fn read_rules(files: &str) -> rusqlite::Result<Arc<RuleFiles>> {
    let wrong = |error| rusqlite::Error::FromSqlConversionFailure(7, rusqlite::types::Type::Text, Box::new(error));
    serde_json::from_str(files).map(Arc::new).map_err(wrong)
}
