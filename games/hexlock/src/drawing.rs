//! Positions drawn in text, as they look: a hex is `R3` or `B1`, whose it is with its HP, or `.` if it is nobody's.
//!
//! Columns stand side by side, each half a hex above or below its neighbours, so that a drawing has 13 lines:
//!
//! ```text
//!          R3
//!       .      .
//!    .     .      .
//! .     .      .     .
//! ```

use std::fmt;

use hex::Hex;

use crate::cell::Cell;
use crate::numbers::{FULL_HP, RADIUS};
use crate::position::{Position, Side};

impl Position {
    /// Reads a drawing. Blanks mean nothing, and letters of columns are skipped.
    ///
    /// # Panics
    /// If the drawing is of no board: drawings stand in tests and rule pages, not in anything that a person sends.
    pub fn drawn(drawing: &str, to_move: Side) -> Self {
        let rows: Vec<Vec<&str>> = drawing
            .lines()
            .map(|line| line.split_whitespace().filter(|word| !is_column_name(word)).collect())
            .filter(|row: &Vec<_>| !row.is_empty())
            .collect();
        assert!(
            rows.iter().map(Vec::len).eq(lines().map(|line| line.len())),
            "thirteen lines of one to four hexes:\n{drawing}"
        );
        // Not the first turn, in which every hex is known to be whole.
        let mut position = Self::empty(to_move, 3);
        for (cell, word) in lines().flatten().zip(rows.concat()) {
            if let Some((side, hp)) = read(word) {
                position.give(cell, side, hp);
            }
        }
        position
    }
}

/// The cells as the lines of a drawing have them.
fn lines() -> impl Iterator<Item = Vec<Cell>> {
    let reach = i32::from(RADIUS);
    (-2 * reach..=2 * reach).map(move |height| {
        let columns = (-reach..=reach).filter(move |q| (height - q) % 2 == 0);
        columns.filter_map(|q| Cell::at(Hex::new(q, (height - q) / 2))).collect()
    })
}

/// Drawings are printed with the names of their columns, and can be pasted into a test as they are.
fn is_column_name(word: &str) -> bool {
    word.len() == 1 && word.starts_with(|letter: char| letter.is_ascii_lowercase())
}

/// Whose hex a word draws, with its HP.
///
/// # Panics
/// If the word is none of a drawing.
fn read(word: &str) -> Option<(Side, u8)> {
    let hp = word.get(1..).and_then(|hp| hp.parse().ok()).filter(|hp| (1..=FULL_HP).contains(hp));
    match (word.get(..1), hp) {
        (Some("."), None) if word.len() == 1 => None,
        (Some("R"), Some(hp)) => Some((Side::Red, hp)),
        (Some("B"), Some(hp)) => Some((Side::Blue, hp)),
        _ => panic!("a hex is drawn as R3, B1 or . and not as {word}"),
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reach = i32::from(RADIUS);
        for line in lines() {
            let mut text = String::new();
            for cell in line {
                let column = 3 * (cell.hex().q + reach) as usize;
                let word = match self.owner(cell) {
                    Some(Side::Red) => format!("R{}", self.hp(cell)),
                    Some(Side::Blue) => format!("B{}", self.hp(cell)),
                    None => ".".to_owned(),
                };
                text = format!("{text:column$}{word}");
            }
            writeln!(f, "{text}")?;
        }
        let letters: Vec<String> = (0..=2 * RADIUS).map(|column| char::from(b'a' + column).to_string()).collect();
        writeln!(f, "{}", letters.join("  "))
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
