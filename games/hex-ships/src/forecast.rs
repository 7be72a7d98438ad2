//! The expected results of an attack, computed before it is made.

use std::ops::RangeInclusive;

use crate::aiming::in_order;
use crate::battle::Battle;
use crate::damage::Layers;
use crate::event::ToHit;
use crate::rules::{MOST_MOUNTS, Missiles, Rules, Weapon, WeaponKind};
use crate::ship::Ship;

/// The expected results of an attack. Criticals are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forecast {
    /// The expected damage over all layers.
    pub damage: f64,
    /// The expected damage to the hull.
    pub hull: f64,
    /// The chance that the target is destroyed.
    pub kill: f64,
    /// The expected EMP disruption.
    pub disruption: f64,
}

/// How exactly an attack is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// With every result of every die.
    Exact,
    /// With every attack roll, and the average number of missiles that hit.
    Quick,
}

/// A firing weapon: its kind, its damage, and the sum of 2d6 from which it hits.
#[derive(Clone, Copy)]
struct Firing {
    kind: WeaponKind,
    damage: u8,
    hits_from: i32,
    missiles: Option<Missiles>,
}

/// The anti missile system of a target: its rolls left, and the chance that one removes a missile, as a fraction in lowest
/// terms.
#[derive(Clone, Copy)]
struct AntiMissile {
    left: u8,
    removes: u32,
    of: u32,
}

impl AntiMissile {
    fn of(target: &Ship, rules: &Rules) -> Self {
        let Some((left, removes_on)) = target.anti_missile(rules) else { return Self { left: 0, removes: 0, of: 1 } };
        let ways = 7 - u32::from(removes_on);
        let common = if ways.is_multiple_of(3) { 3 } else { 2 - ways % 2 };
        Self { left, removes: ways / common, of: 6 / common }
    }

    /// Calls `each` with every number of missiles that still hit, and the share of `weight` for it.
    fn each(self, hits: u8, weight: u32, mut each: impl FnMut(u8, u32)) {
        let rolls = u32::from(self.left.min(hits));
        let unit = weight / self.of.pow(rolls);
        let mut ways = 1; // of choosing the rolls that remove a missile
        for removed in 0..=rolls {
            let share = ways * self.removes.pow(removed) * (self.of - self.removes).pow(rolls - removed);
            each(hits - removed as u8, unit * share);
            ways = ways * (rolls - removed) / (removed + 1);
        }
    }
}

/// The state of a target after an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// The layers of the side that is hit.
    pub layers: Layers,
    /// The added EMP disruption.
    pub disruption: u8,
}

impl Battle {
    /// Calls `each` with every possible result of an attack with these weapons, and its weight. Returns the sum of all
    /// weights. The ships need not stand as in the battle: plans ask about other positions.
    pub fn outcomes(&self, ship: &Ship, target: &Ship, on: u8, detail: Detail, each: impl FnMut(Left, u32)) -> u32 {
        self.outcomes_of(ship, target, on, 2..=12, detail, each)
    }

    /// The same for attack rolls whose sums are among these.
    pub fn outcomes_of(
        &self,
        ship: &Ship,
        target: &Ship,
        on: u8,
        sums: RangeInclusive<i32>,
        detail: Detail,
        mut each: impl FnMut(Left, u32),
    ) -> u32 {
        let rules = self.rules();
        let side = target.side_towards(ship.hex).map_or(0, |side| side as usize);
        let begin = Left {
            layers: Layers { shield: target.shields[side], armour: target.armour[side], hull: target.structure },
            disruption: 0,
        };
        let Some(bracket) = rules.bracket(ship.hex.distance(target.hex)) else {
            each(begin, 1);
            return 1;
        };
        let mut firing: [Option<Firing>; MOST_MOUNTS] = [None; MOST_MOUNTS];
        let mut count = 0;
        for (_, weapon) in in_order(self.set(), ship, on) {
            let Some(shot) = weapon.brackets[bracket] else { continue };
            let hits_from = self.to_hit(ship, weapon, target).map_or(99, ToHit::number);
            firing[count] =
                Some(Firing { kind: weapon.kind, damage: shot.damage, hits_from, missiles: weapon.missiles });
            count += 1;
        }
        let firing = &firing[..count];
        let launchers = firing.iter().flatten().filter(|firing| firing.missiles.is_some()).count() as u32;
        let system =
            if launchers > 0 { AntiMissile::of(target, rules) } else { AntiMissile { left: 0, removes: 0, of: 1 } };
        let branches =
            if detail == Detail::Exact { 6_u32.pow(launchers) * system.of.pow(system.left.into()) } else { 1 };
        if firing.iter().flatten().all(|firing| firing.missiles.is_some()) {
            self.settle_all(firing, 0, (begin, system), branches, detail, &mut each);
            return branches;
        }
        let mut all = 0;
        for sum in sums {
            let ways = 6 - (7 - sum).unsigned_abs();
            self.settle_all(firing, sum, (begin, system), ways * branches, detail, &mut each);
            all += ways * branches;
        }
        all
    }

