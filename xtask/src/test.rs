//! `cargo xtask test`: every test there is, on a fresh machine too.

use crate::command::{Arguments, Command, Failure, Flag, Rest};
use crate::{browser, needs, rules, shell, table, web};
use std::process::ExitCode;
use std::time::Instant;

pub(crate) const COMMAND: Command = Command {
    name: "test",
    about: "run every test there is, installing what is missing or saying how",
    more: "\
It stops at the first step that fails. A test's name after `--`, or anything else that `cargo test` takes, runs that alone:
    cargo xtask test -- ho_1
",
    flags: &[
        Flag { name: "--only", value: Some("STEP"), about: "run this step and no other; may be given several times" },
        Flag { name: "--list", value: None, about: "list the steps and run none" },
    ],
    rest: Rest::AfterDashes("ARGUMENT"),
    run,
};

pub(crate) struct Step {
    pub(crate) name: &'static str,
    about: &'static str,
    run: fn(&Arguments) -> Result<Done, Failure>,
}

/// In this order: what fails quickly comes first.
pub(crate) const STEPS: &[Step] = &[
    Step { name: NEEDS, about: "what a fresh machine may lack: installed, or said how", run: provide_needs },
    Step { name: "rules", about: "the house rules of xtask/src/rules.rs", run: check_rules },
    Step { name: "format", about: "cargo fmt", run: check_format },
    Step { name: "lints", about: "clippy on everything, warnings refused", run: check_lints },
    Step {
        name: "licences",
        about: "cargo-deny where it is installed: licences, duplicates, sources",
        run: check_licences,
    },
    Step { name: "page", about: "the page, compiled to WebAssembly and put into the binary", run: build_page },
    Step { name: TESTS, about: "every test and every example in the documentation", run: run_tests },
    Step { name: "browser", about: "people at the page in a real Chromium", run: use_browser },
    Step { name: "documentation", about: "rustdoc, warnings refused", run: build_documentation },
];

/// The step that goes before whichever are chosen.
const NEEDS: &str = "needs";
/// The step that what follows `--` is for.
const TESTS: &str = "tests";

