//! A folder for the files of tests, on the disk of the build. (The system's folder for temporary files may be in memory.)

use std::path::{Path, PathBuf};

/// The folder, found from the test program that runs. A path that cargo compiles in would lead a copied target folder
/// back to the checkout that it was copied from.
pub(crate) fn build_folder() -> PathBuf {
    let program = std::env::current_exe().expect("the test knows its own program");
    let deps = program.parent().expect("cargo puts test programs into a folder");
    let target = deps.ancestors().nth(2).unwrap_or_else(|| Path::new("."));
    let folder = target.join("tmp");
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}
