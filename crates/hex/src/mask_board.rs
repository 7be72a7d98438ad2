//! Boards of at most 128 cells with their tables as masks, for the inner loops of playouts and searches.

use std::sync::OnceLock;

use crate::{Board, Mask, Symmetry};

/// A [`Board`] of radius 0 to 6 whose tables answer each question of a hot loop with one indexed load.
#[derive(Debug)]
pub struct MaskBoard {
    // 128 entries instead of one for each cell: with a power of two the compiler masks the index and needs no check.
    neighbours: [Mask; 128],
    full: Mask,
    rim: Mask,
    /// `discs[d][i]`: the cells at most `d` steps from cell `i`.
    discs: Vec<[Mask; 128]>,
    /// `symmetries[k][i]`: where the k-th symmetry takes cell `i`.
    symmetries: [[u8; 128]; 12],
    board: Board,
}

impl MaskBoard {
    /// The largest radius: 127 cells.
    pub const MAX_RADIUS: u8 = 6;

    /// The board of that radius. It is built at the first call and kept. None above [`MaskBoard::MAX_RADIUS`].
    #[inline]
    pub fn of_radius(radius: u8) -> Option<&'static MaskBoard> {
        static BOARDS: [OnceLock<MaskBoard>; MaskBoard::MAX_RADIUS as usize + 1] =
            [const { OnceLock::new() }; MaskBoard::MAX_RADIUS as usize + 1];
        Some(BOARDS.get(usize::from(radius))?.get_or_init(|| MaskBoard::build(radius)))
    }

    fn build(radius: u8) -> MaskBoard {
        let board = Board::new(radius);
        let mut neighbours = [Mask::EMPTY; 128];
        let mut discs = vec![[Mask::EMPTY; 128]; 2 * usize::from(radius) + 1];
        let mut rim = Mask::EMPTY;
        for (i, hex) in board.iter().enumerate() {
            neighbours[i] = board.neighbours(i).iter().map(|&next| usize::from(next)).collect();
            if board.neighbours(i).len() < 6 {
                rim.insert(i);
            }
            for (j, other) in board.iter().enumerate() {
                discs[hex.distance(other) as usize..].iter_mut().for_each(|disc| disc[i].insert(j));
            }
        }
        let symmetries = Symmetry::ALL.map(|symmetry| {
            let mut table = [0; 128];
            table.iter_mut().zip(board.symmetry_table(symmetry)).for_each(|(to, cell)| *to = cell as u8);
            table
        });
        MaskBoard { neighbours, full: Mask::first_n(board.len()), rim, discs, symmetries, board }
    }

    /// The board itself.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All cells.
    #[inline]
    pub fn full(&self) -> Mask {
        self.full
    }

    /// The cells with fewer than six neighbours.
    #[inline]
    pub fn rim(&self) -> Mask {
        self.rim
    }

    /// The cells next to a cell of the board.
    #[inline]
    pub fn neighbour_mask(&self, index: usize) -> Mask {
        debug_assert!(index < self.board.len(), "the board has no such cell");
        self.neighbours[index & 127]
    }

    /// The cells at most `distance` steps from a cell, itself included.
    #[inline]
    pub fn disc_mask(&self, index: usize, distance: usize) -> Mask {
        debug_assert!(index < self.board.len(), "the board has no such cell");
        self.discs.get(distance).map_or(self.full, |disc| disc[index & 127])
    }

    /// The cells exactly `distance` steps from a cell.
    #[inline]
    pub fn ring_mask(&self, index: usize, distance: usize) -> Mask {
        let inner = distance.checked_sub(1).map_or(Mask::EMPTY, |inner| self.disc_mask(index, inner));
        self.disc_mask(index, distance) - inner
    }

    /// The cells next to any cell of the set, some of which may be in the set themselves.
    #[inline]
    pub fn neighbours_of(&self, cells: Mask) -> Mask {
        cells.iter().fold(Mask::EMPTY, |all, cell| all | self.neighbour_mask(cell))
    }

    /// The connected part of `within` that contains the cell `start`. Empty if `start` is not in `within`.
    #[inline]
    pub fn group(&self, start: usize, within: Mask) -> Mask {
        let mut group = Mask::single(start) & within;
        let mut fresh = group;
        while !fresh.is_empty() {
            fresh = self.neighbours_of(fresh) & (within - group);
            group |= fresh;
        }
        group
    }

    /// The cell to which a symmetry takes a cell.
    #[inline]
    pub fn turned_cell(&self, index: usize, symmetry: Symmetry) -> usize {
        debug_assert!(index < self.board.len(), "the board has no such cell");
        usize::from(self.symmetries[symmetry.index()][index & 127])
    }

    /// The set to which a symmetry takes a set.
    #[inline]
    pub fn turned(&self, cells: Mask, symmetry: Symmetry) -> Mask {
        cells.iter().map(|cell| self.turned_cell(cell, symmetry)).collect()
    }
}
