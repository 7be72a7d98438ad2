//! The state of the page.

use ai::Level;
use catalog::{DynGame, Picture};
use game::{Seat, SortedMap};

use crate::chance::Chance;
use crate::content::{Chapter, Contents};
use crate::demo::Demos;
use crate::example::Stage;
use crate::form::{KeptKit, NewGame};
use crate::journey::{AtHeadquarters, Invitation, SetOut};
use crate::kept::Kept;
use crate::lesson::Taught;
use crate::press::Press;
use crate::route::Route;
use crate::rule_sets::RuleSets;
use crate::settings::Settings;
use crate::stored::{Saved, Stored};
use crate::texts::{Tongue, tongue};
use crate::view::{PlainFacts, TurnFacts};
use crate::zoom::Zoom;
use client::{Client, Connection, Fault};

/// The state of the page.
pub struct Model {
    /// The current place in the page.
    pub route: Route,
    /// The person's settings.
    pub settings: Settings,
    /// The texts in the language of the page.
    pub tongue: Tongue,
    /// Which texts in other languages are here.
    pub languages: Languages,
    /// Whether there is a server.
    pub server: Server,
    /// How often a server was asked for news of a journey.
    pub looks: u32,
    /// All entries of Sixfold in the browser's storage.
    pub stored: Stored,
    /// The address of the page without the part from `#` on.
    pub address: String,
    /// The rule sets that the page knows.
    pub rule_sets: RuleSets,
    /// The texts about the games that were asked for.
    pub content: Contents,
    /// The match that is open.
    pub client: Option<Client>,
    /// What else belongs to the current place in the page.
    pub visit: Visit,
    /// The form for a record to replay. Its text stays when the person goes elsewhere.
    pub reader: Reader,
    /// The tables that the person has left without giving up the seat, the latest last.
    pub left: Vec<Left>,
    /// The reason why the title and the icon call the person.
    pub calls: Option<Call>,
    /// The text that screen readers announce.
    pub announcement: String,
    /// Whether the browser can run a worker, in which the computer thinks.
    pub workers: bool,
    /// The level of computers that take a seat at a table on the server.
    pub bot_level: String,
    /// The time of the browser's clock, in milliseconds.
    pub now: f64,
    /// A picture of each game, in the order of the catalogue.
    pub covers: Vec<Option<Picture>>,
    /// The recorded matches that the pictures show.
    pub demos: Demos,
    /// The width and height of the board on the screen, in pixels, once the browser has told them.
    pub board_size: Option<(f64, f64)>,
    /// The timers that are running.
    pub awaited: Awaited,
    /// The number of the last job of the worker.
    pub job: u32,
    /// The number of the last part of a motion on the board.
    pub motion: u32,
    /// Whether the browser asks for less motion.
    pub still: bool,
    /// Where random numbers and secrets come from.
    pub(crate) chance: Chance,
}

/// What belongs to the current place in the page besides its table. It is replaced as a whole when the person goes
/// elsewhere, so that nothing of one place is left over at the next. Rules, settings and help are dialogs over a place:
/// the table or the form stays open under them.
#[derive(Default)]
pub struct Visit {
    /// The form for a new match, or for the options of a free seat at a table of the server.
    pub new_game: Option<NewGame>,
    /// The form for a new journey.
    pub set_out: Option<SetOut>,
    /// The headquarters of a journey.
    pub headquarters: Option<AtHeadquarters>,
    /// A journey on the server that is not open yet: its name, and this person's key if there is one.
    pub travels: Option<(String, Option<String>)>,
    /// The public facts about it, for somebody who is invited.
    pub invitation: Option<Invitation>,
    /// The first picture of the game of that form or headquarters.
    pub cover: Option<Picture>,
    /// The reason why the requested table is not open.
    pub trouble: Option<String>,
    /// The replayed match, before it is shown.
    pub replayed: Option<Client>,
    /// The position and the reason, if the text of a replay is not a valid record.
    pub fault: Option<Fault>,
    /// The connection to the server.
    pub socket: Socket,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The moments of examples that a reader has chosen, by the index of the example in its text.
    pub examples: SortedMap<usize, Stage>,
    /// The section of a text to which the focus goes once the text is there.
    pub place: Option<String>,
    /// Whether the last copying worked; `None` if nothing was copied lately.
    pub copied: Option<bool>,
    /// The lesson, at one of its steps.
    pub lesson: Option<Taught>,
    /// The part of the board that is shown.
    pub zoom: Zoom,
    /// Who has chosen that part.
    pub zoom_by: ZoomBy,
    /// Whether the board of this visit was measured. Until then the size of the board before it is all that is known.
    pub is_measured: bool,
    /// Whether the person has turned the board by half a turn.
    pub flipped: bool,
    /// The rows of the move list as they were drawn last.
    pub kept_turns: Kept<TurnFacts>,
    /// The empty places of the board as they were drawn last.
    pub kept_cells: Kept<PlainFacts>,
}

