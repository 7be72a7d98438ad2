//! A search for numbers near the `seed` set's that fulfil the original's claim in every bracket (HS-39).
//!
//! A bracket's mean depends on all weapons, and every weapon has to fit the means of all brackets. So the search tries a
//! grid of means: for each it takes the cheapest fitting variant of every weapon, one weapon at a time, and then checks
//! the claim with the means that these variants really have.

use std::cmp::Ordering;

use super::{ABOVE, BRACKET_SPREAD, Means, Worth, expected, worth};
use crate::rules::{BRACKETS, Rules, Shot, Weapon, WeaponSet};

/// The largest change of damage and of the number to hit in a bracket, and the largest number of shots.
const MOST_DAMAGE_CHANGE: i32 = 4;
const MOST_NUMBER_CHANGE: i32 = 2;
const MOST_AMMUNITION: u8 = 12;
/// The weight of a change by one point of damage or one shot, squared, against a deviation of one percent, squared; and
/// of a change of the number to hit by one. The numbers to hit are what tells the weapons apart, so they change last.
const CHANGE: f64 = 10.0;
const NUMBER_CHANGE: f64 = 40.0;
/// The means that are tried in each bracket, as shares of the present ones: from, step, how many.
const GRID: (f64, f64, u32) = (0.75, 0.05, 11);

/// Balanced numbers near those of the `seed` set, or None if no variant within the limits of the search fulfils the
/// claim. Weapons that only the `balanced` set has start with their numbers there. `progress` gets the share that is
/// done, from 0 to 1.
pub fn tune(rules: &Rules, progress: &mut dyn FnMut(f32)) -> Option<WeaponSet> {
    let [seed, balanced] = rules.weapon_sets.as_slice() else { unreachable!("there are two sets of weapons") };
    let begin: Vec<&Weapon> = balanced
        .weapons
        .iter()
        .map(|weapon| seed.find(&weapon.key).map_or(weapon, |known| &seed.weapons[known]))
        .collect();
    let variants: Vec<Vec<Variant>> = begin.iter().map(|weapon| Variant::all(weapon)).collect();
    let now = Means::of(begin.iter().copied()).brackets;
    let (from, step, count) = GRID;
    let tried = |bracket: usize, at: u32| now[bracket].map(|mean| mean * (from + step * f64::from(at)));
    let mut best: Option<(f64, Vec<Weapon>)> = None;
    for short in 0..count {
        for medium in 0..count {
            for long in 0..count {
                let means = [tried(0, short), tried(1, medium), tried(2, long)];
                let most = best.as_ref().map_or(f64::INFINITY, |(price, _)| *price);
                let Some((price, weapons)) = cheapest(&variants, means, most) else { continue };
                let means = Means::of(weapons.iter());
                if weapons.iter().all(|weapon| means.balances(weapon)) {
                    best = Some((price, weapons));
                }
            }
        }
        progress((short + 1) as f32 / count as f32);
    }
    let costs = |weapon: Weapon| {
        let cost = balanced.find(&weapon.key).map_or(weapon.cost, |known| balanced.weapons[known].cost);
        Weapon { cost, ..weapon }
    };
    let (_, weapons) = best?;
    Some(WeaponSet { name: balanced.name, weapons: weapons.into_iter().map(costs).collect() })
}

/// The cheapest fitting variant of every weapon. None if a weapon has none, or if all together cost `most` or more.
fn cheapest(variants: &[Vec<Variant>], means: [Option<f64>; BRACKETS.len()], most: f64) -> Option<(f64, Vec<Weapon>)> {
    let mut sum = 0.0;
    let mut chosen = Vec::new();
    for of_one in variants {
        let mut best: Option<(f64, &Variant)> = None;
        for variant in of_one {
            // They are sorted by the price of their changes, so none of the rest can be cheaper.
            if best.is_some_and(|(price, _)| price <= variant.changes) {
                break;
            }
            let Some(price) = variant.price(means) else { continue };
            if best.is_none_or(|(least, _)| price < least) {
                best = Some((price, variant));
            }
        }
        let (price, variant) = best?;
        sum += price;
        if sum >= most {
            return None;
        }
        chosen.push(variant.weapon.clone());
    }
    Some((sum, chosen))
}

/// A weapon with changed numbers.
struct Variant {
    weapon: Weapon,
    expected: [Option<f64>; BRACKETS.len()],
    /// The price of its changes.
    changes: f64,
}

