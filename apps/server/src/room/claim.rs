//! Of the nodes that have a table in memory, one counts down for it. It holds a claim in the store while it is needed.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::{Instant, sleep};

use super::Room;
use super::commit::Stopped;
use super::state::RoomState;

/// The pause before a claim that another node has is asked for again. That node may have died.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Whether this node counts down for the table. The store has the truth; this is what the room knows of it.
#[derive(Default)]
pub(super) enum Claim {
    /// Nobody is away.
    #[default]
    NotNeeded,
    /// A task asks for it until this is dropped.
    Asked { _stop: oneshot::Sender<()> },
    /// It is this node's.
    Held,
}

impl RoomState {
    /// Asks for the claim, unless it is asked for or held already.
    pub(super) fn want_claim(&mut self, room: &Arc<Room>) {
        if matches!(self.claim, Claim::NotNeeded) {
            let (stop, stopped) = oneshot::channel();
            self.claim = Claim::Asked { _stop: stop };
            // A player who comes and goes all the time must not keep the store busy.
            let given_up = self.claim_given_up.map_or(Duration::MAX, |given_up| given_up.elapsed());
            tokio::spawn(ask_for_claim(room.clone(), ASK_AGAIN_AFTER.saturating_sub(given_up), stopped));
        }
    }

    /// Gives the claim back, or stops asking for it.
    pub(super) fn give_claim_up(&mut self, room: &Arc<Room>) {
        if matches!(std::mem::take(&mut self.claim), Claim::Held) {
            self.claim_given_up = Some(Instant::now());
            tokio::spawn(release(room.clone()));
        }
    }
}

async fn ask_for_claim(room: Arc<Room>, mut pause: Duration, mut stopped: Stopped) {
    loop {
        tokio::select! {
            biased;
            _ = &mut stopped => return,
            () = sleep(pause) => {}
        }
        pause = ASK_AGAIN_AFTER;
        // A node that tells of its countdown has the claim.
        if !room.elsewhere.is_any_counting() && room.services.node.claim(room.id).await.is_some() {
            break;
        }
    }
    let mut state = room.state.lock().await;
    if !matches!(stopped.try_recv(), Err(oneshot::error::TryRecvError::Empty)) {
        drop(state);
        return release(room).await; // meanwhile everybody is back
    }
    state.claim = Claim::Held;
    state.update_countdowns_and_bots(&room);
    state.tell_presence(&room, None);
}

async fn release(room: Arc<Room>) {
    room.services.node.release(room.id).await;
}
