//! All rooms of one server: those in memory, and the way to those in the store.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use catalog::DynGame;
use game::{About, Origin, Seat, Seed, Setup};
use protocol::{BotSeat, Created, NewTable, OfferedRules, Refused, RefusedCode};
use tokio::sync::{broadcast, watch};
use tokio::time::Instant;

use crate::bots;
use crate::bus::Notice;
use crate::config::Config;
use crate::door::Door;
use crate::event_log::no_such_table;
use crate::frame::refused;
use crate::guests::{Address, Guests, Rated};
use crate::ids::{Key, TableId};
use crate::journal::Journal;
use crate::journeys::Journeys;
use crate::limits::{Bucket, Limits};
use crate::names::shown_name;
use crate::room::{ConnectionId, Room};
use crate::seat_options::{check_public, with_seat_option, wrong_setup};
use crate::services::Services;
use crate::store::{Sitter, Store, TableRow, Who, Write, Wrote};

/// The largest number of options in a request, more than any game has.
pub(crate) const MOST_OPTIONS: usize = 32;

/// All rooms of one server. It owns them; none of them knows it.
pub(crate) struct Hub {
    pub(crate) services: Arc<Services>,
    /// The journeys, whose matches are tables here.
    pub(crate) journeys: Journeys,
    /// What each address uses.
    pub(crate) guests: Arc<Guests>,
    /// Under which names and through which proxies it is reached.
    pub(crate) door: Door,
    rooms: Mutex<HashMap<TableId, Kept>>,
    new_tables: Mutex<Bucket>,
    last_connection: AtomicU64,
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
        Self {
            services: Arc::new(Services::new(config, store, journal, is_closing)),
            journeys: Journeys::new(&config.limits),
            guests: Arc::new(Guests::new(&config.limits)),
            door: config.door.clone(),
            rooms: Mutex::default(),
            new_tables: Mutex::new(Bucket::full(config.limits.new_tables, Instant::now())),
            last_connection: AtomicU64::new(0),
            closing,
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

    /// Ends every connection.
    pub(crate) async fn close(&self) {
        self.closing.send_replace(true);
        let rooms: Vec<_> = self.rooms().values().map(|kept| kept.room.clone()).collect();
        // All at once: one that waits for the store must not hold up the others.
        futures_util::future::join_all(rooms.iter().map(|room| room.close())).await;
    }

    /// Whether somebody at this address may make a table or a journey now. An invalid request takes no token: ask when
    /// everything else is right.
    pub(crate) fn check_may_make(&self, by: Address) -> Result<(), Refused> {
        let too_fast = |problem: &str| Err(refused(RefusedCode::TooFast, problem));
        if !self.guests.may(by, Rated::NewTable) {
            return too_fast("too many new tables from your address; try again in a moment");
        }
        if !self.new_tables.lock().unwrap_or_else(PoisonError::into_inner).take(Instant::now()) {
            return too_fast("too many new tables; try again in a moment");
        }
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
        let sitter = Sitter { name: shown_name(&new.name)?, who, request, share: None, seat_option: new.own.clone() };
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

    /// The room of the table with this name, from memory or from the store.
    pub(crate) async fn room(&self, name: &str) -> Result<Arc<Room>, Refused> {
        let id: TableId = name.parse().map_err(|_| no_such_table())?;
        if let Some(kept) = self.rooms().get_mut(&id) {
            kept.used = Instant::now();
            return Ok(kept.room.clone());
        }
        let room = Arc::new(Room::load(id, self.services.clone()).await?);
        let mut rooms = self.rooms();
        if rooms.len() >= self.limits().rooms {
            // The store has them all: a room without connections can go at any time.
            rooms.retain(|_, kept| is_in_use(&kept.room));
        }
        if rooms.len() >= self.limits().rooms {
            return Err(refused(RefusedCode::Full, "too many tables are being played at; try again later"));
        }
        Ok(rooms.entry(id).or_insert(Kept { room, used: Instant::now() }).room.clone())
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
    }

    pub(crate) fn notices(&self) -> broadcast::Receiver<Notice> {
        self.services.node.subscribe()
    }

    /// Reloads the room that another node has told of; every room if it is not known which.
    pub(crate) async fn hear(&self, notice: Option<Notice>) {
        let rooms: Vec<_> = match notice {
            Some(notice) if self.services.node.has_sent(notice) => return,
            Some(notice) => self.rooms().get(&notice.table).map(|kept| kept.room.clone()).into_iter().collect(),
            None => self.rooms().values().map(|kept| kept.room.clone()).collect(),
        };
        for room in rooms {
            room.hear_of_news().await;
        }
        self.journeys.hear(notice).await;
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<TableId, Kept>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a connection is in the room or about to enter, or a task of the room runs (a countdown, a computer's turn).
fn is_in_use(room: &Arc<Room>) -> bool {
    room.has_connections() || Arc::strong_count(room) > 1
}
