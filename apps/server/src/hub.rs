//! All rooms of one server: those in memory, and the way to those in the store.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use catalog::DynGame;
use game::{About, Origin, Seat, Seed, Setup};
use protocol::{BotSeat, Created, NewTable, OfferedRules, Refused, RefusedCode};
use tokio::sync::{Semaphore, broadcast, watch};
use tokio::time::{Instant, sleep};

use crate::bots;
use crate::bus::{Attendance, News, NodeId, Notice};
use crate::config::Config;
use crate::door::Door;
use crate::event_log::no_such_table;
use crate::frame::refused;
use crate::guests::{Address, Guests, Rated};
use crate::ids::{Key, TableId};
use crate::imports::Imports;
use crate::journal::Journal;
use crate::journeys::Journeys;
use crate::limits::{Bucket, Limits};
use crate::loading::Loads;
use crate::names::shown_name;
use crate::nodes::{BEAT, Beat, Noted};
use crate::readiness::{NotReady, Readiness};
use crate::retention::Retention;
use crate::room::{ConnectionId, Room};
use crate::seat_options::{check_public, with_seat_option, wrong_setup};
use crate::services::Services;
use crate::store::{Sitter, Store, TableRow, Who, Write, Wrote};

/// The largest number of options in a request, more than any game has.
pub(crate) const MOST_OPTIONS: usize = 32;
/// How many rooms are asked about and read again together.
const LOOKED_AT_TOGETHER: usize = 16;

/// All rooms of one server. It owns them; none of them knows it.
pub(crate) struct Hub {
    pub(crate) services: Arc<Services>,
    /// How long tables are kept that nobody uses.
    pub(crate) retention: Retention,
    /// The journeys, whose matches are tables here.
    pub(crate) journeys: Journeys,
    /// What each address uses.
    pub(crate) guests: Arc<Guests>,
    /// What records of journeys were imported lately.
    pub(crate) imports: Arc<Imports>,
    /// Under which names and through which proxies it is reached.
    pub(crate) door: Door,
    /// A place for each connection.
    pub(crate) places: Arc<Semaphore>,
    readiness: Readiness,
    /// The server is about to end: nobody new should come.
    leaving: AtomicBool,
    rooms: Arc<Mutex<HashMap<TableId, Kept>>>,
    /// Rooms that are about to come into memory.
    loads: Loads<Room>,
    new_tables: Mutex<Bucket>,
    last_connection: AtomicU64,
    /// How often it was asked to look everywhere and was not done yet.
    looks_wanted: AtomicU64,
    closing: watch::Sender<bool>,
}

/// A room in memory.
struct Kept {
    room: Arc<Room>,
    used: Instant,
}

impl Hub {
    pub(crate) fn new(config: &Config, store: Arc<dyn Store>, journal: Journal) -> Self {
        let (closing, is_closing) = watch::channel(false);
        let services = Arc::new(Services::new(config, store, journal, is_closing));
        Self {
            retention: config.retention,
            journeys: Journeys::new(services.loads.clone()),
            guests: Arc::new(Guests::new(&config.limits)),
            imports: Arc::new(Imports::new(&config.limits, Instant::now())),
            door: config.door.clone(),
            places: Arc::new(Semaphore::new(config.limits.connections)),
            readiness: Readiness::default(),
            leaving: AtomicBool::new(false),
            rooms: Arc::default(),
            loads: Loads::new(services.loads.clone()),
            new_tables: Mutex::new(Bucket::full(config.limits.new_tables, Instant::now())),
            last_connection: AtomicU64::new(0),
            looks_wanted: AtomicU64::new(0),
            closing,
            services,
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.services.limits
    }

    /// The games that a new table can choose from.
    pub(crate) fn games(&self) -> Vec<About> {
        self.services.games.about()
    }

    /// The rule sets that a new table can choose from.
    pub(crate) fn offered_rules(&self) -> Vec<OfferedRules> {
        self.services.games.offered_rules()
    }

    /// Draws the key of a seat.
    pub(crate) fn draw_key(&self) -> Key {
        self.services.entropy.key()
    }

    /// A number for a new connection.
    pub(crate) fn connection_id(&self) -> ConnectionId {
        ConnectionId(self.last_connection.fetch_add(1, Ordering::Relaxed))
    }

    /// Turns true when the server closes.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Says that the server is about to end: it is not ready any more. Alone with its store it makes no tables either.
    pub(crate) fn leave(&self) {
        self.leaving.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::Relaxed)
    }

