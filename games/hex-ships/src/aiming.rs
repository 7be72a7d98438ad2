//! The attack of one ship: targets, switches, the roll, and its effects.

use game::Dice;

use crate::battle::{Battle, Step};
use crate::bearing::Side;
use crate::damage::Layers;
use crate::event::{Event, ToHit};
use crate::rules::{Critical, MOST_MOUNTS, Weapon, WeaponKind, WeaponSet};
use crate::ship::{Fate, Ship};

/// How often a ship may switch weapons or targets in one attack. The limit is enough for people and ends games of
/// players who never fire.
pub const MOST_SWITCHES: u8 = 40;

/// A ship that prepares an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aim {
    /// Its place in the order of the round.
    pub at: u8,
    /// Its number.
    pub ship: u8,
    /// The chosen targets, in order. A weapon fires once, so there are never more targets than weapons.
    targets: [u8; MOST_MOUNTS],
    count: u8,
    /// The weapons that are switched on for each target, one bit for each mount.
    on: [u8; MOST_MOUNTS],
    /// The remaining changes of targets and weapons.
    pub switches: u8,
}

impl Aim {
    pub(crate) fn new(at: u8, ship: u8) -> Self {
        Self { at, ship, targets: [0; MOST_MOUNTS], count: 0, on: [0; MOST_MOUNTS], switches: MOST_SWITCHES }
    }

    /// Builds an aim from a view: the targets in order with their weapons. None if there are too many targets.
    pub(crate) fn from_parts(at: u8, ship: u8, switches: u8, named: &[(u8, u8)]) -> Option<Self> {
        let mut aim = Self { switches, ..Self::new(at, ship) };
        for &(target, on) in named {
            let next = usize::from(aim.count);
            (*aim.targets.get_mut(next)?, aim.on[next]) = (target, on);
            aim.count += 1;
        }
        Some(aim)
    }

    /// The chosen targets in order, with the weapons that are switched on for each.
    pub fn targets(&self) -> impl ExactSizeIterator<Item = (u8, u8)> + '_ {
        (0..usize::from(self.count)).map(|index| (self.targets[index], self.on[index]))
    }

    /// The last chosen target.
    pub fn current(&self) -> Option<u8> {
        self.count.checked_sub(1).map(|last| self.targets[usize::from(last)])
    }

    /// The weapons that are switched on for the last chosen target.
    pub fn current_on(&self) -> u8 {
        self.count.checked_sub(1).map_or(0, |last| self.on[usize::from(last)])
    }

    /// The weapons that are switched on for the earlier targets.
    fn on_before(&self) -> u8 {
        let earlier = usize::from(self.count.saturating_sub(1));
        self.on[..earlier].iter().fold(0, |all, on| all | on)
    }

    /// All weapons that are switched on.
    pub fn all_on(&self) -> u8 {
        self.on_before() | self.current_on()
    }
}

/// The mounts of a mask.
pub fn mounts(mask: u8) -> impl Iterator<Item = usize> {
    (0..MOST_MOUNTS).filter(move |mount| mask >> mount & 1 == 1)
}

