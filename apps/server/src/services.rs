//! What a room uses of the server. The hub makes one `Services` and every room shares it. Nothing in here knows of the
//! hub, of other rooms or of connections, so calls go one way: connection, hub, room, services.

use std::hash::{BuildHasher as _, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use axum::body::Bytes;
use protocol::Refused;
use tokio::sync::{Semaphore, watch};

use crate::blocking::Blocking;
use crate::bots::Thinkers;
use crate::bus::NodeId;
use crate::clock::Clock;
use crate::config::Config;
use crate::event_log::{EventLog, unavailable};
use crate::games::Games;
use crate::guests::Address;
use crate::ids::Entropy;
use crate::journal::Journal;
use crate::limits::Limits;
use crate::live::{Live, Seen};
use crate::metrics::Numbers;
use crate::nodes::Node;
use crate::places::Places;
use crate::shelf::Shelf;
use crate::store::{Store, StoredTable};
use crate::workers::Workers;

/// What a room uses of the server.
pub(crate) struct Services {
    /// Reads and appends what is durable.
    pub(crate) log: EventLog,
    /// Tells other nodes of what is new here.
    pub(crate) node: Node,
    /// The threads on which the computer thinks.
    pub(crate) thinkers: Thinkers,
    /// Processes that think for this server.
    pub(crate) workers: Option<Arc<dyn Workers>>,
    /// Measures how long players are away.
    pub(crate) clock: Clock,
    /// Draws ids, keys, seeds and shares.
    pub(crate) entropy: Entropy,
    /// What is bounded, and by how much.
    pub(crate) limits: Limits,
    /// The games that tables are played at.
    pub(crate) games: Games,
    /// What is counted for whoever runs the server.
    pub(crate) numbers: Arc<Numbers>,
    /// Makes numbers of addresses. Its key is random.
    guest_numbers: RandomState,
    /// The newest events of tables, as welcomes have them.
    pub(crate) recent: Shelf<Arc<[Seen]>>,
    /// Pages of the past of tables, compressed.
    pub(crate) pages: Shelf<Bytes>,
    /// Places for those who make such pages.
    pub(crate) page_makers: Arc<Semaphore>,
    /// Places for tables and journeys that are read and played again.
    pub(crate) loads: Arc<Places>,
    blocking: Blocking,
    closing: watch::Receiver<bool>,
}

impl Services {
    /// `closing` turns true when the server closes; its sender is the hub's.
    pub(crate) fn new(
        config: &Config,
        store: Arc<dyn Store>,
        journal: Journal,
        closing: watch::Receiver<bool>,
    ) -> Self {
        let numbers = Arc::new(Numbers::new(journal.numbers()));
        Self {
            node: Node::new(
                NodeId(config.entropy.table_id().to_number() as u64),
                config.bus.clone(),
                store.clone(),
                config.blocking.clone(),
                config.store.is_shared(),
            ),
            log: EventLog::new(store, journal, config.blocking.clone(), numbers.clone()),
            thinkers: Thinkers::new(&config.limits, config.blocking.is_in_place()),
            workers: config.workers.clone(),
            clock: config.clock.clone(),
            entropy: config.entropy.clone(),
            limits: config.limits.clone(),
            games: Games::new(config.games.clone()),
            numbers,
            guest_numbers: RandomState::new(),
            recent: Shelf::new(config.limits.bytes_of_recent),
            pages: Shelf::new(config.limits.bytes_of_pages),
            page_makers: Arc::new(Semaphore::new(config.limits.page_makers)),
            loads: Places::new(config.limits.loads),
            blocking: config.blocking.clone(),
            closing,
        }
    }

    /// Plays a table's log from its start. A long one takes a while, so connections do not wait for it.
    pub(crate) async fn replay(self: &Arc<Self>, stored: StoredTable) -> Result<Live, Refused> {
        let (id, services) = (stored.row.id, self.clone());
        let replay = move || catch_unwind(AssertUnwindSafe(|| Live::load(stored, &services.games)));
        // In a simulation nothing takes a while.
        let replayed = if self.blocking.is_in_place() { Ok(replay()) } else { self.blocking.run(replay).await };
        match replayed {
            Ok(Ok(Ok(live))) => Ok(live),
            Ok(Ok(Err(unreadable))) => Err(unavailable(&unreadable)),
            Ok(Err(_)) | Err(_) => Err(unavailable(&format_args!("table {id}: its game panicked"))),
        }
    }

    /// A number that stands for an address as long as this server runs, for processes that need not know the address.
    pub(crate) fn guest_number(&self, address: Address) -> u64 {
        self.guest_numbers.hash_one(address)
    }

    /// Whether the server closes or the hub is gone. Players who leave now were sent away: no countdown starts for them.
    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow() || self.closing.has_changed().is_err()
    }
}
