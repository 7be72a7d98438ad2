//! A match as text that people can read, that parses back, and whose mistakes are reported with their line.
//!
//! ```text
//! Sixfold record 1
//! game: hexoust 1
//! setup: base=7
//! seed: 42
//! player red: Ann
//! player blue: Sixfold, level 3
//!
//! 1. red g7
//! 2. blue f6
//! 3. red g6,a1
//! 4. blue pass
//! red resigns
//! result: blue wins
//! ```
//!
//! A turn consists of its actions, joined by commas, each followed by the dice that it used (`c3-c4[d20=14]`). A turn
//! that the rules skipped is `pass`. A match that is still running has no result line. Dice that anyone can check
//! ([`Origin::Fair`](crate::Origin)) have two more kinds of line after the seed, which is then the secret:
//!
//! ```text
//! commitment: 3f79…
//! share red: 00ab…
//! share blue: 51c2…
//! ```
//!
//! A match by another rule set than the built-in one names it after the setup, by its name and the hash of its files:
//!
//! ```text
//! rules: tuned 8d04…
//! ```
//!
//! A player who gave up `resigns`; a player who was away for too long `drops out`. If the match goes on without the
//! player, that line comes between the turns. If it interrupts a turn, it comes between two lines of that turn. A match
//! that all players left is `abandoned` and has the result `none`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::dice::{Roll, Seed};
use crate::fair::{Commitment, Share};
use crate::fault::Fault;
use crate::message::{Arg, Message};
use crate::rules::RulesId;

/// How the name of the computer begins in every record. Servers refuse a person such a name.
const COMPUTER: &str = "Sixfold, level ";

/// What records call a person without a name, the same in every language. Clients say it in their own.
pub const UNNAMED: &str = "a person";

/// The name of the computer at this level, the same in every language.
pub fn computer_name(level: &str) -> String {
    format!("{COMPUTER}{level}")
}

/// The level of the computer with this name. None for the name of a person.
pub fn computer_level(name: &str) -> Option<&str> {
    name.strip_prefix(COMPUTER)
}

/// The version of the text form. Records of another version are refused.
pub(crate) const VERSION: u32 = 1;

/// The longest text that is read: far more than any game needs. It limits the cost of a file from a stranger.
pub(crate) const MOST_BYTES: usize = 4 << 20;

/// The length at which an unexpected line is cut in error messages.
const LONGEST_FOUND: usize = 60;

/// Some editors put this invisible character before a text.
const BYTE_ORDER_MARK: char = '\u{feff}';
const HEADLINE: &str = "Sixfold record";
const PASS: &str = "pass";
const RESIGNS: &str = "resigns";
const DROPS_OUT: &str = "drops out";
const ABANDONED: &str = "abandoned";
/// The result of an abandoned match.
pub(crate) const NO_RESULT: &str = "none";

/// A match as text, parsed but not checked: [`replay`](crate::replay) checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The key of the game.
    pub game: String,
    /// The version of its rules.
    pub rules_version: u32,
    /// The options, as [`Setup`](crate::Setup) writes them.
    pub setup: String,
    /// By which rule set; none for the built-in one.
    pub rules: Option<RulesId>,
    /// The seed or secret of its dice.
    pub seed: Seed,
    /// The values published before the match, if its dice can be checked.
    pub fair: Option<RecordFair>,
    /// The dice rolled during the setup.
    pub start_rolls: Vec<Roll>,
    /// The players: (seat's name, person's name), in seat order. Seats without a name are left out.
    pub players: Vec<(String, String)>,
    /// The turns and exits.
    pub lines: Vec<RecordLine>,
    /// The result in words, if the match is over.
    pub result: Option<String>,
}

/// One line of the record: a turn or an exit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordLine {
    /// A turn, or a part of a turn that an exit interrupted.
    Turn(RecordTurn),
    /// A player left.
    Exit(RecordExit),
}

impl RecordLine {
    fn rolls(&self) -> Vec<&Roll> {
        match self {
            Self::Turn(turn) => turn.actions.iter().flat_map(|action| &action.rolls).collect(),
            Self::Exit(RecordExit::Resigns(_, rolls) | RecordExit::DropsOut(_, rolls)) => rolls.iter().collect(),
            Self::Exit(RecordExit::Abandoned) => Vec::new(),
        }
    }
}

