//! `sixfold ships balance --scenarios`: how often each side of each scenario wins.
//!
//! Half of the battles are fought as written. In the other half the sides change seats: Blue gets Red's fleet, start and
//! aim, and Red gets Blue's. So what a seat has by going first or last is not counted as the scenario's.

use std::sync::Arc;

use ai::Level;
use game::{Game as _, Setup};
use hex_ships::HexShips;
use hex_ships::rules::{Rules, Scenario};
use serde_json::json;

use super::arena;
use crate::cli::BalanceArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;

/// A scenario is even if the share of each side lies within these.
const EVEN: std::ops::RangeInclusive<f64> = 0.40..=0.60;

/// Who fights, and how often.
pub(super) struct Series {
    pub(super) level: &'static Level,
    pub(super) seed: u64,
    pub(super) battles: u64,
    pub(super) threads: usize,
}

pub(super) fn run(rules: &Rules, series: &Series, args: &BalanceArgs, output: &mut Output) -> Result<(), Failure> {
    let known = || rules.scenarios.iter().map(|scenario| scenario.key.as_str()).collect::<Vec<_>>().join(", ");
    let wanted = |scenario: &&Scenario| args.scenario.as_ref().is_none_or(|name| *name == scenario.key);
    let scenarios: Vec<&Scenario> = rules.scenarios.iter().filter(wanted).collect();
    if scenarios.is_empty() {
        return Err(Failure::Input(format!("there is no such scenario; there is {}", known())));
    }
    let weapons = args.weapons.as_deref().unwrap_or(rules.weapon_sets[0].name);
    let sides = [Arc::new(rules.clone()), Arc::new(exchanged(rules))];
    let mut progress = Progress::new("fighting");
    let all = (scenarios.len() as u64 * series.battles) as f32;
    for (index, scenario) in scenarios.into_iter().enumerate() {
        let setup = [format!("scenario={}", scenario.key), format!("weapons={weapons}")];
        let setup = Setup::parse(HexShips::INFO.options, setup.iter().map(String::as_str))?;
        let before = index as u64 * series.battles;
        let shares = Shares::of(&sides, &setup, series, &mut |done| progress.at((before + done) as f32 / all))?;
        let answer = json!({
            "scenario": scenario.key, "weapons": weapons, "level": series.level.name, "seed": series.seed,
            "battles": series.battles, "red_won": shares.red, "blue_won": shares.blue, "drawn": shares.drawn,
            "red_share": shares.red_share(), "error": shares.error(), "red_seat_share": shares.red_seat,
            "even": EVEN.contains(&shares.red_share()), "sure": shares.verdict().1,
        });
        output.say(&answer, || shares.line(&scenario.key))?;
        output.flush()?;
    }
    Ok(())
}

/// The rules with the sides of every scenario exchanged.
fn exchanged(rules: &Rules) -> Rules {
    let mut rules = rules.clone();
    rules.scenarios.iter_mut().for_each(Scenario::exchange_sides);
    rules
}

/// The results of one scenario by sides, whichever seat they had.
struct Shares {
    red: u64,
    blue: u64,
    drawn: u64,
    /// The share of the seat Red, whichever side it had.
    red_seat: f64,
}

impl Shares {
    fn of(
        sides: &[Arc<Rules>; 2],
        setup: &Setup,
        series: &Series,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Self, Failure> {
        let numbers: Vec<u64> = (0..series.battles).collect();
        let mut shares = Self { red: 0, blue: 0, drawn: 0, red_seat: 0.0 };
        let mut done = 0;
        let fight = |number: &u64| {
            let rules = &sides[(number % 2) as usize];
            Ok(arena::fight(rules, setup, series.level, series.seed.wrapping_add(*number))?)
        };
        arena::each(&numbers, series.threads, fight, |number, winner| {
            match winner.map(|seat| (u64::from(seat.0) + number) % 2) {
                Some(0) => shares.red += 1,
                Some(_) => shares.blue += 1,
                None => shares.drawn += 1,
            }
            shares.red_seat += arena::points_of_red(winner) / series.battles as f64;
            done += 1;
            progress(done);
            Ok(())
        })?;
        Ok(shares)
    }

    /// The share of Red's side, a draw counting half.
    fn red_share(&self) -> f64 {
        (self.red as f64 + 0.5 * self.drawn as f64) / self.battles()
    }

    fn battles(&self) -> f64 {
        (self.red + self.blue + self.drawn) as f64
    }

    /// The share as it would be with two wins and two losses more. Unlike the bare share, it has an error even if one side has
    /// won every battle.
    fn cautious_share(&self) -> f64 {
        (self.red_share() * self.battles() + 2.0) / (self.battles() + 4.0)
    }

    /// The standard error of the share.
    fn error(&self) -> f64 {
        let share = self.cautious_share();
        (share * (1.0 - share) / (self.battles() + 4.0)).sqrt()
    }

    /// Whom the battles favour, and whether they are enough to say so: whether twice the error changes nothing.
    fn verdict(&self) -> (&'static str, bool) {
        let (share, cautious, twice) = (self.red_share(), self.cautious_share(), 2.0 * self.error());
        let (low, high) = (cautious - twice, cautious + twice);
        match share {
            _ if EVEN.contains(&share) => ("even", *EVEN.start() <= low && high <= *EVEN.end()),
            _ if share > 0.5 => ("favours Red", low > *EVEN.end()),
            _ => ("favours Blue", high < *EVEN.start()),
        }
    }

    fn line(&self, scenario: &str) -> String {
        let share = self.red_share();
        let (verdict, is_sure) = self.verdict();
        let sure = if is_sure { "" } else { ", but so few battles cannot tell" };
        format!(
            "{scenario:<12} Red {:>3.0} % ± {:.0}  ({} won, {} lost, {} drawn; the seat Red {:.0} %)  {verdict}{sure}",
            100.0 * share,
            100.0 * self.error(),
            self.red,
            self.blue,
            self.drawn,
            100.0 * self.red_seat
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(red: u64, blue: u64) -> (&'static str, bool) {
        Shares { red, blue, drawn: 0, red_seat: 0.5 }.verdict()
    }

    #[test]
    fn a_verdict_is_sure_only_if_its_error_cannot_change_it() {
        assert_eq!(verdict(0, 4), ("favours Blue", false));
        assert_eq!(verdict(0, 40), ("favours Blue", true));
        assert_eq!(verdict(62, 38), ("favours Red", false));
        assert_eq!(verdict(300, 100), ("favours Red", true));
        assert_eq!(verdict(30, 30), ("even", false));
        assert_eq!(verdict(150, 150), ("even", true));
        assert!(Shares { red: 0, blue: 4, drawn: 0, red_seat: 0.5 }.error() > 0.1);
    }
}
