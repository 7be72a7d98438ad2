//! A batch of writes in PostgreSQL: one transaction of three round trips. The first locks what the batch touches and reads it, the
//! second writes what is kept, and the third commits. Until the third one it is certain that nothing is kept.
//!
//! Two nodes that write to the same table at the same moment wait for each other at the lock of its row. The second one reads
//! what the first one has committed: each statement sees everything that was committed before it (`READ COMMITTED`).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use tokio_postgres::{Client, Row, Statement};

use super::leases::TO_APPEND;
use super::postgres_batch::{Found, FoundJourney, FoundLog, FoundTable, Plan, Touched, decide};
use super::postgres_connection::{Connection, Problem};
use super::postgres_insert::insert;
use super::postgres_removal::HELD;
use super::postgres_rows::{bytes, id, number, optional_id, optional_number, seat, sitter, text};
use super::postgres_text::kept;
use super::taken::check_none_is_lost;
use super::{Fence, Write, Wrote};
use crate::ids::TableId;

const BEGIN: &str = "BEGIN ISOLATION LEVEL READ COMMITTED";

// Everybody takes the locks in this order: tables by name, then journeys by name, then claims. Only a removal takes one more at
// its end, of the table whose rematch goes; if that is in the way of another batch, the database ends one of the two and it is tried again.
const LOCK_TABLES: &str =
    "SELECT id, seats, next, sum, touched, taken FROM tables WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE";
const LOCK_JOURNEYS: &str =
    "SELECT id, seats, sum, joined FROM journeys WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE";
// A claim cannot go to another node before the batch is committed.
const CLAIMS: &str = "SELECT table_id, fence FROM claims WHERE table_id = ANY($1) AND node IS NOT NULL
    AND asked > clock_timestamp() - $2 * interval '1 millisecond' ORDER BY table_id FOR SHARE";
const SITTERS: &str =
    "SELECT table_id, seat, name, key, request, share, bot, own, sum, commitment FROM sitters WHERE table_id = ANY($1)";
const LAST_EVENTS: &str = "SELECT asked.id, seq, sum FROM unnest($1::bigint[]) AS asked (id) CROSS JOIN LATERAL
    (SELECT seq, sum FROM events WHERE table_id = asked.id ORDER BY seq DESC LIMIT 1) AS last";
const REQUESTS: &str = "SELECT table_id, seat, request FROM events
    JOIN unnest($1::bigint[], $2::smallint[], $3::text[]) AS asked (table_id, seat, request) USING (table_id, seat, request)";
const TRAVELLERS: &str = "SELECT journey_id, seat FROM travellers WHERE journey_id = ANY($1)";
const NEWEST_MATCHES: &str =
    "SELECT journey_id, max(number) FROM journey_tables WHERE journey_id = ANY($1) GROUP BY journey_id";
const LAST_JOURNEY_EVENTS: &str = "SELECT asked.id, seq, sum FROM unnest($1::bigint[]) AS asked (id) CROSS JOIN LATERAL
    (SELECT seq, sum FROM journey_events WHERE journey_id = asked.id ORDER BY seq DESC LIMIT 1) AS last";
const JOURNEY_REQUESTS: &str = "SELECT journey_id, seat, request FROM journey_events
    JOIN unnest($1::bigint[], $2::smallint[], $3::text[]) AS asked (journey_id, seat, request)
    USING (journey_id, seat, request)";

