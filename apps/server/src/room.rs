//! One table and everybody at it. All that happens here happens under one lock a table: check, append, and when that is
//! durable, apply and tell. No table waits for another, and none for a slow reader.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use game::{Seat, Viewer};
use protocol::{FromServer, Refused, RefusedCode, SeatInfo, TableInfo, VERSION, Welcome};
use tokio::sync::{Mutex, MutexGuard, mpsc};

use crate::frame::{self, Frame, refused};
use crate::hub::Hub;
use crate::ids::{Key, TableId};
use crate::live::Live;
use crate::store::{Event, Sitter, TableRow, Write, Wrote};

/// How often an append that somebody else was faster at is tried again before the client is told to ask again.
const TRIES: u32 = 3;

/// One table and everybody at it.
pub(crate) struct Room {
    pub(crate) id: TableId,
    inside: Mutex<Inside>,
    /// So that whoever looks for idle tables need not wait for the lock.
    viewers: AtomicUsize,
}

struct Inside {
    /// Nothing after something went wrong: the next who comes reads the log.
    live: Option<Live>,
    /// The last event that viewers were sent.
    told: u64,
    viewers: Vec<Guest>,
}

/// A connection at a table.
struct Guest {
    id: GuestId,
    seat: Option<Seat>,
    frames: mpsc::Sender<Frame>,
}

/// The number of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GuestId(pub(crate) u64);

/// What is asked of the table itself.
pub(crate) enum Deed {
    Play(String),
    Resign,
}

impl Room {
    pub(crate) fn new(live: Live) -> Self {
        let (id, told) = (live.row.id, live.seq());
        let inside = Inside { live: Some(live), told, viewers: Vec::new() };
        Self { id, inside: Mutex::new(inside), viewers: AtomicUsize::new(0) }
    }

    pub(crate) fn has_viewers(&self) -> bool {
        self.viewers.load(Ordering::Relaxed) > 0
    }

