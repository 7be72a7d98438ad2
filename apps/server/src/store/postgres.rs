//! PostgreSQL: one database for many nodes. The trait is synchronous and called from threads that may wait, so a store has a small
//! runtime of its own, on which its connections live.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::runtime::Runtime;
use tokio_postgres::Config;

use super::address::PostgresAddress;
use super::postgres_connection::{Connection, Problem, Readers, within};
use super::postgres_leases;
use super::postgres_read::{BEGIN, Moment, read_journey, read_table};
use super::postgres_removal::{newest_touch, put_off, untouched};
use super::postgres_rows::{id as id_at, number};
use super::postgres_shape::{MIGRATIONS, migrate};
use super::postgres_write::write_uncommitted;
use super::{
    Fence, Inventory, Kind, Leases, LookedAt, Store, StoreError, StoredJourney, StoredTable, Touches, Untouched,
    UntouchedBefore, Write, Wrote,
};
use crate::bus::NodeId;
use crate::ids::TableId;

/// How often a batch is tried that was certainly not kept, because another node was in the way or the connection had broken.
const TRIES: usize = 5;
/// The most seconds of a read, waiting for a connection included.
const TO_READ: u64 = 5;
/// The most seconds of a batch, all tries included, and of its commit.
const TO_WRITE: u64 = 5;
/// The most seconds of a question about everything there is.
const TO_LOOK_THROUGH: u64 = 600;

/// A store in a PostgreSQL database, which other nodes may use at the same time.
pub struct Postgres {
    config: Config,
    writer: Mutex<Option<Connection>>,
    readers: Readers,
    /// For leases, claims and probes: these do not wait behind everybody who reads.
    keepers: Readers,
    runtime: OwnRuntime,
}

impl Postgres {
    /// Whether the database has been used by a store.
    pub fn is_at(address: &PostgresAddress) -> Result<bool, StoreError> {
        let runtime = OwnRuntime::start()?;
        let found = runtime.get().block_on(async {
            let connection = Connection::open(address.config()).await?;
            let there = "SELECT to_regclass('sixfold_version') IS NOT NULL";
            Ok(connection.client.query_one(there, &[]).await?.try_get(0)?)
        });
        found.map_err(|problem: Problem| problem.named(&address.to_string()))
    }

    /// The version of the database, which is 0 if no store has used it, and the one that this program knows. Nothing is changed.
    pub(super) fn version_at(address: &PostgresAddress) -> Result<(u64, u64), StoreError> {
        let newest = MIGRATIONS.len() as u64;
        if !Self::is_at(address)? {
            return Ok((0, newest));
        }
        let runtime = OwnRuntime::start()?;
        let version = runtime.get().block_on(async {
            let connection = Connection::open(address.config()).await?;
            let row = connection.client.query_opt("SELECT version FROM sixfold_version", &[]).await?;
            Ok(row.map_or(Ok(0), |row| row.try_get::<_, i64>(0))? as u64)
        });
        Ok((version.map_err(|problem: Problem| problem.named(&address.to_string()))?, newest))
    }

    /// Opens the database and brings it to this version. Not from an async task: it waits.
    pub fn open(address: &PostgresAddress) -> Result<Self, StoreError> {
        let config = address.config().clone();
        let runtime = OwnRuntime::start()?;
        let first = runtime.get().block_on(async {
            let connection = Connection::open(&config).await?;
            migrate(&connection.client).await?;
            Ok(connection)
        });
        let first = first.map_err(|problem: Problem| problem.named(&address.to_string()))?;
        Ok(Self { config, writer: Mutex::new(Some(first)), readers: Readers::new(), keepers: Readers::new(), runtime })
    }

    /// Everything as it is now, whatever others write from now on.
    pub fn moment(&self) -> Result<PostgresMoment, StoreError> {
        let runtime = OwnRuntime::start()?;
        let connection = runtime.get().block_on(async {
            let connection = Connection::open(&self.config).await?;
            // Whoever looks through everything takes longer than a player.
            connection
                .client
                .batch_execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
                .await?;
            connection.client.batch_execute(BEGIN).await?;
            // The moment is that of the first question.
            connection.client.batch_execute("SELECT count(*) FROM sixfold_version").await?;
            Ok(connection)
        });
        let connection = connection.map_err(|problem: Problem| problem.named("a moment of the database"))?;
        Ok(PostgresMoment { connection: Mutex::new(connection), runtime })
    }