impl From<RecordTurn> for RecordLine {
    fn from(turn: RecordTurn) -> Self {
        Self::Turn(turn)
    }
}

/// One turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordTurn {
    /// Its number, counted from 1.
    pub number: u32,
    /// The seat's name.
    pub seat: String,
    /// The actions. Empty if the rules skipped the turn.
    pub actions: Vec<RecordAction>,
}

/// One action and the dice that it used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordAction {
    /// The action in the game's notation.
    pub text: String,
    /// The dice.
    pub rolls: Vec<Roll>,
}

/// The ways to leave a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordExit {
    /// The seat with this name gave up. The game rolled these dice to go on without it.
    Resigns(String, Vec<Roll>),
    /// The seat with this name was away for too long. The game rolled these dice to go on without it.
    DropsOut(String, Vec<Roll>),
    /// All players left.
    Abandoned,
}

impl Record {
    /// The turns.
    pub fn turns(&self) -> impl Iterator<Item = &RecordTurn> {
        self.lines.iter().filter_map(|line| match line {
            RecordLine::Turn(turn) => Some(turn),
            RecordLine::Exit(_) => None,
        })
    }

    /// The actions of all turns.
    pub fn actions(&self) -> impl Iterator<Item = &RecordAction> {
        self.turns().flat_map(|turn| &turn.actions)
    }

    /// Every roll, in order.
    pub fn rolls(&self) -> impl Iterator<Item = &Roll> {
        self.start_rolls.iter().chain(self.lines.iter().flat_map(RecordLine::rolls))
    }
}

/// The values published before a match whose dice can be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFair {
    /// The hash of the secret.
    pub commitment: Commitment,
    /// The shares: (seat's name, share), in seat order.
    pub shares: Vec<(String, Share)>,
}

/// A text that is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line number, from 1.
    pub line: usize,
    /// The problem and what would be right.
    pub problem: Fault,
}

/// The text after number and seat: `g7`, `g6,a1`, `pass`, `c3-c4[d20=14]`.
impl fmt::Display for RecordTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.actions.is_empty() {
            return f.write_str(PASS);
        }
        self.actions.iter().enumerate().try_for_each(|(index, action)| {
            f.write_str(if index > 0 { "," } else { "" })?;
            write!(f, "{}{}", action.text, in_brackets(&action.rolls))
        })
    }
}

impl fmt::Display for RecordExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resigns(seat, rolls) => write!(f, "{seat} {RESIGNS}{}", in_brackets(rolls)),
            Self::DropsOut(seat, rolls) => write!(f, "{seat} {DROPS_OUT}{}", in_brackets(rolls)),
            Self::Abandoned => f.write_str(ABANDONED),
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADLINE} {VERSION}")?;
        writeln!(f, "game: {} {}", self.game, self.rules_version)?;
        writeln!(f, "setup: {}", self.setup)?;
        self.rules.iter().try_for_each(|rules| writeln!(f, "rules: {rules}"))?;
        writeln!(f, "seed: {}", self.seed)?;
        if let Some(fair) = &self.fair {
            writeln!(f, "commitment: {}", fair.commitment)?;
            fair.shares.iter().try_for_each(|(seat, share)| writeln!(f, "share {seat}: {share}"))?;
        }
        if !self.start_rolls.is_empty() {
            writeln!(f, "rolls: {}", join_rolls(&self.start_rolls))?;
        }
        for (seat, who) in self.players.iter().filter(|(_, who)| !who.is_empty()) {
            writeln!(f, "player {seat}: {who}")?;
        }
        writeln!(f)?;
        for line in &self.lines {
            match line {
                RecordLine::Turn(turn) => writeln!(f, "{}. {} {turn}", turn.number, turn.seat)?,
                RecordLine::Exit(exit) => writeln!(f, "{exit}")?,
            }
        }
        self.result.iter().try_for_each(|result| writeln!(f, "result: {result}"))
    }
}

