//! What the browser tells the core, and what the core asks of the browser.

use crate::press::{Field, Held, Press};
use catalog::RuledGame;

/// Something happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The page was opened.
    Start(Start),
    /// The address changed.
    Route(String),
    /// Something was clicked or tapped.
    Click {
        /// What it asks for.
        press: Press,
        /// Whether by finger.
        touch: bool,
    },
    /// A field was filled in with this value, or a switch set.
    Set(Field, String),
    /// The pointer is over the place of this name, or over none.
    Hover(Option<String>),
    /// The place of this name has the focus, or none has.
    Focus(Option<String>),
    /// The pointer or the focus is on the button at this place of the list, or on none.
    Consider(Option<usize>),
    /// A drag has begun.
    Drag(Held),
    /// The drag has ended over the place of this name, or over none.
    Drop(Option<String>),
    /// A key was pressed.
    Key(Key),
    /// News of the socket.
    Socket(SocketNews),
    /// News of the computer's thinking.
    Worker(WorkerNews),
    /// A timer ran out.
    Timer(Timer),
    /// The answer to a request: its status and its text; none if there was no answer.
    Fetched(Fetch, Option<(u16, String)>),
    /// A file was chosen, and this is its text.
    File(String),
    /// Whether something was copied.
    Copied(bool),
    /// Another tab has stored something under this key, or removed it.
    Stored(String, Option<String>),
    /// The browser is back on the network, or the page is looked at again.
    Back,
}

impl Event {
    /// Whether a person did it and waits for the answer.
    pub fn is_a_persons(&self) -> bool {
        matches!(
            self,
            Self::Click { .. }
                | Self::Set(..)
                | Self::File(_)
                | Self::Hover(_)
                | Self::Focus(_)
                | Self::Consider(_)
                | Self::Drag(_)
                | Self::Drop(_)
                | Self::Key(_)
        )
    }
}

/// What the page finds when it is opened.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    /// The part of the address that begins with `#`.
    pub hash: String,
    /// The address without that part.
    pub address: String,
    /// The browser's language.
    pub language: String,
    /// Everything of ours in the storage.
    pub stored: Vec<(String, String)>,
    /// Secure random bytes, for secrets; none if the browser has none.
    pub secrets: Option<[u8; 32]>,
    /// Whether there can be a worker to think in.
    pub workers: bool,
}

/// A key as it was pressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name as browsers give it.
    pub name: String,
    /// Where the focus is.
    pub focus: Focus,
    /// Whether the key is held and comes again by itself.
    pub repeated: bool,
}

/// Where the focus is, as far as keys care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// On a place of the board.
    Place,
    /// On nothing that has keys of its own.
    Nothing,
    /// On a button, a link or a list.
    Control,
    /// In a text field.
    Field,
}

/// News of the socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocketNews {
    /// It is open.
    Opened,
    /// The server said something.
    Heard(String),
    /// It is closed, or could not be opened.
    Closed,
}

/// News of the computer's thinking.
#[derive(Clone, Debug, PartialEq)]
pub enum WorkerNews {
    /// So much of this job is done.
    Progress(u32, f32),
    /// It has decided on an action, which is worth so much from 0 to 1.
    Decided(u32, Option<String>, f32),
    /// There is no thinking in this browser, for this reason.
    Failed(String),
}

/// What a timer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// Draw the picture of the next game.
    Covers,
    /// Work out some more previews of the legal actions.
    Previews,
    /// Check whether the connection still lives.
    Listen,
    /// The computer begins to think.
    Think,
    /// The game does what was left to it.
    Routine,
    /// Another try to reach the server.
    Reconnect,
    /// The countdown on the banner.
    Tick,
    /// Ask about the tables that were left.
    Look,
    /// A record was replayed: show it.
    Replayed,
    /// The dice of the throw of this number have landed.
    Landed(u32),
}

/// What a request is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fetch {
    /// Whether there is a server.
    Health,
    /// The rule sets that the server offers.
    Rules,
    /// A new table.
    NewTable,
    /// What is known of a table.
    Table(String),
    /// The state of a table that was left.
    Left(String),
    /// The record of a table, to be saved.
    Record,
    /// The record of the table of this name, to be looked at.
    Replay(String),
}

/// Something for the browser to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Go to this address behind `#`.
    Navigate(String),
    /// Go back to the address before this one.
    GoBack,
    /// Keep this in the storage.
    Store(String, String),
    /// Remove this from the storage.
    Forget(String),
    /// Let the worker think.
    Think(ThinkJob),
    /// Let the worker stop.
    StopThinking,
    /// Open the socket of this table.
    Open(String),
    /// Close the socket.
    Hang,
    /// Say this on the socket.
    Send(String),
    /// Ask the server for this path, with this body if there is one.
    Fetch(Fetch, String, Option<String>),
    /// Send this timer's event after so many milliseconds.
    Timer(Timer, u32),
    /// Put this into the clipboard.
    Copy(String),
    /// Save this text as a file of this name.
    Save(String, String),
    /// Put the focus on the first element that this selector finds.
    Focus(String),
    /// Make a sound.
    Sound(Sound),
    /// Show the page in this theme and language, under this title.
    Dress(&'static str, &'static str, String),
    /// Show the icon that calls the person to the table, or the usual one.
    Icon {
        /// Whether it calls.
        calls: bool,
    },
}

/// What the worker is given.
#[derive(Clone, Debug, PartialEq)]
pub struct ThinkJob {
    /// Its number.
    pub job: u32,
    /// Which game, and by which rules.
    pub game: RuledGame,
    /// What the seat that acts knows, as JSON.
    pub view: String,
    /// At which level.
    pub level: String,
    /// The seed of the search.
    pub seed: u64,
}

/// Sounds, each of a few notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// Something was placed.
    Place,
    /// Something was taken.
    Capture,
    /// Dice were thrown.
    Roll,
    /// It is the person's turn.
    YourTurn,
    /// The match is over.
    End,
}
