//! The messages between client and server, in JSON.
//!
//! A client creates a table ([`NewTable`] → [`Created`]) and reads its state ([`TableInfo`]) over HTTP. Everything else
//! goes over a WebSocket at `/api/tables/{table}/socket`. The client sends [`FromClient::Hello`] first and gets
//! [`FromServer::Welcome`]. After that both sides send messages at any time.
//!
//! Every event of a match has a sequence number, counted from 1 ([`Moment::seq`]). The welcome has the present and the
//! newest events. A client asks for the events before them in pages over HTTP ([`LookBack`] → [`Past`]). A client that
//! reconnects sends the last number that it has seen and gets the rest, if that is little. Every request of a client carries an id that the client chose. A
//! request that is sent again with the same id is answered again and done once.
//!
//! Before a match begins, every seat commits to its share of the dice ([`FromClient::Commit`]), and when all have, every seat
//! opens its share ([`FromClient::Share`]). [`game::Pledge`] is a client's side of this.
//!
//! A welcomed client gets a message at least about every 6 seconds. If there is no other message, the server sends
//! [`FromServer::Still`]. A client that got no message for [`SILENCE_MEANS_DEAD`] may take the connection as dead and
//! open another.
//!
//! A journey, such as a campaign, is kept and played over HTTP alone ([`NewJourney`] and after). Its matches are ordinary tables.

mod journey;
mod reading;

use std::time::Duration;

pub use game::{Moment, What};
pub use journey::{
    ImportedJourney, JoinJourney, JoinedJourney, JourneyInfo, JourneyNews, JourneyRecord, JourneyStep, JourneyTook,
    LookAtJourney, MOST_BYTES_OF_JOURNEY, NewJourney, StepTaken,
};

use game::{Commitment, Fingerprint, Message, RuleFiles, RulesId, Seat, Share, ShareCommitment};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of these messages. Client and server must have the same.
pub const VERSION: u32 = 6;
/// The longest message that a client may send. The longest one has a fleet whose ships and captains have names.
pub const MOST_BYTES_FROM_CLIENT: usize = 8 * 1024;
/// The longest name of a person, in characters.
pub const LONGEST_NAME: usize = 30;
/// The longest id of a request, in bytes.
pub const LONGEST_ID: usize = 40;
/// After this time without any message, even [`FromServer::Still`], a welcomed client takes the connection as dead.
pub const SILENCE_MEANS_DEAD: Duration = Duration::from_secs(15);

/// The length of a seat's key: letters and digits, drawn at random.
pub const KEY_LENGTH: usize = 26;

/// `POST /api/tables`: creates a table. The sender sits down at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The key of the game.
    pub game: String,
    /// The options as `key=value`. Other options have their defaults.
    #[serde(default)]
    pub options: Vec<String>,
    /// The seat of the sender; the first seat if left out.
    #[serde(default)]
    pub seat: Option<Seat>,
    /// The sender's name.
    #[serde(default)]
    pub name: String,
    /// The seats that the computer plays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<BotSeat>,
    /// The value of the option that belongs to the sender's seat; its default if left out. Other players do not see it
    /// before the match has begun. `options` cannot set options that belong to a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
    /// One of the rule sets that the server offers ([`OfferedRules`]); the built-in one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Fingerprint>,
}

/// `GET /api/rules` lists the rule sets that the server offers beside the built-in ones. Clients cannot add any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferedRules {
    /// Of which game.
    pub game: String,
    /// How the set is called.
    pub rules: RulesId,
    /// The set itself.
    pub files: RuleFiles,
}

/// A seat that the computer plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotSeat {
    /// The seat.
    pub seat: Seat,
    /// The name of the level.
    pub level: String,
}

/// The answer to [`NewTable`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    /// The table's name in links.
    pub table: String,
    /// The seat of the sender.
    pub seat: Seat,
    /// The secret that proves who sits there. Nobody else gets it.
    pub key: String,
}

/// `GET /api/tables/{table}`: the state of a table that everybody may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    /// The table's name in links.
    pub table: String,
    /// The key of the game.
    pub game: String,
    /// The options, as in a record. Options that belong to a seat are at their defaults until the match has begun.
    pub setup: String,
    /// The rule set that it is played by; none for the built-in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RulesId>,
    /// The seats in order.
    pub seats: Vec<SeatInfo>,
    /// The number of events of the match.
    pub seq: u64,
    /// Whether the match is over.
    pub over: bool,
}

