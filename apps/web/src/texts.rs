//! The page's own sentences, a file a language.

pub use client::find;
use game::{Message, Texts};

/// The languages of the page: key, own name, message file. A new one is a file and a line here.
pub const LANGUAGES: &[(&str, &str, &str)] =
    &[("en", "English", include_str!("../data/en.txt")), ("de", "Deutsch", include_str!("../data/de.txt"))];

/// The page in one language.
#[derive(Clone, Debug)]
pub struct Tongue {
    /// Its key.
    pub language: &'static str,
    texts: Texts,
}

impl Tongue {
    /// The page in this language (`de`, `de-AT`), or in English if it does not speak it.
    pub fn of(language: &str) -> Self {
        let wanted = language.split('-').next().unwrap_or_default();
        let (key, _, file) = LANGUAGES.iter().find(|(key, ..)| *key == wanted).unwrap_or(&LANGUAGES[0]);
        Self { language: key, texts: Texts::parse(file).expect("a test reads every message file") }
    }

    /// A sentence without gaps.
    pub fn say(&self, key: &'static str) -> String {
        self.texts.say(&Message::new(key), &[])
    }

    /// A sentence with gaps.
    pub fn tell(&self, message: &Message) -> String {
        self.texts.say(message, &[])
    }

    /// A sentence whose key is made at run time, if there is one.
    pub fn find(&self, key: &str) -> Option<String> {
        find(&self.texts, key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn keys(file: &str) -> BTreeSet<String> {
        Texts::parse(file).unwrap().keys().map(str::to_owned).collect()
    }

    #[test]
    fn every_language_has_every_sentence_with_the_same_gaps() {
        let english = keys(LANGUAGES[0].2);
        let gaps = |file: &str, key: &str| -> BTreeSet<String> {
            let line = file.lines().find(|line| line.split('=').next().is_some_and(|k| k.trim() == key)).unwrap();
            let gaps = line.split('{').skip(1);
            gaps.map(|gap| gap.split(['}', ':']).next().unwrap().to_owned()).collect()
        };
        for (language, _, file) in LANGUAGES {
            assert_eq!(keys(file), english, "{language}");
            for key in &english {
                assert_eq!(gaps(file, key), gaps(LANGUAGES[0].2, key), "{language}: {key}");
            }
        }
    }

    #[test]
    fn every_sentence_that_the_page_says_is_in_the_file() {
        let english = keys(LANGUAGES[0].2);
        let mut used = 0;
        visit(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut |source| {
            for opening in ["say(\"", "Message::new(\"", "note(\""] {
                for key in source.split(opening).skip(1).map(|rest| rest.split('"').next().unwrap()) {
                    assert!(english.contains(key), "`{key}` is said and not in data/en.txt");
                    used += 1;
                }
            }
        });
        assert!(used > 60, "the search still finds what the page says: {used}");
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
        assert_eq!(Tongue::of("de-CH").language, "de");
        assert_eq!(Tongue::of("tlh").language, "en");
    }
}
