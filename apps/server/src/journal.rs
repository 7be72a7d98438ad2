//! Group commit: one thread takes all writes that wait and makes them durable with one sync. While the disk works, the
//! next ones gather, so the busier a server is, the more moves share a sync. Where the disk is so quick that few gather on a
//! busy server, the thread lets some time pass between two batches: each costs processor time that the moves need.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::blocking::Blocking;
use crate::metrics::JournalNumbers;
use crate::store::{Store, StoreError, Write, Wrote};

/// The most writes that share a sync. Bounds what one commit costs.
const MOST_A_BATCH: usize = 512;
/// So many writes in one batch are the sign of a busy server.
const BUSY: usize = 8;
/// The least time from the beginning of such a batch to the next one. Short against what people notice, and no pause at all
/// where a sync takes as long.
const BETWEEN_BATCHES: Duration = Duration::from_millis(1);

/// What became of a write, with the write: whoever asked goes on with what is durable and needs no copy of it.
type Answer = (Result<Wrote, StoreError>, Write);
/// What became of a probe.
pub(crate) type Probed = Result<(), StoreError>;

/// What waits for the store.
#[derive(Debug)]
#[allow(
    clippy::large_enum_variant,
    reason = "nearly all are writes, and a box for each would cost more than the place"
)]
enum Waiting {
    Write(Write, oneshot::Sender<Answer>),
    /// Somebody wants to know whether a write would succeed.
    Probe(oneshot::Sender<Probed>),
}

/// Why a write is not known to be durable.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotWritten {
    /// The store was not asked.
    #[error("too many writes wait for the store")]
    QueueFull,
    /// The store may have kept the write or not.
    #[error(transparent)]
    Failed(StoreError),
}

/// The queue in front of a store.
pub(crate) struct Journal {
    way: Way,
    numbers: Arc<JournalNumbers>,
}

/// How writes reach the store.
enum Way {
    /// To the thread that writes.
    Queue(SyncSender<Waiting>),
    /// A simulation has no threads: each write is a batch of its own.
    InPlace(Arc<dyn Store>, Blocking),
}

impl Journal {
    /// Starts the writing thread, unless there shall be no threads. It ends when the journal is dropped and everything that
    /// waited is written.
    pub(crate) fn start(
        store: Arc<dyn Store>,
        most_waiting: usize,
        blocking: &Blocking,
    ) -> (Self, Option<JoinHandle<()>>) {
        let numbers = Arc::new(JournalNumbers::default());
        if blocking.is_in_place() {
            return (Self { way: Way::InPlace(store, blocking.clone()), numbers }, None);
        }
        let (queue, waiting) = sync_channel(most_waiting);
        let thread = std::thread::Builder::new().name("journal".to_owned());
        let counted = numbers.clone();
        let thread = thread.spawn(move || write_all(&*store, &waiting, &counted)).expect("a thread can be started");
        (Self { way: Way::Queue(queue), numbers }, Some(thread))
    }

    /// What it counts.
    pub(crate) fn numbers(&self) -> Arc<JournalNumbers> {
        self.numbers.clone()
    }

    /// Returns when the write is durable, or when another write was first. The write comes back.
    pub(crate) async fn write(&self, write: Write) -> Result<(Wrote, Write), NotWritten> {
        let queue = match &self.way {
            Way::Queue(queue) => queue,
            Way::InPlace(store, blocking) => return Box::pin(write_in_place(store.clone(), blocking, write)).await,
        };
        let (answer, answered) = oneshot::channel();
        send(queue, Waiting::Write(write, answer))?;
        let (outcome, write) = answered.await.map_err(|_| NotWritten::Failed(ended()))?;
        outcome.map(|wrote| (wrote, write)).map_err(NotWritten::Failed)
    }

    /// Asks whether a write would succeed, in its turn after all that wait.
    pub(crate) fn probe(&self) -> Result<oneshot::Receiver<Probed>, NotWritten> {
        let (answer, answered) = oneshot::channel();
        match &self.way {
            Way::Queue(queue) => send(queue, Waiting::Probe(answer))?,
            Way::InPlace(store, _) => drop(answer.send(guarded(|| store.probe()))),
        }
        Ok(answered)
    }
}

async fn write_in_place(
    store: Arc<dyn Store>,
    blocking: &Blocking,
    write: Write,
) -> Result<(Wrote, Write), NotWritten> {
    let ask = move || guarded(|| store.write(std::slice::from_ref(&write))).map(|done| (done[0], write));
    let done = blocking.run(ask).await;
    done.unwrap_or_else(|panicked| Err(StoreError::Failed(panicked.to_string()))).map_err(NotWritten::Failed)
}

fn send(queue: &SyncSender<Waiting>, waiting: Waiting) -> Result<(), NotWritten> {
    queue.try_send(waiting).map_err(|error| match error {
        TrySendError::Full(_) => NotWritten::QueueFull,
        TrySendError::Disconnected(_) => NotWritten::Failed(ended()),
    })
}

fn ended() -> StoreError {
    StoreError::Failed("the journal has ended".to_owned())
}

