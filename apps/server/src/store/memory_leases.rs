//! Leases of the store in memory.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use super::leases::Fence;
use crate::bus::NodeId;
use crate::ids::TableId;

/// Who is alive until when, and whose claim each table is.
#[derive(Debug, Default)]
pub(super) struct KeptLeases {
    alive: BTreeMap<NodeId, Instant>,
    claims: BTreeMap<TableId, (Option<NodeId>, u64)>,
}

impl KeptLeases {
    pub(super) fn renew(&mut self, node: NodeId, lasts: Duration) -> Vec<NodeId> {
        let now = Instant::now();
        self.alive.insert(node, now + lasts);
        self.alive.retain(|_, until| *until > now);
        self.alive.keys().copied().collect()
    }

    pub(super) fn retire(&mut self, node: NodeId) {
        self.alive.remove(&node);
    }

    pub(super) fn claim(&mut self, table: TableId, node: NodeId) -> Option<Fence> {
        let now = Instant::now();
        let is_alive = |node: &NodeId| self.alive.get(node).is_some_and(|until| *until > now);
        if !is_alive(&node) {
            return None;
        }
        let (holder, fence) = self.claims.entry(table).or_default();
        if *holder != Some(node) {
            if holder.as_ref().is_some_and(is_alive) {
                return None;
            }
            (*holder, *fence) = (Some(node), *fence + 1);
        }
        Some(Fence(*fence))
    }

    pub(super) fn release(&mut self, table: TableId, node: NodeId) {
        if let Some((holder, _)) = self.claims.get_mut(&table) {
            holder.take_if(|holder| *holder == node);
        }
    }

    /// Whether this is the newest claim on the table, and nobody has given it back.
    pub(super) fn holds(&self, table: TableId, fence: Fence) -> bool {
        self.claims.get(&table).is_some_and(|(holder, newest)| holder.is_some() && *newest == fence.0)
    }
}
