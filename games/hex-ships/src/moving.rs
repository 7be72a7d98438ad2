//! The movement of one ship, step by step, and the drift of disabled ships.

use game::Dice;
use hex::{Direction, Hex};

use crate::action::Action;
use crate::battle::{Battle, Step};
use crate::bearing::Side;
use crate::event::Event;
use crate::rules::{Critical, Rules};
use crate::ship::{Fate, Ship};

/// A ship that is moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Its place in the order of the round.
    pub at: u8,
    /// Its number.
    pub ship: u8,
    /// Whether its speed is set.
    pub is_set: bool,
    /// The advances that it still has to make.
    pub left: u8,
    /// The advances that it has made.
    pub moved: u8,
    /// The turns that it may still make.
    pub turns: u8,
    /// The shield points that its generator still gives.
    pub charges: u8,
    /// The last free hex on its way, and the number of advances up to it.
    pub free: (Hex, u8),
}

impl Move {
    pub(crate) fn new(at: u8, number: u8, ship: &Ship, rules: &Rules) -> Self {
        let hull = ship.hull(rules);
        Self {
            at,
            ship: number,
            is_set: false,
            left: 0,
            moved: 0,
            turns: hull.manoeuvrability,
            charges: hull.generator,
            free: (ship.hex, 0),
        }
    }
}

impl Battle {
    /// The hex to which the next advance leads.
    #[inline]
    pub fn next_hex(&self, moving: &Move) -> Hex {
        let ship = &self.ships[usize::from(moving.ship)];
        ship.hex.neighbour(ship.heading())
    }

    /// Whether the ship must stop short: it has one advance left, and no way of turning lets it finish (HS-22). A ship with
    /// more than one advance left can always make one, because ships pass through each other.
    pub fn is_stuck(&self, moving: &Move) -> bool {
        moving.left == 1 && !self.can_finish(moving, &self.ships[usize::from(moving.ship)])
    }

    /// Whether some way of turning and advancing ends this move of a ship on a free hex or leaves the map. Turns that need
    /// a roll count as made (HS-15). So does a way to a squadron's bay. The ship may be in another pose than in the battle.
    pub(crate) fn can_finish(&self, moving: &Move, ship: &Ship) -> bool {
        // The way straight ahead comes first, so that a ship in the open is answered by one look. A long search needs all
        // ends taken, and there are not more of them than ships.
        let end = ship.hex + ship.heading().offset() * i32::from(moving.left);
        if moving.left == 0 || !self.map.contains(end) || !self.is_taken(end, moving.ship) {
            return true;
        }
        let most = i32::from(moving.turns.min(3));
        (-most..=most).any(|turns| {
            let facing = ship.facing.turn(turns);
            let turned = Ship { facing, ..*ship };
            let hex = ship.hex.neighbour(turned.heading());
            let spent = Move { left: moving.left - 1, turns: moving.turns - turns.unsigned_abs() as u8, ..*moving };
            match () {
                () if !self.map.contains(hex) => true,
                () if self.docks_ahead(&turned) => true,
                () if spent.left == 0 => !self.is_taken(hex, moving.ship),
                () => self.can_finish(&spent, &Ship { hex, ..turned }),
            }
        })
    }

    /// Whether a step leaves the ship without a way to finish its move although it has one now (HS-33).
    pub(crate) fn is_dead_end(&self, moving: &Move, step: Action) -> bool {
        let ship = &self.ships[usize::from(moving.ship)];
        let (after, left) = match step {
            Action::Ahead => (Ship { hex: self.next_hex(moving), ..*ship }, Move { left: moving.left - 1, ..*moving }),
            Action::Left | Action::Right => {
                let facing = ship.facing.turn(if step == Action::Left { -1 } else { 1 });
                (Ship { facing, ..*ship }, Move { turns: moving.turns - 1, ..*moving })
            }
            _ => return false,
        };
        moving.left > 0 && !self.can_finish(&left, &after) && self.can_finish(moving, ship)
    }

    pub(crate) fn set_speed(&mut self, speed: i8, burning: bool) {
        let rules = &*self.book.0;
        let Step::Move(moving) = &mut self.step else { unreachable!("only a ship that moves sets its speed") };
        let ship = &mut self.ships[usize::from(moving.ship)];
        if ship.is_aboard() {
            ship.fate = Fate::Here;
        }
        if burning {
            ship.burns_used += 1;
            ship.energy -= rules.numbers.afterburner_energy;
        }
        ship.speed = speed;
        (moving.is_set, moving.left) = (true, speed.unsigned_abs());
    }

