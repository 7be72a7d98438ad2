//! Plays a record again and says where and why it departs from the rules.

use std::fmt;

use crate::dice::Roll;
use crate::game::{Game, Refusal};
use crate::message::Texts;
use crate::record::{Record, RecordTurn};
use crate::seat::Seat;
use crate::setup::Setup;
use crate::table::{Match, PlayError};

/// Where a record goes wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {fault}")]
pub struct ReplayError {
    /// Where.
    pub at: At,
    /// Why.
    pub fault: String,
}

/// A part of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The lines before the first turn.
    Header,
    /// A turn's line, counted from 0, whatever number it carries.
    Turn(usize),
    /// The lines after the last turn.
    Ending,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("the header"),
            Self::Turn(index) => write!(f, "turn line {}", index + 1),
            Self::Ending => f.write_str("the ending"),
        }
    }
}

/// Plays a record by the rules; every number, seat, die, pass and result in it has to be what the rules say.
pub fn replay<G: Game>(record: &Record) -> Result<Match<G>, ReplayError> {
    let header = |fault: String| ReplayError { at: At::Header, fault };
    let info = G::INFO;
    if record.game != info.key {
        return Err(header(format!("this is a record of `{}`, not of `{}`", record.game, info.key)));
    }
    if record.rules_version != info.rules_version {
        let (theirs, ours) = (record.rules_version, info.rules_version);
        return Err(header(format!("played by version {theirs} of the rules; version {ours} is known here")));
    }
    let pairs = record.setup.split(' ').filter(|pair| *pair != "-");
    let setup = Setup::parse(info.options, pairs).map_err(|error| header(error.to_string()))?;
    if setup.to_string() != record.setup {
        return Err(header(format!("the setup is `{}`, but reads `{setup}` in full", record.setup)));
    }
    let mut table = Match::<G>::new(setup, record.seed).map_err(|error| header(error.to_string()))?;
    compare_rolls(table.start_rolls(), &record.start_rolls).map_err(header)?;
    for (seat, who) in &record.players {
        let index = info.seat_names[..usize::from(table.state().seats())].iter().position(|name| name == seat);
        let index = index.ok_or_else(|| header(format!("there is no seat `{seat}`")))?;
        table.name_player(Seat(index as u8), who);
    }
    let mut passes_due: Vec<(u32, Seat)> = Vec::new();
    let texts = english::<G>();
    for (index, turn) in record.turns.iter().enumerate() {
        let unfinished = index + 1 == record.turns.len();
        replay_turn(&mut table, turn, &mut passes_due, unfinished, &texts)
            .map_err(|fault| ReplayError { at: At::Turn(index), fault })?;
    }
    check_ending(&mut table, record, &passes_due).map_err(|fault| ReplayError { at: At::Ending, fault })?;
    Ok(table)
}

fn replay_turn<G: Game>(
    table: &mut Match<G>,
    turn: &RecordTurn,
    passes_due: &mut Vec<(u32, Seat)>,
    last: bool,
    texts: &Texts,
) -> Result<(), String> {
    let names = G::INFO.seat_names;
    let (number, seat) = match passes_due.first() {
        Some(&due) => due,
        None if table.outcome().is_some() => return Err("the game is over already".to_owned()),
        None => (table.state().turn().number, table.state().turn().seat),
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
        if index > 0 && (table.outcome().is_some() || table.state().turn().number != number) {
            return Err(format!("the turn ends before `{}`", action.text));
        }
        let played = table.play_text(seat, &action.text).map_err(|error| match error {
            PlayError::Refused(Refusal::Illegal(why)) => format!("`{}`: {}", action.text, texts.say(&why, names)),
            other => other.to_string(),
        })?;
        if played.text != action.text {
            return Err(format!("`{}` is written `{}`", action.text, played.text));
        }
        compare_rolls(&played.rolls, &action.rolls).map_err(|why| format!("`{}`: {why}", action.text))?;
        *passes_due = (number + 1..).zip(played.passed.clone()).collect();
    }
    if !last && table.outcome().is_none() && table.state().turn().number == number {
        return Err(format!("{name} has to go on in this turn"));
    }
    Ok(())
}

fn check_ending<G: Game>(table: &mut Match<G>, record: &Record, passes_due: &[(u32, Seat)]) -> Result<(), String> {
    let names = G::INFO.seat_names;
    if let Some((number, seat)) = passes_due.first() {
        return Err(format!("turn {number} is missing: {} has no action and passes", names[seat.index()]));
    }
    if let Some(resigned) = record.ending.as_ref().and_then(|ending| ending.resigned.as_ref()) {
        let seat = names[..usize::from(table.state().seats())]
            .iter()
            .position(|name| name == resigned)
            .ok_or_else(|| format!("there is no seat `{resigned}`"))?;
        table.resign(Seat(seat as u8)).map_err(|_| format!("{resigned} resigns, but the game is over already"))?;
    }
    let played = table.outcome().map(|outcome| outcome.describe(names));
    match (played, record.ending.as_ref().map(|ending| &ending.result)) {
        (Some(played), Some(written)) if played == *written => Ok(()),
        (None, None) => Ok(()),
        (Some(played), Some(written)) => Err(format!("the result is `{played}`, not `{written}`")),
        (Some(played), None) => Err(format!("the result is missing: `{played}`")),
        (None, Some(written)) => Err(format!("the result is `{written}`, but the game is not over")),
    }
}

fn compare_rolls(rolled: &[Roll], written: &[Roll]) -> Result<(), String> {
    let list = |rolls: &[Roll]| match rolls {
        [] => "no dice".to_owned(),
        rolls => rolls.iter().map(ToString::to_string).collect::<Vec<_>>().join(";"),
    };
    if rolled == written { Ok(()) } else { Err(format!("the seed gives {}, not {}", list(rolled), list(written))) }
}

/// Faults are for whoever reads a terminal or a log; both speak English.
fn english<G: Game>() -> Texts {
    let file = G::INFO.texts.iter().find(|(language, _)| *language == "en").map_or("", |(_, file)| file);
    Texts::parse(file).expect("the suite has checked every message file")
}
