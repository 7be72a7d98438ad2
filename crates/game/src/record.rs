//! A match written down: a text that people read, that parses back, and that says when it is wrong.
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
//! A turn is its actions joined by commas, each followed by the dice that it used (`c3-c4[d20=14]`). A turn that the
//! rules passed over is `pass`. A match that is still running has no result line. Dice that anyone can check
//! ([`Origin::Fair`](crate::Origin)) have two more kinds of line after the seed, which is then the secret:
//!
//! ```text
//! commitment: 3f79…
//! share red: 00ab…
//! share blue: 51c2…
//! ```
//!
//! Whoever gave up `resigns`, whoever was away for too long `drops out`; a match that everybody left is `abandoned` and
//! has the result `none`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::dice::{Roll, Seed};
use crate::fair::{Commitment, Share};

/// The version of the text form that is written; older ones are read as long as there are any.
pub(crate) const VERSION: u32 = 1;

/// The longest text that is read: far more than any game needs, and a bound on what a stranger's file can cost.
pub(crate) const MOST_BYTES: usize = 4 << 20;

/// As much of a strange line as helps to find it.
const LONGEST_FOUND: usize = 60;

/// Some editors put it before a text, and nobody sees it there.
const BYTE_ORDER_MARK: char = '\u{feff}';
const HEADLINE: &str = "Sixfold record";
const PASS: &str = "pass";
const RESIGNS: &str = "resigns";
const DROPS_OUT: &str = "drops out";
const ABANDONED: &str = "abandoned";
/// The result of a match that was abandoned.
pub(crate) const NO_RESULT: &str = "none";

/// A match written down. It has been read, not yet checked: that is [`replay`](crate::replay).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Which game.
    pub game: String,
    /// By which version of its rules.
    pub rules_version: u32,
    /// Its options, as [`Setup`](crate::Setup) writes them.
    pub setup: String,
    /// Where its chance comes from.
    pub seed: Seed,
    /// What was published before it began, if its dice can be checked.
    pub fair: Option<RecordFair>,
    /// The dice rolled while it was set up.
    pub start_rolls: Vec<Roll>,
    /// Who sat where: (seat's name, person's name), in seat order; seats without a name are left out.
    pub players: Vec<(String, String)>,
    /// What was played.
    pub turns: Vec<RecordTurn>,
    /// How it ended, if it did.
    pub ending: Option<Ending>,
}

/// One turn: a line of the record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordTurn {
    /// Counted from 1.
    pub number: u32,
    /// The seat's name.
    pub seat: String,
    /// What was played; nothing if the rules passed the turn over.
    pub actions: Vec<RecordAction>,
}

/// One action and the dice that it used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordAction {
    /// In the game's notation.
    pub text: String,
    /// The dice.
    pub rolls: Vec<Roll>,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// What ended it, if it was not the rules.
    pub early: Option<EarlyEnd>,
    /// The result in words.
    pub result: String,
}

/// What ended a match before the rules did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EarlyEnd {
    /// The seat of this name gave up.
    Resigns(String),
    /// The seat of this name was away for too long.
    DropsOut(String),
    /// Nobody was left.
    Abandoned,
}

/// What was published before a match whose dice can be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFair {
    /// The hash of the secret.
    pub commitment: Commitment,
    /// What each seat added: (seat's name, share), in seat order.
    pub shares: Vec<(String, Share)>,
}

/// A text that is not a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// Where, from 1.
    pub line: usize,
    /// What is wrong there and what would be right.
    pub problem: String,
}