/// The weapons of a mask in the order in which their damage arrives (HS-32).
pub(crate) fn in_order<'r>(
    set: &'r WeaponSet,
    ship: &Ship,
    on: u8,
) -> impl Iterator<Item = (usize, &'r Weapon)> + use<'r> {
    let mut sorted = [(u8::MAX, 0_usize); MOST_MOUNTS];
    for mount in mounts(on) {
        sorted[mount] = (ship.weapon(mount, set).map_or(u8::MAX, |weapon| weapon.kind.arrives()), mount);
    }
    sorted.sort_unstable();
    let weapons = ship.design.weapons;
    sorted
        .into_iter()
        .take_while(|(arrives, _)| *arrives < u8::MAX)
        .filter_map(move |(_, mount)| weapons[mount].map(|weapon| (mount, &set.weapons[usize::from(weapon)])))
}

impl Battle {
    /// The weapons of a ship that bear on a target, whether there is energy for them or not.
    #[inline]
    pub fn bearing(&self, ship: &Ship, target: &Ship) -> u8 {
        let (rules, set) = (self.rules(), self.set());
        let bears = |mount: &usize| ship.bears(*mount, target.hex, rules, set);
        (0..ship.hull(rules).mounts.len()).filter(bears).fold(0, |mask, mount| mask | 1 << mount)
    }

    /// The energy that these weapons cost together.
    #[inline]
    pub fn energy_of(&self, ship: &Ship, weapons: u8) -> u32 {
        let set = self.set();
        mounts(weapons).filter_map(|mount| ship.weapon(mount, set)).map(|weapon| u32::from(weapon.energy)).sum()
    }

    /// Whether the ship could fire any weapon at any enemy.
    pub(crate) fn can_attack(&self, number: u8) -> bool {
        let ship = &self.ships[usize::from(number)];
        self.ships().iter().any(|target| target.seat != ship.seat && self.can_fire_at(ship, target, 0))
    }

    /// Whether a weapon that is not in `spent` bears on an enemy, and the energy suffices for it in addition to those.
    pub(crate) fn can_fire_at(&self, ship: &Ship, target: &Ship, spent: u8) -> bool {
        if !target.is_here() {
            return false;
        }
        let left = u32::from(ship.energy) - self.energy_of(ship, spent);
        mounts(self.bearing(ship, target) & !spent).any(|mount| self.energy_of(ship, 1 << mount) <= left)
    }

    /// The weapons that are switched on automatically for a target: every weapon that bears, the most expensive first,
    /// as long as there is energy left after the weapons for other targets.
    pub fn automatic(&self, ship: &Ship, target: &Ship, spent: u8) -> u8 {
        let mut left = u32::from(ship.energy) - self.energy_of(ship, spent);
        let mut offered = self.bearing(ship, target) & !spent;
        let mut on = 0;
        while offered != 0 {
            let price = |mount: &usize| self.energy_of(ship, 1 << mount);
            // Among equal prices, the first mount.
            let dearest = mounts(offered).max_by_key(|mount| (price(mount), MOST_MOUNTS - mount));
            let Some(dearest) = dearest else { break };
            offered &= !(1 << dearest);
            if price(&dearest) <= left {
                left -= price(&dearest);
                on |= 1 << dearest;
            }
        }
        on
    }

    /// Aims at a target, as one more or in place of the last one.
    pub(crate) fn take_aim(&mut self, target: u8, one_more: bool) {
        let Step::Aim(mut aim) = self.step else { unreachable!("only a ship that attacks takes aim") };
        if !one_more {
            aim.count = aim.count.saturating_sub(1);
        }
        let last = usize::from(aim.count);
        aim.count += 1;
        (aim.targets[last], aim.on[last]) = (target, 0);
        let (ship, shot_at) = (&self.ships[usize::from(aim.ship)], &self.ships[usize::from(target)]);
        aim.on[last] = self.automatic(ship, shot_at, aim.on_before());
        aim.switches -= 1;
        self.step = Step::Aim(aim);
    }

    pub(crate) fn switch(&mut self, mount: u8) {
        let Step::Aim(aim) = &mut self.step else { unreachable!("only a ship that attacks switches weapons") };
        aim.on[usize::from(aim.count) - 1] ^= 1 << mount;
        aim.switches -= 1;
    }

    /// Fires. Energy and ammunition are spent whatever the result is (HS-26). Then each target is attacked in turn.
    pub(crate) fn fire(&mut self, dice: &mut Dice, tell: &mut impl FnMut(Event)) {
        let Step::Aim(aim) = self.step else { unreachable!("only a ship that attacks fires") };
        let all = aim.all_on();
        let energy = self.energy_of(&self.ships[usize::from(aim.ship)], all);
        let set = self.book.set(self.set);
        let ship = &mut self.ships[usize::from(aim.ship)];
        ship.energy -= energy as u8;
        for mount in mounts(all) {
            if ship.weapon(mount, set).is_some_and(|weapon| weapon.ammunition.is_some()) {
                ship.ammunition[mount] -= 1;
            }
        }
        self.attack_from(aim, 0, dice, tell);
    }

    /// Attacks the targets from this index on, until a roll may be rerolled.
    fn attack_from(&mut self, aim: Aim, from: u8, dice: &mut Dice, tell: &mut impl FnMut(Event)) {
        for at in from..aim.count {
            let (number, on) = (aim.targets[usize::from(at)], aim.on[usize::from(at)]);
            if on == 0 {
                continue;
            }
            let (ship, target) = (&self.ships[usize::from(aim.ship)], &self.ships[usize::from(number)]);
            let side = target.side_towards(ship.hex).expect("ships do not share a hex");
            let distance = ship.hex.distance(target.hex) as u8;
            tell(Event::Fired { ship: aim.ship, target: number, side, distance });
            let needs_roll =
                |mount: usize| ship.weapon(mount, self.set()).is_some_and(|weapon| weapon.missiles.is_none());
            let mut rolled = [0; 2];
            if mounts(on).any(needs_roll) {
                rolled = [dice.roll(6) as u8, dice.roll(6) as u8];
                tell(Event::Rolled { ship: aim.ship, dice: rolled, again: false });
                if ship.rerolls_left(self.rules()) > 0 {
                    self.step = Step::Roll { aim, at, dice: rolled };
                    return;
                }
            }
            self.resolve(&aim, at, rolled, dice, tell);
        }
        self.next_attacker(aim.at, tell);
    }

    /// Accepts the roll or rerolls it (HS-9), and goes on with the attack.
    pub(crate) fn settle(&mut self, again: bool, dice: &mut Dice, tell: &mut impl FnMut(Event)) {
        let Step::Roll { aim, at, dice: mut rolled } = self.step else { unreachable!("only a roll is settled") };
        if again {
            self.ships[usize::from(aim.ship)].rerolls_used += 1;
            rolled = [dice.roll(6) as u8, dice.roll(6) as u8];
            tell(Event::Rolled { ship: aim.ship, dice: rolled, again: true });
        }
        self.resolve(&aim, at, rolled, dice, tell);
        self.attack_from(aim, at + 1, dice, tell);
    }

    /// The number that a weapon needs to hit a target.
    #[inline]
    pub fn to_hit(&self, ship: &Ship, weapon: &Weapon, target: &Ship) -> Option<ToHit> {
        let rules = self.rules();
        let bracket = rules.bracket(ship.hex.distance(target.hex))?;
        let (shot, gunnery) = (weapon.brackets[bracket]?, ship.gunnery(rules));
        let speed = target.speed_difficulty(rules);
        let side = target.side_towards(ship.hex)?;
        Some(ToHit {
            base: shot.hits_on as i8,
            gunnery: gunnery.to_hit,
            silhouette: target.silhouette(side, rules),
            // The captain lowers only a penalty, and never below 0 (HS-31).
            speed: if speed > 0 { (speed - gunnery.target_speed).max(0) } else { speed },
            sensors: if ship.broken.has(Critical::Sensors) { rules.criticals.sensors } else { 0 },
            jamming: if self.expansions { self.jamming_for(target) } else { 0 },
        })
    }

    /// What electronic counter measures add to attacks on a ship: its own, or the strongest of a friend near it (HS-38).
    pub fn jamming_for(&self, target: &Ship) -> i8 {
        let rules = self.rules();
        let covers = |other: &&Ship| other.jamming && other.seat == target.seat && other.works(rules);
        let difficulty = |other: &Ship| {
            let (_, difficulty, reach) = other.counter_measures(rules)?;
            (other.hex.distance(target.hex) <= i32::from(reach)).then_some(difficulty)
        };
        let friends = self.ships().iter().filter(covers).filter_map(difficulty);
        friends.chain(Some(target).filter(covers).and_then(difficulty)).max().unwrap_or(0)
    }

    /// Rolls the anti missile system of a target for missiles that hit, as often as it can in this round. Returns how many
    /// still hit (HS-38).
    fn intercept(&mut self, number: u8, hits: u8, dice: &mut Dice, tell: &mut impl FnMut(Event)) -> u8 {
        let target = &mut self.ships[usize::from(number)];
        let Some((left, removes_on)) = target.anti_missile(&self.book.0) else { return hits };
        let rolls = left.min(hits);
        target.intercepts += rolls;
        let mut still = hits;
        for _ in 0..rolls {
            let shown = dice.roll(6) as u8;
            let removed = shown >= removes_on;
            still -= u8::from(removed);
            tell(Event::Intercepted { target: number, die: shown, removed });
        }
        still
    }

    /// One target: every weapon in the order of damage, until the target is no more.
    fn resolve(&mut self, aim: &Aim, at: u8, rolled: [u8; 2], dice: &mut Dice, tell: &mut impl FnMut(Event)) {
        let book = self.book.clone(); // hits change the battle while its tables are read
        let rules = &*book.0;
        let (number, on) = (aim.targets[usize::from(at)], aim.on[usize::from(at)]);
        let ship = self.ships[usize::from(aim.ship)];
        let side = self.ships[usize::from(number)].side_towards(ship.hex).expect("ships do not share a hex");
        let bracket = rules.bracket(ship.hex.distance(self.ships[usize::from(number)].hex)).expect("weapons bear");
        for (mount, weapon) in in_order(book.set(self.set), &ship, on) {
            let target = &self.ships[usize::from(number)];
            if !target.is_here() {
                return;
            }
            let shot = weapon.brackets[bracket].expect("weapons bear");
            if let Some(missiles) = weapon.missiles {
                let shown = dice.roll(6);
                let hits = missiles.that_hit[shown as usize - 1];
                tell(Event::Missiles { ship: aim.ship, mount: mount as u8, die: shown as u8, hits });
                for _ in 0..self.intercept(number, hits, dice, tell) {
                    self.strike(aim.ship, number, side, (weapon.kind, shot.damage / missiles.count), tell);
                }
                continue;
            }
            let to_hit = self.to_hit(&ship, weapon, target).expect("weapons bear");
            let hits = i32::from(rolled[0]) + i32::from(rolled[1]) >= to_hit.number();
            tell(Event::Shot { ship: aim.ship, mount: mount as u8, to_hit, hits });
            if hits {
                let hurt = self.strike(aim.ship, number, side, (weapon.kind, shot.damage), tell);
                let is_critical = hurt && (rolled == [6, 6] || weapon.kind == WeaponKind::Torpedo);
                if is_critical && self.ships[usize::from(number)].is_here() {
                    self.critical(number, side, dice, tell);
                }
            }
        }
    }

    /// Applies one hit. Returns whether it damaged the hull.
    fn strike(
        &mut self,
        by: u8,
        number: u8,
        side: Side,
        (kind, damage): (WeaponKind, u8),
        tell: &mut impl FnMut(Event),
    ) -> bool {
        let rules = &*self.book.0;
        let target = &mut self.ships[usize::from(number)];
        if !target.is_here() {
            return false;
        }
        let face = side as usize;
        let mut layers = Layers { shield: target.shields[face], armour: target.armour[face], hull: target.structure };
        let taken = layers.hit(kind, damage, &rules.numbers);
        (target.shields[face], target.armour[face], target.structure) = (layers.shield, layers.armour, layers.hull);
        tell(Event::Struck { target: number, side, taken });
        if kind == WeaponKind::EmpBeam && taken.armour + taken.hull > 0 {
            let worked = !target.is_disabled(rules);
            target.disruption = target.disruption.saturating_add(rules.numbers.emp_disruption);
            tell(Event::Disrupted { target: number, disruption: target.disruption });
            if worked && target.is_disabled(rules) && target.structure > 0 {
                tell(Event::Disabled { target: number });
            }
        }
        if target.structure == 0 {
            target.fate = Fate::Destroyed;
            // The captain of a carrier earns what its squadrons do, and squadrons are no ships (HS-38).
            let kill = u8::from(!target.is_squadron());
            let by = self.ships[usize::from(by)].carrier.unwrap_or(by);
            self.ships[usize::from(by)].kills += kill;
            tell(Event::Destroyed { target: number });
            self.share_fate(number, tell);
        }
        taken.hull > 0
    }

    /// Rolls a critical for a side with a d6. A critical on weapons breaks a working one, drawn by lot if there are
    /// several.
    fn critical(&mut self, number: u8, side: Side, dice: &mut Dice, tell: &mut impl FnMut(Event)) {
        let rules = &*self.book.0;
        let shown = dice.roll(6);
        let critical = rules.criticals.on(side, shown);
        tell(Event::Critical { target: number, side, die: shown as u8, critical });
        let target = &mut self.ships[usize::from(number)];
        target.broken.add(critical);
        match critical {
            Critical::ShieldGenerator => target.shields = [0; 4],
            Critical::Weapon => {
                let mounted = &target.hull(rules).mounts;
                let can_break = |mount: &usize| {
                    mounted.get(*mount).is_some_and(|own| own.field.is_on(side))
                        && target.design.weapons[*mount].is_some()
                        && target.broken.weapons >> mount & 1 == 0
                };
                let count = (0..MOST_MOUNTS).filter(can_break).count();
                let drawn = if count > 1 { dice.roll(count as u32) as usize - 1 } else { 0 };
                if let Some(mount) = (0..MOST_MOUNTS).filter(can_break).nth(drawn) {
                    target.broken.weapons |= 1 << mount;
                    tell(Event::WeaponBroken { target: number, mount: mount as u8 });
                }
            }
            _ => {}
        }
    }
}
