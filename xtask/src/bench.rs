//! `cargo xtask bench`: measures the speeds that we promise, and the speed of the machine.

mod against;
mod figures;
mod readings;
mod results;
mod shared;

use crate::failure::Failure;
use crate::{browser, needs, shell, table, web};
use clap::Args;
use figures::{Figure, Game, Programs};
use readings::Plan;
use results::Results;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Measure the speeds that we promise, with the machine's own calibration beside them
#[derive(Args)]
#[command(after_help = "\
Every game, the server and the page are measured within a quarter of an hour, once everything is built. The figures mean
something only if nothing else runs on the machine.
    cargo xtask bench --write
    cargo xtask bench --against ../before/target/release/sixfold")]
pub(crate) struct Bench {
    /// How often each figure is measured
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// How long each measurement takes
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = parse_seconds)]
    seconds: f64,
    /// Measure the games alone, without server and page
    #[arg(long)]
    games: bool,
    /// Keep the tables in benches/RESULTS.md
    #[arg(long)]
    write: bool,
    /// Measure this `sixfold` too (of the commit before, say), in turns with ours, and print the ratios
    #[arg(long, value_name = "BINARY", conflicts_with = "write")]
    against: Option<PathBuf>,
}

fn parse_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds > 0.0);
    seconds.ok_or_else(|| "it should be a number of seconds above 0".to_owned())
}

impl Bench {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let other = self.against.as_deref().map(figures::check_binary).transpose()?;
        let start = Instant::now();
        if !self.games {
            needs::provide(&["browser", "tests"])?; // the nodes share a PostgreSQL and a NATS
            web::build()?;
            browser::install()?;
        }
        let [sixfold, xtask] = shell::build_release(["sixfold", "xtask"])?;
        let built = Instant::now();
        let mut programs = vec![Programs { sixfold, xtask: xtask.clone() }];
        programs.extend(other.map(|sixfold| Programs { sixfold, xtask }));
        let games = figures::of_games(&common_games(&programs)?);
        let promised = if self.games { Vec::new() } else { figures::of_server_and_page() };
        // One measurement of the page takes a minute. Two binaries take turns in going first, which needs two rounds.
        let plan = Plan { rounds: self.rounds, seconds: self.seconds, page_rounds: programs.len() as u32 };
        self.measure(plan, &programs, games, promised)?;
        let [building, measuring] = [built - start, built.elapsed()].map(|time| time.as_secs());
        println!("\nmeasured in {} (after {} of building)", minutes(measuring), minutes(building));
        Ok(ExitCode::SUCCESS)
    }

    fn measure(
        &self,
        plan: Plan,
        programs: &[Programs],
        games: Vec<Figure>,
        promised: Vec<Figure>,
    ) -> Result<(), Failure> {
        let number_of_games = games.len();
        let figures: Vec<Figure> = games.into_iter().chain(promised).collect();
        match &readings::measure(programs, &figures, plan)?[..] {
            [ours, theirs] => {
                print!("\n{}", table::plain(&against::rows(&figures, ours, theirs), against::ALIGNS));
            }
            [ours, ..] => {
                let (games, promised) = figures.split_at(number_of_games);
                let results = Results::new(plan, ours, games, promised);
                print!("\n{}", results.plain());
                if self.write {
                    results.write()?;
                    println!("\nkept in {}", results::FILE);
                }
            }
            [] => unreachable!("our own binary is always measured"),
        }
        Ok(())
    }
}

/// The games that every binary has, in the order of ours.
fn common_games(programs: &[Programs]) -> Result<Vec<Game>, Failure> {
    let mut games = programs[0].games()?;
    for other in &programs[1..] {
        let theirs = other.games()?;
        games.retain(|game| theirs.iter().any(|their| their.key == game.key));
    }
    Ok(games)
}

fn minutes(seconds: u64) -> String {
    format!("{}:{:02} min", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::parse;

    #[test]
    fn times_are_told_in_minutes() {
        assert_eq!((minutes(7), minutes(299)), ("0:07 min".to_owned(), "4:59 min".to_owned()));
    }

    #[test]
    fn a_comparison_is_not_kept_as_a_result() {
        let refused = parse("bench --write --against sixfold").err().unwrap();
        assert!(refused.contains("cannot be used with"), "{refused}");
        let failure = figures::check_binary(std::path::Path::new("no-such-program")).unwrap_err();
        assert!(failure.to_string().starts_with("no-such-program is no program"), "{failure}");
    }
}
