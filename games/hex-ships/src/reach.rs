//! The places where a moving ship can end.

use hex::{Direction, Hex};

use crate::action::Action;
use crate::battle::Battle;
use crate::moving::Move;

/// A place and a facing in which a move can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The hex.
    pub hex: Hex,
    /// The facing.
    pub facing: Direction,
    /// The fewest turns that lead there.
    pub turns: u8,
    /// The first action on a way with this number of turns. None if the ship is already there.
    pub first: Option<Action>,
}

/// One layer of the search: for every hex near the ship and every facing the fewest turns, and the first action.
struct Layer {
    reach: i32,
    found: Vec<Option<(u8, Option<Action>)>>,
}

impl Layer {
    fn new(reach: i32) -> Self {
        let across = (2 * reach + 1) as usize;
        Self { reach, found: vec![None; across * across * 6] }
    }

    fn index(&self, step: Hex, facing: Direction) -> usize {
        let across = 2 * self.reach + 1;
        ((step.r + self.reach) * across + step.q + self.reach) as usize * 6 + facing.index()
    }

    fn offer(&mut self, step: Hex, facing: Direction, turns: u8, first: Option<Action>) -> bool {
        let index = self.index(step, facing);
        let better = self.found[index].is_none_or(|(known, _)| turns < known);
        if better {
            self.found[index] = Some((turns, first));
        }
        better
    }

    /// Calls `each` with everything found, as offsets from the ship.
    fn each(&self, mut each: impl FnMut(Hex, Direction, u8, Option<Action>)) {
        for r in -self.reach..=self.reach {
            for q in -self.reach..=self.reach {
                for facing in Direction::ALL {
                    let step = Hex::new(q, r);
                    if let Some((turns, first)) = self.found[self.index(step, facing)] {
                        each(step, facing, turns, first);
                    }
                }
            }
        }
    }

    /// Adds the results of turning on the spot, with at most this many turns.
    fn turn(&mut self, most: u8) {
        for turns in 0..most {
            let mut fresh = Vec::new();
            self.each(|step, facing, used, first| {
                if used == turns {
                    fresh.push((step, facing, first));
                }
            });
            if fresh.is_empty() && turns > 0 {
                continue;
            }
            for (step, facing, first) in fresh {
                for (turn, action) in [(-1, Action::Left), (1, Action::Right)] {
                    self.offer(step, facing.turn(turn), turns + 1, first.or(Some(action)));
                }
            }
        }
    }
}

impl Battle {
    /// Every end of a move of any working ship, as if it moved now, with the speed of each.
    pub fn ends_of(&self, number: u8) -> Vec<(i8, End)> {
        let ship = &self.ships[usize::from(number)];
        let moving = Move::new(0, number, ship, self.rules());
        let ends = |speed| self.ends(&moving, speed).into_iter().map(move |end| (speed, end));
        ship.speeds(self.rules()).flat_map(ends).collect()
    }

    /// Every end of the move of a ship at this speed, from its present place, in reading order: on the map, and on a
    /// free hex. Empty if the ship can only leave the map or stop short.
    pub fn ends(&self, moving: &Move, speed: i8) -> Vec<End> {
        let mut ends = self.ends_if_free(moving, speed);
        ends.retain(|end| !self.is_taken(end.hex, moving.ship));
        ends
    }

    /// The same with the hexes of other ships, which may have moved away by then.
    pub(crate) fn ends_if_free(&self, moving: &Move, speed: i8) -> Vec<End> {
        let ship = &self.ships[usize::from(moving.ship)];
        let left = if moving.is_set { moving.left } else { speed.unsigned_abs() };
        let mut layer = Layer::new(i32::from(left));
        layer.offer(Hex::ORIGIN, ship.facing, 0, None);
        for _ in 0..left {
            layer.turn(moving.turns);
            let mut next = Layer::new(layer.reach);
            layer.each(|step, facing, turns, first| {
                let ahead = step.neighbour(if speed < 0 { facing.opposite() } else { facing });
                if self.map.contains(ship.hex + ahead) {
                    next.offer(ahead, facing, turns, first.or(Some(Action::Ahead)));
                }
            });
            layer = next;
        }
        layer.turn(moving.turns);
        let mut ends = Vec::new();
        layer.each(|step, facing, turns, first| {
            ends.push(End { hex: ship.hex + step, facing, turns, first });
        });
        ends
    }
}
