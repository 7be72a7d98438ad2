//! This server among those that share a store: what it tells the others, which of them are there, and what only one of them
//! may do.

mod members;
mod roll_calls;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit, broadcast};
use tokio::time::Instant;

use self::members::Members;
pub(crate) use self::members::Noted;
use self::roll_calls::RollCalls;
use crate::blocking::Blocking;
use crate::bus::{Attendance, Bus, News, NodeId, Notice, RollCall};
use crate::ids::TableId;
use crate::store::{Fence, Leases, Store, StoreError};

/// How often a node says that it is alive, to the store and on the bus.
pub(crate) const BEAT: Duration = Duration::from_secs(1);
/// How long a node counts as alive after it said so to the store. Another node takes over a dead node's countdowns after
/// this time and at most two beats.
const LEASE: Duration = Duration::from_secs(3);
/// A node that has reached neither the store nor the bus for this long is cut off. Longer than a store that hangs keeps a beat
/// waiting, and much shorter than a player may be away.
const CUT_OFF_AFTER: Duration = Duration::from_secs(10);
/// How long all nodes have to answer before a player is counted out.
const TO_ANSWER: Duration = Duration::from_secs(2);
/// How long somebody who comes in waits for the answers of other nodes about who else is there.
const TO_ANSWER_A_NEWCOMER: Duration = Duration::from_millis(300);

/// So many claims are asked for or given back, or nodes looked up for a roll call, at once. When a node dies, the others claim its tables all together, and the renewal
/// of their leases has to come through: a store has more connections than that for it.
const CLAIMS_AT_ONCE: usize = 3;

/// This server among those that share a store.
pub(crate) struct Node {
    id: NodeId,
    bus: Arc<dyn Bus>,
    store: Arc<dyn Store>,
    blocking: Blocking,
    /// Held while a notice is handed to the bus, so that notices go out in their order.
    sent: Mutex<Sent>,
    members: Mutex<Members>,
    /// Whether a node is alive that cannot be heard.
    is_any_silent: AtomicBool,
    reach: Mutex<Reach>,
    /// Whether this node reaches neither the store nor the bus.
    is_cut_off: AtomicBool,
    /// Whether other processes can use the store.
    shares_store: bool,
    roll_calls: RollCalls,
    /// A turn for each claim that may be asked for now.
    claims: Semaphore,
}

/// When this node last reached what it shares with the others.
#[derive(Debug)]
struct Reach {
    /// The store: its lease was renewed.
    store: Instant,
    /// The bus: it has heard itself.
    bus: Instant,
}

/// What this node has told.
#[derive(Debug, Default)]
struct Sent {
    /// The number of the last notice.
    last: u64,
    /// Whether it has told that it closes.
    has_closed: bool,
}

/// What a beat has found out about the other nodes.
#[derive(Debug, Default)]
pub(crate) struct Beat {
    /// These are gone: nobody is connected to them any more.
    pub(crate) gone: Vec<NodeId>,
    /// Whether a node is alive that cannot be heard, so that its notices are missed, or was until now.
    pub(crate) must_look: bool,
    /// Whether the store can be reached again after longer than a lease lasts ([`Node::is_store_away`]).
    pub(crate) is_store_back: bool,
    /// Whether this node has found out just now that it is cut off.
    pub(crate) is_newly_cut_off: bool,
}

impl Node {
    pub(crate) fn new(
        id: NodeId,
        bus: Arc<dyn Bus>,
        store: Arc<dyn Store>,
        blocking: Blocking,
        shares_store: bool,
    ) -> Self {
        let now = Instant::now();
        Self {
            id,
            bus,
            store,
            blocking,
            sent: Mutex::default(),
            members: Mutex::default(),
            is_any_silent: AtomicBool::default(),
            reach: Mutex::new(Reach { store: now, bus: now }),
            is_cut_off: AtomicBool::default(),
            shares_store,
            roll_calls: RollCalls::default(),
            claims: Semaphore::new(CLAIMS_AT_ONCE),
        }
    }

    pub(crate) fn id(&self) -> NodeId {
        self.id
    }

