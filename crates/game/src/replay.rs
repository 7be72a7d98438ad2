//! Replays a record and reports where and why it departs from the rules.

use std::fmt;

use crate::dice::Roll;
use crate::event::{EventKind, Exit};
use crate::fair::{Commitment, Origin};
use crate::fault::Fault;
use crate::game::Game;
use crate::game_match::{Match, PlayError};
use crate::message::{Arg, Message};
use crate::outcome::Outcome;
use crate::record::{NO_RESULT, Record, RecordExit, RecordLine, RecordTurn, happened_lines, line_after, line_with};
use crate::rules::{NamedRules, RulesId, STANDARD};
use crate::seat::Seat;
use crate::setup::{Setup, SetupError};

/// The place and the reason of a fault in a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {fault}")]
pub struct ReplayError {
    /// The place.
    pub at: At,
    /// The reason.
    pub fault: Fault,
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
    /// The seed of the dice.
    Seed,
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
            Self::Seed => line_with(text, "seed: ", 0),
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
            Self::Seed => f.write_str("the seed"),
            Self::Commitment => f.write_str("the commitment"),
            Self::Share(index) => write!(f, "share line {}", index + 1),
            Self::StartRolls => f.write_str("the dice of the setup"),
            Self::Player(index) => write!(f, "player line {}", index + 1),
            Self::Line(index) => write!(f, "turn line {}", index + 1),
            Self::Result => f.write_str("the result"),
        }
    }
}

fn wrong(at: At, fault: impl Into<Fault>) -> ReplayError {
    ReplayError { at, fault: fault.into() }
}

/// A sentence about a seat, by its name in records.
fn of_seat(key: &'static str, name: &str) -> Message {
    Message::new(key).with("seat", name.to_owned())
}

/// A sentence about an action or an exit, as the record has it.
fn of_action(key: &'static str, text: &str) -> Message {
    Message::new(key).with("action", text.to_owned())
}

/// Plays a record by the built-in rules, which are parsed for it: for tests and examples.
pub fn replay<G: Game>(record: &Record) -> Result<Match<G>, ReplayError> {
    replay_by(record, &NamedRules::built_in())
}

