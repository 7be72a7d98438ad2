//! One table and everybody at it. All that happens here happens under one lock a table: check, append, and when that is
//! durable, apply and tell. No table waits for another, and none for a slow reader.

mod bots;
mod countdown;
mod deeds;
mod inside;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use game::Seat;
use protocol::{FromServer, Refused, RefusedCode, TableInfo};
use tokio::sync::{Mutex, MutexGuard, mpsc};

use self::inside::{Guest, Inside};
use crate::frame::{self, Frame, refused};
use crate::ids::{Key, TableId};
use crate::live::Live;
use crate::services::Services;
use crate::store::{Sitter, TableRow, Write, Wrote};

/// How often an append that somebody else was faster at is tried again before the client is told to ask again.
const TRIES: u32 = 3;

/// One table and everybody at it.
pub(crate) struct Room {
    pub(crate) id: TableId,
    services: Arc<Services>,
    inside: Mutex<Inside>,
    /// So that whoever looks for idle tables need not wait for the lock.
    viewers: AtomicUsize,
}

/// The number of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GuestId(pub(crate) u64);

impl Room {
    /// Reads a room from the store.
    pub(crate) async fn load(id: TableId, services: Arc<Services>) -> Result<Self, Refused> {
        let live = services.replay(services.log.read(id, 0).await?)?;
        let inside = Mutex::new(Inside::new(live, services.clock.clone()));
        Ok(Self { id, services, inside, viewers: AtomicUsize::new(0) })
    }

    pub(crate) fn has_viewers(&self) -> bool {
        self.viewers.load(Ordering::Relaxed) > 0
    }