/// A turn as it is written after its number and seat: `g7`, `g6,a1`, `pass`, `c3-c4[d20=14]`.
impl fmt::Display for RecordTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.actions.is_empty() {
            return f.write_str(PASS);
        }
        self.actions.iter().enumerate().try_for_each(|(index, action)| {
            f.write_str(if index > 0 { "," } else { "" })?;
            f.write_str(&action.text)?;
            if action.rolls.is_empty() { Ok(()) } else { write!(f, "[{}]", join_rolls(&action.rolls)) }
        })
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADLINE} {VERSION}")?;
        writeln!(f, "game: {} {}", self.game, self.rules_version)?;
        writeln!(f, "setup: {}", self.setup)?;
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
        for turn in &self.turns {
            writeln!(f, "{}. {} {turn}", turn.number, turn.seat)?;
        }
        if let Some(ending) = &self.ending {
            match &ending.early {
                None => {}
                Some(EarlyEnd::Resigns(seat)) => writeln!(f, "{seat} {RESIGNS}")?,
                Some(EarlyEnd::DropsOut(seat)) => writeln!(f, "{seat} {DROPS_OUT}")?,
                Some(EarlyEnd::Abandoned) => writeln!(f, "{ABANDONED}")?,
            }
            writeln!(f, "result: {}", ending.result)?;
        }
        Ok(())
    }
}

fn join_rolls(rolls: &[Roll]) -> String {
    rolls.iter().map(ToString::to_string).collect::<Vec<_>>().join(";")
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        if text.len() > MOST_BYTES {
            return Err(RecordError { line: 1, problem: format!("a record has at most {MOST_BYTES} bytes") });
        }
        let mut lines = Lines::new(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
        let version = lines
            .expect(&format!("{HEADLINE} {VERSION}"), |line| line.strip_prefix(HEADLINE)?.trim().parse::<u32>().ok())?;
        if version != VERSION {
            return lines
                .wrong(&format!("this is version {version} of the text form; version {VERSION} is known here"));
        }
        let (game, rules_version) = lines.expect("game: NAME VERSION", |line| {
            let (game, version) = line.strip_prefix("game: ")?.split_once(' ')?;
            Some((game.to_owned(), version.parse().ok()?))
        })?;
        let setup = lines.expect("setup: OPTIONS", |line| line.strip_prefix("setup: ").map(str::to_owned))?;
        let seed = lines.expect("seed: NUMBER", |line| line.strip_prefix("seed: ")?.parse().ok())?;
        let fair = parse_fair(&mut lines)?;
        let start_rolls = lines.when(|line| line.strip_prefix("rolls: ").map(split_rolls));
        let Some(start_rolls) = start_rolls.unwrap_or(Some(Vec::new())) else {
            return lines.wrong("expected dice such as d20=14;d6=3");
        };
        let mut players = Vec::new();
        while let Some(player) = lines.when(|line| line.strip_prefix("player ")?.split_once(": ")) {
            players.push((player.0.to_owned(), player.1.to_owned()));
        }
        let mut turns = Vec::new();
        while let Some(turn) = lines.when(parse_turn) {
            turns.push(turn);
        }
        let early = lines.when(parse_early_end);
        let result = lines.when(|line| line.strip_prefix("result: ").map(str::to_owned));
        if early.is_some() && result.is_none() {
            return Err(lines.unexpected("`result: WHO wins`"));
        }
        lines.end(if result.is_some() { "the end" } else { "`NUMBER. SEAT ACTIONS`" })?;
        let ending = result.map(|result| Ending { early, result });
        Ok(Self { game, rules_version, setup, seed, fair, start_rolls, players, turns, ending })
    }
}

/// Where each turn of a record's text stands, so that a wrong one can be pointed at.
pub(crate) fn turn_lines(text: &str) -> Vec<usize> {
    said_lines(text).filter(|(_, line)| parse_turn(line).is_some()).map(|(number, _)| number).collect()
}

/// Where the line that begins so stands, the `nth` of them from 0.
pub(crate) fn line_with(text: &str, prefix: &str, nth: usize) -> Option<usize> {
    said_lines(text).filter(|(_, line)| line.starts_with(prefix)).nth(nth).map(|(number, _)| number)
}

/// Where it says what ended the match before the rules did.
pub(crate) fn early_end_line(text: &str) -> Option<usize> {
    said_lines(text).find(|(_, line)| parse_early_end(line).is_some()).map(|(number, _)| number)
}

