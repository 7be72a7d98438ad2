//! The other nodes: which of them are alive by the store, and which were heard on the bus.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use crate::bus::NodeId;

/// A node that was not heard for this long is silent: it says something every second.
const SILENT_AFTER: Duration = Duration::from_secs(3);
/// A node that has told that it closes is remembered for this long after its last word, also when it is gone: it may still tell
/// of what it has written. It ends within some seconds.
const CLOSED_FOR: Duration = Duration::from_mins(1);

/// The other nodes.
#[derive(Debug, Default)]
pub(super) struct Members(BTreeMap<NodeId, Member>);

#[derive(Debug)]
struct Member {
    /// Whether its lease in the store had not ended when this was last looked at.
    is_alive: bool,
    /// When its last notice came; before the first, when it was first known.
    heard: Instant,
    /// The number of its last notice; none before the first.
    last: Option<u64>,
    /// Whether it has told that it closes. It may still tell of what it has written, and is remembered as long as that comes.
    has_closed: bool,
    /// What was found when this was last looked at.
    found: Found,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// It is there, or nobody has looked yet.
    Here,
    /// It was alive and could not be heard.
    Missed,
    /// It was gone. Only a node that has closed is remembered then.
    Gone,
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
}

impl Members {
    /// A notice has come.
    pub(super) fn hear(&mut self, node: NodeId, number: u64, now: Instant) -> Noted {
        let member = self.0.entry(node).or_insert(Member::known_since(now));
        if member.last.is_none() {
            tracing::info!(%node, "another server of this store can be heard");
        }
        let is_next = number == member.last.unwrap_or(0) + 1;
        (member.heard, member.last) = (now, Some(number));
        if member.found == Found::Gone {
            member.found = Found::Here;
        }
        if is_next { Noted::Next } else { Noted::Missed }
    }

    /// A node has said that it closes.
    pub(super) fn close(&mut self, node: NodeId) {
        if let Some(member) = self.0.get_mut(&node) {
            member.has_closed = true;
        }
    }

    /// The store says that these nodes are alive and no others.
    pub(super) fn are_alive(&mut self, alive: &[NodeId], now: Instant) {
        for member in self.0.values_mut() {
            member.is_alive = false;
        }
        for node in alive {
            self.0.entry(*node).or_insert(Member::known_since(now)).is_alive = true;
        }
    }

    /// The nodes that are neither alive by the store nor heard any more. A node that can be heard may still have its people,
    /// and so may one that is alive and cannot be heard.
    pub(super) fn take_gone(&mut self, now: Instant) -> Vec<NodeId> {
        let mut gone = Vec::new();
        self.0.retain(|node, member| {
            if member.is_alive || !member.is_silent(now) {
                return true;
            }
            if std::mem::replace(&mut member.found, Found::Gone) != Found::Gone {
                member.log_end(*node);
                gone.push(*node);
            }
            member.has_closed && now.saturating_duration_since(member.heard) <= CLOSED_FOR
        });
        gone
    }

    /// Whether a node is alive that cannot be heard. Logs which ones, and which can be heard again.
    pub(super) fn is_any_silent(&mut self, now: Instant) -> bool {
        let mut is_any_silent = false;
        for (node, member) in &mut self.0 {
            let is_missed = member.is_alive && !member.has_closed && member.is_silent(now);
            match (member.found, is_missed) {
                (Found::Here | Found::Gone, true) => {
                    member.found = Found::Missed;
                    tracing::error!(
                        %node,
                        "another server uses this store and cannot be heard, so nobody is counted out: both need the same --bus, \
                         and the bus has to be there"
                    );
                }
                (Found::Missed, false) => {
                    member.found = Found::Here;
                    if !member.is_silent(now) {
                        tracing::info!(%node, "another server of this store can be heard again");
                    }
                }
                (Found::Missed, true) | (Found::Here | Found::Gone, false) => {}
            }
            is_any_silent |= is_missed;
        }
        is_any_silent
    }

    /// The nodes that were heard lately and answer.
    pub(super) fn heard(&self, now: Instant) -> Vec<NodeId> {
        let heard = |member: &Member| member.last.is_some() && !member.has_closed && !member.is_silent(now);
        self.0.iter().filter(|(_, member)| heard(member)).map(|(node, _)| *node).collect()
    }
}

impl Member {
    fn known_since(now: Instant) -> Self {
        Self { is_alive: false, heard: now, last: None, has_closed: false, found: Found::Here }
    }

    /// What is known of the end of this node. One that was never heard cannot have told that it closes.
    fn log_end(&self, node: NodeId) {
        match (self.has_closed, self.last) {
            (true, _) => {} // in order
            (false, None) => tracing::warn!(%node, "another server of this store is gone"),
            (false, Some(_)) => tracing::warn!(
                %node,
                "another server of this store is gone: it has ended without a word, or is stopped"
            ),
        }
    }

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
    fn a_node_that_closes_is_asked_nothing_and_is_gone_some_time_after_its_last_word() {
        let (mut members, start) = (Members::default(), Instant::now());
        members.hear(NODE, 1, start);
        members.are_alive(&[NODE], start);
        assert_eq!(members.heard(start), [NODE]);
        assert_eq!(members.hear(NODE, 2, start), Noted::Next);
        members.close(NODE);
        assert_eq!(members.heard(start), []);
        let last_word = start + SILENT_AFTER;
        assert_eq!(members.hear(NODE, 3, last_word), Noted::Next, "it tells of what it has written");
        members.are_alive(&[], last_word);
        assert_eq!(members.take_gone(last_word + SILENT_AFTER), []);
        let later = last_word + SILENT_AFTER + Duration::from_millis(1);
        assert!(!members.is_any_silent(later), "nobody is connected to it");
        assert_eq!(members.take_gone(later), [NODE]);
    }

    #[test]
    fn a_node_that_has_closed_and_is_gone_is_still_closed_when_a_last_notice_comes_late() {
        let (mut members, start) = (Members::default(), Instant::now());
        assert_eq!(members.hear(NODE, 1, start), Noted::Next);
        members.close(NODE);
        let late = start + SILENT_AFTER + Duration::from_secs(1);
        assert_eq!(members.take_gone(late), [NODE]);
        assert_eq!(members.take_gone(late), [], "it is told once");
        assert_eq!(members.hear(NODE, 2, late), Noted::Next, "nothing was missed: it is the same node");
        assert_eq!(members.heard(late), [], "it answers nothing");
        members.are_alive(&[NODE], late);
        assert!(
            !members.is_any_silent(late + CLOSED_FOR),
            "its lease could not be ended, and nobody is connected to it"
        );
        members.are_alive(&[], late);
        let later = late + SILENT_AFTER + Duration::from_millis(1);
        assert_eq!(members.take_gone(later), [NODE], "once more: what came after that may not have been heard");
        assert_eq!(members.take_gone(late + CLOSED_FOR), []);
        assert_eq!(members.0.len(), 1);
        assert_eq!(members.take_gone(late + CLOSED_FOR + Duration::from_millis(1)), []);
        assert!(members.0.is_empty(), "nobody remembers it for ever");
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
