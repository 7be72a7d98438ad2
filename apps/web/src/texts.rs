//! The page's own sentences, one file for each language. The sentences about a match, which all clients share, are in
//! `crates/client/data`.

pub use client::{LANGUAGES, Tongue, find};

/// The page's own sentences: the key of the language, and its message file.
const OWN: &[(&str, &str)] = &[("en", include_str!("../data/en.txt")), ("de", game::other_language!("../data/de.txt"))];

/// The key of this language (`de` for `de-AT`), or of English if the page has no such language.
pub fn key(language: &str) -> &'static str {
    let wanted = language.split(['-', '_']).next().unwrap_or_default();
    LANGUAGES.iter().map(|(key, ..)| *key).find(|key| *key == wanted).unwrap_or(LANGUAGES[0].0)
}

/// Whether the page has the texts in this language from the beginning. The others are files, so that nobody downloads words in
/// languages that they do not read.
pub fn is_built_in(key: &str) -> bool {
    key == LANGUAGES[0].0
}

/// The path of the texts in a language that is not built in.
pub fn path(key: &str) -> String {
    format!("content/languages/{key}.txt")
}

/// The texts in this language (`de`, `de-AT`), or in English if the page has no such language.
pub fn tongue(language: &str) -> Tongue {
    Tongue::of(language, OWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::testkit::{check_files, keys_of, keys_said, sources_in};
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_language_has_every_sentence_with_the_same_gaps() {
        assert_eq!(OWN.len(), LANGUAGES.len());
        check_files(OWN).unwrap();
    }

    #[test]
    fn every_sentence_that_the_page_says_is_in_the_file() {
        let (shared, own) = (keys_of(LANGUAGES[0].2), keys_of(OWN[0].1));
        assert!(shared.is_disjoint(&own), "no key is in both files");
        let english: BTreeSet<String> = shared.union(&own).cloned().collect();
        let mut used = 0;
        for (name, code) in sources_in(Path::new("src")) {
            for key in keys_said(&code, &["say(\"", "Message::new(\"", "note(\""]) {
                assert!(english.contains(key), "{name} says `{key}`, which is not in data/en.txt");
                used += 1;
            }
        }
        assert!(used > 60, "the search still finds the page's sentences: {used}");
    }

    #[test]
    fn an_unknown_language_is_english() {
        assert_eq!(tongue("de-CH").language, "de");
        assert_eq!(tongue("tlh").language, "en");
    }
}