/// Writes everything up to the commit.
pub(super) async fn write_uncommitted(connection: &mut Connection, batch: &[Write]) -> Result<Vec<Wrote>, Problem> {
    let mut found = lock_and_read(connection, &Touched::by(batch)).await?;
    let (plan, wrote): (Plan<'_>, _) = decide(batch, &mut found);
    insert(connection, &plan, &found).await?;
    Ok(wrote)
}

/// A question about everything with these names. Nothing is asked if there are none.
async fn ask(
    client: &Client,
    statement: Option<&Statement>,
    names: &Vec<i64>,
) -> Result<Vec<Row>, tokio_postgres::Error> {
    match statement {
        Some(statement) => client.query(statement, &[names]).await,
        None => Ok(Vec::new()),
    }
}

/// The newest claims, of those that were asked for a moment ago and not given back.
async fn ask_claims(
    client: &Client,
    statement: Option<&Statement>,
    tables: &Vec<i64>,
) -> Result<Vec<Row>, tokio_postgres::Error> {
    let Some(statement) = statement else { return Ok(Vec::new()) };
    client.query(statement, &[tables, &(TO_APPEND.as_millis() as f64)]).await
}

/// Which of these requests are events already.
async fn ask_requests(
    client: &Client,
    statement: Option<&Statement>,
    asked: &[(i64, i16, &str)],
) -> Result<Vec<Row>, tokio_postgres::Error> {
    let Some(statement) = statement else { return Ok(Vec::new()) };
    let names: Vec<i64> = asked.iter().map(|(name, ..)| *name).collect();
    let seats: Vec<i16> = asked.iter().map(|(_, seat, _)| *seat).collect();
    let requests: Vec<_> = asked.iter().map(|(.., request)| kept(request)).collect();
    let requests: Vec<&str> = requests.iter().map(AsRef::as_ref).collect();
    client.query(statement, &[&names, &seats, &requests]).await
}

async fn lock_and_read(connection: &mut Connection, touched: &Touched<'_>) -> Result<Found, Problem> {
    let tables: Vec<i64> = touched.tables.iter().copied().collect();
    let with_sitters: Vec<i64> = touched.sitters.iter().copied().collect();
    let journeys: Vec<i64> = touched.journeys.iter().copied().collect();
    let claims: Vec<i64> = touched.claims.iter().copied().collect();
    let removed: Vec<i64> = touched.removed.iter().copied().collect();
    let lock_claims = needed(connection, CLAIMS, !claims.is_empty()).await?;
    let lock_tables = needed(connection, LOCK_TABLES, !tables.is_empty()).await?;
    let lock_journeys = needed(connection, LOCK_JOURNEYS, !journeys.is_empty()).await?;
    let sitters = needed(connection, SITTERS, !with_sitters.is_empty()).await?;
    let last = needed(connection, LAST_EVENTS, !tables.is_empty()).await?;
    let requests = needed(connection, REQUESTS, !touched.requests.is_empty()).await?;
    let travellers = needed(connection, TRAVELLERS, !journeys.is_empty()).await?;
    let matches = needed(connection, NEWEST_MATCHES, !journeys.is_empty()).await?;
    let last_of_journeys = needed(connection, LAST_JOURNEY_EVENTS, !journeys.is_empty()).await?;
    let of_journeys = needed(connection, JOURNEY_REQUESTS, !touched.journey_requests.is_empty()).await?;
    let held = needed(connection, HELD, !removed.is_empty()).await?;
    let client = &connection.client;
    // In this order: nothing is read before everything is locked.
    let (
        (),
        tables,
        journeys,
        claims,
        sitters,
        last,
        requests,
        travellers,
        matches,
        last_of_journeys,
        of_journeys,
        held,
    ) = tokio::try_join!(
        biased;
        client.batch_execute(BEGIN),
        ask(client, lock_tables.as_ref(), &tables),
        ask(client, lock_journeys.as_ref(), &journeys),
        ask_claims(client, lock_claims.as_ref(), &claims),
        ask(client, sitters.as_ref(), &with_sitters),
        ask(client, last.as_ref(), &tables),
        ask_requests(client, requests.as_ref(), &touched.requests),
        ask(client, travellers.as_ref(), &journeys),
        ask(client, matches.as_ref(), &journeys),
        ask(client, last_of_journeys.as_ref(), &journeys),
        ask_requests(client, of_journeys.as_ref(), &touched.journey_requests),
        ask(client, held.as_ref(), &removed),
    )?;
    let mut found = Found::default();
    for row in &tables {
        found.tables.insert(id(row, 0)?, found_table(row).ok());
    }
    for row in &journeys {
        found.journeys.insert(id(row, 0)?, found_journey(row).ok());
    }
    for row in &claims {
        found.claims.insert(id(row, 0)?, Fence(number(row, 1)?));
    }
    for row in &held {
        found.held.insert(id(row, 0)?);
    }
    with_each(&mut found.tables, &sitters, |table, row| {
        let (seat, sitter, sum) = sitter(row)?;
        table.sitters.insert(seat.0, (sitter, sum));
        Ok(())
    })?;
    // Nobody is let into the seat of somebody whose row is lost.
    with_each(&mut found.tables, &tables, |table, row| {
        if !touched.sitters.contains(&id(row, 0)?.to_number()) {
            return Ok(()); // who sits there was not asked
        }
        check_none_is_lost(number(row, 5)?, |seat| table.sitters.contains_key(&seat)).map_err(Problem::Wrong)
    })?;
    with_each(&mut found.tables, &last, |table, row| last_event(&mut table.log, row))?;
    with_each(&mut found.tables, &requests, |table, row| known_request(&mut table.log, row))?;
    with_each(&mut found.journeys, &travellers, |journey, row| {
        journey.taken.insert(seat(row, 1)?);
        Ok(())
    })?;
    // The same on a journey.
    with_each(&mut found.journeys, &journeys, |journey, row| {
        check_none_is_lost(number(row, 3)?, |seat| journey.taken.contains(&seat)).map_err(Problem::Wrong)
    })?;
    with_each(&mut found.journeys, &matches, |journey, row| {
        journey.newest_match = Some(number(row, 1)?);
        Ok(())
    })?;
    with_each(&mut found.journeys, &last_of_journeys, |journey, row| last_event(&mut journey.log, row))?;
    with_each(&mut found.journeys, &of_journeys, |journey, row| known_request(&mut journey.log, row))?;
    Ok(found)
}

async fn needed(connection: &mut Connection, sql: &'static str, asked: bool) -> Result<Option<Statement>, Problem> {
    if asked { connection.statement(sql).await.map(Some) } else { Ok(None) }
}

fn found_table(row: &Row) -> Result<FoundTable, Problem> {
    let (seats, has_next, sum) = (seat(row, 1)?, optional_id(row, 2)?.is_some(), bytes(row, 3)?);
    let (touched, log) = (optional_number(row, 4)?, FoundLog::default());
    Ok(FoundTable { seats, has_next, sum, touched, sitters: BTreeMap::new(), log })
}

fn found_journey(row: &Row) -> Result<FoundJourney, Problem> {
    let (seats, sum, log) = (seat(row, 1)?, bytes(row, 2)?, FoundLog::default());
    Ok(FoundJourney { seats, sum, taken: BTreeSet::new(), newest_match: None, log })
}

fn last_event(log: &mut FoundLog, row: &Row) -> Result<(), Problem> {
    log.last = Some((number(row, 1)?, bytes(row, 2)?));
    Ok(())
}

fn known_request(log: &mut FoundLog, row: &Row) -> Result<(), Problem> {
    log.requests.insert((seat(row, 1)?, text(row, 2)?));
    Ok(())
}

/// Adds each row to what its first column names. A row that cannot be read makes that unreadable and nothing else.
fn with_each<T>(
    found: &mut HashMap<TableId, Option<T>>,
    rows: &[Row],
    mut add: impl FnMut(&mut T, &Row) -> Result<(), Problem>,
) -> Result<(), Problem> {
    for row in rows {
        if let Some(place) = found.get_mut(&id(row, 0)?)
            && let Some(thing) = place
            && add(thing, row).is_err()
        {
            *place = None;
        }
    }
    Ok(())
}
