//! Things that were made for one viewer of a table and are kept for a while, because other viewers see the same.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::Viewer;
use tokio::time::Instant;

use crate::ids::TableId;

/// What something was made for: a table, the eyes of a viewer, and the number of the last event in it. Events never change, so
/// neither does what was made of them.
pub(crate) type Label = (TableId, Viewer, u64);

/// Keeps what was made, up to a number of bytes for all tables together. What was not used for the longest time goes first.
pub(crate) struct Shelf<T> {
    most_bytes: usize,
    kept: Mutex<Kept<T>>,
}

struct Kept<T> {
    things: HashMap<Label, Thing<T>>,
    bytes: usize,
}

struct Thing<T> {
    itself: T,
    bytes: usize,
    used: Instant,
}

/// What the place of a thing costs besides the thing itself, about.
const BYTES_OF_PLACE: usize = 128;

impl<T: Clone> Shelf<T> {
    pub(crate) fn new(most_bytes: usize) -> Self {
        Self { most_bytes, kept: Mutex::new(Kept { things: HashMap::new(), bytes: 0 }) }
    }

    pub(crate) fn get(&self, label: Label) -> Option<T> {
        let mut kept = self.lock();
        let thing = kept.things.get_mut(&label)?;
        thing.used = Instant::now();
        Some(thing.itself.clone())
    }

    /// Keeps something of this many bytes. A thing that is larger than the whole shelf is not kept.
    pub(crate) fn put(&self, label: Label, thing: T, bytes: usize) {
        let bytes = bytes + BYTES_OF_PLACE;
        if bytes > self.most_bytes {
            return;
        }
        let mut kept = self.lock();
        let thing = Thing { itself: thing, bytes, used: Instant::now() };
        let before = kept.things.insert(label, thing).map_or(0, |before| before.bytes);
        kept.bytes = kept.bytes + bytes - before;
        while kept.bytes > self.most_bytes {
            let others = kept.things.iter().filter(|(other, _)| **other != label);
            let Some(oldest) = others.min_by_key(|(_, thing)| thing.used).map(|(label, _)| *label) else { break };
            kept.bytes -= kept.things.remove(&oldest).map_or(0, |gone| gone.bytes);
        }
    }

    /// Drops what nobody has used for this long.
    pub(crate) fn sweep(&self, now: Instant, idle: Duration) {
        let mut kept = self.lock();
        kept.things.retain(|_, thing| now.saturating_duration_since(thing.used) < idle);
        kept.things.shrink_to_fit();
        kept.bytes = kept.things.values().map(|thing| thing.bytes).sum();
    }

    fn lock(&self) -> MutexGuard<'_, Kept<T>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(number: u64) -> Label {
        ("000000000001".parse().unwrap(), Viewer::Spectator, number)
    }

    #[tokio::test(start_paused = true)]
    async fn the_shelf_keeps_what_is_used_and_never_more_than_its_bytes() {
        let shelf = Shelf::new(10 * (100 + BYTES_OF_PLACE));
        for number in 0..1_000 {
            shelf.put(label(number), number, 100);
            tokio::time::advance(Duration::from_millis(1)).await;
            assert_eq!(shelf.get(label(0)), Some(0), "it is used all the time");
            assert!(shelf.lock().bytes <= shelf.most_bytes && shelf.lock().things.len() <= 10);
        }
        assert_eq!((shelf.get(label(999)), shelf.get(label(500))), (Some(999), None));
        shelf.put(label(999), 7, 50);
        assert_eq!(shelf.get(label(999)), Some(7), "the newer one takes the place");
        shelf.put(label(1), 1, 1 << 20);
        assert_eq!((shelf.get(label(1)), shelf.get(label(0))), (None, Some(0)), "what never fits pushes nothing out");
    }

    #[tokio::test(start_paused = true)]
    async fn what_nobody_uses_is_dropped() {
        let shelf = Shelf::new(10_000);
        shelf.put(label(1), 1, 100);
        shelf.put(label(2), 2, 100);
        tokio::time::advance(Duration::from_secs(9)).await;
        assert_eq!(shelf.get(label(2)), Some(2));
        tokio::time::advance(Duration::from_secs(2)).await;
        shelf.sweep(Instant::now(), Duration::from_secs(10));
        assert_eq!((shelf.get(label(1)), shelf.get(label(2))), (None, Some(2)));
        assert_eq!(shelf.lock().bytes, 100 + BYTES_OF_PLACE);
    }
}
