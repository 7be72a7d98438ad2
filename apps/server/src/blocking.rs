//! Where work is done that waits for a disk or takes a while: on threads, so that no connection waits for it. A simulation does
//! it in place instead, because the order in which threads run is never the same twice.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use tokio::sync::oneshot;

/// Where work is done that waits for a disk or takes a while.
#[derive(Clone, Default)]
pub struct Blocking(Option<Arc<Wait>>);

type Wait = dyn Fn() -> BoxFuture<'static, ()> + Send + Sync;

/// Why work has no result: it panicked, or the system had no thread for it.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the work panicked, or there was no thread for it")]
pub struct Panicked;

impl Blocking {
    /// On threads.
    pub fn on_threads() -> Self {
        Self(None)
    }

    /// In the task that asks for it, after a wait that `wait` gives.
    pub fn in_place(wait: impl Fn() -> BoxFuture<'static, ()> + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(wait)))
    }

    pub(crate) fn is_in_place(&self) -> bool {
        self.0.is_some()
    }

    /// On a thread of its own: what must not wait behind thousands of other works, and is done seldom.
    pub(crate) async fn run_apart<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Panicked> {
        if self.is_in_place() {
            return self.run(work).await;
        }
        let (done, result) = oneshot::channel();
        let working = move || {
            let _ = done.send(work());
        };
        std::thread::Builder::new().name("apart".to_owned()).spawn(working).map_err(|_| Panicked)?;
        result.await.map_err(|_| Panicked)
    }

    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Panicked> {
        match &self.0 {
            None => tokio::task::spawn_blocking(work).await.map_err(|_| Panicked),
            Some(wait) => {
                wait().await;
                let done = work();
                wait().await; // the answer is under way for a while too
                Ok(done)
            }
        }
    }
}
