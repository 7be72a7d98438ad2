//! What is durable about tables: appended through the journal, read from the store. An error is logged here with its
//! details; a client is told only that it may ask again.

use std::fmt::Display;
use std::sync::Arc;

use protocol::{Refused, RefusedCode};
use tokio::sync::oneshot;

use crate::blocking::Blocking;
use crate::frame::refused;
use crate::ids::TableId;
use crate::journal::{Journal, NotWritten, Probed};
use crate::metrics::Numbers;
use crate::store::{Store, StoreError, StoredJourney, StoredTable, Write, Wrote};

/// Appends to the store and reads from it.
pub(crate) struct EventLog {
    store: Arc<dyn Store>,
    blocking: Blocking,
    journal: Journal,
    numbers: Arc<Numbers>,
}

impl EventLog {
    pub(crate) fn new(store: Arc<dyn Store>, journal: Journal, blocking: Blocking, numbers: Arc<Numbers>) -> Self {
        Self { store, blocking, journal, numbers }
    }

    /// Returns when the write is durable, or when somebody else was first.
    pub(crate) async fn append(&self, write: Write) -> Result<Wrote, NotAppended> {
        self.append_and_return(write).await.map(|(wrote, _)| wrote)
    }

    /// The same, and the write comes back.
    pub(crate) async fn append_and_return(&self, write: Write) -> Result<(Wrote, Write), NotAppended> {
        self.journal.write(write).await.map_err(|error| {
            let may_be_durable = matches!(error, NotWritten::Failed(_));
            self.numbers.store_errors.add_one(if may_be_durable { "write" } else { "queue_full" });
            NotAppended { refused: unavailable(&error), may_be_durable }
        })
    }

    /// Asks the store for a write that leaves nothing behind. The answer comes when the journal has got to it.
    pub(crate) fn probe(&self) -> Result<oneshot::Receiver<Probed>, NotWritten> {
        self.journal.probe()
    }

    /// A probe has failed, or took too long.
    pub(crate) fn count_failed_probe(&self) {
        self.numbers.store_errors.add_one("probe");
    }

    /// Asks the store something that takes a while.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let store = self.store.clone();
        let read = self.blocking.run(move || ask(&*store)).await;
        self.count_read(&read);
        read.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
    }

    /// A table with the events after the first `known`.
    pub(crate) async fn read(&self, id: TableId, known: u64) -> Result<StoredTable, Refused> {
        let store = self.store.clone();
        let read = self.blocking.run(move || store.table(id, known)).await;
        self.count_read(&read);
        match read {
            Ok(Ok(stored)) => stored.ok_or_else(no_such_table),
            Ok(Err(error)) => Err(not_read(&error)),
            Err(error) => Err(unavailable(&format_args!("reading table {id}: {error}"))),
        }
    }
}

impl EventLog {
    /// A journey with the events after the first `known`.
    pub(crate) async fn read_journey(&self, id: TableId, known: u64) -> Result<StoredJourney, Refused> {
        let store = self.store.clone();
        let read = self.blocking.run(move || store.journey(id, known)).await;
        self.count_read(&read);
        match read {
            Ok(Ok(stored)) => stored.ok_or_else(no_such_journey),
            Ok(Err(error)) => Err(not_read(&error)),
            Err(error) => Err(unavailable(&format_args!("reading journey {id}: {error}"))),
        }
    }

    fn count_read<T, E>(&self, read: &Result<Result<T, StoreError>, E>) {
        match read {
            Ok(Ok(_)) => {}
            Ok(Err(StoreError::Damaged(_))) => self.numbers.store_errors.add_one("damaged"),
            Ok(Err(StoreError::Failed(_))) | Err(_) => self.numbers.store_errors.add_one("read"),
        }
    }
}

/// An append that failed.
pub(crate) struct NotAppended {
    pub(crate) refused: Refused,
    /// Whether the store may have kept the write all the same. Only reading the log can tell.
    pub(crate) may_be_durable: bool,
}

impl From<NotAppended> for Refused {
    fn from(failed: NotAppended) -> Self {
        failed.refused
    }
}

/// Logs the problem for the operator of the server, and tells the client that it may ask again.
pub(crate) fn unavailable(problem: &dyn Display) -> Refused {
    tracing::error!("{problem}");
    refused(RefusedCode::Unavailable, "the server could not keep or find it; ask again")
}

/// Logs why something was not read, with its name. Damage does not go away by asking again.
fn not_read(error: &StoreError) -> Refused {
    match error {
        StoreError::Failed(_) => unavailable(error),
        StoreError::Damaged(_) => {
            tracing::error!("{error}");
            let problem = "this table was damaged where the server keeps it; whoever runs the server can restore it";
            refused(RefusedCode::Damaged, problem)
        }
    }
}

pub(crate) fn no_such_table() -> Refused {
    refused(RefusedCode::NoSuchTable, "there is no such table")
}

pub(crate) fn no_such_journey() -> Refused {
    refused(RefusedCode::NoSuchJourney, "there is no such journey")
}