    /// Advances by one hex. A ship that leaves the map has withdrawn (HS-4) or escaped (HS-35).
    pub(crate) fn advance(&mut self, tell: &mut impl FnMut(Event)) {
        let Step::Move(mut moving) = self.step else { unreachable!("only a ship that moves advances") };
        let next = self.next_hex(&moving);
        if !self.map.contains(next) {
            self.leave_map(moving.ship, next, tell);
            return self.next_mover(moving.at + 1, tell);
        }
        let ship = &mut self.ships[usize::from(moving.ship)];
        ship.hex = next;
        moving.moved += 1;
        moving.left -= 1;
        if !self.is_taken(next, moving.ship) {
            moving.free = (next, moving.moved);
        }
        self.step = Step::Move(moving);
    }

    /// Turns a ship by 60°. With broken side thrusters it needs a roll (HS-15).
    pub(crate) fn turn_ship(&mut self, clockwise: i32, dice: &mut Dice, tell: &mut impl FnMut(Event)) {
        let rules = &*self.book.0;
        let Step::Move(moving) = &mut self.step else { unreachable!("only a ship that moves turns") };
        moving.turns -= 1;
        let ship = &mut self.ships[usize::from(moving.ship)];
        let mut turned = true;
        if ship.broken.has(Critical::SideThrusters) {
            let rolled = [dice.roll(6) as u8, dice.roll(6) as u8];
            turned = rolled[0] + rolled[1] >= rules.criticals.side_thrusters;
            tell(Event::Thrusters { ship: moving.ship, dice: rolled, turned });
        }
        if turned {
            ship.facing = ship.facing.turn(clockwise);
        }
    }

    /// Puts the ship back on the last free hex of its way. Its speed becomes the number of advances up to there, with
    /// the old sign.
    pub(crate) fn stop_short(&mut self, tell: &mut impl FnMut(Event)) {
        let Step::Move(moving) = &mut self.step else { unreachable!("only a ship that moves stops short") };
        let ship = &mut self.ships[usize::from(moving.ship)];
        let (hex, moved) = moving.free;
        moving.left = 0;
        stop(ship, hex, moved);
        tell(Event::StoppedShort { ship: moving.ship, at: hex, speed: ship.speed });
        let Step::Move(moving) = self.step else { return };
        // Only a squadron that has just launched has no free hex on its way: it is still in its bay.
        if self.is_taken(hex, moving.ship) {
            self.dock(tell);
        }
    }

    pub(crate) fn charge(&mut self, side: Side) {
        let rules = &*self.book.0;
        let Step::Move(moving) = &mut self.step else { unreachable!("only a ship that moves charges its shields") };
        let ship = &mut self.ships[usize::from(moving.ship)];
        let price = ship.charge_price(side, rules).expect("a legal charge has a price");
        moving.charges -= 1;
        ship.energy -= price;
        ship.shields[side as usize] += 1;
    }

    /// Switches the electronic counter measures on until the next upkeep (HS-38).
    pub(crate) fn jam(&mut self) {
        let rules = &*self.book.0;
        let Step::Move(moving) = &self.step else {
            unreachable!("only a ship that moves switches counter measures on")
        };
        let ship = &mut self.ships[usize::from(moving.ship)];
        ship.energy -= ship.counter_measures(rules).map_or(0, |(energy, ..)| energy);
        ship.jamming = true;
    }

    pub(crate) fn shift(&mut self, from: Side, to: Side, points: u8) {
        let Step::Move(moving) = &self.step else { unreachable!("only a ship that moves shifts its shields") };
        let ship = &mut self.ships[usize::from(moving.ship)];
        ship.shifts_used += 1;
        ship.shields[from as usize] -= points;
        ship.shields[to as usize] += points;
    }

    /// Moves a disabled ship: it keeps its speed and its facing (HS-5), leaves the map, or stops short (HS-22).
    pub(crate) fn drift(&mut self, number: u8, tell: &mut impl FnMut(Event)) {
        let ship = self.ships[usize::from(number)];
        let heading: Direction = ship.heading();
        let (mut hex, mut free) = (ship.hex, (ship.hex, 0));
        for moved in 1..=ship.speed.unsigned_abs() {
            hex = hex.neighbour(heading);
            if !self.map.contains(hex) {
                return self.leave_map(number, hex, tell);
            }
            if !self.is_taken(hex, number) {
                free = (hex, moved);
            }
        }
        let (speed, drifting) = (ship.speed, &mut self.ships[usize::from(number)]);
        stop(drifting, free.0, free.1);
        if free.0 != ship.hex {
            tell(Event::Drifted { ship: number, to: free.0 });
        }
        if drifting.speed != speed {
            tell(Event::StoppedShort { ship: number, at: free.0, speed: drifting.speed });
        }
    }
}

/// Stops a ship on this hex after this many advances.
fn stop(ship: &mut Ship, hex: Hex, moved: u8) {
    ship.hex = hex;
    ship.speed = if ship.speed < 0 { -(moved as i8) } else { moved as i8 };
}
