//! The page's own sentences, one file for each language. The sentences about a match, which all clients share, are in
//! `crates/client/data`.

pub use client::{LANGUAGES, Tongue, find};

/// The page's own sentences: the key of the language, and its message file.
const OWN: &[(&str, &str)] = &[("en", include_str!("../data/en.txt")), ("de", include_str!("../data/de.txt"))];

/// The texts in this language (`de`, `de-AT`), or in English if the page has no such language.
pub fn tongue(language: &str) -> Tongue {
    Tongue::of(language, OWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Texts;
    use game::testkit::check_files;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn keys(file: &str) -> BTreeSet<String> {
        Texts::parse(file).unwrap().keys().map(str::to_owned).collect()
    }

    #[test]
    fn every_language_has_every_sentence_with_the_same_gaps() {
        assert_eq!(OWN.len(), LANGUAGES.len());
        check_files(OWN).unwrap();
    }

    #[test]
    fn every_sentence_that_the_page_says_is_in_the_file() {
        let (shared, own) = (keys(LANGUAGES[0].2), keys(OWN[0].1));
        assert!(shared.is_disjoint(&own), "no key is in both files");
        let english: BTreeSet<String> = shared.union(&own).cloned().collect();
        let mut used = 0;
        visit(Path::new("src"), &mut |source| {
            for opening in ["say(\"", "Message::new(\"", "note(\""] {
                for key in source.split(opening).skip(1).map(|rest| rest.split('"').next().unwrap()) {
                    assert!(english.contains(key), "`{key}` is said and not in data/en.txt");
                    used += 1;
                }
            }
        });
        assert!(used > 60, "the search still finds the page's sentences: {used}");
    }

    fn visit(folder: &Path, each: &mut dyn FnMut(&str)) {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() {
                visit(&entry.path(), each);
            } else if entry.file_name() != "texts.rs" {
                each(&std::fs::read_to_string(entry.path()).unwrap());
            }
        }
    }

    #[test]
    fn an_unknown_language_is_english() {
        assert_eq!(tongue("de-CH").language, "de");
        assert_eq!(tongue("tlh").language, "en");
    }
}
