//! The page in a real Chromium: the tests in `tests/browser`, driven by Playwright.

use crate::failure::Failure;
use crate::{checkout, shell, web};
use std::path::PathBuf;
use std::process::Command;

/// Where the tests keep the pictures that they take.
const PICTURES: &str = "target/pictures";
/// Debian's name for it, and the one that others use.
const CHROMIUM: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// Builds the page and the binary with it inside, and lets people loose on both.
pub(crate) fn test() -> Result<(), Failure> {
    let mut node = Command::new("node");
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]);
    node.env("SIXFOLD_PICTURES", checkout::root().join(PICTURES));
    run(&mut node, shell::build_for_tests)
}

/// Prints how long the page takes, in the binary as it is shipped.
pub(crate) fn measure() -> Result<String, Failure> {
    let mut node = Command::new("node");
    prepare(node.arg("src/measure.mjs"), shell::build_release)?;
    shell::output(&mut node)
}

type Build = fn([&str; 1]) -> Result<[PathBuf; 1], Failure>;

fn run(node: &mut Command, build: Build) -> Result<(), Failure> {
    prepare(node, build)?;
    shell::run(node)
}

fn prepare(node: &mut Command, build: Build) -> Result<(), Failure> {
    let folder = checkout::root().join("tests/browser");
    let page = web::build()?;
    let [sixfold] = build(["sixfold"])?;
    let mut install = Command::new("npm");
    // Playwright itself; it drives the Chromium that is there and fetches none.
    shell::run(install.args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))?;
    node.current_dir(&folder).env("SIXFOLD_BINARY", sixfold).env("SIXFOLD_WEB", page);
    if let Some(chromium) = CHROMIUM.iter().find_map(|name| shell::find_on_path(name)) {
        node.env("SIXFOLD_CHROMIUM", chromium);
    }
    Ok(())
}
