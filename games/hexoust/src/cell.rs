//! A hex of the board and its name: a letter for the row from the bottom, a number along it from the left (HO-6).

use hex::MaskBoard;

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
        let rows = board.board().rows();
        let count = rows.len();
        let (from_top, row) =
            rows.enumerate().find(|(_, row)| row.contains(&self.index())).expect("the cell is on the board");
        format!("{}{}", char::from(b'a' + (count - 1 - from_top) as u8), self.index() - row.start + 1)
    }

    /// The cell of that name, if the board has it.
    pub fn named(name: &str, board: &MaskBoard) -> Option<Self> {
        let (letter, number) = (name.bytes().next()?, name.get(1..)?);
        let from_bottom = usize::from(letter.checked_sub(b'a')?);
        let row = board.board().rows().rev().nth(from_bottom)?;
        // One spelling a cell: `a01` and `a+1` are no names.
        let along: usize = number.parse().ok().filter(|along: &usize| along.to_string() == number)?;
        (1..=row.len()).contains(&along).then(|| Self((row.start + along - 1) as u8))
    }
}

#[cfg(test)]
mod tests {
    use hex::Hex;

    use super::*;

    #[test]
    fn every_cell_is_read_as_it_is_written() {
        for radius in 3..=6 {
            let board = MaskBoard::of_radius(radius).unwrap();
            for cell in (0..board.board().len()).map(|index| Cell(index as u8)) {
                assert_eq!(Cell::named(&cell.name(board), board), Some(cell));
            }
        }
    }

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
