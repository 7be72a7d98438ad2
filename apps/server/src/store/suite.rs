//! What every store has to do, run over every implementation.

use std::collections::HashSet;
use std::path::Path;

use game::{RuleFiles, Seat, Seed, Share, ShareCommitment};
use rusqlite::Connection;

use super::sqlite::FILE;
use super::{
    Change, Inventory, JourneyChange, JourneyEventKind, JourneyEventRow, JourneyRow, Kind, Link, Memory,
    NewJourneyRows, Sitter, Sqlite, Store, StoreError, StoredEvent, StoredEventKind, TableRow, Traveller, Who, Write,
    Wrote,
};
use crate::ids::{KeyHash, TableId};

/// When somebody was last at each table.
pub(super) const TOUCHED: u64 = 1_800_000_000;
pub(super) const TABLE: i64 = 0x0fed_cba9_8765_4321;
/// A table at which no match has begun and a seat is free.
const UNBEGUN: i64 = 0x0f1e_2d3c_4b5a_6978;
pub(super) const JOURNEY: i64 = 0x0abc_0123_4567_89ab;

pub(super) fn on_every_store(check: impl Fn(&dyn Inventory)) {
    check(&Memory::default());
    let folder = tempfile::tempdir().unwrap();
    check(&Sqlite::open(folder.path()).unwrap());
    check(&super::postgres_tests::new_store());
}

pub(super) fn id(number: i64) -> TableId {
    TableId::from_number(number)
}

pub(super) fn sitter(name: &str) -> Sitter {
    let who = Who::Person(key(name));
    Sitter {
        name: name.to_owned(),
        who,
        request: format!("sit {name}"),
        commitment: None,
        share: None,
        seat_option: Some(format!("{name}'s own")),
    }
}

pub(super) fn row(number: i64) -> TableRow {
    TableRow {
        id: id(number),
        game: "sticks".to_owned(),
        rules_version: 1,
        setup: "a=3".to_owned(),
        rules: None,
        seed: Seed([0xab; 32]),
        fair: true,
        seats: vec![Some(sitter("Ann")), None],
        touched: Some(TOUCHED),
    }
}

pub(super) fn event(seq: u64, request: &str) -> StoredEvent {
    StoredEvent { seq, seat: Seat(0), kind: StoredEventKind::Play(format!("a{seq}")), request: request.to_owned() }
}

/// How [`sitter`] of this name is recognised.
pub(super) fn key(name: &str) -> KeyHash {
    KeyHash([name.len() as u8; 32])
}

pub(super) fn commit(seat: u8, name: &str, byte: u8) -> Write {
    Write::Change(id(TABLE), Change::Commit(Seat(seat), key(name), ShareCommitment([byte; 32])))
}

pub(super) fn share(seat: u8, name: &str, byte: u8) -> Write {
    Write::Change(id(TABLE), Change::Share(Seat(seat), key(name), Share([byte; 32])))
}

pub(super) fn append(seq: u64, request: &str) -> Write {
    Write::Change(id(TABLE), Change::Event(event(seq, request)))
}

pub(super) fn wrote(store: &dyn Store, batch: &[Write]) -> Vec<Wrote> {
    store.write(batch).unwrap()
}

use Wrote::{Beaten, Kept};

/// The rule set of a table comes back with it, also of one that was written while its set was there already.
#[test]
fn a_table_keeps_its_rule_set() {
    on_every_store(|store| {
        let files = |height: &str| RuleFiles::new([("tower.txt".to_owned(), height.to_owned())]).unwrap().into();
        let rows = [Some("3"), Some("3"), Some("4"), None].map(|height| height.map(files));
        let rows: Vec<TableRow> = (1..).zip(rows).map(|(number, rules)| TableRow { rules, ..row(number) }).collect();
        let batch: Vec<Write> = rows.iter().cloned().map(Write::Table).collect();
        assert_eq!(wrote(store, &batch), [Kept; 4]);
        for row in rows {
            assert_eq!(store.table(row.id, 0).unwrap().unwrap().row, row);
        }
    });
}