    /// Whether new players should come here: a write would succeed, and the server is not about to end.
    pub(crate) async fn ready(&self) -> Result<(), NotReady> {
        if self.is_leaving() || *self.closing.borrow() {
            return Err(NotReady::Leaving);
        }
        self.readiness.ask(&self.services.log).await
    }

    /// How many connections there are.
    pub(crate) fn connections(&self) -> u64 {
        self.limits().connections.saturating_sub(self.places.available_permits()) as u64
    }

    /// Ends every connection.
    pub(crate) async fn close(&self) {
        self.leave();
        self.closing.send_replace(true);
        // First of all: whatever happens to the rooms here, others go on with them.
        let _ = tokio::time::timeout(BEAT, self.services.node.close()).await;
        let rooms = self.all_rooms();
        // A room that waits for the store must not hold up the others.
        let close = |(number, room): (usize, &Arc<Room>)| {
            let (room, wait) = (room.clone(), closing_time(number, rooms.len()));
            async move {
                sleep(wait).await;
                room.close().await;
            }
        };
        futures_util::future::join_all(rooms.iter().enumerate().map(close)).await;
    }

    /// Whether somebody at this address may make a table or a journey now. An invalid request takes no token: ask when
    /// everything else is right.
    pub(crate) fn check_may_make(&self, by: Address) -> Result<(), Refused> {
        // Others that share the store keep the table when this server has ended. Proxies that do not ask whether a server is ready send
        // people here until then, and would be told no every other time.
        let others_go_on = !self.services.node.has_all_connections() && !*self.closing.borrow();
        if self.is_leaving() && !others_go_on {
            return Err(refused(RefusedCode::Unavailable, "the server is about to restart; ask again in a moment"));
        }
        let too_fast = |problem: &str| Err(refused(RefusedCode::TooFast, problem));
        let (mut by_everybody, now) = (self.new_tables.lock().unwrap_or_else(PoisonError::into_inner), Instant::now());
        // Everybody's limit is asked first: who is refused because of others has used nothing of their own.
        if !by_everybody.has(1.0, now) {
            return too_fast("too many new tables; try again in a moment");
        }
        if !self.guests.may(by, Rated::NewTable) {
            return too_fast("too many new tables from your address; try again in a moment");
        }
        by_everybody.take(now);
        Ok(())
    }

    /// Makes a table. The person who asks, from this address, sits at it.
    pub(crate) async fn create(&self, new: NewTable, by: Address) -> Result<Created, Refused> {
        let ruled = self.services.games.choose(&new.game, new.rules)?;
        let game = &*ruled;
        if new.options.len() > MOST_OPTIONS {
            return Err(refused(RefusedCode::NoSuchGame, format!("a game has at most {MOST_OPTIONS} options")));
        }
        let setup = game.setup(new.options.iter().map(String::as_str)).map_err(|error| wrong_setup(&error))?;
        check_public(game, &setup)?;
        let count = Self::seats(game, setup.clone())?;
        let seat = new.seat.unwrap_or(Seat(0));
        let mut seats = vec![None; usize::from(count)];
        let no_seat = || refused(RefusedCode::SeatTaken, format!("the seats are 0 to {}", count - 1));
        let key = self.services.entropy.key();
        let (who, request) = (Who::Person(key.hash()), String::new());
        let (name, seat_option) = (shown_name(&new.name)?, new.own.clone());
        let sitter = Sitter { name, who, request, commitment: None, share: None, seat_option };
        *seats.get_mut(seat.index()).ok_or_else(no_seat)? = Some(sitter);
        if let Some(value) = &new.own {
            Self::seats(game, with_seat_option(game, setup.clone(), seat, value)?)?;
        }
        for BotSeat { seat, level } in &new.bots {
            let place = seats.get_mut(seat.index()).ok_or_else(no_seat)?;
            if place.is_some() {
                return Err(refused(RefusedCode::SeatTaken, "a seat is one person's or one computer's"));
            }
            *place = Some(bots::sitter(level, String::new(), &self.services.entropy)?);
        }
        let row = TableRow {
            id: self.services.entropy.table_id(),
            game: game.info().key.to_owned(),
            rules_version: game.info().rules_version,
            setup: setup.to_string(),
            rules: game.rule_files().cloned().map(Arc::new),
            seed: self.services.entropy.seed(),
            fair: true,
            seats,
            touched: Some(self.services.clock.calendar()),
        };
        self.check_may_make(by)?;
        let table = row.id.to_string();
        match self.services.log.append(Write::Table(row)).await? {
            Wrote::Kept => Ok(Created { table, seat, key: key.reveal().to_owned() }),
            Wrote::Beaten => Err(refused(RefusedCode::Unavailable, "that name was taken; ask again")),
        }
    }

