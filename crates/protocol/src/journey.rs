//! Journeys on a server: the requests and answers over HTTP.
//!
//! A journey is made ([`NewJourney`], [`ImportedJourney`]) and joined by its link ([`JoinJourney`]). Every request of a traveller
//! carries the key of the traveller's seat. The server sends the beginning of the journey as text, with the files of its rule set,
//! and then what happened, event by event ([`JourneyNews`]): the client plays the same rules, so that nothing else has to be sent.
//!
//! [`LookAtJourney`] waits on the server until there is something new, for about [`JourneyNews::WAITS`]. A client that asks again
//! after each answer sees the headquarters live.

use std::time::Duration;

use game::{Fingerprint, RuleFiles, Seat};
use serde::{Deserialize, Serialize};

/// The longest record of a journey that a server takes over.
pub const MOST_BYTES_OF_JOURNEY: usize = 2 << 20;

/// `POST /api/journeys`: sets out. The sender has the first seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewJourney {
    /// The key of the game.
    pub game: String,
    /// The kind of journey.
    pub journey: String,
    /// The options as `key=value`. Other options have their defaults.
    #[serde(default)]
    pub options: Vec<String>,
    /// The sender's name.
    #[serde(default)]
    pub name: String,
    /// One of the rule sets that the server offers; the built-in one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Fingerprint>,
}

/// `POST /api/journeys/import`: goes on with the record of a journey. The sender has the first seat. A record with a mistake
/// anywhere is refused whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportedJourney {
    /// The record.
    pub record: String,
    /// The sender's name.
    #[serde(default)]
    pub name: String,
}

/// `POST /api/journeys/{journey}/join`: takes a free seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinJourney {
    /// The client's name for this request.
    pub id: String,
    /// The traveller's name.
    #[serde(default)]
    pub name: String,
    /// The secret that will prove who it is: [`KEY_LENGTH`](crate::KEY_LENGTH) letters and digits, drawn at random by the client. A
    /// client that repeats this request after a lost answer proves with it that the seat is its own.
    pub key: String,
}

/// The answer to [`NewJourney`], [`ImportedJourney`] and [`JoinJourney`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JoinedJourney {
    /// The journey's name in links.
    pub journey: String,
    /// The seat of the sender.
    pub seat: Seat,
    /// The secret that proves who travels there. It opens the seat at the tables of the journey's matches too.
    pub key: String,
}

/// `GET /api/journeys/{journey}`: what everybody who has the link may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JourneyInfo {
    /// The journey's name in links.
    pub journey: String,
    /// The key of the game.
    pub game: String,
    /// The kind of journey.
    pub kind: String,
    /// The options, as in a record.
    pub setup: String,
    /// The files of its rule set; none for the built-in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleFiles>,
    /// The names of the travellers, in seat order. None if the seat is free.
    pub travellers: Vec<Option<String>>,
    /// The number of events.
    pub seq: u64,
    /// Whether it is over.
    pub over: bool,
    /// Whether somebody can travel along.
    #[serde(default)]
    pub open: bool,
}

/// `POST /api/journeys/{journey}/look`: what is new. The answer is [`JourneyNews`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LookAtJourney {
    /// The secret of the traveller's seat.
    pub key: String,
    /// The last event that the client knows. Left out: nothing is known, not even the beginning, and the answer comes at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// The [`JourneyNews::version`] that the client knows: the answer comes when it is another one, or when there are events.
    #[serde(default)]
    pub version: u64,
}

/// The state of a journey, as a traveller is told it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JourneyNews {
    /// The seat of the one who looks.
    pub you: Seat,
    /// The journey's record as it began, if the client knows nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beginning: Option<String>,
    /// The files of its rule set, together with the beginning; none for the built-in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<RuleFiles>,
    /// The events after those that the client knows.
    pub events: Vec<JourneyTook>,
    /// The number of events.
    pub seq: u64,
    /// The names of the travellers, in seat order. None if the seat is free.
    pub travellers: Vec<Option<String>>,
    /// The travellers who have given no sign for [`JourneyNews::GONE_AFTER`]. The others may go on without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<Seat>,
    /// The table of the match that has to be played now. The key of the journey opens the traveller's seat there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Changes with everything here that is no event.
    pub version: u64,
}

impl JourneyNews {
    /// The longest time that a server lets a client wait for news.
    pub const WAITS: Duration = Duration::from_secs(20);
    /// Without a sign for this long, a traveller counts as gone: the others need no answer to go on without them.
    pub const GONE_AFTER: Duration = Duration::from_hours(72);
}

/// Something that happened on a journey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JourneyTook {
    /// A traveller took a step.
    Step {
        /// Who.
        seat: Seat,
        /// The step in the journey's notation.
        step: String,
    },
    /// A match was played: its record.
    Match(String),
}

/// `POST /api/journeys/{journey}/steps`: takes a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JourneyStep {
    /// The client's name for this request. A step that is sent again with the same id is taken once.
    pub id: String,
    /// The secret of the traveller's seat.
    pub key: String,
    /// The step in the journey's notation.
    pub step: String,
    /// For a seat that nobody has taken, or whose traveller is gone and left behind: that seat. Otherwise the step is the sender's
    /// own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
}

/// The answer to [`JourneyStep`]: the step is taken and stored durably.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepTaken {
    /// The number of its event.
    pub seq: u64,
}

/// `POST /api/journeys/{journey}/record`: the journey as it is written down, without the match that is being played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JourneyRecord {
    /// The secret of a traveller's seat.
    pub key: String,
}
