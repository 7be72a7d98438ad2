//! The options of a match. A game lists them once; menus, flags, help, records and checks all use that list.

use std::fmt;

use serde::Serialize;

use crate::fault;
use crate::game::Info;
use crate::message::{Arg, Message, Texts};
use crate::seat::Seat;
use crate::sorted::SortedMap;

/// One option of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OptionSpec {
    /// Its name in records and on the command line.
    pub key: &'static str,
    /// The possible values.
    pub kind: OptionKind,
    /// The value unless another one is given.
    pub default: &'static str,
    /// The seat that the option belongs to. The player of that seat chooses it, hidden from the others until the match
    /// begins. A seat has at most one such option, and all combinations of the seats' choices must be valid. None if
    /// the option is chosen for all seats when a match is set up.
    pub seat: Option<u8>,
}

/// A named set of options that go well together (`preset.<key>` in the message files).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Preset {
    /// Its name in message files.
    pub key: &'static str,
    /// The options that differ from the defaults.
    pub options: &'static [(&'static str, &'static str)],
}

impl OptionSpec {
    /// Whether the option decides how many seats a match has. Games call such an option `players`, so that a command line reads
    /// `--set players=4` in every game.
    pub fn decides_seats(&self) -> bool {
        self.key == "players"
    }

    /// The option that belongs to a seat, if it has one.
    pub fn of_seat(specs: &'static [Self], seat: Seat) -> Option<&'static Self> {
        specs.iter().find(|spec| spec.seat == Some(seat.0))
    }
}

/// The possible values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionKind {
    /// A whole number in a range, both ends included.
    Whole {
        /// The smallest.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `on` or `off`.
    Switch,
    /// Letters, digits and signs without a space. The game parses the text when a match starts.
    Text {
        /// The largest length.
        most: u16,
        /// Suggested values. Other values are allowed too.
        known: &'static [&'static str],
    },
}

impl OptionKind {
    fn accepts(self, value: &str) -> bool {
        match self {
            // Only the canonical spelling is accepted, so that equal setups are equal texts.
            Self::Whole { least, most } => {
                value.parse().is_ok_and(|n: i64| (least..=most).contains(&n) && n.to_string() == value)
            }
            Self::Choice(words) => words.contains(&value),
            Self::Switch => matches!(value, "on" | "off"),
            Self::Text { most, .. } => {
                (1..=usize::from(most)).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_graphic())
            }
        }
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole { least, most } => write!(f, "a whole number from {least} to {most}"),
            Self::Choice(words) => write!(f, "one of {}", words.join(", ")),
            Self::Switch => f.write_str("on or off"),
            Self::Text { most, known: [] } => write!(f, "a text of at most {most} letters without a space"),
            Self::Text { known, .. } => write!(f, "a name such as {}", known.join(", ")),
        }
    }
}

/// The text of a setup without options in a record.
const NO_OPTIONS: &str = "-";

/// The options of one match, all present and valid. [`Setup::parse`] checks them; there is no `Deserialize`, which
/// would let unchecked values in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Setup(SortedMap<String, String>);

/// The value of a seat's option that leaves it to the computer. Before a match begins, what the computer picks takes its place, so
/// that records have the picked value itself.
pub const PICKED: &str = "picked";

/// Options that cannot start a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// The game has no such option.
    #[error("{}", fault::english(&fault::unknown_option(.key, .known)))]
    Unknown {
        /// The unknown key.
        key: String,
        /// The known keys.
        known: Vec<&'static str>,
    },
    /// The value is not one of the option.
    #[error("{}", fault::english(&fault::wrong_value(.key, *.kind, .value)))]
    Value {
        /// The key of the option.
        key: &'static str,
        /// The possible values.
        kind: OptionKind,
        /// The value that was given.
        value: String,
    },
    /// The text is not of the form `key=value`.
    #[error("{}", fault::english(&fault::not_an_option(.0)))]
    Form(String),
    /// The option that names the rule set names another one than the match has.
    #[error("{}", fault::english(&fault::other_rules(.key, .named, .played)))]
    OtherRules {
        /// The key of the option.
        key: &'static str,
        /// The set that it names.
        named: String,
        /// The set of the match.
        played: String,
    },
    /// The options are valid one by one, but not together. The game's texts say it, so that a form shows it in the language of
    /// the person.
    #[error("{english}")]
    Conflict {
        /// The sentence. Options in it are arguments of the form `` `key=value` ``.
        message: Message,
        /// The sentence in English, for command lines and the server.
        english: String,
    },
}

