//! `cargo xtask tidy`: mend what a program can mend, then say what is left for a person.

use crate::command::{Arguments, Command, Failure, Flag, Rest};
use crate::{rules, shell};
use std::process::ExitCode;

pub(crate) const COMMAND: Command = Command {
    name: "tidy",
    about: "mend lints and formatting where a program can, then check the house rules",
    more: "",
    flags: &[Flag { name: "--check", value: None, about: "change nothing, only check the house rules" }],
    rest: Rest::Nothing,
    run,
};

/// Lints first: what they mend may need formatting.
const MEND: &[&[&str]] = &[
    &["clippy", "--fix", "--allow-dirty", "--allow-staged", "--workspace", "--all-targets", "--locked"],
    &["fmt", "--all"],
];

fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    if !arguments.has("--check") {
        for arguments in MEND {
            shell::run(&mut shell::cargo(arguments))?;
        }
    }
    rules::check()?;
    Ok(ExitCode::SUCCESS)
}
