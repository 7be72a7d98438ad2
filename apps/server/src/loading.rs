//! What is not in memory is read from the store and played again once for everybody who asks for it at the same moment, and only a few
//! such loads run at once: a stranger who asks for one long journey four hundred times costs one replay, whether they wait for it or not.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared, WeakShared};
use protocol::Refused;
use tokio::sync::mpsc;

use crate::event_log::unavailable;
use crate::guests::Address;
use crate::ids::TableId;
use crate::places::{Place, Places};

/// Loads that are under way.
pub(crate) struct Loads<T> {
    under_way: Arc<UnderWay<T>>,
    places: Arc<Places>,
}

type UnderWay<T> = Mutex<HashMap<TableId, Known<T>>>;

/// A load, and the way to give it a place.
struct Known<T> {
    load: WeakShared<Load<T>>,
    places: mpsc::UnboundedSender<Place>,
}
type Load<T> = BoxFuture<'static, Result<Arc<T>, Refused>>;

/// Beyond this many, loads are looked for that nobody waits for any more.
const MANY: usize = 64;

impl<T: Send + Sync + 'static> Loads<T> {
    /// Each load takes one of these places. Others may take places there too.
    pub(crate) fn new(places: Arc<Places>) -> Self {
        Self { under_way: Arc::default(), places }
    }

    /// Waits for what `load` gives. If a load with this name is under way, waits for that one.
    ///
    /// `in_memory` is asked again before a load begins: another one may just have ended. `keep` puts what was loaded into memory before
    /// the load is forgotten, so that nobody comes between the two. A load that failed is forgotten.
    ///
    /// A load that waits for its place is dropped if everybody who waits for it goes away. One that has its place goes on to its end:
    /// a replay cannot be stopped. What it gives is kept for whoever asks next, so that clients who ask and go away cannot have the
    /// same replayed again and again.
    pub(crate) async fn get<L, K>(
        &self,
        (id, by): (TableId, Address),
        in_memory: impl FnOnce() -> Option<Arc<T>>,
        load: impl FnOnce() -> L,
        keep: impl FnOnce(Arc<T>) -> K + Send + 'static,
    ) -> Result<Arc<T>, Refused>
    where
        L: Future<Output = Result<T, Refused>> + Send + 'static,
        K: Future<Output = Result<Arc<T>, Refused>> + Send,
    {
        let (shared, offers) = {
            let mut under_way = lock(&self.under_way);
            if let Some((shared, offers)) = under_way.get(&id).and_then(Known::upgrade) {
                (shared, Some(offers))
            } else {
                if let Some(known) = in_memory() {
                    return Ok(known);
                }
                if under_way.len() >= MANY {
                    under_way.retain(|_, known| known.load.upgrade().is_some());
                }
                let (places, offered) = mpsc::unbounded_channel();
                let shared = self.begin((id, by), offered, load(), keep);
                under_way.extend(shared.downgrade().map(|load| (id, Known { load, places })));
                (shared, None)
            }
        };
        match offers {
            Some(offers) => self.join(shared, offers, by).await,
            None => shared.await,
        }
    }

    /// Waits for a load that somebody else has asked for. Until it begins, everybody who waits for it waits in their own line: it begins
    /// with the first place that one of them is given.
    async fn join(
        &self,
        mut shared: Shared<Load<T>>,
        offers: mpsc::UnboundedSender<Place>,
        by: Address,
    ) -> Result<Arc<T>, Refused> {
        if !offers.is_closed() {
            tokio::select! {
                biased;
                loaded = &mut shared => return loaded,
                () = offers.closed() => {}
                place = self.places.take(by) => {
                    let _ = offers.send(place); // one that has begun meanwhile needs none
                }
            }
        }
        shared.await
    }

    fn begin<K>(
        &self,
        (id, by): (TableId, Address),
        mut offered: mpsc::UnboundedReceiver<Place>,
        load: impl Future<Output = Result<T, Refused>> + Send + 'static,
        keep: impl FnOnce(Arc<T>) -> K + Send + 'static,
    ) -> Shared<Load<T>>
    where
        K: Future<Output = Result<Arc<T>, Refused>> + Send,
    {
        let (under_way, places) = (self.under_way.clone(), self.places.clone());
        let loading = async move {
            let place = tokio::select! {
                biased;
                place = places.take(by) => place,
                Some(place) = offered.recv() => place,
            };
            drop(offered);
            let itself = lock(&under_way).get(&id).and_then(|known| known.load.upgrade());
            let begun = Begun { under_way, id, _itself: itself };
            let loaded = tokio::spawn(async move {
                let _begun = begun;
                let loaded = load.await;
                drop(place); // what follows is no replay
                keep(Arc::new(loaded?)).await
            });
            loaded.await.unwrap_or_else(|_| Err(unavailable(&"a table or a journey was not loaded: that panicked")))
        };
        loading.boxed().shared()
    }
}

