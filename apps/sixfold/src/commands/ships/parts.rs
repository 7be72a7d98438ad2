//! What a fleet is made of and pays for: attributes of hulls, squadrons, the weapons of each set, items, captains' levels.
//! Everything comes from the rules, so a new hull, weapon or item is priced here without a change.

use hex_ships::rules::{Hull, Rules, Scenario, WeaponSet};
use hex_ships::{Design, Fleet};

/// How much of an attribute a hull has.
type Amount = fn(&Rules, &Hull) -> f64;

/// What the price of a hull is made of, besides its initiative: the name, and how much of it a hull has.
pub(super) const ATTRIBUTES: [(&str, Amount); 8] = [
    ("hull points", |_, hull| f64::from(hull.structure)),
    ("armour", |_, hull| hull.armour.iter().map(|&points| f64::from(points)).sum()),
    ("shields", |_, hull| hull.shields.iter().map(|&points| f64::from(points)).sum()),
    ("generator", |_, hull| f64::from(hull.generator)),
    ("energy a round", |_, hull| f64::from(hull.regeneration)),
    ("speed", |_, hull| f64::from(hull.max_speed)),
    ("turns", |_, hull| f64::from(hull.manoeuvrability)),
    ("smallness", smallness),
];

/// By how much a hull is harder to hit than the largest silhouette, on the average of its two silhouettes.
fn smallness(rules: &Rules, hull: &Hull) -> f64 {
    let difficulty = |index: u8| f64::from(rules.numbers.silhouettes[usize::from(index)].difficulty);
    let easiest = rules.numbers.silhouettes.iter().map(|silhouette| f64::from(silhouette.difficulty));
    let [front, side] = hull.silhouette.map(difficulty);
    f64::midpoint(front, side) - easiest.fold(f64::INFINITY, f64::min)
}

/// The column of the hulls' initiative. The attributes are before it.
pub(super) const INITIATIVE: usize = ATTRIBUTES.len();

/// A captain's price is a parabola over the levels above the first: so many columns.
pub(super) const CAPTAIN: usize = 2;

/// The columns of the measurement: attributes, initiative, squadrons, weapons and items (which are called fittings), captains.
pub(super) struct Parts<'r> {
    pub(super) rules: &'r Rules,
    /// The mean of each attribute over all ships' hulls. Amounts are counted in means.
    pub(super) means: [f64; ATTRIBUTES.len()],
}

impl<'r> Parts<'r> {
    pub(super) fn of(rules: &'r Rules) -> Self {
        let hulls = rules.ship_hulls(true);
        let mean = |amount: Amount| {
            let sum: f64 = hulls.iter().map(|hull| amount(rules, hull)).sum();
            (sum / hulls.len() as f64).max(0.1)
        };
        Self { rules, means: ATTRIBUTES.map(|(_, amount)| mean(amount)) }
    }

    pub(super) fn count(&self) -> usize {
        self.captain() + CAPTAIN
    }

    /// The column of a squadron's hull. A squadron is one part with its weapon.
    pub(super) fn squadron(&self, hull: usize) -> usize {
        INITIATIVE + 1 + hull - self.rules.ship_hulls(true).len()
    }

    pub(super) fn weapon(&self, set: usize, weapon: usize) -> usize {
        let before: usize = self.rules.weapon_sets[..set].iter().map(|set| set.weapons.len()).sum();
        self.squadron(self.rules.hulls.len()) + before + weapon
    }

    pub(super) fn item(&self, item: usize) -> usize {
        self.weapon(self.rules.weapon_sets.len(), 0) + item
    }

    /// The first of the captains' columns.
    pub(super) fn captain(&self) -> usize {
        self.item(self.rules.items.len())
    }

