//! Connections to PostgreSQL: how they are opened, what is asked of each, and how long anything may take.

use std::collections::HashMap;
use std::error::Error as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;
use tokio::task::AbortHandle;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, NoTls, Statement};

use super::StoreError;

/// A server that does not answer within this time is taken for one that is down.
const TO_CONNECT: u64 = 3;
/// The most connections that read at the same moment. Further readers wait for their turn.
const READERS: usize = 4;

/// What every connection is told first. A node that dies or hangs in the middle of a write must not hold up the others, so its
/// transaction ends after some seconds. A server with a weaker promise by default gives its full one here: kept means kept.
const SESSION: &str = "
    SET statement_timeout = '5s';
    SET lock_timeout = '4s';
    SET idle_in_transaction_session_timeout = '2s';
    SET client_min_messages = warning;
    SELECT set_config('synchronous_commit', 'on', false)
     WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')
";

/// Why PostgreSQL did not do it.
#[derive(Debug)]
pub(super) enum Problem {
    /// PostgreSQL or the way to it failed.
    Postgres(tokio_postgres::Error),
    /// It did not answer in time.
    Late(u64),
    /// It is not a database that this program can use.
    Refused(String),
    /// What is kept is not what was written.
    Wrong(String),
}

impl From<tokio_postgres::Error> for Problem {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Postgres(error)
    }
}

impl Problem {
    /// Whether the same may succeed at once: another node was in the way, or the connection broke while it was not used. Only
    /// asked of what was certainly not kept.
    pub(super) fn may_pass(&self) -> bool {
        let Self::Postgres(error) = self else { return false };
        // A rule set may be removed by one node while another one makes a table that is played by it.
        let in_the_way = [
            SqlState::UNIQUE_VIOLATION,
            SqlState::FOREIGN_KEY_VIOLATION,
            SqlState::T_R_SERIALIZATION_FAILURE,
            SqlState::T_R_DEADLOCK_DETECTED,
        ];
        match error.code() {
            Some(code) => {
                in_the_way.contains(code) || *code == SqlState::ADMIN_SHUTDOWN || *code == SqlState::CRASH_SHUTDOWN
            }
            None => error.is_closed() || error.source().is_some_and(<dyn std::error::Error>::is::<std::io::Error>),
        }
    }

    /// As the users of a store know it. `what` says what was asked of it.
    pub(super) fn named(self, what: &str) -> StoreError {
        match self {
            Self::Postgres(error) => {
                let damaged = [SqlState::DATA_CORRUPTED, SqlState::INDEX_CORRUPTED];
                let problem = format!("{what}: {}", described(&error));
                match error.code() {
                    Some(code) if damaged.contains(code) => StoreError::Damaged(problem),
                    _ => StoreError::Failed(problem),
                }
            }
            Self::Late(seconds) => StoreError::Failed(format!("{what}: no answer within {seconds} seconds")),
            Self::Refused(problem) => StoreError::Failed(format!("{what}: {problem}")),
            Self::Wrong(problem) => StoreError::Damaged(format!("{what}: {problem}")),
        }
    }
}

/// The error with its reason. Only the message of PostgreSQL is told: its details quote rows.
fn described(error: &tokio_postgres::Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(told), _) => told.message().to_owned(),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    }
}

/// Gives up after some seconds.
pub(super) async fn within<T>(seconds: u64, work: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
    tokio::time::timeout(Duration::from_secs(seconds), work).await.unwrap_or(Err(Problem::Late(seconds)))
}

/// A connection with the statements that it has prepared. It is closed when it is dropped.
pub(super) struct Connection {
    pub(super) client: Client,
    statements: HashMap<&'static str, Statement>,
    serving: AbortHandle,
}

impl Connection {
    /// Opens a connection. Only inside the runtime of the store.
    pub(super) async fn open(config: &Config) -> Result<Self, Problem> {
        within(TO_CONNECT, async {
            let (client, serving) = config.connect(NoTls).await?;
            // Its error is that of the next question, too.
            let serving = tokio::spawn(async move { drop(serving.await) }).abort_handle();
            let connection = Self { client, statements: HashMap::new(), serving };
            connection.client.batch_execute(SESSION).await?;
            let told = "SELECT current_setting('synchronous_commit'), current_setting('server_encoding')";
            let told = connection.client.query_one(told, &[]).await?;
            let (commit, encoding): (String, String) = (told.try_get(0)?, told.try_get(1)?);
            if commit != "on" && commit != "remote_apply" {
                return Err(Problem::Refused(format!("synchronous_commit is {commit} and cannot be switched on")));
            }
            if encoding != "UTF8" {
                return Err(Problem::Refused(format!("the database has the encoding {encoding}; it has to be UTF8")));
            }
            Ok(connection)
        })
        .await
    }

    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// The prepared statement. The first time costs a round trip.
    pub(super) async fn statement(&mut self, sql: &'static str) -> Result<Statement, Problem> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        self.statements.insert(sql, statement.clone());
        Ok(statement)
    }
}

/// A client that is let go of waits for its answers. A server that hangs gives none, so the connection is closed here.
impl Drop for Connection {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// The connections of readers: a few, opened when they are needed.
pub(super) struct Readers {
    idle: Mutex<Vec<Connection>>,
    turns: Semaphore,
}

impl Readers {
    pub(super) fn new() -> Self {
        Self { idle: Mutex::default(), turns: Semaphore::new(READERS) }
    }

    /// Reads with one of the connections. A connection that broke while nobody used it does not fail the reader.
    pub(super) async fn read<T>(
        &self,
        config: &Config,
        read: impl AsyncFn(&mut Connection) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let _turn = self.turns.acquire().await.expect("nobody closes it");
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let used = idle().pop();
            if used.as_ref().is_some_and(Connection::is_closed) {
                continue;
            }
            let was_idle = used.is_some();
            let mut connection = match used {
                Some(connection) => connection,
                None => Connection::open(config).await?,
            };
            match read(&mut connection).await {
                Ok(found) => {
                    idle().push(connection);
                    return Ok(found);
                }
                // At most as many rounds as there were idle connections.
                Err(problem) if was_idle && problem.may_pass() => {}
                Err(problem) => return Err(problem),
            }
        }
    }
}