/// `POST /api/tables/{table}/past`: asks for a page of the events that a welcome did not have. Pages are asked for from
/// the newest to the oldest, each with the number before the first event of the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookBack {
    /// The secret of a seat. Spectators send none. It is not in the address, because addresses are logged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The number of the last event of the page.
    pub up_to: u64,
}

/// The answer to [`LookBack`]: an event and some before it, as the viewer saw them. The parameter is the one of
/// [`Welcome`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Past<V = Value> {
    /// The events, the oldest first. There is at least one.
    pub moments: Vec<Moment<V>>,
}

/// A seat as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatInfo {
    /// The name of the player who took it. None if the seat is free.
    pub name: Option<String>,
    /// Whether the player is connected.
    pub here: bool,
    /// The level of the computer that plays this seat. None for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// The seat's commitment to its share of the dice. None until it has been sent, and again once the match has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<ShareCommitment>,
    /// The seat's share of the dice of the match. None until it has been opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Share>,
    /// The milliseconds after which an absent player loses the match, or loses the seat if the match has not begun.
    /// None if no such time is running.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost_in: Option<u64>,
}

/// A message of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FromClient {
    /// The first message on a socket.
    Hello {
        /// [`VERSION`].
        version: u32,
        /// The secret of a seat. Spectators send none.
        #[serde(default)]
        key: Option<String>,
        /// The last event that this client knows; 0 if none. Of a client that knows some events but not those before
        /// them it is the last one too.
        #[serde(default)]
        since: u64,
    },
    /// Takes a free seat.
    Sit {
        /// The client's name for this request.
        id: String,
        /// The seat; the first free one if left out.
        #[serde(default)]
        seat: Option<Seat>,
        /// The player's name.
        #[serde(default)]
        name: String,
        /// The secret that will prove who sits there: [`KEY_LENGTH`] letters and digits, drawn at random by the client.
        /// A client that repeats this request after a lost answer proves with it that the seat is its own. The server
        /// draws a key if this is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// The value of the option that belongs to the seat, as in [`NewTable::own`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        own: Option<String>,
    },
    /// Lets the computer take a free seat before the match has begun. Any seated player may send this.
    SeatBot {
        /// The client's name for this request.
        id: String,
        /// The seat and the level.
        bot: BotSeat,
    },
    /// Commits this seat to its random share in the dice of the match, which it opens with [`FromClient::Share`] later.
    Commit {
        /// The client's name for this request.
        id: String,
        /// The commitment to the share.
        commitment: ShareCommitment,
    },
    /// Opens this seat's random share in the dice of the match, once every seat has committed to its own. The match
    /// begins when every seat has opened its share.
    Share {
        /// The client's name for this request.
        id: String,
        /// The share that the seat has committed to.
        share: Share,
    },
    /// Plays an action.
    Play {
        /// The client's name for this request.
        id: String,
        /// The action in the game's notation.
        action: String,
    },
    /// Resigns the match.
    Resign {
        /// The client's name for this request.
        id: String,
    },
    /// After the end: creates a table with the same people and the seats rotated.
    Rematch {
        /// The client's name for this request.
        id: String,
    },
}

impl FromClient {
    /// Reads a message. Most of them are moves, which are tried first: telling messages apart by their type while they are
    /// read takes several times as long.
    pub fn read(text: &str) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Play<'a> {
            r#type: &'a str,
            id: &'a str,
            action: &'a str,
        }
        match serde_json::from_str(text) {
            Ok(Play { r#type: "play", id, action }) => Ok(Self::Play { id: id.to_owned(), action: action.to_owned() }),
            _ => serde_json::from_str(text),
        }
    }
}