#[test]
fn a_table_is_read_as_it_was_made() {
    on_every_store(|store| {
        assert_eq!(store.table(id(TABLE), 0).unwrap(), None);
        assert_eq!(wrote(store, &[Write::Table(row(TABLE))]), [Kept]);
        let stored = store.table(id(TABLE), 0).unwrap().unwrap();
        assert_eq!((stored.row, stored.next, stored.events), (row(TABLE), None, Vec::new()));
        assert_eq!(wrote(store, &[Write::Table(row(TABLE))]), [Beaten], "its name is taken");
    });
}

#[test]
fn a_store_that_takes_writes_says_so_and_keeps_nothing_of_the_question() {
    on_every_store(|store| {
        for tables in 0..2 {
            store.probe().unwrap();
            store.probe().unwrap();
            assert_eq!((store.count(Kind::Table).unwrap(), store.count(Kind::Journey).unwrap()), (tables, 0));
            store.check_itself().unwrap();
            wrote(store, &[Write::Table(row(TABLE))]);
        }
        assert_eq!(store.table(id(TABLE), 0).unwrap().unwrap().row, row(TABLE));
    });
}

#[test]
fn a_seat_is_taken_once() {
    on_every_store(|store| {
        wrote(store, &[Write::Table(row(TABLE))]);
        let sit = |seat, name| Write::Change(id(TABLE), Change::Sit(Seat(seat), sitter(name)));
        let batch = [sit(0, "Bo"), sit(1, "Cleo"), sit(1, "Dan"), sit(2, "Eve")];
        assert_eq!(wrote(store, &batch), [Beaten, Kept, Beaten, Beaten]);
        let seats = store.table(id(TABLE), 0).unwrap().unwrap().row.seats;
        assert_eq!(seats, [Some(sitter("Ann")), Some(sitter("Cleo"))]);
    });
}

#[test]
fn a_seat_is_free_again_until_a_person_opens_a_share() {
    on_every_store(|store| {
        wrote(store, &[Write::Table(row(TABLE))]);
        let free = |seat, name: &str| Write::Change(id(TABLE), Change::Free(Seat(seat), format!("sit {name}")));
        let sit = |name| Write::Change(id(TABLE), Change::Sit(Seat(1), sitter(name)));
        let batch =
            [sit("Bo"), commit(1, "Bo", 1), free(1, "Ann"), free(1, "Bo"), free(1, "Bo"), free(2, "Bo"), sit("Cleo")];
        assert_eq!(wrote(store, &batch), [Kept, Kept, Beaten, Kept, Beaten, Beaten, Kept]);
        let seats = || store.table(id(TABLE), 0).unwrap().unwrap().row.seats;
        assert_eq!(seats(), [Some(sitter("Ann")), Some(sitter("Cleo"))], "with nothing of who was there before");
        assert_eq!(
            wrote(store, &[commit(0, "Ann", 1), commit(1, "Bo", 3), commit(1, "Cleo", 2)]),
            [Kept, Beaten, Kept]
        );
        let batch = [
            share(0, "Ann", 1),
            free(1, "Cleo"),
            free(0, "Ann"),
            share(1, "Bo", 1),
            share(1, "Cleo", 1),
            free(1, "Cleo"),
        ];
        assert_eq!(
            wrote(store, &batch),
            [Kept, Beaten, Beaten, Beaten, Kept, Beaten],
            "a share is open, so nobody commits anew"
        );
        assert!(seats().iter().all(Option::is_some));
    });
}

/// The computer's share is kept from the beginning and opens nothing.
#[test]
fn the_share_of_the_computer_keeps_nobodys_seat() {
    on_every_store(|store| {
        let bot = Sitter { who: Who::Bot("3".to_owned()), share: Some(Share([1; 32])), ..sitter("it") };
        wrote(store, &[Write::Table(TableRow { seats: vec![Some(sitter("Ann")), Some(bot)], ..row(TABLE) })]);
        let free = Write::Change(id(TABLE), Change::Free(Seat(0), "sit Ann".to_owned()));
        assert_eq!(wrote(store, &[share(0, "Ann", 1), commit(0, "Ann", 1)]), [Beaten, Kept], "Ann has not committed");
        assert_eq!(wrote(store, &[free]), [Kept]);
    });
}

