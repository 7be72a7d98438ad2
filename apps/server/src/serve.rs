//! Starting and ending a server.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use crate::api::router;
use crate::config::Config;
use crate::hub::Hub;
use crate::journal::Journal;
use crate::listen::listen;
use crate::pages::Pages;
use crate::store::{Store, StoreAddress, StoreError};

/// How long rooms may take to let their connections go. A room that waits for the store does not answer before.
const TO_CLOSE_ROOMS: Duration = Duration::from_secs(3);

/// A server that runs. Dropping it leaves it running; [`Server::shutdown`] ends it.
pub struct Server {
    local_addr: SocketAddr,
    hub: Arc<Hub>,
    listening: tokio::task::JoinHandle<()>,
    helping: [tokio::task::JoinHandle<()>; 2],
    journal: JoinHandle<()>,
}

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be had.
    #[error("{addr}: {error}")]
    Address {
        /// Which.
        addr: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// The store cannot be used. The error names it, without its password.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Starts a server. It runs until it is shut down.
pub async fn serve(config: Config) -> Result<Server, ServeError> {
    let store = open_store(config.store.clone()).await?;
    let at_addr = |error| ServeError::Address { addr: config.addr, error };
    let listener = TcpListener::bind(config.addr).await.map_err(at_addr)?;
    let local_addr = listener.local_addr().map_err(at_addr)?;
    tracing::info!(%local_addr, "listening");
    let (journal, journal_thread) = Journal::start(store.clone(), config.limits.waiting_writes);
    let hub = Arc::new(Hub::new(&config, store, journal));
    let router = router(hub.clone(), Pages::new(config.assets));
    let helping = [tokio::spawn(sweep(hub.clone())), tokio::spawn(hear(hub.clone()))];
    let listening = tokio::spawn(listen(listener, router, hub.clone()));
    Ok(Server { local_addr, hub, listening, helping, journal: journal_thread })
}

/// Opens the store on a thread that may wait.
async fn open_store(address: StoreAddress) -> Result<Arc<dyn Store>, StoreError> {
    let open = move || address.open().map(|store| Arc::<dyn Store>::from(store as Box<dyn Store>));
    match tokio::task::spawn_blocking(open).await {
        Ok(opened) => opened,
        Err(error) => Err(StoreError::Failed(format!("opening the store: {error}"))),
    }
}

impl Server {
    /// Where it listens.
    pub fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Ends every connection, and returns when what they asked for is written, at the latest after some seconds: whatever is
    /// acknowledged is durable already.
    pub async fn shutdown(self) {
        let _ = tokio::time::timeout(TO_CLOSE_ROOMS, self.hub.close()).await;
        let _ = self.listening.await;
        for helper in self.helping {
            helper.abort();
            let _ = helper.await;
        }
        drop(self.hub);
        // Connections that did not end in time still hold the journal; what they wrote is durable anyway.
        let journal = self.journal;
        let joined = tokio::task::spawn_blocking(move || journal.join());
        let _ = tokio::time::timeout(Duration::from_secs(2), joined).await;
        tracing::info!("closed");
    }
}

async fn sweep(hub: Arc<Hub>) {
    let every = (hub.limits().idle_room / 4).max(Duration::from_millis(100));
    loop {
        tokio::time::sleep(every).await;
        hub.sweep(Instant::now());
    }
}

/// Passes on the notices of other nodes.
pub(crate) async fn hear(hub: Arc<Hub>) {
    let mut notices = hub.notices();
    loop {
        match notices.recv().await {
            Ok(notice) => hub.hear(Some(notice)).await,
            Err(RecvError::Lagged(_)) => hub.hear(None).await,
            Err(RecvError::Closed) => return,
        }
    }
}
