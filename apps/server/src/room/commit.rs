//! The one way to append for everything that a room makes durable: decide from the state of the room, append, and once that
//! is durable, apply the change and tell everybody. If another node appended first, reload the log and decide again.

use std::sync::Arc;
use std::time::Duration;

use protocol::{FromServer, Refused, RefusedCode};
use tokio::sync::oneshot;
use tokio::time::sleep;

use super::state::RoomState;
use super::{ConnectionId, Room};
use crate::event_log::NotAppended;
use crate::frame::{self, refused};
use crate::limits::Rate;
use crate::store::{Change, Fence, StoredEvent, Write, Wrote};
use crate::unread::{Reader as _, look_in_doubt};
use crate::unreadable::Unreadable;

/// How often a room decides about one request before it tells the client to ask again.
const TRIES: u32 = 3;

/// The pause before a task of the room tries again what could not be appended.
const RETRY_AFTER: Duration = Duration::from_secs(1);

/// The decision about a request, from the part of the log that the room has read. A request that no later event can make
/// right is refused with an error instead.
pub(super) enum Decision<T> {
    /// There is nothing to append.
    Answer(T),
    /// The answer holds once the change is durable.
    Append {
        change: Change,
        /// The connection over which a person takes the seat of a [`Change::Sit`].
        connection: Option<ConnectionId>,
        /// The claim on the table by which this node appends; none if anybody may.
        fence: Option<Fence>,
        answer: T,
    },
    /// Another node may have appended what makes the request right. If it may, the room reloads the log once and decides again.
    RefuseIfCurrent(Refused),
}

impl<T> Decision<T> {
    /// To append a change that seats no connection.
    pub(super) fn append(change: Change, answer: T) -> Self {
        Self::Append { change, connection: None, fence: None, answer }
    }
}

/// How often the log of a room is read again for requests that it does not explain. Whoever is refused again and again makes
/// everybody at the table wait for the store.
pub(super) const LOOKS: Rate = Rate { a_second: 20.0, at_once: 100.0 };

/// Resolves when the task that waits for it shall end.
pub(super) type Stopped = oneshot::Receiver<()>;

/// For a task of the room that waits for something and then commits: repeats both until the commit succeeds or the task is
/// stopped. A commit that has begun is never dropped half-way, because it may have appended already.
pub(super) async fn commit_when_ready<T, Ready, Committed>(
    mut stopped: Stopped,
    mut wait: impl FnMut() -> Ready,
    mut commit: impl FnMut(T) -> Committed,
) where
    Ready: Future<Output = Result<T, Refused>>,
    Committed: Future<Output = Result<(), Refused>>,
{
    loop {
        let ready = tokio::select! {
            biased;
            _ = &mut stopped => return,
            ready = wait() => ready,
        };
        let committed = match ready {
            Ok(ready) => commit(ready).await,
            Err(refused) => Err(refused),
        };
        if committed.is_ok() {
            return;
        }
        tokio::select! {
            biased;
            _ = &mut stopped => return,
            () = sleep(RETRY_AFTER) => {}
        }
    }
}

impl Room {
    /// Carries out what `decide` says. It is asked again after every reload, at most [`TRIES`] times in all.
    pub(super) async fn commit<T>(
        self: &Arc<Self>,
        state: &mut RoomState,
        mut decide: impl FnMut(&mut RoomState) -> Result<Decision<T>, Refused>,
    ) -> Result<T, Refused> {
        // A reading that began after this was asked has found everything that could make it right. Many who ask at once share one.
        let mut has_reloaded = state.read.is_some_and(|read| read > state.asked);
        for _ in 0..TRIES {
            match decide(state)? {
                Decision::Answer(answer) => return Ok(answer),
                Decision::RefuseIfCurrent(refused) if has_reloaded || !self.may_be_behind() => return Err(refused),
                Decision::RefuseIfCurrent(_) if !state.may_look() => return Err(busy()),
                Decision::RefuseIfCurrent(_) => {}
                Decision::Append { change, connection, fence, answer } => {
                    let write = match fence {
                        None => Write::Change(self.id, change),
                        Some(fence) => Write::Fenced(self.id, fence, change),
                    };
                    match self.services.log.append_and_return(write).await {
                        Ok((Wrote::Kept, Write::Change(_, change) | Write::Fenced(_, _, change))) => {
                            self.tell_of_change();
                            if self.apply(state, change, connection).is_err() {
                                // The change is durable all the same: the room takes it from the log.
                                Box::pin(self.reload(state)).await?;
                            }
                            return Ok(answer);
                        }
                        Ok(_) => {} // somebody else was first
                        Err(NotAppended { refused, may_be_durable: true }) => {
                            look_in_doubt(self);
                            return Err(state.forget(refused));
                        }
                        Err(NotAppended { refused, may_be_durable: false }) => return Err(refused),
                    }
                }
            }
            Box::pin(self.reload(state)).await?;
            has_reloaded = true;
        }
        Err(busy())
    }

    /// Whether something may have been appended that is not known here: by another node, or by a write of this one that has failed.
    pub(super) fn may_be_behind(&self) -> bool {
        !self.services.node.has_all_connections() || self.unread.is_in_doubt()
    }

    /// Takes over a change that is durable, and tells everybody who is connected. If it fails, the room has forgotten its
    /// state.
    fn apply(
        self: &Arc<Self>,
        state: &mut RoomState,
        change: Change,
        connection: Option<ConnectionId>,
    ) -> Result<(), Refused> {
        match change {
            Change::Sit(seat, sitter) => {
                if let Some(connection) = connection {
                    state.seat(connection, seat);
                }
                let changed = state.guarded(|live| live.sit(seat, sitter))?;
                self.send_who_sits(state, changed)
            }
            Change::Free(seat, _) => {
                state.live_mut().free(seat);
                self.send_who_sits(state, Ok(()))
            }
            Change::Commit(seat, _, commitment) => {
                state.live_mut().commit_to_share(seat, commitment);
                self.send_who_sits(state, Ok(()))
            }
            Change::Share(seat, _, share) => {
                let changed = state.guarded(|live| live.share(seat, share))?;
                self.send_who_sits(state, changed)
            }
            Change::Event(event) => self.apply_event(state, event),
            Change::Rematch(row) => {
                state.live_mut().next = Some(row.id);
                state.send_to_all(&frame::frame(&FromServer::Next { table: row.id.to_string() }));
                Ok(())
            }
            Change::Touched(touched) => {
                state.live_mut().row.touched = touched;
                Ok(())
            }
        }
    }

    fn apply_event(self: &Arc<Self>, state: &mut RoomState, event: StoredEvent) -> Result<(), Refused> {
        tracing::trace!(table = %self.id, seq = event.seq, seat = event.seat.0, "event");
        let awaited = state.countdowns.seats();
        state.apply_event(event)?;
        state.update_countdowns_and_bots(self); // an event can end the match or put a seat out of it: nobody waits for that seat then
        if awaited != state.countdowns.seats() && !state.live().is_over() {
            state.send_people(None);
        }
        Ok(())
    }

    /// Tells everybody who sits now. If the match has begun by it, the message of the beginning says so too.
    fn send_who_sits(self: &Arc<Self>, state: &mut RoomState, changed: Result<(), Unreadable>) -> Result<(), Refused> {
        state.keep_or_forget(changed)?;
        state.update_countdowns_and_bots(self);
        if state.has_unsent_beginning() {
            state.send_news()?;
        } else {
            state.send_people(None);
        }
        Ok(())
    }
}

pub(super) fn busy() -> Refused {
    refused(RefusedCode::Unavailable, "the table is busy; ask again")
}
