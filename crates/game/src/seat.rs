//! Who sits at the table, and who looks at it.

use serde::{Deserialize, Serialize};

/// The most seats a table has; arrays over seats are this long, so that nothing allocates in a search.
pub const MOST_SEATS: usize = 6;

/// A place at the table, counted from 0 in the game's own order. The seat, not the person: people come and go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// Where this seat's entry is in an array over seats.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The first `count` seats.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..count).map(Self)
    }
}

/// Whose eyes a view is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// A player, who knows what that seat may know.
    Seat(Seat),
    /// Somebody watching a running game.
    Spectator,
    /// Nobody at the table: the open state, for finished games, verification and tests.
    Everything,
}

impl Viewer {
    /// Every kind of viewer of a table with this many seats.
    pub fn all(seats: u8) -> impl Iterator<Item = Self> {
        Seat::first(seats).map(Self::Seat).chain([Self::Spectator, Self::Everything])
    }
}
