//! Events that wait in the SQLite database for the move to their places: nothing of them is lost, whatever happens meanwhile.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::Connection;

use super::sqlite::FILE;
use super::sqlite_recent::{Added, Last, Recent};
use super::suite::{event, id, row, wrote};
use super::{Abandoned, Change, Sqlite, Store as _, StoreError, UntouchedBefore, Write, Wrote};
use Wrote::{Beaten, Kept};

fn play(table: i64, seq: u64) -> Write {
    Write::Change(id(table), Change::Event(event(seq, &format!("request {seq}"))))
}

fn tables(numbers: std::ops::RangeInclusive<i64>) -> Vec<Write> {
    numbers.map(|number| Write::Table(row(number))).collect()
}

/// The files of a store as they are when its process is killed now.
fn killed(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for name in [FILE.to_owned(), format!("{FILE}-wal")] {
        std::fs::copy(folder.join(&name), copy.path().join(&name)).unwrap();
    }
    copy
}

fn change(folder: &Path, sql: &str) -> usize {
    Connection::open(folder.join(FILE)).unwrap().execute(sql, []).unwrap()
}

fn number(folder: &Path, sql: &str) -> i64 {
    Connection::open(folder.join(FILE)).unwrap().query_row(sql, [], |row| row.get(0)).unwrap()
}

/// How many events a table has as it is read.
fn read(store: &Sqlite, table: i64) -> Result<usize, StoreError> {
    store.table(id(table), 0).map(|table| table.unwrap().events.len())
}

#[test]
fn an_end_that_is_lost_after_the_move_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &tables(1..=2));
    wrote(&store, &[play(1, 1), play(1, 2), play(2, 1)]);
    assert_eq!(number(folder.path(), "SELECT count(*) FROM events"), 0, "they wait");
    drop(store); // they move
    assert_eq!(number(folder.path(), "SELECT count(*) FROM recent_events"), 0);
    assert_eq!(change(folder.path(), "DELETE FROM events WHERE seq = 2"), 1);
    let store = Sqlite::open(folder.path()).unwrap();
    let damaged = read(&store, 1).unwrap_err();
    assert!(damaged.to_string().contains("2 events were written, and 1 is there"), "{damaged}");
    assert_eq!(read(&store, 2).unwrap(), 1);
}

#[test]
fn a_start_of_which_a_part_is_lost_is_noticed_while_the_end_waits() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &tables(1..=1));
    wrote(&store, &[play(1, 1), play(1, 2)]);
    drop(store);
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &[play(1, 3)]);
    assert_eq!(change(folder.path(), "DELETE FROM events WHERE seq = 2"), 1);
    let damaged = read(&store, 1).unwrap_err();
    assert!(matches!(&damaged, StoreError::Damaged(problem) if problem.contains("event 2 is missing")), "{damaged}");
    assert_eq!(store.table(id(1), 2).unwrap().unwrap().events, [event(3, "request 3")]);
}

#[test]
fn after_a_kill_everything_is_there_also_if_one_of_two_rows_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &tables(1..=3));
    wrote(&store, &[play(1, 1), play(1, 2), play(2, 1)]);
    wrote(&store, &[play(1, 3), play(3, 1)]);
    let counts = |folder: &Path| {
        let store = Sqlite::open(folder).unwrap();
        [1, 2, 3].map(|table| read(&store, table).map_err(|error| assert!(matches!(error, StoreError::Damaged(_)))))
    };
    assert_eq!(counts(killed(folder.path()).path()), [Ok(3), Ok(1), Ok(1)]);
    for lost in ["DELETE FROM recent_notes WHERE batch = 2", "DELETE FROM recent_notes"] {
        let copy = killed(folder.path());
        assert!(change(copy.path(), lost) > 0);
        assert_eq!(counts(copy.path()), [Ok(3), Ok(1), Ok(1)], "{lost}");
    }
    let copy = killed(folder.path());
    assert_eq!(change(copy.path(), "DELETE FROM recent_events WHERE batch = 2"), 1);
    assert_eq!(counts(copy.path()), [Err(()), Ok(1), Err(())], "the tables of the lost batch are refused");
    let copy = killed(folder.path());
    assert_eq!(change(copy.path(), "UPDATE recent_events SET events = x'00' WHERE batch = 1"), 1);
    assert_eq!(counts(copy.path()), [Err(()), Err(()), Ok(1)]);
}

