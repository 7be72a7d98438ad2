//! Reading a table or a journey from PostgreSQL: every question is sent at once, and all are answered as of one moment.

use game::{Seat, Seed};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

use super::postgres_connection::{Connection, Problem};
use super::postgres_rows::{
    bytes, chain, check, flag, id as id_at, number, optional_id, optional_number, optional_text, rules, seat, sitter,
    text,
};
use super::sums::{self, Sum};
use super::taken::check_seats;
use super::{
    JourneyEventKind, JourneyEventRow, JourneyRow, StoredEvent, StoredEventKind, StoredJourney, StoredTable, TableRow,
    Traveller,
};
use crate::ids::{KeyHash, TableId};

/// The stored texts of [`StoredEventKind`]s without an action, except resigning.
pub(super) const DROPPED_OUT: &str = "dropped out";
pub(super) const ABANDONED: &str = "abandoned";

/// One moment of the database for all questions until `COMMIT`.
pub(super) const BEGIN: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

const TABLE: &str = "SELECT game, rules_version, setup, seed, fair, seats, next, files, sum, touched, taken
    FROM tables LEFT JOIN rule_sets ON fingerprint = rules WHERE id = $1";
const SITTERS: &str = "SELECT table_id, seat, name, key, request, share, bot, own, sum, commitment FROM sitters
    WHERE table_id = $1 ORDER BY seat";
const EVENTS: &str =
    "SELECT seq, seat, action, ending, request, sum FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq";
const EVENT_BEFORE: &str = "SELECT sum FROM events WHERE table_id = $1 AND seq = $2";

const JOURNEY: &str = "SELECT game, kind, rules_version, setup, seed, seats, files, sum, joined
    FROM journeys LEFT JOIN rule_sets ON fingerprint = rules WHERE id = $1";
const TRAVELLERS: &str =
    "SELECT seat, name, key, request, seen, sum FROM travellers WHERE journey_id = $1 ORDER BY seat";
const NEWEST_MATCH: &str =
    "SELECT number, table_id FROM journey_tables WHERE journey_id = $1 ORDER BY number DESC LIMIT 1";
const JOURNEY_EVENTS: &str = "SELECT seq, seat, step, match, request, sum FROM journey_events
    WHERE journey_id = $1 AND seq > $2 ORDER BY seq";
const JOURNEY_EVENT_BEFORE: &str = "SELECT sum FROM journey_events WHERE journey_id = $1 AND seq = $2";

type Value<'a> = &'a (dyn ToSql + Sync);

/// Whether a reading begins and ends a transaction of its own, or is part of one that goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    Own,
    Shared,
}

async fn begin(connection: &Connection, moment: Moment) -> Result<(), tokio_postgres::Error> {
    match moment {
        Moment::Own => connection.client.batch_execute(BEGIN).await,
        Moment::Shared => Ok(()),
    }
}

async fn end(connection: &Connection, moment: Moment) -> Result<(), tokio_postgres::Error> {
    match moment {
        Moment::Own => connection.client.batch_execute("COMMIT").await,
        Moment::Shared => Ok(()),
    }
}

pub(super) async fn read_table(
    connection: &mut Connection,
    id: TableId,
    known: u64,
    moment: Moment,
) -> Result<Option<StoredTable>, Problem> {
    let (table, sitters) = (connection.statement(TABLE).await?, connection.statement(SITTERS).await?);
    let (events, before) = (connection.statement(EVENTS).await?, connection.statement(EVENT_BEFORE).await?);
    let (client, name, known_events) = (&connection.client, id.to_number(), known as i64);
    let (by_name, after_known): ([Value<'_>; 1], [Value<'_>; 2]) = ([&name], [&name, &known_events]);
    let ((), table, sitters, before, events, ()) = tokio::try_join!(
        biased;
        begin(connection, moment),
        client.query_opt(&table, &by_name),
        client.query(&sitters, &by_name),
        client.query_opt(&before, &after_known),
        client.query(&events, &after_known),
        end(connection, moment),
    )?;
    let Some(table) = table else { return Ok(None) };
    let mut row = TableRow {
        id,
        game: text(&table, 0)?,
        rules_version: number(&table, 1)?,
        setup: text(&table, 2)?,
        rules: rules(&table, 7)?,
        seed: Seed(bytes(&table, 3)?),
        fair: flag(&table, 4)?,
        seats: vec![None; seat(&table, 5)?.into()],
        touched: optional_number(&table, 9)?,
    };
    let sum = bytes(&table, 8)?;
    check("the table", sum, sums::of_table(&row))?;
    let mut sitter_sums = Vec::new();
    for found in &sitters {
        let (seat, sitter, sum) = sitter(found)?;
        check(&format!("seat {}", seat.0), sum, sums::of_sitter(id, seat, &sitter))?;
        sitter_sums.push(Some(sum));
        if let Some(place) = row.seats.get_mut(seat.index()) {
            *place = Some(sitter);
        }
    }
    check_seats(number(&table, 10)?, &row.seats).map_err(Problem::Wrong)?;
    let next = optional_id(&table, 6)?;
    let before = match known {
        0 => Some(sums::of_beginning(Some(sum), &sitter_sums)),
        _ => sum_before(before.as_ref(), &events)?,
    };
    let events = match before {
        Some(before) => chain(&events, known, before, event, sums::of_event)?,
        None => Vec::new(),
    };
    Ok(Some(StoredTable { row, next, events }))
}

