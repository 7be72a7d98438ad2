//! Reading a record from a file, and pointing into it.

use std::io::Read as _;
use std::path::Path;

use catalog::{DynGame, DynMatch};
use game::{At, Record, ReplayError, turn_lines};

use super::find_game;
use crate::failure::Failure;

/// More than any record; beyond it a file is refused before it fills the memory.
const MOST_BYTES: u64 = 8 << 20;

/// A game, and a match of it.
pub(crate) type Replayed = (&'static dyn DynGame, Box<dyn DynMatch>);

/// What is wrong with a record, and where.
pub(crate) struct Wrong {
    pub(crate) line: usize,
    pub(crate) problem: String,
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let failed = |error: std::io::Error| Failure::file(path, &error);
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        std::io::stdin().take(MOST_BYTES).read_to_end(&mut bytes).map_err(failed)?;
    } else {
        std::fs::File::open(path).map_err(failed)?.take(MOST_BYTES).read_to_end(&mut bytes).map_err(failed)?;
    }
    String::from_utf8(bytes).map_err(|_| Failure::Input(format!("{} is not a text", path.display())))
}

/// The match that a record tells, every line of it checked.
pub(crate) fn replay(text: &str) -> Result<Result<Replayed, Wrong>, Failure> {
    let record: Record = match text.parse() {
        Ok(record) => record,
        Err(game::RecordError { line, problem }) => return Ok(Err(Wrong { line, problem })),
    };
    let game = find_game(&record.game)?;
    Ok(match game.replay(&record) {
        Ok(table) => Ok((game, table)),
        Err(error) => Err(Wrong { line: line_of(text, &error), problem: error.fault }),
    })
}

fn line_of(text: &str, error: &ReplayError) -> usize {
    let turns = turn_lines(text);
    match error.at {
        At::Header => 2, // `game:` and what follows it; the fault itself says which part
        At::Turn(index) => turns.get(index).copied().unwrap_or(1),
        At::Ending => turns.last().map_or(1, |last| last + 1),
    }
}
