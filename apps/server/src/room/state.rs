//! What the lock of a room covers: the match, the connections, and what each of them is sent.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use game::{Seat, Viewer};
use protocol::{Begun, FromServer, Refused, RefusedCode, SeatInfo, VERSION, Welcome};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::bots::BotTurn;
use super::claim::Claim;
use super::commit::{LOOKS, busy};
use super::countdown::Countdowns;
use super::elsewhere::Elsewhere;
use super::presence::Presence;
use super::{ConnectionId, Room};
use crate::bus::{Attendance, NodeId};
use crate::clock::Clock;
use crate::frame::{self, Frame, refused};
use crate::guests::{Address, may_view};
use crate::ids::KeyHash;
use crate::limits::{Bucket, Limits};
use crate::live::Live;
use crate::store::{Sitter, StoredEvent};
use crate::unreadable::Unreadable;

/// What the lock of a room covers.
pub(super) struct RoomState {
    /// None after an error. The next task that takes the lock reads the log.
    pub(super) live: Option<Live>,
    pub(super) connections: Vec<RoomConnection>,
    pub(super) countdowns: Countdowns,
    /// Whether the connections were sent the beginning of the match.
    sent_beginning: bool,
    /// The number of the last event that the connections were sent.
    last_sent: u64,
    /// Whether a player was connected since the room came into memory. Until then no countdown runs: the players may not
    /// know yet that the server is back.
    was_attended: bool,
    pub(super) bot_turn: Option<BotTurn>,
    pub(super) presence: Presence,
    pub(super) claim: Claim,
    /// When this node gave it back last.
    pub(super) claim_given_up: Option<Instant>,
    /// Since when whoever has the lock has waited for it.
    pub(super) asked: Instant,
    /// When the log was read last: the moment before that.
    pub(super) read: Option<Instant>,
    /// How often the log may be read again for requests that it does not explain.
    looks: Bucket,
    elsewhere: Arc<Elsewhere>,
}

/// A connection, as the room knows it.
pub(super) struct RoomConnection {
    pub(super) id: ConnectionId,
    pub(super) address: Address,
    pub(super) seat: Option<Seat>,
    /// The key of the player of that seat, as it was when the connection got the seat.
    pub(super) key: Option<KeyHash>,
    pub(super) frames: mpsc::Sender<Frame>,
}

impl RoomState {
    pub(super) fn new(live: Live, clock: Clock, elsewhere: Arc<Elsewhere>) -> Self {
        let (sent_beginning, last_sent) = (live.has_begun(), live.seq());
        Self {
            live: Some(live),
            connections: Vec::new(),
            countdowns: Countdowns::new(clock),
            sent_beginning,
            last_sent,
            was_attended: false,
            bot_turn: None,
            presence: Presence::default(),
            claim: Claim::default(),
            claim_given_up: None,
            asked: Instant::now(),
            read: None,
            looks: Bucket::full(LOOKS, Instant::now()),
            elsewhere,
        }
    }

    /// Whether the log may be read once more for a request.
    pub(super) fn may_look(&mut self) -> bool {
        self.looks.take(Instant::now())
    }

    pub(super) fn live(&self) -> &Live {
        self.live.as_ref().expect("`Room::lock` reads the log first")
    }

    pub(super) fn live_mut(&mut self) -> &mut Live {
        self.live.as_mut().expect("`Room::lock` reads the log first")
    }

    /// Asks the game. If it panics, this one request fails and the room is read from the log again.
    pub(super) fn guarded<T>(&mut self, ask: impl FnOnce(&mut Live) -> T) -> Result<T, Refused> {
        let live = self.live.as_mut().expect("`Room::lock` reads the log first");
        let answer = catch_unwind(AssertUnwindSafe(|| ask(live)));
        answer.map_err(|_| self.forget(refused(RefusedCode::Unavailable, "something went wrong at this table")))
    }

    /// Drops a state that may be wrong. The next task that takes the lock reads the log.
    pub(super) fn forget(&mut self, refused: Refused) -> Refused {
        self.live = None;
        refused
    }

    /// Drops the state if it could not take over what is durable.
    pub(super) fn keep_or_forget(&mut self, changed: Result<(), Unreadable>) -> Result<(), Refused> {
        changed.map_err(|problem| {
            tracing::error!("{problem}");
            self.forget(busy())
        })
    }

