//! The formula of prices, found in two steps.
//!
//! Battles say little about some things and too much about one: who has the higher initiative moves later and fires first, and
//! wins most battles. Initiative is worth something only against the ships of the other fleet, so no price of a part can say
//! what it does. Left to itself, a fit would put the price of everything that goes along with a low initiative, as hull points
//! and cannons do, down to nothing. So:
//!
//! 1. Hulls, weapons and items are measured with the edge of initiative ([`edge`]) known beside them. Each attribute of a hull
//!    is worth as much as the others (a mean hull has as much of each), and each weapon and item as much as the others, unless
//!    the battles say otherwise.
//! 2. Then the edge is no longer known, as it is not when fleets are picked. All that the first step has priced is one column;
//!    squadrons (each with its weapon) and captains are the others. Battles alone would now give so much for a hull's
//!    initiative that the largest hulls cost the least. A point of it costs as much as leaves the largest hull a little dearer
//!    than the smallest ([`LARGEST_OVER_SMALLEST`]).

use hex_ships::Fleet;
use hex_ships::rules::Rules;

use super::parts::{ATTRIBUTES, CAPTAIN, INITIATIVE, Parts};
use super::strength::{Column, Fit, Row};

/// A battle in columns: what each fleet is made of.
pub(super) struct Battle {
    pub(super) fleets: [Vec<f64>; 2],
    /// What the fleets cost now.
    pub(super) costs: [f64; 2],
    /// See [`edge`].
    pub(super) edge: f64,
    /// Red's points.
    pub(super) points: f64,
}

/// The sum of the costs in the formula depends on the prices that are looked for, so the fit is repeated with the prices of
/// the one before. They hardly change after three.
const REPEATED: usize = 4;
/// Costs of about this size make weights of about 1, as the fit wants them.
const UNIT: f64 = 200.0;
/// How strongly an attribute is held to the price of the others, and a weapon or item to that of the others. Ten times more
/// or less changes the error of the formula by less than its own error.
const ATTRIBUTES_ALIKE: f64 = 500.0;
const FITTINGS_ALIKE: f64 = 20.0;
/// What the hull with the most hull points costs at least, as a multiple of the one with the fewest.
const LARGEST_OVER_SMALLEST: f64 = 1.1;
/// The least weight of what all attributes, all fittings or all of the first step have in common. So few battles as make this
/// necessary give no prices that make sense.
const LEAST: f64 = 0.02;

/// The share of pairs of enemies in which Red's ship has the higher initiative, less that in which Blue's has.
pub(super) fn edge(rules: &Rules, red: &Fleet, blue: &Fleet) -> f64 {
    let of = |fleet: &Fleet| {
        let mut all = Vec::new();
        for ship in &fleet.ships {
            let command = rules.captains.command[usize::from(ship.ranks[0]) - 1];
            all.push(rules.hulls[usize::from(ship.hull)].initiative + command.initiative);
            all.extend(ship.squadrons().map(|(_, hull)| rules.hulls[usize::from(hull)].initiative));
        }
        all
    };
    let (red, blue) = (of(red), of(blue));
    let pairs = red.iter().flat_map(|red| blue.iter().map(move |blue| f64::from((red - blue).signum())));
    pairs.sum::<f64>() / (red.len() * blue.len()) as f64
}

/// The prices of the columns, and what else the formula has.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    /// By the columns of [`Parts`].
    pub(super) columns: Vec<f64>,
    /// The weight of the edge in the first step.
    pub(super) edge: f64,
}

impl Formula {
    pub(super) fn of(parts: &Parts<'_>, battles: &[&Battle]) -> Self {
        let (ready, cost) = parts.of_scenario(&parts.rules.scenarios[0]);
        let mut formula = Self { columns: Vec::new(), edge: 0.0 };
        for _ in 0..REPEATED {
            let units: Vec<f64> = battles
                .iter()
                .map(|battle| {
                    let [red, blue] = if formula.columns.is_empty() {
                        battle.costs
                    } else {
                        battle.fleets.each_ref().map(|fleet| sum(fleet, &formula.columns))
                    };
                    UNIT / (red + blue).max(10.0)
                })
                .collect();
            let (mut bare, edge) = with_the_edge(parts, battles, &units);
            bare[INITIATIVE] = initiative(parts, &bare);
            let mut columns = without_the_edge(parts, battles, &units, &bare);
            let scale = cost / sum(&ready, &columns).max(f64::MIN_POSITIVE);
            for price in &mut columns {
                *price *= scale;
            }
            formula = Self { columns, edge };
        }
        formula
    }
}