    /// A guest comes in, with the key of a seat or without.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        id: GuestId,
        key: Option<&str>,
        since: u64,
        frames: &mpsc::Sender<Frame>,
    ) -> Result<Option<Seat>, Refused> {
        let mut inside = self.lock().await?;
        let seat = match key {
            None => None,
            Some(key) => Some(self.seat_of_key(&mut inside, key).await?),
        };
        inside.has_room(&self.services.limits, seat)?;
        inside.viewers.push(Guest { id, seat, frames: frames.clone() });
        self.viewers.store(inside.viewers.len(), Ordering::Relaxed);
        inside.look_round(self);
        let welcome = inside.welcome(seat, since);
        let greeted = welcome.and_then(|welcome| {
            let full = |_| refused(RefusedCode::Unavailable, "the connection cannot take any more");
            frames.try_send(frame::welcome(&welcome)).map_err(full)
        });
        if let Err(refused) = greeted {
            self.remove(&mut inside, id);
            return Err(refused);
        }
        inside.tell_people(Some(id));
        Ok(seat)
    }

    /// The seat that a key opens. Somebody may have sat down at another node that we have not heard of: before a key is
    /// called wrong the store is asked, unless every seat is known.
    async fn seat_of_key(self: &Arc<Self>, inside: &mut Inside, key: &str) -> Result<Seat, Refused> {
        let wrong = || refused(RefusedCode::WrongKey, "the key opens no seat of this table");
        let hash = Key::parse(key).ok_or_else(wrong)?.hash();
        if inside.live().seat_of(hash).is_none() && inside.live().seats().contains(&None) {
            self.read_again(inside).await?;
        }
        inside.live().seat_of(hash).ok_or_else(wrong)
    }

    /// A guest goes.
    pub(crate) async fn leave(self: &Arc<Self>, id: GuestId) {
        // What went wrong before may be right by now; and if not, they go all the same.
        let mut inside = match self.lock().await {
            Ok(inside) => inside,
            Err(_) => self.inside.lock().await,
        };
        self.remove(&mut inside, id);
        inside.tell_people(None);
    }

    /// Everybody goes, and nobody loses by it.
    pub(crate) async fn send_away(&self) {
        let mut inside = self.inside.lock().await;
        inside.viewers.clear();
        inside.countdowns.stop();
        inside.bot_turn = None;
    }

    fn remove(self: &Arc<Self>, inside: &mut Inside, id: GuestId) {
        inside.viewers.retain(|guest| guest.id != id);
        self.viewers.store(inside.viewers.len(), Ordering::Relaxed);
        inside.look_round(self);
    }

    /// A guest takes a free seat as this person.
    pub(crate) async fn sit(
        self: &Arc<Self>,
        id: GuestId,
        seat: Option<Seat>,
        sitter: Sitter,
    ) -> Result<Seat, Refused> {
        let mut inside = self.lock().await?;
        for _ in 0..TRIES {
            let live = inside.live();
            // The same request with the same key: the answer was lost on its way.
            if let Some(own) = sitter.key().and_then(|key| live.seat_of(key)) {
                let own_sitter = live.seats()[own.index()].as_ref();
                if own_sitter.is_some_and(|own| own.request == sitter.request) {
                    if inside.seat_of(id) != Some(own) {
                        inside.has_room(&self.services.limits, Some(own))?;
                    }
                    inside.seat(id, own);
                    inside.look_round(self);
                    inside.tell_people(None);
                    return Ok(own);
                }
                return Err(refused(RefusedCode::SeatTaken, "you sit already"));
            }
            if inside.seat_of(id).is_some() {
                return Err(refused(RefusedCode::SeatTaken, "you sit already"));
            }
            let free = inside.live().seats().iter().position(Option::is_none).map(|index| Seat(index as u8));
            let wanted = seat.or(free).filter(|seat| inside.live().seats().get(seat.index()) == Some(&None));
            let taken = || refused(RefusedCode::SeatTaken, "there is no such seat, or it is taken");
            let wanted = wanted.ok_or_else(taken)?;
            if let Some(own) = &sitter.own {
                inside.guarded(|live| live.check_own(wanted, own))??;
            }
            match self.services.log.append(Write::Sit(self.id, wanted, sitter.clone())).await {
                Ok(Wrote::Kept) => {
                    inside.seat(id, wanted);
                    let changed = inside.guarded(|live| live.sit(wanted, sitter))?;
                    self.tell_who_sits(&mut inside, changed)?;
                    return Ok(wanted);
                }
                Ok(Wrote::Beaten) => self.read_again(&mut inside).await?,
                Err(refused) => return Err(inside.forget(refused)),
            }
        }
        Err(busy())
    }

    /// The rematch: made if there is none yet, told to everybody, the same for everybody.
    pub(crate) async fn rematch(self: &Arc<Self>, id: GuestId) -> Result<u64, Refused> {
        let mut inside = self.lock().await?;
        if inside.seat_of(id).is_none() {
            return Err(refused(RefusedCode::NotSeated, "only somebody who sits can do that"));
        }
        if !inside.live().is_over_for_people() {
            self.read_again(&mut inside).await?; // the end may have come at another node
        }
        if !inside.live().is_over_for_people() {
            return Err(refused(RefusedCode::NotOver, "the game is not over: a rematch comes after the end"));
        }
        for _ in 0..TRIES {
            if let Some(next) = inside.live().next {
                let frame = frame::frame(&FromServer::Next { table: next.to_string() });
                if let Some(guest) = inside.viewers.iter().find(|guest| guest.id == id) {
                    let _ = guest.frames.try_send(frame);
                }
                return Ok(inside.live().seq());
            }
            let mut seats = inside.live().seats().to_vec();
            for (seat, sitter) in Seat::first(seats.len() as u8).zip(&mut seats) {
                if inside.has_gone(seat) {
                    *sitter = None; // the seat is free for somebody else
                }
            }
            for sitter in seats.iter_mut().flatten() {
                sitter.share = sitter.bot().map(|_| self.services.entropy.share()); // another match, other dice
            }
            seats.rotate_right(1);
            let seats = inside.guarded(|live| live.keep_what_fits(seats))?;
            let old = &inside.live().row;
            let row = TableRow {
                id: self.services.entropy.table_id(),
                seed: self.services.entropy.seed(),
                fair: true,
                seats,
                ..old.clone()
            };
            let next = row.id;
            match self.services.log.append(Write::Next(self.id, row)).await {
                Ok(Wrote::Kept) => {
                    inside.live_mut().next = Some(next);
                    inside.tell_all(&frame::frame(&FromServer::Next { table: next.to_string() }));
                    self.services.node.publish(self.id);
                    return Ok(inside.live().seq());
                }
                Ok(Wrote::Beaten) => self.read_again(&mut inside).await?,
                Err(refused) => return Err(inside.forget(refused)),
            }
        }
        Err(busy())
    }

    /// What anybody may know.
    pub(crate) async fn info(self: &Arc<Self>) -> Result<TableInfo, Refused> {
        let inside = self.lock().await?;
        let live = inside.live();
        Ok(TableInfo {
            table: self.id.to_string(),
            game: live.row.game.clone(),
            setup: live.setup(),
            seats: inside.people(live).0,
            seq: live.seq(),
            over: live.is_over(),
        })
    }

    /// The match as it is written down, once it is over.
    pub(crate) async fn record(self: &Arc<Self>) -> Result<String, Refused> {
        let mut inside = self.lock().await?;
        let running =
            || refused(RefusedCode::NotOver, "the record tells the secret of the dice: it is open after the end");
        inside.guarded(Live::record)?.ok_or_else(running)
    }

    /// Another node has told of something new here.
    pub(crate) async fn look_again(self: &Arc<Self>) {
        let mut inside = self.inside.lock().await;
        if let Err(problem) = self.read_again(&mut inside).await {
            tracing::warn!(table = %self.id, "not read again: {}", problem.problem);
        }
    }

    /// The table, read from the log if it has to be.
    async fn lock(self: &Arc<Self>) -> Result<MutexGuard<'_, Inside>, Refused> {
        let mut inside = self.inside.lock().await;
        if inside.live.is_none() {
            self.read_again(&mut inside).await?;
        }
        Ok(inside)
    }

    /// Takes over what the store has, and tells the viewers what is new to them.
    async fn read_again(self: &Arc<Self>, inside: &mut Inside) -> Result<(), Refused> {
        let known = inside.live.as_ref().map_or(0, Live::seq);
        let had_next = inside.live.as_ref().and_then(|live| live.next);
        let had_seats = inside.live.as_ref().map(|live| live.seats().to_vec());
        let stored = self.services.log.read(self.id, known).await?;
        match inside.live.take() {
            None => inside.live = Some(self.services.replay(stored)?),
            Some(live) => {
                inside.live = Some(live);
                let caught_up = inside.guarded(|live| live.catch_up(stored))?;
                if let Err(problem) = caught_up {
                    tracing::error!("{problem}");
                    return Err(inside.forget(busy()));
                }
            }
        }
        inside.look_round(self);
        let begins = inside.has_to_tell_beginning(); // which tells of the people too
        inside.tell_news()?;
        if !begins && had_seats.as_deref() != Some(inside.live().seats()) {
            inside.tell_people(None);
        }
        if let Some(next) = inside.live().next.filter(|next| had_next != Some(*next)) {
            inside.tell_all(&frame::frame(&FromServer::Next { table: next.to_string() }));
        }
        Ok(())
    }
}

fn busy() -> Refused {
    refused(RefusedCode::Unavailable, "the table is busy; ask again")
}
