//! Everything that the page knows.

use std::collections::BTreeMap;

use ai::Level;
use catalog::{DynGame, Picture, RuledGame};
use game::{Commitment, Dice, Origin, Seat, Seed, Share, Viewer};

use crate::form::{KeptKit, NewGame};
use crate::press::TablePress;
use crate::route::Route;
use crate::settings::Settings;
use crate::table::{Connection, Fault, Local, Online, SavedLocal, SavedOnline, Table};
use crate::texts::{Tongue, tongue};

/// Everything that the page knows.
pub struct Model {
    /// Where in the page one is.
    pub route: Route,
    /// What the person has chosen.
    pub settings: Settings,
    /// The language.
    pub tongue: Tongue,
    /// Whether there is a server.
    pub server: Server,
    /// Everything of ours in the browser's storage.
    pub stored: BTreeMap<String, String>,
    /// The address of the page without what is behind `#`.
    pub address: String,
    /// The rule sets that the server offers, parsed.
    pub rule_sets: Vec<RuledGame>,
    /// The rule sets of tables that were open here, the last one first: their records can be replayed.
    pub seen_rule_sets: Vec<RuledGame>,
    /// The match that is being set up.
    pub new_game: Option<NewGame>,
    /// The table that is open.
    pub table: Option<Table>,
    /// Why the table that was asked for is not open.
    pub trouble: Option<String>,
    /// The record that somebody wants to look at.
    pub reader: Reader,
    /// The same, played again and not looked at yet.
    pub replayed: Option<Table>,
    /// The state of the connection to the server.
    pub connection: Connection,
    /// When the server was last heard, and since when it owes an answer.
    pub heard: f64,
    /// Why the server did not let us in, while it is tried again.
    pub connection_problem: Option<String>,
    /// The tables with others that were left while one sits there, the latest last.
    pub left: Vec<Left>,
    /// Whether the server knows the key of one's seat no more, so that one comes in as a guest.
    pub seat_gone: bool,
    /// What title and icon call one for.
    pub calls: Option<Call>,
    /// What lies over the page.
    pub dialog: Option<Dialog>,
    /// What a screen reader tells.
    pub told: String,
    /// What was just done, for a moment: «copied».
    pub copied: Option<bool>,
    /// Whether there can be a worker to think in.
    pub workers: bool,
    /// The level of computers that are asked to a table of the server.
    pub bot_level: String,
    /// The time of the browser's clock in milliseconds.
    pub now: f64,
    /// A picture of each game from the middle of a match, in the order of the list.
    pub covers: Vec<Option<Picture>>,
    /// What the browser was asked to come back for.
    pub awaited: Awaited,
    /// The last one that was used of the numbers of jobs.
    pub job: u32,
    /// The last one that was used of the numbers of throws.
    pub throw: u32,
    random: u64,
    secrets: Option<Dice>,
}

/// What the browser was asked to come back for, so that it is asked once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for without regard to the others")]
pub struct Awaited {
    /// The legal actions that wait to be thought through.
    pub previews: bool,
    /// What was left to the game.
    pub routine: bool,
    /// A countdown.
    pub tick: bool,
    /// A look at the tables that were left.
    pub look: bool,
}

/// What title and icon call somebody for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// It is their turn.
    Turn,
    /// Somebody waits at a table that they have left.
    Back,
}

/// A table with others at which one sits and which was left before the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Left {
    /// The table's name in links.
    pub table: String,
    /// The game's name.
    pub game: &'static str,
    /// Where one sits.
    pub seat: Seat,
    /// How long the game waits for whoever is away, in seconds; none if it waits for ever.
    pub grace: Option<u32>,
    /// What one has to know of it.
    pub waits: Waits,
    /// Whether the match had begun. If not, it is the seat that is lost.
    pub begun: bool,
    /// Whether somebody has sat down meanwhile, so that the page calls one back.
    pub called: bool,
    /// How often the server was asked what has become of it.
    pub looks: u32,
}

/// Who waits for whom at a table that was left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Waits {
    /// The match begins when somebody takes a free seat; nobody waits before.
    ForGuest,
    /// Everybody sits, and the others wait as long as it takes.
    ForYou,
    /// The others wait until this time of the browser's clock. The server has not said yet what came of it.
    Until(f64),
    /// Nobody waits, as far as is known: one sits there in another tab.
    Here,
    /// The match is over.
    Over,
    /// The seat is free again.
    SeatGone,
}

