//! Positions as text, for tests, their messages and logs: `B` and `W` are stones, `.` is empty. Rows come from the top,
//! with any indentation.

use std::fmt;

use hex::{draw_points, drawing_words};

use crate::position::{Colour, Position};

impl Position {
    /// The same position with the stones of a drawing and this turn number.
    ///
    /// # Panics
    /// If the drawing is not of this board. Drawings are used in tests only, never for input of players.
    #[must_use]
    pub fn drawn(&self, drawing: &str, turn: u32) -> Self {
        let points = drawing_words(drawing).concat();
        assert_eq!(points.len(), self.ground().len(), "every point of the board once:\n{drawing}");
        assert!(points.iter().all(|point| matches!(*point, "B" | "W" | ".")), "only B, W and . :\n{drawing}");
        let stones =
            |letter: &str| (0..points.len()).filter(|&point| points[point] == letter).fold(0, |m, p| m | 1 << p);
        self.with_stones([stones("B"), stones("W")], turn)
    }
}

/// The drawing, with the letters of the rows in front.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |point: usize| match () {
            () if self.stones()[Colour::Black as usize] >> point & 1 == 1 => 'B',
            () if self.stones()[Colour::White as usize] >> point & 1 == 1 => 'W',
            () => '.',
        };
        f.write_str(&draw_points(self.ground().vertices(), sign))
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