/// Who has chosen the part of the board that is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ZoomBy {
    /// Nobody yet.
    #[default]
    Nobody,
    /// The page, for a board with small hexes.
    Page,
    /// The person at the screen.
    Person,
}

/// The connection to the server at one table. Elsewhere there is none.
pub struct Socket {
    /// Its state.
    pub state: Connection,
    /// The time of the server's last message, or since when it owes an answer, by the browser's clock.
    pub heard: f64,
    /// The server's reason for refusing the connection, while the page tries again.
    pub problem: Option<String>,
    /// Whether the server no longer knows the key of this person's seat, so that they join as a spectator.
    pub seat_gone: bool,
    /// The last event of the page of the past that the server was asked for.
    pub looks_back: Option<u64>,
    /// How often in a row the server could not tell whether it has kept a request.
    pub unkept: u32,
}

impl Socket {
    /// A connection in this state, of which nothing else is known yet.
    pub fn new(state: Connection) -> Self {
        Self { state, heard: 0.0, problem: None, seat_gone: false, looks_back: None, unkept: 0 }
    }
}

impl Default for Socket {
    fn default() -> Self {
        Self::new(Connection::Off)
    }
}

/// The timers that are running, so that none is started twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is asked for without regard to the others")]
pub struct Awaited {
    /// Computes the pending previews of legal actions.
    pub previews: bool,
    /// Plays the next action of a routine.
    pub routine: bool,
    /// Updates a countdown.
    pub tick: bool,
    /// Asks the server about the tables that were left.
    pub look: bool,
    /// Plays on a recorded match of the home page.
    pub demos: bool,
}

/// The reason why the title and the icon call a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// It is the person's turn.
    Turn,
    /// Another player waits at a table that the person has left.
    Back,
}

/// A table that this person has left before the end, and at which they still have a seat.
#[derive(Clone, Debug, PartialEq)]
pub struct Left {
    /// The table's name in links.
    pub table: String,
    /// The game's name.
    pub game: &'static str,
    /// This person's seat.
    pub seat: Seat,
    /// The seconds that the game waits for a person who is away; `None` if it waits for ever.
    pub grace: Option<u32>,
    /// Who waits for whom there.
    pub waits: Waits,
    /// Whether the match had begun. If not, the person loses only the seat.
    pub begun: bool,
    /// Whether another player has sat down meanwhile, so that the page calls the person back.
    pub called: bool,
    /// How many times the server was asked about the table.
    pub looks: u32,
}

/// Who waits for whom at a table that was left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Waits {
    /// The match begins when a guest takes a free seat; until then nobody waits.
    ForGuest,
    /// All seats are taken, and the others wait without a limit.
    ForYou,
    /// The others wait until this time of the browser's clock. The server has not yet said what happens after that.
    Until(f64),
    /// Nobody waits, as far as is known: the person is at the table in another tab.
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

    /// Whether another player has sat down there and waits for the person.
    pub fn calls(&self, now: f64) -> bool {
        let waits = match self.waits {
            Waits::ForYou => true,
            Waits::Until(at) => at > now,
            Waits::ForGuest | Waits::Here | Waits::Over | Waits::SeatGone => false,
        };
        self.called && waits
    }
}