/// The dice of an action, after its notation. Empty if it used none.
pub(crate) fn in_brackets(rolls: &[Roll]) -> String {
    if rolls.is_empty() { String::new() } else { format!("[{}]", join_rolls(rolls)) }
}

pub(crate) fn join_rolls(rolls: &[Roll]) -> String {
    rolls.iter().map(ToString::to_string).collect::<Vec<_>>().join(";")
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        if text.len() > MOST_BYTES {
            let problem = Message::new("too-long").with("most", MOST_BYTES as i64).into();
            return Err(RecordError { line: 1, problem });
        }
        let mut lines = Lines::new(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
        let version = lines
            .expect(&format!("{HEADLINE} {VERSION}"), |line| line.strip_prefix(HEADLINE)?.trim().parse::<u32>().ok())?;
        if version != VERSION {
            let (theirs, ours) = (i64::from(version), i64::from(VERSION));
            return lines.wrong(Message::new("version").with("theirs", theirs).with("ours", ours));
        }
        let (game, rules_version) = lines.expect("game: NAME VERSION", |line| {
            let (game, version) = line.strip_prefix("game: ")?.split_once(' ')?;
            Some((game.to_owned(), version.parse().ok()?))
        })?;
        let setup = lines.expect("setup: OPTIONS", |line| line.strip_prefix("setup: ").map(str::to_owned))?;
        let rules = lines.when(|line| line.strip_prefix("rules: ").map(str::parse::<RulesId>)).transpose();
        let Ok(rules) = rules else { return lines.wrong(Message::new("expected.rules")) };
        let seed = lines.expect("seed: NUMBER", |line| line.strip_prefix("seed: ")?.parse().ok())?;
        let fair = parse_fair(&mut lines)?;
        let start_rolls = lines.when(|line| line.strip_prefix("rolls: ").map(split_rolls));
        let Some(start_rolls) = start_rolls.unwrap_or(Some(Vec::new())) else {
            return lines.wrong(Message::new("expected.dice"));
        };
        let mut players = Vec::new();
        while let Some(player) = lines.when(|line| line.strip_prefix("player ")?.split_once(": ")) {
            players.push((player.0.to_owned(), player.1.to_owned()));
        }
        let mut happened = Vec::new();
        while let Some(line) = lines.when(parse_line) {
            happened.push(line);
        }
        let result = lines.when(|line| line.strip_prefix("result: ").map(str::to_owned));
        lines.end(if result.is_some() { the_end() } else { "`NUMBER. SEAT ACTIONS`".to_owned().into() })?;
        Ok(Self { game, rules_version, setup, rules, seed, fair, start_rolls, players, lines: happened, result })
    }
}

/// The line number of every turn and exit in a record's text, so that errors can name it.
pub(crate) fn happened_lines(text: &str) -> Vec<usize> {
    lines_with_text(text).filter(|(_, line)| parse_line(line).is_some()).map(|(number, _)| number).collect()
}

/// The line number of the `nth` line (from 0) with this prefix.
pub(crate) fn line_with(text: &str, prefix: &str, nth: usize) -> Option<usize> {
    lines_with_text(text).filter(|(_, line)| line.starts_with(prefix)).nth(nth).map(|(number, _)| number)
}

/// The number of the line after the last one with text.
pub(crate) fn line_after(text: &str) -> usize {
    lines_with_text(text).last().map_or(1, |(number, _)| number + 1)
}

/// The lines with text, trimmed, numbered from 1.
fn lines_with_text(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty())
}

fn parse_line(line: &str) -> Option<RecordLine> {
    parse_turn(line).map(RecordLine::Turn).or_else(|| parse_exit(line).map(RecordLine::Exit))
}

/// Parses an exit. A seat's name is one word.
fn parse_exit(line: &str) -> Option<RecordExit> {
    if line == ABANDONED {
        return Some(RecordExit::Abandoned);
    }
    let (seat, how) = line.split_once(' ')?;
    let RecordAction { text, rolls } = parse_action(how)?;
    match text.as_str() {
        RESIGNS => Some(RecordExit::Resigns(seat.to_owned(), rolls)),
        DROPS_OUT => Some(RecordExit::DropsOut(seat.to_owned(), rolls)),
        _ => None,
    }
}

