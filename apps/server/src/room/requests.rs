//! What a connection can ask of its room. Each request is a decision about the state of the room; `commit` does the rest.

use std::sync::Arc;

use game::{Seat, Share, ShareCommitment};
use protocol::{BotSeat, FromServer, Refused, RefusedCode};

use super::commit::Decision;
use super::state::RoomState;
use super::{ConnectionId, Room};
use crate::bots;
use crate::frame::{self, refused};
use crate::store::{Change, Sitter, StoredEvent, StoredEventKind, TableRow};

impl Room {
    /// Takes a free seat for this person. A seat is chosen for them if they ask for no particular one.
    pub(crate) async fn sit(
        self: &Arc<Self>,
        connection: ConnectionId,
        seat: Option<Seat>,
        sitter: Sitter,
    ) -> Result<Seat, Refused> {
        let mut state = self.lock().await?;
        self.commit(&mut state, |state| self.decide_sit(state, connection, seat, &sitter)).await
    }

    fn decide_sit(
        self: &Arc<Self>,
        state: &mut RoomState,
        connection: ConnectionId,
        seat: Option<Seat>,
        sitter: &Sitter,
    ) -> Result<Decision<Seat>, Refused> {
        let sits_already = || refused(RefusedCode::SeatTaken, "you sit already");
        if let Some(known_seat) = sitter.key().and_then(|key| state.live().seat_of(key)) {
            if state.live().request_of(known_seat) != Some(sitter.request.as_str()) {
                return Err(sits_already());
            }
            // The same request with the same key: the answer was lost on its way.
            if state.seat_of(connection) != Some(known_seat) {
                state.check_has_place(&self.services.limits, Some(known_seat))?;
                state.seat(connection, known_seat);
                state.update_countdowns_and_bots(self);
                // Not at once for every repetition: that would fill the queue of an opponent who reads slowly.
                state.tell_presence(self, None);
            }
            return Ok(Decision::Answer(known_seat));
        }
        if state.seat_of(connection).is_some() {
            return Err(sits_already());
        }
        let first_free = || state.live().seats().iter().position(Option::is_none).map(|index| Seat(index as u8));
        let Some(wanted) = seat.or_else(first_free).filter(|&seat| state.is_free(seat)) else {
            return Ok(Decision::RefuseIfCurrent(seat_taken())); // another node may have freed it
        };
        if let Some(option) = &sitter.seat_option {
            state.guarded(|live| live.check_seat_option(wanted, option))??;
        }
        let change = Change::Sit(wanted, sitter.clone());
        Ok(Decision::Append { change, connection: Some(connection), fence: None, answer: wanted })
    }

    /// Seats the computer at a free place, for a player who sits.
    pub(crate) async fn seat_bot(
        self: &Arc<Self>,
        connection: ConnectionId,
        request: &str,
        wanted: &BotSeat,
    ) -> Result<u64, Refused> {
        let mut state = self.lock().await?;
        let asker = state.seat_of(connection).ok_or_else(not_seated)?;
        let request = format!("{asker} {request}", asker = asker.0); // each seat has its own request ids
        let BotSeat { seat, level } = wanted;
        let sitter = bots::sitter(level, request, &self.services.entropy)?;
        self.commit(&mut state, |state| {
            let (seats, seq) = (state.live().seats(), state.live().seq());
            let is_done = |known: &Sitter| known.bot().is_some() && known.request == sitter.request;
            if seats.iter().flatten().any(is_done) {
                return Ok(Decision::Answer(seq));
            }
            if !state.is_free(*seat) {
                return Err(seat_taken());
            }
            Ok(Decision::append(Change::Sit(*seat, sitter.clone()), seq))
        })
        .await
    }

    /// Commits a player who sits to a share of the dice. The first commitment of a seat stays.
    pub(crate) async fn commit_to_share(
        self: &Arc<Self>,
        connection: ConnectionId,
        commitment: ShareCommitment,
    ) -> Result<u64, Refused> {
        let mut state = self.lock().await?;
        self.commit(&mut state, |state| {
            let (seat, key) = state.person_of(connection).ok_or_else(not_seated)?;
            let (live, seq) = (state.live(), state.live().seq());
            match live.share_commitment_of(seat) {
                Some(known) if known == commitment => Ok(Decision::Answer(seq)),
                None if !live.has_begun() => Ok(Decision::append(Change::Commit(seat, key, commitment), seq)),
                _ => Err(share_given()),
            }
        })
        .await
    }

