//! How nodes tell each other what is new. A notice is a hint, never the truth: that is in the store, and a node that
//! misses one finds out when it next appends.

mod local;

pub use local::LocalBus;

use std::sync::Arc;

use tokio::sync::broadcast;

use crate::ids::TableId;

/// Something is new at this table: an event, a player, a rematch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The node that sends it; a node ignores its own.
    pub from: NodeId,
    /// Where to look.
    pub table: TableId,
}

/// One server among those that share a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(pub u64);

/// Carries notices between nodes.
pub trait Bus: Send + Sync {
    /// Sends it to every node. Never waits.
    fn publish(&self, notice: Notice);

    /// Notices from now on. A listener that falls behind is told that it has missed some, and has to look everywhere.
    fn subscribe(&self) -> broadcast::Receiver<Notice>;

    /// Whether it is certain that no other node shares the store. A node knows only of those who are connected to itself,
    /// so only one that is alone can say that somebody is away.
    fn is_alone(&self) -> bool {
        false
    }
}

/// This server among those that share a store: its bus, and the number by which it knows its own notices.
pub(crate) struct Node {
    id: NodeId,
    bus: Arc<dyn Bus>,
}

impl Node {
    pub(crate) fn new(id: NodeId, bus: Arc<dyn Bus>) -> Self {
        Self { id, bus }
    }

    /// Tells the other nodes that something at this table is new.
    pub(crate) fn publish(&self, table: TableId) {
        self.bus.publish(Notice { from: self.id, table });
    }

    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.bus.subscribe()
    }

    /// Whether this node has sent the notice itself.
    pub(crate) fn has_sent(&self, notice: Notice) -> bool {
        notice.from == self.id
    }

    /// Whether every connection to a table is one of this node.
    pub(crate) fn is_alone(&self) -> bool {
        self.bus.is_alone()
    }
}
