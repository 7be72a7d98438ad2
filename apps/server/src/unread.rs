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

/// The pause before the log is read again after the store has failed.
const READ_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// What was told and not looked at yet: [`LOG`], [`PEOPLE`], or both.
#[derive(Debug, Default)]
pub(crate) struct Unread(AtomicU8);

impl Unread {
    /// Everything that was told until now. From now on a notice starts another task.
    pub(crate) fn take(&self) -> u8 {
        self.0.swap(0, Ordering::AcqRel)
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
    if reader.unread().0.fetch_or(news, Ordering::AcqRel) == 0 {
        tokio::spawn(look(reader.clone()));
    }
}

async fn look<R: Reader>(reader: Arc<R>) {
    let Err(refused) = reader.look().await else { return };
    if refused.code == RefusedCode::NoSuchTable {
        return; // another node has removed it because nobody used it
    }
    tracing::warn!("{} was not read again: {}", reader.name(), refused.problem);
    if refused.code != RefusedCode::Unavailable {
        return; // what is damaged stays damaged
    }
    sleep(READ_AGAIN_AFTER).await;
    if !reader.is_closing() {
        look_soon(&reader, LOG);
    }
}
