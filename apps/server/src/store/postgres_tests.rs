//! What PostgreSQL has to do beyond the suite: several nodes at one database, damage, and addresses of its own.

use std::collections::BTreeMap;
use std::sync::{Arc, Barrier, LazyLock};

use game::{RuleFiles, Seat, ShareCommitment};

use super::postgres_shape::{MIGRATIONS, VERSION_SHAPE};
use super::suite::{event, id, key, row, sitter};
use super::suite_removal::removal;
use super::{
    Change, Inventory, JourneyChange, JourneyEventKind, JourneyEventRow, Kind, NewJourneyRows, Postgres, Store,
    StoreError, TableRow, UntouchedBefore, Write, Wrote,
};

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

/// A row of the first version is in the database of every older version: later versions add to it.
#[test]
fn a_database_of_every_older_version_goes_on_in_this_one() {
    let sum = "'\\x00000000000000000000000000000000'";
    for version in 0..=MIGRATIONS.len() {
        let address = CLUSTER.new_database();
        for migration in &MIGRATIONS[..version] {
            CLUSTER.sql(&address, migration);
        }
        if version > 0 {
            CLUSTER.sql(&address, VERSION_SHAPE);
            CLUSTER.sql(&address, &format!("INSERT INTO sixfold_version VALUES ({version})"));
            let columns = "id, game, rules_version, setup, seed, fair, seats, sum";
            CLUSTER.sql(
                &address,
                &format!("INSERT INTO tables ({columns}) VALUES (7, 'sticks', 1, '', '', true, 2, {sum}), (8, 'sticks', 1, '', '', true, 2, {sum})"),
            );
            let columns = "id, game, kind, rules_version, setup, seed, seats, sum";
            CLUSTER.sql(
                &address,
                &format!(
                    "INSERT INTO journeys ({columns}) VALUES (9, 'sticks', 'league', 1, '', '', 2, {sum});
                          INSERT INTO journey_tables VALUES (9, 1, 8)"
                ),
            );
        }
        let store = open(&address);
        // Whatever is there from before counts as used when the version changed; a match of a journey is kept for ever.
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
        let before = |time| UntouchedBefore { unplayed: Some(time), played: Some(time) };
        let found = |time| {
            let found = store.untouched(before(time), None, 9).unwrap();
            found.into_iter().map(|found| found.table.id.to_number()).collect::<Vec<_>>()
        };
        let expected = match version {
            0 => vec![],
            // A server of the version before makes them without a time. That a table is of a journey is looked up at a removal.
            newest if newest == MIGRATIONS.len() => vec![7, 8],
            _ => vec![7],
        };
        assert_eq!(found(now + 60), expected, "from version {version}");
        assert!(found(now - 600).is_empty(), "from version {version}");
        assert_eq!(store.count(Kind::Table).unwrap(), if version > 0 { 2 } else { 0 }, "from version {version}");
        let batch = [Write::Table(row(1)), Write::Change(id(1), Change::Event(event(1, "a")))];
        assert_eq!(store.write(&batch).unwrap(), [Wrote::Kept; 2], "from version {version}");
        assert_eq!(store.table(id(1), 0).unwrap().unwrap().events.len(), 1);
        open(&address);
    }
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
    let journey = super::suite::journey_row();
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
