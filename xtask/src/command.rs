//! What a command is, how its arguments are read, and how it fails.

use crate::table;
use std::fmt;
use std::process::ExitCode;
use std::str::FromStr;

/// One command: its help text and the reading of its arguments both come from here.
pub(crate) struct Command {
    pub(crate) name: &'static str,
    /// One line, for the list of commands.
    pub(crate) about: &'static str,
    /// What its own help says besides; whole lines, or nothing.
    pub(crate) more: &'static str,
    pub(crate) flags: &'static [Flag],
    pub(crate) rest: Rest,
    pub(crate) run: fn(&Arguments) -> Result<ExitCode, Failure>,
}

pub(crate) struct Flag {
    pub(crate) name: &'static str,
    /// What the value is called in the help text; `None` for a switch.
    pub(crate) value: Option<&'static str>,
    pub(crate) about: &'static str,
}

/// What may follow besides flags.
#[derive(Clone, Copy)]
pub(crate) enum Rest {
    Nothing,
    /// Whatever follows `--` goes to another program.
    AfterDashes(&'static str),
    /// Everything goes to another program; a `--` in front of it is dropped.
    Everything(&'static str),
}

#[derive(Debug, Default)]
pub(crate) struct Arguments {
    given: Vec<(&'static str, String)>,
    /// Meant for another program.
    pub(crate) rest: Vec<String>,
}

#[derive(Debug)]
pub(crate) enum Failure {
    /// What was typed cannot be asked; the text says what can.
    Usage(String),
    /// It was asked and did not work.
    Failed(String),
}

impl Command {
    pub(crate) fn help(&self) -> String {
        let flags = self.flags.iter().map(|flag| format!(" [{}]", flag.synopsis()));
        let flags = flags.chain(self.rest.synopsis().map(|rest| format!(" [{rest}]")));
        let usage = format!("Usage: cargo xtask {}{}", self.name, flags.collect::<String>());
        let rows: Vec<Vec<String>> =
            self.flags.iter().map(|flag| vec![format!("  {}", flag.synopsis()), flag.about.to_owned()]).collect();
        let gap = if rows.is_empty() { "" } else { "\n" };
        format!("{usage}\n\n{}.\n{}{gap}{}", self.about, self.more, table::plain(&rows, &[]))
    }
}

impl Flag {
    fn synopsis(&self) -> String {
        match self.value {
            Some(value) => format!("{} {value}", self.name),
            None => self.name.to_owned(),
        }
    }
}

impl Rest {
    fn synopsis(self) -> Option<String> {
        match self {
            Self::Nothing => None,
            Self::AfterDashes(name) => Some(format!("-- {name}…")),
            Self::Everything(name) => Some(format!("{name}…")),
        }
    }
}

impl Arguments {
    pub(crate) fn parse(command: &Command, arguments: &[String]) -> Result<Self, Failure> {
        let mut parsed = Self::default();
        if let Rest::Everything(_) = command.rest {
            let skipped = usize::from(arguments.first().is_some_and(|first| first == "--"));
            parsed.rest = arguments[skipped..].to_vec();
            return Ok(parsed);
        }
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            if argument == "--" && matches!(command.rest, Rest::AfterDashes(_)) {
                parsed.rest.extend(arguments.by_ref().cloned());
                break;
            }
            let (name, joined) = match argument.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (argument.as_str(), None),
            };
            let flag = command.flags.iter().find(|flag| flag.name == name).ok_or_else(|| unknown(command, argument))?;
            let value = match (flag.value, joined) {
                (None, None) => String::new(),
                (None, Some(_)) => return Err(Failure::Usage(format!("`{name}` takes no value"))),
                (Some(_), Some(value)) => value,
                (Some(what), None) => arguments
                    .next()
                    .cloned()
                    .ok_or_else(|| Failure::Usage(format!("`{name}` needs a value: `{name} {what}`")))?,
            };
            parsed.given.push((flag.name, value));
        }
        Ok(parsed)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.given.iter().any(|(given, _)| *given == name)
    }

    pub(crate) fn all(&self, name: &str) -> Vec<&str> {
        self.given.iter().filter(|(given, _)| *given == name).map(|(_, value)| value.as_str()).collect()
    }

    /// The last value given, or the default; `right` says in words which values are.
    pub(crate) fn number<T: FromStr + PartialOrd>(
        &self,
        name: &str,
        default: T,
        right: &str,
        is_right: impl Fn(&T) -> bool,
    ) -> Result<T, Failure> {
        let Some(text) = self.all(name).pop() else { return Ok(default) };
        text.parse()
            .ok()
            .filter(is_right)
            .ok_or_else(|| Failure::Usage(format!("`{name} {text}` does not say {right}")))
    }
}

fn unknown(command: &Command, argument: &str) -> Failure {
    let flags: Vec<String> = command.flags.iter().map(Flag::synopsis).chain(command.rest.synopsis()).collect();
    let there_are =
        if flags.is_empty() { "it takes none".to_owned() } else { format!("it takes: {}", flags.join(", ")) };
    Failure::Usage(format!("`cargo xtask {}` does not know `{argument}`; {there_are}", command.name))
}

impl Failure {
    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            Self::Failed(_) => ExitCode::from(1),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(text) | Self::Failed(text) => formatter.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAGS: &[Flag] = &[
        Flag { name: "--rounds", value: Some("N"), about: "how often" },
        Flag { name: "--write", value: None, about: "keep it" },
    ];

    fn parse(rest: Rest, line: &str) -> Result<Arguments, Failure> {
        let command = Command { name: "try", about: "", more: "", flags: FLAGS, rest, run: |_| Ok(ExitCode::SUCCESS) };
        Arguments::parse(&command, &line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    fn usage(line: &str) -> String {
        match parse(Rest::Nothing, line) {
            Err(Failure::Usage(text)) => text,
            other => panic!("`{line}` should be refused, not {other:?}"),
        }
    }

    #[test]
    fn flags_with_and_without_values_are_read() {
        let arguments = parse(Rest::Nothing, "--rounds 3 --write --rounds=4").unwrap();
        assert_eq!(arguments.all("--rounds"), ["3", "4"]);
        assert!(arguments.has("--write"));
        assert_eq!(arguments.number("--rounds", 1, "", |_| true).unwrap(), 4);
        assert_eq!(parse(Rest::Nothing, "").unwrap().number("--rounds", 5, "", |_| true).unwrap(), 5);
    }

    #[test]
    fn what_is_wrong_is_told_what_would_be_right() {
        assert!(usage("--round 3").contains("--rounds N, --write"));
        assert!(usage("--rounds").contains("`--rounds N`"));
        assert!(usage("--write=yes").contains("takes no value"));
        assert!(usage("-- name").contains("`--`"));
        let arguments = parse(Rest::Nothing, "--rounds none").unwrap();
        let failure = arguments.number("--rounds", 5, "a number from 1", |rounds| *rounds > 0).unwrap_err();
        assert!(matches!(failure, Failure::Usage(text) if text.contains("a number from 1")));
    }

    #[test]
    fn the_rest_goes_to_the_other_program_untouched() {
        let arguments = parse(Rest::AfterDashes("ARGUMENT"), "--write -- ho_1 -- --nocapture").unwrap();
        assert_eq!(arguments.rest, ["ho_1", "--", "--nocapture"]);
        assert_eq!(parse(Rest::Everything("ARGUMENT"), "--level 3").unwrap().rest, ["--level", "3"]);
        assert_eq!(parse(Rest::Everything("ARGUMENT"), "-- --help").unwrap().rest, ["--help"]);
    }
}