    /// How much of each column a hull is.
    fn add_hull(&self, hull: usize, amounts: &mut [f64]) {
        let own = &self.rules.hulls[hull];
        if own.is_squadron {
            amounts[self.squadron(hull)] += 1.0;
            return;
        }
        for ((amount, (_, of)), mean) in amounts.iter_mut().zip(ATTRIBUTES).zip(self.means) {
            *amount += of(self.rules, own) / mean;
        }
        amounts[INITIATIVE] += f64::from(own.initiative);
    }

    /// How much of each column a fleet is.
    pub(super) fn of_fleet(&self, set: usize, fleet: &Fleet) -> Vec<f64> {
        let mut amounts = vec![0.0; self.count()];
        for ship in &fleet.ships {
            self.add_ship(set, ship, &mut amounts);
        }
        amounts
    }

    fn add_ship(&self, set: usize, ship: &Design, amounts: &mut [f64]) {
        self.add_hull(usize::from(ship.hull), amounts);
        for (_, squadron) in ship.squadrons() {
            self.add_hull(usize::from(squadron), amounts);
        }
        for weapon in ship.weapons.into_iter().flatten() {
            amounts[self.weapon(set, usize::from(weapon))] += 1.0;
        }
        for item in ship.items(self.rules) {
            let index = self.rules.items.iter().position(|own| own.key == item.key);
            amounts[self.item(index.expect("ships carry items of the rules"))] += 1.0;
        }
        let above = f64::from(ship.level() - 1);
        amounts[self.captain()] += above;
        amounts[self.captain() + 1] += above * above;
    }

    /// The ready fleets of a scenario in every set, and what they cost now: what sets the scale of prices.
    pub(super) fn of_scenario(&self, scenario: &Scenario) -> (Vec<f64>, f64) {
        let (mut sum, mut cost) = (vec![0.0; self.count()], 0.0);
        for (index, set) in self.rules.weapon_sets.iter().enumerate() {
            for fleet in &scenario.fleets {
                let fleet = Fleet::read(fleet, self.rules, set).expect("the rules were checked when they were read");
                cost += f64::from(fleet.cost(self.rules, set));
                for (sum, amount) in sum.iter_mut().zip(self.of_fleet(index, &fleet)) {
                    *sum += amount;
                }
            }
        }
        (sum, cost)
    }

    /// The price of a hull by the prices of the columns.
    pub(super) fn hull_price(&self, hull: usize, columns: &[f64]) -> f64 {
        let mut amounts = vec![0.0; self.count()];
        self.add_hull(hull, &mut amounts);
        amounts.iter().zip(columns).map(|(amount, price)| amount * price).sum()
    }

    /// The price of a captain so many levels above the first.
    pub(super) fn captain_price(&self, above: usize, columns: &[f64]) -> f64 {
        let x = above as f64;
        columns[self.captain()] * x + columns[self.captain() + 1] * x * x
    }

    /// Whole prices from the prices of the columns. Nothing is free but the first captain, and a weapon, item or squadron that
    /// was in no battle keeps its cost.
    pub(super) fn whole(&self, columns: &[f64], seen: &[bool]) -> Prices {
        let whole = |price: f64| price.round().max(1.0) as u16;
        let price = |column: usize, cost: u16| if seen[column] { whole(columns[column]) } else { cost };
        let hulls = self.rules.hulls.iter().enumerate().map(|(hull, own)| {
            if own.is_squadron { price(self.squadron(hull), own.cost) } else { whole(self.hull_price(hull, columns)) }
        });
        let of_set = |(index, set): (usize, &WeaponSet)| {
            let weapons = set.weapons.iter().enumerate();
            weapons.map(|(weapon, own)| price(self.weapon(index, weapon), own.cost)).collect()
        };
        let items = self.rules.items.iter().enumerate().map(|(item, own)| price(self.item(item), own.cost));
        let levels = 0..self.rules.captains.level_costs.len();
        Prices {
            hulls: hulls.collect(),
            weapons: self.rules.weapon_sets.iter().enumerate().map(of_set).collect(),
            items: items.collect(),
            levels: levels.map(|above| self.captain_price(above, columns).round() as u16).collect(),
        }
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
