//! A hex of the board and its name: a letter for the row from the bottom, a number along it from the left (HO-6).

use hex::{HexNames, MaskBoard};

/// A cell of the board, by its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u8);

impl Cell {
    /// Its place in the board's tables.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its name: `a1` is the left end of the bottom row.
    pub fn name(self, board: &MaskBoard) -> String {
        names(board).name(board.board().hex(self.index()))
    }

    /// The cell with this name, if the board has it.
    pub fn named(name: &str, board: &MaskBoard) -> Option<Self> {
        names(board).find(name).and_then(|hex| board.board().index(hex)).map(|index| Self(index as u8))
    }
}

/// The names of the hexes of a board.
pub(crate) fn names(board: &MaskBoard) -> HexNames {
    HexNames::rows(board.board().radius())
}

#[cfg(test)]
mod tests {
    use hex::Hex;

    use super::*;

    #[test]
    fn ho_6_a_row_letter_from_the_bottom_and_a_number_from_the_left() {
        let board = MaskBoard::of_radius(6).unwrap();
        for (name, q, r) in [("a1", -6, 6), ("g7", 0, 0), ("m7", 6, -6), ("m1", 0, -6), ("a7", 0, 6), ("g1", -6, 0)] {
            let cell = Cell::named(name, board).unwrap();
            assert_eq!(board.board().hex(cell.index()), Hex::new(q, r), "{name}");
        }
        for nonsense in ["", "a", "a0", "a8", "a01", "a+1", "n1", "A1", "g14", "1a", "é1", "a1 "] {
            assert_eq!(Cell::named(nonsense, board), None, "{nonsense}");
        }
    }
}
