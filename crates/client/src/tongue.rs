//! What a client says in one language: the sentences that are here, which every client says, and a client's own.

use game::{Message, SortedMap, Texts};

use crate::find;

/// The languages: key, its own name, message file. A new one is a file and a line here, and a file in each client. A file that
/// is loaded when it is wanted is empty; `client` and `page` are the names of its parts then.
pub const LANGUAGES: &[(&str, &str, &str)] = &[
    ("en", "English", game::text_file!("../data/en.txt")),
    ("de", "Deutsch", game::other_language!("../data/de.txt")),
];

/// What a client says in one language.
#[derive(Clone, Debug)]
pub struct Tongue {
    /// The key of the language.
    pub language: &'static str,
    texts: Texts,
}

impl Tongue {
    /// The sentences in this language (`de`, `de-AT`), or in English if there is no file for it. A client's own
    /// sentences, a message file a language, are added.
    pub fn of(language: &str, own: &[(&str, &'static str)]) -> Self {
        let wanted = language.split(['-', '_']).next().unwrap_or_default();
        let (key, ..) = LANGUAGES.iter().find(|(key, ..)| *key == wanted).unwrap_or(&LANGUAGES[0]);
        let shared: Vec<_> = LANGUAGES.iter().map(|&(key, _, file)| (key, file)).collect();
        let texts = game::texts_in("client", &shared, key);
        Self { language: key, texts: texts.extended(game::texts_in("page", own, key)) }
    }

    /// A sentence without gaps.
    pub fn say(&self, key: &'static str) -> String {
        self.texts.say(&Message::new(key), &[])
    }

    /// A sentence with gaps.
    pub fn tell(&self, message: &Message) -> String {
        self.texts.say(message, &[])
    }

    /// A sentence without gaps whose key is not known before.
    pub fn say_key(&self, key: &str) -> String {
        self.tell(&Message { key: key.to_owned().into(), args: SortedMap::new() })
    }

    /// A sentence whose key is made at run time, if there is one.
    pub fn find(&self, key: &str) -> Option<String> {
        find(&self.texts, key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::testkit::{check_files, keys_of, keys_said, sources_in};
    use std::path::Path;

    #[test]
    fn every_language_has_every_sentence_with_the_same_gaps() {
        check_files(&LANGUAGES.iter().map(|&(language, _, file)| (language, file)).collect::<Vec<_>>()).unwrap();
    }

    #[test]
    fn every_sentence_that_is_said_here_is_in_the_file() {
        let english = keys_of(LANGUAGES[0].2);
        let mut used = 0;
        for (name, code) in sources_in(Path::new("src")) {
            for key in keys_said(&code, &["say(\"", "Message::new(\""]) {
                assert!(english.contains(key), "{name} says `{key}`, which is not in data/en.txt");
                used += 1;
            }
        }
        assert!(used > 20, "the search still finds what is said: {used}");
    }

    #[test]
    fn an_unknown_language_is_english_and_own_sentences_are_added() {
        assert_eq!(Tongue::of("de-CH", &[]).language, "de");
        assert_eq!(Tongue::of("de_AT", &[]).language, "de");
        let tongue = Tongue::of("tlh", &[("en", "mine = My own."), ("de", "mine = Mein eigener.")]);
        assert_eq!((tongue.language, tongue.say("mine").as_str()), ("en", "My own."));
        assert_eq!(tongue.say("result.draw"), "A draw.");
    }
}
