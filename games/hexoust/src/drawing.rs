//! Positions drawn in text: `R` and `B` are stones, `.` is empty, rows from the top with any indentation.
//!
//! ```text
//!    . . . .
//!   . R B . .
//! ```

use std::fmt;

use hex::Mask;

use crate::cell::Cell;
use crate::position::{Colour, Position};

impl Position {
    /// Reads a drawing; the number of rows tells the size of the board.
    ///
    /// # Panics
    /// If the drawing is of no board: drawings stand in tests and rule pages, not in anything that a person sends.
    pub fn drawn(drawing: &str, to_move: Colour) -> Self {
        let rows: Vec<Vec<&str>> = drawing
            .lines()
            .map(|line| line.split_whitespace().filter(|word| !is_row_name(word)).collect())
            .filter(|row: &Vec<_>| !row.is_empty())
            .collect();
        let empty = Self::empty(rows.len().div_ceil(2) as u8);
        let lengths = rows.iter().map(Vec::len);
        assert!(
            lengths.eq(empty.board().board().rows().map(|row| row.len())),
            "a hexagon with its rows whole:\n{drawing}"
        );
        let cells: Vec<&str> = rows.concat();
        let stones = |letter: &str| (0..cells.len()).filter(|&cell| cells[cell] == letter).collect::<Mask>();
        assert!(cells.iter().all(|cell| matches!(*cell, "R" | "B" | ".")), "only R, B and . :\n{drawing}");
        Self::set_up(empty.base(), stones("R"), stones("B"), to_move, 1)
    }
}

/// Drawings are printed with the names of their rows in front, and can be pasted into a test as they are.
fn is_row_name(word: &str) -> bool {
    word.len() == 1 && word.starts_with(|letter: char| letter.is_ascii_lowercase())
}

/// The drawing, with the names of the rows in front.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.board().board().rows() {
            let indent = 2 * usize::from(self.base()) - 1 - row.len();
            let stones = row.clone().map(|cell| match () {
                () if self.stones(Colour::Red).contains(cell) => "R",
                () if self.stones(Colour::Blue).contains(cell) => "B",
                () => ".",
            });
            let letter = Cell(row.start as u8).name(self.board())[..1].to_owned();
            writeln!(f, "{letter} {:indent$}{}", "", stones.collect::<Vec<_>>().join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "turn {}, {:?} to move, winner {:?}, passed {:?}",
            self.turn(),
            self.to_move(),
            self.winner(),
            self.passed()
        )?;
        write!(f, "{self}")
    }
}
