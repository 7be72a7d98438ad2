//! Texts in languages that were loaded while the program runs.
//!
//! The binary has all languages in it. The page has English, and loads the texts in another language when somebody wants
//! that one: nobody downloads words that nobody here reads. All texts in a language are one file with parts. A part begins
//! with a line `[name]`, and is a message file: `[hexoust]` is what the game says, `[faults]` what is wrong in records.

use std::sync::{Mutex, PoisonError};

use crate::message::{Texts, TextsError};

/// The text of a message file in a language other than English. It is empty in the page, which loads it.
#[macro_export]
macro_rules! other_language {
    ($path:literal) => {
        if cfg!(target_family = "wasm") { "" } else { $crate::text_file!($path) }
    };
}

/// A language that was loaded, and its texts.
type Loaded = (String, &'static str);

/// Only words for people are here: what happens in a match never depends on it.
static LOADED: Mutex<Vec<Loaded>> = Mutex::new(Vec::new());

/// Takes in all texts in a language. They stay until the program ends.
pub fn load_language(language: &str, file: &str) -> Result<(), TextsError> {
    for (_, part) in parts(file) {
        Texts::parse(part)?;
    }
    let is_part = parts(file).next().is_some();
    is_part.then_some(()).ok_or_else(|| TextsError { line: 1, found: file.chars().take(80).collect() })?;
    let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if !loaded.iter().any(|(known, text)| known == language && *text == file) {
        loaded.insert(0, (language.to_owned(), Box::leak(file.into())));
    }
    Ok(())
}

/// The sentences of a part in a language, from the message files that are compiled in, English first, or from what was
/// loaded. What is missing in a loaded file, which may be older than the program, is said in English.
pub fn texts_in(part: &str, files: &[(&str, &'static str)], language: &str) -> Texts {
    let parse = |file: &str| Texts::parse(file).expect("a test has checked every message file");
    let built_in = in_language(files, language);
    if !built_in.is_empty() {
        return parse(built_in);
    }
    let english = parse(in_language(files, "en"));
    match loaded(part, language) {
        Some(file) => english.extended(parse(file)),
        None => english,
    }
}

/// The file in a language, or in English if there is none; empty if it is not compiled in.
pub(crate) fn in_language(files: &[(&str, &'static str)], language: &str) -> &'static str {
    files.iter().find(|(known, _)| *known == language).or(files.first()).map_or("", |(_, file)| file)
}

fn loaded(part: &str, language: &str) -> Option<&'static str> {
    let loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    let (_, file) = loaded.iter().find(|(known, _)| known == language)?;
    parts(file).find(|(name, _)| *name == part).map(|(_, text)| text)
}

/// The parts of a file, with their names.
fn parts(file: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = file.strip_prefix('[').into_iter().flat_map(|file| file.split("\n["));
    parts.filter_map(|part| part.split_once("]\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Message;

    const FILES: &[(&str, &str)] = &[("en", "hello = Hello.\nbye = Bye."), ("nl", "hello = Hallo."), ("fy", "")];

    fn say(part: &str, language: &str, key: &'static str) -> String {
        texts_in(part, FILES, language).say(&Message::new(key), &[])
    }

    #[test]
    fn a_language_is_english_until_it_is_loaded() {
        assert_eq!((say("a", "nl", "hello").as_str(), say("a", "tlh", "hello").as_str()), ("Hallo.", "Hello."));
        assert_eq!(say("a", "fy", "hello"), "Hello.");
        load_language("fy", "[b]\nhello = nee\n[a]\n# greetings\nhello = Hoi [do].\n").unwrap();
        assert_eq!(say("a", "fy", "hello"), "Hoi [do].");
        assert_eq!((say("a", "fy", "bye").as_str(), say("c", "fy", "hello").as_str()), ("Bye.", "Hello."));
        load_language("fy", "[a]\nhello = Goeie.\n").unwrap();
        assert_eq!(say("a", "fy", "hello"), "Goeie.", "a newer file replaces an older one");
    }

    #[test]
    fn what_is_no_file_of_texts_is_refused() {
        for wrong in ["", "<!doctype html>\n<html>", "hello = Hallo.", "[a]\nno sentence"] {
            assert!(load_language("xx", wrong).is_err(), "{wrong}");
        }
    }
}
