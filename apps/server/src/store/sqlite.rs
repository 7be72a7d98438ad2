//! SQLite: one file in a folder, a write-ahead log, and a full sync at every commit.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::{RuleFiles, Seat, Seed};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, Transaction, params};

use super::sqlite_counts;
use super::sqlite_folder::{FolderLock, private_file, private_folder};
use super::sqlite_journeys::{change_journey, insert_journey, link_match, read_journey};
use super::sqlite_leases;
use super::sqlite_probe::probe;
use super::sqlite_queue::is_damage;
use super::sqlite_recent::{ABANDONED, Added, At, DROPPED_OUT, Leaves, MOST_RECENT, NotWritten, Recent};
use super::sqlite_removal::{self, remove, untouched};
use super::sqlite_shape::{MIGRATIONS, check_is_known, migrate};
use super::sqlite_sitters::{SITTERS, change_sitter, delete_sitter, insert_share, insert_sitter, read_sitter};
use super::sqlite_sums::{ReadError, check, check_count, go_on, read_chain};
use super::sums::{self, Sum};
use super::taken::check_seats;
use super::{
    Change, Fence, Inventory, Kind, Leases, Link, LookedAt, Store, StoreError, StoredEvent, StoredEventKind,
    StoredJourney, StoredTable, TableRow, Touches, Untouched, UntouchedBefore, Write, Wrote,
};
use crate::bus::NodeId;
use crate::ids::TableId;

pub(super) const FILE: &str = "sixfold.db";

/// A store in a SQLite file.
#[derive(Debug)]
pub struct Sqlite {
    // Readers and the writer do not wait for each other in WAL mode, so each has a connection of its own.
    writer: Mutex<Connection>,
    reader: Mutex<Connection>,
    recent: Recent,
    /// For whoever reads why a write failed.
    file: PathBuf,
    /// Let go of after the connections.
    _lock: Arc<FolderLock>,
}

/// Leaves nothing to be done at the next start. If it fails, the next start does it.
impl Drop for Sqlite {
    fn drop(&mut self) {
        if let Err(error) = self.write_all(&[], Leaves::None) {
            tracing::error!("events that wait for the move to their places stay where they are: {error}");
        }
    }
}

impl Sqlite {
    /// Whether this folder has a database.
    pub fn is_in(data_dir: &Path) -> bool {
        data_dir.join(FILE).is_file()
    }

    /// The version of the database in this folder, which is 0 if there is none, and the one that this program knows. Nothing is
    /// changed.
    pub(super) fn version_in(data_dir: &Path) -> Result<(u64, u64), StoreError> {
        let newest = MIGRATIONS.len() as u64;
        if !Self::is_in(data_dir) {
            return Ok((0, newest));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let read = Connection::open_with_flags(data_dir.join(FILE), flags)
            .and_then(|connection| connection.pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0)));
        Ok((read.map_err(|error| StoreError::Failed(format!("{}: {error}", data_dir.display())))?.into(), newest))
    }

    /// Opens the database in this folder, making both if need be.
    pub fn open(data_dir: &Path) -> Result<Self, StoreError> {
        Self::open_holding(data_dir, MOST_RECENT)
    }

    /// The same. At most so many events wait for the move to their places.
    pub(super) fn open_holding(data_dir: &Path, most_recent: usize) -> Result<Self, StoreError> {
        private_folder(data_dir)
            .map_err(|error| StoreError::Failed(format!("the folder {}: {error}", data_dir.display())))?;
        Self::open_with(data_dir, Arc::new(FolderLock::take(data_dir)?), most_recent)
    }

    /// Opens the database in a folder that this process has locked already.
    pub(super) fn open_locked(data_dir: &Path, lock: Arc<FolderLock>) -> Result<Self, StoreError> {
        Self::open_with(data_dir, lock, MOST_RECENT)
    }

    fn open_with(data_dir: &Path, lock: Arc<FolderLock>, most_recent: usize) -> Result<Self, StoreError> {
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
        let recent = Recent::read(&writer, most_recent).map_err(named)?;
        let reader = connect(&file).map_err(named)?;
        Ok(Self { writer: Mutex::new(writer), reader: Mutex::new(reader), recent, file, _lock: lock })
    }

    /// Why a write failed, with the name of the file: it tells which disk is full.
    fn not_written(&self, error: rusqlite::Error) -> StoreError {
        match error.into() {
            StoreError::Failed(problem) => StoreError::Failed(format!("{}: {problem}", self.file.display())),
            damaged @ StoreError::Damaged(_) => damaged,
        }
    }
}

