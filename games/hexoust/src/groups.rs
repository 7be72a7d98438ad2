//! The group of every stone, with its stones and the cells next to them.

use hex::{Mask, MaskBoard};

/// The groups on the board. A group is stored under one of its own stones, its *leader*.
///
/// Entries of empty cells are left over from removed stones and mean nothing. So groups are never compared; they follow
/// from the stones.
#[derive(Clone)]
pub(crate) struct Groups {
    leader: [u8; 128],
    /// By leader: the stones of the group.
    stones: [Mask; 128],
    /// By leader: the cells next to its stones, stones of either colour among them.
    reach: [Mask; 128],
    /// By leader: the number of stones. It is stored because counting bits is slower than reading a byte.
    size: [u8; 128],
}

/// One group, or several groups that a stone would join.
#[derive(Clone, Copy)]
pub(crate) struct Group {
    pub(crate) stones: Mask,
    pub(crate) reach: Mask,
    pub(crate) size: u8,
}

impl Groups {
    pub(crate) fn none() -> Self {
        Self { leader: [0; 128], stones: [Mask::EMPTY; 128], reach: [Mask::EMPTY; 128], size: [0; 128] }
    }

    /// The group of the stone on this cell.
    #[inline]
    pub(crate) fn of(&self, cell: usize) -> Group {
        let leader = usize::from(self.leader[cell & 127]) & 127;
        Group { stones: self.stones[leader], reach: self.reach[leader], size: self.size[leader] }
    }

    /// The group that a stone on `cell` would belong to, the stone itself included (HO-4).
    #[inline]
    pub(crate) fn merged(&self, board: &MaskBoard, cell: usize, own_neighbours: Mask) -> Group {
        let mut merged = Group { stones: Mask::single(cell), reach: board.neighbour_mask(cell), size: 1 };
        let mut rest = own_neighbours;
        while let Some(next) = rest.first() {
            let group = self.of(next);
            merged.stones |= group.stones;
            merged.reach |= group.reach;
            merged.size += group.size;
            rest -= group.stones;
        }
        merged
    }

    /// Places a stone and joins the neighbouring groups of its colour.
    #[inline]
    pub(crate) fn place(&mut self, cell: usize, merged: &Group, own_neighbours: Mask) {
        let cell = cell & 127;
        // The largest group keeps its leader, so that only the stones of the smaller groups get a new one.
        let mut keeper = cell;
        let mut keeper_size = 0;
        let mut rest = own_neighbours;
        while let Some(next) = rest.first() {
            let leader = usize::from(self.leader[next & 127]) & 127;
            if self.size[leader] > keeper_size {
                (keeper, keeper_size) = (leader, self.size[leader]);
            }
            rest -= self.stones[leader];
        }
        let newcomers = if keeper_size == 0 { merged.stones } else { merged.stones - self.stones[keeper] };
        for stone in newcomers {
            self.leader[stone & 127] = keeper as u8;
        }
        self.stones[keeper] = merged.stones;
        self.reach[keeper] = merged.reach;
        self.size[keeper] = merged.size;
    }
}
