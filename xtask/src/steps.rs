//! The steps of `cargo xtask test`: when each runs, and what it does.

use crate::failure::Failure;
use crate::test::Test;
use crate::{browser, ignored, licences, needs, rules, shell, web};

pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) when: When,
    pub(crate) run: fn(&Test) -> Result<Done, Failure>,
}

/// Whether `cargo xtask test` or `cargo xtask test --slow` runs a step. `--only` runs it with either.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum When {
    Daily,
    Slow,
    Both,
}

#[derive(Debug, PartialEq)]
pub(crate) enum Done {
    Passed,
    Skipped(&'static str),
}

/// The steps in their order: the ones that fail quickly come first.
pub(crate) const STEPS: &[Step] = &[
    Step {
        name: NEEDS,
        about: "what a fresh machine may lack: installed, or said how",
        when: When::Both,
        run: provide_needs,
    },
    Step { name: "rules", about: "the house rules of xtask/src/rules.rs", when: When::Daily, run: check_rules },
    Step { name: "format", about: "cargo fmt", when: When::Daily, run: check_format },
    Step { name: "lints", about: "clippy on everything, warnings refused", when: When::Daily, run: check_lints },
    Step {
        name: "licences",
        about: "cargo-deny: licences, duplicates, sources; built with --slow, and used daily once it is there",
        when: When::Both,
        run: check_licences,
    },
    Step {
        name: "page",
        about: "the page, compiled to WebAssembly and put into the binary",
        when: When::Daily,
        run: build_page,
    },
    Step { name: TESTS, about: "every test and every example in the documentation", when: When::Daily, run: run_tests },
    Step { name: "browser", about: "people at the page in a real Chromium", when: When::Daily, run: use_browser },
    Step { name: "documentation", about: "rustdoc, warnings refused", when: When::Daily, run: build_documentation },
    Step {
        name: IGNORED,
        about: "every test with #[ignore], in the release profile: the strength of the AI, the largest perft counts",
        when: When::Slow,
        run: run_ignored,
    },
];

/// The step that runs before all steps that are selected.
pub(crate) const NEEDS: &str = "needs";
/// The step that gets the arguments after `--`.
pub(crate) const TESTS: &str = "tests";
/// The step that gets the arguments after `--` with `--slow`.
pub(crate) const IGNORED: &str = "ignored";

fn provide_needs(test: &Test) -> Result<Done, Failure> {
    let steps: Vec<&str> = test.chosen()?.iter().map(|step| step.name).collect();
    needs::provide(&steps).map(|()| Done::Passed)
}

fn check_rules(_: &Test) -> Result<Done, Failure> {
    rules::check().map(|()| Done::Passed)
}

fn check_format(_: &Test) -> Result<Done, Failure> {
    shell::run(&mut shell::cargo(&["fmt", "--all", "--check"])).map(|()| Done::Passed)
}

fn check_lints(_: &Test) -> Result<Done, Failure> {
    let clippy = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    shell::run(&mut shell::cargo(&clippy)).map(|()| Done::Passed)
}

fn check_licences(test: &Test) -> Result<Done, Failure> {
    licences::check(test.slow)
}

fn build_page(_: &Test) -> Result<Done, Failure> {
    web::build().map(|_| Done::Passed)
}

fn use_browser(_: &Test) -> Result<Done, Failure> {
    browser::test().map(|()| Done::Passed)
}

fn run_tests(test: &Test) -> Result<Done, Failure> {
    // The root is no package, so cargo tests the whole workspace anyway. `--workspace` would override a `-p` in the
    // arguments.
    let everything = test.rest.is_empty().then_some("--workspace");
    let mut cargo = shell::cargo(&["test", "--locked"]);
    shell::run(cargo.args(everything).args(&test.rest)).map(|()| Done::Passed)
}

fn build_documentation(_: &Test) -> Result<Done, Failure> {
    let mut doc = shell::cargo(&["doc", "--workspace", "--no-deps", "--locked"]);
    shell::run(doc.env("RUSTDOCFLAGS", "-D warnings")).map(|()| Done::Passed)
}

fn run_ignored(test: &Test) -> Result<Done, Failure> {
    ignored::run(&test.rest).map(|()| Done::Passed)
}
