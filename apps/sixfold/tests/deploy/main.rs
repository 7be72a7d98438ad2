//! The files in `deploy` and the page about hosting name only commands, options and settings that exist.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod compose;
mod service;

use std::collections::BTreeSet;
use std::process::{Command, Output};

const FILES: [(&str, &str); 7] = [
    ("deploy/Dockerfile", include_str!("../../../../deploy/Dockerfile")),
    ("deploy/compose.yaml", include_str!("../../../../deploy/compose.yaml")),
    ("deploy/sixfold.toml", include_str!("../../../../deploy/sixfold.toml")),
    ("deploy/systemd/sixfold.service", include_str!("../../../../deploy/systemd/sixfold.service")),
    ("deploy/nginx/sixfold.conf", include_str!("../../../../deploy/nginx/sixfold.conf")),
    ("deploy/caddy/Caddyfile", include_str!("../../../../deploy/caddy/Caddyfile")),
    ("docs/hosting.md", include_str!("../../../../docs/hosting.md")),
];

fn sixfold(args: &[&str]) -> Output {
    let mut sixfold = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"));
    sixfold.args(args).output().unwrap()
}

/// The options of a command; none if there is no such command.
fn options(command: &str) -> Option<BTreeSet<String>> {
    let help = sixfold(&command.split(' ').chain(["--help"]).collect::<Vec<_>>());
    let text = String::from_utf8(help.stdout).unwrap();
    let words = text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '-');
    help.status.success().then(|| words.filter(|word| word.starts_with("--")).map(str::to_owned).collect())
}

/// The commands of `sixfold` in a text, each with the options that follow on its line.
fn commands(text: &str) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for line in text.lines() {
        for part in line.split("sixfold ").skip(1) {
            let mut words = part.split([' ', '`', '"', ',']).filter(|word| !word.is_empty()).peekable();
            let is_command = |word: &&str| word.bytes().all(|letter| letter.is_ascii_lowercase());
            let Some(mut command) = words.next().filter(is_command).map(str::to_owned) else { continue };
            // Some commands have commands of their own.
            let inner = words.peek().filter(|word| is_command(word)).map(|word| format!("{command} {word}"));
            if let Some(inner) = inner.filter(|inner| options(inner).is_some()) {
                command = inner;
            }
            let options =
                words.filter(|word| word.starts_with("--")).map(|word| word.trim_end_matches([')', '.', ';']));
            found.push((command, options.map(str::to_owned).collect()));
        }
    }
    found
}

#[test]
fn every_option_and_every_variable_that_the_files_name_exists() {
    let settings: BTreeSet<_> = ["serve", "worker"].into_iter().flat_map(|command| options(command).unwrap()).collect();
    let (mut flags, mut variables) = (0, 0);
    for (file, text) in FILES {
        for (command, named) in commands(text) {
            let Some(known) = options(&command) else { continue }; // a word of a sentence, or a package
            for option in named {
                assert!(known.contains(&option), "{file}: {command} {option}");
                flags += 1;
            }
        }
        for variable in text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_') {
            // The beginning alone stands for all of them.
            let Some(name) = variable.strip_prefix("SIXFOLD_").filter(|name| !name.is_empty()) else { continue };
            let option = format!("--{}", name.to_ascii_lowercase().replace('_', "-"));
            assert!(settings.contains(&option), "{file}: {variable}");
            variables += 1;
        }
    }
    assert!(flags >= 8 && variables >= 8, "{flags} options and {variables} variables were found");
}

/// Whether a text has this word, and not only as a part of a longer one.
fn names(text: &str, word: &str) -> bool {
    let is_inner = |sign: char| sign.is_ascii_alphanumeric() || "-_".contains(sign);
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !before.ends_with(is_inner) && !after.starts_with(is_inner)
    })
}

#[test]
fn the_page_about_hosting_names_every_option_of_a_server_and_of_a_worker() {
    let page = FILES.iter().find(|(file, _)| *file == "docs/hosting.md").unwrap().1;
    let of_workers = page.split("\n## ").find(|part| part.starts_with("Several servers\n")).unwrap();
    let mut asked = 0;
    for (command, text) in [("serve", page), ("worker", of_workers)] {
        for option in options(command).unwrap().iter().filter(|option| !["--help", "--json"].contains(&option.as_str()))
        {
            let in_file = format!("`{}`", option[2..].replace('-', "_"));
            assert!(names(text, option) || text.contains(&in_file), "{command} {option} is not on the page");
            asked += 1;
        }
    }
    assert!(asked > 25, "{asked} options were found");
}

#[test]
fn the_commands_of_the_files_exist() {
    let compose = FILES.iter().find(|(file, _)| *file == "deploy/compose.yaml").unwrap().1;
    let run = compose.lines().filter_map(|line| line.trim().strip_prefix("command: ["));
    let run: Vec<_> = run.map(|rest| rest.split([',', ']']).next().unwrap()).collect();
    assert_eq!(run, ["serve", "worker"]);
    for command in run.into_iter().chain(["health"]) {
        assert!(options(command).is_some(), "{command}");
    }
}

#[test]
fn a_server_can_start_with_the_settings_that_are_shipped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sixfold.toml");
    let shipped = FILES.iter().find(|(file, _)| *file == "deploy/sixfold.toml").unwrap().1;
    std::fs::write(&file, shipped).unwrap();
    let mut check = Command::new(std::env::var_os("CARGO_BIN_EXE_sixfold").expect("cargo test sets this"));
    // Only where it listens and writes is another: this machine is not the one that the file is for.
    check.env("SIXFOLD_ADDR", "127.0.0.1:0").env("SIXFOLD_METRICS_ADDR", "127.0.0.1:0");
    check.env("SIXFOLD_DATA_DIR", folder.path().join("data"));
    let output = check.args(["serve", "--check", "--config"]).arg(&file).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("host = [\"play.example.org\"]"), "{said}");
}
