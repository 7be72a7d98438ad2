//! Rules about the page's source files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The source files in a folder of `src`, with their text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    files(&Path::new("src").join(folder))
}

/// The Rust files in a folder and its subfolders, with their text.
fn files(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut folders = vec![folder.to_owned()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else if entry.path().extension().is_some_and(|ending| ending == "rs") {
                sources.push((entry.path(), std::fs::read_to_string(entry.path()).unwrap()));
            }
        }
    }
    sources
}

/// The lines of a folder's sources that contain one of these words.
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
    let words = ["crate::words", "_in_words("];
    assert!(saying("update", &words).len() > 5 && saying("view", &words).len() > 5, "both say things");
}

/// Every check for absence has a check elsewhere that finds the same selector or sentence. Otherwise a renamed class or
/// a reworded sentence would make the check pass for ever.
#[test]
fn every_check_that_something_is_absent_has_one_that_finds_it() {
    let tests: Vec<(PathBuf, String)> = files(Path::new("tests/page"));
    let asked = |call: &str| -> BTreeSet<String> {
        let found = tests.iter().flat_map(|(_, text)| text.split(call).skip(1));
        found.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    for (absent, present) in [(".lacks(\"", ".shows(\""), (".does_not_say(\"", ".says(\"")] {
        let alone: Vec<String> = asked(absent).difference(&asked(present)).cloned().collect();
        assert!(alone.is_empty(), "no test finds these with {present}: {alone:?}");
        assert!(asked(absent).len() > 5, "the search still finds the checks");
    }
    let text = "html().contains(".to_owned();
    let by_text: Vec<_> = tests.iter().filter(|(_, source)| source.contains(&format!("!page.{text}"))).collect();
    assert!(by_text.is_empty(), "ask the tree: {by_text:?}");
}

/// A wildcard arm that does nothing would hide a new press, mark or event.
#[test]
fn no_match_swallows_what_it_does_not_know() {
    assert_eq!(saying("", &["_ => {}", "_ => (),", "_ => (), "]), Vec::<String>::new());
    assert!(saying("", &["=> {}"]).len() > 3, "the search still finds arms");
}
