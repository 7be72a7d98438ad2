//! The totals after every turn, for charts. Kept beside the position, which searches copy without it.

use crate::ground::MOST_POINTS;

/// The start, one turn for each point, a pass before each of these turns, one more pass at the end, and the echo.
const MOST: usize = 2 * MOST_POINTS + 3;

/// The totals at the start, after every turn (passes too), and after the echo, in sixths.
#[derive(Clone, Copy)]
pub struct History {
    totals: [[u16; 2]; MOST],
    count: u8,
}

impl History {
    pub(crate) fn new(start: [u32; 2]) -> Self {
        let mut history = Self { totals: [[0; 2]; MOST], count: 0 };
        history.push(start);
        history
    }

    #[inline]
    pub(crate) fn push(&mut self, totals: [u32; 2]) {
        // No total comes near 65,536 sixths: 54 triangles and a keystone pay 495 at most, 38 times, and komi is 1,200.
        self.totals[usize::from(self.count)] = totals.map(|total| total as u16);
        self.count += 1;
    }

    /// All totals, the start first.
    pub fn totals(&self) -> &[[u16; 2]] {
        &self.totals[..usize::from(self.count)]
    }
}

impl PartialEq for History {
    fn eq(&self, other: &Self) -> bool {
        self.totals() == other.totals()
    }
}
