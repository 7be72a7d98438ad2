//! What PostgreSQL has to do beyond the suite: several nodes at one database, damage, and addresses of its own.

use std::collections::BTreeMap;
use std::sync::{Arc, Barrier, LazyLock};

use game::{RuleFiles, Seat, Seed, Share, ShareCommitment};

use super::postgres_shape::{MIGRATIONS, VERSION_SHAPE};
use super::suite::{JOURNEY, event, id, journey_row, key, new_journey, row, sitter, step, traveller};
use super::suite_removal::removal;
use super::{
    Abandoned, Change, Inventory, JourneyChange, JourneyEventKind, JourneyEventRow, JourneyRow, Kind, NewJourneyRows,
    Postgres, Sitter, Store, StoreError, StoredEvent, StoredEventKind, TableRow, Traveller, UntouchedBefore, Write,
    Wrote, postgres_removal, sums,
};

use crate::ids::TableId;

#[path = "../../testkit/postgres.rs"]
mod cluster;

use cluster::{Cluster, Sync};

static CLUSTER: LazyLock<Cluster> = LazyLock::new(|| Cluster::start(Sync::Off));

fn open(address: &str) -> Postgres {
    Postgres::open(&address.parse().unwrap()).unwrap()
}

/// The address of a new database.
pub(crate) fn new_postgres_address() -> String {
    CLUSTER.new_database()
}

/// A store in a database of its own.
pub(super) fn new_store() -> Postgres {
    open(&CLUSTER.new_database())
}

/// The same, with a way to ask the database itself.
pub(super) fn new_store_with_sql() -> (Postgres, impl Fn(&str) -> String) {
    let address = CLUSTER.new_database();
    (open(&address), move |sql: &str| CLUSTER.sql(&address, sql))
}

#[test]
fn a_database_keeps_what_was_written_when_it_is_opened_again() {
    let address = CLUSTER.new_database();
    open(&address).write(&[Write::Table(row(1)), Write::Change(id(1), Change::Event(event(1, "a")))]).unwrap();
    let again = open(&address);
    assert_eq!(again.table(id(1), 0).unwrap().unwrap().events, [event(1, "a")]);
    assert_eq!(again.write(&[Write::Change(id(1), Change::Event(event(1, "b")))]).unwrap(), [Wrote::Beaten]);
}

#[test]
fn two_nodes_that_race_for_the_same_events_win_each_once_and_the_chain_is_right() {
    const TABLES: i64 = 8;
    const EVENTS: u64 = 40;
    const NODES: usize = 3;
    let address = CLUSTER.new_database();
    let nodes: Vec<Postgres> = (0..NODES).map(|_| open(&address)).collect();
    nodes[0].write(&(1..=TABLES).map(|number| Write::Table(row(number))).collect::<Vec<_>>()).unwrap();
    let together = Barrier::new(NODES);
    let kept: Vec<BTreeMap<(i64, u64), String>> = std::thread::scope(|scope| {
        let racing = nodes.iter().enumerate().map(|(node, store)| {
            let together = &together;
            scope.spawn(move || {
                let mut kept = BTreeMap::new();
                for seq in 1..=EVENTS {
                    together.wait();
                    // Each node goes through the tables in another order.
                    let numbers = (0..TABLES).map(|place| 1 + (place * (2 * node as i64 + 1) + node as i64) % TABLES);
                    let numbers: Vec<i64> = numbers.collect();
                    let request = format!("node {node}, event {seq}");
                    let write = |number: &i64| Write::Change(id(*number), Change::Event(event(seq, &request)));
                    let batch: Vec<Write> = numbers.iter().map(write).collect();
                    for (number, wrote) in numbers.iter().zip(store.write(&batch).unwrap()) {
                        if wrote == Wrote::Kept {
                            kept.insert((*number, seq), request.clone());
                        }
                    }
                }
                kept
            })
        });
        let racing: Vec<_> = racing.collect();
        racing.into_iter().map(|node| node.join().unwrap()).collect()
    });
    let all: BTreeMap<_, _> = kept.iter().flatten().map(|(place, request)| (*place, request.clone())).collect();
    assert_eq!(kept.iter().map(BTreeMap::len).sum::<usize>(), all.len(), "no event was won twice");
    for number in 1..=TABLES {
        let events = nodes[0].table(id(number), 0).expect("the chain is right").unwrap().events;
        assert_eq!(events.len() as u64, EVENTS, "each event was won");
        for event in events {
            assert_eq!(all[&(number, event.seq)], event.request, "by the node that was told so");
        }
    }
}

