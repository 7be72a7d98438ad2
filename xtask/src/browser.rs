//! The page in a real Chromium: the tests in `tests/browser`, driven by Playwright.

use crate::failure::Failure;
use crate::{checkout, shell, web};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the tests keep the pictures that they take.
const PICTURES: &str = "target/pictures";
/// Debian's name for it, and others.
const CHROMIUM: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// Builds the page and the binary with it inside, and runs the tests on both.
pub(crate) fn test() -> Result<(), Failure> {
    let page = web::build()?;
    let [sixfold] = shell::build_for_tests(["sixfold"])?;
    install()?;
    let mut node = node(&["--test", "--test-concurrency=1", "--test-reporter=spec"], &sixfold);
    shell::run(node.env("SIXFOLD_PICTURES", checkout::root().join(PICTURES)).env("SIXFOLD_WEB", page))
}

/// Prints how long the page takes that is in this binary; [`install`] comes first.
pub(crate) fn measure(sixfold: &Path) -> Result<String, Failure> {
    shell::output(&mut node(&["src/measure.mjs"], sixfold))
}

/// Fetches Playwright. It drives the Chromium of the machine and fetches none.
pub(crate) fn install() -> Result<(), Failure> {
    shell::run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(folder()))
}

fn node(arguments: &[&str], sixfold: &Path) -> Command {
    let mut node = Command::new("node");
    node.args(arguments).current_dir(folder()).env("SIXFOLD_BINARY", sixfold);
    if let Some(chromium) = CHROMIUM.iter().find_map(|name| shell::find_on_path(name)) {
        node.env("SIXFOLD_CHROMIUM", chromium);
    }
    node
}

fn folder() -> PathBuf {
    checkout::root().join("tests/browser")
}
