//! `sixfold ships balance --costs`: prices from battles.
//!
//! Fleets that cost the same should win equally often. So the price of a part is its share in the strength of a fleet, and
//! strength is what the results of battles between drawn fleets make the most likely ([`formula`]):
//!
//!     chance that Red wins = 1 / (1 + e^(-k (R - B) / (R + B)))
//!
//! R and B being the costs of the fleets. Only ratios of prices follow from this; the scale is chosen so that the ready fleets
//! of the first scenario, which is the usual one, cost together what they cost before.

use std::fmt::Write as _;

use game::Random;
use hex_ships::Fleet;
use hex_ships::rules::Rules;
use serde_json::{Value, json};

use super::formula::{self, Battle, Formula};
use super::parts::{ATTRIBUTES, INITIATIVE, Parts, Prices};
use super::strength::{Column, Fit, Quality, Row};
use super::trials::{Plan, Trial};
use super::{arena, price_files};
use crate::cli::BalanceArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;

/// Every such battle is kept from the fit, to measure its error.
const HELD_OUT: usize = 5;
/// How often as many battles are drawn from those fought, with repetition, to see how far prices differ by chance.
const DRAWN_ANEW: usize = 24;

pub(super) fn run(plan: &Plan<'_>, args: &BalanceArgs, output: &mut Output) -> Result<(), Failure> {
    let trials = plan.fight()?;
    let measured = Measured::of(plan, &trials)?;
    output.say(&measured.json(), || measured.table())?;
    if let Some(folder) = &args.write {
        price_files::write(folder, plan.rules, &measured.prices, &measured.told())?;
    }
    Ok(())
}

struct Measured<'r> {
    parts: Parts<'r>,
    level: String,
    seed: u64,
    /// How many battles Red won, how many were drawn, and how many Blue won.
    results: [usize; 3],
    formula: Formula,
    /// Formulas from battles drawn anew.
    others: Vec<Formula>,
    prices: Prices,
    /// k of the formula, with the whole prices.
    steepness: f64,
    /// How well battles that were kept from the fit are foretold: by measured prices, and by the costs until now.
    error: Quality,
    error_until_now: Quality,
}

/// A part with the file that has its cost.
struct Line {
    file: String,
    name: String,
    now: u16,
    measured: f64,
    error: f64,
    cost: u16,
}

impl<'r> Measured<'r> {
    fn of(plan: &'r Plan<'_>, trials: &[Trial]) -> Result<Self, Failure> {
        let rules: &'r Rules = plan.rules;
        let parts = Parts::of(rules);
        let battles: Vec<Battle> = trials.iter().map(|trial| battle(&parts, trial)).collect::<Result<_, _>>()?;
        let (fitted, held_out) = halves(&battles);
        if held_out.is_empty() {
            return Err(Failure::Input(format!("prices need {HELD_OUT} battles at least: --battles N")));
        }
        let all: Vec<&Battle> = battles.iter().collect();
        let from_fitted = Formula::of(&parts, &fitted);
        let formula = Formula::of(&parts, &all);
        let mut random = Random::new(plan.seed);
        let mut progress = Progress::new("measuring the errors");
        let mut others = Vec::new();
        for done in 0..DRAWN_ANEW {
            let drawn: Vec<&Battle> = all.iter().filter_map(|_| random.pick(&all).copied()).collect();
            others.push(Formula::of(&parts, &drawn));
            progress.at((done + 1) as f32 / DRAWN_ANEW as f32);
        }
        drop(progress);
        let has = |column: usize| all.iter().any(|battle| battle.fleets.iter().any(|fleet| fleet[column] > 0.0));
        let seen: Vec<bool> = (0..parts.count()).map(has).collect();
        let prices = parts.whole(&formula.columns, &seen);
        let repriced = prices.apply(rules);
        let whole: Vec<Battle> =
            trials.iter().map(|trial| battle(&Parts::of(&repriced), trial)).collect::<Result<_, _>>()?;
        let now = |battle: &&Battle| battle.costs;
        let then = |battle: &&Battle| battle.fleets.each_ref().map(|fleet| formula::sum(fleet, &from_fitted.columns));
        Ok(Self {
            error: foretold(&rows(&fitted, then), &rows(&held_out, then)),
            error_until_now: foretold(&rows(&fitted, now), &rows(&held_out, now)),
            steepness: steepness(&rows(&whole.iter().collect::<Vec<_>>(), now)),
            level: plan.level.name.clone(),
            seed: plan.seed,
            results: results(trials),
            parts,
            formula,
            others,
            prices,
        })
    }

