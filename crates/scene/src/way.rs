//! Ways: a whole move of a piece to a place, as the plan steps that lead there.

use game::Message;
use hex::Direction;
use serde::{Deserialize, Serialize};

use crate::Place;

/// A way of the acting piece to one of its [`End`](crate::End)s.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Way<A> {
    /// The piece, by its number in the scene.
    pub unit: u32,
    /// The places that it passes, from the one where it stands to the end.
    pub through: Vec<Place>,
    /// The facing that it has at the end.
    pub facing: Direction,
    /// The plan steps. They stop before the first step that uses chance, and there may be none.
    pub steps: Vec<A>,
    /// The way in words.
    pub story: Vec<Message>,
}
