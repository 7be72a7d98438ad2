//! `deploy/systemd/sixfold.service` as systemd reads it.

#[cfg(target_os = "linux")]
use std::process::Command;

const UNIT: &str = include_str!("../../../../deploy/systemd/sixfold.service");

/// What systemd says to the unit, with the binary of this build in place of the installed one.
#[cfg(target_os = "linux")]
fn verify(unit: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sixfold.service");
    let sixfold = std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this");
    std::fs::write(&file, unit.replace("/usr/local/bin/sixfold", &sixfold.to_string_lossy())).unwrap();
    let verified = Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(&file).output();
    let verified = verified.expect("systemd-analyze is installed: `cargo xtask test` does it");
    // Old versions answer 0 to a setting that they do not know, and say so.
    String::from_utf8_lossy(&verified.stderr).into_owned() + if verified.status.success() { "" } else { "no" }
}

#[cfg(target_os = "linux")] // there is no systemd elsewhere
#[test]
fn systemd_knows_every_setting_of_the_unit() {
    assert_eq!(verify(UNIT), "");
    let misspelt = verify(&UNIT.replace("ProtectClock=", "ProtectClok="));
    assert!(misspelt.contains("ProtectClok"), "it would be noticed: {misspelt}");
}

#[test]
fn the_unit_checks_its_settings_with_the_file_that_it_starts_with() {
    let value = |key: &str| UNIT.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('=')).unwrap();
    assert_eq!(value("ExecStartPre"), format!("{} --check", value("ExecStart")));
    assert_eq!(value("EnvironmentFile"), "-/etc/sixfold/secrets.env");
    let seconds = |text: &str| text.trim().parse::<u32>().unwrap();
    let settings = include_str!("../../../../deploy/sixfold.toml");
    let drain = settings.lines().find_map(|line| line.strip_prefix("drain_seconds =")).unwrap();
    assert!(seconds(value("TimeoutStopSec")) >= seconds(drain) + 10, "closing takes some seconds more");
}
