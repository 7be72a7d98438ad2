//! Journeys in the SQLite database.

use game::{Seat, Seed};
use rusqlite::{Connection, OptionalExtension as _, params};

use super::sqlite::{insert_event, insert_rules, insert_table, read_rules};
use super::sqlite_recent::Added;
use super::sqlite_sums::{ReadError, check, check_count, read_chain};
use super::sums::{self, Sum};
use super::taken::check_seats;
use super::{JourneyChange, JourneyEventKind, JourneyEventRow, JourneyRow, NewJourneyRows, StoredJourney, Traveller};
use crate::ids::{KeyHash, TableId};

/// The tables of the database.
pub(super) const SHAPE: &str = "
    -- Journeys, such as campaigns, who travels, what happened, and the tables of their matches.
    CREATE TABLE journeys (
        id            INTEGER PRIMARY KEY,
        game          TEXT    NOT NULL,
        kind          TEXT    NOT NULL,
        rules_version INTEGER NOT NULL,
        setup         TEXT    NOT NULL,
        seed          BLOB    NOT NULL,
        seats         INTEGER NOT NULL,
        rules         BLOB REFERENCES rule_sets (fingerprint)
    ) STRICT;
    CREATE TABLE travellers (
        journey_id INTEGER NOT NULL REFERENCES journeys (id),
        seat       INTEGER NOT NULL,
        name       TEXT    NOT NULL,
        key        BLOB    NOT NULL,
        request    TEXT    NOT NULL,
        PRIMARY KEY (journey_id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE journey_events (
        journey_id INTEGER NOT NULL REFERENCES journeys (id),
        seq        INTEGER NOT NULL,
        seat       INTEGER NOT NULL,
        -- One of these: the step in notation, or the record of the match.
        step       TEXT,
        match      TEXT,
        request    TEXT    NOT NULL,
        PRIMARY KEY (journey_id, seq)
    ) STRICT;
    CREATE UNIQUE INDEX journey_events_by_request ON journey_events (journey_id, seat, request);
    CREATE TABLE journey_tables (
        journey_id INTEGER NOT NULL REFERENCES journeys (id),
        number     INTEGER NOT NULL,
        table_id   INTEGER NOT NULL REFERENCES tables (id),
        PRIMARY KEY (journey_id, number)
    ) STRICT, WITHOUT ROWID;
";

pub(super) fn insert_journey(
    connection: &Connection,
    new: &NewJourneyRows,
    added: &mut Added<'_>,
) -> rusqlite::Result<usize> {
    let NewJourneyRows { row, events, table } = new;
    let rules = row.rules.as_ref().map(|files| insert_rules(connection, files)).transpose()?;
    let mut journey = connection.prepare_cached(
        "INSERT INTO journeys (id, game, kind, rules_version, setup, seed, seats, rules, sum)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    let (id, seats, sum) = (row.id.to_number(), row.travellers.len() as u8, sums::of_journey(row));
    journey.execute(params![id, row.game, row.kind, row.rules_version, row.setup, row.seed.0, seats, rules, sum])?;
    for (seat, traveller) in Seat::first(seats).zip(&row.travellers) {
        if let Some(traveller) = traveller {
            insert_traveller(connection, row.id, seat, traveller)?;
        }
    }
    for event in events {
        insert_journey_event(connection, row.id, event)?;
    }
    if let Some((number, table, events)) = table.clone() {
        return change_journey(connection, row.id, &JourneyChange::Table(number, table, events), added);
    }
    Ok(1)
}

pub(super) fn change_journey(
    connection: &Connection,
    id: TableId,
    change: &JourneyChange,
    added: &mut Added<'_>,
) -> rusqlite::Result<usize> {
    match change {
        JourneyChange::Join(seat, traveller) => insert_traveller(connection, id, *seat, traveller),
        JourneyChange::Seen(seat, when) => {
            let mut seen =
                connection.prepare_cached("UPDATE travellers SET seen = ?3 WHERE journey_id = ?1 AND seat = ?2")?;
            seen.execute(params![id.to_number(), seat.0, *when as i64])
        }
        JourneyChange::Event(event) => insert_journey_event(connection, id, event),
        JourneyChange::Table(number, row, events) => {
            insert_table(connection, row)?;
            for event in events {
                insert_event(connection, row.id, event, added)?;
            }
            link_match(connection, id, *number, row.id)
        }
    }
}

pub(super) fn link_match(
    connection: &Connection,
    journey: TableId,
    number: u32,
    table: TableId,
) -> rusqlite::Result<usize> {
    let mut link = connection.prepare_cached(
        "INSERT INTO journey_tables (journey_id, number, table_id) SELECT id, ?2, ?3 FROM journeys WHERE id = ?1
         AND NOT EXISTS (SELECT 1 FROM journey_tables WHERE journey_id = ?1 AND number >= ?2)",
    )?;
    link.execute(params![journey.to_number(), number, table.to_number()])
}

fn insert_traveller(
    connection: &Connection,
    id: TableId,
    seat: Seat,
    traveller: &Traveller,
) -> rusqlite::Result<usize> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO travellers (journey_id, seat, name, key, request, seen, sum)
         SELECT id, ?2, ?3, ?4, ?5, ?6, ?7 FROM journeys WHERE id = ?1 AND ?2 < seats AND joined >> ?2 & 1 = 0",
    )?;
    let Traveller { name, key, request, seen } = traveller;
    let sum = sums::of_traveller(id, seat, traveller);
    let inserted = insert.execute(params![id.to_number(), seat.0, name, key.0, request, *seen as i64, sum])?;
    if inserted > 0 {
        let mut join = connection.prepare_cached("UPDATE journeys SET joined = joined | (1 << ?2) WHERE id = ?1")?;
        join.execute(params![id.to_number(), seat.0])?;
    }
    Ok(inserted)
}

fn insert_journey_event(connection: &Connection, id: TableId, event: &JourneyEventRow) -> rusqlite::Result<usize> {
    // No event without the one before it, as in a match.
    let Some(before) = sum_before(connection, id, event.seq)? else { return Ok(0) };
    let mut insert = connection.prepare_cached(
        "INSERT INTO journey_events (journey_id, seq, seat, step, match, request, sum)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let sum = sums::of_journey_event(before, event);
    let (step, record) = match &event.kind {
        JourneyEventKind::Step(step) => (Some(step), None),
        JourneyEventKind::Match(record) => (None, Some(record)),
    };
    insert.execute(params![id.to_number(), event.seq as i64, event.seat.0, step, record, event.request, sum])
}

/// The sum that the sum of this event builds on: of the event before it, or of the journey. None if that is missing.
fn sum_before(connection: &Connection, journey: TableId, seq: u64) -> rusqlite::Result<Option<Sum>> {
    let sum = |row: &rusqlite::Row<'_>| row.get::<_, Option<Sum>>(0);
    let found = if seq == 1 {
        connection.prepare_cached("SELECT sum FROM journeys WHERE id = ?1")?.query_row([journey.to_number()], sum)
    } else {
        let mut select =
            connection.prepare_cached("SELECT sum FROM journey_events WHERE journey_id = ?1 AND seq = ?2 - 1")?;
        select.query_row(params![journey.to_number(), seq as i64], sum)
    };
    // A chain that goes on from a row without a sum begins with nothing.
    Ok(found.optional()?.map(Option::unwrap_or_default))
}

pub(super) fn read_journey(
    connection: &Connection,
    id: TableId,
    known: u64,
) -> Result<Option<StoredJourney>, ReadError> {
    let mut journey = connection.prepare_cached(
        "SELECT game, kind, rules_version, setup, seed, seats, files, sum, joined
             FROM journeys LEFT JOIN rule_sets ON fingerprint = rules WHERE id = ?1",
    )?;
    let found = journey.query_row([id.to_number()], |row| {
        let journey = JourneyRow {
            id,
            game: row.get(0)?,
            kind: row.get(1)?,
            rules_version: row.get(2)?,
            setup: row.get(3)?,
            rules: row.get_ref(6)?.as_str_or_null()?.map(read_rules).transpose()?,
            seed: Seed(row.get(4)?),
            travellers: vec![None; row.get::<_, u8>(5)?.into()],
        };
        Ok((journey, row.get::<_, Option<Sum>>(7)?, row.get::<_, i64>(8)?))
    });
    let Some((mut row, sum, joined)) = found.optional()? else { return Ok(None) };
    check("the journey", sum, sums::of_journey(&row))?;
    let mut travellers = connection
        .prepare_cached("SELECT seat, name, key, request, seen, sum FROM travellers WHERE journey_id = ?1")?;
    let mut rows = travellers.query([id.to_number()])?;
    while let Some(found) = rows.next()? {
        let seen = found.get::<_, i64>(4)? as u64;
        let traveller = Traveller { name: found.get(1)?, key: KeyHash(found.get(2)?), request: found.get(3)?, seen };
        let seat: u8 = found.get(0)?;
        check(&format!("seat {seat}"), found.get(5)?, sums::of_traveller(id, Seat(seat), &traveller))?;
        if let Some(place) = row.travellers.get_mut(usize::from(seat)) {
            *place = Some(traveller);
        }
    }
    check_seats(joined, &row.travellers).map_err(ReadError::Wrong)?;
    let mut table = connection.prepare_cached(
        "SELECT number, table_id FROM journey_tables WHERE journey_id = ?1 ORDER BY number DESC LIMIT 1",
    )?;
    let table = table
        .query_row([id.to_number()], |row| Ok((row.get::<_, u32>(0)?, TableId::from_number(row.get(1)?))))
        .optional()?;
    let mut select = connection.prepare_cached(
        "SELECT seq, seat, step, match, request, sum FROM journey_events
         WHERE journey_id = ?1 AND seq > ?2 ORDER BY seq",
    )?;
    let mut rows = select.query(params![id.to_number(), known as i64])?;
    let sum_before = |seq| sum_before(connection, id, seq);
    let events = read_chain(&mut rows, read_event, sum_before, sums::of_journey_event)?;
    if known == 0 {
        let count = "SELECT count(*) FROM journey_events INDEXED BY journey_events_by_request WHERE journey_id = ?1";
        let there: i64 = connection.prepare_cached(count)?.query_row([id.to_number()], |row| row.get(0))?;
        check_count(there as u64, events.len() as u64)?;
    }
    Ok(Some(StoredJourney { row, table, events }))
}

fn read_event(row: &rusqlite::Row<'_>) -> rusqlite::Result<JourneyEventRow> {
    let seq = row.get::<_, i64>(0)? as u64;
    let kind = match (row.get(2)?, row.get(3)?) {
        (Some(step), None) => JourneyEventKind::Step(step),
        (None, Some(record)) => JourneyEventKind::Match(record),
        // Written by a version that knows more than this one.
        _ => return Err(rusqlite::Error::IntegralValueOutOfRange(2, seq as i64)),
    };
    Ok(JourneyEventRow { seq, seat: Seat(row.get(1)?), kind, request: row.get(4)? })
}