#[test]
fn nodes_that_race_for_a_seat_a_name_or_a_rematch_win_it_once() {
    let address = CLUSTER.new_database();
    let nodes = [open(&address), open(&address), open(&address)];
    let together = Barrier::new(nodes.len());
    let rounds = 1..=20;
    let race = |store: &Postgres, node: i64| -> Vec<[Wrote; 3]> {
        let round = |number: i64| {
            together.wait();
            let made = store.write(&[Write::Table(row(number))]).unwrap()[0];
            together.wait();
            let sit = Write::Change(id(number), Change::Sit(Seat(1), sitter(&format!("{node}"))));
            let next = Write::Change(id(number), Change::Rematch(row(100 * (node + 1) + number)));
            let wrote = store.write(&[sit, next]).unwrap();
            [made, wrote[0], wrote[1]]
        };
        rounds.clone().map(round).collect()
    };
    let told: Vec<Vec<[Wrote; 3]>> = std::thread::scope(|scope| {
        let race = &race;
        let racing: Vec<_> = (0..).zip(&nodes).map(|(node, store)| scope.spawn(move || race(store, node))).collect();
        racing.into_iter().map(|node| node.join().unwrap()).collect()
    });
    for round in 0..20 {
        for prize in 0..3 {
            let winners = told.iter().filter(|node| node[round][prize] == Wrote::Kept).count();
            assert_eq!(winners, 1, "prize {prize} of round {round}");
        }
        let table = nodes[0].table(id(round as i64 + 1), 0).unwrap().unwrap();
        assert!(table.next.is_some() && table.row.seats[1].is_some());
    }
    assert_eq!(nodes[0].count(Kind::Table).unwrap(), 40, "no table of a node that came too late");
}

/// Somebody sits down at one node while two others remove the table, and somebody makes another table that is played by the same
/// rule set. Either the player sits and the table stays, or one of the two has removed it.
#[test]
fn somebody_who_sits_down_while_the_table_is_removed_wins_or_is_told() {
    const ROUNDS: i64 = 60;
    let address = CLUSTER.new_database();
    let nodes = [open(&address), open(&address), open(&address), open(&address)];
    let files = RuleFiles::new([("tower.txt".to_owned(), "3".to_owned())]).unwrap();
    let rules = Some(Arc::new(files));
    let with_rules = |number: i64| TableRow { rules: rules.clone(), ..row(number) };
    let together = Barrier::new(nodes.len());
    let race = |store: &Postgres, node: i64| -> Vec<Wrote> {
        let round = |number: i64| {
            if node == 0 {
                assert_eq!(store.write(&[Write::Table(with_rules(number))]).unwrap(), [Wrote::Kept]);
            }
            together.wait();
            let write = match node {
                0 => Write::Change(id(number), Change::Sit(Seat(1), sitter("Bo"))),
                1 | 2 => removal(store, number),
                _ => Write::Table(with_rules(1000 + number)),
            };
            together.wait();
            let told = store.write(&[write]).unwrap()[0];
            together.wait();
            if node == 3 {
                // The next round begins with a set that only the table of the race uses.
                assert_eq!(store.write(&[removal(store, 1000 + number)]).unwrap(), [Wrote::Kept]);
            }
            together.wait();
            told
        };
        (1..=ROUNDS).map(round).collect()
    };
    let told: Vec<Vec<Wrote>> = std::thread::scope(|scope| {
        let race = &race;
        let racing: Vec<_> = (0..).zip(&nodes).map(|(node, store)| scope.spawn(move || race(store, node))).collect();
        racing.into_iter().map(|node| node.join().unwrap()).collect()
    });
    for number in 1..=ROUNDS {
        let kept = |node: usize| told[node][number as usize - 1] == Wrote::Kept;
        assert_eq!([0, 1, 2].into_iter().filter(|node| kept(*node)).count(), 1, "round {number}");
        assert!(kept(3), "round {number}");
        let found = nodes[0].table(id(number), 0).unwrap();
        assert_eq!(found.is_some_and(|found| found.row.seats[1].is_some()), kept(0), "round {number}");
    }
    let stay = (0..ROUNDS as usize).filter(|round| told[0][*round] == Wrote::Kept).count();
    assert_eq!(nodes[0].count(Kind::Table).unwrap(), stay as u64);
    let orphans = "SELECT count(*) FROM sitters WHERE table_id NOT IN (SELECT id FROM tables)";
    assert_eq!(CLUSTER.sql(&address, orphans).trim(), "0");
}

