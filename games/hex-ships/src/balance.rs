//! The worth of weapons by the original's own formula, and a search for numbers that fulfil its claim (HS-17).
//!
//! Expected damage over a battle is damage × accuracy × number of attacks. Energy weapons fire in 8 rounds of 10;
//! weapons with ammunition fire until it is spent. Ordinary weapons should lie close together, torpedoes and heavy
//! lasers somewhat above. EMP beams serve to control enemies and are not balanced by damage.

use crate::rules::{Rules, Weapon, WeaponKind, WeaponSet};

/// The number of rounds of the battle in the formula.
pub const ROUNDS: f64 = 12.0;
/// The share of the rounds in which an energy weapon fires.
const FIRING: f64 = 0.8;
/// The largest deviation of an ordinary weapon from the mean of all ordinary ones.
pub const SPREAD: f64 = 0.15;
/// The smallest and the largest distance of torpedoes and heavy lasers above that mean.
pub const ABOVE: [f64; 2] = [0.10, 0.40];

/// The class of a weapon in the balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Near the mean.
    Ordinary,
    /// Somewhat above it.
    Above,
    /// Not balanced by damage.
    Control,
}

/// The class of weapons of this kind.
pub fn worth(kind: WeaponKind) -> Worth {
    match kind {
        WeaponKind::HeavyLaser | WeaponKind::Torpedo => Worth::Above,
        WeaponKind::EmpBeam => Worth::Control,
        _ => Worth::Ordinary,
    }
}

/// The chance of 2d6 to reach a number.
pub fn chance_of(number: i32) -> f64 {
    f64::from(ways_to_reach(number)) / 36.0
}

/// The number of the 36 results of 2d6 that reach a number.
pub fn ways_to_reach(number: i32) -> u32 {
    (2..=12).filter(|&sum| sum >= number).map(|sum| 6 - (7_i32 - sum).unsigned_abs()).sum()
}

/// The expected damage of a weapon in a bracket over the whole battle, against a target that adds `difficulty` to the
/// number needed. None if the weapon does not fire in that bracket.
pub fn expected(weapon: &Weapon, bracket: usize, difficulty: i32) -> Option<f64> {
    let shot = weapon.brackets[bracket]?;
    let accuracy = match weapon.missiles {
        Some(missiles) => {
            missiles.that_hit.iter().map(|&hits| f64::from(hits)).sum::<f64>() / 6.0 / f64::from(missiles.count)
        }
        None => chance_of(i32::from(shot.hits_on) + difficulty),
    };
    let attacks = weapon.ammunition.map_or(FIRING * ROUNDS, |shots| f64::from(shots).min(ROUNDS));
    Some(f64::from(shot.damage) * accuracy * attacks)
}

/// The mean expected damage over the brackets in which the weapon fires.
pub fn mean_of(weapon: &Weapon, difficulty: i32) -> f64 {
    let expected: Vec<f64> = (0..3).filter_map(|bracket| expected(weapon, bracket, difficulty)).collect();
    expected.iter().sum::<f64>() / expected.len() as f64
}

/// The mean of the ordinary weapons.
pub fn ordinary_mean(weapons: &[Weapon]) -> f64 {
    let ordinary: Vec<f64> = weapons
        .iter()
        .filter(|weapon| worth(weapon.kind) == Worth::Ordinary)
        .map(|weapon| mean_of(weapon, 0))
        .collect();
    ordinary.iter().sum::<f64>() / ordinary.len() as f64
}

/// Whether the original's claim holds for a weapon, with this mean of the ordinary weapons.
pub fn is_balanced(weapon: &Weapon, mean: f64) -> bool {
    let off = mean_of(weapon, 0) / mean - 1.0;
    match worth(weapon.kind) {
        Worth::Ordinary => off.abs() <= SPREAD,
        Worth::Above => (ABOVE[0]..=ABOVE[1]).contains(&off),
        Worth::Control => true,
    }
}

/// A target for a table of expected damage.
pub struct SampleTarget {
    /// The index of its hull in the rules.
    pub hull: usize,
    /// Its speed.
    pub speed: i8,
    /// Whether it is seen from the side.
    pub from_the_side: bool,
}

impl SampleTarget {
    /// Three targets: the first hull of the rules (small and fast), the middle one, and the last one (large and slow).
    pub fn all(rules: &Rules) -> Vec<Self> {
        let last = rules.hulls.len() - 1;
        [(0, false), (last / 2, false), (last, true)]
            .map(|(hull, from_the_side)| Self { hull, speed: rules.hulls[hull].max_speed * 2 / 3, from_the_side })
            .into()
    }

