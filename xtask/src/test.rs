//! `cargo xtask test`: runs the tests, also on a fresh machine.

use crate::failure::Failure;
use crate::steps::{Done, IGNORED, NEEDS, STEPS, Step, TESTS, When};
use crate::table;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::process::ExitCode;
use std::time::Instant;

/// Run the tests that a change must pass, installing what is missing or saying how
#[derive(Args, Default)]
#[command(after_help = "\
It stops at the first step that fails. What follows `--` goes to `cargo test`, and no other step runs:
    cargo xtask test -- ho_1
    cargo xtask test --slow -- honeycomb")]
pub(crate) struct Test {
    /// Run this step and no other; may be given several times
    #[arg(long, value_name = "STEP", value_parser = PossibleValuesParser::new(STEPS.iter().map(|step| step.name)))]
    only: Vec<String>,
    /// Run what takes too long for every day, in place of the daily steps
    #[arg(long)]
    pub(crate) slow: bool,
    /// List the steps and run none
    #[arg(long)]
    list: bool,
    /// The name of a test, or anything else that `cargo test` takes
    #[arg(last = true, value_name = "ARGUMENT")]
    pub(crate) rest: Vec<String>,
}

impl Test {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let steps = self.chosen()?;
        if self.list {
            let row = |step: &&Step| vec![step.name.to_owned(), step.about.to_owned()];
            print!("{}", table::plain(&steps.iter().map(row).collect::<Vec<_>>(), &[]));
            return Ok(ExitCode::SUCCESS);
        }
        let reports = self.run_steps(&steps);
        print!("\n{}", summary(&reports));
        println!("{}", machine_line(&reports));
        let failed = reports.iter().any(|report| report.state == State::Failed);
        Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }

    pub(crate) fn chosen(&self) -> Result<Vec<&'static Step>, Failure> {
        let mut only: Vec<&str> = self.only.iter().map(String::as_str).collect();
        if !self.rest.is_empty() {
            let tests = if self.slow { IGNORED } else { TESTS };
            if only.iter().any(|name| *name != tests) {
                return Err(Failure::Usage(format!("what follows `--` is for the step `{tests}`; leave `--only` out")));
            }
            only.push(tests);
        }
        let other = if self.slow { When::Daily } else { When::Slow };
        let is_chosen = |step: &&Step| match only[..] {
            [] => step.when != other,
            _ => step.name == NEEDS || only.contains(&step.name),
        };
        Ok(STEPS.iter().filter(is_chosen).collect())
    }

    fn run_steps(&self, steps: &[&Step]) -> Vec<Report> {
        let mut reports = Vec::new();
        let mut failed = false;
        for step in steps {
            if failed {
                reports.push(Report { name: step.name, state: State::NotRun, seconds: 0.0 });
                continue;
            }
            println!("\n== {}: {}", step.name, step.about);
            let start = Instant::now();
            let state = match (step.run)(self) {
                Ok(Done::Passed) => State::Passed,
                Ok(Done::Skipped(reason)) => State::Skipped(reason),
                Err(failure) => {
                    eprintln!("xtask: {failure}");
                    failed = true;
                    State::Failed
                }
            };
            let seconds = start.elapsed().as_secs_f64();
            println!("== {}: {} ({seconds:.1} s)", step.name, state.say());
            reports.push(Report { name: step.name, state, seconds });
        }
        reports
    }
}