/// A trigger stands for the other node: it removes the rule set after this node has found it and before its table is there.
#[test]
fn a_table_is_made_although_its_rule_set_is_removed_at_the_same_moment() {
    let (store, sql) = new_store_with_sql();
    let files = RuleFiles::new([("tower.txt".to_owned(), "3".to_owned())]).unwrap();
    let with_rules = |number: i64| TableRow { rules: Some(Arc::new(files.clone())), ..row(number) };
    assert_eq!(store.write(&[Write::Table(with_rules(1))]).unwrap(), [Wrote::Kept]);
    sql("DELETE FROM sitters; DELETE FROM tables");
    sql("CREATE SEQUENCE tries;
        CREATE FUNCTION another_node() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF nextval('tries') = 1 THEN DELETE FROM rule_sets; END IF;
            RETURN NEW;
        END $$;
        CREATE TRIGGER another_node BEFORE INSERT ON tables FOR EACH ROW EXECUTE FUNCTION another_node()");
    assert_eq!(store.write(&[Write::Table(with_rules(2))]).unwrap(), [Wrote::Kept], "at the second try");
    assert_eq!(store.table(id(2), 0).unwrap().unwrap().row, with_rules(2));
}

#[test]
fn nodes_can_start_at_the_same_moment_on_an_empty_database() {
    let address = CLUSTER.new_database();
    let together = Barrier::new(6);
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                together.wait();
                open(&address).count(Kind::Table).unwrap();
            });
        }
    });
    assert_eq!(
        CLUSTER.sql(&address, "SELECT count(*), max(version) FROM sixfold_version").trim(),
        format!("1|{}", MIGRATIONS.len())
    );
}

#[test]
fn a_check_leaves_a_database_of_an_older_program_as_it_is() {
    let address = CLUSTER.new_database();
    let store: super::StoreAddress = address.parse().unwrap();
    assert_eq!(store.try_out().unwrap(), None, "no store has used it");
    assert_eq!(store.try_out().unwrap(), None, "it is of this version");
    let version = || CLUSTER.sql(&address, "SELECT version FROM sixfold_version").trim().to_owned();
    let older = (MIGRATIONS.len() - 1).to_string();
    CLUSTER.sql(&address, &format!("UPDATE sixfold_version SET version = {older}"));
    assert!(store.try_out().unwrap().is_some());
    let refused = store.open_moment().map(drop).unwrap_err().to_string();
    assert!(refused.contains("use the program that made it, or start a server first"), "{refused}");
    assert_eq!(version(), older);
}