#[test]
fn the_log_is_the_lock() {
    on_every_store(|store| {
        wrote(store, &[Write::Table(row(TABLE))]);
        assert_eq!(wrote(store, &[append(1, "a"), append(1, "b"), append(2, "c")]), [Kept, Beaten, Kept]);
        assert_eq!(wrote(store, &[append(2, "d")]), [Beaten]);
        assert_eq!(wrote(store, &[append(4, "e")]), [Beaten], "no gaps");
        assert_eq!(wrote(store, &[append(0, "e")]), [Beaten], "counted from 1");
        let events = |known| store.table(id(TABLE), known).unwrap().unwrap().events;
        assert_eq!(events(0), [event(1, "a"), event(2, "c")]);
        assert_eq!(events(1), [event(2, "c")]);
        assert_eq!(events(9), []);
    });
}

#[test]
fn what_belongs_to_no_table_is_not_kept() {
    on_every_store(|store| {
        let sit = Write::Change(id(TABLE), Change::Sit(Seat(0), sitter("Ann")));
        let free = Write::Change(id(TABLE), Change::Free(Seat(0), "sit Ann".to_owned()));
        let next = Write::Change(id(TABLE), Change::Rematch(row(2)));
        let batch = [append(1, "a"), sit, commit(0, "Ann", 1), share(0, "Ann", 1), free, next];
        assert_eq!(wrote(store, &batch), [Beaten; 6]);
        assert_eq!(store.table(id(2), 0).unwrap(), None);
    });
}

#[test]
fn a_table_has_one_rematch() {
    on_every_store(|store| {
        let next = |number| Write::Change(id(TABLE), Change::Rematch(row(number)));
        assert_eq!(wrote(store, &[Write::Table(row(TABLE)), next(2), next(3)]), [Kept, Kept, Beaten]);
        assert_eq!(store.table(id(TABLE), 0).unwrap().unwrap().next, Some(id(2)));
        assert_eq!(store.table(id(3), 0).unwrap(), None, "the second one was not made");
    });
}

#[test]
fn every_end_is_read_as_it_was_written() {
    on_every_store(|store| {
        for (number, kind) in
            [StoredEventKind::Resign, StoredEventKind::DropOut, StoredEventKind::Abandon].into_iter().enumerate()
        {
            let (table, ended) = (number as i64, StoredEvent { kind, request: String::new(), ..event(1, "") });
            wrote(store, &[Write::Table(row(table)), Write::Change(id(table), Change::Event(ended.clone()))]);
            assert_eq!(store.table(id(table), 0).unwrap().unwrap().events, [ended]);
        }
    });
}

#[test]
fn the_first_commitment_and_the_first_share_of_a_seat_stay() {
    on_every_store(|store| {
        wrote(store, &[Write::Table(row(TABLE))]);
        assert_eq!(wrote(store, &[commit(1, "Cleo", 1), share(1, "Cleo", 1)]), [Beaten; 2], "nobody sits there");
        wrote(store, &[Write::Change(id(TABLE), Change::Sit(Seat(1), sitter("Cleo")))]);
        let batch =
            [commit(0, "Ann", 1), commit(0, "Ann", 2), share(0, "Ann", 4), commit(1, "Cleo", 3), commit(2, "Ann", 4)];
        assert_eq!(wrote(store, &batch), [Kept, Beaten, Beaten, Kept, Beaten], "no share before all have committed");
        let batch =
            [share(1, "Cleo", 2), share(1, "Cleo", 3), share(0, "Ann", 4), share(2, "Ann", 5), share(1, "Cleo", 2)];
        assert_eq!(wrote(store, &batch), [Kept, Beaten, Kept, Beaten, Beaten]);
        let seats = store.table(id(TABLE), 0).unwrap().unwrap().row.seats;
        let commitments: Vec<_> = seats.iter().map(|sitter| sitter.as_ref().unwrap().commitment).collect();
        assert_eq!(commitments, [Some(ShareCommitment([1; 32])), Some(ShareCommitment([3; 32]))]);
        let shares: Vec<_> = seats.into_iter().map(|sitter| sitter.unwrap().share).collect();
        assert_eq!(shares, [Some(Share([4; 32])), Some(Share([2; 32]))]);
    });
}