#[test]
fn no_more_events_wait_than_may_and_the_oldest_tables_move_first() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open_holding(folder.path(), 100).unwrap();
    wrote(&store, &tables(1..=20));
    for seq in 1..=30 {
        let batch: Vec<Write> = (1..=20).map(|table| play(table, seq)).collect();
        assert_eq!(wrote(&store, &batch), [Kept; 20]);
        let moved = number(folder.path(), "SELECT count(*) FROM events");
        let all = 20 * seq as i64;
        assert!((all - 100..=all).contains(&moved) || all <= 100, "{moved} of {all}");
        let (first, last) = ("SELECT count(*) FROM recent_notes", "SELECT count(*) FROM recent_events");
        let batches = (number(folder.path(), first), number(folder.path(), last));
        // A batch stays until the last table that has an event in it has moved.
        assert!(batches.0 == batches.1 && 20 * batches.0 <= 2 * 100 + 20, "{batches:?}");
    }
    for table in 1..=20 {
        assert_eq!(read(&store, table).unwrap(), 30);
        assert_eq!(wrote(&store, &[play(table, 30), play(table, 32), play(table, 31)]), [Beaten, Beaten, Kept]);
    }
    let last = "DELETE FROM events WHERE table_id = 7 AND seq = (SELECT max(seq) FROM events WHERE table_id = 7)";
    assert_eq!(change(folder.path(), last), 1);
    assert!(matches!(read(&store, 7), Err(StoreError::Damaged(_))));
}

#[test]
fn long_events_count_as_several_so_that_what_waits_is_bounded_in_bytes_too() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open_holding(folder.path(), 100).unwrap();
    wrote(&store, &tables(1..=20));
    for seq in 1..=5 {
        let long = |table| Write::Change(id(table), Change::Event(event(seq, &format!("{seq}{}", "x".repeat(8_000)))));
        assert_eq!(wrote(&store, &(1..=20).map(long).collect::<Vec<_>>()), [Kept; 20]);
        let moved = number(folder.path(), "SELECT count(*) FROM events");
        assert!(moved >= 20 * (seq as i64 - 1), "{moved}: each of them counts as more than thirty");
    }
    assert_eq!(read(&store, 20).unwrap(), 5);
}

/// Batches, kills and restarts as they are drawn, beside what has to come out.
#[test]
fn a_drawn_story_of_batches_kills_and_restarts_loses_nothing() {
    for seed in 0..12 {
        let mut random = game::Random::new(seed);
        let most = [1, 7, 40, 1000][seed as usize % 4];
        let mut folder = tempfile::tempdir().unwrap();
        let mut store = Sqlite::open_holding(folder.path(), most).unwrap();
        let mut right: HashMap<i64, u64> = HashMap::new();
        for step in 0..120 {
            let mut batch = Vec::new();
            let mut expected = Vec::new();
            for _ in 0..random.below(12) {
                let table = i64::from(random.below(9)) + 1;
                match right.get(&table).copied() {
                    None => {
                        batch.push(Write::Table(row(table)));
                        right.insert(table, 0);
                        expected.push(Kept);
                    }
                    Some(events) => {
                        let wrong = random.below(5) == 0;
                        let seq = if wrong { events + [0, 2, 3][random.below(3) as usize] } else { events + 1 };
                        batch.push(play(table, seq));
                        expected.push(if wrong { Beaten } else { Kept });
                        right.insert(table, if wrong { events } else { seq });
                    }
                }
            }
            assert_eq!(wrote(&store, &batch), expected, "seed {seed}, step {step}");
            match random.below(12) {
                0 => {
                    let copy = killed(folder.path());
                    drop(store);
                    folder = copy;
                    store = Sqlite::open_holding(folder.path(), most).unwrap();
                }
                1 => {
                    drop(store);
                    store = Sqlite::open_holding(folder.path(), most).unwrap();
                }
                2 if !right.is_empty() => {
                    let table = *right.keys().min().unwrap();
                    let judged = Abandoned::from(store.table(id(table), 0).unwrap().unwrap());
                    assert_eq!(wrote(&store, &[Write::Remove(Box::new(judged))]), [Kept], "seed {seed}, step {step}");
                    right.remove(&table);
                }
                _ => {}
            }
            for table in 1..=9 {
                let known = random.below(4).into();
                let found = store.table(id(table), known).unwrap();
                let expected = right.get(&table).map(|events| {
                    (known + 1..=*events).map(|seq| event(seq, &format!("request {seq}"))).collect::<Vec<_>>()
                });
                assert_eq!(found.map(|found| found.events), expected, "seed {seed}, step {step}, table {table}");
            }
        }
    }
}

