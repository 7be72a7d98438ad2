//! Positions as text, for tests, their messages and logs. A hex is `R3` or `B1` (its owner and its HP), or `.` without
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

use crate::cell::{Cell, names};
use crate::numbers::FULL_HP;
use crate::position::{Position, Side};

impl Position {
    /// Reads a drawing. Blanks only separate words, and the letters of columns are skipped.
    ///
    /// # Panics
    /// If the drawing fits no board. Drawings are used in tests and rule pages only, never for input of players.
    pub fn drawn(drawing: &str, to_move: Side) -> Self {
        // A later turn than the first, in which every hex is known to have full HP.
        let mut position = Self::empty(to_move, 3);
        let words = names().read_drawing(drawing).unwrap_or_else(|error| panic!("{error}:\n{drawing}"));
        for (hex, word) in words {
            if let (Some(cell), Some((side, hp))) = (Cell::at(hex), read(word)) {
                position.give(cell, side, hp);
            }
        }
        position
    }
}

/// The owner and the HP of a hex, from its word in a drawing.
///
/// # Panics
/// If the word does not draw a hex.
fn read(word: &str) -> Option<(Side, u8)> {
    let hp = word.get(1..).and_then(|hp| hp.parse().ok()).filter(|hp| (1..=FULL_HP).contains(hp));
    match (word.get(..1), hp) {
        (Some("."), None) if word.len() == 1 => None,
        (Some("R"), Some(hp)) => Some((Side::Red, hp)),
        (Some("B"), Some(hp)) => Some((Side::Blue, hp)),
        _ => panic!("a hex is drawn as R3, B1 or . and not as {word}"),
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