impl SetupError {
    /// Options that do not go together, said with the texts of this game.
    pub fn conflict(info: &Info, message: Message) -> Self {
        let english = info.texts_in("en").say(&message, info.seat_names);
        Self::Conflict { message, english }
    }

    /// Whether the sentence names this option.
    pub fn names(&self, option: &str) -> bool {
        let is_it = |arg: &Arg| matches!(arg, Arg::Text(text) if text.starts_with(&format!("`{option}=")));
        matches!(self, Self::Conflict { message, .. } if message.args.values().any(is_it))
    }

    /// What is wrong, in a language: by the texts of the game if it has a sentence for it, and otherwise as in a record.
    pub fn say(&self, language: &str, info: &Info) -> String {
        match self {
            Self::Conflict { message, .. } => info.texts_in(language).say(message, info.seat_names),
            other => fault::Fault::of_setup(other, info).say(language).to_owned(),
        }
    }
}

/// An option with its value as it is named in the sentences of [`SetupError::Conflict`].
pub fn named_option(key: &str, value: impl fmt::Display) -> String {
    format!("`{key}={value}`")
}

impl Setup {
    /// Every option at its default.
    pub fn defaults(specs: &[OptionSpec]) -> Self {
        Self(crate::gather(specs.iter().map(|spec| (spec.key.to_owned(), spec.default.to_owned()))))
    }

    /// The defaults with these `key=value` pairs changed.
    pub fn parse<'a>(specs: &[OptionSpec], pairs: impl IntoIterator<Item = &'a str>) -> Result<Self, SetupError> {
        let mut setup = Self::defaults(specs);
        for pair in pairs {
            let (key, value) = pair.split_once('=').ok_or_else(|| SetupError::Form(pair.to_owned()))?;
            let spec = specs.iter().find(|spec| spec.key == key).ok_or_else(|| SetupError::Unknown {
                key: key.to_owned(),
                known: specs.iter().map(|spec| spec.key).collect(),
            })?;
            setup = setup.with(spec, value)?;
        }
        Ok(setup)
    }

    /// The same setup with another value of a listed option.
    pub fn with(mut self, spec: &OptionSpec, value: &str) -> Result<Self, SetupError> {
        if !spec.kind.accepts(value) {
            return Err(SetupError::Value { key: spec.key, kind: spec.kind, value: value.to_owned() });
        }
        self.0.insert(spec.key.to_owned(), value.to_owned());
        Ok(self)
    }

    /// Parses the text of a setup in a record. Options that it does not mention have their defaults.
    pub fn read(specs: &[OptionSpec], text: &str) -> Result<Self, SetupError> {
        Self::parse(specs, text.split(' ').filter(|pair| *pair != NO_OPTIONS))
    }

    /// The value of a listed option.
    pub fn get(&self, key: &str) -> &str {
        self.0.get(key).unwrap_or_else(|| panic!("the game lists its option `{key}`"))
    }

    /// The value of a [`OptionKind::Whole`] option.
    pub fn whole(&self, key: &str) -> i64 {
        self.get(key).parse().expect("a setup holds only valid values")
    }

    /// The value of a [`OptionKind::Switch`] option.
    pub fn is_on(&self, key: &str) -> bool {
        self.get(key) == "on"
    }
}

/// The text in a record: `base=7 echo=off`, or `-` for a game without options.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(NO_OPTIONS);
        }
        let pairs: Vec<String> = self.0.iter().map(|(key, value)| format!("{key}={value}")).collect();
        f.write_str(&pairs.join(" "))
    }
}

/// An option that is on, or differs from its default, in the words of the game's message file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusual {
    /// The name of the option.
    pub name: String,
    /// Its value.
    pub set: UnusualSet,
    /// The meaning of the value in a few words, if there are any for it.
    pub help: Option<String>,
}

/// The value of an option that is on or differs from its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnusualSet {
    /// A switch that is on.
    On,
    /// A switch whose default is on and that is off.
    Off,
    /// Another value than the default.
    To(String),
}

