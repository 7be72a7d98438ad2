//! Questions to all nodes that wait for their answers.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

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

impl RollCalls {
    /// Begins to wait for the answers of these nodes. The receiver hears when the last one has come.
    pub(super) fn begin(&self, missing: Vec<NodeId>) -> (u64, oneshot::Receiver<()>) {
        let (answered, all) = oneshot::channel();
        let mut waiting = self.lock();
        waiting.last += 1;
        let number = waiting.last;
        waiting.calls.insert(number, Call { missing, answered });
        (number, all)
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

    /// Waits no longer.
    pub(super) fn end(&self, number: u64) {
        self.lock().calls.remove(&number);
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