/// The sum of the last event that the reader knows. A reader who knows more events than there are is told of none.
fn sum_before(before: Option<&Row>, events: &[Row]) -> Result<Option<Sum>, Problem> {
    match before {
        Some(row) => bytes(row, 0).map(Some),
        None if events.is_empty() => Ok(None),
        None => Err(Problem::Wrong("an event is missing".to_owned())),
    }
}

fn event(row: &Row, seq: u64) -> Result<StoredEvent, Problem> {
    let kind = match (optional_text(row, 2)?, optional_text(row, 3)?.as_deref()) {
        (Some(action), _) => StoredEventKind::Play(action),
        (None, None) => StoredEventKind::Resign,
        (None, Some(DROPPED_OUT)) => StoredEventKind::DropOut,
        (None, Some(ABANDONED)) => StoredEventKind::Abandon,
        (None, Some(_)) => return Err(unknown_kind()),
    };
    Ok(StoredEvent { seq, seat: Seat(seat(row, 1)?), kind, request: text(row, 4)? })
}

fn unknown_kind() -> Problem {
    Problem::Wrong("a kind of event that this version does not know".to_owned())
}

pub(super) async fn read_journey(
    connection: &mut Connection,
    id: TableId,
    known: u64,
    moment: Moment,
) -> Result<Option<StoredJourney>, Problem> {
    let (journey, travellers) = (connection.statement(JOURNEY).await?, connection.statement(TRAVELLERS).await?);
    let newest = connection.statement(NEWEST_MATCH).await?;
    let (events, before) =
        (connection.statement(JOURNEY_EVENTS).await?, connection.statement(JOURNEY_EVENT_BEFORE).await?);
    let (client, name, known_events) = (&connection.client, id.to_number(), known as i64);
    let (by_name, after_known): ([Value<'_>; 1], [Value<'_>; 2]) = ([&name], [&name, &known_events]);
    let ((), journey, travellers, newest, before, events, ()) = tokio::try_join!(
        biased;
        begin(connection, moment),
        client.query_opt(&journey, &by_name),
        client.query(&travellers, &by_name),
        client.query_opt(&newest, &by_name),
        client.query_opt(&before, &after_known),
        client.query(&events, &after_known),
        end(connection, moment),
    )?;
    let Some(journey) = journey else { return Ok(None) };
    let mut row = JourneyRow {
        id,
        game: text(&journey, 0)?,
        kind: text(&journey, 1)?,
        rules_version: number(&journey, 2)?,
        setup: text(&journey, 3)?,
        rules: rules(&journey, 6)?,
        seed: Seed(bytes(&journey, 4)?),
        travellers: vec![None; seat(&journey, 5)?.into()],
    };
    let sum = bytes(&journey, 7)?;
    check("the journey", sum, sums::of_journey(&row))?;
    for found in &travellers {
        let (name, key, request) = (text(found, 1)?, KeyHash(bytes(found, 2)?), text(found, 3)?);
        let traveller = Traveller { name, key, request, seen: number(found, 4)? };
        let seat = Seat(seat(found, 0)?);
        check(&format!("seat {}", seat.0), bytes(found, 5)?, sums::of_traveller(id, seat, &traveller))?;
        if let Some(place) = row.travellers.get_mut(seat.index()) {
            *place = Some(traveller);
        }
    }
    check_seats(number(&journey, 8)?, &row.travellers).map_err(Problem::Wrong)?;
    let table = newest.map(|row| Ok::<_, Problem>((number(&row, 0)?, id_at(&row, 1)?))).transpose()?;
    let before = if known == 0 { Some(sum) } else { sum_before(before.as_ref(), &events)? };
    let events = match before {
        Some(before) => chain(&events, known, before, journey_event, sums::of_journey_event)?,
        None => Vec::new(),
    };
    Ok(Some(StoredJourney { row, table, events }))
}

fn journey_event(row: &Row, seq: u64) -> Result<JourneyEventRow, Problem> {
    let kind = match (optional_text(row, 2)?, optional_text(row, 3)?) {
        (Some(step), None) => JourneyEventKind::Step(step),
        (None, Some(record)) => JourneyEventKind::Match(record),
        _ => return Err(unknown_kind()),
    };
    Ok(JourneyEventRow { seq, seat: Seat(seat(row, 1)?), kind, request: text(row, 4)? })
}