/// A row of the first version is in the database of every older version: later versions add to it.
#[test]
fn a_database_of_every_older_version_goes_on_in_this_one() {
    let [table, of_journey] = [7, 8].map(|number| TableRow { id: id(number), ..row(number) });
    // Its match has begun: everybody has opened a share. Seats of the first versions committed to none.
    let begun = TableRow {
        seats: ["Ann", "Bo"].map(|name| Some(Sitter { share: Some(Share([7; 32])), ..sitter(name) })).to_vec(),
        ..row(6)
    };
    let played = [event(1, "a"), event(2, "b")];
    let journey = JourneyRow { id: id(9), rules: None, ..journey_row() };
    let travelled = [step(1, 0, "set out"), step(2, 0, "go on")];
    for version in 0..=MIGRATIONS.len() {
        let address = CLUSTER.new_database();
        for migration in &MIGRATIONS[..version] {
            CLUSTER.sql(&address, migration);
        }
        if version > 0 {
            CLUSTER.sql(&address, VERSION_SHAPE);
            CLUSTER.sql(&address, &format!("INSERT INTO sixfold_version VALUES ({version})"));
            CLUSTER.sql(&address, &(table_of_any_version(&table) + &table_of_any_version(&of_journey)));
            CLUSTER.sql(&address, &(table_of_any_version(&begun) + &events_of_any_version(&begun, &played)));
            CLUSTER.sql(&address, &(journey_of_any_version(&journey) + &steps_of_any_version(&journey, &travelled)));
            CLUSTER.sql(&address, "INSERT INTO journey_tables VALUES (9, 1, 8)");
        }
        let store = open(&address);
        // Whatever is there from before counts as used when the version changed; a match of a journey is kept for ever.
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
        let before = |time| UntouchedBefore { unplayed: Some(time), played: Some(time) };
        let found = |time| {
            let found = store.touches().untouched(before(time), None, 9).unwrap();
            let mut found: Vec<i64> = found.into_iter().map(|found| found.table.id.to_number()).collect();
            found.sort_unstable(); // they come by their times, and a new second may have begun between two of them
            found
        };
        let expected = match version {
            0 => vec![],
            // A server of the version before makes them without a time. That a table is of a journey is looked up at a removal.
            _ if MIGRATIONS[..version].contains(&postgres_removal::SHAPE) => vec![6, 7, 8],
            _ => vec![6, 7],
        };
        assert_eq!(found(now + 60), expected, "from version {version}");
        assert!(found(now - 600).is_empty(), "from version {version}");
        assert_eq!(store.count(Kind::Table).unwrap(), if version > 0 { 3 } else { 0 }, "from version {version}");
        let batch = [Write::Table(row(1)), Write::Change(id(1), Change::Event(event(1, "a")))];
        assert_eq!(store.write(&batch).unwrap(), [Wrote::Kept; 2], "from version {version}");
        assert_eq!(store.table(id(1), 0).unwrap().unwrap().events.len(), 1);
        open(&address);
        if version > 0 {
            let stored = store.table(id(7), 0).unwrap().unwrap().row;
            assert_eq!(TableRow { touched: table.touched, ..stored }, table, "from version {version}");
            let stored = store.table(begun.id, 0).unwrap().unwrap();
            assert_eq!(TableRow { touched: begun.touched, ..stored.row }, begun, "from version {version}");
            assert_eq!(stored.events, played, "from version {version}");
            let on = [
                Write::Change(begun.id, Change::Event(event(3, "c"))),
                Write::JourneyChange(journey.id, JourneyChange::Event(step(3, 0, "arrive"))),
            ];
            assert_eq!(store.write(&on).unwrap(), [Wrote::Kept; 2], "from version {version}");
            let again = open(&address);
            assert_eq!(again.table(begun.id, 0).unwrap().unwrap().events.len(), 3, "the chain goes on");
            let steps = again.journey(journey.id, 0).unwrap().unwrap().events;
            assert_eq!((&steps[..2], steps.len()), (&travelled[..], 3), "from version {version}");
            again.check_itself().unwrap();
            lose(&address, "sitters WHERE table_id = 7");
            let refused = store.table(id(7), 0);
            assert!(matches!(refused, Err(StoreError::Damaged(_))), "from version {version}: {refused:?}");
            assert_eq!(store.journey(id(9), 0).unwrap().unwrap().row, journey, "from version {version}");
            lose(&address, "travellers WHERE journey_id = 9");
            let refused = store.journey(id(9), 0);
            assert!(matches!(refused, Err(StoreError::Damaged(_))), "from version {version}: {refused:?}");
        }
    }
}

/// Writes a table with the columns of the first version, as a server of any version before this one may do.
fn table_of_any_version(table: &TableRow) -> String {
    let TableRow { id, game, rules_version, setup, seed: Seed(seed), fair, seats, .. } = table;
    let (number, seed, sum) = (id.to_number(), bytea(seed), bytea(&sums::of_table(table)));
    let mut sql = format!(
        "INSERT INTO tables (id, game, rules_version, setup, seed, fair, seats, sum)
         VALUES ({number}, '{game}', {rules_version}, '{setup}', {seed}, {fair}, {}, {sum});",
        seats.len()
    );
    for (seat, sitter) in (0..).zip(seats) {
        sql += &sitter.as_ref().map(|sitter| sitter_of_any_version(*id, Seat(seat), sitter)).unwrap_or_default();
    }
    sql
}

/// The log of a match, each event with the sum that builds on the one before it.
fn events_of_any_version(table: &TableRow, events: &[StoredEvent]) -> String {
    let of_sitter =
        |(seat, sitter): (u8, &Option<Sitter>)| Some(sums::of_sitter(table.id, Seat(seat), sitter.as_ref()?));
    let sitters: Vec<_> = (0..).zip(&table.seats).map(of_sitter).collect();
    let mut sum = sums::of_beginning(Some(sums::of_table(table)), &sitters);
    let insert = |event: &StoredEvent| {
        sum = sums::of_event(sum, event);
        let StoredEvent { seq, seat, kind: StoredEventKind::Play(action), request } = event else { unreachable!() };
        format!(
            "INSERT INTO events (table_id, seq, seat, action, request, sum)
             VALUES ({}, {seq}, {}, '{action}', '{request}', {});",
            table.id.to_number(),
            seat.0,
            bytea(&sum)
        )
    };
    events.iter().map(insert).collect()
}