/// How much more of a column Red has, in units.
fn more(battle: &Battle, unit: f64, column: usize) -> f64 {
    (battle.fleets[0][column] - battle.fleets[1][column]) * unit
}

/// The first step: weights of attributes and fittings, the others being 0, and that of the edge.
fn with_the_edge(parts: &Parts<'_>, battles: &[&Battle], units: &[f64]) -> (Vec<f64>, f64) {
    let (attributes, fittings) = (0..ATTRIBUTES.len(), parts.weapon(0, 0)..parts.captain());
    let others = || (INITIATIVE + 1..fittings.start).chain(parts.captain()..parts.count());
    let mut columns = vec![Column::at_least(LEAST)];
    columns.extend(attributes.clone().map(|_| Column::near_0(ATTRIBUTES_ALIKE)));
    columns.push(Column::at_least(LEAST));
    columns.extend(fittings.clone().map(|_| Column::near_0(FITTINGS_ALIKE)));
    columns.extend(others().map(|_| Column::at_least(0.0)));
    // What Red has by going first or last, and the edge, are nobody's price.
    columns.extend([Column::FREE; 2]);
    let rows: Vec<Row> = battles
        .iter()
        .zip(units)
        .map(|(battle, unit)| {
            let of = |column: usize| more(battle, *unit, column);
            let common = |columns: std::ops::Range<usize>| columns.map(of).sum::<f64>();
            let mut row = vec![common(attributes.clone())];
            row.extend(attributes.clone().map(of));
            row.push(common(fittings.clone()));
            row.extend(fittings.clone().map(of));
            row.extend(others().map(of));
            row.extend([1.0, battle.edge]);
            Row { more: row, points: battle.points }
        })
        .collect();
    let fit = Fit::of(&rows, &columns);
    let mut weights = vec![0.0; parts.count()];
    let (hulls, rest) = fit.weights.split_at(1 + ATTRIBUTES.len());
    for (weight, other) in weights.iter_mut().zip(&hulls[1..]) {
        *weight = (hulls[0] + other).max(0.0);
    }
    for (weight, other) in weights[fittings].iter_mut().zip(&rest[1..]) {
        *weight = (rest[0] + other).max(0.0);
    }
    (weights, fit.weights[columns.len() - 1])
}

/// The weight of a point of a hull's initiative, from the other weights of hulls.
fn initiative(parts: &Parts<'_>, bare: &[f64]) -> f64 {
    let hulls = parts.rules.ship_hulls(true);
    let by_size = || (0..hulls.len()).rev().map(|index| (hulls[index].structure, index));
    let (Some((_, largest)), Some((_, smallest))) = (by_size().max(), by_size().min()) else { return 0.0 };
    let [most, least] = [largest, smallest].map(|hull| parts.hull_price(hull, bare));
    let [slow, quick] = [largest, smallest].map(|hull| f64::from(hulls[hull].initiative));
    let points = LARGEST_OVER_SMALLEST * quick - slow;
    if points > 0.0 { ((most - LARGEST_OVER_SMALLEST * least) / points).max(0.0) } else { 0.0 }
}

/// The second step: weights of everything. `bare` has those of the first step.
fn without_the_edge(parts: &Parts<'_>, battles: &[&Battle], units: &[f64], bare: &[f64]) -> Vec<f64> {
    let squadrons = INITIATIVE + 1..parts.weapon(0, 0);
    let captains = parts.captain()..parts.count();
    let mut columns = vec![Column::at_least(LEAST)];
    columns.extend(squadrons.clone().chain(captains.clone()).map(|_| Column::at_least(0.0)));
    columns.push(Column::FREE);
    let rows: Vec<Row> = battles
        .iter()
        .zip(units)
        .map(|(battle, unit)| {
            let of = |column: usize| more(battle, *unit, column);
            let mut row = vec![(0..parts.count()).map(|column| bare[column] * of(column)).sum()];
            row.extend(squadrons.clone().chain(captains.clone()).map(of));
            row.push(1.0);
            Row { more: row, points: battle.points }
        })
        .collect();
    let found = Fit::of(&rows, &columns).weights;
    let mut weights: Vec<f64> = bare.iter().map(|weight| weight * found[0]).collect();
    weights[squadrons.clone()].copy_from_slice(&found[1..=squadrons.len()]);
    let captain = &found[1 + squadrons.len()..][..CAPTAIN];
    weights[captains].copy_from_slice(captain);
    weights
}

