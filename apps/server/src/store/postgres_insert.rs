//! Writes what a batch keeps: one statement for all rows of a kind, all sent at once.

use game::RuleFiles;
use tokio_postgres::types::ToSql;

use super::postgres_batch::{Found, Plan};
use super::postgres_connection::{Connection, Problem};
use super::postgres_read::{ABANDONED, DROPPED_OUT};
use super::postgres_removal::{REMOVE_CLAIMS, REMOVE_EVENTS, REMOVE_RULES, REMOVE_SITTERS, REMOVE_TABLES, UNLINK};
use super::postgres_text::kept;
use super::sums::Sum;
use super::{JourneyEventKind, Sitter, StoredEventKind, Who};
use crate::ids::TableId;

/// The statements, in the order in which rows refer to each other. Each takes an array for each column.
const STATEMENTS: [&str; 18] = [
    // By fingerprint, as the plan has them: two nodes that keep the same sets take them in the same order.
    "INSERT INTO rule_sets (fingerprint, files) SELECT * FROM unnest($1::bytea[], $2::text[]) ON CONFLICT DO NOTHING",
    "INSERT INTO tables (id, game, rules_version, setup, seed, fair, seats, rules, sum, touched) SELECT * FROM unnest($1::bigint[],
        $2::text[], $3::bigint[], $4::text[], $5::bytea[], $6::boolean[], $7::smallint[], $8::bytea[], $9::bytea[], $10::bigint[])",
    "DELETE FROM sitters USING unnest($1::bigint[], $2::smallint[]) AS gone (table_id, seat)
        WHERE sitters.table_id = gone.table_id AND sitters.seat = gone.seat",
    "INSERT INTO sitters (table_id, seat, name, key, request, share, bot, own, sum, commitment) SELECT * FROM unnest($1::bigint[],
        $2::smallint[], $3::text[], $4::bytea[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::bytea[], $10::bytea[])
        ON CONFLICT (table_id, seat) DO UPDATE SET (name, key, request, share, bot, own, sum, commitment) = (excluded.name,
        excluded.key, excluded.request, excluded.share, excluded.bot, excluded.own, excluded.sum, excluded.commitment)",
    "INSERT INTO events (table_id, seq, seat, action, ending, request, sum) SELECT * FROM unnest(
        $1::bigint[], $2::bigint[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::bytea[])",
    "UPDATE tables SET next = rematch.next FROM unnest($1::bigint[], $2::bigint[]) AS rematch (id, next)
        WHERE tables.id = rematch.id",
    "INSERT INTO journeys (id, game, kind, rules_version, setup, seed, seats, rules, sum) SELECT * FROM unnest(
        $1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bytea[], $7::smallint[], $8::bytea[], $9::bytea[])",
    "INSERT INTO travellers (journey_id, seat, name, key, request, seen, sum) SELECT * FROM unnest(
        $1::bigint[], $2::smallint[], $3::text[], $4::bytea[], $5::text[], $6::bigint[], $7::bytea[])",
    "UPDATE travellers SET seen = sign.seen FROM unnest($1::bigint[], $2::smallint[], $3::bigint[]) AS sign (id, seat, seen)
        WHERE travellers.journey_id = sign.id AND travellers.seat = sign.seat",
    "INSERT INTO journey_events (journey_id, seq, seat, step, match, request, sum) SELECT * FROM unnest(
        $1::bigint[], $2::bigint[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::bytea[])",
    "INSERT INTO journey_tables (journey_id, number, table_id) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])",
    "UPDATE tables SET touched = noted.touched FROM unnest($1::bigint[], $2::bigint[]) AS noted (id, touched)
        WHERE tables.id = noted.id",
    UNLINK,
    REMOVE_SITTERS,
    REMOVE_EVENTS,
    REMOVE_CLAIMS,
    REMOVE_TABLES,
    REMOVE_RULES,
];

/// The values of one statement: an array for each of its columns, or nothing at all without rows.
type Columns = Vec<Box<dyn ToSql + Sync + Send>>;

macro_rules! columns {
    ($rows:expr; $($row:ident => $value:expr),+ $(,)?) => {{
        let rows: Vec<_> = $rows.collect();
        if rows.is_empty() {
            Columns::new()
        } else {
            vec![$(Box::new(rows.iter().map(|$row| $value).collect::<Vec<_>>()) as Box<dyn ToSql + Sync + Send>),+]
        }
    }};
}

/// Writes the plan. `found` is how the database will be.
pub(super) async fn insert(connection: &mut Connection, plan: &Plan<'_>, found: &Found) -> Result<(), Problem> {
    let all: [Columns; STATEMENTS.len()] = [
        rule_sets(plan),
        tables(plan),
        columns![plan.seats.iter().filter(|seat| sitter_in(found, seat).is_none());
            row => row.0.to_number(), row => i16::from(row.1)],
        sitters(plan, found),
        events(plan),
        columns![plan.rematches.iter(); row => row.0.to_number(), row => row.1.to_number()],
        journeys(plan),
        travellers(plan),
        columns![plan.seen.iter(); row => row.0.0.to_number(), row => i16::from(row.0.1), row => *row.1 as i64],
        journey_events(plan),
        columns![plan.matches.iter(); row => row.0.to_number(), row => i64::from(row.1), row => row.2.to_number()],
        columns![plan.touched.iter(); row => row.0.to_number(), row => row.1.map(|touched| touched as i64)],
        removed(plan),
        removed(plan),
        removed(plan),
        removed(plan),
        removed(plan),
        columns![plan.removed.iter().filter_map(|row| row.rules.as_deref()); files => files.fingerprint().0.to_vec()],
    ];
    let mut prepared = Vec::new();
    for (sql, columns) in STATEMENTS.into_iter().zip(&all) {
        if !columns.is_empty() {
            prepared.push((connection.statement(sql).await?, columns));
        }
    }
    let client = &connection.client;
    // Polled in this order, they are sent in this order.
    let sent = prepared.iter().map(|(statement, columns)| async move {
        let values: Vec<&(dyn ToSql + Sync)> = columns.iter().map(|column| &**column as &(dyn ToSql + Sync)).collect();
        client.execute(statement, &values).await
    });
    futures_util::future::try_join_all(sent).await?;
    Ok(())
}

