//! How nodes tell each other what is new. A notice is a hint, never the truth: that is in the store. Nodes number their
//! notices, so a node that has missed one finds out with the next and looks everywhere.

mod address;
mod local;
mod nats;
mod outgoing;

pub use address::{BusAddress, NatsAddress, NotABus};
pub use local::LocalBus;
pub use nats::{BusError, NatsBus};
pub(crate) use nats::{WAITING, connect};

use std::fmt::{self, Display, Formatter};

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use game::Seat;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use crate::ids::TableId;

/// Something that one node tells all others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// The node that sends it; a node ignores its own.
    pub from: NodeId,
    /// Counted by the sender from 1 without gaps.
    pub number: u64,
    /// What it tells.
    pub news: News,
}

/// What a notice tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    /// Something is new at this table or on this journey: an event, a player, a rematch.
    Changed(TableId),
    /// Who is connected to the sender at this table.
    Here {
        /// Which table.
        table: TableId,
        /// Who.
        attendance: Attendance,
        /// The roll call that this answers, if it answers one.
        answers: Option<RollCall>,
    },
    /// The sender asks every node who is connected to it at this table.
    WhoIsHere {
        /// Which table.
        table: TableId,
        /// The name of the question, which the answers repeat.
        call: RollCall,
    },
    /// There is nothing new, and the sender is alive.
    Alive,
    /// The sender closes. Nobody is connected to it any more. It may still tell of changes that it was about to write.
    Closes,
}

/// The name of a question to all nodes: who asks, and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RollCall {
    /// The node that asks.
    pub by: NodeId,
    /// Different for each question of that node.
    pub number: u64,
}

/// Who is connected to one node at one table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attendance {
    /// The seats whose players are connected.
    pub seats: Vec<Seat>,
    /// The number of connections without a seat.
    pub watching: u32,
    /// The seats for which the sender counts down, with the milliseconds that are left.
    pub lost_in: Vec<(Seat, u64)>,
}

impl Attendance {
    /// Whether nobody is connected.
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty() && self.watching == 0
    }
}

/// One server among those that share a store. A server that is started again is another node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct NodeId(pub u64);

/// As logs have it. It is drawn at random at each start, and no secret.
impl Display for NodeId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Carries notices between nodes.
pub trait Bus: Send + Sync {
    /// Sends it to every node. Never waits.
    fn publish(&self, notice: Notice);

    /// Notices from now on. A listener that falls behind is told that it has missed some, and has to look everywhere.
    fn subscribe(&self) -> broadcast::Receiver<Notice>;

    /// Returns when everything that was sent has reached the server of the bus, or when that takes too long. For the end of a
    /// process, with which everything ends that waits.
    fn flush(&self) -> BoxFuture<'_, ()> {
        async {}.boxed()
    }

    /// Whether it is certain that no other node shares the store. Then nobody has to be asked who is connected.
    fn is_alone(&self) -> bool {
        false
    }
}
