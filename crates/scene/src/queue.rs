//! The order in which pieces act, as rows beside the board.

use game::{Message, Seat};
use serde::{Deserialize, Serialize};

use crate::Shape;

/// An order in which pieces act, from the first to the last. Every piece in it has a [`Sheet`](crate::Sheet).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Queue {
    /// Its name.
    pub label: Message,
    /// Whether the pieces act in this order now. Clients with little room show only this one.
    pub runs: bool,
    /// The pieces.
    pub pieces: Vec<Queued>,
}

/// A piece in a queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Queued {
    /// The number of the piece in the scene.
    pub unit: u32,
    /// Its owner.
    pub seat: Seat,
    /// The short form of its name, as on the board.
    pub tag: String,
    /// Its look.
    pub shape: Shape,
    /// How far it is.
    pub stage: Stage,
}

/// How far a piece of a queue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// It has acted, or its chance to act has passed.
    Done,
    /// It acts now.
    Acts,
    /// It will act later.
    Waits,
}
