//! `sixfold ships balance`: the value of each weapon by the formula of the original game.

use std::fmt::Write as _;

use game::RuleSet as _;
use hex_ships::balance::{self, SampleTarget, Worth};
use hex_ships::rules::{BRACKETS, Rules, Weapon, WeaponSet};
use serde_json::json;

use crate::cli::BalanceArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::rule_sets;

pub(crate) fn balance(args: &BalanceArgs, output: &mut Output) -> Result<(), Failure> {
    let rules = match &args.rules {
        Some(folder) => Rules::parse(&rule_sets::read(folder, Rules::FILES.iter().map(|(name, _)| *name))?)
            .map_err(|error| Failure::Input(error.to_string()))?,
        None => Rules::built_in(),
    };
    if args.tune {
        let mut progress = Progress::new("tuning");
        let found = balance::tune(&rules, &mut |done| progress.at(done));
        drop(progress);
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

/// Prints one set of weapons, a line for each weapon.
fn show(rules: &Rules, set: &WeaponSet, output: &mut Output) -> Result<(), Failure> {
    let targets = SampleTarget::all(rules);
    let mean = balance::ordinary_mean(&set.weapons);
    let rows: Vec<Row> = set.weapons.iter().map(|weapon| Row::of(weapon, mean, &targets, rules)).collect();
    let answer = json!({
        "set": set.name,
        "rounds": balance::ROUNDS,
        "mean_of_ordinary": mean,
        "balanced": rows.iter().all(|row| row.balanced),
        "weapons": rows.iter().map(Row::json).collect::<Vec<_>>(),
    });
    output.say(&answer, || table(rules, set, &targets, &rows, mean))
}

struct Row {
    weapon: String,
    damage: String,
    brackets: [Option<f64>; 3],
    mean: f64,
    off: f64,
    worth: Worth,
    balanced: bool,
    /// The mean damage against each sample target.
    against: Vec<(String, f64)>,
}

impl Row {
    fn of(weapon: &Weapon, mean: f64, targets: &[SampleTarget], rules: &Rules) -> Self {
        let own = balance::mean_of(weapon, 0);
        let against =
            |target: &SampleTarget| (named(target, rules), balance::mean_of(weapon, target.difficulty(rules)));
        Self {
            weapon: weapon.name.clone(),
            damage: numbers(weapon),
            brackets: [0, 1, 2].map(|bracket| balance::expected(weapon, bracket, 0)),
            mean: own,
            off: own / mean - 1.0,
            worth: balance::worth(weapon.kind),
            balanced: balance::is_balanced(weapon, mean),
            against: targets.iter().map(against).collect(),
        }
    }

    fn json(&self) -> serde_json::Value {
        json!({
            "weapon": self.weapon, "short": self.brackets[0], "medium": self.brackets[1], "long": self.brackets[2],
            "mean": self.mean, "off_the_ordinary_mean": self.off, "balanced": self.balanced,
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

fn table(rules: &Rules, set: &WeaponSet, targets: &[SampleTarget], rows: &[Row], mean: f64) -> String {
    let mut text = format!(
        "{}: expected damage over {} rounds; ordinary weapons have a mean of {mean:.1}\n",
        set.name,
        balance::ROUNDS
    );
    let _ = write!(text, "{:<12} {:<22}", "weapon", "shots × damage/number");
    for bracket in BRACKETS {
        let _ = write!(text, " {bracket:>7}");
    }
    let _ = write!(text, " {:>7} {:>7}", "mean", "off");
    for target in targets {
        let _ = write!(text, " {:>17}", named(target, rules));
    }
    for row in rows {
        let _ = write!(text, "\n{:<12} {:<22}", row.weapon, row.damage);
        for expected in row.brackets {
            let _ = match expected {
                Some(expected) => write!(text, " {expected:>7.1}"),
                None => write!(text, " {:>7}", "-"),
            };
        }
        let _ = write!(text, " {:>7.1} {:>+6.0}%", row.mean, 100.0 * row.off);
        for (_, mean) in &row.against {
            let _ = write!(text, " {mean:>17.1}");
        }
        let _ = write!(text, "  {}", row.verdict());
    }
    text.push('\n');
    text
}
