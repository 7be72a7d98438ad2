//! Positions as text. A hex is `R3` or `B1` (its owner and its HP), or `.` without
//! an owner.
//!
//! Neighbouring columns are half a hex apart in height, so a drawing has 13 lines:
//!
//! ```text
//!          R3
//!       .      .
//!    .     .      .
//! .     .      .     .
//! ```

use std::fmt;

use game::{Game as _, PositionError, PositionText, Setup};

use crate::cell::{Cell, names};
use crate::hexlock::Hexlock;
use crate::numbers::FULL_HP;
use crate::position::{Position, Side};

/// The turn of a position that does not name one: later than the first, in which every hex is known to have full HP.
const A_LATER_TURN: u32 = 3;

impl Position {
    /// Reads a drawing. Blanks only separate words, and the letters of columns are skipped.
    pub fn read(drawing: &str, to_move: Side, turn: u32) -> Result<Self, PositionError> {
        let mut position = Self::empty(to_move, turn);
        for (hex, word) in names().read_drawing(drawing).map_err(PositionError::new)? {
            if let (Some(cell), Some((side, hp))) = (Cell::at(hex), hex_of(word)?) {
                position.give(cell, side, hp);
            }
        }
        Ok(position)
    }

    /// The same in a later turn, for tests.
    ///
    /// # Panics
    /// If the drawing fits no board.
    pub fn drawn(drawing: &str, to_move: Side) -> Self {
        Self::read(drawing, to_move, A_LATER_TURN).unwrap_or_else(|error| panic!("{error}:\n{drawing}"))
    }
}

/// The position of a text, with the options of this setup.
pub(crate) fn read(text: &str, setup: &Setup) -> Result<Hexlock, PositionError> {
    let text = PositionText::cut(text, &[])?;
    let to_move = Side::BOTH[text.actor(Hexlock::INFO.seat_names)?.index()];
    let position = Position::read(text.drawing(), to_move, text.number("turn")?.unwrap_or(A_LATER_TURN))?;
    let stands = Side::BOTH.iter().all(|&side| !position.hexes(side).is_empty());
    PositionError::unless(stands, || "each player holds a hex".to_owned())?;
    Ok(Hexlock { position, memory: setup.is_on("memory") })
}

/// The text of a position.
pub(crate) fn write(position: &Position) -> String {
    let act = Hexlock::INFO.seat_names[position.to_move() as usize];
    format!("act: {act}\nturn: {}\n{position}", position.turn())
}

/// The owner and the HP of a hex, from its word in a drawing.
fn hex_of(word: &str) -> Result<Option<(Side, u8)>, PositionError> {
    let hp = word.get(1..).and_then(|hp| hp.parse().ok()).filter(|hp| (1..=FULL_HP).contains(hp));
    match (word.get(..1), hp) {
        (Some("."), None) if word.len() == 1 => Ok(None),
        (Some("R"), Some(hp)) => Ok(Some((Side::Red, hp))),
        (Some("B"), Some(hp)) => Ok(Some((Side::Blue, hp))),
        _ => Err(PositionError::new("a hex is drawn as R3, B1 or .")),
    }
}

/// The drawing, with the letters of the columns below.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |hex| {
            let held = Cell::at(hex).and_then(|cell| Some((self.owner(cell)?, self.hp(cell))));
            match held {
                Some((Side::Red, hp)) => format!("R{hp}"),
                Some((Side::Blue, hp)) => format!("B{hp}"),
                None => ".".to_owned(),
            }
        };
        f.write_str(&names().draw(word))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "turn {}, {:?} to move, winner {:?}", self.turn(), self.to_move(), self.winner())?;
        writeln!(f, "{:?}", self.story())?;
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_is_read_as_it_is_drawn() {
        let start = Position::start(Side::Blue);
        let drawn = Position::drawn(&start.to_string(), Side::Blue);
        assert_eq!(drawn.to_string(), start.to_string());
        assert_eq!(
            (drawn.hexes(Side::Red), drawn.hexes(Side::Blue)),
            (start.hexes(Side::Red), start.hexes(Side::Blue))
        );
        assert!(start.to_string().starts_with("         R3\n      .     .\n   .     .     .\n.     .     .     .\n"));
    }
}