/// A message of the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromServer<V = Value> {
    /// The answer to [`FromClient::Hello`].
    Welcome(Box<Welcome<V>>),
    /// The answer to [`FromClient::Sit`]: the seat is taken, and the key proves it from now on.
    Seated {
        /// The id of the request.
        id: String,
        /// Which seat.
        seat: Seat,
        /// The secret that proves it.
        key: String,
    },
    /// The match begins: every seat is taken and has opened its share of the dice.
    Begun(Box<Begun<V>>),
    /// An event of the match, as this viewer sees it.
    Moment(Box<Moment<V>>),
    /// The request is done and stored durably.
    Done {
        /// The id of the request.
        id: String,
        /// The sequence number of the event that the request made.
        seq: u64,
    },
    /// The request was refused, and nothing has changed.
    Refused(Refused),
    /// The people at the table have changed.
    People {
        /// The seats in order.
        seats: Vec<SeatInfo>,
        /// The number of spectators.
        watching: u32,
    },
    /// There is a rematch at this table. The keys of the players are valid there too.
    Next {
        /// The table's name in links.
        table: String,
    },
    /// There is nothing new, and the connection still works. Scripts in a browser cannot see the pings of a WebSocket.
    /// Needs no answer.
    Still,
}

/// The state of a table for a client that connects. The parameter is the type of views: the server has them as text
/// already and writes that text as it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Welcome<V = Value> {
    /// [`VERSION`].
    pub version: u32,
    /// The table's name in links.
    pub table: String,
    /// The key of the game.
    pub game: String,
    /// The options, as in a record. Options that belong to a seat are at their defaults until the match has begun.
    pub setup: String,
    /// The rule set that it is played by, without which views cannot be read; none for the built-in one. Left out together
    /// with `start`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleFiles>,
    /// The client's seat. None for spectators.
    pub you: Option<Seat>,
    /// The seats in order.
    pub seats: Vec<SeatInfo>,
    /// The number of spectators.
    pub watching: u32,
    /// The server's commitment to the dice of this match: the hash of its secret. The record reveals the secret at the
    /// end.
    pub commitment: Commitment,
    /// Whether the match has begun. Before that `start` is an example of a first position, and chance may still change
    /// it.
    pub begun: bool,
    /// The first position as this viewer saw it. Left out if `moments` go on from the last event that the client knows. If
    /// it is there, the client begins anew, and what it knew before counts no more.
    pub start: Option<V>,
    /// The seat that acted first. None before the match has begun.
    pub first_actor: Option<Seat>,
    /// The number of events. A client that is to act reads the present from the last of `moments`, or from `start` if
    /// there are none.
    pub seq: u64,
    /// The newest events, up to `seq`: those since the client's last one if they are few and small, otherwise as many as
    /// are small together, at least one. Those before them are asked for with [`LookBack`].
    pub moments: Vec<Moment<V>>,
    /// The table of the rematch, if there is one.
    pub next: Option<String>,
}

/// The beginning of a match as one viewer sees it. The parameter is the one of [`Welcome`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Begun<V = Value> {
    /// The options of the match, including those that belong to a seat.
    pub setup: String,
    /// The first position.
    pub start: V,
    /// The seat that acts first.
    pub first_actor: Option<Seat>,
    /// The seats in order, with their shares of the dice.
    pub seats: Vec<SeatInfo>,
}

