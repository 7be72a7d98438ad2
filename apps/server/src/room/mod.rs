//! A room: the server's side of a match, and every connection to it. One lock a room covers everything that happens in
//! it: decide, append, and once that is durable, apply and tell. No room waits for another one or for a slow reader.

mod attendance;
mod bots;
mod claim;
mod commit;
mod countdown;
mod elsewhere;
mod news;
mod past;
mod presence;
mod requests;
mod state;
mod touching;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex as StdMutex};

use game::Seat;
use protocol::{FromServer, Refused, RefusedCode, TableInfo};
use tokio::sync::{Mutex, MutexGuard, mpsc};
use tokio::time::Instant;

use self::claim::Claim;
use self::commit::{Decision, busy};
use self::elsewhere::Elsewhere;
use self::news::Told;
use self::presence::Presence;
use self::state::{RoomConnection, RoomState};
use crate::frame::{self, Frame, refused};
use crate::guests::Address;
use crate::ids::{Key, TableId};
use crate::live::Live;
use crate::services::Services;
use crate::unread::{Reader as _, Unread};

/// The server's side of a match, and every connection to it.
pub(crate) struct Room {
    pub(crate) id: TableId,
    services: Arc<Services>,
    state: Mutex<RoomState>,
    /// How many connections there are. The hub looks for idle rooms by it without waiting for the lock.
    connections: AtomicUsize,
    /// Who is connected to other nodes.
    elsewhere: Arc<Elsewhere>,
    /// What other nodes were told about the connections here.
    told: StdMutex<Told>,
    /// What has come from other nodes and was not looked at yet.
    unread: Unread,
}

/// A connection that wants to enter.
pub(crate) struct Entering<'a> {
    pub(crate) id: ConnectionId,
    /// Where its client is, for limits.
    pub(crate) address: Address,
    /// The key of its seat, if it has one.
    pub(crate) key: Option<&'a str>,
    /// The last event that the client knows.
    pub(crate) since: u64,
    /// Where the room puts what it sends.
    pub(crate) frames: &'a mpsc::Sender<Frame>,
}

/// The number of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConnectionId(pub(crate) u64);

impl Room {
    /// Reads a room from the store.
    pub(crate) async fn load(id: TableId, services: Arc<Services>) -> Result<Self, Refused> {
        let live = services.replay(services.log.read(id, 0).await?).await?;
        tracing::debug!(table = %id, game = live.row.game, events = live.seq(), "room loaded");
        let elsewhere = Arc::<Elsewhere>::default();
        let state = Mutex::new(RoomState::new(live, services.clock.clone(), elsewhere.clone()));
        let (connections, told, unread) = (AtomicUsize::default(), StdMutex::default(), Unread::default());
        Ok(Self { id, services, state, connections, elsewhere, told, unread })
    }

    pub(crate) fn has_connections(&self) -> bool {
        self.connections.load(Ordering::Relaxed) > 0
    }

    /// Lets a connection in, with the key of a seat or without, and sends it the welcome.
    pub(crate) async fn enter(self: &Arc<Self>, entering: Entering<'_>) -> Result<Option<Seat>, Refused> {
        let Entering { id, address, key, since, frames } = entering;
        let mut state = self.lock().await?;
        if self.services.node.is_cut_off() {
            return Err(cut_off());
        }
        let seat = match key {
            None => None,
            Some(key) => Some(self.seat_of_key(&mut state, key).await?),
        };
        // A player who knows more was told of it by a node that was killed before the others heard of it.
        if seat.is_some() && since > state.live().seq() && self.may_be_behind() {
            if !state.may_look() {
                return Err(busy());
            }
            self.reload(&mut state).await?;
        }
        state.make_place(&self.services.limits, seat, address)?;
        state.connections.push(RoomConnection { id, address, seat, key: None, frames: frames.clone() });
        self.connections.store(state.connections.len(), Ordering::Relaxed);
        state.update_countdowns_and_bots(self);
        let welcome = state.welcome(self, seat, since);
        let welcomed = welcome.and_then(|welcome| {
            let full = |_| refused(RefusedCode::Unavailable, "the connection cannot take any more");
            frames.try_send(frame::frame(&FromServer::Welcome(Box::new(welcome)))).map_err(full)
        });
        if let Err(refused) = welcomed {
            self.remove(&mut state, id);
            return Err(refused);
        }
        tracing::debug!(table = %self.id, connection = id.0, seat = seat.map(|seat| seat.0), "connection entered");
        state.tell_presence(self, Some(id));
        self.note_touch_soon(&mut state);
        Ok(seat)
    }

    /// The seat that a key opens. Until the match begins, its player may have sat down at another node.
    async fn seat_of_key(self: &Arc<Self>, state: &mut RoomState, key: &str) -> Result<Seat, Refused> {
        let wrong = || refused(RefusedCode::WrongKey, "the key opens no seat of this table");
        let hash = Key::parse(key).ok_or_else(wrong)?.hash();
        self.commit(state, |state| match state.live().seat_of(hash) {
            Some(seat) => Ok(Decision::Answer(seat)),
            None if !state.live().has_begun() => Ok(Decision::RefuseIfCurrent(wrong())),
            None => Err(wrong()),
        })
        .await
    }