#[test]
fn the_computer_is_read_as_it_sat_down() {
    on_every_store(|store| {
        let bot = |share| Sitter { who: Who::Bot("3".to_owned()), share: Some(Share([share; 32])), ..sitter("it") };
        let made = TableRow { seats: vec![Some(sitter("Ann")), Some(bot(1)), None], ..row(TABLE) };
        wrote(store, &[Write::Table(made), Write::Change(id(TABLE), Change::Sit(Seat(2), bot(2)))]);
        let seats = store.table(id(TABLE), 0).unwrap().unwrap().row.seats;
        assert_eq!(seats, [Some(sitter("Ann")), Some(bot(1)), Some(bot(2))]);
    });
}

/// A client may send any text as the id of a request, and what one client sends must not fail the batch of others.
#[test]
fn every_text_is_read_as_it_was_written() {
    on_every_store(|store| {
        let texts = [
            "",
            " ",
            "a\0b",
            "\0",
            "\u{10ffff}0",
            "\\",
            "'; DROP TABLE events; --",
            "{},\"NULL\"",
            "ein Zug: ä→✠",
            "\u{feff}\r\n",
        ];
        wrote(store, &[Write::Table(TableRow { setup: texts.concat(), ..row(TABLE) })]);
        let sitter = Sitter { name: texts.concat(), seat_option: Some(texts[2].to_owned()), ..sitter(texts[4]) };
        assert_eq!(wrote(store, &[Write::Change(id(TABLE), Change::Sit(Seat(1), sitter.clone()))]), [Kept]);
        let events: Vec<StoredEvent> = (1..)
            .zip(texts)
            .map(|(seq, text)| StoredEvent { kind: StoredEventKind::Play(text.to_owned()), ..event(seq, text) })
            .collect();
        let write = |event: &StoredEvent| Write::Change(id(TABLE), Change::Event(event.clone()));
        assert!(wrote(store, &events.iter().map(write).collect::<Vec<_>>()).iter().all(|wrote| *wrote == Kept));
        let stored = store.table(id(TABLE), 0).unwrap().unwrap();
        assert_eq!((stored.row.setup, &stored.row.seats[1]), (texts.concat(), &Some(sitter)));
        assert_eq!(stored.events, events);
    });
}

#[test]
fn tables_that_are_there_are_linked_once() {
    on_every_store(|store| {
        wrote(store, &[Write::Table(row(1)), Write::Table(row(2)), Write::Table(row(3)), new_journey()]);
        let rematch = |of, next| Write::Link(Link::Rematch { of: id(of), next: id(next) });
        let batch = [rematch(1, 2), rematch(1, 3), rematch(2, 9), rematch(9, 1)];
        assert_eq!(wrote(store, &batch), [Kept, Beaten, Beaten, Beaten]);
        assert_eq!(store.table(id(1), 0).unwrap().unwrap().next, Some(id(2)));
        let of = |journey, number, table| Write::Link(Link::Match { journey: id(journey), number, table: id(table) });
        let batch = [of(JOURNEY, 1, 1), of(JOURNEY, 1, 2), of(JOURNEY, 3, 2), of(JOURNEY, 4, 9), of(9, 1, 3)];
        assert_eq!(wrote(store, &batch), [Kept, Beaten, Kept, Beaten, Beaten]);
        assert_eq!(store.journey(id(JOURNEY), 0).unwrap().unwrap().table, Some((3, id(2))));
        assert_eq!(store.matches(id(JOURNEY)).unwrap(), [(1, id(1)), (3, id(2))]);
    });
}

pub(super) fn traveller(name: &str) -> Traveller {
    Traveller { name: name.to_owned(), key: KeyHash([name.len() as u8; 32]), request: format!("join {name}"), seen: 7 }
}

pub(super) fn journey_row() -> JourneyRow {
    JourneyRow {
        id: id(JOURNEY),
        game: "sticks".to_owned(),
        kind: "league".to_owned(),
        rules_version: 1,
        setup: "a=3".to_owned(),
        rules: Some(RuleFiles::new([("tower.txt".to_owned(), "4".to_owned())]).unwrap().into()),
        seed: Seed([0xcd; 32]),
        travellers: vec![Some(traveller("Ann")), None],
    }
}

