//! `sixfold ships balance --costs`: prices from battles.
//!
//! Fleets that cost the same should win equally often. So the price of a part is its share in the strength of a fleet, and
//! strength is what the results of battles between drawn fleets make the most likely:
//!
//!     chance that Red wins = 1 / (1 + e^(-k (R - B) / (R + B)))
//!
//! R and B being the costs of the fleets, and no part being cheaper than [`Parts::least`]. Only ratios of prices follow from
//! this; the scale is chosen so that the ready fleets of the first scenario, which is the usual one, cost together what they
//! cost before.

use std::fmt::Write as _;

use hex_ships::Fleet;
use hex_ships::rules::Rules;
use serde_json::{Value, json};

use super::parts::{Parts, Prices};
use super::strength::{Fit, Quality, Row};
use super::trials::{Plan, Trial};
use super::{arena, price_files};
use crate::cli::BalanceArgs;
use crate::failure::Failure;
use crate::output::Output;

/// The sum of the costs in the formula depends on the prices that are looked for, so the fit is repeated with the prices of
/// the one before. They no longer change after three.
const REPEATED: usize = 4;
/// Costs of about this size make weights of about 1, as the fit wants them.
const UNIT: f64 = 200.0;
/// Every such battle is kept from the fit, to measure its error.
const HELD_OUT: usize = 5;

pub(super) fn run(plan: &Plan<'_>, args: &BalanceArgs, output: &mut Output) -> Result<(), Failure> {
    let trials = plan.fight()?;
    let measured = Measured::of(plan.rules, &trials)?;
    output.say(&measured.json(plan, &trials), || measured.table(plan, &trials))?;
    if let Some(folder) = &args.write {
        price_files::write(folder, plan.rules, &measured.prices)?;
    }
    Ok(())
}

/// A battle in columns: what each fleet is made of.
struct Battle {
    red: Vec<f64>,
    blue: Vec<f64>,
    points: f64,
}

struct Measured<'r> {
    parts: Parts<'r>,
    /// The measured price of every column, and its standard error.
    found: Vec<f64>,
    errors: Vec<f64>,
    prices: Prices,
    /// k of the formula, with the whole prices.
    steepness: f64,
    /// How well battles that were kept from the fit are foretold: by measured prices, and by the costs until now.
    error: Quality,
    error_until_now: Quality,
}

impl<'r> Measured<'r> {
    fn of(rules: &'r Rules, trials: &[Trial]) -> Result<Self, Failure> {
        let parts = Parts { rules };
        let battles: Vec<Battle> = trials.iter().map(|trial| battle(&parts, rules, trial)).collect::<Result<_, _>>()?;
        let (fitted, held_out) = halves(&battles);
        if held_out.is_empty() {
            return Err(Failure::Input(format!("prices need {HELD_OUT} battles at least: --battles N")));
        }
        let present = parts.present();
        let until_now = steepness(&fitted, &present);
        let (from_fitted, _) = price(&parts, &fitted, &present);
        let all: Vec<&Battle> = battles.iter().collect();
        let (measured, errors) = price(&parts, &all, &present);
        let seen: Vec<bool> = (0..parts.count())
            .map(|column| battles.iter().any(|battle| battle.red[column] + battle.blue[column] > 0.0))
            .collect();
        let prices = parts.whole(&measured, &seen);
        let whole = Parts { rules: &prices.apply(rules) }.present();
        let error = |prices: &[f64], k: f64| {
            let rows: Vec<Row> = held_out.iter().map(|battle| one_column(battle, prices)).collect();
            Quality::of(&rows, &[k])
        };
        Ok(Self {
            error: error(&from_fitted, steepness(&fitted, &from_fitted)),
            error_until_now: error(&present, until_now),
            steepness: steepness(&all, &whole),
            parts,
            found: measured,
            errors,
            prices,
        })
    }

    /// Every part with its file, its cost until now, its column and its whole price.
    fn lines(&self) -> Vec<(String, String, u16, usize, u16)> {
        let rules = self.parts.rules;
        let mut lines = Vec::new();
        for (index, hull) in rules.hulls.iter().enumerate() {
            lines.push(("hulls.toml".to_owned(), hull.name.clone(), hull.cost, index, self.prices.hulls[index]));
        }
        for (at, set) in rules.weapon_sets.iter().enumerate() {
            for (index, weapon) in set.weapons.iter().enumerate() {
                let file = price_files::of_weapons(set.name);
                let (column, price) = (self.parts.weapon(at, index), self.prices.weapons[at][index]);
                lines.push((file, weapon.name.clone(), weapon.cost, column, price));
            }
        }
        for (index, item) in rules.items.iter().enumerate() {
            let (column, price) = (self.parts.item(index), self.prices.items[index]);
            lines.push((price_files::ITEMS.to_owned(), item.name.clone(), item.cost, column, price));
        }
        lines
    }