    /// A guest comes in, with the key of a seat or without.
    pub(crate) async fn enter(
        &self,
        hub: &Hub,
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
        let welcome = inside.guarded(|live, viewers| welcome(live, viewers, seat, since));
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
    async fn seat_of_key(&self, hub: &Hub, inside: &mut Inside, key: &str) -> Result<Seat, Refused> {
        let wrong = || refused(RefusedCode::WrongKey, "the key opens no seat of this table");
        let hash = Key::parse(key).ok_or_else(wrong)?.hash();
        if inside.live().seat_of(hash).is_none() && inside.live().seats().contains(&None) {
            self.read_again(hub, inside).await?;
        }
        inside.live().seat_of(hash).ok_or_else(wrong)
    }

    /// A guest goes.
    pub(crate) async fn leave(&self, id: GuestId) {
        let mut inside = self.inside.lock().await;
        self.remove(&mut inside, id);
        inside.tell_people(None);
    }

    /// Everybody goes.
    pub(crate) async fn send_away(&self) {
        self.inside.lock().await.viewers.clear();
    }

    fn remove(&self, inside: &mut Inside, id: GuestId) {
        inside.viewers.retain(|guest| guest.id != id);
        self.viewers.store(inside.viewers.len(), Ordering::Relaxed);
    }

    /// A guest takes a free seat and gets its key.
    pub(crate) async fn sit(
        &self,
        hub: &Hub,
        id: GuestId,
        seat: Option<Seat>,
        sitter: Sitter,
    ) -> Result<Seat, Refused> {
        let mut inside = self.lock(hub).await?;
        for _ in 0..TRIES {
            let live = inside.live();
            // The same request with the same key: the answer was lost on its way.
            if let Some(own) = live.seat_of(sitter.key) {
                let own_sitter = live.seats()[own.index()].as_ref();
                if own_sitter.is_some_and(|own| own.request == sitter.request) {
                    if inside.seat_of(id) != Some(own) {
                        inside.has_room(hub, Some(own))?;
                    }
                    inside.seat(id, own);
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
                    inside.live_mut().row.seats[wanted.index()] = Some(sitter);
                    inside.seat(id, wanted);
                    inside.tell_people(None);
                    hub.tell_others(self.id);
                    return Ok(wanted);
                }
                Ok(Wrote::Beaten) => self.read_again(hub, &mut inside).await?,
                Err(refused) => return Err(inside.forget(refused)),
            }
        }
        Err(busy())
    }

    /// A guest acts for their seat: the number of the event that it became.
    pub(crate) async fn act(&self, hub: &Hub, id: GuestId, request: &str, deed: &Deed) -> Result<u64, Refused> {
        let mut inside = self.lock(hub).await?;
        let not_seated = || refused(RefusedCode::NotSeated, "only somebody who sits can do that");
        let seat = inside.seat_of(id).ok_or_else(not_seated)?;
        let action = match deed {
            Deed::Play(action) => Some(action.as_str()),
            Deed::Resign => None,
        };
        let mut has_read = false;
        for _ in 0..TRIES {
            if let Some(seq) = inside.live().done(seat, request) {
                return Ok(seq);
            }
            let checked = inside.guarded(|live, _| {
                let wanted = action.is_some() && action == hub.panic_on.as_deref();
                assert!(!wanted, "a test asked for this panic");
                live.check(seat, action)
            })?;
            match checked {
                Ok(()) => {}
                Err(refused) if !has_read && may_be_right_elsewhere(refused.code) => {
                    self.read_again(hub, &mut inside).await?;
                    has_read = true;
                    continue;
                }
                Err(refused) => return Err(refused),
            }
            let seq = inside.live().seq() + 1;
            let event = Event { seq, seat, action: action.map(str::to_owned), request: request.to_owned() };
            match hub.write(Write::Event(self.id, event.clone())).await {
                Ok(Wrote::Kept) => {
                    inside.happen(event)?;
                    hub.tell_others(self.id);
                    return Ok(seq);
                }
                Ok(Wrote::Beaten) => {
                    self.read_again(hub, &mut inside).await?;
                    has_read = true;
                }
                Err(refused) => return Err(inside.forget(refused)),
            }
        }
        Err(busy())
    }

    /// The rematch: made if there is none yet, told to everybody, the same for everybody.
    pub(crate) async fn rematch(&self, hub: &Hub, id: GuestId) -> Result<u64, Refused> {
        let mut inside = self.lock(hub).await?;
        if inside.seat_of(id).is_none() {
            return Err(refused(RefusedCode::NotSeated, "only somebody who sits can do that"));
        }
        if !inside.live().is_over() {
            self.read_again(hub, &mut inside).await?; // the end may have come at another node
        }
        if !inside.live().is_over() {
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
            seats.rotate_right(1);
            let row = TableRow { id: hub.entropy.table_id(), seed: hub.entropy.seed(), seats, ..old.clone() };
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
    pub(crate) async fn info(&self, hub: &Hub) -> Result<TableInfo, Refused> {
        let inside = self.lock(hub).await?;
        let live = inside.live();
        Ok(TableInfo {
            table: self.id.to_string(),
            game: live.row.game.clone(),
            setup: live.row.setup.clone(),
            seats: people(live, &inside.viewers).0,
            seq: live.seq(),
            over: live.is_over(),
        })
    }

    /// The match as it is written down, once it is over.
    pub(crate) async fn record(&self, hub: &Hub) -> Result<String, Refused> {
        let mut inside = self.lock(hub).await?;
        let running = || refused(RefusedCode::NotOver, "the record tells the seed: it is open after the end");
        inside.guarded(|live, _| live.record())?.ok_or_else(running)
    }

    /// Another node has told of something new here.
    pub(crate) async fn look_again(&self, hub: &Hub) {
        let mut inside = self.inside.lock().await;
        if let Err(problem) = self.read_again(hub, &mut inside).await {
            (hub.report)(&problem.problem);
        }
    }

    /// The table, read from the log if it has to be.
    async fn lock(&self, hub: &Hub) -> Result<MutexGuard<'_, Inside>, Refused> {
        let mut inside = self.inside.lock().await;
        if inside.live.is_none() {
            self.read_again(hub, &mut inside).await?;
        }
        Ok(inside)
    }

    /// Takes over what the store has, and tells the viewers what is new to them.
    async fn read_again(&self, hub: &Hub, inside: &mut Inside) -> Result<(), Refused> {
        let known = inside.live.as_ref().map_or(0, Live::seq);
        let had_next = inside.live.as_ref().and_then(|live| live.next);
        let had_seats = inside.live.as_ref().map(|live| live.seats().to_vec());
        let stored = hub.read(self.id, known).await?;
        match inside.live.take() {
            None => inside.live = Some(hub.load(stored)?),
            Some(live) => {
                inside.live = Some(live);
                let report = hub.report;
                let caught_up = inside.guarded(|live, _| live.catch_up(stored))?;
                if let Err(problem) = caught_up {
                    report(&problem.to_string());
                    return Err(inside.forget(busy()));
                }
            }
        }
        inside.tell_news()?;
        if had_seats.as_deref() != Some(inside.live().seats()) {
            inside.tell_people(None);
        }
        if let Some(next) = inside.live().next.filter(|next| had_next != Some(*next)) {
            inside.tell_all(&frame::frame(&FromServer::Next { table: next.to_string() }));
        }
        Ok(())
    }
}

impl Inside {
    fn live(&self) -> &Live {
        self.live.as_ref().expect("whoever has the lock has read the table")
    }

    fn live_mut(&mut self) -> &mut Live {
        self.live.as_mut().expect("whoever has the lock has read the table")
    }

    /// Asks the game. Should it panic, that costs this one answer: the table is read from the log again.
    fn guarded<T>(&mut self, ask: impl FnOnce(&mut Live, &[Guest]) -> T) -> Result<T, Refused> {
        let live = self.live.as_mut().expect("whoever has the lock has read the table");
        let viewers = &self.viewers;
        let answer = catch_unwind(AssertUnwindSafe(|| ask(live, viewers)));
        answer.map_err(|_| self.forget(refused(RefusedCode::Unavailable, "something went wrong at this table")))
    }

    /// Lets go of what may be wrong: the next who comes reads the log.
    fn forget(&mut self, refused: Refused) -> Refused {
        self.live = None;
        refused
    }

    fn seat_of(&self, id: GuestId) -> Option<Seat> {
        self.viewers.iter().find(|guest| guest.id == id)?.seat
    }

    /// Whether one more fits in. Those without a seat share one number, and each seat has its own: no crowd keeps a
    /// player out.
    fn has_room(&self, hub: &Hub, seat: Option<Seat>) -> Result<(), Refused> {
        let (most, problem) = match seat {
            None => (hub.limits.viewers_a_table, "too many people look at this table"),
            Some(_) => (hub.limits.sockets_a_seat, "too many connections for this seat: close some"),
        };
        let here = self.viewers.iter().filter(|guest| guest.seat == seat).count();
        if here < most { Ok(()) } else { Err(refused(RefusedCode::Full, problem)) }
    }

    fn seat(&mut self, id: GuestId, seat: Seat) {
        if let Some(guest) = self.viewers.iter_mut().find(|guest| guest.id == id) {
            guest.seat = Some(seat);
        }
    }

    /// Applies a durable event and tells everybody, each what they may see.
    fn happen(&mut self, event: Event) -> Result<(), Refused> {
        let seq = event.seq;
        let eyes = self.eyes();
        let frames = self.guarded(|live, _| {
            let seen = live.apply(event, &eyes);
            eyes.iter().copied().zip(seen.iter().map(frame::moment)).collect::<Vec<_>>()
        })?;
        self.told = seq;
        self.tell_each(&frames);
        Ok(())
    }

    /// Tells everybody what has happened without them.
    fn tell_news(&mut self) -> Result<(), Refused> {
        let (told, eyes) = (self.told, self.eyes());
        let frames = self.guarded(|live, _| {
            let news = |&eyes: &Viewer| {
                let moments = if live.seq() > told { live.moments(told, eyes) } else { Vec::new() };
                moments.iter().map(frame::moment).map(|frame| (eyes, frame)).collect::<Vec<_>>()
            };
            eyes.iter().map(news).collect::<Vec<_>>()
        })?;
        self.told = self.live().seq();
        for frame in frames.iter().flatten() {
            self.tell_each(std::slice::from_ref(frame));
        }
        Ok(())
    }

    /// The different ways to look at this table among those who do.
    fn eyes(&self) -> Vec<Viewer> {
        let mut eyes = Vec::with_capacity(2);
        for guest in &self.viewers {
            let own = self.live().eyes(viewer(guest.seat));
            if !eyes.contains(&own) {
                eyes.push(own);
            }
        }
        eyes
    }

    fn tell_each(&mut self, frames: &[(Viewer, Frame)]) {
        let Some(live) = &self.live else { return };
        // A reader whose queue is full is let go: it comes back and is sent what it missed.
        self.viewers.retain(|guest| {
            let own = live.eyes(viewer(guest.seat));
            let frame = frames.iter().find(|(eyes, _)| *eyes == own);
            frame.is_none_or(|(_, frame)| guest.frames.try_send(frame.clone()).is_ok())
        });
    }

    fn tell_all(&mut self, frame: &Frame) {
        self.viewers.retain(|guest| guest.frames.try_send(frame.clone()).is_ok());
    }

    /// Tells who is here, to everybody but one who knows.
    fn tell_people(&mut self, but: Option<GuestId>) {
        let Some(live) = &self.live else { return };
        if self.viewers.iter().all(|guest| Some(guest.id) == but) {
            return;
        }
        let (seats, watching) = people(live, &self.viewers);
        let frame = frame::frame(&FromServer::People { seats, watching });
        self.viewers.retain(|guest| Some(guest.id) == but || guest.frames.try_send(frame.clone()).is_ok());
    }
}

fn viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}

fn people(live: &Live, viewers: &[Guest]) -> (Vec<SeatInfo>, u32) {
    let here = |seat: usize| viewers.iter().any(|guest| guest.seat == Some(Seat(seat as u8)));
    let info = |(seat, sitter): (usize, &Option<Sitter>)| SeatInfo {
        name: sitter.as_ref().map(|sitter| sitter.name.clone()),
        here: sitter.is_some() && here(seat),
    };
    let seats = live.seats().iter().enumerate().map(info).collect();
    (seats, viewers.iter().filter(|guest| guest.seat.is_none()).count() as u32)
}

fn welcome(live: &Live, viewers: &[Guest], you: Option<Seat>, since: u64) -> Welcome<Box<serde_json::value::RawValue>> {
    // Whoever knows more than there is has seen another table: they are told everything.
    let since = if since > live.seq() { 0 } else { since };
    let (seats, watching) = people(live, viewers);
    let (start, first_actor) = live.start(viewer(you));
    Welcome {
        version: VERSION,
        table: live.row.id.to_string(),
        game: live.row.game.clone(),
        setup: live.row.setup.clone(),
        you,
        seats,
        watching,
        start: (since == 0).then_some(start),
        first_actor,
        moments: live.moments(since, viewer(you)),
        next: live.next.map(|next| next.to_string()),
    }
}

/// Whether what is refused so may be right by events that were appended at another node and that we have not heard of.
/// What is over stays over, and what is no action never becomes one.
fn may_be_right_elsewhere(code: RefusedCode) -> bool {
    matches!(code, RefusedCode::NotYourTurn | RefusedCode::NotStarted | RefusedCode::Illegal)
}

fn busy() -> Refused {
    refused(RefusedCode::Unavailable, "the table is busy; ask again")
}
