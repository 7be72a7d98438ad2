//! The checkout that xtask works in: the one that it is called in, not the one that it was built in.
//!
//! A path that the compiler puts into the program becomes wrong when the target folder is copied. Cargo takes the copy
//! for fresh, and the program would build and test the other checkout. So the root is found at run time.

use crate::failure::Failure;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The root of the checkout around the current folder. `main` calls [`find`] first, so commands can rely on it.
pub(crate) fn root() -> &'static Path {
    static ROOT: OnceLock<PathBuf> = OnceLock::new();
    ROOT.get_or_init(|| find().expect("main refuses to start a command outside of a checkout"))
}

/// Looks for the root from the current folder upwards.
pub(crate) fn find() -> Result<PathBuf, Failure> {
    let here = std::env::current_dir()
        .map_err(|error| Failure::Failed(format!("the current folder cannot be found: {error}")))?;
    root_above(&here).map(Path::to_owned).ok_or_else(|| {
        Failure::Failed(format!(
            "{} is not in a checkout of Sixfold (no folder from there upwards has a Cargo.toml with `[workspace]` and \
             a folder `xtask`): change into a checkout and call `cargo xtask` there",
            here.display()
        ))
    })
}

/// The nearest folder that is the root of a checkout. The nearest one counts, because one checkout may be inside
/// another.
fn root_above(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| is_root(folder))
}

fn is_root(folder: &Path) -> bool {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    manifest.lines().any(|line| line.trim_end() == "[workspace]") && folder.join("xtask/Cargo.toml").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Makes the files that [`is_root`] looks for.
    fn checkout(folder: &Path) {
        fs::create_dir_all(folder.join("xtask/src")).unwrap();
        fs::write(folder.join("Cargo.toml"), "[workspace]\nmembers = [\"xtask\"]\n").unwrap();
        fs::write(folder.join("xtask/Cargo.toml"), "[package]\nname = \"xtask\"\n").unwrap();
    }

    #[test]
    fn the_root_is_found_from_every_folder_of_a_checkout() {
        let folder = tempfile::tempdir().unwrap();
        checkout(folder.path());
        for inside in ["", "xtask", "xtask/src"] {
            assert_eq!(root_above(&folder.path().join(inside)), Some(folder.path()), "{inside}");
        }
    }

    #[test]
    fn of_checkouts_in_each_other_the_nearest_counts() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("target/copy");
        checkout(folder.path());
        checkout(&inner);
        assert_eq!(root_above(&inner.join("xtask")), Some(&*inner));
    }

    #[test]
    fn a_crate_or_any_other_folder_is_no_checkout() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(root_above(folder.path()), None);
        fs::write(folder.path().join("Cargo.toml"), "[workspace]\n").unwrap();
        assert_eq!(root_above(folder.path()), None, "somebody else's workspace");
    }
}