pub(super) fn new_journey() -> Write {
    Write::Journey(Box::new(NewJourneyRows { row: journey_row(), events: Vec::new(), table: None }))
}

pub(super) fn step(seq: u64, seat: u8, request: &str) -> JourneyEventRow {
    let kind = JourneyEventKind::Step(format!("go {seq}"));
    JourneyEventRow { seq, seat: Seat(seat), kind, request: request.to_owned() }
}

fn changes(changes: impl IntoIterator<Item = JourneyChange>) -> Vec<Write> {
    changes.into_iter().map(|change| Write::JourneyChange(id(JOURNEY), change)).collect()
}

#[test]
fn a_journey_is_read_as_it_was_made_and_its_log_is_the_lock() {
    on_every_store(|store| {
        assert_eq!(store.journey(id(JOURNEY), 0).unwrap(), None);
        let early = changes([JourneyChange::Event(step(1, 0, "a")), JourneyChange::Join(Seat(1), traveller("Bo"))]);
        assert_eq!(wrote(store, &early), [Beaten; 2], "there is no such journey");
        assert_eq!(wrote(store, &[new_journey(), new_journey()]), [Kept, Beaten]);
        let stored = store.journey(id(JOURNEY), 0).unwrap().unwrap();
        assert_eq!((stored.row, stored.table, stored.events), (journey_row(), None, Vec::new()));
        let played = JourneyEventKind::Match("a record\nof lines".to_owned());
        let played = JourneyEventRow { seq: 2, seat: Seat(0), kind: played, request: "match 1".to_owned() };
        let batch = changes([
            JourneyChange::Event(step(2, 0, "early")),
            JourneyChange::Event(step(1, 0, "a")),
            JourneyChange::Event(step(1, 1, "b")),
            JourneyChange::Event(step(2, 0, "a")),
            JourneyChange::Event(played.clone()),
            JourneyChange::Join(Seat(0), traveller("Eve")),
            JourneyChange::Join(Seat(1), traveller("Bo")),
            JourneyChange::Join(Seat(1), traveller("Eve")),
            JourneyChange::Join(Seat(2), traveller("Eve")),
            JourneyChange::Seen(Seat(1), 99),
            JourneyChange::Seen(Seat(2), 99),
        ]);
        assert_eq!(
            wrote(store, &batch),
            [Beaten, Kept, Beaten, Beaten, Kept, Beaten, Kept, Beaten, Beaten, Kept, Beaten]
        );
        let stored = store.journey(id(JOURNEY), 1).unwrap().unwrap();
        let bo = Traveller { seen: 99, ..traveller("Bo") };
        assert_eq!((stored.events, stored.row.travellers[1].clone()), (vec![played], Some(bo)));
    });
}

#[test]
fn a_match_of_a_journey_has_one_table() {
    on_every_store(|store| {
        wrote(store, &[new_journey()]);
        let table = |number, table| JourneyChange::Table(number, row(table), vec![event(1, "a"), event(2, "b")]);
        let batch = changes([table(1, 5), table(1, 6), table(2, 7), table(1, 8), table(3, 7)]);
        assert_eq!(wrote(store, &batch), [Kept, Beaten, Kept, Beaten, Beaten]);
        assert_eq!(store.journey(id(JOURNEY), 0).unwrap().unwrap().table, Some((2, id(7))));
        assert_eq!(store.table(id(5), 0).unwrap().unwrap().events, [event(1, "a"), event(2, "b")]);
        assert_eq!(store.table(id(6), 0).unwrap(), None, "nothing of a table that came too late is kept");
    });
}

