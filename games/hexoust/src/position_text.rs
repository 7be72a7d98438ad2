//! Positions as text, for tests, their messages and logs: `R` and `B` are stones, `.` is empty, rows from the top.
//!
//! ```text
//!    . . . .
//!   . R B . .
//! ```

use std::fmt;

use hex::{Mask, drawing_words};

use crate::cell::names;
use crate::position::{Colour, Position};

impl Position {
    /// Reads a drawing. The number of rows gives the size of the board.
    ///
    /// # Panics
    /// If the drawing fits no board. Drawings are used in tests and rule pages only, never for input of players.
    pub fn drawn(drawing: &str, to_move: Colour) -> Self {
        let empty = Self::empty(drawing_words(drawing).len().div_ceil(2) as u8);
        let cells = names(empty.board()).read_drawing(drawing);
        let cells = cells.unwrap_or_else(|error| panic!("{error}:\n{drawing}"));
        assert!(cells.iter().all(|(_, word)| matches!(*word, "R" | "B" | ".")), "only R, B and . :\n{drawing}");
        let stones = |letter: &str| (0..cells.len()).filter(|&cell| cells[cell].1 == letter).collect::<Mask>();
        Self::set_up(empty.base(), stones("R"), stones("B"), to_move, 1)
    }
}

/// The drawing, with the letters of the rows in front.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board();
        let holds = |colour, hex| board.board().index(hex).is_some_and(|cell| self.stones(colour).contains(cell));
        let word = |hex| match () {
            () if holds(Colour::Red, hex) => "R".to_owned(),
            () if holds(Colour::Blue, hex) => "B".to_owned(),
            () => ".".to_owned(),
        };
        f.write_str(&names(board).draw(word))
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
