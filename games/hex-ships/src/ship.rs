//! A ship in battle: its remaining points, and the abilities of its captain.

use game::Seat;
use hex::{Direction, Hex};

use crate::bearing::Side;
use crate::fleet::Design;
use crate::rules::{
    Command, Critical, Engineering, Gunnery, Hull, ItemKind, MOST_MOUNTS, Rules, Skill, Weapon, WeaponSet,
};

/// Whether a ship is still in the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Not on the map yet.
    Waiting,
    /// A squadron in a bay of its carrier (HS-38). Its hex, facing and speed are those with which it would launch.
    Aboard,
    /// On the map.
    Here,
    /// It left the map. It is out of the battle, but not lost (HS-4).
    Withdrawn,
    /// It left the map over the edge of its side's aim (HS-35).
    Escaped,
    /// It has no hull left.
    Destroyed,
}

/// The damage by criticals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Broken {
    /// The broken weapons, one bit for each mount.
    pub weapons: u8,
    /// The systems that can break only once, one bit for each.
    systems: u16,
    /// The number of hits. Their effects add up (HS-27).
    pub engines: u8,
    /// The number of hits. Their effects add up (HS-27).
    pub life_support: u8,
}

impl Broken {
    /// Whether this system is broken.
    pub fn has(self, critical: Critical) -> bool {
        match critical {
            Critical::Engines => self.engines > 0,
            Critical::LifeSupport => self.life_support > 0,
            Critical::Weapon => self.weapons > 0,
            other => self.systems >> other as u16 & 1 == 1,
        }
    }

    /// The values for a view: weapons, systems, engines, life support.
    pub(crate) fn parts(self) -> (u8, u16, u8, u8) {
        (self.weapons, self.systems, self.engines, self.life_support)
    }

    pub(crate) fn from_parts((weapons, systems, engines, life_support): (u8, u16, u8, u8)) -> Self {
        Self { weapons, systems, engines, life_support }
    }

    /// A captain's rank, lowered by the criticals.
    pub(crate) fn rank(self, rank: u8, rules: &Rules) -> u8 {
        if self.has(Critical::Bridge) {
            return 1;
        }
        let lost = self.life_support.saturating_mul(rules.criticals.life_support);
        rank.saturating_sub(lost).max(1)
    }

    /// Adds a critical. Weapons are broken by their mount elsewhere.
    pub fn add(&mut self, critical: Critical) {
        match critical {
            Critical::Nothing | Critical::Weapon => {}
            Critical::Engines => self.engines = self.engines.saturating_add(1),
            Critical::LifeSupport => self.life_support = self.life_support.saturating_add(1),
            other => self.systems |= 1 << other as u16,
        }
    }
}

/// A ship in battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ship {
    /// Its side: Red or Blue.
    pub seat: Seat,
    /// Who commands it: the seat of its side, or that of Red's second commander (HS-45).
    pub commander: Seat,
    /// The hull, weapons and captain as they were chosen.
    pub design: Design,
    /// Its number in the order drawn for ties. The higher number counts as the higher initiative.
    pub tie: u8,
    /// Where it is.
    pub fate: Fate,
    /// Its hex; for a ship that is gone, the last one.
    pub hex: Hex,
    /// The direction of its bow.
    pub facing: Direction,
    /// Its speed in hexes a round; negative in reverse.
    pub speed: i8,
    /// The remaining hull points.
    pub structure: u8,
    /// The remaining points, in the order of [`Side::ALL`].
    pub armour: [u8; 4],
    /// The remaining points, in the order of [`Side::ALL`].
    pub shields: [u8; 4],
    /// The energy that it can spend.
    pub energy: u8,
    /// The EMP disruption that it has taken.
    pub disruption: u8,
    /// The remaining shots, mount by mount; 0 for weapons without ammunition.
    pub ammunition: [u8; MOST_MOUNTS],
    /// The damage by criticals.
    pub broken: Broken,
    /// The number of rerolls used so far.
    pub rerolls_used: u8,
    /// Afterburners used so far.
    pub burns_used: u8,
    /// Shield shifts used so far.
    pub shifts_used: u8,
    /// The initiative in this round, fixed at upkeep (HS-28).
    pub initiative: i8,
    /// The number of enemy ships whose last hull point it took (HS-29).
    pub kills: u8,
    /// Whether its electronic counter measures are on in this round (HS-38).
    pub jamming: bool,
    /// How often its anti missile system was used in this round (HS-38).
    pub intercepts: u8,
    /// The number of a squadron's carrier (HS-38).
    pub carrier: Option<u8>,
}

