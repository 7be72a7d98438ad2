//! What is wrong in a record, in every language: players read it on the page, and others in terminals and logs.

use std::fmt;

use crate::game::{Info, Refusal};
use crate::languages::texts_in;
use crate::message::{Arg, Message};
use crate::record::readable;
use crate::setup::{OptionKind, SetupError};

/// The languages, English first, with their message files.
const FILES: &[(&str, &str)] =
    &[("en", include_str!("../data/faults.en.txt")), ("de", crate::other_language!("../data/faults.de.txt"))];

/// A fault quotes the record, which may come from anybody. This length fits on a screen.
const LONGEST: usize = 300;

/// What is wrong in a record, in every language. `Display` writes it in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(Vec<String>);

impl Fault {
    /// A record of a game that is not known here.
    pub fn unknown_game(game: &str) -> Self {
        Message::new("game.unknown").with("game", game.to_owned()).into()
    }

    /// A journey of a kind that is not known here.
    pub fn unknown_journey(journey: &str) -> Self {
        Message::new("journey.unknown").with("journey", journey.to_owned()).into()
    }

    /// A record by a rule set that is not known here.
    pub fn unknown_rules(rules: &crate::RulesId) -> Self {
        Message::new("rules.unknown").with("rules", rules.short()).into()
    }

    /// A rule set that is not valid. Rule files speak English.
    pub fn of_rules(error: &crate::RulesError) -> Self {
        Message::new("why").with("why", error.to_string()).into()
    }

    /// The fault in a language, or in English if there is no file for it.
    pub fn say(&self, language: &str) -> &str {
        let index = FILES.iter().position(|(known, _)| *known == language).unwrap_or(0);
        &self.0[index]
    }

    /// A fault with a reason in the words of the game: `{why}` of the sentence.
    pub(crate) fn because(message: &Message, why: &Message, info: &Info) -> Self {
        Self::in_every(|language| {
            let why = info.texts_in(language).say(why, info.seat_names);
            message.clone().with("why", why)
        })
    }

    /// An action or an exit that the match refuses.
    pub(crate) fn refused(message: Message, refusal: &Refusal, info: &Info) -> Self {
        let why = match refusal {
            Refusal::Illegal(why) => return Self::because(&message, why, info),
            Refusal::GameOver => "refusal.over",
            Refusal::NotYourTurn { .. } => "refusal.turn",
            Refusal::NoSuchSeat => "refusal.seat",
            Refusal::OutOfTheGame => "refusal.out",
        };
        message.with("why", Arg::Word(why.to_owned())).into()
    }

    /// Options that cannot start a match.
    pub(crate) fn of_setup(error: &SetupError, info: &Info) -> Self {
        match error {
            SetupError::Conflict { message, .. } => Self::because(&Message::new("why"), message, info),
            SetupError::OtherRules { key, named, played } => other_rules(key, named, played).into(),
            SetupError::Unknown { key, known } => unknown_option(key, known).into(),
            SetupError::Value { key, kind, value } => wrong_value(key, *kind, value).into(),
            SetupError::Form(found) => not_an_option(found).into(),
        }
    }

    fn in_every(message: impl Fn(&str) -> Message) -> Self {
        Self(FILES.iter().map(|(language, _)| readable(&say(language, &message(language)), LONGEST)).collect())
    }
}

impl From<Message> for Fault {
    fn from(message: Message) -> Self {
        Self::in_every(|_| message.clone())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.say("en"))
    }
}

fn say(language: &str, message: &Message) -> String {
    texts_in("faults", FILES, language).say(message, &[])
}

/// The sentence in English.
pub(crate) fn english(message: &Message) -> String {
    say("en", message)
}

/// A text that is not of the form `key=value`.
pub(crate) fn not_an_option(found: &str) -> Message {
    Message::new("option.form").with("found", found.to_owned())
}

/// An option that the game does not have.
pub(crate) fn unknown_option(key: &str, known: &[&str]) -> Message {
    let message = Message::new(if known.is_empty() { "option.none" } else { "option.unknown" });
    message.with("key", key.to_owned()).with("known", known.join(", "))
}

/// A rule set that is not the one of the match.
pub(crate) fn other_rules(key: &str, named: &str, played: &str) -> Message {
    let named = Message::new("option.rules").with("named", crate::setup::named_option(key, named));
    named.with("played", played.to_owned())
}

/// A value that an option of this kind cannot have.
pub(crate) fn wrong_value(key: &str, kind: OptionKind, value: &str) -> Message {
    let message = match kind {
        OptionKind::Whole { least, most } => Message::new("option.whole").with("least", least).with("most", most),
        OptionKind::Choice(words) => Message::new("option.choice").with("known", words.join(", ")),
        OptionKind::Switch => Message::new("option.switch"),
        OptionKind::Text { most, known: [] } => Message::new("option.text").with("most", i64::from(most)),
        OptionKind::Text { known, .. } => Message::new("option.name").with("known", known.join(", ")),
    };
    message.with("key", key.to_owned()).with("value", value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{check_files, keys_of};

    /// The files that find faults.
    const SOURCES: [&str; 5] = [
        include_str!("fault.rs"),
        include_str!("journey.rs"),
        include_str!("journey_record.rs"),
        include_str!("record.rs"),
        include_str!("replay.rs"),
    ];

    #[test]
    fn every_language_has_every_sentence_with_the_same_gaps() {
        check_files(FILES).unwrap();
    }

    #[test]
    fn every_sentence_of_the_files_is_said_and_every_sentence_that_is_said_is_there() {
        let english = keys_of(FILES[0].1);
        for key in &english {
            assert!(SOURCES.iter().any(|code| code.contains(&format!("\"{key}\""))), "`{key}` is never said");
        }
        for key in SOURCES.iter().flat_map(|code| crate::testkit::keys_said(code, &["Message::new(\""])) {
            assert!(english.contains(key), "`{key}` is not in data/faults.en.txt");
        }
    }

    /// The words in English are pinned by the tests of records.
    #[test]
    fn a_fault_is_said_in_the_language_of_the_reader() {
        let fault = Fault::from(Message::new("seat.unknown").with("seat", "oak".to_owned()));
        assert_eq!([fault.say("de"), fault.say("en")], ["es gibt keinen Platz `oak`", "there is no seat `oak`"]);
        assert_eq!((fault.say("tlh"), fault.to_string().as_str()), (fault.say("en"), fault.say("en")));
    }
}