/// Readers take what waits from memory and the rest from the file, between which events move.
#[test]
fn readers_see_every_event_while_events_move() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open_holding(folder.path(), 20).unwrap();
    wrote(&store, &tables(1..=5));
    let written = std::sync::atomic::AtomicU64::new(0);
    std::thread::scope(|threads| {
        let reading = threads.spawn(|| {
            let mut last = 0;
            while last < 400 {
                let at_least = written.load(std::sync::atomic::Ordering::SeqCst);
                for table in 1..=5 {
                    let found = store.table(id(table), 0).unwrap().unwrap().events;
                    assert!(found.len() as u64 >= at_least, "{} of {at_least}", found.len());
                    assert!(found.iter().zip(1..).all(|(event, seq)| event.seq == seq));
                }
                last = at_least;
            }
        });
        for seq in 1..=400 {
            let batch: Vec<Write> = (1..=5).map(|table| play(table, seq)).collect();
            wrote(&store, &batch);
            written.store(seq, std::sync::atomic::Ordering::SeqCst);
        }
        reading.join().unwrap();
    });
}

#[test]
fn nothing_is_added_to_a_table_that_the_same_batch_removes() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &[Write::Table(row(1)), play(1, 1)]);
    let judged = Abandoned::from(store.table(id(1), 0).unwrap().unwrap());
    let batch = [Write::Remove(Box::new(judged)), play(1, 2)];
    assert_eq!(wrote(&store, &batch), [Kept, Beaten]);
    assert_eq!(wrote(&store, &[play(1, 2)]), [Beaten]);
    let copy = killed(folder.path());
    assert_eq!(Sqlite::open(copy.path()).unwrap().table(id(1), 0).unwrap(), None);
    drop(store);
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(store.table(id(1), 0).unwrap(), None);
    // A table of the same name has nothing of the one before.
    wrote(&store, &[Write::Table(row(1)), play(1, 1), play(1, 2)]);
    let judged = Abandoned::from(store.table(id(1), 0).unwrap().unwrap());
    wrote(&store, &[Write::Remove(Box::new(judged)), Write::Table(row(1)), play(1, 1)]);
    let copy = killed(folder.path());
    assert_eq!(read(&Sqlite::open(copy.path()).unwrap(), 1).unwrap(), 1);
    drop(store);
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(read(&store, 1).unwrap(), 1);
    let judged = Abandoned::from(store.table(id(1), 0).unwrap().unwrap());
    wrote(&store, &[Write::Remove(Box::new(judged))]);
    drop(store);
    assert_eq!(number(folder.path(), "SELECT (SELECT count(*) FROM event_counts) + (SELECT count(*) FROM events)"), 0);
}

#[test]
fn a_table_whose_only_events_wait_counts_as_played() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &tables(1..=2));
    wrote(&store, &[play(1, 1)]);
    let before = UntouchedBefore { unplayed: Some(u64::MAX >> 2), played: Some(1) };
    let due = |store: &Sqlite| {
        let found = store.touches().untouched(before, None, 9).unwrap();
        found.iter().filter(|found| found.is_due).map(|found| found.table.id.to_number()).collect::<Vec<_>>()
    };
    let waiting = due(&store);
    drop(store);
    assert_eq!(waiting, due(&Sqlite::open(folder.path()).unwrap()));
    assert_eq!(waiting, [2]);
}

#[test]
fn what_is_rolled_back_was_never_added() {
    let recent = Recent::new(9);
    let last = |seq| Some(Last { seq, sum: [seq as u8; 16] });
    let mut added = Added::after(&recent);
    let add = |added: &mut Added<'_>, table, seq: u64| added.add(id(table), &event(seq, "r"), [seq as u8; 16]);
    add(&mut added, 1, 1);
    let mark = added.mark();
    add(&mut added, 1, 2);
    add(&mut added, 2, 1);
    add(&mut added, 1, 3);
    added.rewind(mark);
    assert_eq!((added.last(id(1)), added.last(id(2))), (last(1), None));
    add(&mut added, 1, 2);
    recent.take_over(added);
    assert_eq!((recent.last(id(1)), recent.last(id(2))), (last(2), None));
    assert_eq!(recent.of(id(1)), [event(1, "r"), event(2, "r")]);
}
