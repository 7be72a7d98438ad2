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

/// Nobody may be counted out by what was counted until now.
pub(crate) const TIME: u8 = 4;

/// A task waits to read the log again. No other one has to.
const RETRY: u8 = 8;
/// A task waits for the end of a doubt ([`look_in_doubt`]).
const DOUBT: u8 = 16;
/// Another doubt has come up while it waits.
const NEW_DOUBT: u8 = 32;
/// What tasks note for themselves.
const TASKS: u8 = RETRY | DOUBT | NEW_DOUBT;

/// The pause before the log is read again after it could not be read; twice as long after each time, up to the longest. There are
/// logs that this program cannot play again, and nobody knows that before it has tried.
const READ_AGAIN_AFTER: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(4);

/// How long after a write has failed it can still become durable. PostgreSQL ends a transaction that waits for its node after
/// two seconds.
const DOUBT_LASTS: Duration = Duration::from_secs(3);
/// A database whose disk hangs can end a commit much later, and nobody is told of it. So the log is looked at again after these pauses.
const LATE_LOOKS: [Duration; 3] = [Duration::from_secs(7), Duration::from_secs(15), Duration::from_secs(30)];

/// What was told and not looked at yet: [`LOG`], [`PEOPLE`] and [`TIME`].
#[derive(Debug, Default)]
pub(crate) struct Unread(AtomicU8);

impl Unread {
    /// Everything that was told until now. From now on a notice starts another task.
    pub(crate) fn take(&self) -> u8 {
        self.0.fetch_and(TASKS, Ordering::AcqRel) & !TASKS
    }

    /// Notes a doubt. Says whether nobody waits for the end of another one: then somebody has to wait for the end of this one.
    fn begin_doubt(&self) -> bool {
        // In one step: the doubt before this one may end at any moment, and then nobody would wait for this one.
        let begin = |noted: u8| Some(noted | if noted & DOUBT == 0 { DOUBT } else { NEW_DOUBT });
        self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, begin).is_ok_and(|noted| noted & DOUBT == 0)
    }

    /// Whether a write has failed so recently that it can still become durable.
    pub(crate) fn is_in_doubt(&self) -> bool {
        self.0.load(Ordering::Acquire) & DOUBT != 0
    }

    /// Whether something was noted, such as [`TIME`], that nobody has looked at yet.
    pub(crate) fn has(&self, news: u8) -> bool {
        self.0.load(Ordering::Acquire) & news != 0
    }

    /// Ends a doubt after its time. Says no if another one has come up meanwhile, which has to have its time too.
    fn end_doubt(&self) -> bool {
        let end = |noted: u8| Some(noted & if noted & NEW_DOUBT == 0 { !DOUBT } else { !NEW_DOUBT });
        self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, end).is_ok_and(|noted| noted & NEW_DOUBT == 0)
    }
}

/// Something in memory of which other nodes tell.
pub(crate) trait Reader: Send + Sync + 'static {
    /// What was told and not looked at yet.
    fn unread(&self) -> &Unread;

    /// Takes the lock, then what is unread, and looks at it. An error means that the log could not be read.
    fn look(self: &Arc<Self>) -> impl Future<Output = Result<(), Refused>> + Send;

    /// Tells the other nodes that something is new here.
    fn tell_of_change(&self);

    /// Its name for whoever reads the log of the server.
    fn name(&self) -> impl Display + Send;

    /// Whether the server closes. Then nothing is read again.
    fn is_closing(&self) -> bool;
}

/// Starts a task that looks at these news, unless one is about to begin.
pub(crate) fn look_soon<R: Reader>(reader: &Arc<R>, news: u8) {
    if reader.unread().0.fetch_or(news, Ordering::AcqRel) & !TASKS == 0 {
        tokio::spawn(look(reader.clone()));
    }
}

/// The same, and waits until these news were looked at, unless another task is about to do it.
pub(crate) async fn look_now<R: Reader>(reader: &Arc<R>, news: u8) {
    if reader.unread().0.fetch_or(news, Ordering::AcqRel) & !TASKS == 0 {
        look(reader.clone()).await;
    }
}

/// A write has failed, and nobody knows whether it is durable all the same. If it is, nobody may ever ask for it again, and a node
/// that is asked again finds it in the log and writes nothing. So this node looks, and tells all others to look: at once, and
/// when the doubt has ended.
pub(crate) fn look_in_doubt<R: Reader>(reader: &Arc<R>) {
    tell_and_look(reader);
    if !reader.unread().begin_doubt() {
        return;
    }
    let reader = reader.clone();
    tokio::spawn(async move {
        loop {
            sleep(DOUBT_LASTS).await;
            if reader.unread().end_doubt() {
                break;
            }
        }
        tell_and_look(&reader);
        for pause in LATE_LOOKS {
            sleep(pause).await;
            if reader.is_closing() {
                return;
            }
            tell_and_look(&reader);
        }
    });
}

/// The others are told before, because the log may not be read here, and after, so that they find at least what was found here.
pub(crate) fn tell_and_look<R: Reader>(reader: &Arc<R>) {
    reader.tell_of_change();
    let reader = reader.clone();
    tokio::spawn(async move {
        look_now(&reader, LOG).await;
        reader.tell_of_change();
    });
}

async fn look<R: Reader>(reader: Arc<R>) {
    if must_look_again(&reader, reader.look().await) && reader.unread().0.fetch_or(RETRY, Ordering::AcqRel) & RETRY == 0
    {
        tokio::spawn(look_again(reader));
    }
}

async fn look_again<R: Reader>(reader: Arc<R>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubt_that_comes_up_during_another_one_has_its_time_too() {
        let unread = Unread::default();
        assert!(unread.begin_doubt());
        assert!(!unread.begin_doubt() && !unread.begin_doubt(), "somebody waits already");
        assert!(!unread.end_doubt(), "the time of the first one has passed");
        assert!(unread.end_doubt());
        assert!(unread.begin_doubt(), "nobody waits any more");
    }

    /// Two threads, one with doubts and one that ends them. In whatever order their steps come, somebody waits for the end of each.
    #[test]
    fn a_doubt_that_comes_up_when_another_one_ends_is_waited_for() {
        let unread = Unread::default();
        let is_over = std::sync::atomic::AtomicBool::new(false);
        let nobody_waits = std::thread::scope(|threads| {
            threads.spawn(|| {
                while !is_over.load(Ordering::Acquire) {
                    let _ = unread.begin_doubt();
                }
            });
            let nobody_waits = (0..100_000).any(|_| {
                // Nobody ends a doubt before it has begun.
                while unread.0.load(Ordering::Acquire) & (DOUBT | NEW_DOUBT) == 0 {
                    std::thread::yield_now();
                }
                unread.end_doubt();
                unread.0.load(Ordering::Acquire) & (DOUBT | NEW_DOUBT) == NEW_DOUBT
            });
            is_over.store(true, Ordering::Release);
            nobody_waits
        });
        assert!(!nobody_waits);
    }
}
