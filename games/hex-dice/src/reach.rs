//! The hexes that units can move to and attack.

use hex::{Direction, Mask};

use crate::ground::board;
use crate::position::Position;
use crate::tables::UnitKind;

impl Position {
    /// The hexes on which a unit's move may end, whether they are empty, an enemy's (melee) or a friend's (merge).
    #[inline]
    pub fn reach(&self, cell: usize) -> Mask {
        let unit = self.unit(cell);
        self.reach_of(unit.seat(), self.ground().kind(unit.face()), cell, self.occupied(), self.owned(unit.seat()))
    }

    /// The same on an otherwise empty board, to distinguish blocked hexes from those that are too far.
    pub fn open_reach(&self, cell: usize) -> Mask {
        let unit = self.unit(cell);
        self.reach_of(unit.seat(), self.ground().kind(unit.face()), cell, Mask::EMPTY, Mask::EMPTY)
    }

    /// The hexes that a unit of this seat and kind could reach from a cell, if these cells are taken, some of them by
    /// friends.
    #[inline]
    pub fn reach_of(&self, seat: usize, kind: &UnitKind, cell: usize, taken: Mask, friends: Mask) -> Mask {
        let ground = self.ground();
        let forward = ground.forward(seat);
        let mut reach = Mask::EMPTY;
        for &(turn, steps) in &kind.slides {
            let (direction, mut at) = (forward.turn(i32::from(turn)), cell);
            for _ in 0..steps {
                let Some(next) = ground.step(at, direction) else { break };
                reach.insert(next);
                if taken.contains(next) {
                    break;
                }
                at = next;
            }
        }
        if kind.bends > 0 {
            let enemies = taken - friends;
            for way in Direction::ALL {
                reach |= self.bend(cell, way, kind.bends, enemies);
            }
        }
        for &turn in &kind.squeezes {
            let [one, two] = [0, 1].map(|more| forward.turn(i32::from(turn) + more));
            // On a convex board, if the hex beyond an edge exists, so do both hexes beside that edge (HD-4).
            if let (Some(left), Some(right)) = (ground.step(cell, one), ground.step(cell, two))
                && let Some(beyond) = ground.step(left, two)
                && !(taken.contains(left) && taken.contains(right))
            {
                reach.insert(beyond);
            }
        }
        reach
    }

    /// A straight way, then one step to either side. An enemy on the straight way blocks it, a friend does not (HD-8).
    #[inline]
    fn bend(&self, cell: usize, way: Direction, straight: u8, enemies: Mask) -> Mask {
        let mut at = cell;
        for _ in 0..straight {
            match self.ground().step(at, way) {
                Some(next) if !enemies.contains(next) => at = next,
                _ => return Mask::EMPTY,
            }
        }
        [way.turn(-1), way.turn(1)].into_iter().filter_map(|turned| self.ground().step(at, turned)).collect()
    }

    /// The hexes in a unit's range, occupied or not. Nothing blocks a shot (HD-2).
    #[inline]
    pub fn range(&self, cell: usize) -> Mask {
        self.range_of(self.ground().kind(self.unit(cell).face()), cell)
    }

    /// The hexes in the range of a unit of this kind from a cell.
    #[inline]
    pub fn range_of(&self, kind: &UnitKind, cell: usize) -> Mask {
        let Some((near, far)) = kind.range else { return Mask::EMPTY };
        let ring = board().disc_mask(cell, usize::from(far)) - board().disc_mask(cell, usize::from(near) - 1);
        if self.rules().archer_lines { ring & self.ground().axes(cell) } else { ring }
    }

    /// The enemies that a unit can attack, by moving into them or with its range.
    #[inline]
    pub fn targets(&self, cell: usize) -> Mask {
        (self.reach(cell) | self.range(cell)) & (self.occupied() - self.owned(self.unit(cell).seat()))
    }
}