    pub(super) fn seat_of(&self, id: ConnectionId) -> Option<Seat> {
        self.connections.iter().find(|connection| connection.id == id)?.seat
    }

    /// The seat of a connection, and the key of the person who sits there.
    pub(super) fn person_of(&self, id: ConnectionId) -> Option<(Seat, KeyHash)> {
        let seat = self.seat_of(id)?;
        Some((seat, self.live().seats().get(seat.index())?.as_ref()?.key()?))
    }

    pub(super) fn is_free(&self, seat: Seat) -> bool {
        self.live().seats().get(seat.index()) == Some(&None)
    }

    /// Whether one more connection fits in. Those without a seat share one limit, and each seat has its own: no crowd of
    /// viewers keeps a player out.
    pub(super) fn check_has_place(&self, limits: &Limits, seat: Option<Seat>) -> Result<(), Refused> {
        let (most, problem) = match seat {
            None => (limits.viewers_a_room, "too many people look at this table"),
            Some(_) => (limits.connections_a_seat, "too many connections for this seat: close some"),
        };
        let here = self.connections.iter().filter(|connection| connection.seat == seat).count();
        if here < most { Ok(()) } else { Err(refused(RefusedCode::Full, problem)) }
    }

    /// Lets one more connection fit in. While a seat is free, the player who was invited comes without one and looks like
    /// any viewer, so a full room gives up a viewer for each who comes: the one who came first, from the network that
    /// has the most.
    pub(super) fn make_place(&mut self, limits: &Limits, seat: Option<Seat>, address: Address) -> Result<(), Refused> {
        let viewers = self.connections.iter().filter(|connection| connection.seat.is_none());
        let addresses = viewers.map(|connection| connection.address);
        if seat.is_none() && !may_view(address, &addresses, limits) {
            return Err(refused(RefusedCode::Full, "too many from your address look at this table: close some"));
        }
        let Err(full) = self.check_has_place(limits, seat) else { return Ok(()) };
        if seat.is_some() || !self.live().seats().contains(&None) {
            return Err(full);
        }
        let viewers = self.connections.iter().enumerate().rev().filter(|(_, connection)| connection.seat.is_none());
        let most = viewers.max_by_key(|(_, connection)| {
            let network = connection.address.widest_network();
            addresses.clone().filter(|other| network.contains(*other)).count()
        });
        let Some((index, _)) = most else { return Err(full) };
        let gone = self.connections.remove(index);
        let _ = gone.frames.try_send(frame::frame(&FromServer::Refused(full))); // the connection ends after this frame
        Ok(())
    }

    pub(super) fn seat(&mut self, id: ConnectionId, seat: Seat) {
        if let Some(connection) = self.connections.iter_mut().find(|connection| connection.id == id) {
            (connection.seat, connection.key) = (Some(seat), None);
        }
    }

    /// Applies a durable event and sends each connection what it may see of it.
    pub(super) fn apply_event(&mut self, event: StoredEvent) -> Result<(), Refused> {
        let seq = event.seq;
        let eyes = self.eyes();
        let frames = self.guarded(|live| {
            let seen = live.apply(event, &eyes);
            eyes.iter().copied().zip(seen.into_iter().map(frame::moment)).collect::<Vec<_>>()
        })?;
        self.last_sent = seq;
        self.send_to_each(&frames);
        Ok(())
    }

    /// Must be called after every change of who is away or who acts.
    pub(super) fn update_countdowns_and_bots(&mut self, room: &Arc<Room>) {
        self.check_keys();
        self.update_countdowns(room);
        self.update_bot_turn(room);
        self.tell_other_nodes(room, false);
    }

    /// A seat may have become free and have been taken by somebody else, by the word of another node. Connections of the
    /// player before have no seat then.
    fn check_keys(&mut self) {
        let Some(live) = &self.live else { return };
        for connection in &mut self.connections {
            let Some(seat) = connection.seat else { continue };
            let key = live.seats().get(seat.index()).and_then(|sitter| sitter.as_ref()?.key());
            if connection.key.is_none() {
                connection.key = key;
            } else if connection.key != key {
                (connection.seat, connection.key) = (None, None);
            }
        }
    }

    /// Whether the person of this seat was out of the match before its end and is no longer connected.
    pub(super) fn has_gone(&self, seat: Seat) -> bool {
        let live = self.live();
        live.bot_at(seat).is_none() && !live.has_part(seat) && !self.is_here(seat)
    }

