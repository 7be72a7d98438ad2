//! A journey as text that people can read, that parses back, and whose mistakes are reported with their line.
//!
//! ```text
//! Sixfold journey 1
//! game: hex-ships 1
//! journey: campaign
//! setup: campaign=frontier difficulty=normal players=1
//! seed: 42
//! player 1: Ann
//!
//! 1 send:s1
//! 1 start
//! | Sixfold record 1
//! | game: hex-ships 1
//! | …
//! | result: red wins
//! dice: d6=5
//! 1 skill:c2:gunnery
//! result: won
//! ```
//!
//! A step is the number of its traveller and the step in notation, with its dice in brackets. A match stands where it was
//! played, its record behind `| `; a match without a result, at the end, is still being played. `dice` are those that the
//! journey rolled after the match. Like the record of a match it may name a rule set.

use std::fmt::Write as _;

use crate::dice::{Roll, Seed};
use crate::fault::Fault;
use crate::game::Game;
use crate::game_match::PlayError;
use crate::journey::{Journey, JourneyEvent, Travel};
use crate::message::Message;
use crate::record::{Lines, MOST_BYTES, Record, RecordError, in_brackets, join_rolls, parse_action, split_rolls};
use crate::replay::compare_rolls;
use crate::rules::{NamedRules, RulesId};
use crate::seat::Seat;
use crate::setup::{Setup, SetupError};

const VERSION: u32 = 1;
const HEADLINE: &str = "Sixfold journey";
/// What stands before each line of a match's record.
const INSIDE: char = '|';
/// A journey holds the records of its matches.
const MOST_JOURNEY_BYTES: usize = 4 * MOST_BYTES;

/// The beginning of a journey's text: enough to find out who can read the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JourneyHeader {
    /// The key of the game of its matches.
    pub game: String,
    /// The version of the rules of that game.
    pub rules_version: u32,
    /// The key of the kind of journey.
    pub journey: String,
    /// The options, as [`Setup`] writes them.
    pub setup: String,
    /// By which rule set; none for the built-in one.
    pub rules: Option<RulesId>,
    /// The seed of its dice.
    pub seed: Seed,
    /// The travellers that have a name: (seat, name).
    pub players: Vec<(Seat, String)>,
}

/// Whether a text claims to be a journey rather than the record of one match.
pub fn is_journey(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(HEADLINE)
}

impl JourneyHeader {
    /// Reads the beginning of a text.
    pub fn read(text: &str) -> Result<Self, RecordError> {
        Self::read_lines(&mut Lines::new(text.strip_prefix('\u{feff}').unwrap_or(text)), text.len())
    }

    fn read_lines(lines: &mut Lines<'_>, bytes: usize) -> Result<Self, RecordError> {
        if bytes > MOST_JOURNEY_BYTES {
            let problem = Message::new("too-long").with("most", MOST_JOURNEY_BYTES as i64).into();
            return Err(RecordError { line: 1, problem });
        }
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
        let journey = lines.expect("journey: NAME", |line| line.strip_prefix("journey: ").map(str::to_owned))?;
        let setup = lines.expect("setup: OPTIONS", |line| line.strip_prefix("setup: ").map(str::to_owned))?;
        let rules = lines.when(|line| line.strip_prefix("rules: ").map(str::parse::<RulesId>)).transpose();
        let Ok(rules) = rules else { return lines.wrong(Message::new("expected.rules")) };
        let seed = lines.expect("seed: NUMBER", |line| line.strip_prefix("seed: ")?.parse().ok())?;
        let mut players = Vec::new();
        let player = |line: &str| {
            let (seat, name) = line.strip_prefix("player ")?.split_once(": ")?;
            Some((seat_numbered(seat)?, name.to_owned()))
        };
        while let Some(player) = lines.when(player) {
            players.push(player);
        }
        Ok(Self { game, rules_version, journey, setup, rules, seed, players })
    }
}

fn seat_numbered(text: &str) -> Option<Seat> {
    text.parse::<u8>().ok()?.checked_sub(1).map(Seat)
}

/// A journey that was read, and the match of it that is still being played.
#[derive(Clone, Debug)]
pub struct ReadJourney<J: Journey> {
    /// The journey.
    pub travel: Travel<J>,
    /// The match without a result at the end of the text.
    pub running: Option<Record>,
}

