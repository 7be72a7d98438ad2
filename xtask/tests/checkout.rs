//! Runs xtask in checkouts other than the one that it was built in.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Cargo gives the path of the program when it runs the test. The path that it gives to the compiler (`env!`) would
/// belong to another checkout after the target folder was copied.
fn xtask(folder: &Path, arguments: &[&str]) -> Output {
    let program = std::env::var_os("CARGO_BIN_EXE_xtask").expect("cargo test sets this variable");
    Command::new(program).args(arguments).current_dir(folder).output().unwrap()
}

/// A checkout with one crate, which breaks a house rule.
fn checkout_with_a_fault() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("crates/strange/src");
    fs::create_dir_all(&inner).unwrap();
    fs::create_dir(folder.path().join("xtask")).unwrap();
    fs::write(folder.path().join("Cargo.toml"), "[workspace]\nmembers = [\"crates/*\", \"xtask\"]\n").unwrap();
    fs::write(folder.path().join("xtask/Cargo.toml"), "[lints]\nworkspace = true\n").unwrap();
    fs::write(folder.path().join("crates/strange/Cargo.toml"), "[package]\nname = \"strange\"\n").unwrap();
    (folder, inner)
}

#[test]
fn the_checkout_that_it_is_called_in_is_checked_and_no_other() {
    let (folder, inner) = checkout_with_a_fault();
    for place in [folder.path(), &inner] {
        let output = xtask(place, &["tidy", "--check"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("house rules broken: 1\ncrates/strange/Cargo.toml:1:"), "{said}");
    }
}

#[test]
fn outside_of_a_checkout_it_says_so_and_still_helps() {
    let folder = tempfile::tempdir().unwrap();
    let output = xtask(folder.path(), &["tidy", "--check"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("is not in a checkout of Sixfold"), "{said}");
    assert_eq!(xtask(folder.path(), &["help"]).status.code(), Some(0));
}