    /// A setting of the connection that writes.
    #[cfg(test)]
    pub(super) fn setting(&self, name: &str) -> String {
        let writer = self.writer.lock().unwrap();
        let client = &writer.as_ref().unwrap().client;
        self.runtime
            .get()
            .block_on(async { client.query_one("SELECT current_setting($1)", &[&name]).await })
            .unwrap()
            .get(0)
    }

    fn read<T>(
        &self,
        seconds: u64,
        what: &str,
        read: impl AsyncFn(&mut Connection) -> Result<T, Problem>,
    ) -> Result<T, StoreError> {
        let read = within(seconds, self.readers.read(&self.config, read));
        self.runtime.get().block_on(read).map_err(|problem| problem.named(what))
    }

    fn keep<T>(&self, what: &str, keep: impl AsyncFn(&mut Connection) -> Result<T, Problem>) -> Result<T, StoreError> {
        let keep = within(TO_WRITE, self.keepers.read(&self.config, keep));
        self.runtime.get().block_on(keep).map_err(|problem| problem.named(what))
    }
}

impl Store for Postgres {
    fn write(&self, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        if batch.is_empty() {
            return Ok(Vec::new());
        }
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        // Not put back after a problem: the next use opens a new connection, and a transaction ends with its connection.
        let mut idle = writer.take().filter(|connection| !connection.is_closed());
        self.runtime.get().block_on(async {
            let uncommitted = within(TO_WRITE, async {
                for tried in 1.. {
                    let mut connection = match idle.take() {
                        Some(connection) => connection,
                        None => Connection::open(&self.config).await?,
                    };
                    match write_uncommitted(&mut connection, batch).await {
                        Ok(wrote) => return Ok((connection, wrote)),
                        Err(problem) if tried < TRIES && problem.may_pass() => {}
                        Err(problem) => return Err(problem),
                    }
                }
                unreachable!("the last try returns")
            });
            let (connection, wrote) =
                Box::pin(uncommitted).await.map_err(|problem| problem.named("nothing was kept"))?;
            let committed = within(TO_WRITE, async { Ok(connection.client.batch_execute("COMMIT").await?) });
            committed.await.map_err(|problem| problem.named("nobody knows which writes are kept"))?;
            *writer = Some(connection);
            Ok(wrote)
        })
    }

    fn table(&self, id: TableId, known: u64) -> Result<Option<StoredTable>, StoreError> {
        let read = async |connection: &mut Connection| read_table(connection, id, known, Moment::Own).await;
        self.read(TO_READ, &format!("table {id}"), read)
    }

    fn journey(&self, id: TableId, known: u64) -> Result<Option<StoredJourney>, StoreError> {
        let read = async |connection: &mut Connection| read_journey(connection, id, known, Moment::Own).await;
        self.read(TO_READ, &format!("journey {id}"), read)
    }

    fn probe(&self) -> Result<(), StoreError> {
        self.keep("a write", async |connection: &mut Connection| postgres_leases::probe(connection).await)
    }

    fn touches(&self) -> &dyn Touches {
        self
    }

    fn leases(&self) -> &dyn Leases {
        self
    }
}

impl Touches for Postgres {
    fn untouched(
        &self,
        before: UntouchedBefore,
        after: Option<Untouched>,
        most: usize,
    ) -> Result<Vec<LookedAt>, StoreError> {
        let read = async |connection: &mut Connection| untouched(connection, before, after, most).await;
        self.read(TO_READ, "the tables that nobody uses", read)
    }

    fn newest_touch(&self) -> Result<Option<u64>, StoreError> {
        let read = async |connection: &mut Connection| newest_touch(connection).await;
        self.read(TO_READ, "the tables that nobody uses", read)
    }