    /// How many seats a match of this setup has. Starting one also checks that its options go together.
    fn seats(game: &dyn DynGame, setup: Setup) -> Result<u8, Refused> {
        let start = || game.start(setup, Origin::Seed(Seed::number(0))).map(|first| first.seats());
        let started = catch_unwind(AssertUnwindSafe(start));
        let went_wrong = |_| refused(RefusedCode::Unavailable, "something went wrong with this game");
        started.map_err(went_wrong)?.map_err(|error| wrong_setup(&error))
    }

    /// The room of the table with this name, from memory or from the store, for somebody at this address.
    pub(crate) async fn room(&self, name: &str, by: Address) -> Result<Arc<Room>, Refused> {
        let id: TableId = name.parse().map_err(|_| no_such_table())?;
        let in_memory = || {
            let mut rooms = self.rooms();
            let kept = rooms.get_mut(&id)?;
            kept.used = Instant::now();
            Some(kept.room.clone())
        };
        if let Some(room) = in_memory() {
            return Ok(room);
        }
        let (rooms, services) = (self.rooms.clone(), self.services.clone());
        let keep = async move |room| {
            let (room, is_new) = keep_in(&rooms, room, services.limits.rooms)?;
            if is_new && !services.node.is_alone() {
                // Nobody has listened to notices about this table until now. And its newest event may have landed in the store after
                // the end of the node that had sent it, so nobody has told of it either.
                services.node.tell(News::Changed(room.id));
                room.hear_of_change();
                room.ask_who_is_here().await;
            }
            Ok(room)
        };
        self.loads.get((id, by), in_memory, || Room::load(id, self.services.clone()), keep).await
    }

    /// The table was removed from the store.
    pub(crate) fn forget(&self, table: TableId) {
        let kept = self.rooms().remove(&table);
        if let Some(Kept { room, .. }) = kept {
            room.hear_of_change(); // for whoever came in at the same moment
        }
        self.services.node.tell(News::Changed(table));
    }

    /// How many rooms are in memory.
    pub(crate) fn rooms_in_memory(&self) -> usize {
        self.rooms().len()
    }

    /// Drops rooms that nobody has used for a while.
    pub(crate) fn sweep(&self, now: Instant) {
        let idle = self.limits().idle_room;
        self.rooms().retain(|_, kept| is_in_use(&kept.room) || now.saturating_duration_since(kept.used) < idle);
        self.services.recent.sweep(now, idle);
        self.services.pages.sweep(now, idle);
        self.journeys.sweep(now, self.limits());
        self.guests.sweep(now);
        self.imports.sweep(now);
    }

    pub(crate) fn notices(&self) -> broadcast::Receiver<Notice> {
        self.services.node.subscribe()
    }

    /// Passes on what another node has told.
    pub(crate) fn hear(self: &Arc<Self>, notice: Notice) {
        let noted = self.services.node.note(&notice);
        if noted == Noted::Own {
            return;
        }
        let from = notice.from;
        match notice.news {
            News::Changed(table) => {
                if let Some(room) = self.room_in_memory(table) {
                    room.hear_of_change();
                }
                self.journeys.hear(Some(table));
            }
            News::Here { table, attendance, answers } => {
                if let Some(room) = self.room_in_memory(table) {
                    room.hear_who_is_at(from, attendance);
                }
                if let Some(call) = answers {
                    self.services.node.is_answered(call, from);
                }
            }
            News::WhoIsHere { table, call } => {
                let rooms = self.rooms();
                match rooms.get(&table).map(|kept| kept.room.clone()) {
                    Some(room) => {
                        drop(rooms);
                        room.answer(call);
                    }
                    // The lock is held until the answer is out, so that a room that comes now tells of its people after it.
                    None => self.services.node.answer(table, call, Attendance::default()),
                }
            }
            News::Alive => {}
            News::Closes => self.forget_node(from),
        }
        if noted == Noted::Missed {
            self.look_everywhere();
        }
    }

