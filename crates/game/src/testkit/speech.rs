//! Checks of message files: every language has every sentence, and every placeholder is filled.

use std::collections::BTreeSet;

use super::suite::ensure;
use crate::{Game, Message, Texts};

/// The sentences of a game in all its languages.
pub struct Speech {
    languages: Vec<(&'static str, Texts)>,
    seat_names: &'static [&'static str],
}

impl Speech {
    /// Reads every message file of a game. Every file must parse, have the same sentences as the first file and name
    /// every seat.
    pub fn of<G: Game>() -> Result<Self, String> {
        let mut languages: Vec<(&'static str, Texts)> = Vec::new();
        for &(language, file) in G::INFO.texts {
            let texts = Texts::parse(file).map_err(|error| format!("message file {language}: {error}"))?;
            languages.push((language, texts));
        }
        let (_, first) = languages.first().ok_or("there is no message file")?;
        let keys = |texts: &Texts| texts.keys().map(str::to_owned).collect::<BTreeSet<_>>();
        let wanted = keys(first);
        for name in G::INFO.seat_names {
            ensure(wanted.contains(&format!("seat.{name}")), || format!("no sentence names the seat {name}"))?;
        }
        for (language, texts) in &languages {
            let found = keys(texts);
            let odd = wanted.symmetric_difference(&found).next();
            ensure(odd.is_none(), || {
                format!("message file {language} lacks or adds {}", odd.map_or("", String::as_str))
            })?;
        }
        Ok(Self { languages, seat_names: G::INFO.seat_names })
    }

    /// Checks that a message has a complete sentence in every language.
    pub fn check(&self, message: &Message) -> Result<(), String> {
        for (language, texts) in &self.languages {
            let known = texts.keys().any(|key| key == message.key);
            ensure(known, || format!("no sentence for {message} in {language}"))?;
            let said = texts.say(message, self.seat_names);
            ensure(!said.contains('{'), || format!("a gap stays open in {language}: {said}"))?;
        }
        Ok(())
    }
}
