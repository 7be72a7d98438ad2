//! Seats and viewers of a match.

use serde::{Deserialize, Serialize};

/// The largest number of seats. Arrays over seats have this length, so that a search does not allocate.
pub const MOST_SEATS: usize = 6;

/// A seat of a match, counted from 0 in the game's own order. People may come and go; the seat stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The index of this seat in an array over seats.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The first `count` seats.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..count).map(Self)
    }
}

/// The viewer for whom a view is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A player, who sees what this seat may know.
    Seat(Seat),
    /// A spectator of a running match.
    Spectator,
    /// The whole state with nothing hidden, for finished matches, verification and tests. Players never get it during a
    /// match.
    Everything,
}

impl Viewer {
    /// Every possible viewer of a match with this many seats.
    pub fn all(seats: u8) -> impl Iterator<Item = Self> {
        Seat::first(seats).map(Self::Seat).chain([Self::Spectator, Self::Everything])
    }
}
