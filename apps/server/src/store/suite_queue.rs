//! Damage in the SQLite database while events wait for the move to their places: it costs the tables that it hits, and no others.

use std::path::Path;

use rusqlite::Connection;

use super::sqlite::FILE;
use super::suite::{event, id, row, wrote};
use super::{Abandoned, Change, Sqlite, Store as _, StoreError, Write, Wrote};
use Wrote::Kept;

fn play(table: i64, seq: u64) -> Write {
    Write::Change(id(table), Change::Event(event(seq, &format!("table {table} request {seq:04}"))))
}

fn checkpoint(folder: &Path) {
    let connection = Connection::open(folder.join(FILE)).unwrap();
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
}

fn killed(folder: &Path) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for name in [FILE.to_owned(), format!("{FILE}-wal")] {
        std::fs::copy(folder.join(&name), copy.path().join(&name)).unwrap();
    }
    copy
}

/// Flips one bit: the kind of the page that has this text and is of this kind.
fn flip_kind_of_page_with(folder: &Path, kind: u8, text: &str) {
    let file = folder.join(FILE);
    let mut bytes = std::fs::read(&file).unwrap();
    let page = bytes
        .chunks(1024)
        .rposition(|page| page[0] == kind && page.windows(text.len()).any(|found| found == text.as_bytes()))
        .expect("there is such a page");
    bytes[page * 1024] ^= 1 << 6;
    std::fs::write(&file, &bytes).unwrap();
}

/// Tables with many events in their places. Table 9 has no page in common with table 1: another one is between them.
fn two_tables(folder: &Path) {
    let store = Sqlite::open(folder).unwrap();
    wrote(&store, &[Write::Table(row(1)), Write::Table(row(5)), Write::Table(row(9))]);
    for table in [1, 5, 9] {
        let batch: Vec<Write> = (1..=200).map(|seq| play(table, seq)).collect();
        wrote(&store, &batch);
    }
}

const LEAF_OF_EVENTS: u8 = 0x0a;
const LEAF_OF_ROWS: u8 = 0x0d;

#[test]
fn damage_where_one_table_has_its_events_stops_no_other_table() {
    let folder = tempfile::tempdir().unwrap();
    two_tables(folder.path());
    let store = Sqlite::open_holding(folder.path(), 20).unwrap();
    wrote(&store, &[play(1, 201), play(9, 201)]);
    checkpoint(folder.path());
    flip_kind_of_page_with(folder.path(), LEAF_OF_EVENTS, "table 1 request 0200");
    for seq in 202..=400 {
        let outcome = store.write(&[play(9, seq)]);
        assert!(outcome.is_ok(), "table 9 is whole, and its event {seq} was not written: {outcome:?}");
    }
    // Neither a kill nor an end in order changes that.
    let copy = killed(folder.path());
    drop(store);
    for folder in [copy.path(), folder.path()] {
        let store = Sqlite::open(folder).unwrap();
        assert!(matches!(store.table(id(1), 0), Err(StoreError::Damaged(_))));
        assert_eq!(store.table(id(9), 0).unwrap().unwrap().events.len(), 400);
        let batch = [play(1, 202), play(9, 401)];
        assert_eq!(wrote(&store, &batch)[1], Kept, "a write to what is damaged hinders no other one");
    }
}

#[test]
fn damage_where_one_table_has_its_events_keeps_no_store_from_opening_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    two_tables(folder.path());
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &[play(1, 201), play(9, 201)]);
    checkpoint(folder.path());
    let copy = killed(folder.path());
    flip_kind_of_page_with(copy.path(), LEAF_OF_EVENTS, "table 1 request 0200");
    let opened = Sqlite::open(copy.path()).expect("table 9 is whole");
    assert!(matches!(opened.table(id(1), 0), Err(StoreError::Damaged(_))));
    assert_eq!(opened.table(id(9), 0).unwrap().unwrap().events.len(), 201);
}

#[test]
fn damage_of_what_waits_keeps_no_store_from_opening_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    two_tables(folder.path());
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &[play(1, 201)]);
    checkpoint(folder.path());
    let copy = killed(folder.path());
    flip_kind_of_page_with(copy.path(), LEAF_OF_ROWS, "table 1 request 0201");
    let opened = Sqlite::open(copy.path()).expect("table 9 is whole and nothing of it waits");
    assert!(matches!(opened.table(id(1), 0), Err(StoreError::Damaged(_))));
    assert_eq!(opened.table(id(9), 0).unwrap().unwrap().events.len(), 200);
}

