//! The step `ignored` of `cargo xtask test --slow`: every test with `#[ignore]`, in the release profile.
//!
//! Cargo lists these tests, so nobody has to keep a list. The tests run one after the other with their output visible,
//! and all of them run even if one fails.

use crate::failure::Failure;
use crate::table::{self, Align};
use crate::{checkout, shell};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// A test program that cargo has built.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Program {
    manifest: PathBuf,
    /// The arguments by which cargo finds the program in its package.
    target: Vec<String>,
    executable: PathBuf,
}

struct Test<'a> {
    program: &'a Program,
    name: String,
}

/// Runs every ignored test. With arguments for `cargo test`, runs only the ones that it finds.
pub(crate) fn run(rest: &[String]) -> Result<(), Failure> {
    if !rest.is_empty() {
        return shell::run(&mut chosen(rest));
    }
    let programs = build_programs()?;
    let mut tests = Vec::new();
    for program in &programs {
        tests.extend(ignored_tests(program)?);
    }
    if tests.is_empty() {
        return Err(Failure::Failed("cargo lists no ignored test, which this step is for".to_owned()));
    }
    println!("{} tests:", tests.len());
    for test in &tests {
        println!("  {test}");
    }
    build_for_speed(&tests)?;
    let reports: Vec<Report> =
        tests.iter().enumerate().map(|(index, test)| run_test(test, index + 1, tests.len())).collect();
    print!("\n{}", summary(&reports));
    let failed = reports.iter().filter(|report| report.failure.is_some()).count();
    if failed == 0 { Ok(()) } else { Err(Failure::Failed(format!("{failed} of {} ignored tests failed", tests.len()))) }
}

/// The `cargo test` command for the ignored tests that these arguments select.
fn chosen(rest: &[String]) -> Command {
    let mut cargo = shell::cargo(&["test", "--release", "--locked"]);
    cargo.args(rest);
    if !rest.iter().any(|argument| argument == "--") {
        cargo.arg("--");
    }
    cargo.args(["--ignored", "--nocapture"]);
    cargo
}

/// Builds the test programs in the profile of the daily tests, in which they usually exist already. Only a test program
/// can say which of its tests are ignored.
fn build_programs() -> Result<Vec<Program>, Failure> {
    let targets = ["--workspace", "--lib", "--bins", "--tests"];
    let mut build = shell::cargo(&["test", "--locked", "--no-run", "--message-format=json-render-diagnostics"]);
    println!("looking for ignored tests: {}", shell::line(build.args(targets)));
    Ok(programs(&shell::output(&mut build)?))
}

/// The test programs in cargo's messages.
fn programs(messages: &str) -> Vec<Program> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let program = |message: Value| {
        let name = message["target"]["name"].as_str()?.to_owned();
        let target = match message["target"]["kind"][0].as_str()? {
            "test" => vec!["--test".to_owned(), name],
            "bin" => vec!["--bin".to_owned(), name],
            _ => vec!["--lib".to_owned()],
        };
        let is_test = message["profile"]["test"].as_bool()?;
        let (manifest, executable) = (message["manifest_path"].as_str()?, message["executable"].as_str()?);
        is_test.then(|| Program { manifest: manifest.into(), target, executable: executable.into() })
    };
    let mut programs: Vec<Program> = messages.filter_map(program).collect();
    programs.sort(); // cargo lists them in the order in which they were built
    programs
}

fn ignored_tests(program: &Program) -> Result<Vec<Test<'_>>, Failure> {
    let mut list = Command::new(&program.executable);
    list.args(["--list", "--ignored", "--format", "terse"]).current_dir(program.folder());
    let names = test_names(&shell::output(&mut list)?);
    Ok(names.into_iter().map(|name| Test { program, name }).collect())
}

/// The tests in the output of `--list --format terse`, which has a line `NAME: test` for each.
fn test_names(list: &str) -> Vec<String> {
    list.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

/// Builds all programs before the tests run, one package after the other, so that building does not count as test time.
fn build_for_speed(tests: &[Test<'_>]) -> Result<(), Failure> {
    let mut programs: Vec<&Program> = tests.iter().map(|test| test.program).collect();
    programs.dedup();
    for package in programs.chunk_by(|one, other| one.manifest == other.manifest) {
        let mut build = package[0].cargo_test();
        for program in package {
            build.args(&program.target);
        }
        shell::run(build.arg("--no-run"))?;
    }
    Ok(())
}

struct Report {
    name: String,
    seconds: f64,
    failure: Option<Failure>,
}

fn run_test(test: &Test<'_>, number: usize, all: usize) -> Report {
    println!("\n-- {number} of {all}: {test}");
    let mut cargo = test.program.cargo_test();
    cargo.args(&test.program.target).args(["--quiet", "--", "--ignored", "--nocapture", "--exact", &test.name]);
    let start = Instant::now();
    let failure = shell::run(&mut cargo).err();
    let seconds = start.elapsed().as_secs_f64();
    println!("-- {} ({seconds:.1} s)", if failure.is_none() { "passed" } else { "FAILED" });
    Report { name: test.to_string(), seconds, failure }
}

fn summary(reports: &[Report]) -> String {
    let row = |report: &Report| {
        let result = report.failure.as_ref().map_or("passed", |_| "FAILED").to_owned();
        vec![report.name.clone(), format!("{:.1} s", report.seconds), result]
    };
    table::plain(&reports.iter().map(row).collect::<Vec<_>>(), &[Align::Left, Align::Right])
}

impl Program {
    fn folder(&self) -> &Path {
        self.manifest.parent().expect("a manifest lies in a folder")
    }

    fn cargo_test(&self) -> Command {
        let mut cargo = shell::cargo(&["test", "--release", "--locked", "--manifest-path"]);
        // The path is relative to the root, so that the printed command is short.
        cargo.arg(self.manifest.strip_prefix(checkout::root()).unwrap_or(&self.manifest));
        cargo
    }
}

impl std::fmt::Display for Test<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let folder = self.program.folder();
        let folder = folder.strip_prefix(checkout::root()).unwrap_or(folder);
        write!(formatter, "{} {} {}", folder.display(), self.program.target.join(" "), self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_tests_are_found_among_cargos_messages() {
        let messages = r#"
            {"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","target":{"name":"a","kind":["lib"]},"profile":{"test":false},"executable":null}
            {"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","target":{"name":"perft","kind":["test"]},"profile":{"test":true},"executable":"/a/two"}
            {"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","target":{"name":"a","kind":["lib"]},"profile":{"test":true},"executable":"/a/one"}
            {"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","target":{"name":"sixfold","kind":["bin"]},"profile":{"test":false},"executable":"/a/three"}
            {"reason":"build-finished","success":true}"#;
        let found: Vec<(String, PathBuf)> =
            programs(messages).into_iter().map(|program| (program.target.join(" "), program.executable)).collect();
        assert_eq!(found, [("--lib".to_owned(), "/a/one".into()), ("--test perft".to_owned(), "/a/two".into())]);
    }

    #[test]
    fn the_names_of_tests_are_read_from_their_list() {
        assert_eq!(test_names("a::b: test\nthe_figures: test\nslow: benchmark\n\n"), ["a::b", "the_figures"]);
    }

    #[test]
    fn arguments_choose_among_the_ignored_tests() {
        let line = |rest: &[&str]| shell::line(&chosen(&rest.iter().map(ToString::to_string).collect::<Vec<_>>()));
        assert_eq!(line(&["perft"]), "cargo test --release --locked perft -- --ignored --nocapture");
        assert_eq!(line(&["--", "a"]), "cargo test --release --locked -- a --ignored --nocapture");
    }
}
