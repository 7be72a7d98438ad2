//! The six directions.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Hex;

/// One of the six directions from a hex to its neighbours, clockwise from north.
///
/// The names are those of a flat-top board. On a pointy-top one everything is turned by 30° counterclockwise: N goes up
/// and left, NE up and right, SE right, S down and right, SW down and left, NW left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Direction {
    /// `(0, -1)`: north.
    N,
    /// `(+1, -1)`: north-east.
    NE,
    /// `(+1, 0)`: south-east.
    SE,
    /// `(0, +1)`: south.
    S,
    /// `(-1, +1)`: south-west.
    SW,
    /// `(-1, 0)`: north-west.
    NW,
}

impl Direction {
    /// All six, clockwise from north.
    pub const ALL: [Direction; 6] =
        [Direction::N, Direction::NE, Direction::SE, Direction::S, Direction::SW, Direction::NW];

    /// The direction with this number. 0 is north; numbers that differ by a multiple of 6 are the same direction.
    #[inline]
    pub const fn from_index(index: i32) -> Direction {
        Direction::ALL[index.rem_euclid(6) as usize]
    }

    /// 0 for north up to 5 for north-west.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// This direction turned by `steps` of 60° clockwise, or counterclockwise if negative.
    #[inline]
    #[must_use]
    pub const fn turn(self, steps: i32) -> Direction {
        Direction::from_index(self as i32 + steps % 6)
    }

    /// The way back.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Direction {
        self.turn(3)
    }

    /// How many clockwise turns, from 0 to 5, lead from here to `other`.
    #[inline]
    pub const fn turns_to(self, other: Direction) -> i32 {
        (other as i32 - self as i32).rem_euclid(6)
    }

    /// The step to the neighbour on this side.
    #[inline]
    pub const fn offset(self) -> Hex {
        const OFFSETS: [Hex; 6] =
            [Hex::new(0, -1), Hex::new(1, -1), Hex::new(1, 0), Hex::new(0, 1), Hex::new(-1, 1), Hex::new(-1, 0)];
        OFFSETS[self as usize]
    }

    /// The direction of the straight row from `from` to `to`. None if the two hexes share no row, or are the same hex.
    pub fn between(from: Hex, to: Hex) -> Option<Direction> {
        let distance = from.distance(to);
        Direction::ALL.into_iter().find(|direction| distance > 0 && from + direction.offset() * distance == to)
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, formatter)
    }
}

impl From<Direction> for hexx::EdgeDirection {
    fn from(direction: Direction) -> hexx::EdgeDirection {
        // Both lists go clockwise; hexx's begins in the south-east.
        hexx::EdgeDirection::ALL_DIRECTIONS[direction.turn(-2).index()]
    }
}
