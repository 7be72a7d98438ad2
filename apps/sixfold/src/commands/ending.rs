//! How a server and a worker end: when they are asked to, also before they have started.

use std::time::Duration;

use tokio::runtime::Runtime;

use crate::failure::Failure;
use crate::logging::Log;

/// What became of a server or a worker.
pub(super) enum Run {
    /// It was asked to end before it had started.
    NotStarted,
    /// It has run and was asked to end.
    Ended,
}

impl Run {
    /// Ends the threads of a server or a worker.
    pub(super) fn leave(runtime: Runtime, run: Result<Self, Failure>, log: &Log) -> Result<(), Failure> {
        let patience = match run {
            // What still thinks or reads on a thread of its own does not hold up the end.
            Ok(Self::Ended) | Err(_) => Duration::from_secs(1),
            // A thread waits for a store or a bus that does not answer.
            Ok(Self::NotStarted) => Duration::ZERO,
        };
        runtime.shutdown_timeout(patience);
        log.tell();
        run.map(drop)
    }
}

impl EndRequests {
    /// Starts something, unless the process is asked to end before that. Then it says what it was about to do.
    pub(super) async fn or<T>(
        &mut self,
        start: impl Future<Output = Result<T, Failure>>,
        doing: &str,
    ) -> Result<Option<T>, Failure> {
        tokio::select! {
            started = start => started.map(Some),
            () = self.next() => {
                eprintln!("sixfold: ended as asked, while {doing}");
                Ok(None)
            }
        }
    }
}

/// When the person presses Ctrl-C or the system asks the process to end.
#[cfg(unix)]
pub(super) struct EndRequests {
    interrupted: tokio::signal::unix::Signal,
    terminated: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl EndRequests {
    pub(super) fn new() -> Result<Self, Failure> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupted: signal(SignalKind::interrupt())?, terminated: signal(SignalKind::terminate())? })
    }

    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
        }
    }
}

/// When the person presses Ctrl-C.
#[cfg(not(unix))]
pub(super) struct EndRequests;

#[cfg(not(unix))]
impl EndRequests {
    pub(super) fn new() -> Result<Self, Failure> {
        Ok(Self)
    }

    pub(super) async fn next(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