impl<J: Journey> Travel<J> {
    /// The journey as text. A match that is still being played comes last.
    pub fn text(&self, running: Option<&Record>) -> String {
        let info = J::Game::INFO;
        let mut text = format!("{HEADLINE} {VERSION}\ngame: {} {}\n", info.key, info.rules_version);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "journey: {}\nsetup: {}", J::KEY, self.setup());
        if let Some(rules) = self.rules().id() {
            let _ = writeln!(text, "rules: {rules}");
        }
        let _ = writeln!(text, "seed: {}", self.seed());
        for (seat, name) in self.players().iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let _ = writeln!(text, "player {}: {name}", seat + 1);
        }
        if !self.start_rolls().is_empty() {
            let _ = writeln!(text, "rolls: {}", join_rolls(self.start_rolls()));
        }
        text.push('\n');
        for event in self.log() {
            match event {
                JourneyEvent::Step { seat, text: step, rolls } => {
                    let _ = writeln!(text, "{} {step}{}", seat.0 + 1, in_brackets(rolls));
                }
                JourneyEvent::Match { record, rolls } => {
                    write_inside(&mut text, record);
                    if !rolls.is_empty() {
                        let _ = writeln!(text, "dice: {}", join_rolls(rolls));
                    }
                }
            }
        }
        if let Some(record) = running {
            write_inside(&mut text, record);
        }
        if let Some(end) = self.state().end() {
            let _ = writeln!(text, "result: {}", end.word());
        }
        text
    }

    /// Reads a journey and plays it again: every step, die and match in it has to be what the rules say.
    pub fn read(text: &str, rules: &NamedRules<<J::Game as Game>::Rules>) -> Result<ReadJourney<J>, RecordError> {
        let lines = &mut Lines::new(text.strip_prefix('\u{feff}').unwrap_or(text));
        let header = JourneyHeader::read_lines(lines, text.len())?;
        let mut travel = set_out::<J>(&header, rules, lines)?;
        let mut running = None;
        loop {
            if let Some((seat, step)) = lines.when(parse_step) {
                let fault = |why: Fault| RecordError { line: lines.last(), problem: why };
                if running.is_some() {
                    return Err(fault(Message::new("journey.match-runs").into()));
                }
                let refused = |error: PlayError| match error {
                    PlayError::Refused(why) => {
                        let message = Message::new("refused").with("action", step.text.clone());
                        Fault::refused(message, &why, &J::Game::INFO)
                    }
                    PlayError::Notation(error) => Fault::because(&Message::new("why"), &error.message, &J::Game::INFO),
                };
                let event = travel.play_text(seat, &step.text).map_err(|error| fault(refused(error)))?;
                let JourneyEvent::Step { text: right, rolls, .. } = event else { unreachable!("a step was taken") };
                if *right != step.text {
                    let message = Message::new("action.spelling").with("action", step.text.clone());
                    return Err(fault(message.with("right", right.clone()).into()));
                }
                let differ = Message::new("dice.other-of").with("action", step.text.clone());
                compare_rolls(rolls, &step.rolls, differ).map_err(fault)?;
            } else if let Some(first) = lines.when(inside) {
                let (record, numbers) = read_inside(first, lines)?;
                let fault = |at: usize, why: Fault| RecordError {
                    line: numbers.get(at.saturating_sub(1)).or(numbers.last()).copied().unwrap_or(1),
                    problem: why,
                };
                if running.is_some() {
                    return Err(fault(1, Message::new("journey.match-runs").into()));
                }
                let text = record.to_string();
                let at = |error: &crate::ReplayError| error.at.line(&text);
                if record.result.is_none() {
                    travel.replayed(&record).map_err(|error| fault(at(&error), error.fault))?;
                    running = Some(record);
                    continue;
                }
                travel.take(&record).map_err(|error| fault(at(&error), error.fault))?;
                let written = lines.when(|line| line.strip_prefix("dice: ").map(split_rolls));
                let Some(written) = written.unwrap_or(Some(Vec::new())) else {
                    return lines.wrong(Message::new("expected.dice"));
                };
                let Some(JourneyEvent::Match { rolls, .. }) = travel.log().last() else {
                    unreachable!("a match was taken")
                };
                compare_rolls(rolls, &written, Message::new("dice.other"))
                    .map_err(|problem| RecordError { line: lines.last(), problem })?;
            } else {
                break;
            }
        }
        let written = lines.when(|line| line.strip_prefix("result: ").map(str::to_owned));
        lines.end("`SEAT STEP`".to_owned().into())?;
        let played = travel.state().end().map(|end| end.word().to_owned());
        let problem = match (played, written) {
            (played, written) if played == written => return Ok(ReadJourney { travel, running }),
            (Some(played), Some(written)) => {
                Message::new("result.other").with("played", played).with("written", written)
            }
            (Some(played), None) => Message::new("result.missing").with("played", played),
            (None, written) => Message::new("result.early").with("written", written.unwrap_or_default()),
        };
        lines.wrong(problem)
    }
}

