//! What the log of a match keeps: events.

use serde::{Deserialize, Serialize};

use crate::dice::Roll;
use crate::seat::Seat;

/// One event of a match: an action that was played, or somebody who left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event<A> {
    /// What happened.
    pub kind: EventKind<A>,
    /// The turn of the action. For an exit: the last turn that had ended before it, or that it ended.
    pub turn: u32,
    /// The dice that it used.
    pub rolls: Vec<Roll>,
    /// The seats whose turns the rules then passed over.
    pub passed: Vec<Seat>,
}

/// The kinds of event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind<A> {
    /// A seat played an action.
    Action {
        /// Which seat.
        seat: Seat,
        /// The action.
        action: A,
        /// The same in notation.
        text: String,
    },
    /// Somebody left for good. The match goes on without them if the game can, otherwise that is its end.
    Exit(Exit),
}

/// How somebody left a running match for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    /// This seat gave up.
    Resigned(Seat),
    /// This seat was away for too long.
    Dropped(Seat),
    /// Nobody was left: there is no result.
    Abandoned,
}

impl Exit {
    /// Who left, if it was one seat.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Self::Resigned(seat) | Self::Dropped(seat) => Some(seat),
            Self::Abandoned => None,
        }
    }
}

impl<A> Event<A> {
    /// The action and who played it, if it was one.
    pub fn action(&self) -> Option<(Seat, &A)> {
        match &self.kind {
            EventKind::Action { seat, action, .. } => Some((*seat, action)),
            EventKind::Exit(_) => None,
        }
    }
}
