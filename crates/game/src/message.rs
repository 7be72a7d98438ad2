//! Messages of games: a key with arguments. The sentences are in message files, one for each language.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::plural::{self, PluralRule};
use crate::seat::Seat;
use crate::sorted::SortedMap;

/// The line of a message file that names its rule for plurals.
pub(crate) const PLURAL_RULE: &str = "plural-rule";

/// The key of a sentence that says only who has won. A game whose story needs more words for its end uses another key. A
/// client that tells the result itself leaves this sentence out.
pub const HAS_WON: &str = "has-won";

/// A sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// The key of the sentence.
    pub key: Cow<'static, str>,
    /// The values of its placeholders.
    #[serde(default, skip_serializing_if = "SortedMap::is_empty")]
    pub args: SortedMap<Cow<'static, str>, Arg>,
}

/// The value of a placeholder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arg {
    /// A count.
    Number(i64),
    /// A number with two decimals, in hundredths. The decimal sign is the language's sentence `decimal-sign`, or a
    /// point.
    Hundredths(i64),
    /// A number in tenths, with a decimal only where it needs one: `3`, `2.5`.
    Tenths(i64),
    /// The notation of a place, or any other text that is the same in every language.
    Text(String),
    /// A word with a sentence of its own, by its key: `weapon.laser`. If a language lacks the sentence, the part after
    /// the first point is used: `laser`.
    Word(String),
    /// A seat, which is written with its name.
    Seat(Seat),
}

impl Arg {
    /// The word with this group and name.
    pub fn word(group: &str, name: &str) -> Self {
        Self::Word(format!("{group}.{name}"))
    }

    /// The number `value / per_unit`, rounded to hundredths.
    pub fn hundredths(value: i64, per_unit: i64) -> Self {
        let nearest = (200 * value.abs() + per_unit) / (2 * per_unit);
        Self::Hundredths(if value < 0 { -nearest } else { nearest })
    }
}

impl Message {
    /// A message without arguments.
    pub fn new(key: &'static str) -> Self {
        Self { key: Cow::Borrowed(key), args: SortedMap::new() }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.insert(Cow::Borrowed(name), arg.into());
        self
    }
}

impl From<Arg> for String {
    /// The value as programs read it, with a decimal point.
    fn from(arg: Arg) -> Self {
        match arg {
            Arg::Number(number) => number.to_string(),
            Arg::Hundredths(hundredths) => decimals(hundredths, "."),
            Arg::Tenths(tenths) => one_decimal(tenths, "."),
            Arg::Text(text) | Arg::Word(text) => text,
            Arg::Seat(seat) => format!("seat {}", seat.0),
        }
    }
}

fn decimals(hundredths: i64, sign: &str) -> String {
    let minus = if hundredths < 0 { "-" } else { "" };
    let parts = hundredths.unsigned_abs();
    format!("{minus}{}{sign}{:02}", parts / 100, parts % 100)
}

fn one_decimal(tenths: i64, sign: &str) -> String {
    let minus = if tenths < 0 { "-" } else { "" };
    match (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10) {
        (whole, 0) => format!("{minus}{whole}"),
        (whole, part) => format!("{minus}{whole}{sign}{part}"),
    }
}

impl From<i64> for Arg {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Seat> for Arg {
    fn from(seat: Seat) -> Self {
        Self::Seat(seat)
    }
}

/// For logs. People are shown [`Texts::say`].
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.key)?;
        self.args.iter().try_for_each(|(name, arg)| write!(f, " {name}={}", String::from(arg.clone())))
    }
}

/// The sentences of one language.
///
/// A file has one sentence on a line, `key = text`. In the text, `{name}` is a placeholder. A placeholder of the form
/// `{name:one stone|# stones}` chooses by number, where `#` stands for the number. English and German have two forms; a language
/// with others names its rule: `plural-rule = polish`. Blank lines and lines that start with `#` are skipped.
#[derive(Clone, Debug, Default)]
pub struct Texts(SortedMap<String, String>);

