//! What other nodes have told of a table or a journey and nobody has looked at yet. Notices come one after the other for
//! everything that is in memory, so none of them waits for a lock: one task looks at all that has come. What it could not
//! read from the store it reads later, because nobody tells of it once more.

use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use protocol::{Refused, RefusedCode};
use tokio::time::sleep;

/// The log has grown.
pub(crate) const LOG: u8 = 1;
/// Somebody has come or gone at another node.
pub(crate) const PEOPLE: u8 = 2;

/// A task waits to read the log again. No other one has to.
const RETRY: u8 = 4;

/// The pause before the log is read again after it could not be read; twice as long after each time, up to the longest. There are
/// logs that this program cannot play again, and nobody knows that before it has tried.
const READ_AGAIN_AFTER: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(4);

/// What was told and not looked at yet: [`LOG`], [`PEOPLE`], or both.
#[derive(Debug, Default)]
pub(crate) struct Unread(AtomicU8);

impl Unread {
    /// Everything that was told until now. From now on a notice starts another task.
    pub(crate) fn take(&self) -> u8 {
        self.0.fetch_and(RETRY, Ordering::AcqRel) & !RETRY
    }
}

/// Something in memory of which other nodes tell.
pub(crate) trait Reader: Send + Sync + 'static {
    /// What was told and not looked at yet.
    fn unread(&self) -> &Unread;

    /// Takes the lock, then what is unread, and looks at it. An error means that the log could not be read.
    fn look(self: &Arc<Self>) -> impl Future<Output = Result<(), Refused>> + Send;

    /// Its name for whoever reads the log of the server.
    fn name(&self) -> impl Display + Send;

    /// Whether the server closes. Then nothing is read again.
    fn is_closing(&self) -> bool;
}

/// Starts a task that looks at these news, unless one is about to begin.
pub(crate) fn look_soon<R: Reader>(reader: &Arc<R>, news: u8) {
    if reader.unread().0.fetch_or(news, Ordering::AcqRel) & !RETRY == 0 {
        tokio::spawn(look(reader.clone()));
    }
}

async fn look<R: Reader>(reader: Arc<R>) {
    if !must_look_again(&reader, reader.look().await)
        || reader.unread().0.fetch_or(RETRY, Ordering::AcqRel) & RETRY != 0
    {
        return;
    }
    let mut pause = READ_AGAIN_AFTER;
    loop {
        sleep(pause).await;
        if reader.is_closing() {
            return;
        }
        reader.unread().0.fetch_or(LOG, Ordering::AcqRel);
        if !must_look_again(&reader, reader.look().await) {
            break;
        }
        pause = (2 * pause).min(LONGEST_PAUSE);
    }
    reader.unread().0.fetch_and(!RETRY, Ordering::AcqRel);
}

/// Whether the log could not be read now and perhaps can be read later.
fn must_look_again<R: Reader>(reader: &Arc<R>, looked: Result<(), Refused>) -> bool {
    match looked {
        Ok(()) => false,
        // Another node has removed it because nobody used it.
        Err(refused) if refused.code == RefusedCode::NoSuchTable => false,
        Err(refused) => {
            tracing::warn!("{} was not read again: {}", reader.name(), refused.problem);
            refused.code == RefusedCode::Unavailable // what is damaged stays damaged
        }
    }
}
