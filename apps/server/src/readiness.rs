//! Whether the server would keep a move: a real write, through the journal, to the store.

use std::time::Duration;

use tokio::sync::{Mutex, oneshot};
use tokio::time::{Instant, timeout};

use crate::event_log::EventLog;
use crate::journal::Probed;

/// A probe that takes longer counts as failed.
const DEADLINE: Duration = Duration::from_secs(2);
/// An answer holds for this long, so that nobody can make the server write by asking.
const HOLDS: Duration = Duration::from_secs(1);

/// Why the server should get no new players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum NotReady {
    #[error("the server is about to end")]
    Leaving,
    #[error("the store takes no writes")]
    Store,
    #[error("the store is too slow")]
    Slow,
}

/// What is known of the store, and since when.
#[derive(Default)]
pub(crate) struct Readiness(Mutex<Known>);

#[derive(Default)]
struct Known {
    last: Option<(Instant, Result<(), NotReady>)>,
    /// A probe that was not answered in time. It still waits in the journal, so no other is sent.
    waiting: Option<oneshot::Receiver<Probed>>,
}

impl Readiness {
    /// Whether a write would succeed now.
    pub(crate) async fn ask(&self, log: &EventLog) -> Result<(), NotReady> {
        let mut known = self.0.lock().await; // while one probe is under way, all who ask wait for it
        if let Some((at, answer)) = known.last
            && at.elapsed() < HOLDS
        {
            return answer;
        }
        let answer = known.probe(log).await;
        if answer.is_err() {
            log.count_failed_probe();
        }
        let before = known.last.map(|(_, before)| before);
        match answer {
            Err(not_ready) if before != Some(answer) => tracing::error!("not ready: {not_ready}"),
            Ok(()) if matches!(before, Some(Err(_))) => tracing::warn!("ready again: the store takes writes"),
            _ => {}
        }
        known.last = Some((Instant::now(), answer));
        answer
    }
}

impl Known {
    async fn probe(&mut self, log: &EventLog) -> Result<(), NotReady> {
        if self.waiting.is_none() {
            self.waiting = Some(log.probe().map_err(|_| NotReady::Slow)?);
        }
        let Some(waiting) = &mut self.waiting else { return Err(NotReady::Store) };
        let Ok(probed) = timeout(DEADLINE, waiting).await else { return Err(NotReady::Slow) };
        self.waiting = None;
        match probed {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => {
                tracing::error!("the store takes no write: {error}");
                Err(NotReady::Store)
            }
            Err(_) => Err(NotReady::Store), // the journal has ended
        }
    }
}
