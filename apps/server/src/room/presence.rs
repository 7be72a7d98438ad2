//! Who comes and goes is told a few times a second at most, however many do: a crowd of spectators must not fill the queues
//! of the players.

use std::sync::Arc;

use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use super::commit::Stopped;
use super::state::RoomState;
use super::{ConnectionId, Room};

/// When the connections were last told who is here.
#[derive(Default)]
pub(super) struct Presence {
    told: Option<Instant>,
    /// A task will tell what has changed since. Dropping this ends it.
    due: Option<oneshot::Sender<()>>,
}

impl RoomState {
    /// Somebody has come or gone: tells every connection except the one that knows already, now or soon.
    pub(super) fn tell_presence(&mut self, room: &Arc<Room>, but: Option<ConnectionId>) {
        if self.presence.due.is_some() {
            return;
        }
        let now = Instant::now();
        let next = self.presence.told.map(|told| told + room.services.limits.presence_pause);
        match next.filter(|next| *next > now) {
            None => {
                self.presence.told = Some(now);
                self.send_people(but);
                self.tell_other_nodes(room, true);
            }
            Some(next) => self.tell_presence_at(room, next),
        }
    }

    /// Tells every connection and the other nodes at this moment, unless they are about to be told.
    pub(super) fn tell_presence_at(&mut self, room: &Arc<Room>, when: Instant) {
        // A server that closes lets its rooms go at once, and with them the store.
        if self.presence.due.is_none() && !room.services.is_closing() {
            let (stop, stopped) = oneshot::channel();
            self.presence.due = Some(stop);
            tokio::spawn(tell_at(room.clone(), when, stopped));
        }
    }
}

/// Keeps the room in memory until then: otherwise other nodes would never learn that the last one has gone.
async fn tell_at(room: Arc<Room>, when: Instant, stopped: Stopped) {
    tokio::select! {
        biased;
        _ = stopped => return,
        () = sleep_until(when) => {}
    }
    let mut state = room.state.lock().await;
    state.presence = Presence { told: Some(Instant::now()), due: None };
    state.send_people(None);
    state.tell_other_nodes(&room, true);
}