    fn put_off(&self, seconds: u64) -> Result<(), StoreError> {
        let put_off = async |connection: &mut Connection| put_off(connection, seconds).await;
        let put_off = within(TO_LOOK_THROUGH, self.keepers.read(&self.config, put_off));
        self.runtime.get().block_on(put_off).map_err(|problem| problem.named("the tables that nobody uses"))
    }
}

/// Each of these is one statement of its own, so it needs no transaction and any connection will do.
impl Leases for Postgres {
    fn renew(&self, node: NodeId, lasts: Duration) -> Result<Vec<NodeId>, StoreError> {
        let renew = async |connection: &mut Connection| postgres_leases::renew(connection, node, lasts).await;
        self.keep("the lease of this node", renew)
    }

    fn retire(&self, node: NodeId) -> Result<(), StoreError> {
        let retire = async |connection: &mut Connection| postgres_leases::retire(connection, node).await;
        self.keep("the lease of this node", retire)
    }

    fn claim(&self, table: TableId, node: NodeId) -> Result<Option<Fence>, StoreError> {
        let claim = async |connection: &mut Connection| postgres_leases::claim(connection, table, node).await;
        self.keep(&format!("the claim on table {table}"), claim)
    }

    fn release(&self, table: TableId, node: NodeId) -> Result<(), StoreError> {
        let release = async |connection: &mut Connection| postgres_leases::release(connection, table, node).await;
        self.keep(&format!("the claim on table {table}"), release)
    }
}

impl Inventory for Postgres {
    fn names(&self, kind: Kind, after: Option<TableId>, most: usize) -> Result<Vec<TableId>, StoreError> {
        let read = async |connection: &mut Connection| names(connection, kind, after, most).await;
        self.read(TO_LOOK_THROUGH, "the names", read)
    }

    fn matches(&self, journey: TableId) -> Result<Vec<(u32, TableId)>, StoreError> {
        let read = async |connection: &mut Connection| matches(connection, journey).await;
        self.read(TO_READ, &format!("journey {journey}"), read)
    }

    fn count(&self, kind: Kind) -> Result<u64, StoreError> {
        self.moment()?.count(kind)
    }

    fn check_itself(&self) -> Result<(), StoreError> {
        self.moment()?.check_itself()
    }
}

/// Everything that a database had at one moment. Nothing can be written to it.
pub struct PostgresMoment {
    connection: Mutex<Connection>,
    runtime: OwnRuntime,
}

impl PostgresMoment {
    fn read<T>(
        &self,
        what: &str,
        read: impl AsyncFnOnce(&mut Connection) -> Result<T, Problem>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let read = within(TO_LOOK_THROUGH, read(&mut connection));
        self.runtime.get().block_on(read).map_err(|problem| problem.named(what))
    }
}

impl Store for PostgresMoment {
    fn write(&self, _: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        Err(past())
    }

    fn table(&self, id: TableId, known: u64) -> Result<Option<StoredTable>, StoreError> {
        self.read(&format!("table {id}"), async |connection| read_table(connection, id, known, Moment::Shared).await)
    }

    fn journey(&self, id: TableId, known: u64) -> Result<Option<StoredJourney>, StoreError> {
        self.read(&format!("journey {id}"), async |connection| {
            read_journey(connection, id, known, Moment::Shared).await
        })
    }

    fn probe(&self) -> Result<(), StoreError> {
        Err(past())
    }

    fn touches(&self) -> &dyn Touches {
        self
    }

    fn leases(&self) -> &dyn Leases {
        self
    }
}

impl Touches for PostgresMoment {
    fn untouched(
        &self,
        before: UntouchedBefore,
        after: Option<Untouched>,
        most: usize,
    ) -> Result<Vec<LookedAt>, StoreError> {
        let read = async |connection: &mut Connection| untouched(connection, before, after, most).await;
        self.read("the tables that nobody uses", read)
    }

    fn newest_touch(&self) -> Result<Option<u64>, StoreError> {
        let read = async |connection: &mut Connection| newest_touch(connection).await;
        self.read("the tables that nobody uses", read)
    }

    fn put_off(&self, _: u64) -> Result<(), StoreError> {
        Err(StoreError::Failed("a moment of the past cannot be changed".to_owned()))
    }
}