struct Report {
    name: &'static str,
    state: State,
    seconds: f64,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Passed,
    Skipped(&'static str),
    Failed,
    NotRun,
}

impl State {
    fn say(self) -> String {
        match self {
            Self::Passed => "passed".to_owned(),
            Self::Skipped(reason) => format!("skipped: {reason}"),
            Self::Failed => "FAILED".to_owned(),
            Self::NotRun => "not run".to_owned(),
        }
    }
}

fn summary(reports: &[Report]) -> String {
    let rows: Vec<Vec<String>> = reports
        .iter()
        .map(|report| {
            let time = if report.state == State::NotRun { String::new() } else { format!("{:.1} s", report.seconds) };
            vec![report.name.to_owned(), time, report.state.say()]
        })
        .collect();
    table::plain(&rows, &[table::Align::Left, table::Align::Right])
}

/// The last line, for programs: `key=value` pairs, always with the same keys.
fn machine_line(reports: &[Report]) -> String {
    let count = |wanted: fn(State) -> bool| reports.iter().filter(|report| wanted(report.state)).count();
    let failed = count(|state| state == State::Failed);
    format!(
        "xtask-test result={} passed={} skipped={} failed={failed} not_run={} seconds={:.1}",
        if failed == 0 { "passed" } else { "failed" },
        count(|state| state == State::Passed),
        count(|state| matches!(state, State::Skipped(_))),
        count(|state| state == State::NotRun),
        reports.iter().map(|report| report.seconds).sum::<f64>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Command;
    use crate::tests::parse;

    const FAKE: &[Step] = &[
        Step { name: "good", about: "", when: When::Both, run: |_| Ok(Done::Passed) },
        Step { name: "absent", about: "", when: When::Both, run: |_| Ok(Done::Skipped("no tool")) },
        Step { name: "bad", about: "", when: When::Both, run: |_| Err(Failure::Failed("as planned".to_owned())) },
        Step { name: "late", about: "", when: When::Both, run: |_| unreachable!("a step before it failed") },
    ];

    fn names(line: &str) -> Result<Vec<&str>, String> {
        match parse(line)? {
            Some(Command::Test(test)) => {
                let chosen = test.chosen().map_err(|failure| failure.to_string())?;
                Ok(chosen.iter().map(|step| step.name).collect())
            }
            _ => panic!("`{line}` tests"),
        }
    }

    #[test]
    fn the_first_failure_stops_the_run_and_the_summary_says_what_was_not_run() {
        let mut reports = Test::default().run_steps(&FAKE.iter().collect::<Vec<_>>());
        for report in &mut reports {
            report.seconds = 0.0;
        }
        let expected =
            "good    0.0 s  passed\nabsent  0.0 s  skipped: no tool\nbad     0.0 s  FAILED\nlate           not run\n";
        assert_eq!(summary(&reports), expected);
        let line = "xtask-test result=failed passed=1 skipped=1 failed=1 not_run=1 seconds=0.0";
        assert_eq!(machine_line(&reports), line);
        assert!(machine_line(&reports[..2]).starts_with("xtask-test result=passed passed=1 skipped=1 failed=0"));
    }

    #[test]
    fn every_step_runs_unless_some_are_chosen() {
        assert_eq!(names("test").unwrap().last(), Some(&"documentation"));
        assert_eq!(names("test").unwrap().len(), STEPS.len() - 1);
        assert_eq!(names("test --slow").unwrap(), ["needs", "licences", "ignored"]);
        assert_eq!(names("test --slow -- honeycomb").unwrap(), ["needs", "ignored"]);
        assert_eq!(names("test --only ignored").unwrap(), ["needs", "ignored"]);
        assert_eq!(names("test --only tests --only format").unwrap(), ["needs", "format", "tests"]);
        assert_eq!(names("test -- ho_1").unwrap(), ["needs", "tests"]);
        assert_eq!(names("test --only tests -- ho_1").unwrap(), ["needs", "tests"]);
    }

    #[test]
    fn a_wrong_choice_is_told_the_right_ones() {
        assert!(names("test --only test").unwrap_err().contains("needs, rules, format, lints"));
        assert!(names("test --only lints -- ho_1").unwrap_err().contains("for the step `tests`"));
        assert!(names("test --slow --only tests -- ho_1").unwrap_err().contains("for the step `ignored`"));
        assert!([NEEDS, TESTS, IGNORED].iter().all(|name| STEPS.iter().any(|step| step.name == *name)));
    }
}