impl<T> Known<T> {
    fn upgrade(&self) -> Option<(Shared<Load<T>>, mpsc::UnboundedSender<Place>)> {
        Some((self.load.upgrade()?, self.places.clone()))
    }
}

fn lock<T>(under_way: &UnderWay<T>) -> MutexGuard<'_, HashMap<TableId, Known<T>>> {
    under_way.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A load that has begun. It is known until this is dropped, also if nobody waits for it any more.
struct Begun<T> {
    under_way: Arc<UnderWay<T>>,
    id: TableId,
    _itself: Option<Shared<Load<T>>>,
}

impl<T> Drop for Begun<T> {
    fn drop(&mut self) {
        lock(&self.under_way).remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn few_loads_run_at_once_also_when_those_who_asked_have_gone() {
        let loads = Arc::new(Loads::new(Places::new(3)));
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
                let of = (format!("{number:012}").parse().unwrap(), Address::OTHERS);
                loads.get(of, || None, load, async |loaded| Ok(loaded)).await
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
        assert!(lock(&loads.under_way).values().all(|known| known.load.upgrade().is_none()));
    }
    #[tokio::test(start_paused = true)]
    async fn who_joins_a_load_does_not_wait_in_the_line_of_who_asked_first() {
        let loads = Arc::new(Loads::new(Places::new(1)));
        let ask = |number: u64, last: u8| {
            let loads = loads.clone();
            tokio::spawn(async move {
                let load = || async move {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    Ok(number)
                };
                let by = std::net::IpAddr::from([192, 0, 2, last]).into();
                loads
                    .get((format!("{number:012}").parse().unwrap(), by), || None, load, async |loaded| Ok(loaded))
                    .await
            })
        };
        let asked: Vec<_> = (0..100).map(|number| ask(number, 1)).collect();
        tokio::time::sleep(Duration::from_millis(500)).await;
        let began = tokio::time::Instant::now();
        assert_eq!(*ask(99, 2).await.unwrap().unwrap(), 99);
        assert!(began.elapsed() <= Duration::from_secs(2), "{:?}", began.elapsed());
        assert_eq!(*asked.into_iter().next_back().unwrap().await.unwrap().unwrap(), 99, "it is told at the same time");
        assert!(began.elapsed() <= Duration::from_secs(2), "{:?}", began.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn what_has_begun_is_loaded_once_however_often_somebody_asks_and_goes_away() {
        let loads = Arc::new(Loads::new(Places::new(3)));
        let (kept, begun) = (Arc::new(OnceLock::<Arc<u64>>::new()), Arc::new(AtomicUsize::new(0)));
        let ask = || {
            let (loads, kept, begun) = (loads.clone(), kept.clone(), begun.clone());
            tokio::spawn(async move {
                let (in_memory, load) = (
                    || kept.get().cloned(),
                    || async move {
                        begun.fetch_add(1, Ordering::SeqCst);
                        tokio::time::sleep(Duration::from_secs(1)).await;
                        Ok(7)
                    },
                );
                let (of, memory) = (("0123456789ab".parse().unwrap(), Address::OTHERS), kept.clone());
                let keep = async move |loaded| Ok(memory.get_or_init(|| loaded).clone());
                loads.get(of, in_memory, load, keep).await
            })
        };
        for _ in 0..100 {
            let asked = ask();
            tokio::time::sleep(Duration::from_millis(20)).await;
            asked.abort();
        }
        assert_eq!(begun.load(Ordering::SeqCst), 1);
        assert_eq!(*ask().await.unwrap().unwrap(), 7);
        assert_eq!(begun.load(Ordering::SeqCst), 1, "it was kept for who came later");
        assert!(lock(&loads.under_way).is_empty());
    }
}