    /// Starts a countdown for every player who is away, and stops the others. Time runs only for people who still have a
    /// part in the match, and only if another person has one. Before the match begins it also needs a player who is
    /// connected and waits: a table that everybody has left needs no free seat.
    pub(super) fn update_countdowns(&mut self, room: &Arc<Room>) {
        let Some(live) = &self.live else { return }; // the next reload looks again
        let has_players = self.connections.iter().any(|connection| connection.seat.is_some());
        self.was_attended |= has_players || self.elsewhere.has_players();
        // Asked after every move, and nearly always everybody is here.
        let is_anybody_away = live.people_with_part().any(|seat| !self.is_here(seat));
        let somebody_minds =
            || live.people_with_part().nth(1).is_some() && (live.has_begun() || self.is_anybody_here());
        let is_known = || !room.services.node.is_deaf() && !room.services.is_closing();
        let waits = is_anybody_away && self.was_attended && somebody_minds() && is_known();
        let Some(grace) = live.grace().filter(|_| waits) else {
            if !self.countdowns.is_empty() {
                self.countdowns.stop();
            }
            return self.give_claim_up(room);
        };
        let away: Vec<Seat> = live.people_with_part().filter(|&seat| !self.is_here(seat)).collect();
        if room.services.node.has_all_connections() || matches!(self.claim, Claim::Held) {
            return self.countdowns.run(&away, grace, room);
        }
        // Another node may count down already, or this one was alone until now.
        self.countdowns.stop();
        self.want_claim(room);
    }

    /// The line for which the computer thinks here: a player's, or else a spectator's.
    pub(super) fn asker(&self) -> Address {
        let connections = self.connections.iter();
        let first = connections.min_by_key(|connection| connection.seat.is_none());
        first.map_or(Address::OTHERS, |connection| connection.address.line())
    }

    fn is_here(&self, seat: Seat) -> bool {
        self.connections.iter().any(|connection| connection.seat == Some(seat)) || self.elsewhere.has(seat)
    }

    /// Who is connected to this node.
    pub(super) fn attendance(&self) -> Attendance {
        let mut seats: Vec<Seat> = self.connections.iter().filter_map(|connection| connection.seat).collect();
        seats.sort_unstable();
        seats.dedup();
        let counted = self.countdowns.seats().into_iter();
        let lost_in = counted.filter_map(|seat| Some((seat, self.countdowns.left(seat)?.as_millis() as u64))).collect();
        Attendance { seats, watching: self.watching_here(), lost_in }
    }

    fn watching_here(&self) -> u32 {
        self.connections.iter().filter(|connection| connection.seat.is_none()).count() as u32
    }

    /// Whether this node lets the computer think here, and no other one that has connections to the table.
    pub(super) fn is_first_node(&self, node: NodeId) -> bool {
        !self.elsewhere.is_any_before(node)
    }

    /// Whether a person who still has a part in the match is connected.
    pub(super) fn is_anybody_here(&self) -> bool {
        self.live().people_with_part().any(|seat| self.is_here(seat))
    }

    /// Whether the match has begun and the connections were not told yet.
    pub(super) fn has_unsent_beginning(&self) -> bool {
        !self.sent_beginning && self.live().has_begun()
    }

    /// Sends the beginning of the match and the events that the connections have not seen.
    pub(super) fn send_news(&mut self) -> Result<(), Refused> {
        let (last_sent, eyes) = (self.last_sent, self.eyes());
        let seats = self.has_unsent_beginning().then(|| self.people(self.live()).0);
        let frames = self.guarded(|live| {
            let news = |&eyes: &Viewer| {
                let begun = seats.clone().map(|seats| {
                    let (start, first_actor) = live.start(eyes);
                    let begun = Begun { setup: live.setup(), start, first_actor, seats };
                    frame::frame(&FromServer::Begun(Box::new(begun)))
                });
                let moments = live.moments_of(last_sent, usize::MAX, eyes);
                let frames = begun.into_iter().chain(moments.into_iter().map(frame::moment));
                frames.map(|frame| (eyes, frame)).collect::<Vec<_>>()
            };
            eyes.iter().map(news).collect::<Vec<_>>()
        })?;
        self.sent_beginning = self.live().has_begun();
        self.last_sent = self.live().seq();
        for frame in frames.iter().flatten() {
            self.send_to_each(std::slice::from_ref(frame));
        }
        Ok(())
    }