    fn battles(&self) -> usize {
        self.results.iter().sum()
    }

    /// The standard error of a price that follows from a formula.
    fn error_of(&self, price: impl Fn(&[f64]) -> f64) -> f64 {
        let prices: Vec<f64> = self.others.iter().map(|other| price(&other.columns)).collect();
        let mean = prices.iter().sum::<f64>() / prices.len() as f64;
        let squares: f64 = prices.iter().map(|price| (price - mean).powi(2)).sum();
        (squares / (prices.len() - 1).max(1) as f64).sqrt()
    }

    /// A price of the formula with its error.
    fn priced(&self, price: impl Fn(&[f64]) -> f64) -> (f64, f64) {
        (price(&self.formula.columns), self.error_of(price))
    }

    fn lines(&self) -> Vec<Line> {
        let (parts, rules) = (&self.parts, self.parts.rules);
        let mut lines = Vec::new();
        let mut add = |file: String, name: &str, now: u16, (measured, error): (f64, f64), cost: u16| {
            lines.push(Line { file, name: name.to_owned(), now, measured, error, cost });
        };
        for (index, hull) in rules.hulls.iter().enumerate() {
            let found = self.priced(|columns| parts.hull_price(index, columns));
            add("hulls.toml".to_owned(), &hull.name, hull.cost, found, self.prices.hulls[index]);
        }
        for (at, set) in rules.weapon_sets.iter().enumerate() {
            for (index, weapon) in set.weapons.iter().enumerate() {
                let found = self.priced(|columns| columns[parts.weapon(at, index)]);
                let price = self.prices.weapons[at][index];
                add(price_files::of_weapons(set.name), &weapon.name, weapon.cost, found, price);
            }
        }
        for (index, item) in rules.items.iter().enumerate() {
            let found = self.priced(|columns| columns[parts.item(index)]);
            add(price_files::ITEMS.to_owned(), &item.name, item.cost, found, self.prices.items[index]);
        }
        for (above, now) in rules.captains.level_costs.iter().enumerate() {
            let found = self.priced(|columns| parts.captain_price(above, columns));
            let name = format!("level {}", above + 1);
            add("captains.toml".to_owned(), &name, *now, found, self.prices.levels[above]);
        }
        lines
    }

    /// The coefficients of a hull's price: of an attribute each, and of the initiative.
    fn coefficients(&self) -> Vec<(&'static str, f64, f64)> {
        let own = |index: usize| self.priced(|columns| columns[index] / self.parts.means[index]);
        let attributes = ATTRIBUTES.iter().enumerate().map(|(index, (name, _))| (*name, own(index).0, own(index).1));
        let (initiative, error) = self.priced(|columns| columns[INITIATIVE]);
        attributes.chain([("initiative", initiative, error)]).collect()
    }

    /// The captains' parabola: of the levels above the first, and of their square.
    fn captain(&self) -> [(f64, f64); 2] {
        [0, 1].map(|column| self.priced(|columns| columns[self.parts.captain() + column]))
    }

    /// What the files say about where their costs come from.
    fn told(&self) -> String {
        format!(
            "Costs are measured: sixfold ships balance --costs --battles {} --level {} --seed {} --write DIR. Unseen \
             battles: log loss {:.3}, a coin 0.693.",
            self.battles(),
            self.level,
            self.seed,
            self.error.log_loss
        )
    }

