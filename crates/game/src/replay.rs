//! Replays a record and reports where and why it departs from the rules.

use std::fmt;

use crate::dice::Roll;
use crate::event::{EventKind, Exit};
use crate::fair::{Commitment, Origin};
use crate::game::{Game, Refusal};
use crate::game_match::{Match, PlayError};
use crate::message::Texts;
use crate::outcome::Outcome;
use crate::record::{
    NO_RESULT, Record, RecordExit, RecordLine, RecordTurn, happened_lines, line_after, line_with, readable,
};
use crate::rules::{NamedRules, RulesId, STANDARD};
use crate::seat::Seat;
use crate::setup::Setup;

/// The place and the reason of a fault in a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {fault}")]
pub struct ReplayError {
    /// The place.
    pub at: At,
    /// The reason.
    pub fault: String,
}

/// A part of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The game and the version of its rules.
    Game,
    /// The options.
    Setup,
    /// By which rule set.
    Rules,
    /// The commitment to the secret.
    Commitment,
    /// A seat's share of the dice: the share line with this number, from 0.
    Share(usize),
    /// The dice rolled during the setup.
    StartRolls,
    /// A player's name: the player line with this number, from 0.
    Player(usize),
    /// The line of a turn or an exit, counted from 0. The number after the last line stands for a missing turn.
    Line(usize),
    /// The result.
    Result,
}

impl At {
    /// The line number in the record's text, from 1. If the line is missing, the number where it should be.
    pub fn line(self, text: &str) -> usize {
        let found = match self {
            Self::Game => line_with(text, "game: ", 0),
            Self::Setup => line_with(text, "setup: ", 0),
            Self::Rules => line_with(text, "rules: ", 0).or_else(|| line_with(text, "setup: ", 0)),
            Self::Commitment => line_with(text, "commitment: ", 0),
            Self::Share(index) => line_with(text, "share ", index).or_else(|| line_with(text, "commitment: ", 0)),
            Self::StartRolls => line_with(text, "rolls: ", 0).or_else(|| line_with(text, "seed: ", 0)),
            Self::Player(index) => line_with(text, "player ", index),
            Self::Line(index) => {
                let lines = happened_lines(text);
                lines.get(index).copied().or_else(|| lines.last().map(|last| last + 1))
            }
            Self::Result => line_with(text, "result: ", 0),
        };
        found.unwrap_or_else(|| line_after(text))
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game => f.write_str("the game"),
            Self::Setup => f.write_str("the setup"),
            Self::Rules => f.write_str("the rule set"),
            Self::Commitment => f.write_str("the commitment"),
            Self::Share(index) => write!(f, "share line {}", index + 1),
            Self::StartRolls => f.write_str("the dice of the setup"),
            Self::Player(index) => write!(f, "player line {}", index + 1),
            Self::Line(index) => write!(f, "turn line {}", index + 1),
            Self::Result => f.write_str("the result"),
        }
    }
}

/// A fault quotes the record, which may come from anybody. This length fits on a screen.
const LONGEST_FAULT: usize = 300;

fn wrong(at: At, fault: impl fmt::Display) -> ReplayError {
    ReplayError { at, fault: readable(&fault.to_string(), LONGEST_FAULT) }
}

/// Plays a record by the built-in rules, which are parsed for it: for tests and examples.
pub fn replay<G: Game>(record: &Record) -> Result<Match<G>, ReplayError> {
    replay_by(record, &NamedRules::built_in())
}

/// Plays a record by these rules; every number, seat, die, pass and result in it has to be what the rules say.
pub fn replay_by<G: Game>(record: &Record, rules: &NamedRules<G::Rules>) -> Result<Match<G>, ReplayError> {
    let mut game_match = replay_header::<G>(record, rules)?;
    let mut passes_due: Vec<(u32, Seat)> = Vec::new();
    let texts = english::<G>();
    for (index, line) in record.lines.iter().enumerate() {
        let goes_on = matches!(record.lines.get(index + 1), Some(RecordLine::Turn(_)));
        match line {
            RecordLine::Turn(turn) => replay_turn(&mut game_match, turn, &mut passes_due, goes_on, &texts),
            RecordLine::Exit(exit) => replay_exit(&mut game_match, exit, &mut passes_due),
        }
        .map_err(|fault| wrong(At::Line(index), fault))?;
    }
    if let Some((number, seat)) = passes_due.first() {
        let name = G::INFO.seat_names[seat.index()];
        let fault = format!("turn {number} is missing: {name} has no action and passes");
        return Err(wrong(At::Line(record.lines.len()), fault));
    }
    compare_results(&game_match, record)?;
    Ok(game_match)
}

