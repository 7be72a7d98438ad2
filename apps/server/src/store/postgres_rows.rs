//! Values of rows of PostgreSQL. A value that cannot be one of ours was not written by us, and its row is damaged.

use std::sync::Arc;

use game::{RuleFiles, Seat, Share, ShareCommitment};
use tokio_postgres::Row;
use tokio_postgres::types::FromSql;

use super::postgres_connection::Problem;
use super::postgres_text::written;
use super::sums::Sum;
use super::{Sitter, Who};
use crate::ids::{KeyHash, TableId};

fn wrong(column: usize, row: &Row) -> Problem {
    let column = row.columns().get(column).map_or("?", |column| column.name());
    Problem::Wrong(format!("`{column}` is not as it was written"))
}

fn value<'a, T: FromSql<'a>>(row: &'a Row, column: usize) -> Result<T, Problem> {
    row.try_get(column).map_err(|_| wrong(column, row))
}

/// A whole number that fits.
pub(super) fn number<T: TryFrom<i64>>(row: &Row, column: usize) -> Result<T, Problem> {
    value::<i64>(row, column)?.try_into().map_err(|_| wrong(column, row))
}

pub(super) fn optional_number<T: TryFrom<i64>>(row: &Row, column: usize) -> Result<Option<T>, Problem> {
    let found = value::<Option<i64>>(row, column)?;
    found.map(|number| number.try_into().map_err(|_| wrong(column, row))).transpose()
}

pub(super) fn seat(row: &Row, column: usize) -> Result<u8, Problem> {
    value::<i16>(row, column)?.try_into().map_err(|_| wrong(column, row))
}

pub(super) fn flag(row: &Row, column: usize) -> Result<bool, Problem> {
    value(row, column)
}

pub(super) fn text(row: &Row, column: usize) -> Result<String, Problem> {
    value(row, column).map(written)
}

pub(super) fn optional_text(row: &Row, column: usize) -> Result<Option<String>, Problem> {
    Ok(value::<Option<String>>(row, column)?.map(written))
}

pub(super) fn bytes<const N: usize>(row: &Row, column: usize) -> Result<[u8; N], Problem> {
    value::<&[u8]>(row, column)?.try_into().map_err(|_| wrong(column, row))
}

pub(super) fn id(row: &Row, column: usize) -> Result<TableId, Problem> {
    value(row, column).map(TableId::from_number)
}

pub(super) fn optional_id(row: &Row, column: usize) -> Result<Option<TableId>, Problem> {
    Ok(value::<Option<i64>>(row, column)?.map(TableId::from_number))
}

pub(super) fn rules(row: &Row, column: usize) -> Result<Option<Arc<RuleFiles>>, Problem> {
    let Some(files) = optional_text(row, column)? else { return Ok(None) };
    serde_json::from_str(&files).map(|files| Some(Arc::new(files))).map_err(|_| wrong(column, row))
}

/// Somebody who sits, with their seat and the sum of the row: the columns `table_id, seat, name, key, request, share, bot, own,
/// sum, commitment`.
pub(super) fn sitter(row: &Row) -> Result<(Seat, Sitter, Sum), Problem> {
    let who = match optional_text(row, 6)? {
        Some(level) => Who::Bot(level),
        None => Who::Person(KeyHash(bytes(row, 3)?)),
    };
    let share = match value::<Option<&[u8]>>(row, 5)? {
        None => None,
        Some(_) => Some(Share(bytes(row, 5)?)),
    };
    let commitment = match value::<Option<&[u8]>>(row, 9)? {
        None => None,
        Some(_) => Some(ShareCommitment(bytes(row, 9)?)),
    };
    let (name, request, seat_option) = (text(row, 2)?, text(row, 4)?, optional_text(row, 7)?);
    let sitter = Sitter { name, who, request, commitment, share, seat_option };
    Ok((Seat(seat(row, 1)?), sitter, bytes(row, 8)?))
}

/// Refuses a row whose sum is another one.
pub(super) fn check(what: &str, kept: Sum, right: Sum) -> Result<(), Problem> {
    if kept == right { Ok(()) } else { Err(Problem::Wrong(format!("{what} is not as it was written"))) }
}

/// Reads a log to its end and checks that it has no gaps and that the sum of each event builds on the one before it. The first
/// column is the number of the event, and the last one its sum.
pub(super) fn chain<E>(
    rows: &[Row],
    known: u64,
    mut before: Sum,
    event: impl Fn(&Row, u64) -> Result<E, Problem>,
    sum_of: impl Fn(Sum, &E) -> Sum,
) -> Result<Vec<E>, Problem> {
    let mut events = Vec::with_capacity(rows.len());
    for (row, right) in rows.iter().zip(known + 1..) {
        let seq: u64 = number(row, 0)?;
        if seq != right {
            return Err(Problem::Wrong(format!("event {right} is missing")));
        }
        // A value that is no event at all is told with its number, too.
        let found = event(row, seq).map_err(|problem| match problem {
            Problem::Wrong(problem) => Problem::Wrong(format!("event {seq}: {problem}")),
            problem => problem,
        })?;
        let sum = bytes(row, row.len() - 1)?;
        check(&format!("event {seq}"), sum, sum_of(before, &found))?;
        before = sum;
        events.push(found);
    }
    Ok(events)
}
