//! All tables of one server: those in memory, and the way to those in the store.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use catalog::DynGame;
use game::{Origin, Seat, Seed, Setup};
use protocol::{BotSeat, Created, LONGEST_NAME, NewTable, Refused, RefusedCode};
use tokio::sync::{broadcast, watch};
use tokio::time::Instant;

use crate::bots::{self, Thinkers};
use crate::bus::{Bus, NodeId, Notice};
use crate::clock::Clock;
use crate::config::{Config, Start};
use crate::frame::refused;
use crate::ids::{Entropy, TableId};
use crate::journal::Journal;
use crate::limits::{Bucket, Limits};
use crate::live::Live;
use crate::own;
use crate::room::{GuestId, Room};
use crate::store::{Sitter, Store, StoredTable, TableRow, Who, Write, Wrote};

/// More options than any game has.
const MOST_OPTIONS: usize = 32;

/// All tables of one server.
pub(crate) struct Hub {
    pub(crate) limits: Limits,
    pub(crate) entropy: Entropy,
    pub(crate) report: fn(&str),
    pub(crate) panic_on: Option<String>,
    pub(crate) clock: Clock,
    pub(crate) thinkers: Thinkers,
    start: Start,
    node: NodeId,
    bus: Arc<dyn Bus>,
    store: Arc<dyn Store>,
    journal: Journal,
    rooms: Mutex<HashMap<TableId, Kept>>,
    new_tables: Mutex<Bucket>,
    guests: AtomicU64,
    closing: watch::Sender<bool>,
}

/// A table in memory.
struct Kept {
    room: Arc<Room>,
    used: Instant,
}

impl Hub {
    pub(crate) fn new(config: &Config, store: Arc<dyn Store>, journal: Journal) -> Self {
        Self {
            limits: config.limits.clone(),
            entropy: config.entropy.clone(),
            report: config.report,
            panic_on: config.panic_on.clone(),
            clock: config.clock.clone(),
            thinkers: Thinkers::new(config),
            start: config.start.clone(),
            node: NodeId(config.entropy.table_id().to_number() as u64),
            bus: config.bus.clone(),
            store,
            journal,
            rooms: Mutex::default(),
            new_tables: Mutex::new(Bucket::full(config.limits.new_tables, Instant::now())),
            guests: AtomicU64::new(0),
            closing: watch::Sender::new(false),
        }
    }

    /// A number for a new connection.
    pub(crate) fn guest_id(&self) -> GuestId {
        GuestId(self.guests.fetch_add(1, Ordering::Relaxed))
    }