/// Whether this is the rule set that the record was played by. A record from before records named their sets says it by
/// an option, if its game has one ([`Game::RULES_OPTION`]).
pub fn check_rules<G: Game>(record: &Record, here: Option<&RulesId>) -> Result<(), ReplayError> {
    let option = || record.setup.split(' ').find_map(|pair| pair.strip_prefix(G::RULES_OPTION?)?.strip_prefix('='));
    let old_name = if record.rules.is_none() { option().filter(|name| *name != STANDARD) } else { None };
    let fits = match old_name {
        Some(name) => here.is_some_and(|id| id.name == name),
        None => record.rules.as_ref() == here,
    };
    if fits {
        return Ok(());
    }
    let called = |id: Option<&RulesId>| id.map_or_else(|| "the built-in rules".to_owned(), RulesId::short);
    let theirs = old_name.map_or_else(|| called(record.rules.as_ref()), str::to_owned);
    Err(wrong(At::Rules, format!("played by {theirs}; the rules here are {}", called(here))))
}

fn replay_header<G: Game>(record: &Record, rules: &NamedRules<G::Rules>) -> Result<Match<G>, ReplayError> {
    let info = G::INFO;
    if record.game != info.key {
        return Err(wrong(At::Game, format!("this is a record of `{}`, not of `{}`", record.game, info.key)));
    }
    if record.rules_version != info.rules_version {
        let (theirs, ours) = (record.rules_version, info.rules_version);
        let fault = format!("played by version {theirs} of the rules; version {ours} is known here");
        return Err(wrong(At::Game, fault));
    }
    check_rules::<G>(record, rules.id())?;
    let setup = Setup::read(info.options, &record.setup).map_err(|error| wrong(At::Setup, error))?;
    if setup.to_string() != record.setup {
        let fault = format!("the setup is `{}`, but reads `{setup}` in full", record.setup);
        return Err(wrong(At::Setup, fault));
    }
    let origin = replay_origin(record)?;
    let mut game_match = Match::<G>::by(rules, setup, origin).map_err(|error| wrong(At::Setup, error))?;
    compare_shares(&game_match, record)?;
    compare_rolls(game_match.start_rolls(), &record.start_rolls).map_err(|fault| wrong(At::StartRolls, fault))?;
    for (index, (name, who)) in record.players.iter().enumerate() {
        let seat = find_seat(&game_match, name).map_err(|fault| wrong(At::Player(index), fault))?;
        if record.players[..index].iter().any(|(earlier, _)| earlier == name) {
            return Err(wrong(At::Player(index), format!("`{name}` is named already")));
        }
        game_match.name_player(seat, who);
    }
    Ok(game_match)
}

/// Checks that the secret is the committed one.
fn replay_origin(record: &Record) -> Result<Origin, ReplayError> {
    let Some(fair) = &record.fair else { return Ok(Origin::Seed(record.seed)) };
    if !fair.commitment.opens_with(&record.seed) {
        let published = Commitment::to(&record.seed);
        let fault = format!("the seed is not the one that was committed to: its commitment would be {published}");
        return Err(wrong(At::Commitment, fault));
    }
    Ok(Origin::Fair { secret: record.seed, shares: fair.shares.iter().map(|(_, share)| *share).collect() })
}

/// Checks that every seat has added a share, in seat order.
fn compare_shares<G: Game>(game_match: &Match<G>, record: &Record) -> Result<(), ReplayError> {
    let Some(fair) = &record.fair else { return Ok(()) };
    let seats = usize::from(game_match.state().seats());
    for index in 0..seats.max(fair.shares.len()) {
        let expected = G::INFO.seat_names[..seats].get(index);
        let fault = match (expected, fair.shares.get(index)) {
            (Some(expected), Some((seat, _))) if expected == seat => continue,
            (Some(expected), Some((seat, _))) => format!("this is the share of `{expected}`, not of `{seat}`"),
            (Some(expected), None) => format!("the share of `{expected}` is missing"),
            (None, _) => "there are more shares than seats".to_owned(),
        };
        return Err(wrong(At::Share(index), fault));
    }
    Ok(())
}

