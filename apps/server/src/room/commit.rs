//! One way to append for everything that a room makes durable: decide by what the room knows, append, and once that is
//! durable, apply the change and tell everybody. If another node appended first, reload the log and decide again.

use std::sync::Arc;

use game::{Seat, Share};
use protocol::{FromServer, Refused, RefusedCode};

use super::state::RoomState;
use super::{ConnectionId, Room};
use crate::frame::{self, refused};
use crate::ids::TableId;
use crate::live::Unreadable;
use crate::store::{Sitter, StoredEvent, TableRow, Write, Wrote};

/// How often a room decides about one request before it tells the client to ask again.
const TRIES: u32 = 3;

/// What a room makes of a request, by the log as far as the room knows it. A request that stays wrong whatever other
/// nodes have appended is refused with an error instead.
pub(super) enum Decision<T> {
    /// There is nothing to append.
    Answer(T),
    /// The answer holds once the change is durable.
    Append(Change, T),
    /// Another node may have appended what makes the request right: the room reloads the log once and decides again.
    RefuseIfCurrent(Refused),
}

/// What a room makes durable.
pub(super) enum Change {
    /// A person takes a free seat over this connection, or a computer takes it over none.
    Sit { seat: Seat, sitter: Sitter, connection: Option<ConnectionId> },
    /// The player who sat down by this request loses the seat before the match begins.
    Free { seat: Seat, request: String },
    /// A seat adds to the dice.
    Share { seat: Seat, share: Share },
    /// The next event of the match.
    Event(StoredEvent),
    /// The table of the rematch.
    Rematch(TableRow),
}

impl Change {
    fn to_write(&self, table: TableId) -> Write {
        match self {
            Self::Sit { seat, sitter, .. } => Write::Sit(table, *seat, sitter.clone()),
            Self::Free { seat, request } => Write::Free(table, *seat, request.clone()),
            Self::Share { seat, share } => Write::Share(table, *seat, *share),
            Self::Event(event) => Write::Event(table, event.clone()),
            Self::Rematch(row) => Write::Next(table, row.clone()),
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
        let mut has_reloaded = false;
        for _ in 0..TRIES {
            match decide(state)? {
                Decision::Answer(answer) => return Ok(answer),
                Decision::RefuseIfCurrent(refused) if has_reloaded => return Err(refused),
                Decision::RefuseIfCurrent(_) => {}
                Decision::Append(change, answer) => match self.services.log.append(change.to_write(self.id)).await {
                    Ok(Wrote::Kept) => {
                        self.services.node.publish(self.id);
                        if self.apply(state, change).is_err() {
                            // The change is durable all the same: the room takes it from the log.
                            self.reload(state).await?;
                        }
                        return Ok(answer);
                    }
                    Ok(Wrote::Beaten) => {}
                    // Nobody knows whether the store has kept it: the log will say.
                    Err(refused) => return Err(state.forget(refused)),
                },
            }
            self.reload(state).await?;
            has_reloaded = true;
        }
        Err(busy())
    }

    /// Takes over a change that is durable, and tells everybody who is connected. If it fails, the room has forgotten its
    /// state.
    fn apply(self: &Arc<Self>, state: &mut RoomState, change: Change) -> Result<(), Refused> {
        match change {
            Change::Sit { seat, sitter, connection } => {
                if let Some(connection) = connection {
                    state.seat(connection, seat);
                }
                let changed = state.guarded(|live| live.sit(seat, sitter))?;
                self.send_who_sits(state, changed)?;
            }
            Change::Free { seat, .. } => {
                state.live_mut().free(seat);
                self.send_who_sits(state, Ok(()))?;
            }
            Change::Share { seat, share } => {
                let changed = state.guarded(|live| live.share(seat, share))?;
                self.send_who_sits(state, changed)?;
            }
            Change::Event(event) => self.apply_event(state, event)?,
            Change::Rematch(row) => {
                state.live_mut().next = Some(row.id);
                state.send_to_all(&frame::frame(&FromServer::Next { table: row.id.to_string() }));
            }
        }
        Ok(())
    }

    fn apply_event(self: &Arc<Self>, state: &mut RoomState, event: StoredEvent) -> Result<(), Refused> {
        tracing::trace!(table = %self.id, seq = event.seq, seat = event.seat.0, "event");
        let awaited = state.countdowns.seats();
        state.apply_event(event)?;
        state.look_round(self); // an event can end the match or put a seat out of it: nobody waits for that seat then
        if awaited != state.countdowns.seats() && !state.live().is_over() {
            state.send_people(None);
        }
        Ok(())
    }

    /// Tells everybody who sits now. If the match has begun by it, the message of the beginning says so too.
    fn send_who_sits(self: &Arc<Self>, state: &mut RoomState, changed: Result<(), Unreadable>) -> Result<(), Refused> {
        state.keep_or_forget(changed)?;
        state.look_round(self);
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