/// Where a record would go on.
pub(crate) fn line_after(text: &str) -> usize {
    said_lines(text).last().map_or(1, |(number, _)| number + 1)
}

/// The lines that say something, without the blanks at their ends, numbered from 1.
fn said_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty())
}

/// A seat's name is one word.
fn parse_early_end(line: &str) -> Option<EarlyEnd> {
    if line == ABANDONED {
        return Some(EarlyEnd::Abandoned);
    }
    match line.split_once(' ')? {
        (seat, RESIGNS) => Some(EarlyEnd::Resigns(seat.to_owned())),
        (seat, DROPS_OUT) => Some(EarlyEnd::DropsOut(seat.to_owned())),
        _ => None,
    }
}

fn parse_fair(lines: &mut Lines<'_>) -> Result<Option<RecordFair>, RecordError> {
    let digits = "64 hexadecimal digits, in small letters";
    let Some(commitment) = lines.when(|line| line.strip_prefix("commitment: ")) else { return Ok(None) };
    let Ok(commitment) = commitment.parse() else { return lines.wrong(&format!("a commitment is {digits}")) };
    let mut shares = Vec::new();
    while let Some((seat, share)) = lines.when(|line| line.strip_prefix("share ")?.split_once(": ")) {
        let Ok(share) = share.parse() else { return lines.wrong(&format!("a share is {digits}")) };
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

fn parse_action(text: &str) -> Option<RecordAction> {
    let (text, rolls) = match text.split_once('[') {
        Some((text, rolls)) => (text, split_rolls(rolls.strip_suffix(']')?)?),
        None => (text, Vec::new()),
    };
    (!text.is_empty()).then(|| RecordAction { text: text.to_owned(), rolls })
}

fn split_rolls(text: &str) -> Option<Vec<Roll>> {
    text.split(';').map(|roll| roll.parse().ok()).collect()
}

/// [`said_lines`], one after the other.
struct Lines<'a> {
    lines: std::iter::Peekable<Box<dyn Iterator<Item = (usize, &'a str)> + 'a>>,
    last: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let said: Box<dyn Iterator<Item = _>> = Box::new(said_lines(text));
        Self { lines: said.peekable(), last: 0 }
    }

    fn when<T>(&mut self, parse: impl FnOnce(&'a str) -> Option<T>) -> Option<T> {
        let &(number, line) = self.lines.peek()?;
        let parsed = parse(line)?;
        self.last = number;
        self.lines.next();
        Some(parsed)
    }

    fn expect<T>(&mut self, form: &str, parse: impl FnOnce(&'a str) -> Option<T>) -> Result<T, RecordError> {
        self.when(parse).ok_or_else(|| self.unexpected(&format!("`{form}`")))
    }

    fn end(&mut self, expected: &str) -> Result<(), RecordError> {
        if self.lines.peek().is_none() { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    fn unexpected(&mut self, expected: &str) -> RecordError {
        match self.lines.peek() {
            Some((line, found)) => {
                let problem = format!("expected {expected}, found `{}`", readable(found, LONGEST_FOUND));
                RecordError { line: *line, problem }
            }
            None => RecordError { line: self.last + 1, problem: format!("expected {expected}, found the end") },
        }
    }

    fn wrong<T>(&self, problem: &str) -> Result<T, RecordError> {
        Err(RecordError { line: self.last, problem: problem.to_owned() })
    }
}

/// A stranger's text as it can be shown on anybody's screen: at most so many characters, and none that moves a cursor.
pub(crate) fn readable(text: &str, most: usize) -> String {
    let mut start: String = text.chars().take(most).collect();
    if start.len() < text.len() {
        start.pop();
        start.push('…');
    }
    let show = |letter: char| if letter.is_control() { letter.escape_default().collect() } else { letter.to_string() };
    start.chars().map(show).collect()
}
