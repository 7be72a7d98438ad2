//! When somebody was last at a table, noted once an hour at most: tables that nobody uses are removed by it. No move costs a write
//! more, since nobody moves who is not connected.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use protocol::{FromServer, Refused};

use super::Room;
use super::claim::Claim;
use super::state::RoomState;
use crate::frame;
use crate::store::{Change, Write, Wrote};

/// The seconds after which somebody who is at a table is noted again.
const NOTED_EVERY: u64 = 3600;

impl Room {
    /// Notes that somebody is here, if somebody is. Returns when it is durable or has failed.
    pub(crate) async fn note_touch(self: &Arc<Self>) {
        if !self.has_connections() {
            return;
        }
        let due = self.due_touch(&mut *self.state.lock().await);
        if let Some(now) = due {
            note(self.clone(), now).await;
        }
    }

    /// Somebody comes or goes: notes it soon.
    pub(super) fn note_touch_soon(self: &Arc<Self>, state: &mut RoomState) {
        if let Some(now) = self.due_touch(state) {
            tokio::spawn(note(self.clone(), now));
        }
    }

    /// The time to note, if the last one was noted long ago. A match that is over is kept for ever.
    fn due_touch(&self, state: &mut RoomState) -> Option<u64> {
        let live = state.live.as_mut().filter(|live| !live.is_over())?;
        let now = self.services.clock.calendar();
        let touched = live.row.touched.filter(|touched| now >= touched + NOTED_EVERY);
        touched.map(|_| *live.row.touched.insert(now))
    }

    /// The table was removed: nobody can go on here. Everybody who is connected is told so.
    pub(super) fn end(self: &Arc<Self>, state: &mut RoomState, refused: Refused) -> Refused {
        state.send_to_all(&frame::frame(&FromServer::Refused(refused.clone())));
        state.connections.clear(); // each ends after this frame
        self.connections.store(0, Ordering::Relaxed);
        state.countdowns.stop();
        state.claim = Claim::NotNeeded; // it was removed with the table
        state.bot_turn = None;
        state.forget(refused)
    }
}

async fn note(room: Arc<Room>, now: u64) {
    match room.services.log.append(Write::Change(room.id, Change::Touched(Some(now)))).await {
        Ok(Wrote::Beaten) => room.hear_of_change(), // the table was removed at the same moment
        Ok(Wrote::Kept) | Err(_) => {}              // a failure is logged; an hour later it is tried again
    }
}