/// Nobody plays in the past.
impl Leases for PostgresMoment {
    fn renew(&self, _: NodeId, _: Duration) -> Result<Vec<NodeId>, StoreError> {
        Err(past())
    }

    fn retire(&self, _: NodeId) -> Result<(), StoreError> {
        Err(past())
    }

    fn claim(&self, _: TableId, _: NodeId) -> Result<Option<Fence>, StoreError> {
        Err(past())
    }

    fn release(&self, _: TableId, _: NodeId) -> Result<(), StoreError> {
        Err(past())
    }
}

fn past() -> StoreError {
    StoreError::Failed("a moment of the past takes no writes".to_owned())
}

impl Inventory for PostgresMoment {
    fn names(&self, kind: Kind, after: Option<TableId>, most: usize) -> Result<Vec<TableId>, StoreError> {
        self.read("the names", async |connection| names(connection, kind, after, most).await)
    }

    fn matches(&self, journey: TableId) -> Result<Vec<(u32, TableId)>, StoreError> {
        self.read(&format!("journey {journey}"), async |connection| matches(connection, journey).await)
    }

    fn count(&self, kind: Kind) -> Result<u64, StoreError> {
        self.read("how much there is", async |connection| {
            let count = match kind {
                Kind::Table => "SELECT count(*) FROM tables",
                Kind::Journey => "SELECT count(*) FROM journeys",
            };
            number(&connection.client.query_one(count, &[]).await?, 0)
        })
    }

    /// Looks for logs with gaps. PostgreSQL checks its own pages where its data checksums are switched on.
    fn check_itself(&self) -> Result<(), StoreError> {
        self.read("the database", async |connection| {
            for (kind, log) in
                [("table", "table_id, seq FROM events"), ("journey", "journey_id, seq FROM journey_events")]
            {
                let gaps = format!(
                    "SELECT id FROM (SELECT {log}) AS log (id, seq) GROUP BY id
                     HAVING min(seq) <> 1 OR max(seq) <> count(*) ORDER BY id LIMIT 20"
                );
                let gaps = connection.client.query(&gaps, &[]).await?;
                if let Some(first) = gaps.first() {
                    let (id, many) = (id_at(first, 0)?, gaps.len());
                    return Err(Problem::Wrong(format!(
                        "{kind} {id}: an event is missing; so it is in {many} of them"
                    )));
                }
            }
            Ok(())
        })
    }
}

async fn names(
    connection: &mut Connection,
    kind: Kind,
    after: Option<TableId>,
    most: usize,
) -> Result<Vec<TableId>, Problem> {
    let sql = match kind {
        Kind::Table => "SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2",
        Kind::Journey => "SELECT id FROM journeys WHERE id > $1 ORDER BY id LIMIT $2",
    };
    let statement = connection.statement(sql).await?;
    let after = after.map_or(-1, TableId::to_number);
    let found = connection.client.query(&statement, &[&after, &(most as i64)]).await?;
    found.iter().map(|row| id_at(row, 0)).collect()
}

async fn matches(connection: &mut Connection, journey: TableId) -> Result<Vec<(u32, TableId)>, Problem> {
    let sql = "SELECT number, table_id FROM journey_tables WHERE journey_id = $1 ORDER BY number";
    let statement = connection.statement(sql).await?;
    let found = connection.client.query(&statement, &[&journey.to_number()]).await?;
    found.iter().map(|row| Ok((number(row, 0)?, id_at(row, 1)?))).collect()
}

/// A runtime with one thread. It may be let go of in an async task, where a plain one must not be.
struct OwnRuntime(Option<Runtime>);

impl OwnRuntime {
    fn start() -> Result<Self, StoreError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("postgres")
            .enable_all()
            .build()
            .map_err(|error| StoreError::Failed(format!("a thread for PostgreSQL: {error}")))?;
        Ok(Self(Some(runtime)))
    }

    fn get(&self) -> &Runtime {
        self.0.as_ref().expect("it is taken at the end only")
    }
}

impl Drop for OwnRuntime {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
