//! What is not in memory is read from the store and played again once for everybody who asks for it at the same moment, and only a few
//! such loads run at once: a stranger who asks for one long journey four hundred times costs one replay.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared, WeakShared};
use protocol::Refused;
use tokio::sync::Semaphore;

use crate::event_log::unavailable;
use crate::ids::TableId;

/// Loads that are under way.
pub(crate) struct Loads<T> {
    under_way: Mutex<HashMap<TableId, WeakShared<Load<T>>>>,
    places: Arc<Semaphore>,
}

type Load<T> = BoxFuture<'static, Result<Arc<T>, Refused>>;

/// Beyond this many, loads are looked for that nobody waits for any more.
const MANY: usize = 64;

impl<T: Send + Sync + 'static> Loads<T> {
    /// Each load takes one of these places. Others may take places there too.
    pub(crate) fn new(places: Arc<Semaphore>) -> Self {
        Self { under_way: Mutex::default(), places }
    }

    /// Waits for what `load` gives. If a load with this name is under way, waits for that one.
    ///
    /// `in_memory` is asked again before a load begins: another one may just have ended. `keep` puts what was loaded into memory before
    /// the load is forgotten, so that nobody comes between the two; everybody who waits calls it. A load that failed is forgotten.
    pub(crate) async fn get<L>(
        &self,
        id: TableId,
        in_memory: impl FnOnce() -> Option<Arc<T>>,
        load: impl FnOnce() -> L,
        keep: impl FnOnce(Arc<T>) -> Result<Arc<T>, Refused>,
    ) -> Result<Arc<T>, Refused>
    where
        L: Future<Output = Result<T, Refused>> + Send + 'static,
    {
        let shared = {
            let mut under_way = self.under_way();
            if let Some(shared) = under_way.get(&id).and_then(WeakShared::upgrade) {
                shared
            } else {
                if let Some(known) = in_memory() {
                    return Ok(known);
                }
                if under_way.len() >= MANY {
                    under_way.retain(|_, load| load.upgrade().is_some());
                }
                let shared = begin(self.places.clone(), load());
                under_way.extend(shared.downgrade().map(|load| (id, load)));
                shared
            }
        };
        let kept = shared.clone().await.and_then(keep);
        let mut under_way = self.under_way();
        if under_way.get(&id).and_then(WeakShared::upgrade).is_some_and(|known| known.ptr_eq(&shared)) {
            under_way.remove(&id);
        }
        kept
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<TableId, WeakShared<Load<T>>>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A load that waits for a place first. If everybody who waits for it goes away before it has one, it is dropped. Then it goes on to its
/// end in a task of its own and holds the place until then: its replay cannot be stopped, and clients that ask and go away must not
/// have more of them than there are places.
fn begin<T: Send + Sync + 'static>(
    places: Arc<Semaphore>,
    load: impl Future<Output = Result<T, Refused>> + Send + 'static,
) -> Shared<Load<T>> {
    let loading = async move {
        let place = places.acquire_owned().await; // never closed
        let loaded = tokio::spawn(async move {
            let _place = place;
            load.await.map(Arc::new)
        });
        loaded.await.unwrap_or_else(|_| Err(unavailable(&"a table or a journey was not loaded: that panicked")))
    };
    loading.boxed().shared()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn few_loads_run_at_once_also_when_those_who_asked_have_gone() {
        let loads = Arc::new(Loads::new(Arc::new(Semaphore::new(3))));
        let (running, most, all) =
            (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let ask = |number: u64| {
            let (loads, running, most, all) = (loads.clone(), running.clone(), most.clone(), all.clone());
            tokio::spawn(async move {
                let load = || async move {
                    most.fetch_max(running.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    running.fetch_sub(1, Ordering::SeqCst);
                    all.fetch_add(1, Ordering::SeqCst);
                    Ok(number)
                };
                loads.get(format!("{number:012}").parse().unwrap(), || None, load, Ok).await
            })
        };
        let asked: Vec<_> = (0..10).map(ask).collect();
        tokio::time::sleep(Duration::from_millis(500)).await;
        asked[..8].iter().for_each(tokio::task::JoinHandle::abort);
        for (number, asked) in (0..).zip(asked).skip(8) {
            assert_eq!(*asked.await.unwrap().unwrap(), number);
        }
        assert_eq!(most.load(Ordering::SeqCst), 3);
        assert_eq!(all.load(Ordering::SeqCst), 5, "three had begun, and five others had nobody any more");
        assert!(loads.under_way().values().all(|load| load.upgrade().is_none()));
    }
}