#[test]
fn a_journey_that_goes_on_from_a_record_is_kept_as_a_whole() {
    on_every_store(|store| {
        let new = |table| {
            let (row, events) = (journey_row(), vec![step(1, 0, "import 1"), step(2, 1, "import 2")]);
            Write::Journey(Box::new(NewJourneyRows { row, events, table }))
        };
        wrote(store, &[Write::Table(row(9))]);
        // The name of the table is taken, so nothing is kept.
        assert_eq!(wrote(store, &[new(Some((1, row(9), Vec::new())))]), [Beaten]);
        assert_eq!(store.journey(id(JOURNEY), 0).unwrap(), None);
        assert_eq!(wrote(store, &[new(Some((1, row(10), vec![event(1, "a")])))]), [Kept]);
        let stored = store.journey(id(JOURNEY), 0).unwrap().unwrap();
        assert_eq!((stored.events.len(), stored.table), (2, Some((1, id(10)))));
        assert_eq!(store.table(id(10), 0).unwrap().unwrap().events.len(), 1);
    });
}

/// A database with a table that is being played at, one at which people wait, and a journey, all of it in the one file.
fn filled(data_dir: &Path) {
    drop(fill(data_dir));
    let connection = Connection::open(data_dir.join(FILE)).unwrap();
    connection.pragma_update(None, "journal_mode", "delete").unwrap();
}

/// The same while its store runs: the file has events that have not moved to their places.
fn fill(data_dir: &Path) -> Sqlite {
    let store = Sqlite::open(data_dir).unwrap();
    let mut batch = vec![Write::Table(row(TABLE)), Write::Change(id(TABLE), Change::Sit(Seat(1), sitter("Bo")))];
    batch.extend([commit(0, "Ann", 8), commit(1, "Bo", 9), share(0, "Ann", 0), share(1, "Bo", 1)]);
    batch.extend((1..=40).map(|seq| append(seq, &format!("request {seq}"))));
    batch.push(Write::Table(TableRow { seats: vec![Some(sitter("Ann")), None, None], ..row(UNBEGUN) }));
    batch.push(Write::Change(id(UNBEGUN), Change::Sit(Seat(1), sitter("Cleo"))));
    batch.push(new_journey());
    batch.extend(
        (1..=10).map(|seq| {
            Write::JourneyChange(id(JOURNEY), JourneyChange::Event(step(seq, 0, &format!("request {seq}"))))
        }),
    );
    assert!(wrote(&store, &batch).iter().all(|wrote| *wrote == Kept));
    store
}

/// One bit of the file is another one, wherever it is: what is read is right, or nothing is read.
#[test]
fn a_flipped_bit_is_noticed_when_a_match_or_a_journey_is_read() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    flip_bits(folder.path(), 600);
}