    /// The different viewers among the connections; where nothing is hidden there is one.
    fn eyes(&self) -> Vec<Viewer> {
        let mut eyes = Vec::with_capacity(2);
        for connection in &self.connections {
            let viewer = self.live().eyes(viewer(connection.seat));
            if !eyes.contains(&viewer) {
                eyes.push(viewer);
            }
        }
        eyes
    }

    fn send_to_each(&mut self, frames: &[(Viewer, Frame)]) {
        let Some(live) = &self.live else { return };
        // A connection whose queue is full is dropped: the client comes back and is sent what it missed.
        self.connections.retain(|connection| {
            let viewer = live.eyes(viewer(connection.seat));
            let frame = frames.iter().find(|(eyes, _)| *eyes == viewer);
            frame.is_none_or(|(_, frame)| connection.frames.try_send(frame.clone()).is_ok())
        });
    }

    pub(super) fn send_to(&self, id: ConnectionId, frame: Frame) {
        if let Some(connection) = self.connections.iter().find(|connection| connection.id == id) {
            let _ = connection.frames.try_send(frame); // one whose queue is full is dropped by the next message
        }
    }

    pub(super) fn send_to_all(&mut self, frame: &Frame) {
        self.connections.retain(|connection| connection.frames.try_send(frame.clone()).is_ok());
    }

    /// Sends the seats and who is connected to every connection except the one that knows already.
    pub(super) fn send_people(&mut self, but: Option<ConnectionId>) {
        let Some(live) = &self.live else { return };
        if self.connections.iter().all(|connection| Some(connection.id) == but) {
            return;
        }
        let (seats, watching) = self.people(live);
        let frame = frame::frame(&FromServer::People { seats, watching });
        self.connections
            .retain(|connection| Some(connection.id) == but || connection.frames.try_send(frame.clone()).is_ok());
    }

    /// Who sits where, and how many watch.
    pub(super) fn people(&self, live: &Live) -> (Vec<SeatInfo>, u32) {
        let info = |(seat, sitter): (Seat, &Option<Sitter>)| SeatInfo {
            name: sitter.as_ref().map(|sitter| sitter.name.clone()),
            here: sitter.as_ref().is_some_and(|sitter| sitter.bot().is_some() || self.is_here(seat)),
            bot: sitter.as_ref().and_then(|sitter| sitter.bot().map(str::to_owned)),
            commitment: live.share_commitment_of(seat).filter(|_| !live.has_begun()),
            share: live.opened_share_of(seat),
            lost_in: self.time_left(seat).map(|left| left.as_millis() as u64),
        };
        let seats = Seat::first(live.seats().len() as u8).zip(live.seats()).map(info).collect();
        (seats, self.watching_here() + self.elsewhere.watching())
    }

    /// How long an absent player may stay away, by this node's countdown or by that of another one.
    fn time_left(&self, seat: Seat) -> Option<Duration> {
        self.countdowns.left(seat).or_else(|| self.elsewhere.left(seat))
    }

    /// The present of the room for a connection that comes in, with the newest events.
    pub(super) fn welcome(
        &mut self,
        room: &Room,
        you: Option<Seat>,
        since: u64,
    ) -> Result<Welcome<Box<RawValue>>, Refused> {
        let (seats, watching) = self.people(self.live());
        let recent = self.recent(room, self.live().eyes(viewer(you)))?;
        self.guarded(|live| {
            // A client that knows more events than there are has seen another table. Like one that knows nothing, or that
            // has missed too much, it begins anew.
            let missed = live.seq().checked_sub(since).map(|missed| missed as usize);
            let goes_on = missed.filter(|missed| since > 0 && *missed <= recent.len());
            let moments = &recent[recent.len() - goes_on.unwrap_or(recent.len())..];
            let (start, first_actor) = live.start(viewer(you));
            Welcome {
                version: VERSION,
                table: live.row.id.to_string(),
                game: live.row.game.clone(),
                setup: live.setup(),
                rules: live.row.rules.as_deref().filter(|_| goes_on.is_none()).cloned(),
                you,
                seats,
                watching,
                commitment: live.commitment(),
                begun: live.has_begun(),
                start: goes_on.is_none().then_some(start),
                first_actor,
                seq: live.seq(),
                moments: moments.to_vec(),
                next: live.next.map(|next| next.to_string()),
            }
        })
    }
}

pub(super) fn viewer(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}
