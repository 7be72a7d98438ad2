//! What must not be in a log, and every way in which it might be written down.
//!
//! Tests of several crates include this file by its path.

#![allow(dead_code, reason = "no test uses all of it")]

use std::fmt::Write as _;

/// Something that must not be logged.
pub(crate) struct Secret {
    what: &'static str,
    spellings: Vec<String>,
}

impl Secret {
    pub(crate) fn new(what: &'static str, bytes: &[u8]) -> Self {
        let mut hex = String::new();
        for byte in bytes {
            write!(hex, "{byte:02x}").expect("a text takes everything");
        }
        let numbers = |between| bytes.iter().map(ToString::to_string).collect::<Vec<_>>().join(between);
        let mut spellings = vec![hex.to_uppercase(), hex, numbers(","), numbers(", ")];
        spellings.extend(std::str::from_utf8(bytes).ok().map(str::to_owned));
        Self { what, spellings }
    }

    fn is_in(&self, log: &str) -> bool {
        self.spellings.iter().any(|spelling| log.contains(spelling.as_str()))
    }
}

/// None of these stands in the log, in any spelling.
#[track_caller]
pub(crate) fn check_secrets(log: &str, secrets: &[Secret]) {
    for secret in secrets {
        assert!(
            secret.spellings.iter().all(|spelling| secret.is_in(&format!("{log} {spelling}"))),
            "it would be found"
        );
        assert!(!secret.is_in(log), "{} is logged: {log}", secret.what);
    }
}

/// No name, and nothing that was played.
#[track_caller]
pub(crate) fn check_words(log: &str, names: &[&str], played: &[String]) {
    for name in names {
        assert!(!log.contains(name), "{name} is logged: {log}");
    }
    let words: Vec<&str> = log.split_whitespace().collect();
    for action in played {
        let is_logged = words.windows(action.split_whitespace().count()).any(|some| some.join(" ") == *action);
        assert!(!is_logged && !log.contains(&format!("\"{action}\"")), "{action} is logged: {log}");
    }
}
