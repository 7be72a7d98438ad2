//! What a bare relay keeps on the disk. All messages that wait share one sync. In the plain way each goes to its place at once; in the
//! way of the server (`store/sqlite_recent.rs` there) they share one row too, and move to their places later, table by table.

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use rusqlite::{Connection, Transaction};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::cli::RelayKeeping;

/// The most messages that share a sync, and the most that wait for the move to their places; as in the server.
const MOST_A_BATCH: usize = 512;
const MOST_RECENT: usize = 32_768;
/// So many messages in a batch are the sign of a busy relay, and the least time from the beginning of such a batch to the next
/// one; as in the server.
const BUSY: usize = 8;
const BETWEEN_BATCHES: Duration = Duration::from_millis(1);

const SHAPE: &str = "
    CREATE TABLE events (
        table_id INTEGER NOT NULL,
        seq      INTEGER NOT NULL,
        seat     INTEGER NOT NULL,
        message  TEXT    NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE recent (
        batch    INTEGER PRIMARY KEY,
        messages BLOB    NOT NULL
    ) STRICT;
";

/// A message at its table.
pub(super) struct Kept {
    pub(super) table: i64,
    pub(super) seq: i64,
    pub(super) seat: usize,
    pub(super) message: Utf8Bytes,
}

/// A message on its way to the disk.
pub(super) struct Write {
    pub(super) kept: Kept,
    pub(super) durable: oneshot::Sender<()>,
}

/// The messages that have not moved to their places yet. All of them are durable.
#[derive(Default)]
struct Recent {
    tables: HashMap<i64, Waiting>,
    /// The tables, the one that has waited longest first.
    order: VecDeque<i64>,
    messages: usize,
    last_batch: i64,
}

struct Waiting {
    /// The batch of the first one.
    batch: i64,
    messages: Vec<Kept>,
}

pub(super) struct RelayJournal {
    connection: Connection,
    keeping: RelayKeeping,
    recent: Recent,
}

impl RelayJournal {
    pub(super) fn open(data_dir: &Path, keeping: RelayKeeping) -> rusqlite::Result<Self> {
        let connection = Connection::open(data_dir.join("relay.db"))?;
        connection.pragma_update(None, "page_size", 1024)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "wal_autocheckpoint", 8_000)?;
        connection.pragma_update(None, "cache_size", -8_000)?;
        connection.execute_batch(SHAPE)?;
        Ok(Self { connection, keeping, recent: Recent::default() })
    }

    /// Keeps what comes until nobody sends any more or the disk fails.
    pub(super) fn keep_all(mut self, waiting: &Receiver<Write>) -> rusqlite::Result<()> {
        while let Ok(first) = waiting.recv() {
            let (mut batch, mut acknowledge) = (Vec::new(), Vec::new());
            let mut next = Some(first);
            while let Some(Write { kept, durable }) = next {
                batch.push(kept);
                acknowledge.push(durable);
                next = if batch.len() < MOST_A_BATCH { waiting.try_recv().ok() } else { None };
            }
            let (messages, began) = (batch.len(), Instant::now());
            let transaction = self.connection.transaction()?;
            match self.keeping {
                RelayKeeping::Rows => place(&transaction, &batch)?,
                RelayKeeping::Batches => {
                    self.recent.move_oldest(&transaction)?;
                    self.recent.write_row(&transaction, &batch)?;
                }
            }
            transaction.commit()?;
            for durable in acknowledge {
                let _ = durable.send(()); // the connection may have ended; what was kept stays
            }
            if self.keeping == RelayKeeping::Batches {
                self.recent.add(batch);
                if (BUSY..MOST_A_BATCH).contains(&messages) {
                    std::thread::sleep(BETWEEN_BATCHES.saturating_sub(began.elapsed()));
                }
            }
        }
        Ok(())
    }
}

