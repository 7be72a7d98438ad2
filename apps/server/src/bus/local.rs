//! A bus for one process: any number of nodes in it, though usually one.

use tokio::sync::broadcast;

use super::{Bus, Notice};

/// Notices that wait for a slow node before it has to look everywhere.
const WAITING: usize = 1024;

/// A bus for one process.
#[derive(Debug)]
pub struct LocalBus(broadcast::Sender<Notice>);

impl Default for LocalBus {
    fn default() -> Self {
        Self(broadcast::channel(WAITING).0)
    }
}

impl Bus for LocalBus {
    fn publish(&self, notice: Notice) {
        // The only listener is the sender itself, so nobody has to be woken.
        if self.0.receiver_count() > 1 {
            let _ = self.0.send(notice);
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.0.subscribe()
    }

    /// All its nodes are in this process, and each of them listens.
    fn is_alone(&self) -> bool {
        self.0.receiver_count() <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bus::{News, NodeId};
    use crate::ids::TableId;

    #[tokio::test]
    async fn every_node_hears_what_another_tells() {
        let bus = LocalBus::default();
        let (mut one, mut two) = (bus.subscribe(), bus.subscribe());
        let notice = Notice { from: NodeId(1), number: 1, news: News::Changed(TableId::from_number(7)) };
        bus.publish(notice.clone());
        assert_eq!((one.recv().await, two.recv().await), (Ok(notice.clone()), Ok(notice)));
    }
}