/// The reason why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The id of the request, if one could be read.
    pub id: Option<String>,
    /// The kind of problem, for programs.
    pub code: RefusedCode,
    /// The problem and what would be right, for people and logs.
    pub problem: String,
    /// The game's own reason, which clients show in the player's language.
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
    /// The client has another version of the protocol.
    Version,
    /// The first message has to be `hello`, and only the first.
    HelloFirst,
    /// There is no such table.
    NoSuchTable,
    /// There is no such journey.
    NoSuchJourney,
    /// There is no such game, or not with these options.
    NoSuchGame,
    /// There is no such level of the computer.
    NoSuchLevel,
    /// The key belongs to no seat of this table.
    WrongKey,
    /// Only a seated player can do that.
    NotSeated,
    /// The seat is taken, or there is none free.
    SeatTaken,
    /// Nobody is there to whom a journey could be left.
    NobodyThere,
    /// Another seat acts now.
    NotYourTurn,
    /// A seat is free, or has not opened its share of the dice.
    NotStarted,
    /// The seat has committed to another share of the dice, or the match has begun.
    ShareGiven,
    /// A seat has not committed to its share of the dice yet, so none is opened.
    NotCommitted,
    /// The share is not the one that the seat has committed to.
    WrongShare,
    /// The seat is out of the game.
    OutOfTheGame,
    /// The game is over.
    GameOver,
    /// The game is not over.
    NotOver,
    /// The record of a journey is wrong somewhere, and nothing of it was taken.
    WrongRecord,
    /// The text is no action in the game's notation.
    NoAction,
    /// The rules forbid the action.
    Illegal,
    /// The client sends too many messages in too short a time.
    TooFast,
    /// There are too many tables or connections.
    Full,
    /// What the server has kept of the table is damaged. Asking again does not help.
    Damaged,
    /// The server could not store the event. The client may try again.
    Unavailable,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_look_as_the_page_expects_them() {
        let hello: FromClient = serde_json::from_str(r#"{"type":"hello","version":6}"#).unwrap();
        assert_eq!(hello, FromClient::Hello { version: VERSION, key: None, since: 0 });
        let done = serde_json::to_string(&FromServer::<Value>::Done { id: "a1".into(), seq: 7 }).unwrap();
        assert_eq!(done, r#"{"type":"done","id":"a1","seq":7}"#);
        assert_eq!(serde_json::to_string(&FromServer::<Value>::Still).unwrap(), r#"{"type":"still"}"#);
    }

    #[test]
    fn a_clients_message_is_read_as_its_type_says_however_it_is_written() {
        let texts = [
            r#"{"type":"play","id":"7","action":"a1"}"#,
            r#"{"action":"a1","id":"7","type":"play"}"#,
            r#" { "type" : "play" , "id" : "\u0037" , "action" : "a\\1" } "#,
            r#"{"type":"play","id":"7","action":"a1","more":1}"#,
            r#"{"type":"play","id":"7","id":"8","action":"a1"}"#,
            r#"{"type":"play","id":7,"action":"a1"}"#,
            r#"{"type":"play","id":"7"}"#,
            r#"{"type":"PLAY","id":"7","action":"a1"}"#,
            r#"{"type":"resign","id":"7"}"#,
            r#"{"type":"resign","id":"7","action":"a1"}"#,
            r#"["play","7","a1"]"#,
            r#"{"type":"play","id":"7","action":"a1"}x"#,
            r#"{"type":"rematch","id":"7"}"#,
            "",
        ];
        for text in texts {
            let read = FromClient::read(text).map_err(|error| error.to_string());
            assert_eq!(read, serde_json::from_str(text).map_err(|error| error.to_string()), "{text}");
        }
    }

    #[test]
    fn both_readers_of_the_servers_messages_read_the_same() {
        let texts = [
            r#"{"type":"welcome","version":6,"table":"t","game":"g","setup":"","you":null,"seats":[],"watching":0,
                "commitment":"0000000000000000000000000000000000000000000000000000000000000000","begun":true,"start":{"a":[1]},
                "first_actor":0,"seq":1,"moments":[{"seq":1,"what":{"action":{"seat":0,"turn":1,"action":"a1"}},"told":[],"view":{},"actor":1,"outcome":null}],
                "next":null}"#,
            r#"{"type":"seated","id":"a","seat":1,"key":"k"}"#,
            r#"{"type":"begun","setup":"size=5","start":[1],"first_actor":null,"seats":[]}"#,
            r#"{"type":"moment","seq":2,"what":{"action":{"seat":0,"turn":1,"action":"a1"}},"told":[{"key":"x"}],"view":7,"actor":null,"outcome":null}"#,
            r#"{"type":"done","id":"a","seq":3,"later":"unknown fields are skipped"}"#,
            r#"{"type":"refused","id":null,"code":"malformed","problem":"p"}"#,
            r#"{"type":"people","seats":[],"watching":2}"#,
            r#"{"type":"next","table":"t2"}"#,
            r#"{"type":"still"}"#,
        ];
        for text in texts {
            let value: Value = serde_json::from_str(text).unwrap();
            let read = FromServer::from_value(&value).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(read, serde_json::from_str(text).unwrap(), "{text}");
        }
        for text in
            ["{}", "[1]", "null", r#"{"type":"done","id":"a"}"#, r#"{"type":"next","table":1}"#, r#"{"type":"hello"}"#]
        {
            let value: Value = serde_json::from_str(text).unwrap();
            assert!(
                FromServer::from_value(&value).is_err() && serde_json::from_str::<FromServer>(text).is_err(),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_not_in_the_protocol_is_not_read() {
        for text in ["", "{}", r#"{"type":"play"}"#, r#"{"type":"hello","version":1,"admin":true}"#, "[1]", "null"] {
            assert!(serde_json::from_str::<FromClient>(text).is_err(), "{text}");
        }
    }
}