    /// What it adds to the number that an attack needs.
    pub fn difficulty(&self, rules: &Rules) -> i32 {
        let silhouette = rules.hulls[self.hull].silhouette[usize::from(self.from_the_side)];
        let seen = rules.numbers.silhouettes[usize::from(silhouette)].difficulty;
        i32::from(seen) + i32::from(rules.numbers.target_speed[usize::from(self.speed.unsigned_abs())])
    }
}

/// The limits of the search: the largest change of the damage in a bracket, and the largest number of shots.
const MOST_CHANGE: i32 = 4;
const MOST_AMMUNITION: u8 = 12;
/// The weight of a change by one point of damage or one shot, compared with a deviation of one percent.
const CHANGE: f64 = 4.0;

/// Balanced numbers near those of the `seed` set. Weapons that only the `balanced` set has start with their numbers
/// there. `progress` gets the share that is done, from 0 to 1.
pub fn tune(rules: &Rules, progress: &mut dyn FnMut(f32)) -> WeaponSet {
    let [seed, balanced] = rules.weapon_sets.as_slice() else { unreachable!("there are two sets of weapons") };
    let begin: Vec<Weapon> = balanced
        .weapons
        .iter()
        .map(|weapon| seed.find(&weapon.key).map_or(weapon, |known| &seed.weapons[known]))
        .cloned()
        .collect();
    // Tries every mean from 0.5 to 1.5 times the present one and takes the one that needs the smallest change.
    let now = ordinary_mean(&begin);
    let steps = 200;
    let mut best: Option<(f64, Vec<Weapon>)> = None;
    for step in 0..=steps {
        let mean = now * (0.5 + f64::from(step) / f64::from(steps));
        let (prices, weapons): (Vec<f64>, Vec<Weapon>) = begin.iter().map(|weapon| nearest(weapon, mean)).unzip();
        let price: f64 = prices.iter().sum();
        let mean = ordinary_mean(&weapons);
        let holds = weapons.iter().all(|weapon| is_balanced(weapon, mean));
        if holds && best.as_ref().is_none_or(|(least, _)| price < *least) {
            best = Some((price, weapons));
        }
        progress(step as f32 / steps as f32);
    }
    let weapons = best.map_or(begin, |(_, weapons)| weapons);
    let costs = |weapon: Weapon| {
        let cost = balanced.find(&weapon.key).map_or(weapon.cost, |known| balanced.weapons[known].cost);
        Weapon { cost, ..weapon }
    };
    WeaponSet { name: balanced.name, weapons: weapons.into_iter().map(costs).collect() }
}

/// The variant of the weapon with the smallest change that brings it near its intended worth, and the weight of that
/// change.
fn nearest(weapon: &Weapon, mean: f64) -> (f64, Weapon) {
    let wanted = match worth(weapon.kind) {
        Worth::Ordinary => mean,
        Worth::Above => mean * (1.0 + f64::midpoint(ABOVE[0], ABOVE[1])),
        Worth::Control => return (0.0, weapon.clone()),
    };
    let shots = weapon.ammunition.map_or(vec![None], |_| (1..=MOST_AMMUNITION).map(Some).collect());
    // Each missile is a packet of its own size (HS-7), so only the number of shots is tuned.
    let most = if weapon.missiles.is_some() { 0 } else { MOST_CHANGE };
    let mut best: Option<(f64, Weapon)> = None;
    for ammunition in shots {
        for change in -most..=most {
            let Some(tried) = with(weapon, ammunition, change) else { continue };
            let fewer = |shots: Option<u8>| f64::from(shots.unwrap_or(0));
            let changes = (fewer(ammunition) - fewer(weapon.ammunition)).abs() + f64::from(change.abs());
            let off = 100.0 * (mean_of(&tried, 0) / wanted - 1.0);
            let price = off * off + CHANGE * changes * changes;
            if best.as_ref().is_none_or(|(least, _)| price < *least) {
                best = Some((price, tried));
            }
        }
    }
    best.expect("the unchanged weapon was tried")
}

fn with(weapon: &Weapon, ammunition: Option<u8>, change: i32) -> Option<Weapon> {
    let mut tried = Weapon { ammunition, ..weapon.clone() };
    for shot in tried.brackets.iter_mut().flatten() {
        shot.damage = u8::try_from(i32::from(shot.damage) + change).ok().filter(|&damage| damage > 0)?;
    }
    Some(tried)
}