pub(super) fn sum(amounts: &[f64], prices: &[f64]) -> f64 {
    amounts.iter().zip(prices).map(|(amount, price)| amount * price).sum()
}

#[cfg(test)]
mod tests {
    use game::{Random, RuleSet as _};

    use super::*;

    #[test]
    fn the_edge_counts_pairs_of_enemies() {
        let rules = Rules::built_in();
        let read = |text: &str| Fleet::read(text, &rules, &rules.weapon_sets[0]).unwrap();
        let edge = |red: &str, blue: &str| edge(&rules, &read(red), &read(blue));
        // Needle 5, Dagger 3, with a commander of rank 2 one more.
        assert!((edge("needle", "dagger") - 1.0).abs() < 1e-9 && edge("dagger", "dagger").abs() < 1e-9);
        assert!((edge("dagger@211+needle", "dagger+needle") - 0.25).abs() < 1e-9);
    }

    /// Results that come from known prices and from the edge give these prices back: no hull is at a floor or far from the truth.
    #[test]
    fn known_prices_are_found_although_initiative_decides_battles() {
        let rules = Rules::built_in();
        let parts = Parts::of(&rules);
        let mut random = Random::new(3);
        let truth: Vec<f64> = (0..parts.count())
            .map(|column| match column {
                _ if column < INITIATIVE => 4.0,
                _ if column == INITIATIVE => 0.0,
                _ if column == parts.weapon(0, 3) => 20.0, // the cannon
                _ if column < parts.captain() => 10.0,
                _ if column == parts.captain() => 4.0,
                _ => 0.5,
            })
            .collect();
        let ships = ["needle", "dagger", "sabre", "bastion@121", "manta.none.laser.none", "sovereign", "hive~wasp"];
        let battles: Vec<Battle> = (0..3000)
            .map(|_| {
                let set = &rules.weapon_sets[0];
                let fleets = [0, 1].map(|_| {
                    let count = 1 + random.below(3);
                    let ships: Vec<&str> = (0..count).map(|_| *random.pick(&ships).unwrap()).collect();
                    Fleet::read(&ships.join("+"), &rules, set).unwrap()
                });
                let edge = edge(&rules, &fleets[0], &fleets[1]);
                let made = fleets.each_ref().map(|fleet| parts.of_fleet(0, fleet));
                let [red, blue] = made.each_ref().map(|fleet| sum(fleet, &truth));
                let row = Row { more: vec![(red - blue) / (red + blue), edge], points: 0.0 };
                let points = f64::from(u8::from(f64::from(random.unit()) < row.chance(&[6.0, 2.5])));
                Battle { fleets: made, costs: [red, blue], edge, points }
            })
            .collect();
        let formula = Formula::of(&parts, &battles.iter().collect::<Vec<_>>());
        assert!(formula.edge > 1.5, "{formula:?}");
        let hulls = ["needle", "dagger", "sabre", "manta", "bastion", "sovereign", "hive"];
        let prices = |columns: &[f64]| hulls.map(|key| parts.hull_price(rules.hull(key).unwrap(), columns));
        let (found, truth) = (prices(&formula.columns), prices(&truth));
        assert!(found.iter().all(|price| *price > 5.0), "{found:?}");
        for ((key, found), truth) in hulls.iter().zip(found).zip(truth) {
            assert!((found - truth).abs() < 0.2 * truth, "{key}: {found} and not {truth}");
        }
        let cannon = formula.columns[parts.weapon(0, 3)];
        assert!(cannon > 1.2 * formula.columns[parts.weapon(0, 0)], "{formula:?}");
    }
}