    /// Applies all weapons in order, for one attack roll. `weight` is divided among the rolls of the missiles.
    fn settle_all(
        &self,
        firing: &[Option<Firing>],
        sum: i32,
        (mut left, mut system): (Left, AntiMissile),
        weight: u32,
        detail: Detail,
        each: &mut impl FnMut(Left, u32),
    ) {
        for (index, weapon) in firing.iter().enumerate() {
            let Some(weapon) = weapon else { continue };
            let Some(missiles) = weapon.missiles else {
                if sum >= weapon.hits_from {
                    self.settle_hit(weapon.kind, weapon.damage, &mut left);
                }
                continue;
            };
            let packet = weapon.damage / missiles.count;
            if detail == Detail::Quick {
                let mean = missiles.that_hit.iter().sum::<u8>() / 6;
                let rolls = system.left.min(mean);
                system.left -= rolls;
                let still = mean - (u32::from(rolls) * system.removes / system.of) as u8;
                (0..still).for_each(|_| self.settle_hit(weapon.kind, packet, &mut left));
                continue;
            }
            for hits in missiles.that_hit {
                system.each(hits, weight / 6, |still, weight| {
                    let mut branch = left;
                    (0..still).for_each(|_| self.settle_hit(weapon.kind, packet, &mut branch));
                    let system = AntiMissile { left: system.left - system.left.min(hits), ..system };
                    self.settle_all(&firing[index + 1..], sum, (branch, system), weight, detail, each);
                });
            }
            return;
        }
        each(left, weight);
    }

    fn settle_hit(&self, kind: WeaponKind, damage: u8, left: &mut Left) {
        let numbers = &self.rules().numbers;
        if left.layers.hull == 0 {
            return;
        }
        let taken = left.layers.hit(kind, damage, numbers);
        if kind == WeaponKind::EmpBeam && taken.armour + taken.hull > 0 {
            left.disruption += numbers.emp_disruption;
        }
    }

    /// The expected results of these weapons together.
    pub fn forecast(&self, ship: &Ship, target: &Ship, on: u8) -> Forecast {
        self.forecast_of(ship, target, on, 2..=12)
    }

    /// The same for attack rolls whose sums are among these.
    pub fn forecast_of(&self, ship: &Ship, target: &Ship, on: u8, sums: RangeInclusive<i32>) -> Forecast {
        let side = target.side_towards(ship.hex).map_or(0, |side| side as usize);
        let before = [target.shields[side], target.armour[side], target.structure].map(f64::from);
        let mut forecast = Forecast::default();
        let all = self.outcomes_of(ship, target, on, sums, Detail::Exact, |left, weight| {
            let weight = f64::from(weight);
            let hull = before[2] - f64::from(left.layers.hull);
            let outer = before[0] + before[1] - f64::from(left.layers.shield) - f64::from(left.layers.armour);
            forecast.damage += weight * (outer + hull);
            forecast.hull += weight * hull;
            forecast.kill += if left.layers.hull == 0 { weight } else { 0.0 };
            forecast.disruption += weight * f64::from(left.disruption);
        });
        let all = f64::from(all);
        Forecast {
            damage: forecast.damage / all,
            hull: forecast.hull / all,
            kill: forecast.kill / all,
            disruption: forecast.disruption / all,
        }
    }

    /// The chance of one weapon to hit a target, in 36ths. Missiles always hit.
    pub fn ways_to_hit(&self, ship: &Ship, weapon: &Weapon, target: &Ship) -> u32 {
        match self.to_hit(ship, weapon, target) {
            Some(_) if weapon.missiles.is_some() => 36,
            Some(to_hit) => crate::balance::ways_to_reach(to_hit.number()),
            None => 0,
        }
    }
}
