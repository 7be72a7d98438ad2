//! The actions that lead a moving ship to one of the ends of its move.

use std::collections::BTreeMap;

use hex::{Direction, Hex};

use crate::action::Action;
use crate::battle::{Battle, Step};
use crate::moving::Move;
use crate::rules::Critical;

/// A whole move of the acting ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The facing at the end.
    pub facing: Direction,
    /// The speed of the move.
    pub speed: i8,
    /// All its actions: the speed if it is not set, then advances and turns.
    pub actions: Vec<Action>,
    /// The hexes that it passes, from the one where the ship is.
    pub hexes: Vec<Hex>,
    turns: usize,
}

impl Route {
    /// Whether it needs afterburners.
    pub fn burns(&self) -> bool {
        self.actions.first() == Some(&Action::Burn)
    }
}

/// The fewest turns to a hex and a facing after a number of advances, and the last action before it.
type Reached = BTreeMap<(u8, Hex, usize), (u8, Option<Action>)>;

impl Battle {
    /// The routes of the acting ship that end on a hex, one for each facing. The route with the fewest turns comes first;
    /// of several, the one whose speed is nearest to the ship's speed, then the faster one. The others follow clockwise.
    /// Afterburners are used only if there is no other route to the hex. No route leaves the map.
    pub fn routes(&self, to: Hex) -> Vec<Route> {
        let Step::Move(moving) = self.step() else { return Vec::new() };
        let ship = &self.ships[usize::from(moving.ship)];
        if self.is_taken(to, moving.ship) {
            return Vec::new();
        }
        let mut routes = if moving.is_set {
            self.routes_at(moving, ship.speed, None, to)
        } else {
            let at = |speed: i8| self.routes_at(moving, speed, Some(Action::Speed(speed)), to);
            ship.speeds(self.rules()).flat_map(at).collect()
        };
        if routes.is_empty() && self.forbids(Action::Burn).is_none() {
            routes = self.routes_at(moving, ship.burning_speed(self.rules()), Some(Action::Burn), to);
        }
        let cost = |route: &Route| (route.turns, (route.speed - ship.speed).abs(), -route.speed.abs());
        game::sort_by_key(&mut routes, cost);
        let Some(first) = routes.first().map(|route| route.facing) else { return Vec::new() };
        let clockwise = (0..6).map(|turns| first.turn(turns));
        clockwise.filter_map(|facing| routes.iter().find(|route| route.facing == facing)).cloned().collect()
    }

    /// How many actions of a route use no chance: with broken side thrusters those before the first turn (HS-15).
    pub fn certain_steps(&self, route: &Route) -> usize {
        let ship = self.acting().and_then(|ship| self.ship(ship));
        let rolls = ship.is_some_and(|ship| ship.broken.has(Critical::SideThrusters));
        let is_turn = |action: &Action| matches!(action, Action::Left | Action::Right);
        let first = route.actions.iter().position(is_turn).filter(|_| rolls);
        first.unwrap_or(route.actions.len())
    }

    fn routes_at(&self, moving: &Move, speed: i8, set: Option<Action>, to: Hex) -> Vec<Route> {
        let left = if set.is_some() { speed.unsigned_abs() } else { moving.left };
        if self.ships[usize::from(moving.ship)].hex.distance(to) > i32::from(left) {
            return Vec::new();
        }
        let reached = self.reached(moving, speed < 0, left);
        let route = |facing: Direction| {
            let (turns, _) = reached.get(&(left, to, facing.index()))?;
            let (mut actions, hexes) = steps_to(&reached, speed < 0, (left, to, facing));
            actions.splice(0..0, set);
            Some(Route { facing, speed, actions, hexes, turns: usize::from(*turns) })
        };
        Direction::ALL.into_iter().filter_map(route).collect()
    }

    /// Everything that the ship can reach with at most so many advances.
    fn reached(&self, moving: &Move, backwards: bool, left: u8) -> Reached {
        let ship = &self.ships[usize::from(moving.ship)];
        let mut reached = Reached::from([((0, ship.hex, ship.facing.index()), (0, None))]);
        let offer = |reached: &mut Reached, at: (u8, Hex, usize), turns: u8, by: Action| {
            if reached.get(&at).is_none_or(|(known, _)| turns < *known) {
                reached.insert(at, (turns, Some(by)));
            }
        };
        for advances in 0..=left {
            let layer = |reached: &Reached| -> Vec<(Hex, Direction, u8)> {
                let all = reached.iter().filter(|((known, ..), _)| *known == advances);
                all.map(|((_, hex, facing), (turns, _))| (*hex, Direction::ALL[*facing], *turns)).collect()
            };
            for used in 0..moving.turns {
                for (hex, facing, _) in layer(&reached).into_iter().filter(|(.., turns)| *turns == used) {
                    for (turn, by) in [(-1, Action::Left), (1, Action::Right)] {
                        offer(&mut reached, (advances, hex, facing.turn(turn).index()), used + 1, by);
                    }
                }
            }
            for (hex, facing, turns) in layer(&reached) {
                let next = hex.neighbour(if backwards { facing.opposite() } else { facing });
                if advances < left && self.map.contains(next) {
                    offer(&mut reached, (advances + 1, next, facing.index()), turns, Action::Ahead);
                }
            }
        }
        reached
    }
}

/// The actions that lead to a pose, and the hexes that they pass.
fn steps_to(
    reached: &Reached,
    backwards: bool,
    (mut advances, mut hex, mut facing): (u8, Hex, Direction),
) -> (Vec<Action>, Vec<Hex>) {
    let (mut actions, mut hexes) = (Vec::new(), vec![hex]);
    while let Some((_, Some(by))) = reached.get(&(advances, hex, facing.index())) {
        match by {
            Action::Left => facing = facing.turn(1),
            Action::Right => facing = facing.turn(-1),
            _ => {
                hex = hex.neighbour(if backwards { facing } else { facing.opposite() });
                advances -= 1;
                hexes.push(hex);
            }
        }
        actions.push(*by);
    }
    actions.reverse();
    hexes.reverse();
    (actions, hexes)
}