    /// A connection has ended.
    pub(crate) async fn leave(self: &Arc<Self>, id: ConnectionId) {
        // If the log cannot be read, the connection is removed all the same.
        let mut state = if let Ok(state) = self.lock().await {
            state
        } else {
            self.hear_of_change(); // who is away is looked at when the log can be read
            self.state.lock().await
        };
        self.remove(&mut state, id);
        tracing::debug!(table = %self.id, connection = id.0, "connection left");
        state.tell_presence(self, None);
        self.note_touch_soon(&mut state);
    }

    /// Lets every connection go because this node is cut off. Its clients come back, and a proxy leads them to another node.
    pub(crate) async fn send_everybody_away(self: &Arc<Self>) {
        let mut state = self.state.lock().await;
        let away = frame::frame(&FromServer::Refused(cut_off()));
        for connection in state.connections.drain(..) {
            let _ = connection.frames.try_send(away.clone()); // the connection ends after this frame
        }
        self.connections.store(0, Ordering::Relaxed);
        state.update_countdowns_and_bots(self);
    }

    /// Lets every connection go because the server closes. No player loses by it.
    pub(crate) async fn close(&self) {
        let mut state = self.state.lock().await;
        state.connections.clear();
        state.countdowns.stop();
        state.presence = Presence::default();
        state.claim = Claim::NotNeeded; // the lease of the node ends, and with it all of its claims
        state.bot_turn = None;
    }

    fn remove(self: &Arc<Self>, state: &mut RoomState, id: ConnectionId) {
        state.connections.retain(|connection| connection.id != id);
        self.connections.store(state.connections.len(), Ordering::Relaxed);
        state.update_countdowns_and_bots(self);
    }

    /// What anybody may know.
    pub(crate) async fn info(self: &Arc<Self>) -> Result<TableInfo, Refused> {
        let state = self.lock().await?;
        let live = state.live();
        Ok(TableInfo {
            table: self.id.to_string(),
            game: live.row.game.clone(),
            setup: live.setup(),
            rules: live.rules(),
            seats: state.people(live).0,
            seq: live.seq(),
            over: live.is_over(),
        })
    }

    /// The match as it is written down, once it is over.
    pub(crate) async fn record(self: &Arc<Self>) -> Result<String, Refused> {
        let mut state = self.lock().await?;
        let running =
            || refused(RefusedCode::NotOver, "the record tells the secret of the dice: it is open after the end");
        self.commit(&mut state, |state| {
            let record = state.guarded(Live::record)?;
            Ok(record.map_or_else(|| Decision::RefuseIfCurrent(running()), Decision::Answer))
        })
        .await
    }

    /// Takes the lock, and reads the log if the room has forgotten it.
    async fn lock(self: &Arc<Self>) -> Result<MutexGuard<'_, RoomState>, Refused> {
        let asked = Instant::now();
        let mut state = self.state.lock().await;
        state.asked = asked;
        if state.live.is_none() {
            self.reload(&mut state).await?;
        }
        Ok(state)
    }

    /// Takes over what the store has beyond what the room knows, and tells the connections. Where nobody has told of it, others are
    /// told too: its write may have become durable after its node gave it up or was killed, and whoever asks for it again finds it and
    /// writes nothing.
    async fn reload(self: &Arc<Self>, state: &mut RoomState) -> Result<(), Refused> {
        if self.read_again(state).await? {
            self.tell_of_change();
        }
        Ok(())
    }

    /// The same, where another node has told of something. Says whether there was anything new.
    async fn read_again(self: &Arc<Self>, state: &mut RoomState) -> Result<bool, Refused> {
        self.services.numbers.reloads.add_one();
        let began = Instant::now();
        let known = state.live.as_ref().map_or(0, Live::seq);
        let known_next = state.live.as_ref().and_then(|live| live.next);
        let known_seats = state.live.as_ref().map(|live| live.seats().to_vec());
        let stored = match self.services.log.read(self.id, known).await {
            Err(refused) if refused.code == RefusedCode::NoSuchTable => return Err(self.end(state, refused)),
            stored => stored?,
        };
        if state.live.is_none() {
            state.live = Some(self.services.replay(stored).await?);
        } else {
            let caught_up = state.guarded(|live| live.catch_up(stored))?;
            state.keep_or_forget(caught_up)?;
        }
        state.read = Some(began);
        let live = state.live();
        // Of a room that had forgotten everything nobody knows what is new in it.
        let has_changed = known_seats.as_ref().is_none_or(|known_seats| {
            live.seq() > known || live.next != known_next || live.seats() != known_seats.as_slice()
        });
        state.update_countdowns_and_bots(self);
        let begins = state.has_unsent_beginning(); // that message names the people too
        state.send_news()?;
        match known_seats {
            _ if begins => {}
            Some(known) if known == state.live().seats() => {}
            Some(_) => state.send_people(None),
            // The room had forgotten who sits there. While the store fails, that happens with every request.
            None => state.tell_presence(self, None),
        }
        if let Some(next) = state.live().next.filter(|next| known_next != Some(*next)) {
            state.send_to_all(&frame::frame(&FromServer::Next { table: next.to_string() }));
        }
        Ok(has_changed)
    }
}

fn cut_off() -> Refused {
    refused(RefusedCode::Unavailable, "this server reaches nothing; connect again, and another one may answer")
}
