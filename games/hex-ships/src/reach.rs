//! The places where a moving ship can end.

use std::ops::RangeInclusive;

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

    /// Calls `each` with every speed among these, and every place and facing in which the move of a ship at that speed can
    /// end. Hexes of other ships count as free, because these may move away before. One search finds the ends at all
    /// speeds, because a faster ship passes through the ends of a slower one. A place may come more than once.
    pub(crate) fn each_end_if_free(
        &self,
        moving: &Move,
        speeds: RangeInclusive<i8>,
        mut each: impl FnMut(i8, Hex, Direction),
    ) {
        let hex = self.ships[usize::from(moving.ship)].hex;
        for heading in [1, -1] {
            let most = if heading > 0 { *speeds.end() } else { -*speeds.start() };
            self.layers(moving, heading < 0, most.max(0) as u8, |advances, layer| {
                let speed = heading * advances as i8;
                // Speed 0 is found once.
                if speeds.contains(&speed) && (heading > 0 || advances > 0) {
                    layer.each(|step, facing, _, _| each(speed, hex + step, facing));
                }
            });
        }
    }

    /// Every end of the move of a ship at this speed, from its present place. Hexes of other ships count as free.
    fn ends_if_free(&self, moving: &Move, speed: i8) -> Vec<End> {
        let hex = self.ships[usize::from(moving.ship)].hex;
        let left = if moving.is_set { moving.left } else { speed.unsigned_abs() };
        let mut ends = Vec::new();
        self.layers(moving, speed < 0, left, |advances, layer| {
            if advances == left {
                layer.each(|step, facing, turns, first| ends.push(End { hex: hex + step, facing, turns, first }));
            }
        });
        ends
    }

    /// The first action on a way off the map over this edge, for a ship that moves at this speed from its present place; one
    /// with the fewest turns. None if the move does not lead there.
    pub fn way_out(&self, moving: &Move, speed: i8, edge: Direction) -> Option<Action> {
        self.way_to(moving, speed, &|beyond| self.map.is_beyond(beyond, edge), Action::Leave)
    }

    /// The first action on a way of a ship that moves at this speed from its present place onto a wanted hex; one with the fewest
    /// turns. `last` is the action that enters the hex. None if the move does not lead there.
    pub(crate) fn way_to(
        &self,
        moving: &Move,
        speed: i8,
        wanted: &dyn Fn(Hex) -> bool,
        last: Action,
    ) -> Option<Action> {
        let hex = self.ships[usize::from(moving.ship)].hex;
        let left = if moving.is_set { moving.left } else { speed.unsigned_abs() };
        let mut best: Option<(u8, Action)> = None;
        self.layers(moving, speed < 0, left.checked_sub(1)?, |_, layer| {
            layer.each(|step, facing, turns, first| {
                let next = (hex + step).neighbour(if speed < 0 { facing.opposite() } else { facing });
                if wanted(next) && best.is_none_or(|(known, _)| turns < known) {
                    best = Some((turns, first.unwrap_or(last)));
                }
            });
        });
        best.map(|(_, first)| first)
    }

    /// Calls `each` with all that a ship can reach after every number of advances up to this one.
    fn layers(&self, moving: &Move, backwards: bool, most: u8, mut each: impl FnMut(u8, &Layer)) {
        let ship = &self.ships[usize::from(moving.ship)];
        let mut layer = Layer::new(i32::from(most));
        layer.offer(Hex::ORIGIN, ship.facing, 0, None);
        for advances in 0..=most {
            if advances > 0 {
                let mut next = Layer::new(layer.reach);
                layer.each(|step, facing, turns, first| {
                    let ahead = step.neighbour(if backwards { facing.opposite() } else { facing });
                    if self.map.contains(ship.hex + ahead) {
                        next.offer(ahead, facing, turns, first.or(Some(Action::Ahead)));
                    }
                });
                layer = next;
            }
            layer.turn(moving.turns);
            each(advances, &layer);
        }
    }
}
