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

/// How much of the machine the unit leaves open to the service by the measure of systemd, in tenths: 100 is all of it.
#[cfg(target_os = "linux")]
const MOST_EXPOSURE: &str = "13"; // it was 1.2 with systemd 252

/// Whether the unit leaves no more open than that, and what systemd says to it.
#[cfg(target_os = "linux")]
fn is_shut(unit: &str) -> (bool, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sixfold.service");
    std::fs::write(&file, unit).unwrap();
    let mut analyze = Command::new("systemd-analyze");
    analyze.args(["security", "--offline=true", "--no-pager", "--threshold", MOST_EXPOSURE]).arg(&file);
    let said = analyze.output().expect("systemd-analyze is installed: `cargo xtask test` does it");
    let text = String::from_utf8_lossy(&said.stdout).into_owned() + &String::from_utf8_lossy(&said.stderr);
    (said.status.success(), text)
}

#[cfg(target_os = "linux")]
#[test]
fn the_unit_leaves_little_of_the_machine_open_to_the_service() {
    let (is_shut_now, said) = is_shut(UNIT);
    assert!(is_shut_now && said.contains("Overall exposure level"), "{said}");
    let (is_shut_then, said) = is_shut(&UNIT.replace("PrivateDevices=yes\n", "").replace("ProtectSystem=strict\n", ""));
    assert!(!is_shut_then && said.contains("Overall exposure level"), "a lost setting would be noticed: {said}");
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
