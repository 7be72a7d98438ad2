//! Positions as text: `R` and `B` are stones, `.` is empty, rows from the top.
//!
//! ```text
//! act: red
//!    . . . .
//!   . R B . .
//! ```

use std::fmt;

use game::{Game as _, PositionError, PositionText, Setup};
use hex::{Mask, MaskBoard, drawing_words};

use crate::cell::names;
use crate::hexoust::HexOust;
use crate::position::{Colour, Position};

impl Position {
    /// Reads a drawing. The number of rows gives the size of the board.
    pub fn read(drawing: &str, to_move: Colour, turn: u32) -> Result<Self, PositionError> {
        let rows = drawing_words(drawing).len();
        let fits = rows % 2 == 1 && u8::try_from(rows / 2).is_ok_and(|radius| MaskBoard::of_radius(radius).is_some());
        PositionError::unless(fits, || format!("a board has 7, 9, 11 or 13 rows, and not {rows}"))?;
        let base = rows.div_ceil(2) as u8;
        let cells = names(Self::empty(base).board()).read_drawing(drawing).map_err(PositionError::new)?;
        let wrong = cells.iter().find(|(_, word)| !matches!(*word, "R" | "B" | "."));
        PositionError::unless(wrong.is_none(), || "a cell is drawn as R, B or .".to_owned())?;
        let stones = |letter: &str| (0..cells.len()).filter(|&cell| cells[cell].1 == letter).collect::<Mask>();
        Ok(Self::set_up(base, stones("R"), stones("B"), to_move, turn))
    }

    /// The same in the first turn, for tests.
    ///
    /// # Panics
    /// If the drawing fits no board.
    pub fn drawn(drawing: &str, to_move: Colour) -> Self {
        Self::read(drawing, to_move, 1).unwrap_or_else(|error| panic!("{error}:\n{drawing}"))
    }
}

/// The position of a text on the board of this setup.
pub(crate) fn read(text: &str, setup: &Setup) -> Result<HexOust, PositionError> {
    let text = PositionText::cut(text, &[])?;
    let to_move = Colour::BOTH[text.actor(HexOust::INFO.seat_names)?.index()];
    let position = Position::read(text.drawing(), to_move, text.number("turn")?.unwrap_or(1))?;
    let (drawn, base) = (i64::from(position.base()), setup.whole("base"));
    PositionError::unless(drawn == base, || format!("the drawing has a side of {drawn} cells, and the board {base}"))?;
    Ok(HexOust(position))
}

/// The text of a position.
pub(crate) fn write(position: &Position) -> String {
    let act = HexOust::INFO.seat_names[position.to_move() as usize];
    format!("act: {act}\nturn: {}\n{position}", position.turn())
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
