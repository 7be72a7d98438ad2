//! Questions to all nodes that wait for their answers.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::bus::{NodeId, RollCall};

/// Questions of this node that wait for answers.
#[derive(Debug, Default)]
pub(super) struct RollCalls(Mutex<Waiting>);

#[derive(Debug, Default)]
struct Waiting {
    last: u64,
    calls: HashMap<u64, Call>,
}

#[derive(Debug)]
struct Call {
    missing: Vec<NodeId>,
    answered: oneshot::Sender<()>,
}

/// A question that waits for answers. Nobody waits for them once it is dropped.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    calls: &'a RollCalls,
    number: u64,
    all: oneshot::Receiver<()>,
}

impl RollCalls {
    /// Begins to wait for the answers of these nodes.
    pub(super) fn begin(&self, missing: Vec<NodeId>) -> Asked<'_> {
        let (answered, all) = oneshot::channel();
        let mut waiting = self.lock();
        waiting.last += 1;
        let number = waiting.last;
        waiting.calls.insert(number, Call { missing, answered });
        Asked { calls: self, number, all }
    }

    /// A node has answered. Only answers to questions of this node are waited for; numbers of others may be the same.
    pub(super) fn answer(&self, call: RollCall, from: NodeId) {
        let mut waiting = self.lock();
        let Some(waits) = waiting.calls.get_mut(&call.number) else { return };
        waits.missing.retain(|node| *node != from);
        if waits.missing.is_empty()
            && let Some(complete) = waiting.calls.remove(&call.number)
        {
            let _ = complete.answered.send(()); // nobody may wait any more
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Asked<'_> {
    /// Different for each question of this node.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Whether all nodes answer within this time.
    pub(super) async fn all_answer(mut self, within: Duration) -> bool {
        timeout(within, &mut self.all).await.is_ok_and(|answered| answered.is_ok())
    }
}

/// Whoever asks may be gone before the answers are there: a connection that breaks while it comes in takes its question
/// with it.
impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.calls.lock().calls.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    const NODES: [NodeId; 2] = [NodeId(1), NodeId(2)];
    const LONG: Duration = Duration::from_hours(1);

    fn answer(calls: &RollCalls, number: u64, from: NodeId) {
        calls.answer(RollCall { by: NodeId(9), number }, from);
    }

    #[tokio::test]
    async fn a_roll_call_is_complete_when_every_node_has_answered() {
        let calls = RollCalls::default();
        let asked = calls.begin(NODES.to_vec());
        let number = asked.number();
        let mut answered = std::pin::pin!(asked.all_answer(LONG));
        answer(&calls, number, NODES[0]);
        answer(&calls, number, NODES[0]);
        assert_eq!(answered.as_mut().now_or_never(), None, "the second node has said nothing");
        answer(&calls, number, NODES[1]);
        assert_eq!(answered.now_or_never(), Some(true));
        assert!(calls.lock().calls.is_empty());
    }

    #[tokio::test(start_paused = true)]
    async fn a_roll_call_leaves_nothing_behind_when_time_is_up_or_whoever_asked_is_gone() {
        let calls = RollCalls::default();
        assert!(!calls.begin(NODES.to_vec()).all_answer(LONG).await);
        assert!(calls.lock().calls.is_empty(), "time is up");
        let mut gone = Box::pin(calls.begin(NODES.to_vec()).all_answer(LONG));
        assert_eq!(gone.as_mut().now_or_never(), None);
        assert_eq!(calls.lock().calls.len(), 1);
        drop(gone);
        assert!(calls.lock().calls.is_empty(), "whoever asked is gone");
    }
}
