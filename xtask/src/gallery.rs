//! `cargo xtask gallery`: the page in all its states, photographed and compared with the approved pictures.

use crate::failure::Failure;
use crate::{browser, checkout, needs, shell, web};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Photograph the page in all its states and show what has changed, or approve it
#[derive(Args)]
#[command(after_help = "\
The approved pictures are in tests/browser/approved. Changed ones are shown beside them in target/pictures/changed.")]
pub(crate) struct Gallery {
    /// Approve the changed pictures: they replace the approved ones
    #[arg(long)]
    approve: bool,
    /// Take the pictures of README.md anew
    #[arg(long, conflicts_with = "approve")]
    readme: bool,
}

/// The folder for the states of the page, as files that a browser can show.
const FOLDER: &str = "target/gallery";

impl Gallery {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        needs::provide(&["browser"])?;
        let folder = draw()?;
        browser::install()?;
        let mut node = browser::node(match (self.approve, self.readme) {
            (true, _) => &["src/approve.mjs"],
            (false, true) => &["src/readme.mjs"],
            (false, false) => &["--test", "--test-reporter=spec", "gallery.test.mjs"],
        });
        if self.readme {
            node.env("SIXFOLD_WEB", web::build()?); // the moving picture shows the real page
        }
        shell::run(node.env("SIXFOLD_GALLERY", folder))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Draws all states of the page into files and returns their folder.
pub(crate) fn draw() -> Result<PathBuf, Failure> {
    let folder = checkout::root().join(FOLDER);
    if folder.exists() {
        // States that are gone must not be photographed.
        std::fs::remove_dir_all(&folder).map_err(|error| Failure::Failed(format!("{}: {error}", folder.display())))?;
    }
    let mut draw = shell::cargo(&["test", "--locked", "--package", "sixfold-web", "--test", "page", "gallery"]);
    shell::run(draw.env("SIXFOLD_GALLERY", &folder))?;
    Ok(folder)
}