/// Plays a record by these rules; every number, seat, die, pass and result in it has to be what the rules say.
pub fn replay_by<G: Game>(record: &Record, rules: &NamedRules<G::Rules>) -> Result<Match<G>, ReplayError> {
    let mut game_match = replay_header::<G>(record, rules)?;
    let mut passes_due: Vec<(u32, Seat)> = Vec::new();
    for (index, line) in record.lines.iter().enumerate() {
        let goes_on = matches!(record.lines.get(index + 1), Some(RecordLine::Turn(_)));
        match line {
            RecordLine::Turn(turn) => replay_turn(&mut game_match, turn, &mut passes_due, goes_on),
            RecordLine::Exit(exit) => replay_exit(&mut game_match, exit, &mut passes_due),
        }
        .map_err(|fault| wrong(At::Line(index), fault))?;
    }
    if let Some((number, seat)) = passes_due.first() {
        let name = G::INFO.seat_names[seat.index()];
        let fault = of_seat("turn.missing", name).with("number", i64::from(*number));
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
    let called = |id: Option<&RulesId>| id.map_or(Arg::Word("rules.built-in".to_owned()), |id| id.short().into());
    let theirs = old_name.map_or_else(|| called(record.rules.as_ref()), |name| name.to_owned().into());
    Err(wrong(At::Rules, Message::new("rules.other").with("theirs", theirs).with("ours", called(here))))
}

fn replay_header<G: Game>(record: &Record, rules: &NamedRules<G::Rules>) -> Result<Match<G>, ReplayError> {
    let info = G::INFO;
    if record.game != info.key {
        let fault = Message::new("game.other").with("theirs", record.game.clone()).with("ours", info.key.to_owned());
        return Err(wrong(At::Game, fault));
    }
    if record.rules_version != info.rules_version {
        let (theirs, ours) = (i64::from(record.rules_version), i64::from(info.rules_version));
        return Err(wrong(At::Game, Message::new("game.version").with("theirs", theirs).with("ours", ours)));
    }
    check_rules::<G>(record, rules.id())?;
    let unfit = |error: SetupError| wrong(At::Setup, Fault::of_setup(&error, &info));
    let setup = Setup::read(info.options, &record.setup).map_err(unfit)?;
    if setup.to_string() != record.setup {
        let fault = Message::new("setup.short").with("written", record.setup.clone()).with("full", setup.to_string());
        return Err(wrong(At::Setup, fault));
    }
    let origin = replay_origin(record)?;
    let mut game_match = Match::<G>::by(rules, setup, origin).map_err(unfit)?;
    compare_shares(&game_match, record)?;
    let differ = Message::new("dice.other");
    compare_rolls(game_match.start_rolls(), &record.start_rolls, differ)
        .map_err(|fault| wrong(At::StartRolls, fault))?;
    for (index, (name, who)) in record.players.iter().enumerate() {
        let seat = find_seat(&game_match, name).map_err(|fault| wrong(At::Player(index), fault))?;
        if record.players[..index].iter().any(|(earlier, _)| earlier == name) {
            return Err(wrong(At::Player(index), of_seat("seat.twice", name)));
        }
        game_match.name_player(seat, who);
    }
    Ok(game_match)
}

/// Checks that the secret is the committed one.
fn replay_origin(record: &Record) -> Result<Origin, ReplayError> {
    let Some(fair) = &record.fair else { return Ok(Origin::Seed(record.seed)) };
    if !fair.commitment.opens_with(&record.seed) {
        let published = Commitment::to(&record.seed).to_string();
        return Err(wrong(At::Commitment, Message::new("commitment.other").with("published", published)));
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
            (Some(expected), Some((seat, _))) => {
                Message::new("share.other").with("expected", (*expected).to_owned()).with("found", seat.clone())
            }
            (Some(expected), None) => Message::new("share.missing").with("expected", (*expected).to_owned()),
            (None, _) => Message::new("share.many"),
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
) -> Result<(), Fault> {
    let (number, seat) = match passes_due.first() {
        Some(&due) => due,
        None if game_match.is_over() => return Err(Message::new("turn.over").into()),
        None => (game_match.state().turn().number, game_match.state().turn().seat),
    };
    let name = G::INFO.seat_names[seat.index()];
    if turn.number != number || turn.seat != name {
        let other = of_seat("turn.other", name).with("number", i64::from(number));
        return Err(other.with("found", i64::from(turn.number)).with("other", turn.seat.clone()).into());
    }
    match (passes_due.is_empty(), turn.actions.is_empty()) {
        (false, true) => {
            passes_due.remove(0);
            return Ok(());
        }
        (false, false) => return Err(of_seat("turn.passed", name).into()),
        (true, true) => return Err(of_seat("turn.no-pass", name).into()),
        (true, false) => {}
    }
    for (index, action) in turn.actions.iter().enumerate() {
        if index > 0 && (game_match.outcome().is_some() || game_match.state().turn().number != number) {
            return Err(of_action("turn.ended", &action.text).into());
        }
        let played = game_match.play_text(seat, &action.text).map_err(|error| match error {
            PlayError::Refused(refusal) => Fault::refused(of_action("refused", &action.text), &refusal, &G::INFO),
            PlayError::Notation(error) => Fault::because(&Message::new("why"), &error.message, &G::INFO),
        })?;
        if let EventKind::Action { text, .. } = &played.kind
            && *text != action.text
        {
            return Err(of_action("action.spelling", &action.text).with("right", text.clone()).into());
        }
        compare_rolls(&played.rolls, &action.rolls, of_action("dice.other-of", &action.text))?;
        *passes_due = (number + 1..).zip(played.passed.clone()).collect();
    }
    if goes_on && game_match.outcome().is_none() && game_match.state().turn().number == number {
        return Err(of_seat("turn.goes-on", name).into());
    }
    Ok(())
}

fn replay_exit<G: Game>(
    game_match: &mut Match<G>,
    exit: &RecordExit,
    passes_due: &mut Vec<(u32, Seat)>,
) -> Result<(), Fault> {
    if let Some((number, seat)) = passes_due.first() {
        let name = G::INFO.seat_names[seat.index()];
        return Err(of_seat("turn.first", name).with("number", i64::from(*number)).into());
    }
    let (how, rolls) = match exit {
        RecordExit::Resigns(name, rolls) => (Exit::Resigned(find_seat(game_match, name)?), rolls.as_slice()),
        RecordExit::DropsOut(name, rolls) => (Exit::Dropped(find_seat(game_match, name)?), rolls.as_slice()),
        RecordExit::Abandoned => (Exit::Abandoned, [].as_slice()),
    };
    let text = exit.to_string();
    let left = game_match.exit(how).map_err(|why| Fault::refused(of_action("refused", &text), &why, &G::INFO))?;
    compare_rolls(&left.rolls, rolls, of_action("dice.other-of", &text))?;
    *passes_due = (left.turn + 1..).zip(left.passed.clone()).collect();
    Ok(())
}

fn compare_results<G: Game>(game_match: &Match<G>, record: &Record) -> Result<(), ReplayError> {
    let result = |outcome: Outcome| outcome.describe(G::INFO.seat_names);
    let played = game_match.is_over().then(|| game_match.outcome().map_or_else(|| NO_RESULT.to_owned(), result));
    let fault = match (played, record.result.as_ref()) {
        (Some(played), Some(written)) if played == *written => return Ok(()),
        (None, None) => return Ok(()),
        (Some(played), Some(written)) => {
            Message::new("result.other").with("played", played).with("written", written.clone())
        }
        (Some(played), None) => Message::new("result.missing").with("played", played),
        (None, Some(written)) => Message::new("result.early").with("written", written.clone()),
    };
    Err(wrong(At::Result, fault))
}

fn find_seat<G: Game>(game_match: &Match<G>, name: &str) -> Result<Seat, Fault> {
    let mut seats = Seat::first(game_match.state().seats());
    let found = seats.find(|seat| G::INFO.seat_names[seat.index()] == name);
    found.ok_or_else(|| of_seat("seat.unknown", name).into())
}

/// Compares dice with those of the record. The message says that they differ.
pub(crate) fn compare_rolls(rolled: &[Roll], written: &[Roll], differ: Message) -> Result<(), Fault> {
    let list = |rolls: &[Roll]| match rolls {
        [] => Arg::Word("dice.none".to_owned()),
        rolls => rolls.iter().map(ToString::to_string).collect::<Vec<_>>().join(";").into(),
    };
    if rolled == written {
        return Ok(());
    }
    Err(differ.with("rolled", list(rolled)).with("written", list(written)).into())
}