    /// Opens the share of a player who sits, once all seats have committed to theirs. The match begins with the last share.
    pub(crate) async fn share(self: &Arc<Self>, connection: ConnectionId, share: Share) -> Result<u64, Refused> {
        let mut state = self.lock().await?;
        self.commit(&mut state, |state| {
            let (seat, key) = state.person_of(connection).ok_or_else(not_seated)?;
            let (live, seq) = (state.live(), state.live().seq());
            match live.share_of(seat) {
                Some(known) if known == share => return Ok(Decision::Answer(seq)),
                None if !live.has_begun() => {}
                _ => return Err(share_given()),
            }
            if !live.have_all_committed() {
                let problem = "not every seat has committed to its share of the dice: open yours when all have";
                return Ok(Decision::RefuseIfCurrent(refused(RefusedCode::NotCommitted, problem)));
            }
            if !live.is_committed_to(seat, &share) {
                return Err(refused(RefusedCode::WrongShare, "your seat has committed to another share"));
            }
            Ok(Decision::append(Change::Share(seat, key, share), seq))
        })
        .await
    }

    /// Plays or resigns for a player who sits. Returns the number of the event.
    pub(crate) async fn act(
        self: &Arc<Self>,
        connection: ConnectionId,
        request: &str,
        kind: StoredEventKind,
    ) -> Result<u64, Refused> {
        let mut state = self.lock().await?;
        self.commit(&mut state, |state| {
            // Asked again after every reload: the seat may be somebody else's by now.
            let seat = state.seat_of(connection).ok_or_else(not_seated)?;
            if let Some(seq) = state.live().done(seat, request) {
                return Ok(Decision::Answer(seq));
            }
            if let Err(refused) = state.guarded(|live| live.check(seat, &kind))? {
                let may_be_stale = may_be_stale(refused.code);
                return if may_be_stale { Ok(Decision::RefuseIfCurrent(refused)) } else { Err(refused) };
            }
            let seq = state.live().seq() + 1;
            let event = StoredEvent { seq, seat, kind: kind.clone(), request: request.to_owned() };
            Ok(Decision::append(Change::Event(event), seq))
        })
        .await
    }

    /// Makes the table of the rematch if there is none yet, and sends everybody there.
    pub(crate) async fn rematch(self: &Arc<Self>, connection: ConnectionId) -> Result<u64, Refused> {
        let mut state = self.lock().await?;
        state.seat_of(connection).ok_or_else(not_seated)?;
        if state.live().next.is_some() && state.may_look() {
            self.reload(&mut state).await?; // a rematch that nobody played may have been removed
        }
        self.commit(&mut state, |state| {
            if !state.live().is_over_for_people() {
                let running = refused(RefusedCode::NotOver, "the game is not over: a rematch comes after the end");
                return Ok(Decision::RefuseIfCurrent(running));
            }
            let seq = state.live().seq();
            if let Some(next) = state.live().next {
                state.send_to(connection, frame::frame(&FromServer::Next { table: next.to_string() }));
                return Ok(Decision::Answer(seq));
            }
            Ok(Decision::append(Change::Rematch(self.rematch_row(state)?), seq))
        })
        .await
    }

    /// The same game with everybody one seat further on. A player who was out of the match and has disconnected gets no seat.
    fn rematch_row(&self, state: &mut RoomState) -> Result<TableRow, Refused> {
        let entropy = &self.services.entropy;
        let mut seats = state.live().seats().to_vec();
        for (seat, sitter) in Seat::first(seats.len() as u8).zip(&mut seats) {
            if state.has_gone(seat) {
                *sitter = None;
            }
        }
        for sitter in seats.iter_mut().flatten() {
            // Another match, other dice.
            sitter.share = sitter.bot().map(|_| entropy.share());
            sitter.commitment = None;
        }
        seats.rotate_right(1);
        let seats = state.guarded(|live| live.keep_options_that_fit(seats))?;
        let old = state.live().row.clone();
        let touched = Some(self.services.clock.calendar());
        Ok(TableRow { id: entropy.table_id(), seed: entropy.seed(), fair: true, seats, touched, ..old })
    }
}

fn not_seated() -> Refused {
    refused(RefusedCode::NotSeated, "only somebody who sits can do that")
}

fn share_given() -> Refused {
    refused(RefusedCode::ShareGiven, "your seat's share of the dice is fixed already")
}

fn seat_taken() -> Refused {
    refused(RefusedCode::SeatTaken, "there is no such seat, or it is taken")
}

/// Whether a refusal with this code can be due to events of another node that this one has not read. A match that is
/// over stays over, and text that is no action never becomes one.
fn may_be_stale(code: RefusedCode) -> bool {
    matches!(code, RefusedCode::NotYourTurn | RefusedCode::NotStarted | RefusedCode::Illegal)
}