/// What a batch leaves alone because it is damaged.
#[derive(Default)]
struct Damage {
    /// The writes to what is damaged, by their index. They count as beaten, so that who asked for them reads what is there, and
    /// learns of the damage, or asks for another table.
    writes: HashSet<usize>,
    /// How many tables could not move their events. After some the batch moves nothing, so that it does not begin again for each
    /// table that waits.
    places: usize,
    /// Whether nothing can be added to the queue of the newest events.
    queue: bool,
}

/// A batch begins again for so many damaged places at most.
const MOST_DAMAGED_PLACES: usize = 8;

impl Sqlite {
    /// Writes a batch. Damage that it meets hinders nothing else: the batch begins again and leaves alone what is damaged. (After
    /// damage was met in a transaction, SQLite writes nothing more in it.)
    fn write_all(&self, batch: &[Write], leaves: Leaves) -> rusqlite::Result<Vec<Wrote>> {
        let mut damage = Damage::default();
        loop {
            let NotWritten { error, at } = match self.try_to_write(batch, leaves, &damage) {
                Ok(wrote) => return Ok(wrote),
                Err(problem) => problem,
            };
            let can_be_left_alone = match at {
                At::Write(index) => (is_damage(&error) || is_no_value_of_ours(&error)) && damage.writes.insert(index),
                At::Place(table) if is_damage(&error) => {
                    damage.places += 1;
                    self.recent.leave_waiting(table)
                }
                At::Queue if is_damage(&error) => !std::mem::replace(&mut damage.queue, true),
                At::Place(_) | At::Queue | At::Elsewhere => false,
            };
            if !can_be_left_alone {
                return Err(error);
            }
            tracing::error!(
                "the database is damaged, and goes on with what is whole; run sixfold store check: {error}"
            );
        }
    }

    fn try_to_write(&self, batch: &[Write], leaves: Leaves, damage: &Damage) -> Result<Vec<Wrote>, NotWritten> {
        let elsewhere = |error| At::Elsewhere.fail(error);
        let mut connection = lock(&self.writer);
        let begun = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate);
        let mut transaction = begun.map_err(elsewhere)?;
        let mut added = Added::after(&self.recent);
        let wrote = batch.iter().enumerate().map(|(index, write)| {
            if damage.writes.contains(&index) {
                return Ok(Wrote::Beaten);
            }
            keep(&mut transaction, write, &mut added).map_err(|error| At::Write(index).fail(error))
        });
        let wrote = wrote.collect::<Result<_, _>>()?;
        let leaves = if damage.places < MOST_DAMAGED_PLACES { leaves } else { Leaves::All };
        added.write(&transaction, leaves, damage.queue)?;
        transaction.commit().map_err(elsewhere)?;
        self.recent.take_over(added);
        Ok(wrote)
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
        self.write_all(batch, Leaves::Most).map_err(|error| self.not_written(error))
    }

    fn probe(&self) -> Result<(), StoreError> {
        probe(&mut lock(&self.writer)).map_err(|error| self.not_written(error))
    }

    fn table(&self, id: TableId, known: u64) -> Result<Option<StoredTable>, StoreError> {
        let recent = self.recent.of(id);
        let mut connection = lock(&self.reader);
        let transaction = connection.transaction()?; // one moment of the database for all questions
        read(&transaction, id, known, recent).map_err(|error| named(error, "table", id))
    }

    fn journey(&self, id: TableId, known: u64) -> Result<Option<StoredJourney>, StoreError> {
        let mut connection = lock(&self.reader);
        let transaction = connection.transaction()?;
        read_journey(&transaction, id, known).map_err(|error| named(error, "journey", id))
    }

    fn touches(&self) -> &dyn Touches {
        self
    }

    fn leases(&self) -> &dyn Leases {
        self
    }
}

