//! Events, which the browser reports to the core, and effects, which the core asks of the browser.

use crate::press::{Field, Held, Press};
use crate::zoom::Zoom;
use catalog::RuledGame;

/// An event that the browser reports to the core.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The page was opened.
    Start(Start),
    /// The address changed.
    Route(String),
    /// An element was clicked or tapped.
    Click {
        /// The request of the element.
        press: Press,
        /// Whether it was a finger.
        touch: bool,
    },
    /// A field was filled in with this value, or a switch was set.
    Set(Field, String),
    /// The pointer is over the place of this name, or over none.
    Hover(Option<String>),
    /// The pointer is in this sixth of the place that it is over, clockwise from the top; none for the middle.
    Towards(Option<u8>),
    /// The place of this name has the focus, or none has.
    Focus(Option<String>),
    /// The pointer or the focus is on the button with this index, or on none.
    Consider(Option<usize>),
    /// A drag has begun.
    Drag(Held),
    /// The drag has ended over the place of this name, or over none.
    Drop(Option<String>),
    /// The recorded matches of these games are in sight, by their keys. The others stand still.
    InSight(Vec<String>),
    /// A gesture or the wheel has changed the part of the board that is shown.
    Zoom(Zoom),
    /// The board is drawn this many pixels wide and high.
    BoardSize(f64, f64),
    /// A key was pressed.
    Key(Key),
    /// The socket was opened or closed, or a message arrived.
    Socket(SocketNews),
    /// The worker reports progress, a result or a failure.
    Worker(WorkerNews),
    /// A timer ran out.
    Timer(Timer),
    /// The answer to a request: its status and its text; none if there was no answer.
    Fetched(Fetch, Option<(u16, String)>),
    /// A file was chosen, and this is its text.
    File(String),
    /// Whether copying to the clipboard worked.
    Copied(bool),
    /// Another tab has stored this value under this key, or removed it.
    Stored(String, Option<String>),
    /// The browser is online again, or the page is visible again.
    Back,
    /// The pointer or a key was pressed, and it means nothing but that.
    Pressed,
    /// Whether the browser asks for less motion.
    Still(bool),
}

impl Event {
    /// Whether the page is drawn before anything else happens: a person has changed something and may go on with what is
    /// drawn. A key is not among these events. While it is held down, a large board would have to be drawn as a whole in
    /// less than a frame.
    pub fn is_drawn_at_once(&self) -> bool {
        matches!(
            self,
            Self::Click { .. }
                | Self::Set(..)
                | Self::File(_)
                | Self::Hover(_)
                | Self::Towards(_)
                | Self::Focus(_)
                | Self::Consider(_)
                | Self::Drag(_)
                | Self::Drop(_)
                | Self::Zoom(_)
                | Self::Pressed
        )
    }
}

/// The facts that the page starts from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    /// The part of the address that begins with `#`.
    pub hash: String,
    /// The address without that part.
    pub address: String,
    /// The browser's language.
    pub language: String,
    /// All texts in the language of the settings or the browser, if it is not built in and they could be loaded.
    pub texts: Option<String>,
    /// All entries of Sixfold in the storage.
    pub stored: Vec<(String, String)>,
    /// Secure random bytes, for secrets; none if the browser has no source of them.
    pub secrets: Option<[u8; 32]>,
    /// Whether the browser can run a worker, in which the computer thinks.
    pub workers: bool,
    /// Whether the browser asks for less motion.
    pub still: bool,
}

/// A key as it was pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key's name in browsers.
    pub name: String,
    /// The kind of element that has the focus.
    pub focus: Focus,
    /// Whether the key is held down and repeats.
    pub repeated: bool,
}

/// The kind of element that has the focus, as far as keys depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// A place of the board.
    Place,
    /// No element with keys of its own.
    Nothing,
    /// A button, a link or a list.
    Control,
    /// A text field.
    Field,
}

/// An event of the socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocketNews {
    /// It is open.
    Opened,
    /// The server has sent a message.
    Heard(String),
    /// It is closed, or it could not be opened.
    Closed,
}

/// An event of the worker.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkerNews {
    /// The share of this job that is done.
    Progress(u32, f32),
    /// The computer has decided on an action, with this value from 0 to 1.
    Decided(u32, Option<String>, f32),
    /// The computer cannot think in this browser, for this reason.
    Failed(String),
}

/// The purpose of a timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// Play on a recorded match of the home page.
    Demos,
    /// Compute more previews of the legal actions.
    Previews,
    /// Check whether the connection is still alive.
    Listen,
    /// The computer begins to think.
    Think,
    /// The game plays the next action of a routine.
    Routine,
    /// Try again to reach the server.
    Reconnect,
    /// Update the countdown on the banner.
    Tick,
    /// Ask the server about the tables that the person has left.
    Look,
    /// Show a record that was replayed.
    Replayed,
    /// Ask the server again for news of the open journey.
    Journey,
    /// This part of what moves on the board is over.
    Motion(u32),
}

/// The purpose of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fetch {
    /// Whether there is a server.
    Health,
    /// The list of rule sets that the server offers.
    Rules,
    /// A new table.
    NewTable,
    /// The public facts about a table.
    Table(String),
    /// The page of the past of this table that ends with this event.
    Past(String, u64),
    /// The state of a table that was left.
    Left(String),
    /// The record of a table, to be saved.
    Record,
    /// The record of the table of this name, to be replayed.
    Replay(String),
    /// The text about a game at this path.
    Content(String),
    /// All texts in the language with this key.
    Texts(&'static str),
    /// A new journey on the server, or a seat in one.
    Travel,
    /// The public facts about the journey of this name, to which somebody was invited.
    Invitation(String),
    /// What is new on the journey of this name. The number is that of the question: only the last one counts.
    Journey(String, u32),
    /// A step on the open journey.
    Step,
}

/// A request of the core to the browser.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Go to this address behind `#`.
    Navigate(String),
    /// Go back to the address before this one.
    GoBack,
    /// Store this value under this key.
    Store(String, String),
    /// Remove this from the storage.
    Forget(String),
    /// Start this job in the worker.
    Think(ThinkJob),
    /// Stop the worker's job.
    StopThinking,
    /// Open the socket of this table.
    Open(String),
    /// Close the socket.
    Hang,
    /// Send this on the socket.
    Send(String),
    /// Send a request to this path of the server, with this body if there is one.
    Fetch(Fetch, String, Option<String>),
    /// Send this timer's event after this many milliseconds.
    Timer(Timer, u32),
    /// Put this into the clipboard.
    Copy(String),
    /// Save this text as a file of this name.
    Save(String, String),
    /// Put the focus on the first element that this selector finds.
    Focus(String),
    /// Print the page.
    Print,
    /// Play a sound.
    Sound(Sound),
    /// Show the page with these attributes of the document, under this title.
    Dress([(&'static str, &'static str); 4], String),
    /// Show the icon that calls the person to the table, or the usual one.
    Icon {
        /// Whether it calls.
        calls: bool,
    },
}

/// A job of the worker.
#[derive(Clone, Debug, PartialEq)]
pub struct ThinkJob {
    /// The job's number.
    pub job: u32,
    /// The game and its rule set.
    pub game: RuledGame,
    /// The view of the acting seat, as JSON.
    pub view: String,
    /// The level of the computer.
    pub level: String,
    /// The seed of the search.
    pub seed: u64,
}

/// The sounds of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A piece was placed.
    Place,
    /// A piece was taken.
    Capture,
    /// Dice were thrown.
    Roll,
    /// It is the person's turn.
    YourTurn,
    /// The match is over.
    End,
}
