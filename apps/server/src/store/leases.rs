//! What nodes that share a store agree on through it: which of them are alive, and which of them counts down for a table.
//! All times are the store's own, because the clocks of two machines differ.

use std::time::Duration;

use super::StoreError;
use crate::bus::NodeId;
use crate::ids::TableId;

/// How long after it was asked for a claim is good for appending, by the clock of the store. A node that was stopped in
/// between has to ask again.
pub(super) const TO_APPEND: Duration = Duration::from_secs(6);

/// Which nodes are alive, and which of them counts down for a table.
///
/// A node is alive while its lease lasts. The claim on a table belongs to one node, until that node gives it back or its
/// lease has ended. Each time that a claim goes to another node it gets a larger number, the [`Fence`]: a node that was
/// stopped for a while and does not know that its claim is gone cannot append by it ([`super::Write::Fenced`]).
pub trait Leases {
    /// Says that this node is alive for so long from now on. Returns all nodes that are alive, this one among them.
    fn renew(&self, node: NodeId, lasts: Duration) -> Result<Vec<NodeId>, StoreError>;

    /// Ends the lease of this node.
    fn retire(&self, node: NodeId) -> Result<(), StoreError>;

    /// Claims a table for a node that is alive. None while another node that is alive has the claim.
    fn claim(&self, table: TableId, node: NodeId) -> Result<Option<Fence>, StoreError>;

    /// Gives the claim back if it is this node's.
    fn release(&self, table: TableId, node: NodeId) -> Result<(), StoreError>;
}

/// The number of a claim. A claim that comes later has a larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fence(pub u64);
