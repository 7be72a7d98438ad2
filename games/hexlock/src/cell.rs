//! A hex of the board and its name: a letter for the column from the left, a number in it from the top.

use hex::{Hex, HexNames, MaskBoard};

use crate::numbers::RADIUS;

/// A hex of the board, by its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

/// The board with its tables.
#[inline]
pub fn board() -> &'static MaskBoard {
    MaskBoard::of_radius(RADIUS).expect("the board fits a mask")
}

impl Cell {
    /// The number of hexes.
    pub const COUNT: usize = 3 * RADIUS as usize * (RADIUS as usize + 1) + 1;

    /// Its index in the board's tables.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether the board has it. The number of a `Cell` is not checked when it is made.
    #[inline]
    pub fn is_on_board(self) -> bool {
        self.index() < Self::COUNT
    }

    /// Its coordinates.
    pub fn hex(self) -> Hex {
        board().board().hex(self.index())
    }

    /// The cell at these coordinates, if they are on the board.
    pub fn at(hex: Hex) -> Option<Self> {
        board().board().index(hex).map(|index| Self(index as u8))
    }

    /// Its name: `d1` is the top corner, `d4` the middle, `d7` the bottom corner.
    pub fn name(self) -> String {
        names().name(self.hex())
    }

    /// The cell with this name, if the board has it.
    pub fn named(name: &str) -> Option<Self> {
        names().find(name).and_then(Self::at)
    }
}

/// The names of the board's hexes.
pub(crate) fn names() -> HexNames {
    HexNames::columns(RADIUS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_letter_from_the_left_and_a_number_from_the_top() {
        for (name, q, r) in [("d1", 0, -3), ("d4", 0, 0), ("d7", 0, 3), ("a1", -3, 0), ("a4", -3, 3), ("g1", 3, -3)] {
            assert_eq!(Cell::named(name).map(Cell::hex), Some(Hex::new(q, r)), "{name}");
        }
        for nonsense in ["", "a", "a0", "a5", "a01", "a+1", "h1", "D4", "d8", "1a", "é1", "d4 ", "d-1", "d10"] {
            assert_eq!(Cell::named(nonsense), None, "{nonsense}");
        }
    }
}
