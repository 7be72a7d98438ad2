//! The language of the terminal. The sentences of all clients are in `crates/client`, and those of a game in its own
//! message files. The terminal's own sentences are here, a file for each language.

use client::Tongue;

/// The terminal's own sentences: the key of the language and the message file.
pub(crate) const OWN: &[(&str, &str)] =
    &[("en", include_str!("../../data/en.txt")), ("de", include_str!("../../data/de.txt"))];

/// The environment variables that name the language of messages, the strongest first, as in POSIX.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The terminal in this language, if there is a message file for it.
pub(crate) fn find(language: &str) -> Option<Tongue> {
    OWN.iter().any(|(known, _)| *known == language).then(|| Tongue::of(language, OWN))
}

/// The terminal in the language of the environment, or in English if that is unknown. The first variable that is set
/// decides, as in POSIX: `LC_ALL=C` means English even if `LANG` is German.
pub(crate) fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Tongue {
    let set = VARIABLES.into_iter().filter_map(variable).find(|value| !value.is_empty());
    let locale = set.unwrap_or_default();
    Tongue::of(locale.split(['.', '@']).next().unwrap_or_default(), OWN)
}

/// Whether an answer means yes: «yes» or its first letter, in the person's language or in English.
pub(crate) fn is_yes(tongue: &Tongue, answer: &str) -> bool {
    let answer = answer.to_lowercase();
    let begins = |yes: &str| yes.starts_with(&answer) && answer.chars().count() == 1;
    ["yes", &tongue.say("yes")].into_iter().any(|yes| answer == yes || begins(yes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::testkit::{check_files, keys_of, keys_said, sources_in};
    use std::collections::BTreeSet;

    /// Every source file of the terminal, without the tests.
    fn sources() -> Vec<(String, String)> {
        let all = sources_in(std::path::Path::new("src/terminal"));
        all.into_iter().filter(|(name, _)| !name.contains("_tests")).collect()
    }

    /// The string literals of a source file, without those in comments.
    fn quoted(code: &str) -> Vec<String> {
        let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
        lines.flat_map(|line| line.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
    }

    #[test]
    fn the_terminal_speaks_the_languages_of_the_client_and_says_nothing_in_its_place() {
        let own: Vec<&str> = OWN.iter().map(|(language, _)| *language).collect();
        assert_eq!(own, client::LANGUAGES.iter().map(|(language, ..)| *language).collect::<Vec<_>>());
        let twice: Vec<String> = keys_of(OWN[0].1).intersection(&keys_of(client::LANGUAGES[0].2)).cloned().collect();
        assert!(twice.is_empty(), "the client has these sentences already: {twice:?}");
    }

    #[test]
    fn yes_is_a_word_or_its_first_letter_even_if_that_has_several_bytes() {
        let tongue = Tongue::of("en", &[("en", "yes = ékà")]);
        for (answer, means_yes) in
            [("y", true), ("YES", true), ("ékà", true), ("É", true), ("", false), ("ye", false), ("no", false)]
        {
            assert_eq!(is_yes(&tongue, answer), means_yes, "{answer}");
        }
    }

    #[test]
    fn every_language_has_every_sentence_with_the_same_gaps() {
        check_files(OWN).unwrap();
    }

    #[test]
    fn every_sentence_that_is_said_is_in_the_file_and_none_is_left_over() {
        let known = keys_of(OWN[0].1);
        let shared = keys_of(client::LANGUAGES[0].2);
        let mut said = BTreeSet::new();
        for (name, code) in sources() {
            for key in keys_said(&code, &["say(\"", "Message::new(\""]) {
                let is_known = known.contains(key) || shared.contains(key);
                assert!(is_known, "{name} says `{key}`, which is not in data/en.txt");
            }
            said.extend(quoted(&code));
        }
        let unused: Vec<&String> = known.iter().filter(|key| !said.contains(*key)).collect();
        assert!(unused.is_empty(), "no code uses {unused:?}");
    }

    /// A literal with two words is a sentence and belongs into a message file. Exceptions are texts of records and
    /// names of commands, which are the same in every language.
    #[test]
    fn no_source_of_the_terminal_has_a_sentence_in_it() {
        const SAME_EVERYWHERE: [&str; 1] = ["start over"];
        let is_word = |word: &str| word.len() > 1 && word.chars().all(char::is_alphabetic);
        for (name, code) in sources() {
            let code: String =
                code.lines().filter(|line| !line.contains("expect(")).flat_map(|line| [line, "\n"]).collect();
            for text in quoted(&code).iter().filter(|text| !SAME_EVERYWHERE.contains(&text.as_str())) {
                let words = text.split([' ', ',', ':', '.', '?']).filter(|word| is_word(word)).count();
                assert!(words < 2 || !text.contains(' '), "{name} has a sentence of its own: {text:?}");
            }
        }
    }

    #[test]
    fn the_environment_names_the_language_and_the_first_variable_that_is_set_decides() {
        let of = |set: &[(&str, &str)]| {
            let find = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
            of_environment(find).language
        };
        assert_eq!(of(&[]), "en");
        assert_eq!(of(&[("LANG", "de_AT.UTF-8")]), "de");
        assert_eq!(of(&[("LANG", "de_AT.UTF-8"), ("LC_ALL", "")]), "de");
        assert_eq!(of(&[("LANG", "de_DE"), ("LC_ALL", "C.UTF-8")]), "en");
        assert_eq!(of(&[("LC_MESSAGES", "de"), ("LANG", "fr_FR.UTF-8")]), "de");
        assert_eq!(of(&[("LANG", "tlh")]), "en", "a language without a message file");
    }
}