/// The same of a journey.
fn steps_of_any_version(journey: &JourneyRow, events: &[JourneyEventRow]) -> String {
    let mut sum = sums::of_journey(journey);
    let insert = |event: &JourneyEventRow| {
        sum = sums::of_journey_event(sum, event);
        let JourneyEventRow { seq, seat, kind: JourneyEventKind::Step(step), request } = event else { unreachable!() };
        format!(
            "INSERT INTO journey_events (journey_id, seq, seat, step, request, sum)
             VALUES ({}, {seq}, {}, '{step}', '{request}', {});",
            journey.id.to_number(),
            seat.0,
            bytea(&sum)
        )
    };
    events.iter().map(insert).collect()
}

fn sitter_of_any_version(table: TableId, seat: Seat, sitter: &Sitter) -> String {
    let Sitter { name, request, seat_option, .. } = sitter;
    let share = sitter.share.map_or_else(|| "NULL".to_owned(), |share| bytea(&share.0));
    let own = seat_option.as_ref().unwrap().replace('\'', "''");
    let (key, sum) = (bytea(&sitter.key().unwrap().0), bytea(&sums::of_sitter(table, seat, sitter)));
    format!(
        "INSERT INTO sitters (table_id, seat, name, key, request, share, own, sum)
         VALUES ({}, {}, '{name}', {key}, '{request}', {share}, '{own}', {sum});",
        table.to_number(),
        seat.0
    )
}

/// Writes a journey with the columns of the first version, as a server of any version before this one may do.
fn journey_of_any_version(journey: &JourneyRow) -> String {
    let JourneyRow { id, game, kind, rules_version, setup, seed: Seed(seed), travellers, .. } = journey;
    let (seats, sum, number) = (travellers.len(), bytea(&sums::of_journey(journey)), id.to_number());
    let seed = bytea(seed);
    let journey = format!(
        "INSERT INTO journeys (id, game, kind, rules_version, setup, seed, seats, sum)
         VALUES ({number}, '{game}', '{kind}', {rules_version}, '{setup}', {seed}, {seats}, {sum});"
    );
    let travellers = (0..).zip(travellers).filter_map(|(seat, traveller)| {
        let Traveller { name, key, request, seen } = traveller.as_ref()?;
        let (key, sum) = (bytea(&key.0), bytea(&sums::of_traveller(*id, Seat(seat), traveller.as_ref()?)));
        Some(format!(
            "INSERT INTO travellers (journey_id, seat, name, key, request, seen, sum)
             VALUES ({number}, {seat}, '{name}', {key}, '{request}', {seen}, {sum});"
        ))
    });
    journey + &travellers.collect::<Vec<_>>().concat()
}

fn bytea(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("'\\x{}'", digits.concat())
}

/// Removes a row as damage does: no trigger hears of it.
fn lose(address: &str, row: &str) {
    let sql = format!("SET session_replication_role = replica; DELETE FROM {row} RETURNING 1");
    assert_eq!(CLUSTER.sql(address, &sql).trim(), "1", "{row}");
}