impl Left {
    /// Whether the time to come back is over by the browser's clock.
    pub fn is_too_late(&self, now: f64) -> bool {
        matches!(self.waits, Waits::Until(at) if at <= now)
    }

    /// Whether somebody waits for one there since they sat down.
    pub fn calls(&self, now: f64) -> bool {
        let waits = match self.waits {
            Waits::ForYou => true,
            Waits::Until(at) => at > now,
            Waits::ForGuest | Waits::Here | Waits::Over | Waits::SeatGone => false,
        };
        self.called && waits
    }
}

/// The record that somebody wants to look at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    /// Its text as it was pasted.
    pub text: String,
    /// Where and why it is none.
    pub fault: Option<Fault>,
}

/// Whether there is a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Server {
    /// It has been asked.
    Asked,
    /// There is one.
    Here,
    /// The page comes from a folder, or the server does not answer.
    Absent,
}

/// What lies over the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The list of keys and marks.
    Keys,
    /// The settings.
    Settings,
    /// The rules of the game that is open.
    Rules {
        /// Whether the browser's way back leads to the same place without them.
        pushed: bool,
    },
    /// Whether one really wants to give up.
    Resign,
    /// Whether one really wants to play an action.
    Sure {
        /// The press of the button that plays it.
        sure: TablePress,
        /// What would come of it, in a sentence.
        why: String,
    },
    /// Whether one really wants to lose a match that is still being played, by its key in the storage.
    Forget(String),
    /// Whether to write over a kept kit, for this option.
    ReplaceKit(String),
    /// Whether to lose the kept kit at this place of the list.
    ForgetKit(usize),
}

/// A table that one can go on with.
#[derive(Clone, Debug, PartialEq)]
pub enum Saved {
    /// On this device, under this id.
    Local(String, SavedLocal),
    /// On the server, under this name.
    Online(String, SavedOnline),
}

impl Saved {
    /// When something last happened.
    pub fn updated(&self) -> f64 {
        match self {
            Self::Local(_, saved) => saved.updated,
            Self::Online(_, saved) => saved.updated,
        }
    }

    /// Whether there is nothing left to play.
    pub fn is_over(&self) -> bool {
        match self {
            Self::Local(_, saved) => saved.over,
            Self::Online(_, saved) => saved.over,
        }
    }

    /// Where it lies in the storage.
    pub fn storage_key(&self) -> String {
        match self {
            Self::Local(id, _) => Local::storage_key(id),
            Self::Online(table, _) => Online::storage_key(table),
        }
    }
}

/// Where the settings lie in the storage.
pub const SETTINGS: &str = "sixfold.settings";
/// Where that lies from which this browser's shares in dice grow.
pub(crate) const SHARES: &str = "sixfold.shares";

impl Model {
    /// A page that was just opened and knows nothing.
    pub fn new(random: u64) -> Self {
        Self {
            route: Route::Home,
            settings: Settings::default(),
            tongue: tongue("en"),
            server: Server::Asked,
            stored: BTreeMap::new(),
            address: String::new(),
            rule_sets: Vec::new(),
            seen_rule_sets: Vec::new(),
            new_game: None,
            table: None,
            trouble: None,
            reader: Reader::default(),
            replayed: None,
            connection: Connection::Off,
            left: Vec::new(),
            seat_gone: false,
            calls: None,
            dialog: None,
            told: String::new(),
            copied: None,
            heard: 0.0,
            connection_problem: None,
            workers: true,
            bot_level: Level::default_level().name.clone(),
            now: 0.0,
            covers: Vec::new(),
            awaited: Awaited::default(),
            job: 0,
            throw: 0,
            random,
            secrets: None,
        }
    }

    /// What lies in the storage under a key, if it can be read.
    pub fn load<T: serde::de::DeserializeOwned>(&self, key: &str) -> Option<T> {
        serde_json::from_str(self.stored.get(key)?).ok()
    }