    fn table(&self, plan: &Plan<'_>, trials: &[Trial]) -> String {
        let [red, drawn, blue] = results(trials);
        let mut text = format!(
            "{} battles at level {}, seed {}: Red won {red}, Blue {blue}, {drawn} were drawn\n\
             chance that Red wins = 1 / (1 + e^(-k (R - B) / (R + B))), R and B being the costs of the fleets, k = {:.1}\n",
            trials.len(),
            plan.level.name,
            plan.seed,
            self.steepness
        );
        let _ = writeln!(
            text,
            "error in battles that the fit has not seen: log loss {:.3} (costs until now {:.3}, a coin 0.693), the chance is \
             off by {:.1} % (costs until now {:.1} %)",
            self.error.log_loss,
            self.error_until_now.log_loss,
            100.0 * self.error.off,
            100.0 * self.error_until_now.off
        );
        let mut file = String::new();
        for (of, name, now, column, price) in self.lines() {
            if of != file {
                let _ = writeln!(text, "\n{of:<22} {:>7} {:>9} {:>6} {:>6}", "now", "measured", "±", "cost");
                file = of;
            }
            let (measured, error) = (self.found[column], self.errors[column]);
            let _ = writeln!(text, "{name:<22} {now:>7} {measured:>9.1} {error:>6.1} {price:>6}");
        }
        let _ = write!(text, "\ncaptains.toml\n{}", price_files::levels(&self.prices.levels));
        text
    }

    fn json(&self, plan: &Plan<'_>, trials: &[Trial]) -> Value {
        let [red, drawn, blue] = results(trials);
        let quality = |quality: Quality| json!({ "log_loss": quality.log_loss, "off": quality.off });
        let line = |(file, name, now, column, cost): (String, String, u16, usize, u16)| {
            json!({ "file": file, "name": name, "now": now, "measured": self.found[column],
                    "error": self.errors[column], "cost": cost })
        };
        json!({
            "battles": trials.len(), "level": plan.level.name, "seed": plan.seed,
            "red_won": red, "blue_won": blue, "drawn": drawn,
            "k": self.steepness, "error": quality(self.error), "error_until_now": quality(self.error_until_now),
            "costs": self.lines().into_iter().map(line).collect::<Vec<_>>(),
            "level_costs": self.prices.levels,
        })
    }
}

fn battle(parts: &Parts<'_>, rules: &Rules, trial: &Trial) -> Result<Battle, Failure> {
    let wrong = |why: String| Failure::Input(format!("battle {}: {why}", trial.battle));
    let set = rules.weapon_sets.iter().position(|set| set.name == trial.weapons);
    let set = set.ok_or_else(|| wrong(format!("there are no weapons `{}`", trial.weapons)))?;
    let of = |fleet: &str| {
        let fleet = Fleet::read(fleet, rules, &rules.weapon_sets[set]).map_err(|why| wrong(why.to_string()))?;
        Ok::<_, Failure>(parts.of(set, &fleet))
    };
    Ok(Battle { red: of(&trial.red)?, blue: of(&trial.blue)?, points: trial.red_points })
}

/// The battles to fit and those to measure the error with.
fn halves(battles: &[Battle]) -> (Vec<&Battle>, Vec<&Battle>) {
    let is_fitted = |index: usize| index % HELD_OUT != HELD_OUT - 1;
    let of = |fitted: bool| {
        battles.iter().enumerate().filter(|(index, _)| is_fitted(*index) == fitted).map(|(_, battle)| battle).collect()
    };
    (of(true), of(false))
}

/// The price of every column and its standard error.
fn price(parts: &Parts<'_>, battles: &[&Battle], present: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let scale = parts.of_scenario(&parts.rules.scenarios[0]);
    let sum = |prices: &[f64]| sum(&scale, prices);
    let mut prices = present.to_vec();
    let mut errors = Vec::new();
    let mut points = f64::INFINITY;
    for _ in 0..REPEATED {
        let rows: Vec<Row> = battles
            .iter()
            .map(|battle| {
                let unit = UNIT / both(battle, &prices);
                let more = battle.red.iter().zip(&battle.blue).map(|(red, blue)| (red - blue) * unit);
                // The last column is what Red has by going first or last. It is nobody's price.
                Row { more: more.chain([1.0]).collect(), points: battle.points }
            })
            .collect();
        let least = parts.least().into_iter().map(|least| least / points).chain([f64::NEG_INFINITY]);
        let mut fit = Fit::at_least(&rows, &least.collect::<Vec<f64>>());
        fit.weights.pop();
        points = sum(present) / sum(&fit.weights).max(f64::MIN_POSITIVE);
        prices = fit.weights.iter().map(|weight| weight * points).collect();
        errors = fit.errors.iter().map(|error| error * points.abs()).collect();
    }
    (prices, errors)
}

fn sum(amounts: &[f64], prices: &[f64]) -> f64 {
    amounts.iter().zip(prices).map(|(amount, price)| amount * price).sum()
}

/// What both fleets cost together, or a little if the prices make no sense yet.
fn both(battle: &Battle, prices: &[f64]) -> f64 {
    (sum(&battle.red, prices) + sum(&battle.blue, prices)).max(10.0)
}

/// The battle by its costs alone.
fn one_column(battle: &Battle, prices: &[f64]) -> Row {
    let more = (sum(&battle.red, prices) - sum(&battle.blue, prices)) / both(battle, prices);
    Row { more: vec![more], points: battle.points }
}

/// k of the formula for these prices.
fn steepness(battles: &[&Battle], prices: &[f64]) -> f64 {
    let rows: Vec<Row> = battles.iter().map(|battle| one_column(battle, prices)).collect();
    Fit::of(&rows).weights[0]
}

/// How many battles Red won, how many were drawn, and how many Blue won.
fn results(trials: &[Trial]) -> [usize; 3] {
    let count = |points: f64| trials.iter().filter(|trial| (trial.red_points - points).abs() < 0.1).count();
    [count(arena::WIN), count(arena::DRAW), count(arena::LOSS)]
}