#[test]
fn damage_of_what_waits_stops_no_other_table() {
    let folder = tempfile::tempdir().unwrap();
    two_tables(folder.path());
    let store = Sqlite::open_holding(folder.path(), 20).unwrap();
    wrote(&store, &[play(1, 201)]);
    checkpoint(folder.path());
    flip_kind_of_page_with(folder.path(), LEAF_OF_ROWS, "table 1 request 0201");
    for seq in 201..=400 {
        let outcome = store.write(&[play(9, seq)]);
        assert!(outcome.is_ok(), "table 9 is whole, and its event {seq} was not written: {outcome:?}");
    }
    let copy = killed(folder.path());
    drop(store);
    for folder in [copy.path(), folder.path()] {
        let store = Sqlite::open(folder).unwrap();
        assert_eq!(
            store.table(id(1), 0).unwrap().unwrap().events.len(),
            201,
            "it was in memory when the damage was met"
        );
        assert_eq!(store.table(id(9), 0).unwrap().unwrap().events.len(), 400);
        assert_eq!(wrote(&store, &[play(1, 202), play(9, 401)]), [Kept; 2]);
    }
}

/// One bit of the note of one batch: event 8 was written, or «removed».
#[test]
fn a_flipped_bit_in_a_note_costs_no_event_that_the_other_row_has() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &[Write::Table(row(1))]);
    for seq in 1..=9 {
        wrote(&store, &[play(1, seq)]);
    }
    let copy = killed(folder.path());
    let connection = Connection::open(copy.path().join(FILE)).unwrap();
    let note: Vec<u8> =
        connection.query_row("SELECT notes FROM recent_notes WHERE batch = 8", [], |row| row.get(0)).unwrap();
    let mut flipped = note.clone();
    flipped[8] ^= 8;
    assert_eq!((note.len(), note[8], flipped[8]), (24, 8, 0));
    connection.execute("UPDATE recent_notes SET notes = ?1 WHERE batch = 8", [flipped]).unwrap();
    drop(connection);
    drop(Sqlite::open(copy.path()).unwrap());
    let connection = Connection::open(copy.path().join(FILE)).unwrap();
    let kept: i64 = connection.query_row("SELECT count(*) FROM events", [], |row| row.get(0)).unwrap();
    assert_eq!(kept, 9, "all nine events are whole in recent_events, which is emptied now");
}

#[test]
fn a_table_that_is_played_removed_and_made_again_in_one_batch_keeps_what_is_new() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &[Write::Table(row(1))]);
    let judged = Abandoned { row: row(1), events: 1 };
    let batch = [play(1, 1), Write::Remove(Box::new(judged)), Write::Table(row(1)), play(1, 1)];
    assert_eq!(wrote(&store, &batch), [Kept; 4]);
    assert_eq!(store.table(id(1), 0).unwrap().unwrap().events.len(), 1);
    let copy = killed(folder.path());
    let found = Sqlite::open(copy.path()).unwrap().table(id(1), 0);
    assert_eq!(found.unwrap().unwrap().events.len(), 1);
}

/// The events of a table had moved, another table keeps their batches, and the newest of these batches is lost.
#[test]
fn a_table_whose_events_have_moved_goes_on_although_the_row_of_its_newest_event_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open_holding(folder.path(), 3).unwrap();
    wrote(&store, &[Write::Table(row(1)), Write::Table(row(9))]);
    wrote(&store, &[play(1, 1), play(9, 1)]);
    wrote(&store, &[play(1, 2)]);
    wrote(&store, &[play(9, 2), play(9, 3)]); // now one of the two has moved
    let connection = Connection::open(folder.path().join(FILE)).unwrap();
    let moved: i64 = connection.query_row("SELECT DISTINCT table_id FROM events", [], |row| row.get(0)).unwrap();
    let newest: u64 = if moved == 1 { 2 } else { 1 };
    let copy = killed(folder.path());
    let connection = Connection::open(copy.path().join(FILE)).unwrap();
    for rows in ["recent_events", "recent_notes"] {
        let lost = format!("DELETE FROM {rows} WHERE batch = {newest}");
        connection.execute(&lost, []).unwrap();
    }
    drop(connection);
    let store = Sqlite::open(copy.path()).unwrap();
    assert_eq!(store.table(id(moved), 0).unwrap().unwrap().events.len() as u64, newest);
    assert_eq!(wrote(&store, &[play(moved, newest + 1)]), [Kept]);
}

/// A new table would have its place on a page that is damaged.
#[test]
fn damage_where_new_tables_are_listed_hinders_no_match() {
    let folder = tempfile::tempdir().unwrap();
    two_tables(folder.path());
    checkpoint(folder.path());
    let connection = Connection::open(folder.path().join(FILE)).unwrap();
    let root: i64 = connection
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'tables_by_touched'", [], |row| row.get(0))
        .unwrap();
    drop(connection);
    let file = folder.path().join(FILE);
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[(root as usize - 1) * 1024] ^= 1 << 6;
    std::fs::write(&file, &bytes).unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(wrote(&store, &[Write::Table(row(7)), play(9, 201)]), [Wrote::Beaten, Kept]);
}