    /// Whether no other node can hear this one, so that there is nobody to tell or to ask.
    pub(crate) fn is_alone(&self) -> bool {
        self.bus.is_alone()
    }

    /// Whether it is certain that every connection to a table is one of this node: no other process can use the store
    /// either. Without a bus, a server at a shared store may have company that it cannot hear.
    pub(crate) fn has_all_connections(&self) -> bool {
        self.is_alone() && !self.shares_store
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.bus.subscribe()
    }

    /// Whether a node is alive that cannot be heard, or this one is cut off. Meanwhile nobody knows who is away, so no time counts
    /// for anybody.
    pub(crate) fn is_deaf(&self) -> bool {
        self.is_any_silent.load(Ordering::Relaxed) || self.is_cut_off()
    }

    /// Whether this node reaches neither the store nor the bus. The others cannot know who is connected to it and count them out,
    /// so nobody may stay here.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.is_cut_off.load(Ordering::Relaxed)
    }

    /// Tells all other nodes. Never waits. A node that has told that it closes tells of changes and of nothing else: what its last
    /// connections have asked for is still written.
    pub(crate) fn tell(&self, news: News) {
        let mut sent = self.sent();
        if sent.has_closed && !matches!(news, News::Changed(_)) {
            return;
        }
        sent.last += 1;
        sent.has_closed |= news == News::Closes;
        self.bus.publish(Notice { from: self.id, number: sent.last, news });
    }

    /// Takes note of a notice of another node.
    pub(crate) fn note(&self, notice: &Notice) -> Noted {
        if notice.from == self.id {
            self.reach().bus = Instant::now();
            return Noted::Own;
        }
        let mut members = self.members();
        let noted = members.hear(notice.from, notice.number, Instant::now());
        if notice.news == News::Closes {
            members.close(notice.from);
        }
        noted
    }

    /// Says that this node is alive, to the store and to the others, and looks whether the others are.
    pub(crate) async fn beat(&self) -> Beat {
        if self.has_all_connections() || self.sent().has_closed {
            return Beat::default();
        }
        self.tell(News::Alive); // first: a store that hangs does not make this node silent
        let alive = self.renew().await;
        let mut members = self.members();
        let is_store_back = alive.is_ok() && self.is_store_away();
        match alive {
            Ok(mut alive) => {
                self.reach().store = Instant::now();
                alive.retain(|node| *node != self.id);
                members.are_alive(&alive, Instant::now());
            }
            Err(error) => tracing::error!("this node could not renew its lease: {error}"),
        }
        let was_deaf = self.is_deaf();
        let is_newly_cut_off = self.look_whether_cut_off();
        let is_any_silent = members.is_any_silent(Instant::now());
        if self.is_any_silent.swap(is_any_silent, Ordering::Relaxed) && !is_any_silent {
            tracing::warn!("every server that uses this store can be heard again, or is gone");
        }
        let must_look = self.is_deaf() || was_deaf;
        Beat { gone: members.take_gone(Instant::now()), must_look, is_store_back, is_newly_cut_off }
    }

    /// Finds out whether this node is cut off. Says whether it is now and was not before.
    fn look_whether_cut_off(&self) -> bool {
        let longer_ago = |reached: Instant| reached.elapsed() > CUT_OFF_AFTER;
        let is_cut_off = {
            let reach = self.reach();
            !self.is_alone() && longer_ago(reach.store) && longer_ago(reach.bus)
        };
        let was_cut_off = self.is_cut_off.swap(is_cut_off, Ordering::Relaxed);
        match (was_cut_off, is_cut_off) {
            (false, true) => tracing::error!(
                "neither the store nor the bus can be reached; players are sent away, so that they come in at another server"
            ),
            (true, false) => tracing::warn!("the store or the bus can be reached again; players may come in"),
            (false, false) | (true, true) => {}
        }
        is_cut_off && !was_cut_off
    }

    /// Ends the lease, and tells the others that nobody is connected here.
    pub(crate) async fn close(&self) {
        if self.has_all_connections() {
            return;
        }
        self.tell(News::Closes);
        let id = self.id;
        if let Err(error) = self.with_leases(move |leases| leases.retire(id)).await {
            tracing::warn!("this node could not end its lease: {error}");
        }
    }

    /// Asks every node that is alive who is connected to it at this table. Whether all of them have answered; only then it
    /// is certain that somebody is not there. A node that can be heard may have its people although its lease has ended.
    pub(crate) async fn roll_call(&self, table: TableId) -> bool {
        let renewed = {
            let (id, _turn) = (self.id, self.turn_to_claim().await);
            self.with_leases(move |leases| leases.renew(id, LEASE)).await
        };
        let Ok(mut nodes) = renewed else { return false };
        nodes.extend(self.members().heard(Instant::now()));
        nodes.sort_unstable();
        nodes.dedup();
        self.call(table, &nodes, TO_ANSWER).await
    }

    /// Whether this node has not reached the store for longer than a lease lasts. Players who wanted to come back meanwhile may have
    /// been refused, so nobody is counted out before the whole time has passed once more.
    pub(crate) fn is_store_away(&self) -> bool {
        !self.has_all_connections() && self.reach().store.elapsed() > LEASE
    }

    /// Asks the nodes that were heard lately who is connected to them at this table, and waits a moment for their answers.
    pub(crate) async fn ask_who_is_here(&self, table: TableId) {
        let heard = if self.is_alone() { Vec::new() } else { self.members().heard(Instant::now()) };
        self.call(table, &heard, TO_ANSWER_A_NEWCOMER).await;
    }

    async fn call(&self, table: TableId, nodes: &[NodeId], within: Duration) -> bool {
        let others = nodes.iter().copied().filter(|node| *node != self.id).collect::<Vec<_>>();
        if others.is_empty() {
            return true;
        }
        let asked = self.roll_calls.begin(others);
        self.tell(News::WhoIsHere { table, call: RollCall { by: self.id, number: asked.number() } });
        asked.all_answer(within).await
    }

    /// Another node has answered a question, and what it answered is known here.
    pub(crate) fn is_answered(&self, call: RollCall, by: NodeId) {
        if call.by == self.id {
            self.roll_calls.answer(call, by);
        }
    }

    /// Answers the question of another node.
    pub(crate) fn answer(&self, table: TableId, call: RollCall, attendance: Attendance) {
        self.tell(News::Here { table, attendance, answers: Some(call) });
    }

    /// Claims the countdowns of a table. None while another node has them, or if the store does not answer.
    pub(crate) async fn claim(&self, table: TableId) -> Option<Fence> {
        let (id, _turn) = (self.id, self.turn_to_claim().await);
        let claimed = self.with_leases(move |leases| leases.claim(table, id)).await;
        claimed.unwrap_or_else(|error| {
            tracing::warn!(%table, "the countdowns of a table could not be claimed: {error}");
            None
        })
    }

    /// Gives the countdowns of a table back. If that fails, they are free when the lease of this node ends.
    pub(crate) async fn release(&self, table: TableId) {
        let (id, _turn) = (self.id, self.turn_to_claim().await);
        if let Err(error) = self.with_leases(move |leases| leases.release(table, id)).await {
            tracing::warn!(%table, "the countdowns of a table could not be given back: {error}");
        }
    }

    async fn turn_to_claim(&self) -> SemaphorePermit<'_> {
        self.claims.acquire().await.expect("nobody closes it")
    }

    /// Renews the lease, not beside the readings of rooms: when there are thousands of them, the lease would end while its renewal waits.
    async fn renew(&self) -> Result<Vec<NodeId>, StoreError> {
        let (id, store) = (self.id, self.store.clone());
        let renewed = self.blocking.run_apart(move || store.leases().renew(id, LEASE)).await;
        renewed.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
    }

    async fn with_leases<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&dyn Leases) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let store = self.store.clone();
        let asked = self.blocking.run(move || ask(store.leases())).await;
        asked.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string())))
    }

    fn sent(&self) -> MutexGuard<'_, Sent> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reach(&self) -> MutexGuard<'_, Reach> {
        self.reach.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn members(&self) -> MutexGuard<'_, Members> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