/// Writes messages to their places.
fn place(transaction: &Transaction<'_>, messages: &[Kept]) -> rusqlite::Result<()> {
    let mut insert =
        transaction.prepare_cached("INSERT INTO events (table_id, seq, seat, message) VALUES (?1, ?2, ?3, ?4)")?;
    for Kept { table, seq, seat, message } in messages {
        insert.execute((table, seq, *seat as i64, message.as_str()))?;
    }
    Ok(())
}

/// The bytes of a message in the row of its batch.
fn pack(row: &mut Vec<u8>, Kept { table, seq, seat, message }: &Kept) {
    row.extend_from_slice(&table.to_le_bytes());
    row.extend_from_slice(&seq.to_le_bytes());
    row.push(*seat as u8);
    row.extend_from_slice(&(message.len() as u32).to_le_bytes());
    row.extend_from_slice(message.as_bytes());
}

impl Recent {
    fn write_row(&self, transaction: &Transaction<'_>, batch: &[Kept]) -> rusqlite::Result<()> {
        let mut row = Vec::new();
        for kept in batch {
            pack(&mut row, kept);
        }
        let mut insert = transaction.prepare_cached("INSERT INTO recent (batch, messages) VALUES (?1, ?2)")?;
        insert.execute((self.last_batch + 1, row)).map(drop)
    }

    fn add(&mut self, batch: Vec<Kept>) {
        self.last_batch += 1;
        self.messages += batch.len();
        for kept in batch {
            let waiting = self.tables.entry(kept.table).or_insert_with(|| {
                self.order.push_back(kept.table);
                Waiting { batch: self.last_batch, messages: Vec::new() }
            });
            waiting.messages.push(kept);
        }
    }

    /// Moves the tables that have waited longest, while too many messages wait.
    fn move_oldest(&mut self, transaction: &Transaction<'_>) -> rusqlite::Result<()> {
        if self.messages <= MOST_RECENT {
            return Ok(());
        }
        while self.messages > MOST_RECENT {
            let Some(waiting) = self.order.pop_front().and_then(|table| self.tables.remove(&table)) else { break };
            self.messages -= waiting.messages.len();
            place(transaction, &waiting.messages)?;
        }
        let oldest = self.order.front().and_then(|table| self.tables.get(table)).map(|waiting| waiting.batch);
        transaction
            .prepare_cached("DELETE FROM recent WHERE batch < ?1")?
            .execute([oldest.unwrap_or(self.last_batch + 1)])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A relay that lost messages would be a bound that nobody could reach.
    #[test]
    fn every_message_is_in_its_place_or_in_the_row_of_its_batch() {
        let all = MOST_RECENT as i64 + 3_000;
        assert_eq!(kept(RelayKeeping::Rows, all), (all, 0));
        let (placed, packed) = kept(RelayKeeping::Batches, all);
        assert!(placed > 1_000, "{placed} have moved");
        assert!(placed + packed >= all, "{placed} placed, {packed} in rows, of {all}");
    }

    /// How many of so many messages are in their places, and how many in rows of batches.
    fn kept(keeping: RelayKeeping, all: i64) -> (i64, i64) {
        let folder = tempfile::tempdir().unwrap();
        let journal = RelayJournal::open(folder.path(), keeping).unwrap();
        let (sender, waiting) = std::sync::mpsc::channel();
        for number in 0..all {
            let message = format!("{number:06}").into();
            let kept = Kept { table: number % 1_000, seq: number / 1_000 + 1, seat: 1, message };
            sender.send(Write { kept, durable: oneshot::channel().0 }).unwrap();
        }
        drop(sender);
        journal.keep_all(&waiting).unwrap();
        let connection = Connection::open(folder.path().join("relay.db")).unwrap();
        let placed: i64 = connection.query_row("SELECT count(*) FROM events", [], |row| row.get(0)).unwrap();
        let mut rows = connection.prepare("SELECT messages FROM recent").unwrap();
        let rows = rows.query_map([], |row| row.get::<_, Vec<u8>>(0)).unwrap();
        let packed: usize = rows.map(|row| row.unwrap().len() / (8 + 8 + 1 + 4 + 6)).sum();
        (placed, packed as i64)
    }
}
