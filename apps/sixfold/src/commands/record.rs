//! Reading a record from a file, and pointing into it.

use std::io::Read as _;
use std::path::Path;

use catalog::{DynJourney, DynMatch, RuledGame};
use game::{At, JourneyHeader, Record, RecordError, ReplayError};

use crate::failure::Failure;
use crate::rule_sets;

/// At most this many bytes of a file are read, so that no file fills the memory. It is more than the record of a match or
/// of a campaign may have: the parser refuses the file.
const MOST_BYTES: u64 = 24 << 20;

pub(crate) type Replayed = (RuledGame, Box<dyn DynMatch>);

/// What is wrong with a record, and its line.
pub(crate) struct Wrong {
    pub(crate) line: usize,
    pub(crate) problem: String,
}

/// Reads a file, or standard input if the path is `-`.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let failed = |error: std::io::Error| Failure::file(path, &error);
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().take(MOST_BYTES).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        std::fs::File::open(path).map_err(failed)?.take(MOST_BYTES).read_to_end(&mut bytes).map_err(failed)?;
    }
    String::from_utf8(bytes).or_else(|error| {
        let (fault, mut bytes) = (error.utf8_error(), error.into_bytes());
        if fault.error_len().is_none() && bytes.len() as u64 == MOST_BYTES {
            // Reading stopped in the middle of a character. The record parser then refuses the text because it is too
            // long.
            bytes.truncate(fault.valid_up_to());
            return Ok(String::from_utf8(bytes).expect("the bytes up to the fault are UTF-8"));
        }
        let line = bytes[..fault.valid_up_to()].split(|&byte| byte == b'\n').count();
        Err(Failure::Input(format!("{} is no record: line {line} is not UTF-8 text", name(path))))
    })
}

/// The name of the file in messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// Loads the rule set in the folder, if one is given, for the game of a record.
pub(crate) fn load_rules(folder: Option<&Path>, text: &str) -> Result<Option<RuledGame>, Failure> {
    let Some(folder) = folder else { return Ok(None) };
    // If the record cannot be parsed or its game is unknown, `replay` reports that.
    let game = text.parse().ok().and_then(|record: Record| catalog::find(&record.game));
    game.map(|game| rule_sets::load(game, folder)).transpose()
}

/// A journey that was read, and the match of it that is still being played.
pub(crate) type Travelled = (Box<dyn DynJourney>, Option<Record>);

/// Reads a journey and checks every line. Like [`replay`], it uses the rule set in the folder only if the journey asks for
/// one.
pub(crate) fn travel(text: &str, folder: Option<&Path>) -> Result<Result<Travelled, Wrong>, Failure> {
    // If the beginning cannot be read or its game is unknown, `read_journey` reports that.
    let header = JourneyHeader::read(text).ok().filter(|header| header.rules.is_some());
    let game = header.as_ref().and_then(|header| catalog::find(&header.game));
    let files = match (game, folder) {
        (Some(game), Some(folder)) => Some(rule_sets::read_taken(folder, |name| game.takes_file(name))?),
        _ => None,
    };
    Ok(catalog::read_journey(text, files.as_ref()).map_err(|RecordError { line, problem }| {
        let lacks_rules = header.is_some() && files.is_none() && line == LINE_OF_RULES;
        let how = if lacks_rules { ". Give the set with --rules DIR" } else { "" };
        Wrong { line, problem: format!("{problem}{how}") }
    }))
}

/// The line of a journey that names its rule set, if it has one.
const LINE_OF_RULES: usize = 5;

/// Replays a record and checks every line. It uses the given rule set if the record asks for one, otherwise the
/// built-in one.
pub(crate) fn replay(text: &str, by: Option<RuledGame>) -> Result<Replayed, Wrong> {
    let record: Record = text
        .parse()
        .map_err(|RecordError { line, problem }: RecordError| Wrong { line, problem: problem.to_string() })?;
    let game = catalog::find(&record.game).ok_or_else(|| {
        let known: Vec<_> = catalog::GAMES.iter().map(|game| game.info().key).collect();
        // The message gives the line number and not the unknown name, since a stranger may have written the file.
        let problem = format!("there is no such game; there is {}", known.join(", "));
        Wrong { line: At::Game.line(text), problem }
    })?;
    let given = by.is_some();
    let by = by.filter(|game| game.check_rules(&record).is_ok() || record.rules.is_some());
    let game = by.unwrap_or_else(|| game.into());
    let game_match = game.replay(&record).map_err(|ReplayError { at, fault }| {
        let how = if at == At::Rules && !given { ". Give the set with --rules DIR" } else { "" };
        Wrong { line: at.line(text), problem: format!("{fault}{how}") }
    })?;
    Ok((game, game_match))
}