impl Setup {
    /// Every option that is on or differs from its default, in words (`option.<key>`, `option.<key>.<value>`, and their
    /// meaning in `option.<key>.<value>.help` or `option.<key>.help`). Options that belong to a seat are left out,
    /// because the board shows them to everybody.
    pub fn unusual(&self, specs: &[OptionSpec], texts: &Texts) -> Vec<Unusual> {
        let find = |key: String| {
            let known = texts.keys().any(|known| known == key);
            known.then(|| texts.say(&Message { key: key.into(), args: SortedMap::new() }, &[]))
        };
        let unusual = |spec: &OptionSpec| {
            let (key, value) = (spec.key, self.get(spec.key));
            let name = find(format!("option.{key}")).unwrap_or_else(|| key.to_owned());
            let of_value = || find(format!("option.{key}.{value}.help"));
            let help = || of_value().or_else(|| find(format!("option.{key}.help"))).unwrap_or_default();
            let (set, help) = match spec.kind {
                OptionKind::Switch if value == "on" => (UnusualSet::On, Some(help())),
                // The general help says what the switch does when it is on, so it is not shown for a switch that is
                // off.
                OptionKind::Switch if spec.default == "on" => (UnusualSet::Off, of_value()),
                OptionKind::Switch | OptionKind::Choice([_]) | OptionKind::Text { known: [_], .. } => return None,
                OptionKind::Whole { .. } | OptionKind::Choice(_) | OptionKind::Text { .. } if value == spec.default => {
                    return None;
                }
                OptionKind::Whole { .. } | OptionKind::Choice(_) | OptionKind::Text { .. } => {
                    let words = find(format!("option.{key}.{value}")).unwrap_or_else(|| value.to_owned());
                    (UnusualSet::To(words), Some(help()))
                }
            };
            Some(Unusual { name, set, help })
        };
        specs.iter().filter(|spec| spec.seat.is_none()).filter_map(unusual).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[OptionSpec] = &[
        OptionSpec { key: "base", kind: OptionKind::Whole { least: 4, most: 7 }, default: "7", seat: None },
        OptionSpec { key: "echo", kind: OptionKind::Switch, default: "off", seat: None },
        OptionSpec { key: "board", kind: OptionKind::Choice(&["classic", "grand"]), default: "grand", seat: None },
        OptionSpec { key: "word", kind: OptionKind::Text { most: 9, known: &[] }, default: "a+b", seat: None },
    ];

    #[test]
    fn what_is_not_said_keeps_its_default() {
        let setup = Setup::parse(SPECS, ["echo=on"]).unwrap();
        assert_eq!(setup.to_string(), "base=7 board=grand echo=on word=a+b");
        assert_eq!((setup.whole("base"), setup.is_on("echo"), setup.get("board")), (7, true, "grand"));
        assert_eq!(Setup::read(SPECS, &setup.to_string()), Ok(setup));
        assert_eq!(Setup::read(&[], &Setup::defaults(&[]).to_string()), Ok(Setup::defaults(&[])));
    }

    #[test]
    fn a_wrong_option_says_what_would_be_right() {
        let error = |pair| Setup::parse(SPECS, [pair]).unwrap_err().to_string();
        assert_eq!(error("base=8"), "`base` is a whole number from 4 to 7, not `8`");
        assert_eq!(error("base=07"), "`base` is a whole number from 4 to 7, not `07`");
        assert_eq!(error("board=moon"), "`board` is one of classic, grand, not `moon`");
        assert_eq!(error("echo=yes"), "`echo` is on or off, not `yes`");
        assert_eq!(error("bass=7"), "there is no option `bass`; there is base, echo, board, word");
        assert_eq!(
            error("word=ten.letters"),
            "`word` is a text of at most 9 letters without a space, not `ten.letters`"
        );
        assert!(["word=", "word=a b", "word=é"].iter().all(|&pair| Setup::parse(SPECS, [pair]).is_err()));
        assert_eq!(error("base"), "an option is written key=value, not `base`");
    }

    #[test]
    fn what_is_not_as_usual_comes_with_what_it_means() {
        let texts = "option.base = Size\noption.base.help = hexes a side\noption.echo = Echo\noption.echo.help = again\noption.board.classic = Classic\n\
                     option.board.classic.help = the old one\n";
        let setup = Setup::parse(SPECS, ["echo=on", "board=classic", "base=5"]).unwrap();
        let unusual = |name: &str, set, help: &str| Unusual { name: name.to_owned(), set, help: Some(help.to_owned()) };
        let expected = [
            unusual("Size", UnusualSet::To("5".to_owned()), "hexes a side"),
            unusual("Echo", UnusualSet::On, "again"),
            unusual("board", UnusualSet::To("Classic".to_owned()), "the old one"),
        ];
        assert_eq!(setup.unusual(SPECS, &Texts::parse(texts).unwrap()), expected);
        assert_eq!(Setup::defaults(SPECS).unusual(SPECS, &Texts::parse(texts).unwrap()), []);
    }

    #[test]
    fn every_default_is_of_its_kind() {
        assert!(SPECS.iter().all(|spec| spec.kind.accepts(spec.default)));
    }
}
