//! What client and server say to each other, and nothing else. JSON throughout.
//!
//! Over HTTP a table is made ([`NewTable`] → [`Created`]) and looked at ([`TableInfo`]). Everything else goes over a
//! WebSocket at `/api/tables/{table}/socket`: the client says [`FromClient::Hello`] first and is answered with
//! [`FromServer::Welcome`]; then both sides speak when they have something to say.
//!
//! What happens in a match has a sequence number, counted from 1 ([`Moment::seq`]). A client that comes back says the
//! last one that it has seen and is sent the rest. What a client asks for carries an id of its own choice; asking
//! again with the same id is answered again and done once.
//!
//! A client that was welcomed hears something at least every 6 seconds or so: where there is nothing to say, the server
//! says [`FromServer::Still`]. Whoever has heard nothing for [`SILENCE_MEANS_DEAD`] may take the line as dead and open
//! another.

use std::time::Duration;

pub use game::{Moment, What};

use game::{Commitment, Message, Seat, Share};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of these messages; client and server have to agree.
pub const VERSION: u32 = 4;
/// The longest message that a client may send.
pub const MOST_BYTES_FROM_CLIENT: usize = 2048;
/// The longest name of a person, in characters.
pub const LONGEST_NAME: usize = 30;
/// The longest id of a request, in bytes.
pub const LONGEST_ID: usize = 40;
/// How long a client that was welcomed may hear nothing, not even [`FromServer::Still`], before it takes the line as dead.
pub const SILENCE_MEANS_DEAD: Duration = Duration::from_secs(15);

/// The length of a seat's key: letters and digits, drawn at random.
pub const KEY_LENGTH: usize = 26;

/// `POST /api/tables`: a new table, with whoever asks sitting down at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// Which game.
    pub game: String,
    /// Its options as `key=value`; the rest keep their defaults.
    #[serde(default)]
    pub options: Vec<String>,
    /// Where the maker sits; the first seat if left out.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// What the maker is called.
    #[serde(default)]
    pub name: String,
    /// Where the computer sits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<BotSeat>,
    /// The value of the option that belongs to the maker's seat; its default if left out. The others are not told before
    /// the match has begun. What belongs to a seat is not set by `options`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
}

/// A seat that the computer plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotSeat {
    /// Which.
    pub seat: Seat,
    /// How strong: the name of a level.
    pub level: String,
}

/// The answer to [`NewTable`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    /// The table's name in links.
    pub table: String,
    /// Where the maker sits.
    pub seat: Seat,
    /// The secret that proves it; nobody else is told.
    pub key: String,
}

/// `GET /api/tables/{table}`: what anybody may know before sitting down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    /// The table's name in links.
    pub table: String,
    /// Which game.
    pub game: String,
    /// Its options, as records write them. Those that belong to a seat are at their defaults until the match has begun.
    pub setup: String,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// How many events the match has.
    pub seq: u64,
    /// Whether the match is over.
    pub over: bool,
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatInfo {
    /// The name of whoever took it; none if it is free.
    pub name: Option<String>,
    /// Whether they are connected.
    pub here: bool,
    /// The level of the computer that sits here; none for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// What they added to the dice of the match; none as long as they have not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
    /// In how many milliseconds the match is lost for them unless they come back, or the seat is free again if the match
    /// has not begun; none if no such time runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_in: Option<u64>,
}

/// What a client says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromClient {
    /// The first message on a socket.
    Hello {
        /// [`VERSION`].
        version: u32,
        /// The secret of a seat, for whoever sits; spectators have none.
        #[serde(default)]
        key: Option<String>,
        /// The last event that this client knows; 0 if none.
        #[serde(default)]
        since: u64,
    },
    /// Takes a free seat.
    Sit {
        /// The client's name for this request.
        id: String,
        /// Which; the first free one if left out.
        #[serde(default)]
        seat: Option<Seat>,
        /// What the person is called.
        #[serde(default)]
        name: String,
        /// The secret that shall prove it, [`KEY_LENGTH`] letters and digits drawn at random by the client: whoever asks
        /// again after a lost answer proves by it that the seat is theirs. The server draws one if it is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The value of the option that belongs to the seat, as in [`NewTable::own`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        own: Option<String>,
    },
    /// Has the computer take a free seat, before the match has begun. Whoever sits may ask for it.
    SeatBot {
        /// The client's name for this request.
        id: String,
        /// Where, and how strong.
        bot: BotSeat,
    },
    /// Adds to the dice of the match what this seat has drawn at random, once the server has published its commitment.
    /// The match begins when every seat has.
    Share {
        /// The client's name for this request.
        id: String,
        /// What was drawn.
        share: Share,
    },
    /// Plays an action.
    Play {
        /// The client's name for this request.
        id: String,
        /// The action in the game's notation.
        action: String,
    },
    /// Gives the match up.
    Resign {
        /// The client's name for this request.
        id: String,
    },
    /// After the end: a new table with the same people, the seats moved round.
    Rematch {
        /// The client's name for this request.
        id: String,
    },
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromServer {
    /// The answer to [`FromClient::Hello`].
    Welcome(Box<Welcome>),
    /// The seat is yours; the key proves it from now on. Answers [`FromClient::Sit`].
    Seated {
        /// Of the request.
        id: String,
        /// Which seat.
        seat: Seat,
        /// The secret that proves it.
        key: String,
    },
    /// The match begins: everybody sits and has added to the dice.
    Begun(Box<Begun>),
    /// Something happened in the match.
    Moment(Box<Moment>),
    /// What was asked for is done and durable.
    Done {
        /// Of the request.
        id: String,
        /// The event that it became.
        seq: u64,
    },
    /// What was asked for was not done, and nothing has changed.
    Refused(Refused),
    /// Who is at the table has changed.
    People {
        /// Who sits where.
        seats: Vec<SeatInfo>,
        /// How many watch.
        watching: u32,
    },
    /// There is a rematch at this table; the same keys open it.
    Next {
        /// The table's name in links.
        table: String,
    },
    /// Nothing is new, and the line still holds: scripts in a browser cannot see the pings of a WebSocket. Needs no answer.
    Still,
}

