//! Why a weapon of the attacking ship is not offered.

use std::borrow::Cow;

use game::Message;

use super::sheets::mounted;
use crate::aiming::Aim;
use crate::battle::{Battle, Step};
use crate::ship::Ship;
use crate::telling;

/// A sentence for every weapon that the attacking ship cannot fire: at the target named last or, without a target, at
/// any enemy. Empty for all other ships.
pub(super) fn of(battle: &Battle, number: u8) -> Vec<Message> {
    let Step::Aim(aim) = battle.step() else { return Vec::new() };
    let Some(ship) = battle.ship(number).filter(|_| aim.ship == number) else { return Vec::new() };
    let mounted_weapons = 0..ship.hull(battle.rules()).mounts.len();
    let lines = mounted_weapons.filter_map(|mount| {
        let reason = reason(battle, aim, ship, mount)?;
        let named = mounted(battle, ship, mount);
        Some(Message { key: Cow::Borrowed(reason.key()), ..named }.with("target", reason.target(battle)))
    });
    lines.collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    Broken,
    NoAmmunition,
    NoEnergy,
    /// It is switched on for an earlier target.
    FiresElsewhere(u8),
    OutOfRange(u8),
    OutOfArc(u8),
    /// There is no target yet, and no enemy is in range.
    NobodyInRange,
    /// There is no target yet, and no enemy in range is in its arc.
    NobodyInArc,
}

impl Reason {
    fn key(self) -> &'static str {
        match self {
            Self::Broken => "idle.broken",
            Self::NoAmmunition => "idle.no-ammunition",
            Self::NoEnergy => "idle.no-energy",
            Self::FiresElsewhere(_) => "idle.fires-elsewhere",
            Self::OutOfRange(_) => "idle.out-of-range",
            Self::OutOfArc(_) => "idle.out-of-arc",
            Self::NobodyInRange => "idle.nobody-in-range",
            Self::NobodyInArc => "idle.nobody-in-arc",
        }
    }

    /// The ship that the sentence names, if it names one.
    fn target(self, battle: &Battle) -> game::Arg {
        match self {
            Self::FiresElsewhere(target) | Self::OutOfRange(target) | Self::OutOfArc(target) => {
                telling::ship(battle, target)
            }
            _ => game::Arg::Text(String::new()),
        }
    }
}

fn reason(battle: &Battle, aim: &Aim, ship: &Ship, mount: usize) -> Option<Reason> {
    let weapon = ship.weapon(mount, battle.set())?;
    if ship.broken.weapons >> mount & 1 == 1 {
        return Some(Reason::Broken);
    }
    if !ship.can_shoot(mount, battle.set()) {
        return Some(Reason::NoAmmunition);
    }
    let earlier = aim.targets().take(aim.targets().len().saturating_sub(1));
    if let Some((target, _)) = earlier.into_iter().find(|(_, on)| on >> mount & 1 == 1) {
        return Some(Reason::FiresElsewhere(target));
    }
    let in_range = |target: &Ship| {
        let bracket = battle.rules().bracket(ship.hex.distance(target.hex));
        bracket.is_some_and(|bracket| weapon.brackets[bracket].is_some())
    };
    let field = ship.hull(battle.rules()).mounts[mount].field;
    let in_arc = |target: &Ship| field.covers(ship.hex, ship.facing, target.hex);
    let unreached = match aim.current().and_then(|number| Some((number, battle.ship(number)?))) {
        Some((number, target)) if !in_range(target) => Some(Reason::OutOfRange(number)),
        Some((number, target)) if !in_arc(target) => Some(Reason::OutOfArc(number)),
        Some(_) => None,
        None => {
            let enemies = || battle.ships().iter().filter(|other| other.seat != ship.seat && other.is_here());
            match () {
                () if !enemies().any(in_range) => Some(Reason::NobodyInRange),
                () if !enemies().any(|enemy| in_range(enemy) && in_arc(enemy)) => Some(Reason::NobodyInArc),
                () => None,
            }
        }
    };
    // Weapons that are on have their energy already.
    let others = aim.all_on() & !(1 << mount);
    let left = u32::from(ship.energy).saturating_sub(battle.energy_of(ship, others));
    unreached.or_else(|| (u32::from(weapon.energy) > left).then_some(Reason::NoEnergy))
}
