//! Leases of the store in memory.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use super::leases::{Fence, TO_APPEND};
use crate::bus::NodeId;
use crate::ids::TableId;

/// Who is alive until when, and whose claim each table is.
#[derive(Debug, Default)]
pub(super) struct KeptLeases {
    alive: BTreeMap<NodeId, Instant>,
    claims: BTreeMap<TableId, KeptClaim>,
}

#[derive(Debug, Default)]
struct KeptClaim {
    holder: Option<NodeId>,
    fence: u64,
    asked: Option<Instant>,
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
        let claim = self.claims.entry(table).or_default();
        if claim.holder != Some(node) {
            if claim.holder.as_ref().is_some_and(is_alive) {
                return None;
            }
            (claim.holder, claim.fence) = (Some(node), claim.fence + 1);
        }
        claim.asked = Some(now);
        Some(Fence(claim.fence))
    }

    pub(super) fn release(&mut self, table: TableId, node: NodeId) {
        if let Some(claim) = self.claims.get_mut(&table) {
            claim.holder.take_if(|holder| *holder == node);
        }
    }

    /// Whether a node that is alive has the claim on the table.
    pub(super) fn is_claimed(&self, table: TableId) -> bool {
        let holder = self.claims.get(&table).and_then(|claim| claim.holder);
        holder.is_some_and(|holder| self.alive.get(&holder).is_some_and(|until| *until > Instant::now()))
    }

    /// The table is gone.
    pub(super) fn forget(&mut self, table: TableId) {
        self.claims.remove(&table);
    }

    /// Whether this is the newest claim on the table, nobody has given it back, and it was asked for a moment ago.
    pub(super) fn holds(&self, table: TableId, fence: Fence) -> bool {
        let is_new = |asked: Instant| asked.elapsed() < TO_APPEND;
        self.claims
            .get(&table)
            .is_some_and(|claim| claim.holder.is_some() && claim.fence == fence.0 && claim.asked.is_some_and(is_new))
    }
}
