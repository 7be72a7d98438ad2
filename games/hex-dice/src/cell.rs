//! A hex of the board and its name: a letter for the column from the left, a number in it from the top.

use hex::{Hex, HexNames};

use crate::ground::board;

/// A hex of the board, by its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// Its index in the board's tables.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether the board has it. The number of a `Cell` is not checked when it is made.
    #[inline]
    pub fn is_on_board(self) -> bool {
        self.index() < board().board().len()
    }

    /// Its coordinates.
    pub fn hex(self) -> Hex {
        board().board().hex(self.index())
    }

    /// The cell at these coordinates, if they are on the board.
    pub fn at(hex: Hex) -> Option<Self> {
        board().board().index(hex).map(|index| Self(index as u8))
    }

    /// Its name: `g1` is the top corner, `g7` the middle, `g13` the bottom corner.
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
    HexNames::columns(board().board().radius())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_letter_from_the_left_and_a_number_from_the_top() {
        for (name, q, r) in [("g1", 0, -6), ("g7", 0, 0), ("g13", 0, 6), ("a1", -6, 0), ("a7", -6, 6), ("m1", 6, -6)] {
            assert_eq!(Cell::named(name).map(Cell::hex), Some(Hex::new(q, r)), "{name}");
        }
        for nonsense in ["", "a", "a0", "a8", "a01", "a+1", "n1", "G7", "g14", "1a", "é1", "g7 ", "g-1", "g2147483647"]
        {
            assert_eq!(Cell::named(nonsense), None, "{nonsense}");
        }
    }
}