impl Touches for Sqlite {
    fn untouched(
        &self,
        before: UntouchedBefore,
        after: Option<Untouched>,
        most: usize,
    ) -> Result<Vec<LookedAt>, StoreError> {
        let recent = self.recent.tables();
        Ok(untouched(&lock(&self.reader), &recent, before, after, most)?)
    }

    fn newest_touch(&self) -> Result<Option<u64>, StoreError> {
        Ok(sqlite_removal::newest_touch(&lock(&self.reader))?)
    }

    fn put_off(&self, seconds: u64) -> Result<(), StoreError> {
        Ok(sqlite_removal::put_off(&lock(&self.writer), seconds)?)
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
            let removed = in_one(transaction, |all| {
                added.place(all, abandoned.row.id)?;
                remove(all, abandoned)
            });
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

pub(super) fn insert_event(
    connection: &Connection,
    table: TableId,
    event: &StoredEvent,
    added: &mut Added<'_>,
) -> rusqlite::Result<usize> {
    // No event without the one before it, and none twice: the log has no gaps whatever a node believes.
    let before = match added.last(table) {
        Some(last) => (last.seq + 1 == event.seq).then_some(last.sum),
        None if is_next(connection, table, event.seq)? => sum_before(connection, table, event.seq)?,
        None => None,
    };
    let Some(before) = before else { return Ok(0) };
    added.add(table, event, sums::of_event(before, event));
    Ok(1)
}

/// Whether this is the number of the next event of a table all of whose events are in their places.
fn is_next(connection: &Connection, table: TableId, seq: u64) -> rusqlite::Result<bool> {
    let mut select = connection.prepare_cached("SELECT max(seq) FROM events WHERE table_id = ?1")?;
    let last = select.query_row([table.to_number()], |row| row.get::<_, Option<i64>>(0))?;
    Ok(last.unwrap_or_default() as u64 + 1 == seq)
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

/// The error with the name of what was read. A value that cannot be one of ours was not written by us.
fn named(error: ReadError, kind: &str, id: TableId) -> StoreError {
    let name = |problem: &dyn std::fmt::Display| format!("{kind} {id}: {problem}");
    match error {
        ReadError::Wrong(problem) => StoreError::Damaged(name(&problem)),
        ReadError::Sqlite(error) if is_no_value_of_ours(&error) => StoreError::Damaged(name(&error)),
        ReadError::Sqlite(error) => match StoreError::from(error) {
            StoreError::Failed(problem) => StoreError::Failed(name(&problem)),
            StoreError::Damaged(problem) => StoreError::Damaged(name(&problem)),
        },
    }
}

/// Whether a value was read that no server has written.
fn is_no_value_of_ours(error: &rusqlite::Error) -> bool {
    use rusqlite::Error as E;
    matches!(
        error,
        E::FromSqlConversionFailure(..) | E::IntegralValueOutOfRange(..) | E::InvalidColumnType(..) | E::Utf8Error(..)
    )
}

/// Reads a table. `recent` are its events that were not all in their places a moment ago.
pub(super) fn read(
    connection: &Connection,
    id: TableId,
    known: u64,
    recent: Vec<StoredEvent>,
) -> Result<Option<StoredTable>, ReadError> {
    let mut table = connection.prepare_cached(
        "SELECT game, rules_version, setup, seed, seats, next, fair, files, sum, touched,
                (SELECT taken.seats FROM taken WHERE table_id = ?1)
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
        Ok((row_of_table, next, row.get::<_, Option<Sum>>(8)?, row.get::<_, Option<i64>>(10)?))
    });
    let Some((mut row, next, sum, taken)) = found.optional()? else { return Ok(None) };
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
    check_seats(taken.unwrap_or_default(), &row.seats).map_err(ReadError::Wrong)?;
    let mut select = connection.prepare_cached(
        "SELECT seq, seat, action, request, ending, sum FROM events WHERE table_id = ?1 AND seq > ?2 ORDER BY seq",
    )?;
    let mut rows = select.query(params![id.to_number(), known as i64])?;
    let sum_before = |seq| sum_before(connection, id, seq);
    let mut events = read_chain(&mut rows, read_event, sum_before, sums::of_event)?;
    let written = sqlite_counts::counted(connection, id)?.max(recent.last().map_or(0, |last| last.seq));
    go_on(&mut events, known, recent)?;
    if known == 0 {
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
