//! Who comes and goes is told a few times a second at most, however many do: a crowd of spectators must not fill the queues
//! of the players.

use std::sync::{Arc, Weak};

use tokio::time::{Instant, sleep_until};

use super::state::RoomState;
use super::{ConnectionId, Room};

/// When the connections were last told who is here.
#[derive(Default)]
pub(super) struct Presence {
    told: Option<Instant>,
    /// Whether a task will tell what has changed since.
    is_due: bool,
}

impl RoomState {
    /// Somebody has come or gone: tells every connection except the one that knows already, now or soon.
    pub(super) fn tell_presence(&mut self, room: &Arc<Room>, but: Option<ConnectionId>) {
        if self.presence.is_due {
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
            Some(next) => {
                self.presence.is_due = true;
                tokio::spawn(tell_at(Arc::downgrade(room), next));
            }
        }
    }
}

async fn tell_at(room: Weak<Room>, when: Instant) {
    sleep_until(when).await;
    let Some(room) = room.upgrade() else { return };
    let mut state = room.state.lock().await;
    state.presence = Presence { told: Some(Instant::now()), is_due: false };
    state.send_people(None);
    state.tell_other_nodes(&room, true);
}
