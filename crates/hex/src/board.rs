//! Hexagonal boards of any size.

use std::iter::Copied;
use std::ops::Range;
use std::slice;

use crate::{Direction, Hex, Symmetry};

/// The hexes within a radius of the origin, numbered row by row from the top (`r` ascending) and from left to right
/// within a row (`q` ascending).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    radius: u8,
    hexes: Vec<Hex>,
    /// Where each row begins in `hexes`, followed by the length of `hexes`.
    row_starts: Vec<usize>,
    /// The neighbours of all cells, one cell after the other.
    neighbours: Vec<u16>,
    /// Where each cell's neighbours begin in `neighbours`, followed by the length of `neighbours`.
    neighbour_starts: Vec<u32>,
}

impl Board {
    /// The largest radius: its 65,269 cells are the most that a `u16` can number.
    pub const MAX_RADIUS: u8 = 147;

    /// The board of `3 * radius * (radius + 1) + 1` cells.
    ///
    /// # Panics
    /// If the radius is larger than [`Board::MAX_RADIUS`].
    pub fn new(radius: u8) -> Board {
        assert!(radius <= Board::MAX_RADIUS, "a board's radius is at most {}, not {radius}", Board::MAX_RADIUS);
        let hexes: Vec<Hex> = Hex::ORIGIN.disc(u32::from(radius)).collect();
        let last_row = i32::from(radius);
        let row_starts = (-last_row..=last_row + 1).map(|r| hexes.partition_point(|hex| hex.r < r)).collect();
        let mut board = Board { radius, hexes, row_starts, neighbours: Vec::new(), neighbour_starts: vec![0] };
        for hex in board.hexes.clone() {
            let inside = hex.neighbours().into_iter().filter_map(|next| board.index(next)).map(|index| index as u16);
            board.neighbours.extend(inside.collect::<Vec<_>>());
            board.neighbour_starts.push(board.neighbours.len() as u32);
        }
        board
    }

    /// The distance from the middle to the rim.
    #[inline]
    pub fn radius(&self) -> u8 {
        self.radius
    }

    /// The number of cells.
    #[inline]
    #[expect(clippy::len_without_is_empty, reason = "no board is empty: radius 0 has one cell")]
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// Whether `hex` is on the board.
    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        let radius = u32::from(self.radius);
        hex.q.unsigned_abs() <= radius && hex.r.unsigned_abs() <= radius && hex.s().unsigned_abs() <= radius
    }

    /// The number of the cell at `hex`, if it is on the board.
    #[inline]
    pub fn index(&self, hex: Hex) -> Option<usize> {
        self.contains(hex).then(|| {
            let radius = i32::from(self.radius);
            let first_q = (-radius).max(-radius - hex.r);
            self.row_starts[(hex.r + radius) as usize] + (hex.q - first_q) as usize
        })
    }

    /// The hex of a cell.
    ///
    /// # Panics
    /// If the board has no cell of that number.
    #[inline]
    pub fn hex(&self, index: usize) -> Hex {
        self.hexes[index]
    }

    /// All hexes in the order of their numbers.
    #[inline]
    pub fn iter(&self) -> Copied<slice::Iter<'_, Hex>> {
        self.hexes.iter().copied()
    }

    /// The rows from the top, each as the numbers of its cells.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Range<usize>> + DoubleEndedIterator + '_ {
        self.row_starts.windows(2).map(|ends| ends[0]..ends[1])
    }

    /// The cells next to a cell, clockwise from north. Cells beyond the rim are left out.
    #[inline]
    pub fn neighbours(&self, index: usize) -> &[u16] {
        &self.neighbours[self.neighbour_starts[index] as usize..self.neighbour_starts[index + 1] as usize]
    }

    /// The row of hexes that leaves `from` in `direction`, up to the rim.
    pub fn ray(&self, from: Hex, direction: Direction) -> impl Iterator<Item = Hex> + '_ {
        from.ray(direction).take_while(|hex| self.contains(*hex))
    }

    /// Where a symmetry takes each cell: cell `i` goes to cell `table[i]`.
    pub fn symmetry_table(&self, symmetry: Symmetry) -> Vec<u16> {
        self.iter().map(|hex| self.index(symmetry.apply(hex)).expect("a symmetry keeps the board") as u16).collect()
    }
}

impl<'a> IntoIterator for &'a Board {
    type Item = Hex;
    type IntoIter = Copied<slice::Iter<'a, Hex>>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