/// A line of a message file that is no sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected `key = text`, found `{found}`")]
pub struct TextsError {
    /// The line number, from 1.
    pub line: usize,
    /// The text of the line.
    pub found: String,
}

impl Texts {
    /// Reads a message file.
    pub fn parse(file: &str) -> Result<Self, TextsError> {
        let mut texts = SortedMap::new();
        for (index, line) in file.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fresh = line
                .split_once('=')
                .map(|(key, text)| (key.trim().to_owned(), text.trim().to_owned()))
                .filter(|(key, _)| !key.is_empty() && !texts.contains_key(key));
            let (key, text) = fresh.ok_or_else(|| TextsError { line: index + 1, found: line.to_owned() })?;
            texts.insert(key, text);
        }
        Ok(Self(texts))
    }

    /// The keys that have a sentence.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Adds the sentences of another file. They replace sentences with the same key.
    #[must_use]
    pub fn extended(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// The message in this language. A seat is written with its sentence `seat.NAME`. If the sentence is missing, the
    /// key is shown, so that the mistake is seen.
    pub fn say(&self, message: &Message, seat_names: &[&str]) -> String {
        let Some(text) = self.0.get(message.key.as_ref()) else { return message.to_string() };
        let mut said = String::with_capacity(text.len() + 16);
        let mut rest = text.as_str();
        while let Some((before, gap_and_rest)) = rest.split_once('{') {
            said.push_str(before);
            let (gap, after) = gap_and_rest.split_once('}').unwrap_or((gap_and_rest, ""));
            said.push_str(&self.fill(gap, message, seat_names));
            rest = after;
        }
        said.push_str(rest);
        said
    }

    /// The name of a seat in this language.
    pub fn seat(&self, name: &str) -> String {
        self.0.get(&format!("seat.{name}")).cloned().unwrap_or_else(|| name.to_owned())
    }

    /// The sentence of a word. If there is none, the part of the key after the first point.
    pub fn word(&self, key: &str) -> String {
        let spoken = || key.split_once('.').map_or(key, |(_, name)| name).to_owned();
        self.0.get(key).cloned().unwrap_or_else(spoken)
    }

    /// A longer text in which `{{key}}` stands for the sentence of that key. So a text names an option as its button does.
    pub fn fill_in(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, (key, after))) =
            rest.split_once("{{").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
        {
            filled.push_str(before);
            filled.push_str(&self.word(key));
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    /// A number as it is written in this language.
    pub fn number(&self, number: &Arg) -> String {
        let sign = self.0.get("decimal-sign").map_or(".", String::as_str);
        match number {
            Arg::Hundredths(hundredths) => decimals(*hundredths, sign),
            Arg::Tenths(tenths) => one_decimal(*tenths, sign),
            other => other.clone().into(),
        }
    }

    /// The rule that this language chooses plurals by.
    pub(crate) fn plural_rule(&self) -> &'static PluralRule {
        self.0.get(PLURAL_RULE).and_then(|name| plural::rule(name)).unwrap_or(plural::USUAL)
    }

    fn fill(&self, gap: &str, message: &Message, seat_names: &[&str]) -> String {
        let (name, forms) = gap.split_once(':').map_or((gap, None), |(name, forms)| (name, Some(forms)));
        match (message.args.get(name), forms) {
            (Some(Arg::Number(number)), Some(forms)) => {
                let form = (self.plural_rule().form)(number.unsigned_abs());
                let chosen = forms.split('|').nth(form).or(forms.rsplit('|').next()).unwrap_or_default();
                chosen.replace('#', &number.to_string())
            }
            (Some(number @ (Arg::Number(_) | Arg::Hundredths(_) | Arg::Tenths(_))), _) => self.number(number),
            (Some(Arg::Text(text)), _) => text.clone(),
            (Some(Arg::Word(key)), _) => self.word(key),
            (Some(Arg::Seat(seat)), _) => seat_names.get(seat.index()).map_or_else(String::new, |name| self.seat(name)),
            (None, _) => format!("{{{gap}}}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# stones\nseat.red = Red\n\ntaken = {seat} takes {count:one stone|# stones} at {place}\n";

    #[test]
    fn a_sentence_fills_its_gaps_and_counts() {
        let texts = Texts::parse(FILE).unwrap();
        let message = Message::new("taken").with("seat", Seat(0)).with("place", "g7".to_owned());
        assert_eq!(texts.say(&message.clone().with("count", 1), &["red"]), "Red takes one stone at g7");
        assert_eq!(texts.say(&message.with("count", 3), &["red"]), "Red takes 3 stones at g7");
    }

    #[test]
    fn a_long_text_has_words_of_the_file_in_it() {
        let texts = Texts::parse("option.board = Brett\noption.dice = Würfel\n").unwrap();
        assert_eq!(texts.fill_in("*{{option.board}}*, {{option.dice}}."), "*Brett*, Würfel.");
        assert_eq!(texts.fill_in("{{option.none}} {x} {{open"), "none {x} {{open");
    }

    #[test]
    fn a_word_has_a_sentence_of_its_own() {
        let german = Texts::parse("weapon.cannon = Kanone\nfires = die {weapon} feuert\n").unwrap();
        let fires = |weapon| Message::new("fires").with("weapon", Arg::word("weapon", weapon));
        assert_eq!(german.say(&fires("cannon"), &[]), "die Kanone feuert");
        assert_eq!(german.say(&fires("Arc 2.0"), &[]), "die Arc 2.0 feuert");
        assert_eq!(fires("cannon").to_string(), "fires weapon=weapon.cannon");
    }

    #[test]
    fn a_language_can_have_more_forms_than_two() {
        let polish = Texts::parse("plural-rule = polish\nstones = {count:# kamień|# kamienie|# kamieni}\n").unwrap();
        let said = |count: i64| polish.say(&Message::new("stones").with("count", count), &[]);
        assert_eq!([1, 2, 5, 22].map(said), ["1 kamień", "2 kamienie", "5 kamieni", "22 kamienie"]);
    }

    #[test]
    fn a_missing_sentence_or_argument_shows() {
        let texts = Texts::parse(FILE).unwrap();
        assert_eq!(texts.say(&Message::new("lost").with("count", 2), &[]), "lost count=2");
        assert_eq!(texts.say(&Message::new("taken"), &[]), "{seat} takes {count:one stone|# stones} at {place}");
    }

    #[test]
    fn decimals_are_written_as_the_language_does() {
        let german = Texts::parse("decimal-sign = ,\npaid = +{points} Punkte\n").unwrap();
        let english = Texts::parse("paid = +{points} points\n").unwrap();
        let paid = |sixths| Message::new("paid").with("points", Arg::hundredths(sixths, 6));
        assert_eq!(german.say(&paid(28), &[]), "+4,67 Punkte");
        assert_eq!(english.say(&paid(2), &[]), "+0.33 points");
        assert_eq!(paid(-7).to_string(), "paid points=-1.17");
        let written = [0, 5, -12, 60].map(|tenths| german.number(&Arg::Tenths(tenths)));
        assert_eq!(written, ["0", "0,5", "-1,2", "6"], "a decimal only where it is not 0");
        let rounded = [0, 1, 2, 3, 4, 5, 6].map(|sixths| Arg::hundredths(sixths, 6));
        assert_eq!(rounded, [0, 17, 33, 50, 67, 83, 100].map(Arg::Hundredths));
    }

    #[test]
    fn a_broken_or_repeated_line_is_named() {
        assert_eq!(Texts::parse("a = b\nnonsense").unwrap_err().line, 2);
        assert_eq!(Texts::parse("a = b\na = c").unwrap_err().line, 2);
    }
}
