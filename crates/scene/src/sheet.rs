//! Details and switches of single pieces, for panels beside the board.

use game::{Message, Seat};
use hex::Direction;
use serde::{Deserialize, Serialize};

use crate::{Gauge, Pick, Place, Shape};

/// The details of one piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// The number of the piece in the scene.
    pub unit: u32,
    /// Its owner.
    pub seat: Seat,
    /// Its name.
    pub title: Message,
    /// Its look.
    pub shape: Shape,
    /// Whether this piece acts now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acts: bool,
    /// Its sides, drawn around its outline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<Side>,
    /// The values of the piece as a whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gauges: Vec<Gauge>,
    /// Its other values, each with its name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// Everything else, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Message>,
}

/// A value with its name, in a word or two each. Clients set facts as a small table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// The name.
    pub label: Message,
    /// The value.
    pub value: Message,
}

/// One side of a piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// The direction of the side, seen from the piece: north is ahead.
    pub towards: Direction,
    /// Its name.
    pub label: Message,
    /// The layers that protect it, from the inside to the outside.
    pub layers: Vec<Gauge>,
}

/// Areas that are drawn over the board when the viewer asks for them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overlay {
    /// Its name.
    pub label: Message,
    /// The piece that it belongs to, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<u32>,
    /// Its areas, the most important first. A place belongs to at most one of them.
    pub areas: Vec<Area>,
}

/// A part of an overlay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Its name.
    pub label: Message,
    /// Its places.
    pub places: Vec<Place>,
}

/// A place where the moving piece can end, with the facings that it can have there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// The place.
    pub place: Place,
    /// The possible facings.
    pub facings: Vec<Direction>,
    /// Whether every way there spends something that other moves do not need.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub costly: bool,
}

/// Something that is on or off, with the details that help to decide about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Switch {
    /// The pick that toggles it, if the rules allow that now.
    pub pick: Pick,
    /// Its name.
    pub label: Message,
    /// Whether it is on.
    pub on: bool,
    /// Its details, one short sentence each.
    pub details: Vec<Message>,
}