/// The same of the file of a server that was killed: events wait in it for the move to their places.
#[test]
fn a_flipped_bit_is_noticed_after_a_kill() {
    let (running, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let store = fill(running.path());
    let connection = Connection::open(running.path().join(FILE)).unwrap();
    let waiting: i64 = connection.query_row("SELECT count(*) FROM recent_events", [], |row| row.get(0)).unwrap();
    assert_eq!(waiting, 1);
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    std::fs::copy(running.path().join(FILE), folder.path().join(FILE)).unwrap();
    drop(store);
    flip_bits(folder.path(), 600);
}

/// The size of a page of the database.
const PAGE: i64 = 1024;

/// Flips bits of the database in this folder, one at a time, and reads.
fn flip_bits(folder: &Path, flips: u32) {
    let file = folder.join(FILE);
    let whole = std::fs::read(&file).unwrap();
    let tables = [TABLE, UNBEGUN];
    let read = |store: &Sqlite| (tables.map(|table| store.table(id(table), 0)), store.journey(id(JOURNEY), 0));
    let right = {
        let (tables, journey) = read(&Sqlite::open(folder).unwrap());
        (tables.map(|table| table.unwrap().unwrap()), journey.unwrap().unwrap())
    };
    // The pages without which no store can be read: the shape of the database, and where each of its tables begins.
    let needed: HashSet<i64> = {
        let connection = Connection::open(&file).unwrap();
        let sql = "SELECT pageno FROM dbstat WHERE name = 'sqlite_schema' OR path = '/'";
        let mut select = connection.prepare(sql).unwrap();
        select.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let mut random = game::Random::new(7);
    let anywhere = (0..flips).map(|_| (random.below(whole.len() as u32) as usize, random.below(8)));
    // Who waits has a small part of the file. Chance would hardly hit the keys of their rows, so all bits of these are tried: the name
    // of the table, and before it the kinds of all values, one of which says the seat.
    let keys = ["Ann", "Cleo"].map(|name| {
        let key = [&UNBEGUN.to_be_bytes(), name.as_bytes()].concat();
        whole.windows(key.len()).position(|bytes| bytes == key).unwrap()
    });
    let in_keys = keys.into_iter().flat_map(|key| key - 16..key + 8);
    let in_keys = in_keys.flat_map(|place| (0..8).map(move |bit| (place, bit)));
    let mut noticed = 0;
    for (place, bit) in anywhere.chain(in_keys) {
        let mut bytes = whole.clone();
        bytes[place] ^= 1 << bit;
        let _ = std::fs::remove_file(folder.join(format!("{FILE}-wal"))); // of a store that could not move what waits
        std::fs::write(&file, &bytes).unwrap();
        let store = match Sqlite::open(folder) {
            Ok(store) => store,
            Err(error) => {
                let page = place as i64 / PAGE + 1;
                assert!(needed.contains(&page), "bit {bit} of byte {place}: no match can be read: {error}");
                noticed += 1;
                continue;
            }
        };
        let (tables, journey) = read(&store);
        for (table, right) in tables.iter().zip(&right.0) {
            // A name that is another one is a table that is not found.
            if let Ok(Some(mut table)) = table.clone() {
                table.row.touched = right.row.touched; // a hint without a sum
                assert_eq!(table, *right, "bit {bit} of byte {place}");
            }
        }
        if let Ok(Some(mut journey)) = journey.clone() {
            // When somebody was last seen is a hint without a sum.
            for (traveller, right) in
                journey.row.travellers.iter_mut().flatten().zip(right.1.row.travellers.iter().flatten())
            {
                traveller.seen = right.seen;
            }
            assert_eq!(journey, right.1, "bit {bit} of byte {place}");
        }
        noticed += u32::from(tables.iter().any(Result::is_err) || journey.is_err());
    }
    assert!(noticed > 280, "{noticed}: most of the file is what was written");
}

#[test]
fn damage_is_told_with_the_name_of_what_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    filled(folder.path());
    let change =
        |sql: &str| assert_eq!(Connection::open(folder.path().join(FILE)).unwrap().execute(sql, []).unwrap(), 1);
    change("UPDATE events SET action = 'a99' WHERE seq = 20");
    change("UPDATE journey_events SET seat = 1 WHERE seq = 3");
    let store = Sqlite::open(folder.path()).unwrap();
    let table = store.table(id(TABLE), 0).unwrap_err();
    assert!(matches!(table, StoreError::Damaged(_)) && table.to_string().contains(&id(TABLE).to_string()), "{table}");
    assert!(table.to_string().contains("event 20"), "{table}");
    let journey = store.journey(id(JOURNEY), 0).unwrap_err();
    assert!(matches!(journey, StoreError::Damaged(_)) && journey.to_string().contains("event 3"), "{journey}");
    assert_eq!(store.table(id(TABLE), 30).unwrap().unwrap().events.len(), 10, "what comes after it is right");
}

#[test]
fn a_store_lists_what_it_has_page_by_page() {
    fn check(store: &dyn Inventory) {
        let tables: Vec<Write> = (1..=7).map(|number| Write::Table(row(number))).collect();
        wrote(store, &tables);
        wrote(store, &[new_journey()]);
        assert_eq!((store.count(Kind::Table).unwrap(), store.count(Kind::Journey).unwrap()), (7, 1));
        let numbers = |after: Option<i64>, most| {
            let names = store.names(Kind::Table, after.map(id), most).unwrap();
            names.into_iter().map(TableId::to_number).collect::<Vec<_>>()
        };
        assert_eq!(
            (numbers(None, 3), numbers(Some(3), 3), numbers(Some(7), 3)),
            (vec![1, 2, 3], vec![4, 5, 6], vec![])
        );
        assert_eq!(store.names(Kind::Journey, None, 9).unwrap(), [id(JOURNEY)]);
        store.check_itself().unwrap();
    }
    check(&Memory::default());
    let folder = tempfile::tempdir().unwrap();
    check(&Sqlite::open(folder.path()).unwrap());
    check(&super::postgres_tests::new_store());
}
