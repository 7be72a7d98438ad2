//! The computer's turns at a table. It plays only while somebody is there to see it: a table that nobody looks at costs
//! nothing, and goes on when the first one is back.

use std::sync::Arc;
use std::time::Duration;

use game::Seat;
use protocol::{BotSeat, Refused, RefusedCode};
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, sleep_until};

use super::deeds::not_seated;
use super::inside::Inside;
use super::{GuestId, Room, TRIES, busy};
use crate::bots::{self, Question};
use crate::frame::refused;
use crate::store::{Deed, Event, Write, Wrote};

/// When a computer that could not act is asked again, and one whose queue was full.
const ASK_AGAIN: Duration = Duration::from_secs(1);
const QUEUE_AGAIN: Duration = Duration::from_millis(200);

/// A turn that the computer is about to take. There is one a table at most.
pub(super) struct BotTurn {
    turn: Turn,
    /// When this is dropped the thought ends.
    _stop: oneshot::Sender<()>,
}

/// Whose, and after how many events.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Turn {
    seat: Seat,
    seq: u64,
}

impl Inside {
    /// Has the computer think if it is its turn and somebody is here, and stops it otherwise. Asked after everything that
    /// could change either.
    pub(super) fn look_whose_turn(&mut self, room: &Arc<Room>) {
        let Some(live) = &self.live else { return }; // whoever reads it again looks again
        let seat = live.bot_to_act().filter(|_| !self.viewers.is_empty() && !room.services.is_closing());
        let Some(turn) = seat.map(|seat| Turn { seat, seq: live.seq() }) else {
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
            () = sleep(ASK_AGAIN) => {}
        }
    }
}

impl Room {
    /// What the computer wants to play; nothing if it has no idea.
    async fn think(self: &Arc<Self>, turn: Turn) -> Result<Option<String>, Refused> {
        let not_before = Instant::now() + self.services.limits.bot_pause;
        let answer = loop {
            let question = self.question(turn).await?;
            match question.map(|question| self.services.thinkers.ask(question)) {
                None => return Ok(None), // somebody was faster
                Some(Some(answer)) => break answer,
                Some(None) => sleep(QUEUE_AGAIN).await,
            }
        };
        let action = answer.await.ok();
        sleep_until(not_before).await;
        Ok(action)
    }

    /// What the computer is asked, if it is still its turn: all that it is given to think about.
    async fn question(self: &Arc<Self>, turn: Turn) -> Result<Option<Question>, Refused> {
        let mut inside = self.lock().await?;
        if inside.live().seq() != turn.seq {
            return Ok(None);
        }
        let (position, level) = inside.guarded(|live| live.question(turn.seat))?;
        Ok(Some(Question { position, level: bots::level(&level), seed: self.services.entropy.number() }))
    }

    /// The computer plays, the same way as anybody: check, append, and when that is durable, apply and tell. One that
    /// thought itself into a corner plays anything that is allowed, so that nobody waits for it for ever.
    async fn act_for_bot(self: &Arc<Self>, turn: Turn, action: Option<String>) -> Result<(), Refused> {
        let mut inside = self.lock().await?;
        let Turn { seat, seq } = turn;
        if inside.live().seq() != seq {
            return Ok(());
        }
        let seed = self.services.entropy.number();
        let deed = inside.guarded(|live| {
            let allowed = action.map(Deed::Play).filter(|deed| live.check(seat, deed).is_ok());
            allowed.map(|deed| (deed, true)).or_else(|| Some((Deed::Play(live.random_action(seed)?), false)))
        })?;
        let (deed, was_thought) = deed.ok_or_else(busy)?;
        if !was_thought {
            tracing::warn!(table = %self.id, seq, "the computer had no answer and plays at random");
        }
        // No client's id: nobody asks for it again, and the number makes it this seat's only one.
        let event = Event { seq: seq + 1, seat, deed, request: format!("bot {}", seq + 1) };
        self.append(&mut inside, event).await?; // whoever is beaten has looked again
        Ok(())
    }

    /// Somebody who sits has the computer take a free seat.
    pub(crate) async fn seat_bot(
        self: &Arc<Self>,
        id: GuestId,
        request: &str,
        wanted: &BotSeat,
    ) -> Result<u64, Refused> {
        let mut inside = self.lock().await?;
        let asker = inside.seat_of(id).ok_or_else(not_seated)?;
        let request = format!("{asker} {request}", asker = asker.0); // ids are each seat's own
        let BotSeat { seat, level } = wanted;
        let sitter = bots::sitter(level, request, &self.services.entropy)?;
        for _ in 0..TRIES {
            let seats = inside.live().seats();
            let is_done = |known: &crate::store::Sitter| known.bot().is_some() && known.request == sitter.request;
            if seats.iter().flatten().any(is_done) {
                return Ok(inside.live().seq());
            }
            if seats.get(seat.index()) != Some(&None) {
                return Err(refused(RefusedCode::SeatTaken, "there is no such seat, or it is taken"));
            }
            match self.services.log.append(Write::Sit(self.id, *seat, sitter.clone())).await {
                Ok(Wrote::Kept) => {
                    let changed = inside.guarded(|live| live.sit(*seat, sitter))?;
                    self.tell_who_sits(&mut inside, changed)?;
                    return Ok(inside.live().seq());
                }
                Ok(Wrote::Beaten) => self.read_again(&mut inside).await?,
                Err(refused) => return Err(inside.forget(refused)),
            }
        }
        Err(busy())
    }
}
