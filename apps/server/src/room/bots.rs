//! The computer's turns in a room. It plays only while somebody is connected, a spectator too: a room without connections
//! costs nothing, and the computer goes on when the first connection is back.

use std::sync::Arc;
use std::time::Duration;

use game::Seat;
use protocol::Refused;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, sleep_until};

use super::Room;
use super::commit::{Change, Decision, busy};
use super::state::RoomState;
use crate::bots::{self, Question};
use crate::store::{StoredEvent, StoredEventKind};

/// The pause after an event of the computer could not be appended.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// The pause after the queue of the thinkers was full.
const QUEUE_AGAIN_AFTER: Duration = Duration::from_millis(200);

/// A turn that the computer is about to take. A room has at most one.
pub(super) struct BotTurn {
    turn: Turn,
    /// Dropping it ends the task, and with it the thinking.
    _stop: oneshot::Sender<()>,
}

/// A seat that acts after so many events.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Turn {
    seat: Seat,
    seq: u64,
}

impl RoomState {
    /// Starts the computer's turn if it acts next and somebody is connected, and stops it otherwise.
    pub(super) fn look_whose_turn(&mut self, room: &Arc<Room>) {
        let Some(live) = &self.live else { return }; // the next reload looks again
        let may_play = !self.connections.is_empty() && !room.services.is_closing();
        let Some(turn) = live.bot_to_act().filter(|_| may_play).map(|seat| Turn { seat, seq: live.seq() }) else {
            self.bot_turn = None;
            return;
        };
        if self.bot_turn.as_ref().is_none_or(|taken| taken.turn != turn) {
            let (stop, stopped) = oneshot::channel();
            self.bot_turn = Some(BotTurn { turn, _stop: stop });
            tokio::spawn(take_turn(room.clone(), turn, stopped));
        }
    }
}

async fn take_turn(room: Arc<Room>, turn: Turn, mut stopped: oneshot::Receiver<()>) {
    while !room.services.is_closing() {
        let thought = tokio::select! {
            _ = &mut stopped => return,
            thought = room.think(turn) => thought,
        };
        let acted = match thought {
            Ok(action) => room.act_for_bot(turn, action).await,
            Err(refused) => Err(refused),
        };
        if acted.is_ok() {
            return;
        }
        tokio::select! {
            _ = &mut stopped => return,
            () = sleep(RETRY_AFTER) => {}
        }
    }
}

impl Room {
    /// The action that the computer chooses; none if its thinking failed or the turn is over.
    async fn think(self: &Arc<Self>, turn: Turn) -> Result<Option<String>, Refused> {
        let not_before = Instant::now() + self.services.limits.bot_pause;
        let answer = loop {
            let Some(question) = self.question(turn).await? else { return Ok(None) };
            match self.services.thinkers.ask(question) {
                Some(answer) => break answer,
                None => sleep(QUEUE_AGAIN_AFTER).await,
            }
        };
        let action = answer.await.ok();
        sleep_until(not_before).await;
        Ok(action)
    }

    /// Everything that the computer is given to think about; none if the turn is over.
    async fn question(self: &Arc<Self>, turn: Turn) -> Result<Option<Question>, Refused> {
        let mut state = self.lock().await?;
        if state.live().seq() != turn.seq {
            return Ok(None);
        }
        let (position, level) = state.guarded(|live| live.question(turn.seat))?;
        Ok(Some(Question { position, level: bots::level(&level), seed: self.services.entropy.number() }))
    }

    /// Plays for the computer in the same way as for a person. If its action is missing or not allowed, it plays a random
    /// one, so that the match goes on.
    async fn act_for_bot(self: &Arc<Self>, turn: Turn, action: Option<String>) -> Result<(), Refused> {
        let mut state = self.lock().await?;
        let Turn { seat, seq } = turn;
        if state.live().seq() != seq {
            return Ok(());
        }
        let allowed = state.guarded(|live| {
            let kind = action.map(StoredEventKind::Play);
            kind.filter(|kind| live.check(seat, kind).is_ok())
        })?;
        let kind = if let Some(kind) = allowed {
            kind
        } else {
            tracing::warn!(table = %self.id, seq, "the computer had no answer and plays at random");
            let seed = self.services.entropy.number();
            StoredEventKind::Play(state.guarded(|live| live.random_action(seed))?.ok_or_else(busy)?)
        };
        self.commit(&mut state, |state| {
            if state.live().seq() != seq {
                return Ok(Decision::Answer(())); // another node has played for the computer
            }
            // No client has asked for it. The number makes the request different from all others of this seat.
            let event = StoredEvent { seq: seq + 1, seat, kind: kind.clone(), request: format!("bot {}", seq + 1) };
            Ok(Decision::Append(Change::Event(event), ()))
        })
        .await
    }
}
