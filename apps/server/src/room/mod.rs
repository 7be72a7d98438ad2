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
use crate::clock::Clock;

use crate::frame::{self, Frame, refused};
use crate::hub::Hub;
use crate::ids::{Key, KeyHash, TableId};
use crate::live::Live;
use crate::store::{Sitter, TableRow, Who, Write, Wrote};

/// How often an append that somebody else was faster at is tried again before the client is told to ask again.
const TRIES: u32 = 3;

/// One table and everybody at it.
pub(crate) struct Room {
    pub(crate) id: TableId,
    inside: Mutex<Inside>,
    /// So that whoever looks for idle tables need not wait for the lock.
    viewers: AtomicUsize,
}

/// The number of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GuestId(pub(crate) u64);

impl Room {
    pub(crate) fn new(live: Live, clock: Clock) -> Self {
        Self { id: live.row.id, inside: Mutex::new(Inside::new(live, clock)), viewers: AtomicUsize::new(0) }
    }

    pub(crate) fn has_viewers(&self) -> bool {
        self.viewers.load(Ordering::Relaxed) > 0
    }

    /// A guest comes in, with the key of a seat or without.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        id: GuestId,
        key: Option<&str>,
        since: u64,
        frames: &mpsc::Sender<Frame>,
    ) -> Result<Option<Seat>, Refused> {
        let mut inside = self.lock(hub).await?;
        let seat = match key {
            None => None,
            Some(key) => Some(self.seat_of_key(hub, &mut inside, key).await?),
        };
        inside.has_room(hub, seat)?;
        inside.viewers.push(Guest { id, seat, frames: frames.clone() });
        self.viewers.store(inside.viewers.len(), Ordering::Relaxed);
        inside.look_round(self, hub);
        let welcome = inside.welcome(seat, since);
        let greeted = welcome.and_then(|welcome| {
            let full = |_| refused(RefusedCode::Unavailable, "the connection cannot take any more");
            frames.try_send(frame::welcome(&welcome)).map_err(full)
        });
        if let Err(refused) = greeted {
            self.remove(hub, &mut inside, id);
            return Err(refused);
        }
        inside.tell_people(Some(id));
        Ok(seat)
    }

    /// The seat that a key opens. Somebody may have sat down at another node that we have not heard of: before a key is
    /// called wrong the store is asked, unless every seat is known.
    async fn seat_of_key(self: &Arc<Self>, hub: &Arc<Hub>, inside: &mut Inside, key: &str) -> Result<Seat, Refused> {
        let wrong = || refused(RefusedCode::WrongKey, "the key opens no seat of this table");
        let hash = Key::parse(key).ok_or_else(wrong)?.hash();
        if inside.live().seat_of(hash).is_none() && inside.live().seats().contains(&None) {
            self.read_again(hub, inside).await?;
        }
        inside.live().seat_of(hash).ok_or_else(wrong)
    }

    /// A guest goes.
    pub(crate) async fn leave(self: &Arc<Self>, hub: &Arc<Hub>, id: GuestId) {
        // What went wrong before may be right by now; and if not, they go all the same.
        let mut inside = match self.lock(hub).await {
            Ok(inside) => inside,
            Err(_) => self.inside.lock().await,
        };
        self.remove(hub, &mut inside, id);
        inside.tell_people(None);
    }

    /// Everybody goes, and nobody loses by it.
    pub(crate) async fn send_away(&self) {
        let mut inside = self.inside.lock().await;
        inside.viewers.clear();
        inside.countdowns.stop();
        inside.bot_turn = None;
    }

    fn remove(self: &Arc<Self>, hub: &Arc<Hub>, inside: &mut Inside, id: GuestId) {
        inside.viewers.retain(|guest| guest.id != id);
        self.viewers.store(inside.viewers.len(), Ordering::Relaxed);
        inside.look_round(self, hub);
    }

    /// A guest takes a free seat and gets its key.
    pub(crate) async fn sit(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        id: GuestId,
        seat: Option<Seat>,
        name: String,
        key: KeyHash,
        request: &str,
    ) -> Result<Seat, Refused> {
        let sitter = Sitter { name, who: Who::Person(key), request: request.to_owned(), share: None };
        let mut inside = self.lock(hub).await?;
        for _ in 0..TRIES {
            let live = inside.live();
            // The same request with the same key: the answer was lost on its way.
            if let Some(own) = live.seat_of(key) {
                let own_sitter = live.seats()[own.index()].as_ref();
                if own_sitter.is_some_and(|own| own.request == sitter.request) {
                    if inside.seat_of(id) != Some(own) {
                        inside.has_room(hub, Some(own))?;
                    }
                    inside.seat(id, own);
                    inside.look_round(self, hub);
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
            match hub.write(Write::Sit(self.id, wanted, sitter.clone())).await {
                Ok(Wrote::Kept) => {
                    inside.seat(id, wanted);
                    let changed = inside.guarded(|live| live.sit(wanted, sitter))?;
                    self.tell_who_sits(hub, &mut inside, changed)?;
                    return Ok(wanted);
                }
                Ok(Wrote::Beaten) => self.read_again(hub, &mut inside).await?,
                Err(refused) => return Err(inside.forget(refused)),
            }
        }
        Err(busy())
    }

    /// The rematch: made if there is none yet, told to everybody, the same for everybody.
    pub(crate) async fn rematch(self: &Arc<Self>, hub: &Arc<Hub>, id: GuestId) -> Result<u64, Refused> {
        let mut inside = self.lock(hub).await?;
        if inside.seat_of(id).is_none() {
            return Err(refused(RefusedCode::NotSeated, "only somebody who sits can do that"));
        }
        if !inside.live().is_over_for_people() {
            self.read_again(hub, &mut inside).await?; // the end may have come at another node
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
            let old = &inside.live().row;
            let mut seats = old.seats.clone();
            for (seat, sitter) in Seat::first(seats.len() as u8).zip(&mut seats) {
                if inside.has_gone(seat) {
                    *sitter = None; // the seat is free for somebody else
                }
            }
            for sitter in seats.iter_mut().flatten() {
                sitter.share = sitter.bot().map(|_| hub.entropy.share()); // another match, other dice
            }
            seats.rotate_right(1);
            let row =
                TableRow { id: hub.entropy.table_id(), seed: hub.entropy.seed(), fair: true, seats, ..old.clone() };
            let next = row.id;
            match hub.write(Write::Next(self.id, row)).await {
                Ok(Wrote::Kept) => {
                    inside.live_mut().next = Some(next);
                    inside.tell_all(&frame::frame(&FromServer::Next { table: next.to_string() }));
                    hub.tell_others(self.id);
                    return Ok(inside.live().seq());
                }
                Ok(Wrote::Beaten) => self.read_again(hub, &mut inside).await?,
                Err(refused) => return Err(inside.forget(refused)),
            }
        }
        Err(busy())
    }

    /// What anybody may know.
    pub(crate) async fn info(self: &Arc<Self>, hub: &Arc<Hub>) -> Result<TableInfo, Refused> {
        let inside = self.lock(hub).await?;
        let live = inside.live();
        Ok(TableInfo {
            table: self.id.to_string(),
            game: live.row.game.clone(),
            setup: live.row.setup.clone(),
            seats: inside.people(live).0,
            seq: live.seq(),
            over: live.is_over(),
        })
    }

    /// The match as it is written down, once it is over.
    pub(crate) async fn record(self: &Arc<Self>, hub: &Arc<Hub>) -> Result<String, Refused> {
        let mut inside = self.lock(hub).await?;
        let running =
            || refused(RefusedCode::NotOver, "the record tells the secret of the dice: it is open after the end");
        inside.guarded(Live::record)?.ok_or_else(running)
    }

    /// Another node has told of something new here.
    pub(crate) async fn look_again(self: &Arc<Self>, hub: &Arc<Hub>) {
        let mut inside = self.inside.lock().await;
        if let Err(problem) = self.read_again(hub, &mut inside).await {
            (hub.report)(&problem.problem);
        }
    }

    /// The table, read from the log if it has to be.
    async fn lock(self: &Arc<Self>, hub: &Arc<Hub>) -> Result<MutexGuard<'_, Inside>, Refused> {
        let mut inside = self.inside.lock().await;
        if inside.live.is_none() {
            self.read_again(hub, &mut inside).await?;
        }
        Ok(inside)
    }

    /// Takes over what the store has, and tells the viewers what is new to them.
    async fn read_again(self: &Arc<Self>, hub: &Arc<Hub>, inside: &mut Inside) -> Result<(), Refused> {
        let known = inside.live.as_ref().map_or(0, Live::seq);
        let had_next = inside.live.as_ref().and_then(|live| live.next);
        let had_seats = inside.live.as_ref().map(|live| live.seats().to_vec());
        let stored = hub.read(self.id, known).await?;
        match inside.live.take() {
            None => inside.live = Some(hub.load(stored)?),
            Some(live) => {
                inside.live = Some(live);
                let report = hub.report;
                let caught_up = inside.guarded(|live| live.catch_up(stored))?;
                if let Err(problem) = caught_up {
                    report(&problem.to_string());
                    return Err(inside.forget(busy()));
                }
            }
        }
        inside.look_round(self, hub);
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
