//! The step `licences`: runs cargo-deny, which reads deny.toml.

use crate::failure::Failure;
use crate::steps::Done;
use crate::{checkout, shell};
use std::path::PathBuf;
use std::process::Command;

/// The version is fixed, so that the check gives the same result on every machine.
const VERSION: &str = "0.20.2";
/// The folder in which the tool is built, relative to the root of the checkout.
const FOLDER: &str = "target/tools";

/// Runs the check if the tool has been built. With `build`, builds it first.
pub(crate) fn check(build: bool) -> Result<Done, Failure> {
    if !is_built() {
        if !build {
            return Ok(Done::Skipped("cargo-deny is not built yet (cargo xtask test --slow builds it)"));
        }
        shell::run(&mut install())?;
    }
    // Advisories are not checked: they need the network, and a test must give the same result every day.
    let mut deny = Command::new(program());
    deny.args(["--locked", "check", "licenses", "bans", "sources"]);
    shell::run(deny.current_dir(checkout::root())).map(|()| Done::Passed)
}

/// Whether the tool exists in the version that we want.
fn is_built() -> bool {
    let output = Command::new(program()).arg("--version").output();
    output.is_ok_and(|output| is_wanted(&String::from_utf8_lossy(&output.stdout)))
}

fn is_wanted(said: &str) -> bool {
    said.split_whitespace().any(|word| word == VERSION)
}

fn program() -> PathBuf {
    checkout::root().join(FOLDER).join("bin").join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX))
}

/// Building it takes some minutes, once.
fn install() -> Command {
    let mut install = shell::cargo(&["install", "--locked", "cargo-deny", "--root", FOLDER]);
    install.args(["--version", &format!("={VERSION}")]);
    install
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_of_another_version_is_built_again() {
        assert!(is_wanted(&format!("cargo-deny {VERSION}\n")));
        assert!(!is_wanted("cargo-deny 0.1.0\n") && !is_wanted(""));
    }

    #[test]
    fn the_tool_is_built_into_the_target_folder() {
        let line = format!("cargo install --locked cargo-deny --root target/tools --version ={VERSION}");
        assert_eq!(shell::line(&install()), line);
        assert!(program().starts_with(checkout::root().join("target")));
    }
}
