//! Danger at a glance: what the opponents of a seat could attack or take in their next turn.

use game::Message;
use hex::Direction;
use serde::{Deserialize, Serialize};

use crate::Place;

/// Something of a seat that an opponent could attack or take in its next turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Threat {
    /// How bad it is.
    pub kind: ThreatKind,
    /// The places of what is in danger, each once.
    pub places: Vec<Place>,
    /// Where the attack comes from, each place once: enemy pieces, or empty places that an enemy would take for it.
    pub from: Vec<Place>,
    /// The chance of the loss in percent, or of a hit for [`ThreatKind::Struck`]. None if no chance is involved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
    /// Whether the attacker has to move before it attacks. The threat is then the worst that its move allows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moves: bool,
    /// The side of the piece that would be hit, if sides matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flank: Option<Flank>,
    /// All of it in a sentence.
    pub words: Message,
}

impl Threat {
    /// A threat without chance, by an attacker that does not have to move.
    pub fn new(kind: ThreatKind, places: Vec<Place>, from: Vec<Place>, words: Message) -> Self {
        Self { kind, places, from, percent: None, moves: false, flank: None, words }
    }
}

/// One side of a piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flank {
    /// The place of the piece.
    pub place: Place,
    /// The first direction of the side, clockwise. Directions are those of the board.
    pub first: Direction,
    /// The last direction of the side.
    pub last: Direction,
}

/// A shot that the acting piece has taken aim for and not fired yet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aimed {
    /// The place of the acting piece.
    pub from: Place,
    /// The side of the target that would be hit.
    pub flank: Flank,
    /// That side in a sentence.
    pub words: Message,
}

/// How bad a threat is, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThreatKind {
    /// The home of the seat is in reach.
    Home,
    /// One action takes the piece for certain.
    Lost,
    /// The piece can be taken, but dice decide, or it takes more than one action.
    MayBeLost,
    /// The piece can be attacked and stays where it is.
    Struck,
    /// Ground can be closed or lose its worth. No piece is attacked.
    Ground,
}

impl ThreatKind {
    /// All kinds, the worst first.
    pub const ALL: [Self; 5] = [Self::Home, Self::Lost, Self::MayBeLost, Self::Struck, Self::Ground];
}