    /// Turns true when the server closes.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.closing.subscribe()
    }

    /// Whether the server closes: who leaves now was sent away.
    pub(crate) fn is_closing(&self) -> bool {
        *self.closing.borrow()
    }

    /// Whether nobody can be at a table but those who are connected here.
    pub(crate) fn is_alone(&self) -> bool {
        self.bus.is_alone()
    }

    /// Lets everybody go.
    pub(crate) async fn close(&self) {
        self.closing.send_replace(true);
        let rooms: Vec<_> = self.rooms().values().map(|kept| kept.room.clone()).collect();
        for room in rooms {
            room.send_away().await;
        }
    }

    /// Makes a table, with whoever asks sitting at it.
    pub(crate) async fn create(&self, new: NewTable) -> Result<Created, Refused> {
        let game = catalog::find(&new.game)
            .ok_or_else(|| refused(RefusedCode::NoSuchGame, "there is no such game; GET /api/games lists them"))?;
        if new.options.len() > MOST_OPTIONS {
            return Err(refused(RefusedCode::NoSuchGame, format!("a game has at most {MOST_OPTIONS} options")));
        }
        let setup = game.setup(new.options.iter().map(String::as_str)).map_err(|error| own::no_game(&error))?;
        own::check_public(game, &setup)?;
        let count = self.seats(game, setup.clone())?;
        let seat = new.seat.unwrap_or(Seat(0));
        let mut seats = vec![None; usize::from(count)];
        let no_seat = || refused(RefusedCode::SeatTaken, format!("the seats are 0 to {}", count - 1));
        let key = self.entropy.key();
        let (who, request) = (Who::Person(key.hash()), String::new());
        let sitter = Sitter { name: name(&new.name)?, who, request, share: None, own: new.own.clone() };
        *seats.get_mut(seat.index()).ok_or_else(no_seat)? = Some(sitter);
        if let Some(own) = &new.own {
            self.seats(game, own::with_own(game, setup.clone(), seat, own)?)?;
        }
        for BotSeat { seat, level } in &new.bots {
            let place = seats.get_mut(seat.index()).ok_or_else(no_seat)?;
            if place.is_some() {
                return Err(refused(RefusedCode::SeatTaken, "a seat is one person's or one computer's"));
            }
            *place = Some(bots::sitter(level, String::new(), &self.entropy)?);
        }
        let row = TableRow {
            id: self.entropy.table_id(),
            game: game.info().key.to_owned(),
            rules_version: game.info().rules_version,
            setup: setup.to_string(),
            seed: self.entropy.seed(),
            fair: true,
            seats,
        };
        // Everybody shares this bucket: nonsense takes nothing out of it.
        if !self.new_tables.lock().unwrap_or_else(PoisonError::into_inner).take(Instant::now()) {
            return Err(refused(RefusedCode::TooFast, "too many new tables; try again in a moment"));
        }
        let table = row.id.to_string();
        match self.write(Write::Table(row)).await? {
            Wrote::Kept => Ok(Created { table, seat, key: key.reveal().to_owned() }),
            Wrote::Beaten => Err(refused(RefusedCode::Unavailable, "that name was taken; ask again")),
        }
    }

    /// How many seats a match of this setup has; starting one says too that its options go together.
    fn seats(&self, game: &'static dyn DynGame, setup: Setup) -> Result<u8, Refused> {
        let start = || (self.start)(game, setup, Origin::Seed(Seed::number(0))).map(|table| table.seats());
        let started = catch_unwind(AssertUnwindSafe(start));
        let went_wrong = |_| refused(RefusedCode::Unavailable, "something went wrong with this game");
        started.map_err(went_wrong)?.map_err(|error| own::no_game(&error))
    }

    /// The table of that name, from memory or from the store.
    pub(crate) async fn room(&self, name: &str) -> Result<Arc<Room>, Refused> {
        let id: TableId = name.parse().map_err(|_| no_table())?;
        if let Some(kept) = self.rooms().get_mut(&id) {
            kept.used = Instant::now();
            return Ok(kept.room.clone());
        }
        let room = Arc::new(Room::new(self.load(self.read(id, 0).await?)?, self.clock.clone()));
        let mut rooms = self.rooms();
        if rooms.len() >= self.limits.tables {
            // The store has them all: those that nobody looks at can go at any time.
            rooms.retain(|_, kept| is_in_use(&kept.room));
        }
        if rooms.len() >= self.limits.tables {
            return Err(refused(RefusedCode::Full, "too many tables are being played at; try again later"));
        }
        Ok(rooms.entry(id).or_insert(Kept { room, used: Instant::now() }).room.clone())
    }

    /// How many tables are in memory.
    pub(crate) fn tables(&self) -> usize {
        self.rooms().len()
    }

    /// Lets go of tables that nobody has looked at for a while.
    pub(crate) fn sweep(&self, now: Instant) {
        let idle = self.limits.idle_table;
        self.rooms().retain(|_, kept| is_in_use(&kept.room) || now.saturating_duration_since(kept.used) < idle);
    }

    /// Comes back when the write is durable.
    pub(crate) async fn write(&self, write: Write) -> Result<Wrote, Refused> {
        self.journal.write(write).await.map_err(|error| self.unavailable(&error.to_string()))
    }

    /// What the store has of a table, after the first `known` events.
    pub(crate) async fn read(&self, id: TableId, known: u64) -> Result<StoredTable, Refused> {
        let store = self.store.clone();
        let read = tokio::task::spawn_blocking(move || store.table(id, known)).await;
        match read {
            Ok(Ok(stored)) => stored.ok_or_else(no_table),
            Ok(Err(error)) => Err(self.unavailable(&error.to_string())),
            Err(error) => Err(self.unavailable(&format!("reading table {id}: {error}"))),
        }
    }

    /// Plays a table's log.
    pub(crate) fn load(&self, stored: StoredTable) -> Result<Live, Refused> {
        let id = stored.row.id;
        match catch_unwind(AssertUnwindSafe(|| Live::load(stored, self.start.clone()))) {
            Ok(Ok(live)) => Ok(live),
            Ok(Err(unreadable)) => Err(self.unavailable(&unreadable.to_string())),
            Err(_) => Err(self.unavailable(&format!("table {id}: its game panicked"))),
        }
    }

    /// Tells other nodes that something at this table is new.
    pub(crate) fn tell_others(&self, table: TableId) {
        self.bus.publish(Notice { from: self.node, table });
    }

    pub(crate) fn notices(&self) -> broadcast::Receiver<Notice> {
        self.bus.subscribe()
    }

    /// Looks again at a table that another node has told of; at every table if it is not known which.
    pub(crate) async fn hear(self: &Arc<Self>, notice: Option<Notice>) {
        let rooms: Vec<_> = match notice {
            Some(notice) if notice.from == self.node => return,
            Some(notice) => self.rooms().get(&notice.table).map(|kept| kept.room.clone()).into_iter().collect(),
            None => self.rooms().values().map(|kept| kept.room.clone()).collect(),
        };
        for room in rooms {
            room.look_again(self).await;
        }
    }

    /// The details are for whoever runs the server; the client hears that it may ask again.
    fn unavailable(&self, problem: &str) -> Refused {
        (self.report)(problem);
        refused(RefusedCode::Unavailable, "the server could not keep or find it; ask again")
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<TableId, Kept>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody looks at it, or is about to.
fn is_in_use(room: &Arc<Room>) -> bool {
    room.has_viewers() || Arc::strong_count(room) > 1
}

fn no_table() -> Refused {
    refused(RefusedCode::NoSuchTable, "there is no such table")
}

/// A name as it is shown: one line, nothing that controls or cannot be seen, not too long.
pub(crate) fn name(text: &str) -> Result<String, Refused> {
    let seen = text.chars().filter(|&letter| !is_unseen(letter));
    let shown: String = seen.map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    if shown.chars().count() > LONGEST_NAME {
        return Err(refused(RefusedCode::Malformed, format!("a name has at most {LONGEST_NAME} characters")));
    }
    Ok(shown)
}

/// Takes no room, or turns round the text after it: two names could look the same, or change what stands next to them.
fn is_unseen(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' // zero width, and marks of direction; joiners stay: emoji and scripts need them
        | '\u{202a}'..='\u{202e}' // embeddings and overrides of direction
        | '\u{2060}'..='\u{206f}' // joiners, isolates of direction
        | '\u{e0000}'..='\u{e007f}' // tags
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_shows_what_is_in_it_and_turns_nothing_round() {
        let cases = [
            (" Ann\n Lee ", "Ann Lee"),
            ("A\u{202e}nn\u{202c}", "Ann"),
            ("\u{2066}Bo\u{2069}\u{200b}\u{feff}", "Bo"),
            ("\u{200b} \u{2060}", ""),
            ("Bo\u{200b}b\u{200f}", "Bob"),
            ("Zoë 李 עדי", "Zoë 李 עדי"),
        ];
        for (text, shown) in cases {
            assert_eq!(name(text).unwrap(), shown, "{text:?}");
        }
        assert!(name(&"x".repeat(LONGEST_NAME + 1)).is_err());
    }
}