    /// The tables that one can go on with, the latest first.
    pub fn saved(&self) -> Vec<Saved> {
        let read = |key: &String| {
            let local =
                key.strip_prefix("sixfold.local.").and_then(|id| Some(Saved::Local(id.to_owned(), self.load(key)?)));
            local.or_else(|| {
                let table = key.strip_prefix("sixfold.table.")?;
                Some(Saved::Online(table.to_owned(), self.load(key)?))
            })
        };
        let mut saved: Vec<Saved> = self.stored.keys().filter_map(read).collect();
        saved.sort_by(|a, b| b.updated().total_cmp(&a.updated()));
        saved
    }

    /// What was put together for matches of a game and kept, in the order in which that was.
    pub fn kept_kits(&self, game: &dyn DynGame) -> Vec<KeptKit> {
        self.load(&KeptKit::storage_key(game)).unwrap_or_default()
    }

    /// A number that nobody can foresee and that has not been before.
    pub fn fresh(&mut self) -> u64 {
        split_mix(&mut self.random)
    }

    /// Says what secrets grow from; apart from [`Model::fresh`], whose numbers others see. ChaCha20 again: whoever is told
    /// one of them, a server above all, cannot compute the next.
    pub fn keep_secrets(&mut self, secrets: Option<[u8; 32]>) {
        self.secrets = secrets.map(|bytes| Dice::seeded(&Seed(bytes)));
    }

    /// Whether there is anything to make secrets of. Without it nobody plays online: seats could be stolen and dice
    /// foreseen.
    pub fn has_secrets(&self) -> bool {
        self.secrets.is_some()
    }

    /// The key of a seat: letters and digits that nobody can foresee.
    pub fn secret(&mut self) -> Option<String> {
        const SIGNS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
        let drawn: Vec<usize> = self.draw(32, protocol::KEY_LENGTH)?;
        Some(drawn.into_iter().map(|sign| char::from(SIGNS[sign])).collect())
    }

    /// Draws what this browser's shares grow from, unless it lies in the storage already: the text to store there.
    pub fn draw_shares_root(&mut self) -> Option<String> {
        if self.load_share(SHARES).is_some() {
            return None;
        }
        let drawn = self.draw(256, 32)?;
        let text = Share(std::array::from_fn(|place| drawn[place] as u8)).to_string();
        self.stored.insert(SHARES.to_owned(), text.clone());
        Some(text)
    }

    /// What a seat adds to the dice of the match that this was promised for. It follows from what the browser keeps to
    /// itself, so that all tabs of a person give the same one, and it follows from the promise, so that nobody who knows
    /// earlier shares can tell this one.
    pub fn share(&self, promise: Commitment, seat: Seat) -> Option<Share> {
        let root = self.load_share(SHARES)?;
        let mut dice =
            Origin::Fair { secret: Seed(root.0), shares: vec![Share(promise.0), Share([seat.0; 32])] }.dice();
        Some(Share(std::array::from_fn(|_| (dice.roll(256) - 1) as u8)))
    }

    fn load_share(&self, key: &str) -> Option<Share> {
        self.stored.get(key)?.parse().ok()
    }

    /// So many secret numbers below `sides`.
    fn draw(&mut self, sides: u32, count: usize) -> Option<Vec<usize>> {
        let dice = self.secrets.as_mut()?;
        let drawn = (0..count).map(|_| dice.roll(sides) as usize - 1).collect();
        dice.take_rolls(); // what was drawn is not kept
        Some(drawn)
    }

    /// The link to a table.
    pub fn link(&self, table: &str) -> String {
        format!("{}{}", self.address, Route::Online(table.to_owned()))
    }
}

/// Splitmix64: every state once, and neighbours that look nothing alike.
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A position from the middle of a match of this game, for its cover: the first part of one that was played at random.
pub fn cover(game: &'static dyn DynGame) -> Option<Picture> {
    let setup = game.setup([]).ok()?;
    let record = game.random_match(setup.clone(), 6).ok()?.record();
    let mut table = game.start(setup, record.seed.into()).ok()?;
    let actions: Vec<&str> = record.actions().map(|a| a.text.as_str()).collect();
    for action in &actions[..(actions.len() * 3 / 5).min(46)] {
        table.play(table.actor()?, action).ok()?;
    }
    let mut picture = table.position(Viewer::Everything).picture(false);
    picture.scene.marks.clear();
    Some(picture)
}
