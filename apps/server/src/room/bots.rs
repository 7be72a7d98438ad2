//! The computer's turns in a room. It plays only while somebody is connected, a spectator too: a room without connections
//! costs nothing, and the computer goes on when the first connection is back.

use std::sync::Arc;

use game::Seat;
use protocol::Refused;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use super::Room;
use super::commit::{Decision, Stopped, busy, commit_when_ready};
use super::state::RoomState;
use crate::bots::{self, Question};
use crate::store::{Change, StoredEvent, StoredEventKind};
use crate::workers::{Asked, WireQuestion};

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
    /// If the computer acts next and somebody is connected, starts its turn. Otherwise stops it.
    pub(super) fn update_bot_turn(&mut self, room: &Arc<Room>) {
        let Some(live) = &self.live else { return }; // the next reload looks again
        let is_first = self.is_first_node(room.services.node.id());
        let may_play = !self.connections.is_empty() && is_first && !room.services.is_closing();
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

async fn take_turn(room: Arc<Room>, turn: Turn, stopped: Stopped) {
    commit_when_ready(stopped, || room.think(turn), |action| room.act_for_bot(turn, action)).await;
}

impl Room {
    /// The action that the computer chooses; none if its thinking failed or the turn is over.
    async fn think(self: &Arc<Self>, turn: Turn) -> Result<Option<String>, Refused> {
        let not_before = Instant::now() + self.services.limits.bot_pause;
        let Some((question, wire)) = self.question(turn).await? else { return Ok(None) };
        let asked = Instant::now();
        let by_worker = match (&self.services.workers, wire) {
            (Some(workers), Some(wire)) => workers.ask(&wire).await,
            _ => Asked::Nobody,
        };
        let (action, by) = match by_worker {
            Asked::Action(action) => (Some(action), "worker"),
            Asked::Nobody => (self.services.thinkers.ask(question).ok_or_else(busy)?.await.ok(), "node"),
        };
        self.services.numbers.thoughts.observe_time(asked.elapsed());
        self.services.numbers.thought_by.add_one(by);
        sleep_until(not_before).await;
        Ok(action)
    }

    /// Everything that the computer is given to think about, and the same for a worker if there may be workers; none if the
    /// turn is over.
    async fn question(self: &Arc<Self>, turn: Turn) -> Result<Option<(Question, Option<WireQuestion>)>, Refused> {
        let mut state = self.lock().await?;
        if state.live().seq() != turn.seq {
            return Ok(None);
        }
        let (position, level) = state.guarded(|live| live.question(turn.seat))?;
        let (asker, seed, row) = (state.asker(), self.services.entropy.number(), &state.live().row);
        let wire = self.services.workers.is_some().then(|| WireQuestion {
            game: row.game.clone(),
            rules_version: row.rules_version,
            rules: row.rules.as_deref().cloned(),
            view: position.view(),
            level: bots::level(&level).clone(),
            seed,
            asker: self.services.guest_number(asker),
        });
        Ok(Some((Question { asker, position, level: bots::level(&level), seed }, wire)))
    }

    /// Plays for the computer in the same way as for a person.
    async fn act_for_bot(self: &Arc<Self>, turn: Turn, action: Option<String>) -> Result<(), Refused> {
        let mut state = self.lock().await?;
        let Turn { seat, seq } = turn;
        self.commit(&mut state, |state| {
            if state.live().seq() != seq {
                return Ok(Decision::Answer(())); // the turn is over, or another node has played for the computer
            }
            let kind = self.allowed_or_random(state, turn, action.clone())?;
            // No client has asked for it. The number makes the request different from all others of this seat.
            let event = StoredEvent { seq: seq + 1, seat, kind, request: format!("bot {}", seq + 1) };
            Ok(Decision::append(Change::Event(event), ()))
        })
        .await
    }

    /// The computer's action. If it is missing or not allowed, a random one, so that the match goes on.
    fn allowed_or_random(
        &self,
        state: &mut RoomState,
        Turn { seat, seq }: Turn,
        action: Option<String>,
    ) -> Result<StoredEventKind, Refused> {
        let allowed = state.guarded(|live| {
            let kind = action.map(StoredEventKind::Play);
            kind.filter(|kind| live.check(seat, kind).is_ok())
        })?;
        if let Some(kind) = allowed {
            return Ok(kind);
        }
        tracing::warn!(table = %self.id, seq, "the computer had no answer and plays at random");
        let seed = self.services.entropy.number();
        Ok(StoredEventKind::Play(state.guarded(|live| live.random_action(seed))?.ok_or_else(busy)?))
    }
}
