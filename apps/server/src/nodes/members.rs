//! The other nodes: which of them are alive by the store, and which were heard on the bus.

use std::collections::HashMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::bus::NodeId;

/// A node that was not heard for this long is silent: it says something every second.
const SILENT_AFTER: Duration = Duration::from_secs(3);

/// The other nodes.
#[derive(Debug, Default)]
pub(super) struct Members(HashMap<NodeId, Member>);

#[derive(Debug)]
struct Member {
    /// Whether its lease in the store had not ended when this was last looked at.
    is_alive: bool,
    /// When its last notice came; before the first, when it was first known.
    heard: Instant,
    /// The number of its last notice; none before the first.
    last: Option<u64>,
}

/// What a notice tells beside its news.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Noted {
    /// This node has sent it itself.
    Own,
    /// It follows the one before it.
    Next,
    /// Notices before it were missed, or the node has said things before it was known here.
    Missed,
    /// The node is gone.
    Gone,
}

impl Members {
    /// A notice has come.
    pub(super) fn hear(&mut self, node: NodeId, number: u64, now: Instant) -> Noted {
        let member = self.0.entry(node).or_insert(Member { is_alive: false, heard: now, last: None });
        let is_next = number == member.last.unwrap_or(0) + 1;
        (member.heard, member.last) = (now, Some(number));
        if is_next { Noted::Next } else { Noted::Missed }
    }

    /// A node has said that it closes.
    pub(super) fn forget(&mut self, node: NodeId) -> Noted {
        self.0.remove(&node);
        Noted::Gone
    }

    /// The store says that these nodes are alive and no others.
    pub(super) fn are_alive(&mut self, alive: &[NodeId], now: Instant) {
        for member in self.0.values_mut() {
            member.is_alive = false;
        }
        for node in alive {
            let new = Member { is_alive: true, heard: now, last: None };
            self.0.entry(*node).or_insert(new).is_alive = true;
        }
    }

    /// Removes the nodes that are neither alive by the store nor heard. A node that can be heard may still have its people,
    /// and so may one that is alive and cannot be heard.
    pub(super) fn take_gone(&mut self, now: Instant) -> Vec<NodeId> {
        let gone: Vec<NodeId> = self
            .0
            .iter()
            .filter(|(_, member)| !member.is_alive && member.is_silent(now))
            .map(|(node, _)| *node)
            .collect();
        self.0.retain(|node, _| !gone.contains(node));
        gone
    }

    /// Whether a node is alive that cannot be heard.
    pub(super) fn is_any_silent(&self, now: Instant) -> bool {
        self.0.values().any(|member| member.is_alive && member.is_silent(now))
    }

    /// The nodes that were heard lately.
    pub(super) fn heard(&self, now: Instant) -> Vec<NodeId> {
        let heard = |member: &Member| member.last.is_some() && !member.is_silent(now);
        self.0.iter().filter(|(_, member)| heard(member)).map(|(node, _)| *node).collect()
    }
}

impl Member {
    fn is_silent(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.heard) > SILENT_AFTER
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODE: NodeId = NodeId(7);

    #[test]
    fn a_missed_notice_is_noticed_with_the_next_one() {
        let (mut members, now) = (Members::default(), Instant::now());
        let numbers = [1, 2, 4, 5, 5];
        let noted = numbers.map(|number| members.hear(NODE, number, now));
        assert_eq!(noted, [Noted::Next, Noted::Next, Noted::Missed, Noted::Next, Noted::Missed]);
        assert_eq!(members.hear(NodeId(8), 9, now), Noted::Missed, "it has said things before it was known here");
    }

    #[test]
    fn a_node_is_gone_when_it_is_neither_alive_nor_heard() {
        let (mut members, start) = (Members::default(), Instant::now());
        let later = start + SILENT_AFTER + Duration::from_millis(1);
        members.hear(NODE, 1, start);
        assert_eq!(members.take_gone(start), [], "it can be heard");
        members.are_alive(&[NODE], start);
        assert!(!members.is_any_silent(start) && members.is_any_silent(later));
        assert_eq!(members.take_gone(later), [], "it is alive and cut off: its people may be there");
        members.are_alive(&[], later);
        assert_eq!(members.take_gone(later), [NODE]);
        assert_eq!(members.take_gone(later), [], "it is told once");
    }
}