/// The form for a record to replay.
#[derive(Default)]
pub struct Reader {
    /// The pasted text.
    pub text: String,
    /// The match of this text, until the page has gone to its replay.
    pub read: Option<Client>,
}

/// Whether the page has a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Server {
    /// The server has been asked, without an answer yet.
    Asked,
    /// There is a server.
    Here,
    /// The page comes from a static folder, or the server does not answer.
    Absent,
}

/// A dialog over the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The list of keys and marks.
    Keys,
    /// The settings.
    Settings,
    /// The rules of the open game, or another text about it.
    Rules {
        /// The text that is open.
        chapter: Chapter,
        /// Whether the browser's back button leads to the same place without the rules.
        pushed: bool,
    },
    /// Asks whether to resign.
    Resign,
    /// Asks whether to play an action.
    Sure {
        /// The press of the button that plays it.
        sure: Press,
        /// The reason for the question, in a sentence.
        why: String,
    },
    /// Asks whether to remove a match that is still being played, by its key in the storage.
    Forget(String),
    /// Asks whether to replace a kept kit of this option.
    ReplaceKit(String),
    /// Asks whether to remove the kept kit with this index.
    ForgetKit(usize),
}

/// The languages that are not built in.
#[derive(Default)]
pub struct Languages {
    /// The keys of those whose texts have arrived.
    pub here: Vec<&'static str>,
    /// The one that the person wants and whose texts could not be loaded.
    pub missing: Option<&'static str>,
}

/// The storage key of the settings.
pub const SETTINGS: &str = "sixfold.settings";

impl Model {
    /// The attributes of the document by which style sheets know the person's settings.
    pub fn dress(&self) -> [(&'static str, &'static str); 4] {
        [
            ("data-theme", self.settings.theme.name()),
            ("data-look", self.settings.look.name()),
            ("data-stones", if self.settings.fill { "fill" } else { "stand" }),
            ("lang", self.tongue.language),
        ]
    }

    /// Whether nothing is seen to move: the browser or the person wants it that way.
    pub fn is_still(&self) -> bool {
        self.still || !self.settings.motion
    }

    /// The model of a page that was just opened.
    pub fn new(random: u64) -> Self {
        Self {
            route: Route::Home,
            settings: Settings::default(),
            tongue: tongue("en"),
            languages: Languages::default(),
            server: Server::Asked,
            looks: 0,
            stored: Stored::default(),
            address: String::new(),
            rule_sets: RuleSets::default(),
            content: Contents::default(),
            client: None,
            visit: Visit::default(),
            reader: Reader::default(),
            left: Vec::new(),
            calls: None,
            announcement: String::new(),
            workers: true,
            bot_level: Level::default_level().name.clone(),
            now: 0.0,
            covers: Vec::new(),
            demos: Demos::default(),
            board_size: None,
            awaited: Awaited::default(),
            job: 0,
            motion: 0,
            still: false,
            chance: Chance::new(random),
        }
    }

    /// The value in the storage under a key. `None` if there is none or it cannot be parsed.
    pub fn load<T: serde::de::DeserializeOwned>(&self, key: &str) -> Option<T> {
        self.stored.load(key)
    }

    /// The saved tables, the latest first.
    pub fn saved(&self) -> &[Saved] {
        self.stored.saved()
    }

    /// The kept kits of a game, the oldest first.
    pub fn kept_kits(&self, game: &dyn DynGame) -> Vec<KeptKit> {
        self.load(&KeptKit::storage_key(game)).unwrap_or_default()
    }

    /// The game of the open table or of the form for a new match.
    pub fn open_game(&self) -> Option<&dyn DynGame> {
        let set_up = self.visit.new_game.as_ref().map(|new| &*new.game);
        self.client.as_ref().map(|client| &*client.game).or(set_up)
    }

    /// The link to a table.
    pub fn link(&self, table: &str) -> String {
        format!("{}{}", self.address, Route::Online(table.to_owned()))
    }
}
