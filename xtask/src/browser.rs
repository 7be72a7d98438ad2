//! The tests of the page in a real Chromium, in `tests/browser`. Playwright drives the browser.

use crate::failure::Failure;
use crate::{checkout, gallery, shell, web};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder for the pictures that the tests take.
const PICTURES: &str = "target/pictures";
/// The names of the program: Debian's first, then others.
const CHROMIUM: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// Builds the page and a binary that contains it, and runs the tests.
pub(crate) fn test() -> Result<(), Failure> {
    let page = web::build()?;
    let [sixfold, clock_server] = shell::build_with_example("sixfold", "clock_server")?;
    let gallery = gallery::draw()?;
    install()?;
    let mut node = node(&["--test", "--test-concurrency=1", "--test-reporter=spec"]);
    node.env("SIXFOLD_BINARY", sixfold).env("SIXFOLD_CLOCK_SERVER", clock_server);
    shell::run(node.env("SIXFOLD_WEB", page).env("SIXFOLD_GALLERY", gallery))
}

/// Measures the page in this binary and returns what the script prints. Call [`install`] first.
pub(crate) fn measure(sixfold: &Path) -> Result<String, Failure> {
    shell::output(node(&["src/measure.mjs"]).env("SIXFOLD_BINARY", sixfold))
}

/// Installs Playwright. It uses the Chromium of the machine and downloads none.
pub(crate) fn install() -> Result<(), Failure> {
    shell::run(Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(folder()))
}

/// Node with these arguments, in the folder of the tests.
pub(crate) fn node(arguments: &[&str]) -> Command {
    let mut node = Command::new("node");
    node.args(arguments).current_dir(folder()).env("SIXFOLD_PICTURES", checkout::root().join(PICTURES));
    if let Some(chromium) = CHROMIUM.iter().find_map(|name| shell::find_on_path(name)) {
        node.env("SIXFOLD_CHROMIUM", chromium);
    }
    node
}

fn folder() -> PathBuf {
    checkout::root().join("tests/browser")
}