#[test]
fn a_table_with_a_lost_sitter_is_refused_before_the_match_too_and_nobody_takes_their_seat() {
    let address = CLUSTER.new_database();
    let store = open(&address);
    let sit = |number, seat, name| Write::Change(id(number), Change::Sit(Seat(seat), sitter(name)));
    let free = |seat, name: &str| Write::Change(id(1), Change::Free(Seat(seat), format!("sit {name}")));
    let mut batch: Vec<Write> = (1..=5).map(|number| Write::Table(row(number))).collect();
    batch.extend([sit(1, 1, "Bo"), free(0, "Ann"), sit(1, 0, "Cleo"), sit(2, 1, "Bo")]);
    assert!(store.write(&batch).unwrap().iter().all(|wrote| *wrote == Wrote::Kept));
    lose(&address, "sitters WHERE table_id = 1 AND seat = 0");
    // A row whose key is another one belongs to another seat or table.
    let damage = |sql: &str| assert_eq!(CLUSTER.sql(&address, &format!("{sql} RETURNING 1")).trim(), "1", "{sql}");
    damage("UPDATE sitters SET table_id = 3 WHERE table_id = 2 AND seat = 1");
    damage("UPDATE sitters SET seat = 1 WHERE table_id = 4 AND seat = 0");
    for (number, seat) in [(1, 0), (2, 1), (3, 1), (4, 1)] {
        let refused = store.table(id(number), 0).unwrap_err();
        assert!(matches!(refused, StoreError::Damaged(_)), "{refused}");
        assert!(refused.to_string().contains(&format!("seat {seat}")), "{refused}");
    }
    assert_eq!(store.write(&[sit(1, 0, "Eve"), sit(2, 1, "Eve"), sit(4, 0, "Eve")]).unwrap(), [Wrote::Beaten; 3]);
    assert_eq!(store.write(&[sit(5, 1, "Eve")]).unwrap(), [Wrote::Kept], "the others go on");
    let stays = Abandoned { row: TableRow { seats: vec![None, Some(sitter("Bo"))], ..row(1) }, events: 0 };
    assert_eq!(store.write(&[Write::Remove(Box::new(stays))]).unwrap(), [Wrote::Beaten], "what is damaged stays");
}

/// Servers of one database are restarted one after the other, so those of the version before go on for a while.
#[test]
fn what_a_server_of_the_version_before_does_to_a_seat_is_no_damage() {
    let address = CLUSTER.new_database();
    let store = open(&address);
    store.write(&[Write::Table(row(1))]).unwrap();
    let seats = || store.table(id(1), 0).unwrap().unwrap().row.seats;
    CLUSTER.sql(&address, "DELETE FROM sitters WHERE table_id = 1 AND seat = 0");
    assert_eq!(seats(), [None, None], "free again");
    CLUSTER.sql(&address, &sitter_of_any_version(id(1), Seat(1), &sitter("Bo")));
    assert_eq!(seats(), [None, Some(sitter("Bo"))]);
    let sit = Write::Change(id(1), Change::Sit(Seat(0), sitter("Cleo")));
    assert_eq!(store.write(&[sit]).unwrap(), [Wrote::Kept]);
    lose(&address, "sitters WHERE table_id = 1 AND seat = 1");
    assert!(matches!(store.table(id(1), 0), Err(StoreError::Damaged(_))), "who sat down there is noted, too");
}

#[test]
fn a_journey_with_a_lost_traveller_is_refused_and_nobody_takes_their_seat() {
    let address = CLUSTER.new_database();
    let store = open(&address);
    let join = |name| Write::JourneyChange(id(JOURNEY), JourneyChange::Join(Seat(1), traveller(name)));
    assert_eq!(store.write(&[new_journey(), join("Bo")]).unwrap(), [Wrote::Kept; 2]);
    lose(&address, "travellers WHERE seat = 1");
    let refused = store.journey(id(JOURNEY), 0).unwrap_err();
    assert!(matches!(refused, StoreError::Damaged(_)) && refused.to_string().contains("seat 1"), "{refused}");
    assert_eq!(store.write(&[join("Eve")]).unwrap(), [Wrote::Beaten]);
}

#[test]
fn a_database_of_a_newer_program_is_refused() {
    let address = CLUSTER.new_database();
    drop(open(&address));
    CLUSTER.sql(&address, "UPDATE sixfold_version SET version = 1000");
    let refused = Postgres::open(&address.parse().unwrap()).err().unwrap().to_string();
    assert!(refused.contains("version 1000") && refused.contains("newer"), "{refused}");
}

#[test]
fn a_server_that_promises_less_promises_all_of_it_to_a_store() {
    let address = CLUSTER.new_database();
    let name = address.rsplit('/').next().unwrap();
    for weak in ["off", "local", "remote_write"] {
        CLUSTER.sql(&address, &format!("ALTER DATABASE {name} SET synchronous_commit = {weak}"));
        assert_eq!(CLUSTER.sql(&address, "SHOW synchronous_commit").trim(), weak);
        assert_eq!(open(&address).setting("synchronous_commit"), "on");
    }
    CLUSTER.sql(&address, &format!("ALTER DATABASE {name} SET synchronous_commit = remote_apply"));
    assert_eq!(open(&address).setting("synchronous_commit"), "remote_apply", "more than we ask for stays");
}

