//! What is read from the SQLite database is checked by its sums.

use rusqlite::{Row, Rows};

use super::StoredEvent;
use super::sums::Sum;

/// Why something was not read.
pub(super) enum ReadError {
    Sqlite(rusqlite::Error),
    /// A sum is not that of its row.
    Wrong(String),
}

impl From<rusqlite::Error> for ReadError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

/// Refuses a row whose sum is another one. A row from before there were sums has none.
pub(super) fn check(what: &str, kept: Option<Sum>, right: Sum) -> Result<(), ReadError> {
    match kept {
        Some(kept) if kept != right => Err(ReadError::Wrong(format!("{what} is not as it was written"))),
        _ => Ok(()),
    }
}

/// Reads a log to its end and checks that the sum of each event builds on the one before it. The first column is the number of
/// the event, and the sixth its sum. `sum_before` finds what the first of these events builds on.
pub(super) fn read_chain<E>(
    rows: &mut Rows<'_>,
    read_event: impl Fn(&Row<'_>) -> rusqlite::Result<E>,
    sum_before: impl Fn(u64) -> rusqlite::Result<Option<Sum>>,
    sum_of: impl Fn(Sum, &E) -> Sum,
) -> Result<Vec<E>, ReadError> {
    let (mut events, mut before) = (Vec::new(), None);
    while let Some(row) = rows.next()? {
        let event = read_event(row)?;
        let seq = row.get::<_, i64>(0)? as u64;
        let sum: Option<Sum> = row.get(5)?;
        let chained = match before {
            Some(before) => before,
            None => sum_before(seq)?.unwrap_or_default(),
        };
        check(&format!("event {seq}"), sum, sum_of(chained, &event))?;
        before = Some(sum.unwrap_or_default());
        events.push(event);
    }
    Ok(events)
}

/// Goes on with newer events, of which the first may have been read already. Refuses a log in which those between are missing.
pub(super) fn go_on(events: &mut Vec<StoredEvent>, known: u64, newer: Vec<StoredEvent>) -> Result<(), ReadError> {
    for event in newer {
        let last = events.last().map_or(known, |last| last.seq);
        if event.seq > last + 1 {
            return Err(ReadError::Wrong(format!("event {} is missing", last + 1)));
        }
        if event.seq == last + 1 {
            events.push(event);
        }
    }
    Ok(())
}

/// Refuses a log whose end cannot be found: sums tell that what is read is right, not that it is all.
pub(super) fn check_count(written: u64, found: u64) -> Result<(), ReadError> {
    if found >= written {
        return Ok(());
    }
    let is = if found == 1 { "is" } else { "are" };
    Err(ReadError::Wrong(format!("{written} events were written, and {found} {is} there")))
}
