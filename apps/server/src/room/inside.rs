//! What is behind the lock of a table: the match, everybody who looks at it, and what each of them is told.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use game::{Seat, Viewer};
use protocol::{Begun, FromServer, Refused, RefusedCode, SeatInfo, VERSION, Welcome};
use serde_json::value::RawValue;
use tokio::sync::mpsc;

use super::bots::BotTurn;
use super::countdown::Countdowns;
use super::{GuestId, Room};
use crate::clock::Clock;
use crate::frame::{self, Frame, refused};
use crate::limits::Limits;
use crate::live::Live;
use crate::store::{Event, Sitter};

/// What is behind the lock of a table.
pub(super) struct Inside {
    /// Nothing after something went wrong: the next who comes reads the log.
    pub(super) live: Option<Live>,
    pub(super) viewers: Vec<Guest>,
    pub(super) countdowns: Countdowns,
    /// Whether viewers were told that the match has begun.
    told_beginning: bool,
    /// The last event that viewers were sent.
    told: u64,
    /// Whether one of the players was here since the table came into memory. Before that nobody is waited for: they may
    /// not know yet that the server is back.
    attended: bool,
    pub(super) bot_turn: Option<BotTurn>,
}

/// A connection at a table.
pub(super) struct Guest {
    pub(super) id: GuestId,
    pub(super) seat: Option<Seat>,
    pub(super) frames: mpsc::Sender<Frame>,
}

impl Inside {
    pub(super) fn new(live: Live, clock: Clock) -> Self {
        let (told_beginning, told) = (live.has_begun(), live.seq());
        let (viewers, countdowns) = (Vec::new(), Countdowns::new(clock));
        Self { live: Some(live), viewers, countdowns, told_beginning, told, attended: false, bot_turn: None }
    }

    pub(super) fn live(&self) -> &Live {
        self.live.as_ref().expect("whoever has the lock has read the table")
    }

    pub(super) fn live_mut(&mut self) -> &mut Live {
        self.live.as_mut().expect("whoever has the lock has read the table")
    }

    /// Asks the game. Should it panic, that costs this one answer: the table is read from the log again.
    pub(super) fn guarded<T>(&mut self, ask: impl FnOnce(&mut Live) -> T) -> Result<T, Refused> {
        let live = self.live.as_mut().expect("whoever has the lock has read the table");
        let answer = catch_unwind(AssertUnwindSafe(|| ask(live)));
        answer.map_err(|_| self.forget(refused(RefusedCode::Unavailable, "something went wrong at this table")))
    }

    /// Lets go of what may be wrong: the next who comes reads the log.
    pub(super) fn forget(&mut self, refused: Refused) -> Refused {
        self.live = None;
        refused
    }

    pub(super) fn seat_of(&self, id: GuestId) -> Option<Seat> {
        self.viewers.iter().find(|guest| guest.id == id)?.seat
    }

    /// Whether one more fits in. Those without a seat share one number, and each seat has its own: no crowd keeps a
    /// player out.
    pub(super) fn has_room(&self, limits: &Limits, seat: Option<Seat>) -> Result<(), Refused> {
        let (most, problem) = match seat {
            None => (limits.viewers_a_table, "too many people look at this table"),
            Some(_) => (limits.sockets_a_seat, "too many connections for this seat: close some"),
        };
        let here = self.viewers.iter().filter(|guest| guest.seat == seat).count();
        if here < most { Ok(()) } else { Err(refused(RefusedCode::Full, problem)) }
    }

    pub(super) fn seat(&mut self, id: GuestId, seat: Seat) {
        if let Some(guest) = self.viewers.iter_mut().find(|guest| guest.id == id) {
            guest.seat = Some(seat);
        }
    }

    /// Applies a durable event and tells everybody, each what they may see.
    pub(super) fn happen(&mut self, event: Event) -> Result<(), Refused> {
        let seq = event.seq;
        let eyes = self.eyes();
        let frames = self.guarded(|live| {
            let seen = live.apply(event, &eyes);
            eyes.iter().copied().zip(seen.iter().map(frame::moment)).collect::<Vec<_>>()
        })?;
        self.told = seq;
        self.tell_each(&frames);
        Ok(())
    }

    /// Asked after everything that could change who is missed or who acts.
    pub(super) fn look_round(&mut self, room: &Arc<Room>) {
        self.look_who_is_away(room);
        self.look_whose_turn(room);
    }

    /// Whether the person of this seat was out of the match before its end and is not here any more.
    pub(super) fn has_gone(&self, seat: Seat) -> bool {
        let live = self.live();
        live.bot_at(seat).is_none() && !live.has_part(seat) && !self.is_here(seat)
    }