impl Variant {
    /// All variants within the limits, the ones with the smallest changes first.
    fn all(weapon: &Weapon) -> Vec<Self> {
        let fixed = worth(weapon.kind) == Worth::Control;
        // Each missile is a packet of its own size (HS-7), so only the number of shots is tuned.
        let is_rolled = weapon.missiles.is_none() && !fixed;
        let [damage, number] = if is_rolled { [MOST_DAMAGE_CHANGE, MOST_NUMBER_CHANGE] } else { [0, 0] };
        let shots = match weapon.ammunition {
            Some(_) if !fixed => (1..=MOST_AMMUNITION).map(Some).collect(),
            own => vec![own],
        };
        let damages = changed(weapon, |shot| &mut shot.damage, damage, 1);
        let mut found = Vec::new();
        for with_damage in &damages {
            for with_numbers in changed(with_damage, |shot| &mut shot.hits_on, number, 2) {
                for &ammunition in &shots {
                    let weapon_now = Weapon { ammunition, ..with_numbers.clone() };
                    let changes = price_of_changes(weapon, &weapon_now);
                    let expected = std::array::from_fn(|bracket| expected(&weapon_now, bracket, 0));
                    found.push(Self { weapon: weapon_now, expected, changes });
                }
            }
        }
        found.sort_by(|a, b| a.changes.total_cmp(&b.changes));
        found
    }

    /// The price of the variant if the ordinary weapons have these means. None if it does not fit them.
    fn price(&self, means: [Option<f64>; BRACKETS.len()]) -> Option<f64> {
        let worth = worth(self.weapon.kind);
        let wanted = match worth {
            Worth::Ordinary => 1.0,
            Worth::Above => 1.0 + f64::midpoint(ABOVE[0], ABOVE[1]),
            Worth::Control => return Some(self.changes),
        };
        let (mut sum, mut brackets) = (0.0, 0.0);
        for (expected, mean) in self.expected.iter().zip(means) {
            let Some((expected, mean)) = expected.zip(mean) else { continue };
            if !worth.allows(expected / mean - 1.0, BRACKET_SPREAD) {
                return None;
            }
            let off = 100.0 * (expected / mean / wanted - 1.0);
            sum += off * off;
            brackets += 1.0;
        }
        Some(self.changes + if brackets > 0.0 { sum / brackets } else { 0.0 })
    }
}

/// All weapons in which one number of every bracket is changed by at most `most`, and which keep the weapon's character:
/// a number that is the same in neighbouring brackets stays the same, and one that rises or falls still does. No number
/// is lowered below `least`.
fn changed(weapon: &Weapon, number: fn(&mut Shot) -> &mut u8, most: i32, least: u8) -> Vec<Weapon> {
    let of = |mut shot: Shot| *number(&mut shot);
    let course = |weapon: &Weapon| -> Vec<Ordering> {
        let numbers: Vec<u8> = weapon.brackets.iter().flatten().map(|shot| of(*shot)).collect();
        numbers.windows(2).map(|pair| pair[1].cmp(&pair[0])).collect()
    };
    let mut found = vec![weapon.clone()];
    for bracket in (0..BRACKETS.len()).filter(|&bracket| weapon.brackets[bracket].is_some()) {
        let mut further = Vec::new();
        for weapon in &found {
            for change in -most..=most {
                let mut tried = weapon.clone();
                let Some(shot) = &mut tried.brackets[bracket] else { continue };
                let value = number(shot);
                let Ok(new) = u8::try_from(i32::from(*value) + change) else { continue };
                if new >= least || change == 0 {
                    *value = new;
                    further.push(tried);
                }
            }
        }
        found = further;
    }
    let wanted = course(weapon);
    found.retain(|tried| course(tried) == wanted);
    found
}

/// The weighted sum of the squares of all changes. A change that is the same in several brackets counts once.
fn price_of_changes(from: &Weapon, to: &Weapon) -> f64 {
    let pairs = |number: fn(&Shot) -> u8| -> Vec<[u8; 2]> {
        let shots = from.brackets.iter().flatten().zip(to.brackets.iter().flatten());
        let mut pairs: Vec<[u8; 2]> = shots.map(|(old, new)| [number(old), number(new)]).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    };
    let squares = |pairs: &[[u8; 2]]| pairs.iter().map(|[a, b]| f64::from(a.abs_diff(*b)).powi(2)).sum::<f64>();
    let shots = [[from.ammunition.unwrap_or(0), to.ammunition.unwrap_or(0)]];
    CHANGE * (squares(&pairs(|shot| shot.damage)) + squares(&shots))
        + NUMBER_CHANGE * squares(&pairs(|shot| shot.hits_on))
}
