//! `sixfold ships balance`: the value of each weapon by the formula of the original game, and what battles say about prices
//! and scenarios.

mod arena;
mod costs;
mod formula;
mod parts;
mod price_files;
mod scenarios;
mod strength;
mod trials;

pub(super) mod auto_campaign;

use std::fmt::Write as _;
use std::sync::Arc;

use ai::Level;
use game::{RuleFiles, RuleSet as _};
use hex_ships::balance::{self, Means, SampleTarget, Worth};
use hex_ships::rules::{BRACKETS, Rules, Weapon, WeaponSet};
use serde_json::json;

use crate::cli::BalanceArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::rule_sets;

pub(crate) fn balance(args: &BalanceArgs, output: &mut Output) -> Result<(), Failure> {
    let wrong = |error: game::RulesError| Failure::Input(error.to_string());
    let files = match &args.rules {
        Some(folder) => rule_sets::read(folder, Rules::FILES.iter().map(|(name, _)| *name))?,
        None => RuleFiles::new(Rules::FILES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())))
            .map_err(wrong)?,
    };
    let rules = Rules::parse(&files).map_err(wrong)?;
    if args.costs || args.scenarios {
        return fight(args, &files, rules, output);
    }
    if args.tune {
        let mut progress = Progress::new("tuning");
        let found = balance::tune(&rules, &mut |done| progress.at(done));
        drop(progress);
        let Some(found) = found else {
            let nothing = json!({ "set": "balanced", "found": false });
            output.say(&nothing, || {
                "The search found nothing: no numbers near those of the set `seed` bring ordinary weapons within 20 % of \
                 the mean in every bracket,\nand torpedoes and heavy lasers 10 to 40 % above it (HS-39)."
                    .to_owned()
            })?;
            return Err(Failure::No);
        };
        return show(&rules, &found, output);
    }
    let known: Vec<&str> = rules.weapon_sets.iter().map(|set| set.name).collect();
    let wanted = |set: &&WeaponSet| args.weapons.as_ref().is_none_or(|name| name == set.name);
    let sets: Vec<&WeaponSet> = rules.weapon_sets.iter().filter(wanted).collect();
    if sets.is_empty() {
        return Err(Failure::Input(format!("there is no such set of weapons; there is {}", known.join(", "))));
    }
    sets.into_iter().try_for_each(|set| show(&rules, set, output))
}

/// The parts of the command that let the computer fight.
fn fight(args: &BalanceArgs, files: &RuleFiles, rules: Rules, output: &mut Output) -> Result<(), Failure> {
    let level = match &args.level {
        Some(name) => Level::named(name).ok_or_else(|| {
            let known: Vec<&str> = ai::levels().iter().map(|level| level.name.as_str()).collect();
            Failure::Input(format!("there is no level `{name}`; there is {}", known.join(", ")))
        })?,
        None => Level::default_level(),
    };
    let (seed, threads) = (args.seed, args.threads as usize);
    if args.scenarios {
        let battles = args.battles.unwrap_or(BATTLES_A_SCENARIO);
        let series = scenarios::Series { level, seed, battles, threads };
        return scenarios::run(&rules, &series, args, output);
    }
    // Battles take hours: a folder that cannot be written to is told before them.
    if let Some(folder) = &args.write {
        price_files::check(folder, &rules)?;
    }
    let (rules, battles) = (Arc::new(rules), args.battles.unwrap_or(BATTLES_FOR_COSTS));
    let plan = trials::Plan { rules: &rules, files, level, seed, battles, threads, keep: args.keep.as_deref() };
    costs::run(&plan, args, output)
}

/// The numbers of battles unless the command line says otherwise.
const BATTLES_A_SCENARIO: u64 = 60;
const BATTLES_FOR_COSTS: u64 = 3_000;

/// Prints one set of weapons, a line for each weapon.
fn show(rules: &Rules, set: &WeaponSet, output: &mut Output) -> Result<(), Failure> {
    let targets = SampleTarget::all(rules);
    let means = Means::of(set.weapons.iter());
    let rows: Vec<Row> = set.weapons.iter().map(|weapon| Row::of(weapon, &means, &targets, rules)).collect();
    let answer = json!({
        "set": set.name,
        "rounds": balance::ROUNDS,
        "mean_of_ordinary": means.all,
        "mean_of_ordinary_by_bracket": by_bracket(means.brackets),
        "balanced": rows.iter().all(|row| row.balanced),
        "weapons": rows.iter().map(Row::json).collect::<Vec<_>>(),
    });
    output.say(&answer, || table(rules, set, &targets, &rows, &means))
}