fn write_all(store: &dyn Store, waiting: &Receiver<Waiting>, numbers: &JournalNumbers) {
    while let Ok(first) = waiting.recv() {
        let (mut batch, mut answers, mut probes) = (Vec::new(), Vec::new(), Vec::new());
        let mut next = Some(first);
        while let Some(asked) = next {
            match asked {
                Waiting::Write(write, answer) => {
                    batch.push(write);
                    answers.push(answer);
                }
                Waiting::Probe(answer) => probes.push(answer),
            }
            next = if batch.len() + probes.len() < MOST_A_BATCH { waiting.try_recv().ok() } else { None };
        }
        let (writes, began) = (batch.len(), Instant::now());
        let outcome = if batch.is_empty() {
            guarded(|| store.probe())
        } else {
            let wrote = guarded(|| store.write(&batch));
            numbers.count(&batch, &wrote, began.elapsed());
            for (index, (answer, write)) in answers.into_iter().zip(batch).enumerate() {
                // The task that asked may have ended; what was written stays.
                let _ = answer.send((wrote.as_ref().map(|wrote| wrote[index]).map_err(Clone::clone), write));
            }
            match wrote {
                // Nothing of such a batch was written: each table or place had changed before.
                Ok(wrote) if !probes.is_empty() && !wrote.contains(&Wrote::Kept) => guarded(|| store.probe()),
                wrote => wrote.map(drop), // a write that has just succeeded is the best probe
            }
        };
        for probe in probes {
            let _ = probe.send(outcome.clone());
        }
        std::thread::sleep(pause_after(writes, began.elapsed()));
    }
}

/// How long the next writes gather after a batch of so many, which took so long.
fn pause_after(writes: usize, took: Duration) -> Duration {
    if (BUSY..MOST_A_BATCH).contains(&writes) { BETWEEN_BATCHES.saturating_sub(took) } else { Duration::ZERO }
}

/// A store that panics has failed.
fn guarded<T>(ask: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    catch_unwind(AssertUnwindSafe(ask)).unwrap_or_else(|_| Err(StoreError::Failed("the store panicked".to_owned())))
}

#[cfg(test)]
mod tests {
    use std::sync::{Barrier, Mutex};

    use super::*;
    use crate::ids::TableId;
    use crate::store::{Change, Memory};
    use crate::tests::hooked::{Asked, Hooked, Hooks};

    /// Keeps the sizes of the batches. It waits with the first one until the test says that all have come.
    struct Counting {
        batches: Mutex<Vec<usize>>,
        all_have_come: Barrier,
    }

    impl Hooks for Counting {
        fn before(&self, asked: Asked) -> Result<(), StoreError> {
            assert_eq!(asked, Asked::Write, "a journal reads and claims nothing");
            Ok(())
        }

        fn write(&self, _: &Memory, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
            let mut batches = self.batches.lock().unwrap();
            if batches.is_empty() {
                self.all_have_come.wait();
            }
            batches.push(batch.len());
            Ok(vec![Wrote::Kept; batch.len()])
        }
    }

    /// Beats every write or keeps it, and has no room for a probe.
    struct Full(Wrote);

    impl Hooks for Full {
        fn write(&self, _: &Memory, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
            match batch {
                [] => Err(StoreError::Failed("the disk is full".to_owned())),
                writes => Ok(vec![self.0; writes.len()]),
            }
        }
    }

    #[test]
    fn only_a_batch_of_which_something_was_written_answers_a_probe() {
        let change = || Write::Change(TableId::from_number(1), Change::Free(game::Seat(0), String::new()));
        for (became, is_ready) in [(Wrote::Kept, true), (Wrote::Beaten, false)] {
            let (queue, waiting) = sync_channel(4);
            let (wrote, probed) = (oneshot::channel(), oneshot::channel());
            queue.send(Waiting::Write(change(), wrote.0)).unwrap();
            queue.send(Waiting::Probe(probed.0)).unwrap();
            drop(queue);
            write_all(&Hooked::new(Full(became)), &waiting, &JournalNumbers::default());
            assert_eq!(wrote.1.blocking_recv().unwrap().0.unwrap(), became);
            assert_eq!(probed.1.blocking_recv().unwrap().is_ok(), is_ready, "{became:?}");
        }
    }

    #[test]
    fn writes_gather_for_a_millisecond_only_on_a_busy_server_with_a_quick_disk() {
        let [none, some, rest, most] = [0, 400, 600, 1_000].map(Duration::from_micros);
        assert_eq!(pause_after(BUSY - 1, none), none);
        assert_eq!([none, some, most].map(|took| pause_after(BUSY, took)), [most, rest, none]);
        assert_eq!(pause_after(MOST_A_BATCH, 10 * most), none, "a slow disk gives time enough");
        assert_eq!(pause_after(MOST_A_BATCH, none), none, "others wait already");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn more_writes_than_a_batch_takes_are_all_written_in_the_next_ones() {
        let counting = Counting { batches: Mutex::default(), all_have_come: Barrier::new(2) };
        let store = Arc::new(Hooked::new(counting));
        let (journal, _) = Journal::start(store.clone(), 4 * MOST_A_BATCH, &Blocking::on_threads());
        let journal = Arc::new(journal);
        let write = || Write::Change(TableId::from_number(1), Change::Free(game::Seat(0), String::new()));
        let mut waiting: Vec<_> = (0..3 * MOST_A_BATCH)
            .map(|_| {
                Box::pin({
                    let journal = journal.clone();
                    async move { journal.write(write()).await }
                })
            })
            .collect();
        // Polled once, a write is in the queue.
        for write in &mut waiting {
            assert!(futures_util::FutureExt::now_or_never(write).is_none());
        }
        store.hooks.all_have_come.wait();
        for write in waiting {
            assert_eq!(write.await.expect("no write is lost").0, Wrote::Kept);
        }
        let batches = store.hooks.batches.lock().unwrap();
        assert_eq!(batches.iter().sum::<usize>(), 3 * MOST_A_BATCH);
        assert!(batches.iter().all(|&size| size <= MOST_A_BATCH), "{batches:?}");
    }
}
