//! Positions drawn in text: `B` and `W` are stones, `.` is empty, rows from the top with any indentation.

use std::fmt;

use crate::position::{Colour, Position};

impl Position {
    /// The same with the stones of a drawing, in this turn.
    ///
    /// # Panics
    /// If the drawing is not of this board: drawings stand in tests, not in anything that a person sends.
    #[must_use]
    pub fn drawn(self, drawing: &str, turn: u32) -> Self {
        let points: Vec<&str> = drawing.split_whitespace().filter(|word| !is_row_name(word)).collect();
        assert_eq!(points.len(), self.ground().len(), "every point of the board once:\n{drawing}");
        assert!(points.iter().all(|point| matches!(*point, "B" | "W" | ".")), "only B, W and . :\n{drawing}");
        let stones =
            |letter: &str| (0..points.len()).filter(|&point| points[point] == letter).fold(0, |m, p| m | 1 << p);
        self.with_stones([stones("B"), stones("W")], turn)
    }
}

/// Drawings are printed with the names of their rows in front, and can be pasted into a test as they are.
fn is_row_name(word: &str) -> bool {
    word.len() == 1 && word.starts_with(|letter: char| letter.is_ascii_lowercase())
}

/// The drawing, with the names of the rows in front.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let vertices = self.ground().vertices();
        let across = |point: usize| 2 * vertices[point].q + vertices[point].r;
        let left = (0..vertices.len()).map(across).min().unwrap_or(0);
        let mut row = None;
        let mut column = left;
        for (point, vertex) in vertices.iter().enumerate() {
            if row != Some(vertex.r) {
                let newline = if row.is_some() { "\n" } else { "" };
                write!(f, "{newline}{} ", &self.ground().point_name(point as u8)[..1])?;
                (row, column) = (Some(vertex.r), left);
            }
            let stone = match () {
                () if self.stones()[Colour::Black as usize] >> point & 1 == 1 => "B",
                () if self.stones()[Colour::White as usize] >> point & 1 == 1 => "W",
                () => ".",
            };
            let indent = (across(point) - column) as usize;
            write!(f, "{:indent$}{stone}", "")?;
            column = across(point) + 1;
        }
        writeln!(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, options, keystone, _, totals, tokens, turn, skipped, over, _) = self.parts();
        let [black, white] = totals;
        writeln!(f, "{name}, turn {turn}, {:?} to move, {black} to {white} sixths, tokens {tokens:?}", self.to_move())?;
        writeln!(f, "{options:?}, keystone {keystone:?}, skipped {skipped}, over {over}")?;
        write!(f, "{self}")
    }
}
