//! Where units can go and what they can hit.

use hex::{Direction, Mask};

use crate::ground::board;
use crate::position::Position;
use crate::tables::UnitKind;

impl Position {
    /// The hexes on which a unit's move may end, whatever stands there: nothing, an enemy (melee) or a friend (merge).
    #[inline]
    pub fn reach(&self, cell: usize) -> Mask {
        let unit = self.unit(cell);
        self.reach_of(unit.seat(), self.ground().kind(unit.face()), cell, self.occupied(), self.owned(unit.seat()))
    }

    /// The same on a board with nothing else on it, to tell what is blocked from what is too far.
    pub fn open_reach(&self, cell: usize) -> Mask {
        let unit = self.unit(cell);
        self.reach_of(unit.seat(), self.ground().kind(unit.face()), cell, Mask::EMPTY, Mask::EMPTY)
    }

    /// Where a unit of this seat and kind would get to from a cell, with these cells taken, some of them by friends.
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
            // On a board without dents the hex beyond an edge has both hexes beside that edge (HD-4).
            if let (Some(left), Some(right)) = (ground.step(cell, one), ground.step(cell, two))
                && let Some(beyond) = ground.step(left, two)
                && !(taken.contains(left) && taken.contains(right))
            {
                reach.insert(beyond);
            }
        }
        reach
    }

    /// Straight, then turned either way: an enemy on a straight hex blocks it, a friend does not (HD-8).
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

    /// The hexes that a unit's range covers, whatever stands there. Nothing blocks a shot (HD-2).
    #[inline]
    pub fn range(&self, cell: usize) -> Mask {
        self.range_of(self.ground().kind(self.unit(cell).face()), cell)
    }

    /// The hexes that the range of a unit of this kind covers from a cell.
    #[inline]
    pub fn range_of(&self, kind: &UnitKind, cell: usize) -> Mask {
        let Some((near, far)) = kind.range else { return Mask::EMPTY };
        let ring = board().disc_mask(cell, usize::from(far)) - board().disc_mask(cell, usize::from(near) - 1);
        if self.rules().archer_lines { ring & self.ground().axes(cell) } else { ring }
    }

    /// The enemies that a unit can attack, by moving into them or by its range.
    #[inline]
    pub fn targets(&self, cell: usize) -> Mask {
        (self.reach(cell) | self.range(cell)) & (self.occupied() - self.owned(self.unit(cell).seat()))
    }
}