/// The state of a table, for whoever comes in. The server has its views as text already and writes them as they are,
/// hence the parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Welcome<V = Value> {
    /// [`VERSION`].
    pub version: u32,
    /// The table's name in links.
    pub table: String,
    /// Which game.
    pub game: String,
    /// Its options, as records write them. Those that belong to a seat are at their defaults until the match has begun.
    pub setup: String,
    /// Your seat; none for spectators.
    pub you: Option<Seat>,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// How many watch.
    pub watching: u32,
    /// The server's promise about the dice of this match: the hash of its secret, which the record opens at the end.
    pub commitment: Commitment,
    /// Whether the match has begun. Before that `start` is what a first position looks like, and chance may change it.
    pub begun: bool,
    /// The first position as this viewer saw it; left out if the client knows events already.
    pub start: Option<V>,
    /// Who acted first; nobody before the match has begun.
    pub first_actor: Option<Seat>,
    /// What happened since the client last heard.
    pub moments: Vec<Moment<V>>,
    /// The rematch, if there is one.
    pub next: Option<String>,
}

/// The beginning of a match, as one viewer sees it. The parameter is as in [`Welcome`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begun<V = Value> {
    /// The options of the match, now with those that belong to a seat.
    pub setup: String,
    /// The first position.
    pub start: V,
    /// Who acts first.
    pub first_actor: Option<Seat>,
    /// Who sits where, with what each seat added to the dice.
    pub seats: Vec<SeatInfo>,
}

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Of the request, if it had one that could be read.
    pub id: Option<String>,
    /// The kind of problem, for programs.
    pub code: RefusedCode,
    /// What was wrong and what would be right, for people and logs.
    pub problem: String,
    /// The game's own reason, to be told in the player's language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Message>,
}

/// The kinds of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusedCode {
    /// The message cannot be read.
    Malformed,
    /// The message is too long.
    TooLarge,
    /// The client speaks another version.
    Version,
    /// The first message has to be `hello`, and only the first.
    HelloFirst,
    /// There is no such table.
    NoSuchTable,
    /// There is no such game, or not with these options.
    NoSuchGame,
    /// There is no such level of the computer.
    NoSuchLevel,
    /// The key opens no seat of this table.
    WrongKey,
    /// Only somebody who sits can do that.
    NotSeated,
    /// The seat is taken, or there is none free.
    SeatTaken,
    /// Another seat acts now.
    NotYourTurn,
    /// Not everybody is here yet, or has added to the dice.
    NotStarted,
    /// The seat has added something else to the dice, or the match has begun.
    ShareGiven,
    /// The seat has no part in the game any more.
    OutOfTheGame,
    /// The game is over.
    GameOver,
    /// The game is not over.
    NotOver,
    /// It is no action in the game's notation.
    NoAction,
    /// The rules forbid it.
    Illegal,
    /// Too many messages in too short a time.
    TooFast,
    /// There are too many tables or connections.
    Full,
    /// The server could not keep it; ask again.
    Unavailable,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_look_as_the_page_expects_them() {
        let hello: FromClient = serde_json::from_str(r#"{"type":"hello","version":4}"#).unwrap();
        assert_eq!(hello, FromClient::Hello { version: VERSION, key: None, since: 0 });
        let done = serde_json::to_string(&FromServer::Done { id: "a1".into(), seq: 7 }).unwrap();
        assert_eq!(done, r#"{"type":"done","id":"a1","seq":7}"#);
        assert_eq!(serde_json::to_string(&FromServer::Still).unwrap(), r#"{"type":"still"}"#);
    }

    #[test]
    fn what_is_not_in_the_protocol_is_not_read() {
        for text in ["", "{}", r#"{"type":"play"}"#, r#"{"type":"hello","version":1,"admin":true}"#, "[1]", "null"] {
            assert!(serde_json::from_str::<FromClient>(text).is_err(), "{text}");
        }
    }
}
