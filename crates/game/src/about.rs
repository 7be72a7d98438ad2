//! A game's description for programs: its facts, with its words in one language.

use serde::Serialize;

use crate::game::Info;
use crate::languages::{in_language, texts_in};
use crate::message::Texts;
use crate::setup::{OptionKind, OptionSpec, Preset};

/// What a list of games tells programs about one of them.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// Its name in commands, records and addresses.
    pub key: &'static str,
    /// Its name for people.
    pub name: &'static str,
    /// A description in one line.
    pub summary: String,
    /// Its author.
    pub credit: String,
    /// See [`Info::rules_version`].
    pub rules_version: u32,
    /// The names of the seats in records.
    pub seat_names: &'static [&'static str],
    /// The options of a match.
    pub options: Vec<AboutOption>,
    /// Named sets of options.
    pub presets: &'static [Preset],
    /// Whether a seat can know less than the whole state.
    pub hidden: bool,
    /// See [`Info::grace_seconds`].
    pub grace_seconds: Option<u32>,
}

/// One option, with its explanation.
#[derive(Clone, Debug, Serialize)]
pub struct AboutOption {
    /// Its name in records and on the command line.
    pub key: &'static str,
    /// Its possible values.
    pub kind: OptionKind,
    /// Its value unless a player chooses another one.
    pub default: &'static str,
    /// Its effect, in one line.
    pub help: String,
    /// The seat that it belongs to, if it belongs to one.
    pub seat: Option<u8>,
}

impl Info {
    /// The game's description in a language, or in English if the game does not have it.
    pub fn about(&self, language: &str) -> About {
        let texts = self.texts_in(language);
        let option = |spec: &OptionSpec| AboutOption {
            key: spec.key,
            kind: spec.kind,
            default: spec.default,
            help: texts.word(&format!("option.{}.help", spec.key)),
            seat: spec.seat,
        };
        About {
            key: self.key,
            name: self.name,
            summary: texts.word("summary"),
            credit: texts.word("credit"),
            rules_version: self.rules_version,
            seat_names: self.seat_names,
            options: self.options.iter().map(option).collect(),
            presets: self.presets,
            hidden: self.hidden,
            grace_seconds: self.grace_seconds,
        }
    }

    /// The game's texts in a language, or in English if the game does not have it.
    pub fn texts_in(&self, language: &str) -> Texts {
        texts_in(self.key, self.texts, language)
    }

    /// The game's rules in a language, or in English if they are not written in it; empty in the page.
    pub fn rules_in(&self, language: &str) -> &'static str {
        in_language(self.rules, language)
    }
}