struct Row {
    weapon: String,
    damage: String,
    brackets: [Option<f64>; 3],
    /// How far it is from the mean of each bracket.
    off_in: [Option<f64>; 3],
    mean: f64,
    off: f64,
    worth: Worth,
    balanced: bool,
    /// The mean damage against each sample target.
    against: Vec<(String, f64)>,
}

impl Row {
    fn of(weapon: &Weapon, means: &Means, targets: &[SampleTarget], rules: &Rules) -> Self {
        let against =
            |target: &SampleTarget| (named(target, rules), balance::mean_of(weapon, target.difficulty(rules)));
        Self {
            weapon: weapon.name.clone(),
            damage: numbers(weapon),
            brackets: [0, 1, 2].map(|bracket| balance::expected(weapon, bracket, 0)),
            off_in: [0, 1, 2].map(|bracket| means.off_in(weapon, bracket)),
            mean: balance::mean_of(weapon, 0),
            off: means.off(weapon),
            worth: balance::worth(weapon.kind),
            balanced: means.balances(weapon),
            against: targets.iter().map(against).collect(),
        }
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "weapon": self.weapon, "short": self.brackets[0], "medium": self.brackets[1], "long": self.brackets[2],
            "mean": self.mean, "off_the_ordinary_mean": self.off,
            "off_by_bracket": by_bracket(self.off_in), "balanced": self.balanced,
            "against": self.against.iter().map(|(name, mean)| json!({ "target": name, "mean": mean })).collect::<Vec<_>>(),
        })
    }

    fn verdict(&self) -> &'static str {
        match (self.worth, self.balanced) {
            (Worth::Control, _) => "for control",
            (Worth::Ordinary, true) => "near the mean",
            (Worth::Above, true) => "somewhat above",
            (_, false) => "out of balance",
        }
    }
}

fn by_bracket(values: [Option<f64>; 3]) -> serde_json::Value {
    BRACKETS.into_iter().zip(values).map(|(name, value)| (name.to_owned(), json!(value))).collect()
}

/// A weapon in short: its shots, and damage and number in each bracket.
fn numbers(weapon: &Weapon) -> String {
    let shots = weapon.ammunition.map_or("-".to_owned(), |shots| shots.to_string());
    let brackets = weapon.brackets.map(|shot| match shot {
        None => "-".to_owned(),
        Some(shot) if weapon.missiles.is_some() => shot.damage.to_string(),
        Some(shot) => format!("{}/{}+", shot.damage, shot.hits_on),
    });
    format!("{shots:>2} × {}", brackets.join(" "))
}

fn named(target: &SampleTarget, rules: &Rules) -> String {
    let from = if target.from_the_side { "side" } else { "front" };
    format!("{} {from} {}", rules.hulls[target.hull].name, target.speed)
}

fn table(rules: &Rules, set: &WeaponSet, targets: &[SampleTarget], rows: &[Row], means: &Means) -> String {
    let mut text = format!(
        "{}: expected damage over {} rounds, and how far from the mean of the ordinary weapons\n",
        set.name,
        balance::ROUNDS
    );
    let _ = write!(text, "{:<12} {:<22}", "weapon", "shots × damage/number");
    for bracket in BRACKETS {
        let _ = write!(text, " {bracket:>11}");
    }
    let _ = write!(text, " {:>11}", "mean");
    for target in targets {
        let _ = write!(text, " {:>17}", named(target, rules));
    }
    for row in rows {
        let _ = write!(text, "\n{:<12} {:<22}", row.weapon, row.damage);
        for (expected, off) in row.brackets.into_iter().zip(row.off_in) {
            let _ = write!(text, " {:>11}", figure(expected, off));
        }
        let _ = write!(text, " {:>11}", figure(Some(row.mean), Some(row.off)));
        for (_, mean) in &row.against {
            let _ = write!(text, " {mean:>17.1}");
        }
        let _ = write!(text, "  {}", row.verdict());
    }
    let _ = write!(text, "\n{:<12} {:<22}", "mean", "of ordinary weapons");
    for mean in means.brackets.into_iter().chain([Some(means.all)]) {
        let _ = write!(text, " {:>11}", mean.map_or("-".to_owned(), |mean| format!("{mean:.1}     ")));
    }
    text.push('\n');
    text
}

/// A weapon's damage and how far it is from the mean, in percent.
fn figure(damage: Option<f64>, off: Option<f64>) -> String {
    match (damage, off) {
        (None, _) => "-".to_owned(),
        (Some(damage), None) => format!("{damage:.1}     "),
        (Some(damage), Some(off)) => format!("{damage:.1} {:>+3.0}%", 100.0 * off),
    }
}
