//! The worth of weapons by the original's own formula, and a search for numbers that fulfil its claim (HS-17, HS-39).
//!
//! Expected damage over a battle is damage × accuracy × number of attacks. Energy weapons fire in 8 rounds of 10;
//! weapons with ammunition fire until it is spent. Ordinary weapons should lie close together, torpedoes and heavy
//! lasers somewhat above. EMP beams serve to control enemies and are not balanced by damage.

mod tune;

use crate::rules::{BRACKETS, Rules, Weapon, WeaponKind};

pub use tune::tune;

/// The number of rounds of the battle in the formula.
pub const ROUNDS: f64 = 12.0;
/// The share of the rounds in which an energy weapon fires.
const FIRING: f64 = 0.8;
/// The largest deviation of an ordinary weapon from the mean of all ordinary ones, over all brackets together.
pub const SPREAD: f64 = 0.15;
/// The same within one bracket (HS-39).
pub const BRACKET_SPREAD: f64 = 0.20;
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

impl Worth {
    /// Whether a weapon of this class may be so far from the mean, with this spread of ordinary weapons.
    fn allows(self, off: f64, spread: f64) -> bool {
        match self {
            Self::Ordinary => off.abs() <= spread,
            Self::Above => (ABOVE[0]..=ABOVE[1]).contains(&off),
            Self::Control => true,
        }
    }
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

/// What the ordinary weapons of a set do on the mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Means {
    /// Over all brackets.
    pub all: f64,
    /// In each bracket. None where fewer than two ordinary weapons fire: the claim says nothing there (HS-39).
    pub brackets: [Option<f64>; BRACKETS.len()],
}

impl Means {
    /// The means of these weapons.
    #[allow(clippy::needless_pass_by_value, reason = "callers hand over `weapons.iter()`")]
    pub fn of<'a>(weapons: impl Iterator<Item = &'a Weapon> + Clone) -> Self {
        let ordinary = || weapons.clone().filter(|weapon| worth(weapon.kind) == Worth::Ordinary);
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let in_bracket = |bracket: usize| {
            let values: Vec<f64> = ordinary().filter_map(|weapon| expected(weapon, bracket, 0)).collect();
            (values.len() >= 2).then(|| mean(&values))
        };
        let all: Vec<f64> = ordinary().map(|weapon| mean_of(weapon, 0)).collect();
        Self { all: mean(&all), brackets: std::array::from_fn(in_bracket) }
    }

    /// How far a weapon is from the mean over all brackets: 0.1 is ten percent above it.
    pub fn off(&self, weapon: &Weapon) -> f64 {
        mean_of(weapon, 0) / self.all - 1.0
    }

    /// How far a weapon is from the mean of a bracket. None where the claim says nothing about it.
    pub fn off_in(&self, weapon: &Weapon, bracket: usize) -> Option<f64> {
        Some(expected(weapon, bracket, 0)? / self.brackets[bracket]? - 1.0)
    }

    /// Whether the original's claim holds for a weapon, in every bracket and over all of them.
    pub fn balances(&self, weapon: &Weapon) -> bool {
        let worth = worth(weapon.kind);
        let in_brackets = (0..BRACKETS.len()).filter_map(|bracket| self.off_in(weapon, bracket));
        in_brackets.into_iter().all(|off| worth.allows(off, BRACKET_SPREAD)) && worth.allows(self.off(weapon), SPREAD)
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
        let last = rules.ship_hulls(false).len() - 1;
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
