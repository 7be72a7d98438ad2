//! What the sources of the page promise about each other.

use std::path::{Path, PathBuf};

/// The sources in a folder of `src`, with their text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder)];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                sources.push((entry.path(), std::fs::read_to_string(entry.path()).unwrap()));
            }
        }
    }
    sources
}

/// The lines of a folder's sources that say one of these.
fn saying(folder: &str, words: &[&str]) -> Vec<String> {
    let lines = sources(folder).into_iter().flat_map(|(path, text)| {
        let lines: Vec<String> = text.lines().map(|line| format!("{}: {}", path.display(), line.trim())).collect();
        lines
    });
    lines.filter(|line| words.iter().any(|word| line.contains(word))).collect()
}

#[test]
fn update_and_view_do_not_know_each_other() {
    assert_eq!(saying("update", &["crate::view", "view::"]), Vec::<String>::new());
    assert_eq!(saying("view", &["crate::update", "update::"]), Vec::<String>::new());
    assert!(saying("update", &["crate::words"]).len() > 5 && saying("view", &["crate::words"]).len() > 5);
}

/// A match that swallows the rest is where a new press, mark or piece of news is forgotten.
#[test]
fn no_match_swallows_what_it_does_not_know() {
    assert_eq!(saying("", &["_ => {}", "_ => (),", "_ => (), "]), Vec::<String>::new());
    assert!(saying("", &["=> {}"]).len() > 3, "the search still finds arms");
}