#[test]
fn a_changed_byte_is_refused_by_name() {
    let address = CLUSTER.new_database();
    let store = open(&address);
    let journey = journey_row();
    let step = |seq: u64| JourneyEventRow {
        seq,
        seat: Seat(0),
        kind: JourneyEventKind::Step(format!("go {seq}")),
        request: format!("step {seq}"),
    };
    let mut batch: Vec<Write> = (1..=6).map(|number| Write::Table(row(number))).collect();
    batch.extend((1..=6).flat_map(|number| {
        (1..=9).map(move |seq| Write::Change(id(number), Change::Event(event(seq, &format!("request {seq}")))))
    }));
    batch.push(Write::Journey(Box::new(NewJourneyRows { row: journey.clone(), events: Vec::new(), table: None })));
    batch.extend((1..=5).map(|seq| Write::JourneyChange(journey.id, JourneyChange::Event(step(seq)))));
    assert!(store.write(&batch).unwrap().iter().all(|wrote| *wrote == Wrote::Kept));

    let damage = |sql: &str| assert_eq!(CLUSTER.sql(&address, &format!("{sql} RETURNING 1")).trim(), "1", "{sql}");
    damage("UPDATE events SET action = 'a99' WHERE table_id = 1 AND seq = 4");
    damage("DELETE FROM events WHERE table_id = 2 AND seq = 4");
    damage("UPDATE sitters SET name = 'Eve' WHERE table_id = 3 AND seat = 0");
    damage("UPDATE tables SET seed = set_byte(seed, 3, 1) WHERE id = 4");
    damage("UPDATE tables SET sum = '\\x00' WHERE id = 5");
    damage("UPDATE journey_events SET seat = 1 WHERE seq = 3");
    for (number, what) in [(1, "event 4"), (2, "event 4"), (3, "seat 0"), (4, "the table"), (5, "sum")] {
        let refused = store.table(id(number), 0).unwrap_err();
        assert!(matches!(refused, StoreError::Damaged(_)), "{refused}");
        assert!(
            refused.to_string().contains(&id(number).to_string()) && refused.to_string().contains(what),
            "{refused}"
        );
    }
    let refused = store.journey(journey.id, 0).unwrap_err();
    assert!(matches!(refused, StoreError::Damaged(_)) && refused.to_string().contains("event 3"), "{refused}");
    assert!(store.check_itself().unwrap_err().to_string().contains(&id(2).to_string()), "a log with a gap");

    // Whoever writes to what is damaged is told to read it. The others of the batch go on.
    let batch = [5, 6].map(|number| Write::Change(id(number), Change::Event(event(10, "on"))));
    assert_eq!(store.write(&batch).unwrap(), [Wrote::Beaten, Wrote::Kept]);
    assert_eq!(store.table(id(6), 0).unwrap().unwrap().events.len(), 10);
    // A commitment does not give a damaged seat a right sum.
    let commitment = Write::Change(id(3), Change::Commit(Seat(0), key("Ann"), ShareCommitment([1; 32])));
    assert_eq!(store.write(&[commitment]).unwrap(), [Wrote::Kept]);
    assert!(matches!(store.table(id(3), 0), Err(StoreError::Damaged(_))));
}

#[test]
fn a_moment_stays_as_it_was() {
    let address = CLUSTER.new_database();
    let store = open(&address);
    store.write(&[Write::Table(row(1)), Write::Change(id(1), Change::Event(event(1, "a")))]).unwrap();
    let moment = store.moment().unwrap();
    store.write(&[Write::Table(row(2)), Write::Change(id(1), Change::Event(event(2, "b")))]).unwrap();
    assert_eq!((moment.count(Kind::Table).unwrap(), moment.table(id(1), 0).unwrap().unwrap().events.len()), (1, 1));
    assert_eq!(moment.table(id(2), 0).unwrap(), None);
    assert_eq!(store.table(id(1), 0).unwrap().unwrap().events.len(), 2);
    assert!(moment.write(&[]).is_err());
}

#[test]
fn an_error_tells_the_address_without_the_password() {
    for address in [
        "postgres://ann:geheim@127.0.0.1:1/games".to_owned(),
        CLUSTER.address("nowhere").replace("sixfold@", "sixfold:geheim@"),
    ] {
        let failed = Postgres::open(&address.parse().unwrap()).err().unwrap().to_string();
        assert!(failed.contains("postgres://") && !failed.contains("geheim"), "{failed}");
    }
}