#[derive(Debug, PartialEq)]
enum Done {
    Passed,
    Skipped(&'static str),
}

fn provide_needs(arguments: &Arguments) -> Result<Done, Failure> {
    let steps: Vec<&str> = chosen(arguments)?.iter().map(|step| step.name).collect();
    needs::provide(&steps).map(|()| Done::Passed)
}

fn check_rules(_: &Arguments) -> Result<Done, Failure> {
    rules::check().map(|()| Done::Passed)
}

fn check_format(_: &Arguments) -> Result<Done, Failure> {
    shell::run(&mut shell::cargo(&["fmt", "--all", "--check"])).map(|()| Done::Passed)
}

fn check_lints(_: &Arguments) -> Result<Done, Failure> {
    let clippy = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    shell::run(&mut shell::cargo(&clippy)).map(|()| Done::Passed)
}

fn check_licences(_: &Arguments) -> Result<Done, Failure> {
    if !shell::works(&mut shell::cargo(&["deny", "--version"])) {
        return Ok(Done::Skipped("cargo-deny is not installed (cargo install --locked cargo-deny)"));
    }
    // Not the advisories: they need the network, and a test must say the same today and tomorrow.
    shell::run(&mut shell::cargo(&["deny", "--locked", "check", "licenses", "bans", "sources"])).map(|()| Done::Passed)
}

fn build_page(_: &Arguments) -> Result<Done, Failure> {
    web::build().map(|_| Done::Passed)
}

fn use_browser(_: &Arguments) -> Result<Done, Failure> {
    browser::test().map(|()| Done::Passed)
}

fn run_tests(arguments: &Arguments) -> Result<Done, Failure> {
    // The root is no package, so cargo tests the whole workspace anyway; saying so would overrule a `-p` that was given.
    let everything = arguments.rest.is_empty().then_some("--workspace");
    let mut test = shell::cargo(&["test", "--locked"]);
    shell::run(test.args(everything).args(&arguments.rest)).map(|()| Done::Passed)
}

fn build_documentation(_: &Arguments) -> Result<Done, Failure> {
    let mut doc = shell::cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
    shell::run(doc.env("RUSTDOCFLAGS", "-D warnings")).map(|()| Done::Passed)
}

fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let steps = chosen(arguments)?;
    if arguments.has("--list") {
        let rows: Vec<Vec<String>> =
            steps.iter().map(|step| vec![step.name.to_owned(), step.about.to_owned()]).collect();
        print!("{}", table::plain(&rows, &[]));
        return Ok(ExitCode::SUCCESS);
    }
    let reports = run_steps(&steps, arguments);
    print!("\n{}", summary(&reports));
    println!("{}", machine_line(&reports));
    Ok(if reports.iter().any(|report| report.state == State::Failed) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn chosen(arguments: &Arguments) -> Result<Vec<&'static Step>, Failure> {
    let mut only = arguments.all("--only");
    if !arguments.rest.is_empty() {
        if only.iter().any(|name| *name != TESTS) {
            return Err(Failure::Usage(format!("what follows `--` is for the step `{TESTS}`; leave `--only` out")));
        }
        only.push(TESTS);
    }
    for name in &only {
        if !STEPS.iter().any(|step| step.name == *name) {
            let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
            return Err(Failure::Usage(format!("there is no step `{name}`; there are: {}", names.join(", "))));
        }
    }
    let is_chosen = |step: &&Step| only.is_empty() || step.name == NEEDS || only.contains(&step.name);
    Ok(STEPS.iter().filter(is_chosen).collect())
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

fn run_steps(steps: &[&Step], arguments: &Arguments) -> Vec<Report> {
    let mut reports = Vec::new();
    let mut failed = false;
    for step in steps {
        if failed {
            reports.push(Report { name: step.name, state: State::NotRun, seconds: 0.0 });
            continue;
        }
        println!("\n== {}: {}", step.name, step.about);
        let start = Instant::now();
        let state = match (step.run)(arguments) {
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

/// The last line, for programs: `key=value`, always the same keys.
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

    const FAKE: &[Step] = &[
        Step { name: "good", about: "", run: |_| Ok(Done::Passed) },
        Step { name: "absent", about: "", run: |_| Ok(Done::Skipped("no tool")) },
        Step { name: "bad", about: "", run: |_| Err(Failure::Failed("as planned".to_owned())) },
        Step { name: "late", about: "", run: |_| unreachable!("a step before it failed") },
    ];

    fn arguments(line: &str) -> Arguments {
        Arguments::parse(&COMMAND, &line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).unwrap()
    }

    fn names(line: &str) -> Result<Vec<&str>, Failure> {
        Ok(chosen(&arguments(line))?.iter().map(|step| step.name).collect())
    }

    #[test]
    fn the_first_failure_stops_the_run_and_the_summary_says_what_was_not_run() {
        let mut reports = run_steps(&FAKE.iter().collect::<Vec<_>>(), &Arguments::default());
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
        assert_eq!(names("").unwrap().len(), STEPS.len());
        assert_eq!(names("--only tests --only format").unwrap(), ["needs", "format", "tests"]);
        assert_eq!(names("-- ho_1").unwrap(), ["needs", "tests"]);
        assert_eq!(names("--only tests -- ho_1").unwrap(), ["needs", "tests"]);
    }

    #[test]
    fn a_wrong_choice_is_told_the_right_ones() {
        let refused = |line| names(line).unwrap_err().to_string();
        assert!(refused("--only test").contains("`test`; there are: needs, rules, format, lints"));
        assert!(refused("--only lints -- ho_1").contains("for the step `tests`"));
        assert!(STEPS.iter().any(|step| step.name == TESTS));
    }
}
