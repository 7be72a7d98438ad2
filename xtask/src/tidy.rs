//! `cargo xtask tidy`: fixes what a program can fix, then reports what is left for a person.

use crate::failure::Failure;
use crate::{rules, shell};
use clap::Args;
use std::process::ExitCode;

/// Mend lints and formatting where a program can, then check the house rules
#[derive(Args)]
pub(crate) struct Tidy {
    /// Change nothing, only check the house rules
    #[arg(long)]
    check: bool,
}

/// Lints come first, because their fixes may need formatting.
const MEND: &[&[&str]] = &[
    &["clippy", "--fix", "--allow-dirty", "--allow-staged", "--workspace", "--all-targets", "--locked"],
    &["fmt", "--all"],
];

impl Tidy {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        if !self.check {
            for arguments in MEND {
                shell::run(&mut shell::cargo(arguments))?;
            }
        }
        rules::check()?;
        Ok(ExitCode::SUCCESS)
    }
}