    /// Starts a countdown for everybody who sits and is away, and stops the others. Time runs only for people who still
    /// have a part in the match, and only if somebody else has one who could mind. Before the match begins it runs as long
    /// as somebody waits here: nobody needs a free seat at a table that all have left.
    pub(super) fn look_who_is_away(&mut self, room: &Arc<Room>) {
        let Some(live) = &self.live else { return }; // whoever reads it again looks again
        self.attended |= self.viewers.iter().any(|guest| guest.seat.is_some());
        let people: Vec<Seat> = live.people_with_part().collect();
        let somebody_minds = people.len() > 1 && (live.has_begun() || self.is_anybody_here());
        let waits = somebody_minds && self.attended && room.services.node.is_alone() && !room.services.is_closing();
        let left: Vec<Seat> = people.into_iter().filter(|&seat| !self.is_here(seat)).collect();
        match live.grace().filter(|_| waits) {
            Some(grace) => self.countdowns.run(&left, grace, room),
            None if self.countdowns.is_empty() => {}
            None => self.countdowns.stop(),
        }
    }

    fn is_here(&self, seat: Seat) -> bool {
        self.viewers.iter().any(|guest| guest.seat == Some(seat))
    }

    /// Whether anybody is here who still has a part in the match.
    pub(super) fn is_anybody_here(&self) -> bool {
        self.live().people_with_part().any(|seat| self.is_here(seat))
    }

    /// Whether the match has begun and nobody has been told.
    pub(super) fn has_to_tell_beginning(&self) -> bool {
        !self.told_beginning && self.live().has_begun()
    }

    /// Tells everybody what has happened without them, from the beginning of the match on.
    pub(super) fn tell_news(&mut self) -> Result<(), Refused> {
        let (told, eyes) = (self.told, self.eyes());
        let seats = self.has_to_tell_beginning().then(|| self.people(self.live()).0);
        let frames = self.guarded(|live| {
            let news = |&eyes: &Viewer| {
                let begun = seats.clone().map(|seats| {
                    let (start, first_actor) = live.start(eyes);
                    frame::begun(&Begun { setup: live.setup(), start, first_actor, seats })
                });
                let moments = if live.seq() > told { live.moments(told, eyes) } else { Vec::new() };
                let frames = begun.into_iter().chain(moments.iter().map(frame::moment));
                frames.map(|frame| (eyes, frame)).collect::<Vec<_>>()
            };
            eyes.iter().map(news).collect::<Vec<_>>()
        })?;
        self.told_beginning = self.live().has_begun();
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

    pub(super) fn tell_all(&mut self, frame: &Frame) {
        self.viewers.retain(|guest| guest.frames.try_send(frame.clone()).is_ok());
    }

    /// Tells who is here, to everybody but one who knows.
    pub(super) fn tell_people(&mut self, but: Option<GuestId>) {
        let Some(live) = &self.live else { return };
        if self.viewers.iter().all(|guest| Some(guest.id) == but) {
            return;
        }
        let (seats, watching) = self.people(live);
        let frame = frame::frame(&FromServer::People { seats, watching });
        self.viewers.retain(|guest| Some(guest.id) == but || guest.frames.try_send(frame.clone()).is_ok());
    }

    /// Who sits where, and how many watch.
    pub(super) fn people(&self, live: &Live) -> (Vec<SeatInfo>, u32) {
        let info = |(seat, sitter): (Seat, &Option<Sitter>)| SeatInfo {
            name: sitter.as_ref().map(|sitter| sitter.name.clone()),
            here: sitter.as_ref().is_some_and(|sitter| sitter.bot().is_some() || self.is_here(seat)),
            bot: sitter.as_ref().and_then(|sitter| sitter.bot().map(str::to_owned)),
            share: sitter.as_ref().and_then(|sitter| sitter.share),
            lost_in: self.countdowns.left(seat).map(|left| left.as_millis() as u64),
        };
        let seats = Seat::first(live.seats().len() as u8).zip(live.seats()).map(info).collect();
        (seats, self.viewers.iter().filter(|guest| guest.seat.is_none()).count() as u32)
    }

    /// The table for whoever comes in.
    pub(super) fn welcome(&mut self, you: Option<Seat>, since: u64) -> Result<Welcome<Box<RawValue>>, Refused> {
        let (seats, watching) = self.people(self.live());
        self.guarded(|live| {
            // Whoever knows more than there is has seen another table: they are told everything.
            let since = if since > live.seq() { 0 } else { since };
            let (start, first_actor) = live.start(viewer(you));
            Welcome {
                version: VERSION,
                table: live.row.id.to_string(),
                game: live.row.game.clone(),
                setup: live.setup(),
                you,
                seats,
                watching,
                commitment: live.commitment(),
                begun: live.has_begun(),
                start: (since == 0).then_some(start),
                first_actor,
                moments: live.moments(since, viewer(you)),
                next: live.next.map(|next| next.to_string()),
            }
        })
    }
}

fn viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}
