//! A battle in text, for tests and their messages.

use std::fmt;

use crate::battle::Battle;

impl fmt::Debug for Battle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "round {} of {}, turn {}, radius {}", self.round, self.rounds, self.turn, self.map.radius())?;
        for (number, ship) in (0..self.count).zip(self.ships()) {
            write!(f, "{} {} {:?}", self.ship_name(number), ship.hull(self.rules()).name, ship.fate)?;
            write!(f, " {} {} speed {}", self.map.name(ship.hex), ship.facing, ship.speed)?;
            write!(f, " hull {} armour {:?} shields {:?}", ship.structure, ship.armour, ship.shields)?;
            write!(f, " energy {} disruption {}", ship.energy, ship.disruption)?;
            let used = [ship.rerolls_used, ship.burns_used, ship.shifts_used];
            writeln!(f, " shots {:?} broken {:?} used {used:?}", ship.ammunition, ship.broken)?;
        }
        writeln!(f, "{:?}", self.step)
    }
}
