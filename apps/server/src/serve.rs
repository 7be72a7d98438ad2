//! Starting and ending a server.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use axum::middleware;
use tokio::net::TcpListener;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use crate::api::router;
use crate::bus::Bus;
use crate::cleaning::clean_hourly;
use crate::config::Config;
use crate::hub::Hub;
use crate::journal::Journal;
use crate::listen::listen;
use crate::nodes::BEAT;
use crate::operators::listen_for_operators;
use crate::pages::{Pages, add_strict_transport};
use crate::store::{OlderVersion, Store, StoreAddress, StoreError};
use crate::tls::{Tls, TlsError};

/// How long rooms may take to let their connections go. A room that waits for the store does not answer before.
pub(crate) const TO_CLOSE_ROOMS: Duration = Duration::from_secs(3);

/// A server that runs. Dropping it leaves it running; [`Server::shutdown`] ends it.
pub struct Server {
    local_addr: SocketAddr,
    pub(crate) hub: Arc<Hub>,
    store: Arc<dyn Store>,
    bus: Arc<dyn Bus>,
    listening: tokio::task::JoinHandle<()>,
    metrics_addr: Option<SocketAddr>,
    helping: Vec<tokio::task::JoinHandle<()>>,
    journal: Option<JoinHandle<()>>,
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
    /// The certificate cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
}

/// Starts a server. It runs until it is shut down.
pub async fn serve(config: Config) -> Result<Server, ServeError> {
    let store = open_store(config.store.clone()).await?;
    let tls = config.tls.clone().map(Tls::load).transpose()?.map(Arc::new);
    let (listener, local_addr) = bind(config.addr).await?;
    let for_operators = match config.metrics_addr {
        None => None,
        Some(addr) => Some(bind(addr).await?),
    };
    let (journal, journal_thread) = Journal::start(store.clone(), config.limits.waiting_writes, &config.blocking);
    let hub = Arc::new(Hub::new(&config, store.clone(), journal));
    // Other servers of the store name this one so in their logs.
    let node = hub.services.node.id();
    tracing::info!(%local_addr, %node, tls = tls.is_some(), "listening");
    let mut router = router(hub.clone(), Pages::new(config.assets));
    let mut helping = vec![
        tokio::spawn(sweep(hub.clone())),
        tokio::spawn(hear(hub.clone())),
        tokio::spawn(beat(hub.clone())),
        tokio::spawn(clean_hourly(hub.clone()).await),
    ];
    if let Some(tls) = &tls {
        router = router.layer(middleware::map_response(add_strict_transport));
        helping.push(tokio::spawn(tls.clone().follow()));
    }
    let mut metrics_addr = None;
    if let Some((listener, addr)) = for_operators {
        metrics_addr = Some(addr);
        helping.push(tokio::spawn(listen_for_operators(listener, hub.clone())));
    }
    let listening = tokio::spawn(listen(listener, router, hub.clone(), tls));
    let bus = config.bus;
    Ok(Server { local_addr, metrics_addr, hub, store, bus, listening, helping, journal: journal_thread })
}

/// What a check of the settings has found.
#[derive(Debug)]
pub struct Checked {
    /// Everything that would keep a server from starting.
    pub problems: Vec<ServeError>,
    /// The store is one that an older program made. A start changes it.
    pub older_store: Option<OlderVersion>,
}

/// Whether a server could start: the store takes a write, the addresses are free, the certificate fits its key. Nobody is let in,
/// and a store that an older program uses is not changed.
pub async fn check(config: &Config) -> Checked {
    let mut problems = Vec::new();
    let address = config.store.clone();
    let tried = tokio::task::spawn_blocking(move || address.try_out()).await;
    let tried = tried.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())));
    let older_store = tried.as_ref().ok().copied().flatten();
    problems.extend(tried.err().map(ServeError::from));
    problems.extend(config.tls.clone().and_then(|files| Tls::load(files).err()).map(ServeError::from));
    for addr in [Some(config.addr), config.metrics_addr].into_iter().flatten() {
        problems.extend(bind(addr).await.err());
    }
    Checked { problems, older_store }
}

async fn bind(addr: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let at_addr = |error| ServeError::Address { addr, error };
    let listener = TcpListener::bind(addr).await.map_err(at_addr)?;
    let local_addr = listener.local_addr().map_err(at_addr)?;
    Ok((listener, local_addr))
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

    /// Where metrics and health are answered, if anywhere.
    pub fn metrics_addr(&self) -> Option<SocketAddr> {
        self.metrics_addr
    }

    /// Prepares the end: the server says that it is not ready, and lets matches go on for so long or until nobody is connected. It makes
    /// no new tables meanwhile, unless others share its store.
    pub async fn drain(&self, longest: Duration) {
        self.hub.leave();
        tracing::info!(seconds = longest.as_secs(), "draining");
        let everybody_has_gone = async {
            while self.hub.services.numbers.sockets.value() > 0 {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        let _ = tokio::time::timeout(longest, everybody_has_gone).await;
    }

    /// Ends every connection, and returns when what they asked for is written, at the latest after some seconds: whatever is
    /// acknowledged is durable already.
    pub async fn shutdown(self) {
        // First: a beat after the end of the lease would renew it.
        for helper in self.helping {
            helper.abort();
            let _ = helper.await;
        }
        let _ = tokio::time::timeout(TO_CLOSE_ROOMS, self.hub.close()).await;
        let _ = self.listening.await;
        drop(self.hub);
        let (journal, store) = (self.journal, self.store);
        let closing = async {
            let _ = tokio::task::spawn_blocking(move || journal.map(JoinHandle::join)).await;
            // Tasks that were just ended may hold the store for a moment. It is closed here, so that the next server finds its folder free.
            while Arc::strong_count(&store) > 1 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            let _ = tokio::task::spawn_blocking(move || drop(store)).await;
        };
        // Connections that did not end in time still hold journal and store; what they wrote is durable anyway.
        let _ = tokio::time::timeout(Duration::from_secs(2), closing).await;
        self.bus.flush().await;
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
            Ok(notice) => hub.hear(notice),
            Err(RecvError::Lagged(_)) => hub.look_everywhere(),
            Err(RecvError::Closed) => return,
        }
    }
}

/// Says again and again that this node is alive.
pub(crate) async fn beat(hub: Arc<Hub>) {
    loop {
        hub.beat().await;
        tokio::time::sleep(BEAT).await;
    }
}
