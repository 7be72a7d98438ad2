//! Notices that wait for the server of the bus. While it is away the newest ones are kept: an old notice tells what nobody
//! wants to know any more, and the gap in the numbers tells all nodes to look everywhere.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::Notice;

/// Notices that wait for the server of the bus, for one task that sends them.
#[derive(Debug)]
pub(super) struct Outgoing {
    most: usize,
    waiting: Mutex<Waiting>,
    changed: Notify,
    all_taken: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    notices: VecDeque<Notice>,
    /// Whether the task that sends them is about to send one.
    is_sending: bool,
    is_closed: bool,
}

impl Outgoing {
    /// At most so many wait.
    pub(super) fn new(most: usize) -> Self {
        Self { most, waiting: Mutex::default(), changed: Notify::new(), all_taken: Notify::new() }
    }

    /// Adds a notice. Drops the oldest one if there is no place.
    pub(super) fn add(&self, notice: Notice) {
        let mut waiting = self.lock();
        if waiting.notices.len() >= self.most {
            waiting.notices.pop_front();
        }
        waiting.notices.push_back(notice);
        drop(waiting);
        self.changed.notify_one();
    }

    /// There are no further notices.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    /// Waits until all notices are sent.
    pub(super) async fn all_sent(&self) {
        loop {
            let taken = self.all_taken.notified();
            if !self.lock().is_busy() {
                return;
            }
            taken.await;
        }
    }

    /// The oldest notice that waits, as soon as there is one. None after the last one. The one before it counts as sent.
    pub(super) async fn next(&self) -> Option<Notice> {
        loop {
            {
                let mut waiting = self.lock();
                let notice = waiting.notices.pop_front();
                waiting.is_sending = notice.is_some();
                if notice.is_some() {
                    return notice;
                }
                self.all_taken.notify_one();
                if waiting.is_closed {
                    return None;
                }
            }
            self.changed.notified().await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn is_busy(&self) -> bool {
        self.is_sending || !self.notices.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;
    use crate::bus::{News, NodeId};

    fn notice(number: u64) -> Notice {
        Notice { from: NodeId(1), number, news: News::Alive }
    }

    #[tokio::test]
    async fn the_oldest_notices_are_dropped_when_too_many_wait() {
        let outgoing = Outgoing::new(3);
        for number in 1..=5 {
            outgoing.add(notice(number));
        }
        for number in 3..=5 {
            assert_eq!(outgoing.next().await, Some(notice(number)));
        }
        assert_eq!(outgoing.next().now_or_never(), None, "the next one is waited for");
        outgoing.add(notice(6));
        outgoing.close();
        assert_eq!(outgoing.next().await, Some(notice(6)), "what was said before the end is still sent");
        assert_eq!(outgoing.next().await, None);
    }

    #[tokio::test]
    async fn notices_are_sent_when_the_next_one_is_asked_for() {
        let outgoing = Outgoing::new(3);
        outgoing.all_sent().await;
        outgoing.add(notice(1));
        let mut sent = Box::pin(outgoing.all_sent());
        assert_eq!(sent.as_mut().now_or_never(), None, "it waits");
        assert_eq!(outgoing.next().await, Some(notice(1)));
        assert_eq!(sent.as_mut().now_or_never(), None, "it is being sent");
        assert_eq!(outgoing.next().now_or_never(), None);
        assert_eq!(sent.now_or_never(), Some(()));
    }
}