    fn table(&self) -> String {
        let [red, drawn, blue] = self.results;
        let mut text = format!(
            "{} battles at level {}, seed {}: Red won {red}, Blue {blue}, {drawn} were drawn\n\
             chance that Red wins = 1 / (1 + e^(-k (R - B) / (R + B))), R and B being the costs of the fleets, k = {:.1}\n",
            self.battles(),
            self.level,
            self.seed,
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
        let _ = writeln!(text, "\ncost of a hull = the sum of");
        for (name, price, error) in self.coefficients() {
            let _ = writeln!(text, "{price:>8.2} ± {error:.2} × {name}");
        }
        let [(first, first_error), (second, second_error)] = self.captain();
        let _ = writeln!(
            text,
            "cost of a captain x levels above the first = {first:.2} (± {first_error:.2}) x + {second:.2} (± {second_error:.2}) x²\n\
             Hulls, weapons and items were measured with the edge of initiative known: all ships moving after all enemies adds\n\
             {:.1} to k (R - B) / (R + B). A point of initiative costs as much as leaves the largest hull dearer than the smallest.",
            self.formula.edge
        );
        let mut file = String::new();
        for line in self.lines() {
            if line.file != file {
                let _ = writeln!(text, "\n{:<22} {:>7} {:>9} {:>6} {:>6}", line.file, "now", "measured", "±", "cost");
                file.clone_from(&line.file);
            }
            let Line { name, now, measured, error, cost, .. } = line;
            let _ = writeln!(text, "{name:<22} {now:>7} {measured:>9.1} {error:>6.1} {cost:>6}");
        }
        let _ = write!(text, "\n{}", price_files::levels(&self.prices.levels));
        text
    }

    fn json(&self) -> Value {
        let [red, drawn, blue] = self.results;
        let quality = |quality: Quality| json!({ "log_loss": quality.log_loss, "off": quality.off });
        let line = |line: Line| {
            json!({ "file": line.file, "name": line.name, "now": line.now, "measured": line.measured,
                    "error": line.error, "cost": line.cost })
        };
        let coefficient = |(name, price, error)| json!({ "attribute": name, "cost": price, "error": error });
        json!({
            "battles": self.battles(), "level": self.level, "seed": self.seed,
            "red_won": red, "blue_won": blue, "drawn": drawn,
            "k": self.steepness, "error": quality(self.error), "error_until_now": quality(self.error_until_now),
            "hull": self.coefficients().into_iter().map(coefficient).collect::<Vec<_>>(),
            "captain": self.captain().map(|(price, error)| json!({ "cost": price, "error": error })),
            "edge": self.formula.edge,
            "costs": self.lines().into_iter().map(line).collect::<Vec<_>>(),
            "level_costs": self.prices.levels,
        })
    }
}

fn battle(parts: &Parts<'_>, trial: &Trial) -> Result<Battle, Failure> {
    let rules = parts.rules;
    let wrong = |why: String| Failure::Input(format!("battle {}: {why}", trial.battle));
    let set = rules.weapon_sets.iter().position(|set| set.name == trial.weapons);
    let set = set.ok_or_else(|| wrong(format!("there are no weapons `{}`", trial.weapons)))?;
    let weapons = &rules.weapon_sets[set];
    let read = |fleet: &str| Fleet::read(fleet, rules, weapons).map_err(|why| wrong(why.to_string()));
    let fleets = [read(&trial.red)?, read(&trial.blue)?];
    Ok(Battle {
        costs: fleets.each_ref().map(|fleet| f64::from(fleet.cost(rules, weapons))),
        edge: formula::edge(rules, &fleets[0], &fleets[1]),
        fleets: fleets.map(|fleet| parts.of_fleet(set, &fleet)),
        points: trial.red_points,
    })
}

/// The battles to fit and those to measure the error with.
fn halves(battles: &[Battle]) -> (Vec<&Battle>, Vec<&Battle>) {
    let is_fitted = |index: usize| index % HELD_OUT != HELD_OUT - 1;
    let of = |fitted: bool| {
        battles.iter().enumerate().filter(|(index, _)| is_fitted(*index) == fitted).map(|(_, battle)| battle).collect()
    };
    (of(true), of(false))
}

/// The battles by the costs of their fleets alone.
fn rows(battles: &[&Battle], costs: impl Fn(&&Battle) -> [f64; 2]) -> Vec<Row> {
    let row = |battle: &&Battle| {
        let [red, blue] = costs(battle);
        Row { more: vec![(red - blue) / (red + blue).max(1.0)], points: battle.points }
    };
    battles.iter().map(row).collect()
}

/// k of the formula.
fn steepness(rows: &[Row]) -> f64 {
    Fit::of(rows, &[Column::FREE]).weights[0]
}

/// How well the results of some battles follow from their costs, with the k of others.
fn foretold(fitted: &[Row], held_out: &[Row]) -> Quality {
    Quality::of(held_out, &[steepness(fitted)])
}

/// How many battles Red won, how many were drawn, and how many Blue won.
fn results(trials: &[Trial]) -> [usize; 3] {
    let count = |points: f64| trials.iter().filter(|trial| (trial.red_points - points).abs() < 0.1).count();
    [count(arena::WIN), count(arena::DRAW), count(arena::LOSS)]
}
