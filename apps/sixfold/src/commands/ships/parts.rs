//! What a fleet is made of and pays for: hulls (squadrons among them), the weapons of each set, items, captains' levels.
//! Everything comes from the rules, so a new hull, weapon or item is a new column here without a change.

use hex_ships::rules::{Rules, Scenario, WeaponSet};
use hex_ships::{Design, Fleet};

/// A captain's price is a parabola over the levels above the first: so many columns.
const CAPTAIN: usize = 2;

/// The least that a hull, a weapon or item, and a captain's level may cost. A weapon is worth less on a hull that cannot feed
/// it, so without these a hull with many mounts would cost less than nothing, and its weapons too much elsewhere.
const LEAST_HULL: f64 = 5.0;
const LEAST_PART: f64 = 1.0;

/// The columns of the measurement.
pub(super) struct Parts<'r> {
    pub(super) rules: &'r Rules,
}

impl Parts<'_> {
    pub(super) fn count(&self) -> usize {
        self.captain() + CAPTAIN
    }

    pub(super) fn weapon(&self, set: usize, weapon: usize) -> usize {
        let before: usize = self.rules.weapon_sets[..set].iter().map(|set| set.weapons.len()).sum();
        self.rules.hulls.len() + before + weapon
    }

    pub(super) fn item(&self, item: usize) -> usize {
        self.weapon(self.rules.weapon_sets.len(), 0) + item
    }

    /// The first of the captains' columns.
    fn captain(&self) -> usize {
        self.item(self.rules.items.len())
    }

    /// How much of each column a ship has, with the squadrons in its bays.
    fn of_ship(&self, set: usize, ship: &Design) -> Vec<f64> {
        let mut amounts = vec![0.0; self.count()];
        let squadron = |hull: u8| Design::of_squadron(hull, self.rules, &self.rules.weapon_sets[set]);
        let squadrons = ship.squadrons().map(|(_, hull)| squadron(hull));
        for design in std::iter::once(*ship).chain(squadrons) {
            amounts[usize::from(design.hull)] += 1.0;
            for weapon in design.weapons.into_iter().flatten() {
                amounts[self.weapon(set, usize::from(weapon))] += 1.0;
            }
        }
        for item in ship.items(self.rules) {
            let index = self.rules.items.iter().position(|own| own.key == item.key);
            amounts[self.item(index.expect("ships carry items of the rules"))] += 1.0;
        }
        let above = f64::from(ship.level() - 1);
        amounts[self.captain()] += above;
        amounts[self.captain() + 1] += above * above;
        amounts
    }

    /// How much of each column a fleet has.
    pub(super) fn of(&self, set: usize, fleet: &Fleet) -> Vec<f64> {
        let mut sum = vec![0.0; self.count()];
        for ship in &fleet.ships {
            for (sum, amount) in sum.iter_mut().zip(self.of_ship(set, ship)) {
                *sum += amount;
            }
        }
        sum
    }

    /// The least price of each column.
    pub(super) fn least(&self) -> Vec<f64> {
        let hulls = self.rules.hulls.len();
        let parts = self.captain() - hulls + 1;
        // The second column of a captain bends the prices of the levels.
        std::iter::repeat_n(LEAST_HULL, hulls).chain(std::iter::repeat_n(LEAST_PART, parts)).chain([0.0]).collect()
    }

    /// The costs in the files, with the parabola nearest to the captains' levels.
    pub(super) fn present(&self) -> Vec<f64> {
        let hulls = self.rules.hulls.iter().map(|hull| f64::from(hull.cost));
        let weapons = self.rules.weapon_sets.iter().flat_map(|set| &set.weapons).map(|weapon| f64::from(weapon.cost));
        let items = self.rules.items.iter().map(|item| f64::from(item.cost));
        // Least squares for a·x + b·x², x being the levels above the first.
        let mut sums = [0.0; 5];
        for (above, cost) in self.rules.captains.level_costs.iter().enumerate() {
            let (x, y) = (above as f64, f64::from(*cost));
            for (sum, term) in sums.iter_mut().zip([x.powi(2), x.powi(3), x.powi(4), x * y, x * x * y]) {
                *sum += term;
            }
        }
        let [xx, xxx, xxxx, xy, xxy] = sums;
        let divisor = xx * xxxx - xxx * xxx;
        let captain = if divisor > 0.0 {
            [(xy * xxxx - xxy * xxx) / divisor, (xxy * xx - xy * xxx) / divisor]
        } else {
            [0.0; CAPTAIN]
        };
        hulls.chain(weapons).chain(items).chain(captain).collect()
    }

    /// The ready fleets of a scenario in every set: what sets the scale of prices.
    pub(super) fn of_scenario(&self, scenario: &Scenario) -> Vec<f64> {
        let mut sum = vec![0.0; self.count()];
        for (index, set) in self.rules.weapon_sets.iter().enumerate() {
            for fleet in &scenario.fleets {
                let fleet = Fleet::read(fleet, self.rules, set).expect("the rules were checked when they were read");
                for (sum, amount) in sum.iter_mut().zip(self.of(index, &fleet)) {
                    *sum += amount;
                }
            }
        }
        sum
    }

    /// Whole prices from measured ones. Nothing is free, a level costs no less than the one before it, and a part that was
    /// in no battle keeps its cost.
    pub(super) fn whole(&self, measured: &[f64], seen: &[bool]) -> Prices {
        let price = |column: usize, cost: u16| {
            if seen[column] { measured[column].round().max(1.0) as u16 } else { cost }
        };
        let hulls = self.rules.hulls.iter().enumerate().map(|(column, hull)| price(column, hull.cost)).collect();
        let of_set = |(index, set): (usize, &WeaponSet)| {
            let weapons = set.weapons.iter().enumerate();
            weapons.map(|(weapon, own)| price(self.weapon(index, weapon), own.cost)).collect()
        };
        let weapons = self.rules.weapon_sets.iter().enumerate().map(of_set).collect();
        let items = self.rules.items.iter().enumerate().map(|(item, own)| price(self.item(item), own.cost)).collect();
        let first = self.captain();
        let mut least = 0.0_f64;
        let levels = (0..self.rules.captains.level_costs.len()).map(|above| {
            let x = above as f64;
            least = least.max(measured[first] * x + measured[first + 1] * x * x);
            least.round() as u16
        });
        Prices { hulls, weapons, items, levels: levels.collect() }
    }
}

/// Whole prices of everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Prices {
    pub(super) hulls: Vec<u16>,
    /// By set.
    pub(super) weapons: Vec<Vec<u16>>,
    pub(super) items: Vec<u16>,
    pub(super) levels: Vec<u16>,
}

impl Prices {
    /// The rules with these prices.
    pub(super) fn apply(&self, rules: &Rules) -> Rules {
        let mut rules = rules.clone();
        for (hull, cost) in rules.hulls.iter_mut().zip(&self.hulls) {
            hull.cost = *cost;
        }
        for (set, costs) in rules.weapon_sets.iter_mut().zip(&self.weapons) {
            for (weapon, cost) in set.weapons.iter_mut().zip(costs) {
                weapon.cost = *cost;
            }
        }
        for (item, cost) in rules.items.iter_mut().zip(&self.items) {
            item.cost = *cost;
        }
        rules.captains.level_costs.clone_from(&self.levels);
        rules
    }
}