fn owned(text: &str) -> String {
    kept(text).into_owned()
}

fn rule_sets(plan: &Plan<'_>) -> Columns {
    let files = |files: &RuleFiles| serde_json::to_string(files).expect("rule files are plain data");
    columns![plan.rules.iter(); row => row.0.to_vec(), row => owned(&files(row.1))]
}

fn fingerprint(files: Option<&RuleFiles>) -> Option<Vec<u8>> {
    files.map(|files| files.fingerprint().0.to_vec())
}

fn tables(plan: &Plan<'_>) -> Columns {
    columns![plan.tables.iter();
        row => row.0.id.to_number(),
        row => owned(&row.0.game),
        row => i64::from(row.0.rules_version),
        row => owned(&row.0.setup),
        row => row.0.seed.0.to_vec(),
        row => row.0.fair,
        row => row.0.seats.len() as i16,
        row => fingerprint(row.0.rules.as_deref()),
        row => row.1.to_vec(),
        row => row.0.touched.map(|touched| touched as i64),
    ]
}

/// The names of the tables that are removed.
fn removed(plan: &Plan<'_>) -> Columns {
    columns![plan.removed.iter(); row => row.id.to_number()]
}

/// Who sits there at the end, with the sum of their row.
fn sitter_in<'a>(found: &'a Found, (table, seat): &(TableId, u8)) -> Option<&'a (Sitter, Sum)> {
    found.tables.get(table)?.as_ref()?.sitters.get(seat)
}

/// Who sits in the seats that change. A row that stays is changed and not made anew: the note of taken seats stays, too.
fn sitters(plan: &Plan<'_>, found: &Found) -> Columns {
    let sits = |place: &(TableId, u8)| sitter_in(found, place).map(|(sitter, sum)| (place.0, place.1, sitter, *sum));
    let key = |sitter: &Sitter| match &sitter.who {
        Who::Person(key) => key.0.to_vec(),
        Who::Bot(_) => Vec::new(),
    };
    columns![plan.seats.iter().filter_map(sits);
        row => row.0.to_number(),
        row => i16::from(row.1),
        row => owned(&row.2.name),
        row => key(row.2),
        row => owned(&row.2.request),
        row => row.2.share.map(|share| share.0.to_vec()),
        row => row.2.bot().map(owned),
        row => row.2.seat_option.as_deref().map(owned),
        row => row.3.to_vec(),
        row => row.2.commitment.map(|commitment| commitment.0.to_vec()),
    ]
}

fn events(plan: &Plan<'_>) -> Columns {
    let action = |kind: &StoredEventKind| match kind {
        StoredEventKind::Play(action) => Some(owned(action)),
        StoredEventKind::Resign | StoredEventKind::DropOut | StoredEventKind::Abandon => None,
    };
    let ending = |kind: &StoredEventKind| match kind {
        StoredEventKind::Play(_) | StoredEventKind::Resign => None,
        StoredEventKind::DropOut => Some(DROPPED_OUT),
        StoredEventKind::Abandon => Some(ABANDONED),
    };
    columns![plan.events.iter();
        row => row.0.to_number(),
        row => row.1.seq as i64,
        row => i16::from(row.1.seat.0),
        row => action(&row.1.kind),
        row => ending(&row.1.kind),
        row => owned(&row.1.request),
        row => row.2.to_vec(),
    ]
}

fn journeys(plan: &Plan<'_>) -> Columns {
    columns![plan.journeys.iter();
        row => row.0.id.to_number(),
        row => owned(&row.0.game),
        row => owned(&row.0.kind),
        row => i64::from(row.0.rules_version),
        row => owned(&row.0.setup),
        row => row.0.seed.0.to_vec(),
        row => row.0.travellers.len() as i16,
        row => fingerprint(row.0.rules.as_deref()),
        row => row.1.to_vec(),
    ]
}

fn travellers(plan: &Plan<'_>) -> Columns {
    columns![plan.travellers.iter();
        row => row.0.to_number(),
        row => i16::from(row.1.0),
        row => owned(&row.2.name),
        row => row.2.key.0.to_vec(),
        row => owned(&row.2.request),
        row => row.2.seen as i64,
        row => row.3.to_vec(),
    ]
}

fn journey_events(plan: &Plan<'_>) -> Columns {
    let step = |kind: &JourneyEventKind| match kind {
        JourneyEventKind::Step(step) => Some(owned(step)),
        JourneyEventKind::Match(_) => None,
    };
    let record = |kind: &JourneyEventKind| match kind {
        JourneyEventKind::Step(_) => None,
        JourneyEventKind::Match(record) => Some(owned(record)),
    };
    columns![plan.journey_events.iter();
        row => row.0.to_number(),
        row => row.1.seq as i64,
        row => i16::from(row.1.seat.0),
        row => step(&row.1.kind),
        row => record(&row.1.kind),
        row => owned(&row.1.request),
        row => row.2.to_vec(),
    ]
}
