//! A bus for many processes: a NATS server carries the notices.

use std::sync::Arc;
use std::time::Duration;

use async_nats::{Client, ClientError, ConnectErrorKind, ConnectOptions, Event};
use futures_util::future::BoxFuture;
use futures_util::{FutureExt as _, StreamExt as _};
use tokio::sync::broadcast;

use super::outgoing::Outgoing;
use super::{Bus, NatsAddress, Notice};

/// Messages that wait for the server, and messages that wait for this process. Beyond that notices are lost, and the
/// numbers of the next ones tell so.
pub(crate) const WAITING: usize = 4_096;
/// Notices that were handed to the client of NATS. It sends them when the server is back, however old they are then, so
/// it gets a few at a time.
const HANDED_OVER: usize = 64;
/// A longer message is none of ours.
const LONGEST_NOTICE: usize = 16 * 1024;
/// How long a connection to the server may take, and the pause before the next attempt.
const TO_CONNECT: Duration = Duration::from_secs(2);
const TRY_AGAIN_AFTER: Duration = Duration::from_millis(250);
/// How long the last notices of a process that ends may take.
const TO_FLUSH: Duration = Duration::from_secs(1);
/// How often the server is asked whether it is there.
const PING: Duration = Duration::from_secs(2);

/// The NATS server does not do what was asked of it.
#[derive(Clone, Debug, thiserror::Error)]
pub enum BusError {
    /// Nothing that speaks NATS answers at the address now. Servers and workers start nevertheless and try until it does.
    #[error("{address}: the NATS server does not answer ({problem})")]
    Away {
        /// The bus, without its password.
        address: String,
        /// What was seen instead of an answer.
        problem: String,
    },
    /// Waiting does not help: the login is wrong, for example.
    #[error("{address}: {problem}")]
    Refused {
        /// The bus, without its password.
        address: String,
        /// Why.
        problem: String,
    },
}

impl BusError {
    pub(crate) fn new(address: &NatsAddress, problem: &dyn std::fmt::Display) -> Self {
        Self::Refused { address: address.to_string(), problem: problem.to_string() }
    }

    fn away(address: &NatsAddress, problem: &dyn std::fmt::Display) -> Self {
        Self::Away { address: address.to_string(), problem: problem.to_string() }
    }
}

/// A bus for many processes.
pub struct NatsBus {
    client: Client,
    outgoing: Arc<Outgoing>,
    heard: broadcast::Sender<Notice>,
}

/// Connects to a NATS server. If the server is not there yet, or goes away, the client tries until it is back. Meanwhile
/// so many messages wait for it; whoever sends another one waits too.
pub(crate) async fn connect(address: &NatsAddress, name: &str, waiting: usize) -> Result<Client, BusError> {
    let shown = address.to_string();
    let login_refused = ConnectErrorKind::AuthorizationViolation.to_string();
    let options = options(address, name)
        .retry_on_initial_connect()
        .reconnect_delay_callback(|_| TRY_AGAIN_AFTER)
        .ping_interval(PING)
        .client_capacity(waiting)
        .subscription_capacity(WAITING)
        .event_callback(move |event| {
            let (address, login_refused) = (shown.clone(), login_refused.clone());
            async move {
                match event {
                    // The client tries again for ever and tells this like any other failure.
                    Event::ClientError(ClientError::Other(problem)) if problem == login_refused => {
                        tracing::error!(address, "the bus refuses the user or the password");
                    }
                    Event::Connected => tracing::info!(address, "connected to the bus"),
                    Event::Disconnected => tracing::warn!(address, "the bus is gone; trying again until it is back"),
                    Event::SlowConsumer(_) => tracing::warn!(address, "notices come faster than they are read"),
                    other => tracing::debug!(address, "the bus: {other}"),
                }
            }
        });
    options.connect(address.server()).await.map_err(|error| BusError::new(address, &error))
}

fn options(address: &NatsAddress, name: &str) -> ConnectOptions {
    let options = match address.user() {
        Some((user, password)) => ConnectOptions::with_user_and_password(user, password),
        None => ConnectOptions::new(),
    };
    options.name(name).connection_timeout(TO_CONNECT)
}

impl NatsBus {
    /// Whether the server answers now and takes the user and the password. Tries once.
    pub async fn check(address: &NatsAddress) -> Result<(), BusError> {
        let connected = options(address, "sixfold check").connect(address.server()).await;
        let client = connected.map_err(|error| match error.kind() {
            ConnectErrorKind::Dns
            | ConnectErrorKind::TimedOut
            | ConnectErrorKind::Io
            | ConnectErrorKind::MaxReconnects => BusError::away(address, &error),
            ConnectErrorKind::AuthorizationViolation => {
                BusError::new(address, &"the NATS server refuses the user or the password")
            }
            ConnectErrorKind::ServerParse | ConnectErrorKind::Authentication | ConnectErrorKind::Tls => {
                BusError::new(address, &error)
            }
        })?;
        let flushed = tokio::time::timeout(TO_CONNECT, client.flush()).await;
        let flushed = flushed.map_err(|_| BusError::away(address, &"it took the connection and fell silent"))?;
        flushed.map_err(|error| BusError::away(address, &error))
    }

    /// A bus through this server.
    pub async fn connect(address: &NatsAddress) -> Result<Self, BusError> {
        let client = connect(address, "sixfold node", HANDED_OVER).await?;
        let subject = address.subject("notices");
        let mut notices = client.subscribe(subject.clone()).await.map_err(|error| BusError::new(address, &error))?;
        let outgoing = Arc::new(Outgoing::new(WAITING));
        let to_server = outgoing.clone();
        let heard = broadcast::channel(WAITING).0;
        let to_node = heard.clone();
        let sender = client.clone();
        tokio::spawn(async move {
            while let Some(notice) = to_server.next().await {
                let text = serde_json::to_vec(&notice).expect("notices are plain data");
                if sender.publish(subject.clone(), text.into()).await.is_err() {
                    return; // the client has ended with the process
                }
            }
        });
        tokio::spawn(async move {
            while let Some(message) = notices.next().await {
                let notice = Some(&message.payload).filter(|text| text.len() <= LONGEST_NOTICE);
                // What cannot be read comes from a version that knows more. The next number tells that it was missed.
                if let Some(notice) = notice.and_then(|text| serde_json::from_slice(text).ok()) {
                    let _ = to_node.send(notice); // nobody may listen yet
                }
            }
        });
        Ok(Self { client, outgoing, heard })
    }
}

impl Bus for NatsBus {
    fn publish(&self, notice: Notice) {
        self.outgoing.add(notice);
    }

    fn flush(&self) -> BoxFuture<'_, ()> {
        let flush = async {
            self.outgoing.all_sent().await;
            let _ = self.client.flush().await; // the client has ended
        };
        async {
            if tokio::time::timeout(TO_FLUSH, flush).await.is_err() {
                tracing::warn!("the bus has not taken the last notices of this node");
            }
        }
        .boxed()
    }

    fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.heard.subscribe()
    }
}

impl Drop for NatsBus {
    fn drop(&mut self) {
        self.outgoing.close();
    }
}