impl Ship {
    /// A ship that is not on the map yet, with the damage of earlier battles. With a broken shield generator, shields begin
    /// at 0 (HS-27).
    pub fn new(seat: Seat, design: Design, tie: u8, rules: &Rules, stock: &WeaponSet) -> Self {
        let hull = &rules.hulls[usize::from(design.hull)];
        let wear = design.wear;
        let mut armour = hull.armour;
        for (left, lost) in armour.iter_mut().zip(wear.armour) {
            *left = left.saturating_sub(lost);
        }
        Self {
            seat,
            commander: seat,
            design,
            tie,
            fate: Fate::Waiting,
            hex: Hex::ORIGIN,
            facing: Direction::N,
            speed: 0,
            structure: hull.structure.saturating_sub(wear.structure).max(1),
            armour,
            shields: if wear.broken.has(Critical::ShieldGenerator) { [0; 4] } else { hull.shields },
            energy: 0,
            disruption: 0,
            ammunition: full_ammunition(&design, hull, stock),
            broken: wear.broken,
            rerolls_used: 0,
            burns_used: 0,
            shifts_used: 0,
            initiative: 0,
            kills: 0,
            jamming: false,
            intercepts: 0,
            carrier: None,
        }
    }

    /// Re-arms a squadron aboard its carrier: everything but its hull is as new, and so many of its hull points are mended
    /// (HS-38). Returns whether that changed anything.
    pub(crate) fn rearm(&mut self, mended: u8, rules: &Rules, stock: &WeaponSet) -> bool {
        let hull = self.hull(rules);
        let fresh = Self {
            structure: self.structure.saturating_add(mended).min(hull.structure),
            energy: hull.most_energy,
            disruption: 0,
            ammunition: full_ammunition(&self.design, hull, stock),
            broken: Broken::default(),
            ..*self
        };
        let before = Self { energy: fresh.energy, ..*self };
        *self = fresh;
        fresh != before
    }

    /// Whether it is in a bay of its carrier.
    #[inline]
    pub fn is_aboard(&self) -> bool {
        self.fate == Fate::Aboard
    }

    /// Whether it is a squadron. Rules about ships do not count squadrons (HS-38).
    #[inline]
    pub fn is_squadron(&self) -> bool {
        self.carrier.is_some()
    }