fn replay_turn<G: Game>(
    game_match: &mut Match<G>,
    turn: &RecordTurn,
    passes_due: &mut Vec<(u32, Seat)>,
    goes_on: bool,
    texts: &Texts,
) -> Result<(), String> {
    let names = G::INFO.seat_names;
    let (number, seat) = match passes_due.first() {
        Some(&due) => due,
        None if game_match.is_over() => return Err("the game is over already".to_owned()),
        None => (game_match.state().turn().number, game_match.state().turn().seat),
    };
    let name = names[seat.index()];
    if turn.number != number || turn.seat != name {
        return Err(format!("this is turn {number}, by {name}, not {} by {}", turn.number, turn.seat));
    }
    match (passes_due.is_empty(), turn.actions.is_empty()) {
        (false, true) => {
            passes_due.remove(0);
            return Ok(());
        }
        (false, false) => return Err(format!("{name} has no action here: the turn is passed")),
        (true, true) => return Err(format!("{name} has an action here and may not pass")),
        (true, false) => {}
    }
    for (index, action) in turn.actions.iter().enumerate() {
        if index > 0 && (game_match.outcome().is_some() || game_match.state().turn().number != number) {
            return Err(format!("the turn ends before `{}`", action.text));
        }
        let played = game_match.play_text(seat, &action.text).map_err(|error| match error {
            PlayError::Refused(Refusal::Illegal(why)) => format!("`{}`: {}", action.text, texts.say(&why, names)),
            PlayError::Notation(error) => texts.say(&error.message, names),
            PlayError::Refused(other) => other.to_string(),
        })?;
        if let EventKind::Action { text, .. } = &played.kind
            && *text != action.text
        {
            return Err(format!("`{}` is written `{text}`", action.text));
        }
        compare_rolls(&played.rolls, &action.rolls).map_err(|why| format!("`{}`: {why}", action.text))?;
        *passes_due = (number + 1..).zip(played.passed.clone()).collect();
    }
    if goes_on && game_match.outcome().is_none() && game_match.state().turn().number == number {
        return Err(format!("{name} has to go on in this turn"));
    }
    Ok(())
}

fn replay_exit<G: Game>(
    game_match: &mut Match<G>,
    exit: &RecordExit,
    passes_due: &mut Vec<(u32, Seat)>,
) -> Result<(), String> {
    if let Some((number, seat)) = passes_due.first() {
        return Err(format!(
            "turn {number} comes first: {} has no action and passes",
            G::INFO.seat_names[seat.index()]
        ));
    }
    let (how, rolls) = match exit {
        RecordExit::Resigns(name, rolls) => (Exit::Resigned(find_seat(game_match, name)?), rolls.as_slice()),
        RecordExit::DropsOut(name, rolls) => (Exit::Dropped(find_seat(game_match, name)?), rolls.as_slice()),
        RecordExit::Abandoned => (Exit::Abandoned, [].as_slice()),
    };
    let left = game_match.exit(how).map_err(|refusal| format!("`{exit}`: {refusal}"))?;
    compare_rolls(&left.rolls, rolls).map_err(|why| format!("`{exit}`: {why}"))?;
    *passes_due = (left.turn + 1..).zip(left.passed.clone()).collect();
    Ok(())
}

fn compare_results<G: Game>(game_match: &Match<G>, record: &Record) -> Result<(), ReplayError> {
    let result = |outcome: Outcome| outcome.describe(G::INFO.seat_names);
    let played = game_match.is_over().then(|| game_match.outcome().map_or_else(|| NO_RESULT.to_owned(), result));
    let fault = match (played, record.result.as_ref()) {
        (Some(played), Some(written)) if played == *written => return Ok(()),
        (None, None) => return Ok(()),
        (Some(played), Some(written)) => format!("the result is `{played}`, not `{written}`"),
        (Some(played), None) => format!("the result is missing: `{played}`"),
        (None, Some(written)) => format!("the result is `{written}`, but the game is not over"),
    };
    Err(wrong(At::Result, fault))
}

fn find_seat<G: Game>(game_match: &Match<G>, name: &str) -> Result<Seat, String> {
    let mut seats = Seat::first(game_match.state().seats());
    seats.find(|seat| G::INFO.seat_names[seat.index()] == name).ok_or_else(|| format!("there is no seat `{name}`"))
}

fn compare_rolls(rolled: &[Roll], written: &[Roll]) -> Result<(), String> {
    let list = |rolls: &[Roll]| match rolls {
        [] => "no dice".to_owned(),
        rolls => rolls.iter().map(ToString::to_string).collect::<Vec<_>>().join(";"),
    };
    if rolled == written { Ok(()) } else { Err(format!("the dice give {}, not {}", list(rolled), list(written))) }
}

/// Faults are read in terminals and logs, which are in English.
fn english<G: Game>() -> Texts {
    let file = G::INFO.texts.iter().find(|(language, _)| *language == "en").map_or("", |(_, file)| file);
    Texts::parse(file).expect("the suite has checked every message file")
}