/// Checks the header and sets out.
fn set_out<J: Journey>(
    header: &JourneyHeader,
    rules: &NamedRules<<J::Game as Game>::Rules>,
    lines: &mut Lines<'_>,
) -> Result<Travel<J>, RecordError> {
    let info = J::Game::INFO;
    // The header has one line for each of these, in this order.
    let at = |line: usize, fault: Fault| Err(RecordError { line, problem: fault });
    if header.game != info.key {
        let message = Message::new("game.other").with("theirs", header.game.clone()).with("ours", info.key.to_owned());
        return at(2, message.into());
    }
    if header.rules_version != info.rules_version {
        let (theirs, ours) = (i64::from(header.rules_version), i64::from(info.rules_version));
        return at(2, Message::new("game.version").with("theirs", theirs).with("ours", ours).into());
    }
    if header.journey != J::KEY {
        let message = Message::new("journey.other").with("theirs", header.journey.clone());
        return at(3, message.with("ours", J::KEY.to_owned()).into());
    }
    let unfit = |error: SetupError| RecordError { line: 4, problem: Fault::of_setup(&error, &info) };
    if header.rules.as_ref() != rules.id() {
        let called = |id: Option<&RulesId>| id.map_or_else(|| crate::STANDARD.to_owned(), RulesId::short);
        let message = Message::new("rules.other").with("theirs", called(header.rules.as_ref()));
        return at(5, message.with("ours", called(rules.id())).into());
    }
    let setup = Setup::read(J::OPTIONS, &header.setup).map_err(unfit)?;
    if setup.to_string() != header.setup {
        let message = Message::new("setup.short").with("written", header.setup.clone());
        return at(4, message.with("full", setup.to_string()).into());
    }
    let mut travel = Travel::<J>::by(rules, setup, header.seed).map_err(unfit)?;
    for (seat, name) in &header.players {
        if seat.index() >= travel.players().len() {
            return lines.wrong(Message::new("seat.unknown").with("seat", (seat.0 + 1).to_string()));
        }
        travel.name_player(*seat, name);
    }
    let written: Vec<Roll> = match lines.when(|line| line.strip_prefix("rolls: ").map(split_rolls)) {
        Some(Some(rolls)) => rolls,
        Some(None) => return lines.wrong(Message::new("expected.dice")),
        None => Vec::new(),
    };
    compare_rolls(travel.start_rolls(), &written, Message::new("dice.other"))
        .map_err(|problem| RecordError { line: lines.last(), problem })?;
    Ok(travel)
}

fn parse_step(line: &str) -> Option<(Seat, crate::RecordAction)> {
    let (seat, step) = line.split_once(' ')?;
    Some((seat_numbered(seat)?, parse_action(step)?))
}

/// The line of a match's record that stands in this line of the journey.
fn inside(line: &str) -> Option<String> {
    let line = line.strip_prefix(INSIDE)?;
    Some(line.strip_prefix(' ').unwrap_or(line).to_owned())
}

fn write_inside(text: &mut String, record: &Record) {
    for line in record.to_string().lines() {
        text.push(INSIDE);
        if !line.is_empty() {
            text.push(' ');
            text.push_str(line);
        }
        text.push('\n');
    }
}

/// The record of a match, and the numbers of its lines in the journey's text. A journey may hold matches one after the
/// other only with something between them, so a record ends where the lines inside do.
fn read_inside(first: String, lines: &mut Lines<'_>) -> Result<(Record, Vec<usize>), RecordError> {
    let mut numbers = vec![lines.last()];
    let mut text = first;
    while let Some(line) = lines.when(inside) {
        text.push('\n');
        text.push_str(&line);
        numbers.push(lines.last());
    }
    let record = text.parse::<Record>().map_err(|error| RecordError {
        line: numbers.get(error.line.saturating_sub(1)).or(numbers.last()).copied().unwrap_or(1),
        problem: error.problem,
    })?;
    Ok((record, numbers))
}