    /// Its hull.
    #[inline]
    pub fn hull<'r>(&self, rules: &'r Rules) -> &'r Hull {
        &rules.hulls[usize::from(self.design.hull)]
    }

    /// The weapon in a mount, working or not.
    #[inline]
    pub fn weapon<'r>(&self, mount: usize, stock: &'r WeaponSet) -> Option<&'r Weapon> {
        self.design.weapons.get(mount).copied().flatten().map(|weapon| &stock.weapons[usize::from(weapon)])
    }

    /// Whether it is on the map.
    #[inline]
    pub fn is_here(&self) -> bool {
        self.fate == Fate::Here
    }

    /// Whether disruption has reached its regeneration (HS-20).
    #[inline]
    pub fn is_disabled(&self, rules: &Rules) -> bool {
        self.disruption >= self.hull(rules).regeneration
    }

    /// Whether it is on the map and not disabled.
    #[inline]
    pub fn works(&self, rules: &Rules) -> bool {
        self.is_here() && !self.is_disabled(rules)
    }

    /// The rank of its captain, reduced by criticals.
    pub fn rank(&self, skill: Skill, rules: &Rules) -> u8 {
        self.broken.rank(self.design.ranks[skill as usize], rules)
    }

    /// The effects of its captain's command.
    #[inline]
    pub fn command(&self, rules: &Rules) -> Command {
        rules.captains.command[usize::from(self.rank(Skill::Command, rules)) - 1]
    }

    /// Its initiative without what a commander gives to the whole fleet.
    #[inline]
    pub(crate) fn own_initiative(&self, rules: &Rules) -> i8 {
        self.hull(rules).initiative + self.command(rules).initiative
    }

    /// The effects of its captain's gunnery.
    #[inline]
    pub fn gunnery(&self, rules: &Rules) -> Gunnery {
        rules.captains.gunnery[usize::from(self.rank(Skill::Gunnery, rules)) - 1]
    }

    /// The effects of its captain's engineering.
    #[inline]
    pub fn engineering(&self, rules: &Rules) -> Engineering {
        rules.captains.engineering[usize::from(self.rank(Skill::Engineering, rules)) - 1]
    }

    /// Whether its captain can use special abilities at all (HS-27).
    fn can_talk(&self) -> bool {
        !self.broken.has(Critical::Communications)
    }

    /// The rerolls that its captain may still use.
    pub fn rerolls_left(&self, rules: &Rules) -> u8 {
        if self.can_talk() { self.command(rules).rerolls.saturating_sub(self.rerolls_used) } else { 0 }
    }

    /// The afterburners that its captain may still use.
    pub fn burns_left(&self, rules: &Rules) -> u8 {
        if self.can_talk() { self.engineering(rules).afterburners.saturating_sub(self.burns_used) } else { 0 }
    }

    /// The shield shifts that its captain may still use.
    pub fn shifts_left(&self, rules: &Rules) -> u8 {
        if self.can_talk() { self.engineering(rules).shield_shifts.saturating_sub(self.shifts_used) } else { 0 }
    }

    /// The largest forward speed. Broken engines lower it, to 0 at least (HS-25).
    pub fn max_speed(&self, rules: &Rules) -> i8 {
        let lost = i16::from(self.broken.engines) * i16::from(rules.criticals.engines);
        (i16::from(self.hull(rules).max_speed) - lost).max(0) as i8
    }

    /// The fastest reverse speed, as a negative number (HS-2, HS-25).
    pub fn most_reverse(&self, rules: &Rules) -> i8 {
        -self.hull(rules).slower.min(self.max_speed(rules))
    }

    /// The speeds that can be set without afterburners. A squadron launches ahead, so that it leaves the hex of its carrier.
    pub fn speeds(&self, rules: &Rules) -> std::ops::RangeInclusive<i8> {
        let (hull, most, least) = (self.hull(rules), self.max_speed(rules), self.most_reverse(rules));
        let from = self.speed.clamp(least, most); // speed beyond the maximum is lost without thrust (HS-25)
        let slowest = if self.broken.has(Critical::ForwardThrusters) { from } else { (from - hull.slower).max(least) };
        let slowest = if self.is_aboard() { slowest.max(1) } else { slowest };
        slowest..=(from + hull.faster).min(most)
    }

    /// The one speed that needs afterburners (HS-10).
    pub fn burning_speed(&self, rules: &Rules) -> i8 {
        *self.speeds(rules).end() + rules.numbers.boost
    }

    /// The price of a point of this shield now. None if the shield cannot be charged.
    pub fn charge_price(&self, side: Side, rules: &Rules) -> Option<u8> {
        let (now, most) = (self.shields[side as usize], self.hull(rules).shields[side as usize]);
        if now >= most || self.broken.has(Critical::ShieldGenerator) {
            return None;
        }
        Some(if now == 0 { rules.numbers.rebuild } else { rules.numbers.charge })
    }

    /// The energy that an upkeep adds, as far as there is room for it.
    pub(crate) fn regained(&self, rules: &Rules) -> u8 {
        let regained = u16::from(self.hull(rules).regeneration) + u16::from(self.engineering(rules).energy);
        regained.saturating_sub(u16::from(self.disruption)).min(u16::from(u8::MAX)) as u8
    }

    /// Its energy after the next upkeep.
    pub(crate) fn energy_after_upkeep(&self, rules: &Rules) -> u8 {
        let most = u16::from(self.hull(rules).most_energy);
        (u16::from(self.energy) + u16::from(self.regained(rules))).min(most) as u8
    }

    /// Its electronic counter measures, if it has any: the energy of a round, the difficulty and the reach (HS-38).
    pub fn counter_measures(&self, rules: &Rules) -> Option<(u8, i8, u8)> {
        self.design.items(rules).find_map(|item| match item.kind {
            ItemKind::CounterMeasures { energy, difficulty, reach } => Some((energy, difficulty, reach)),
            ItemKind::AntiMissile { .. } => None,
        })
    }

    /// Its anti missile system, if it has one that works: the rolls left in this round, and the least number that removes a
    /// missile (HS-38).
    pub fn anti_missile(&self, rules: &Rules) -> Option<(u8, u8)> {
        let found = self.design.items(rules).find_map(|item| match item.kind {
            ItemKind::AntiMissile { times, removes_on } => Some((times.saturating_sub(self.intercepts), removes_on)),
            ItemKind::CounterMeasures { .. } => None,
        });
        found.filter(|_| !self.is_disabled(rules))
    }

    /// The direction in which it advances.
    #[inline]
    pub fn heading(&self) -> Direction {
        if self.speed < 0 { self.facing.opposite() } else { self.facing }
    }

    /// The side that it shows to another hex. None for its own hex.
    #[inline]
    pub fn side_towards(&self, other: Hex) -> Option<Side> {
        Side::towards(self.hex, self.facing, other)
    }

    /// What its silhouette adds to the number that an attack from this side needs.
    #[inline]
    pub fn silhouette(&self, side: Side, rules: &Rules) -> i8 {
        let seen = usize::from(matches!(side, Side::Right | Side::Left));
        rules.numbers.silhouettes[usize::from(self.hull(rules).silhouette[seen])].difficulty
    }

    /// What its speed adds to the number that an attack needs.
    #[inline]
    pub fn speed_difficulty(&self, rules: &Rules) -> i8 {
        let table = &rules.numbers.target_speed;
        table[usize::from(self.speed.unsigned_abs()).min(table.len() - 1)]
    }

    /// Whether a mount has a working weapon with a shot left. Energy is not considered.
    #[inline]
    pub fn can_shoot(&self, mount: usize, stock: &WeaponSet) -> bool {
        let loaded = |weapon: &Weapon| weapon.ammunition.is_none() || self.ammunition[mount] > 0;
        self.broken.weapons >> mount & 1 == 0 && self.weapon(mount, stock).is_some_and(loaded)
    }

    /// Whether a weapon bears on a hex: the hex is in its field and in a bracket in which it fires, and it works and is
    /// loaded.
    #[inline]
    pub fn bears(&self, mount: usize, target: Hex, rules: &Rules, stock: &WeaponSet) -> bool {
        let Some(bracket) = rules.bracket(self.hex.distance(target)) else { return false };
        self.can_shoot(mount, stock)
            && self.weapon(mount, stock).is_some_and(|weapon| weapon.brackets[bracket].is_some())
            && self.hull(rules).mounts[mount].field.covers(self.hex, self.facing, target)
    }
}

/// The shots of a new ship, mount by mount.
fn full_ammunition(design: &Design, hull: &Hull, stock: &WeaponSet) -> [u8; MOST_MOUNTS] {
    let mut shots = [0; MOST_MOUNTS];
    for (index, shots) in shots.iter_mut().enumerate() {
        let weapon = design.weapons[index].map(|weapon| &stock.weapons[usize::from(weapon)]);
        let room = hull.mounts.get(index).and_then(|mount| mount.shots).unwrap_or(u8::MAX);
        *shots = weapon.and_then(|weapon| weapon.ammunition).unwrap_or(0).min(room);
    }
    shots
}
