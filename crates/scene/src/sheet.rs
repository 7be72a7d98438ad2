//! What there is to know of single pieces and to switch about them, for panels beside the board.

use game::{Message, Seat};
use hex::Direction;
use serde::{Deserialize, Serialize};

use crate::{Gauge, Pick, Place, Shape};

/// All there is to know of one piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// Which piece, by its name in the scene.
    pub unit: u32,
    /// Whose.
    pub seat: Seat,
    /// What it is called.
    pub title: Message,
    /// What it looks like.
    pub shape: Shape,
    /// Whether it is the one that acts now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub acts: bool,
    /// Its sides, drawn round its outline.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<Side>,
    /// What it has as a whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gauges: Vec<Gauge>,
    /// Everything else, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Message>,
}

/// One side of a piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Side {
    /// Which one, seen from the piece: north is ahead.
    pub towards: Direction,
    /// Its name.
    pub label: Message,
    /// What protects it, from the inside to the outside.
    pub layers: Vec<Gauge>,
}

/// Something that can be laid over the board when somebody wants to see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overlay {
    /// What it shows.
    pub label: Message,
    /// The piece that it belongs to, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<u32>,
    /// Its parts, from what counts most to what counts least; a place is in one of them at most.
    pub areas: Vec<Area>,
}

/// A part of an overlay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// What it is.
    pub label: Message,
    /// Where.
    pub places: Vec<Place>,
}

/// A place where the piece that moves can end, and which way it can look there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// Where.
    pub place: Place,
    /// Every facing that it can have there.
    pub facings: Vec<Direction>,
}

/// Something that is on or off, with all that helps to decide about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Switch {
    /// The pick that turns it over, if the rules allow that now.
    pub pick: Pick,
    /// What it is.
    pub label: Message,
    /// Whether it is on.
    pub on: bool,
    /// Numbers about it, a short sentence each.
    pub details: Vec<Message>,
}