    /// Says that this node is alive, and takes note of those that are not.
    pub(crate) async fn beat(self: &Arc<Self>) {
        let Beat { gone, must_look, is_store_back, is_newly_cut_off } = self.services.node.beat().await;
        if is_store_back {
            self.all_rooms().iter().for_each(Room::begin_time_anew);
        }
        if is_newly_cut_off {
            for room in self.all_rooms() {
                tokio::spawn(async move { room.send_everybody_away().await });
            }
        }
        // What a node has appended last may not have reached the bus before it was killed.
        let must_look = must_look || !gone.is_empty();
        for node in gone {
            self.forget_node(node);
        }
        if must_look {
            self.look_everywhere();
        }
    }

    /// Nobody is connected to this node any more.
    fn forget_node(&self, node: NodeId) {
        for room in self.all_rooms() {
            room.hear_that_node_is_gone(node);
        }
    }

    /// Reads everything again that is in memory, because notices were missed. However often it is asked for, it is done once
    /// at a time, a few rooms after the other.
    pub(crate) fn look_everywhere(self: &Arc<Self>) {
        if self.looks_wanted.fetch_add(1, Ordering::AcqRel) == 0 {
            tokio::spawn(look_at_all(self.clone()));
        }
    }

    pub(crate) fn room_in_memory(&self, table: TableId) -> Option<Arc<Room>> {
        self.rooms().get(&table).map(|kept| kept.room.clone())
    }

    pub(crate) fn all_rooms(&self) -> Vec<Arc<Room>> {
        let mut rooms: Vec<_> = self.rooms().values().map(|kept| kept.room.clone()).collect();
        rooms.sort_unstable_by_key(|room| room.id); // a simulation does everything in the same order every time
        rooms
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<TableId, Kept>> {
        lock(&self.rooms)
    }
}

fn lock(rooms: &Mutex<HashMap<TableId, Kept>>) -> MutexGuard<'_, HashMap<TableId, Kept>> {
    rooms.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps a room in memory beside so many others at most. Returns the one that is there if it was quicker, and whether it is new there.
fn keep_in(rooms: &Mutex<HashMap<TableId, Kept>>, room: Arc<Room>, most: usize) -> Result<(Arc<Room>, bool), Refused> {
    let mut rooms = lock(rooms);
    if let Some(known) = rooms.get(&room.id) {
        return Ok((known.room.clone(), false));
    }
    if rooms.len() >= most {
        // The store has them all: a room without connections can go at any time.
        rooms.retain(|_, kept| is_in_use(&kept.room));
    }
    if rooms.len() >= most {
        return Err(refused(RefusedCode::Full, "too many tables are being played at; try again later"));
    }
    rooms.insert(room.id, Kept { room: room.clone(), used: Instant::now() });
    Ok((room, true))
}

/// When a room lets its connections go, of so many. Clients come back half a second later: a few rooms close at once, and
/// many over a second, so that their people do not all knock at the same moment.
fn closing_time(number: usize, rooms: usize) -> Duration {
    let spread = (Duration::from_millis(5) * rooms as u32).min(Duration::from_secs(1));
    spread.mul_f64(number as f64 / rooms as f64)
}

/// Asks about all rooms in memory and reads them again, once more if it was asked for meanwhile.
async fn look_at_all(hub: Arc<Hub>) {
    loop {
        let wanted = hub.looks_wanted.load(Ordering::Acquire);
        for rooms in hub.all_rooms().chunks(LOOKED_AT_TOGETHER) {
            let look = |room: &Arc<Room>| {
                let room = room.clone();
                // In a task of its own: a panic in one of them does not keep the others from being looked at.
                tokio::spawn(async move {
                    room.ask_who_is_here().await;
                    room.look_at_anything().await;
                })
            };
            futures_util::future::join_all(rooms.iter().map(look)).await;
        }
        hub.journeys.hear(None);
        sleep(BEAT / 2).await;
        if hub.looks_wanted.fetch_sub(wanted, Ordering::AcqRel) == wanted {
            return;
        }
    }
}

/// Whether a connection is in the room or about to enter, or a task of the room runs (a countdown, a computer's turn).
fn is_in_use(room: &Arc<Room>) -> bool {
    room.has_connections() || Arc::strong_count(room) > 1
}