fn parse_fair(lines: &mut Lines<'_>) -> Result<Option<RecordFair>, RecordError> {
    let Some(commitment) = lines.when(|line| line.strip_prefix("commitment: ")) else { return Ok(None) };
    let Ok(commitment) = commitment.parse() else { return lines.wrong(Message::new("expected.commitment")) };
    let mut shares = Vec::new();
    while let Some((seat, share)) = lines.when(|line| line.strip_prefix("share ")?.split_once(": ")) {
        let Ok(share) = share.parse() else { return lines.wrong(Message::new("expected.share")) };
        shares.push((seat.to_owned(), share));
    }
    Ok(Some(RecordFair { commitment, shares }))
}

fn parse_turn(line: &str) -> Option<RecordTurn> {
    let mut words = line.split(' ').filter(|word| !word.is_empty());
    let number = words.next()?.strip_suffix('.')?.parse().ok()?;
    let seat = words.next()?.to_owned();
    let (actions, None) = (words.next()?, words.next()) else { return None };
    let actions = if actions == PASS { Some(Vec::new()) } else { actions.split(',').map(parse_action).collect() };
    Some(RecordTurn { number, seat, actions: actions? })
}

pub(crate) fn parse_action(text: &str) -> Option<RecordAction> {
    let (text, rolls) = match text.split_once('[') {
        Some((text, rolls)) => (text, split_rolls(rolls.strip_suffix(']')?)?),
        None => (text, Vec::new()),
    };
    (!text.is_empty()).then(|| RecordAction { text: text.to_owned(), rolls })
}

pub(crate) fn split_rolls(text: &str) -> Option<Vec<Roll>> {
    text.split(';').map(|roll| roll.parse().ok()).collect()
}

/// An iterator over [`lines_with_text`] with the parser's helpers.
pub(crate) struct Lines<'a> {
    lines: std::iter::Peekable<Box<dyn Iterator<Item = (usize, &'a str)> + 'a>>,
    last: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let said: Box<dyn Iterator<Item = _>> = Box::new(lines_with_text(text));
        Self { lines: said.peekable(), last: 0 }
    }

    pub(crate) fn when<T>(&mut self, parse: impl FnOnce(&'a str) -> Option<T>) -> Option<T> {
        let &(number, line) = self.lines.peek()?;
        let parsed = parse(line)?;
        self.last = number;
        self.lines.next();
        Some(parsed)
    }

    pub(crate) fn expect<T>(&mut self, form: &str, parse: impl FnOnce(&'a str) -> Option<T>) -> Result<T, RecordError> {
        self.when(parse).ok_or_else(|| self.unexpected(format!("`{form}`").into()))
    }

    pub(crate) fn end(&mut self, expected: Arg) -> Result<(), RecordError> {
        if self.lines.peek().is_none() { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn unexpected(&mut self, expected: Arg) -> RecordError {
        let (line, found) = match self.lines.peek() {
            Some((line, found)) => (*line, format!("`{}`", readable(found, LONGEST_FOUND)).into()),
            None => (self.last + 1, the_end()),
        };
        RecordError { line, problem: Message::new("expected").with("form", expected).with("found", found).into() }
    }

    /// The number of the line that was read last.
    pub(crate) fn last(&self) -> usize {
        self.last
    }

    pub(crate) fn wrong<T>(&self, problem: Message) -> Result<T, RecordError> {
        Err(RecordError { line: self.last, problem: problem.into() })
    }
}

/// The words for the end of the text.
fn the_end() -> Arg {
    Arg::Word("the-end".to_owned())
}

/// A text from a stranger made safe for a screen: at most this many characters, and no control characters.
pub(crate) fn readable(text: &str, most: usize) -> String {
    let mut start: String = text.chars().take(most).collect();
    if start.len() < text.len() {
        start.pop();
        start.push('…');
    }
    let show = |letter: char| if letter.is_control() { letter.escape_default().collect() } else { letter.to_string() };
    start.chars().map(show).collect()
}
