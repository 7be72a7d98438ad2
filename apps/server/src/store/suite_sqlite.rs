//! What the SQLite store does beside the suite: databases of older versions, files and folders.

use std::path::Path;

use game::{Seat, Share, ShareCommitment};
use rusqlite::Connection;

use super::event_bytes::pack;
use super::sqlite::FILE;
use super::sqlite_shape::MIGRATIONS;
use super::suite::*;
use super::suite_removal::removal;
use super::sums::Sum;
use super::*;

use Wrote::{Beaten, Kept};

/// What the first version wrote is in the database of every older version: later versions add to it.
#[test]
fn a_database_of_every_older_version_goes_on_in_this_one() {
    for version in 0..=MIGRATIONS.len() {
        let folder = tempfile::tempdir().unwrap();
        // A server that was killed leaves events that wait for the move to their places.
        let has_waiting = MIGRATIONS[..version].iter().any(|migration| migration.contains("TABLE recent_events"));
        {
            let connection = Connection::open(folder.path().join(FILE)).unwrap();
            for migration in &MIGRATIONS[..version] {
                connection.execute_batch(migration).unwrap();
            }
            connection.pragma_update(None, "user_version", version as u32).unwrap();
            if version > 0 {
                let columns = "id, game, rules_version, setup, seed, seats";
                let table = format!("INSERT INTO tables ({columns}) VALUES (7, 'sticks', 1, 'a=3', zeroblob(32), 2)");
                connection.execute(&table, []).unwrap();
                let sitter = "INSERT INTO sitters (table_id, seat, name, key, request) VALUES (7, 0, 'Ann', zeroblob(32), 'sit')";
                connection.execute(sitter, []).unwrap();
                let played = "INSERT INTO events (table_id, seq, seat, action, request) VALUES (7, 1, 0, 'a1', 'r1')";
                connection.execute(played, []).unwrap();
            }
            // The versions before this one note which events they have added.
            if !has_waiting && connection.prepare("SELECT 1 FROM written").is_ok() {
                let note = [7_i64, 1].map(i64::to_le_bytes).concat();
                assert_eq!(connection.execute("INSERT INTO written (events) VALUES (?1)", [note]), Ok(1));
            }
            if has_waiting {
                // The row before it has no sum.
                let second = event(2, "r2");
                leave_waiting(&connection, 7, &second, &sums::of_event(Sum::default(), &second));
            }
            // Journeys came with a later version.
            if connection.prepare("SELECT 1 FROM journeys").is_ok() {
                let columns = "id, game, kind, rules_version, setup, seed, seats";
                let journey =
                    format!("INSERT INTO journeys ({columns}) VALUES (8, 'sticks', 'league', 1, '', zeroblob(32), 2)");
                connection.execute(&journey, []).unwrap();
                let columns = "id, game, rules_version, setup, seed, seats";
                let table = format!("INSERT INTO tables ({columns}) VALUES (9, 'sticks', 1, 'a=3', zeroblob(32), 2)");
                connection.execute(&table, []).unwrap();
                connection.execute("INSERT INTO journey_tables VALUES (8, 1, 9)", []).unwrap();
                let sitter =
                    "INSERT INTO sitters (table_id, seat, name, key, request) VALUES (9, 1, 'Bo', zeroblob(32), 'sit')";
                connection.execute(sitter, []).unwrap();
                let traveller = "INSERT INTO travellers (journey_id, seat, name, key, request) VALUES (8, 1, 'Bo', zeroblob(32), 'join')";
                connection.execute(traveller, []).unwrap();
            }
        }
        let store = Sqlite::open(folder.path()).unwrap();
        if version > 0 && !has_waiting {
            let counted = "SELECT events FROM event_counts WHERE table_id = 7";
            let counted = Connection::open(folder.path().join(FILE)).unwrap().query_row(counted, [], |row| row.get(0));
            assert_eq!(counted, Ok(1), "from version {version}");
        }
        // Whatever is there from before counts as used when the version changed; a match of a journey is kept for ever.
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
        let before = |time| UntouchedBefore { unplayed: Some(time), played: Some(time) };
        let found = |time| {
            let found = store.touches().untouched(before(time), None, 9).unwrap();
            found.into_iter().map(|found| found.table.id.to_number()).collect::<Vec<_>>()
        };
        // Versions that know times write rows with one, and those of this test have none.
        let has_none = version == 0 || MIGRATIONS[..version].contains(&sqlite_removal::SHAPE);
        assert_eq!(found(now + 60), if has_none { vec![] } else { vec![7] }, "from version {version}");
        assert!(found(now - 600).is_empty(), "from version {version}");
        if let Some(of_journey) = store.table(id(9), 0).unwrap() {
            assert_eq!(of_journey.row.touched, None, "from version {version}");
            assert_eq!(of_journey.row.seats[1].as_ref().unwrap().name, "Bo", "from version {version}");
            assert_eq!(wrote(&store, &[removal(&store, 9)]), [Beaten], "from version {version}");
        }
        assert_eq!(store.table(id(7), 0).unwrap().is_some(), version > 0, "from version {version}");
        for number in store.names(Kind::Table, None, 9).unwrap().into_iter().filter(|number| *number != id(9)) {
            let table = store.table(number, 0).unwrap().unwrap();
            let played: Vec<_> =
                [event(1, "r1"), event(2, "r2")].into_iter().take(1 + usize::from(has_waiting)).collect();
            let next = played.len() as u64 + 1;
            assert_eq!((table.row.seats[0].as_ref().unwrap().name.as_str(), table.events), ("Ann", played));
            assert_eq!(wrote(&store, &[Write::Change(number, Change::Event(event(next, "on")))]), [Kept]);
            assert_eq!(store.table(number, 0).unwrap().unwrap().events.len() as u64, next, "from version {version}");
        }
        for journey in store.names(Kind::Journey, None, 9).unwrap() {
            let change = JourneyChange::Event(step(1, 0, "a"));
            assert_eq!(wrote(&store, &[Write::JourneyChange(journey, change)]), [Kept], "from version {version}");
            let stored = store.journey(journey, 0).unwrap().unwrap();
            assert_eq!((stored.events.len(), stored.row.travellers[1].as_ref().unwrap().name.as_str()), (1, "Bo"));
        }
        let batch = [Write::Table(row(TABLE)), append(1, "a"), new_journey()];
        assert_eq!(wrote(&store, &batch), [Kept; 3], "from version {version}");
        if version > 0 {
            assert_eq!(wrote(&store, &[removal(&store, 7)]), [Kept], "from version {version}");
        }
        // Versions that note which seats are taken write it themselves, and this test does not.
        let is_noted = |column| MIGRATIONS[version..].iter().any(|migration| migration.contains(column));
        if is_noted("TABLE taken") && store.table(id(9), 0).unwrap().is_some() {
            lose(folder.path(), "sitters WHERE table_id = 9");
            let refused = store.table(id(9), 0);
            assert!(matches!(refused, Err(StoreError::Damaged(_))), "from version {version}: {refused:?}");
        }
        if is_noted("COLUMN joined") && store.journey(id(8), 0).unwrap().is_some() {
            lose(folder.path(), "travellers WHERE journey_id = 8");
            let refused = store.journey(id(8), 0);
            assert!(matches!(refused, Err(StoreError::Damaged(_))), "from version {version}: {refused:?}");
        }
    }
}

/// Writes an event as a server writes it in a batch, before it moves to its place.
fn leave_waiting(connection: &Connection, table: i64, event: &StoredEvent, sum: &Sum) {
    let mut bytes = Vec::new();
    pack(&mut bytes, id(table), event, sum);
    sqlite_queue::insert(connection, 1, [(id(table), event.seq)].into_iter(), &bytes).unwrap();
}

/// Removes a row behind the back of the store, as damage does.
fn lose(data_dir: &Path, row: &str) {
    let connection = Connection::open(data_dir.join(FILE)).unwrap();
    assert_eq!(connection.execute(&format!("DELETE FROM {row}"), []).unwrap(), 1, "{row}");
}

#[test]
fn a_table_with_a_lost_sitter_is_refused_before_the_match_too_and_nobody_takes_their_seat() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    let sit = |seat, name| Write::Change(id(TABLE), Change::Sit(Seat(seat), sitter(name)));
    let free = |seat, name: &str| Write::Change(id(TABLE), Change::Free(Seat(seat), format!("sit {name}")));
    let batch = [Write::Table(row(TABLE)), sit(1, "Bo"), free(0, "Ann"), sit(0, "Cleo"), Write::Table(row(2))];
    assert_eq!(wrote(&store, &batch), [Kept; 5]);
    lose(folder.path(), &format!("sitters WHERE table_id = {TABLE} AND seat = 0"));
    let refused = store.table(id(TABLE), 0).unwrap_err();
    assert!(matches!(refused, StoreError::Damaged(_)) && refused.to_string().contains("seat 0"), "{refused}");
    assert_eq!(wrote(&store, &[sit(0, "Eve")]), [Beaten]);
    let stays = Abandoned { row: TableRow { seats: vec![None, Some(sitter("Bo"))], ..row(TABLE) }, events: 0 };
    assert_eq!(wrote(&store, &[Write::Remove(Box::new(stays))]), [Beaten], "what is damaged stays");
    assert_eq!(store.table(id(2), 0).unwrap().unwrap().row, row(2), "the others are as they were");
}

#[test]
fn a_seat_of_a_removed_table_is_free_when_a_table_of_its_name_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &[Write::Table(row(TABLE))]);
    let again = TableRow { seats: vec![None, Some(sitter("Bo"))], ..row(TABLE) };
    assert_eq!(wrote(&store, &[removal(&store, TABLE), Write::Table(again.clone())]), [Kept; 2]);
    assert_eq!(store.table(id(TABLE), 0).unwrap().unwrap().row, again);
}

#[test]
fn a_journey_with_a_lost_traveller_is_refused_and_nobody_takes_their_seat() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    let join = |name| Write::JourneyChange(id(JOURNEY), JourneyChange::Join(Seat(1), traveller(name)));
    assert_eq!(wrote(&store, &[new_journey(), join("Bo")]), [Kept; 2]);
    lose(folder.path(), "travellers WHERE seat = 1");
    let refused = store.journey(id(JOURNEY), 0).unwrap_err();
    assert!(matches!(refused, StoreError::Damaged(_)) && refused.to_string().contains("seat 1"), "{refused}");
    assert_eq!(wrote(&store, &[join("Eve")]), [Beaten]);
}

#[test]
fn a_file_keeps_what_was_written_when_it_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    Sqlite::open(folder.path()).unwrap().write(&[Write::Table(row(TABLE)), append(1, "a")]).unwrap();
    let again = Sqlite::open(folder.path()).unwrap();
    assert_eq!(again.table(id(TABLE), 0).unwrap().unwrap().events, [event(1, "a")]);
    assert_eq!(wrote(&again, &[append(1, "b"), append(2, "b")]), [Beaten, Kept]);
}

/// Events are written anew in a later version. One that is damaged costs its table and no other one.
#[test]
fn a_damaged_event_of_an_older_version_is_the_damage_of_its_table_alone() {
    let folder = tempfile::tempdir().unwrap();
    let connection = Connection::open(folder.path().join(FILE)).unwrap();
    // Nothing but damage writes a text where a number belongs. To write it here, the table must not be strict.
    connection.execute_batch(&MIGRATIONS[0].replace("STRICT, WITHOUT ROWID", "WITHOUT ROWID")).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    for table in [7, 8] {
        let row = "INSERT INTO tables (id, game, rules_version, setup, seed, seats) VALUES (?1, 'sticks', 1, '', zeroblob(32), 2)";
        connection.execute(row, [table]).unwrap();
        for seq in 1..=2 {
            let event =
                "INSERT INTO events (table_id, seq, seat, action, request) VALUES (?1, ?2, 0, 'a' || ?2, 'r' || ?2)";
            connection.execute(event, [table, seq]).unwrap();
        }
    }
    assert_eq!(connection.execute("UPDATE events SET seat = 'x' WHERE table_id = 8 AND seq = 2", []).unwrap(), 1);
    drop(connection);
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(store.table(id(7), 0).unwrap().unwrap().events.len(), 2);
    let damaged = store.table(id(8), 0).unwrap_err();
    assert!(
        matches!(damaged, StoreError::Damaged(_)) && damaged.to_string().contains("2 events were written"),
        "{damaged}"
    );
}

/// The version before goes on with such a row, and so must this one.
#[test]
fn a_damaged_row_of_one_table_keeps_no_database_of_an_older_version_from_opening() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &[1, 5, 9].map(|number| Write::Table(row(number))));
    drop(store);
    let connection = Connection::open(folder.path().join(FILE)).unwrap();
    let newest = MIGRATIONS.iter().position(|migration| migration.contains("recent_events")).unwrap();
    let written = "CREATE TABLE written (batch INTEGER PRIMARY KEY, events BLOB NOT NULL) STRICT";
    connection
        .execute_batch(&format!("DROP TABLE recent_events; DROP TABLE recent_notes; DROP TABLE taken; {written}"))
        .unwrap();
    connection.pragma_update(None, "user_version", newest as u32).unwrap();
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(connection);
    // One bit in the head of a row: it has a text instead of a seed. Types of 32 bytes are 12 + 64 for a blob and 13 + 64 for a text.
    let file = folder.path().join(FILE);
    let mut bytes = std::fs::read(&file).unwrap();
    let is_seed = |head: &[u8]| head[0] == 12 + 64 && head[1..].windows(6).any(|text| text == b"sticks");
    let seed = bytes.windows(30).rposition(is_seed).expect("a row of a table");
    bytes[seed] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    let (whole, damaged): (Vec<_>, Vec<_>) =
        [1, 5, 9].map(|number| store.table(id(number), 0)).into_iter().partition(Result::is_ok);
    assert_eq!((whole.len(), damaged.len()), (2, 1));
    assert!(matches!(damaged[0], Err(StoreError::Damaged(_))), "{:?}", damaged[0]);
}

#[test]
fn a_damaged_row_of_somebody_who_sits_keeps_no_database_of_an_older_version_from_opening() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &[1, 5].map(|number| Write::Table(row(number))));
    drop(store);
    let connection = Connection::open(folder.path().join(FILE)).unwrap();
    let newest = MIGRATIONS.iter().position(|migration| migration.contains("TABLE taken")).unwrap();
    connection.execute_batch("DROP TABLE taken").unwrap();
    connection.pragma_update(None, "user_version", newest as u32).unwrap();
    // Nothing but damage writes a text where a number belongs. To write it here, the table must not be strict.
    connection
        .execute_batch(
            "CREATE TABLE copy AS SELECT * FROM sitters; DROP TABLE sitters;
             CREATE TABLE sitters (table_id, seat, name, key, request, share, bot, own, sum, commitment, PRIMARY KEY (table_id, seat))
             WITHOUT ROWID;
             INSERT INTO sitters SELECT table_id, seat, name, key, request, share, bot, own, sum, commitment FROM copy; DROP TABLE copy;
             UPDATE sitters SET seat = 'x' WHERE table_id = 5",
        )
        .unwrap();
    drop(connection);
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(store.table(id(1), 0).unwrap().unwrap().row, row(1));
    let damaged = store.table(id(5), 0);
    assert!(matches!(damaged, Err(StoreError::Damaged(_))), "{damaged:?}");
}

#[test]
fn a_database_of_a_newer_program_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    drop(Sqlite::open(folder.path()).unwrap());
    let connection = Connection::open(folder.path().join(FILE)).unwrap();
    connection.pragma_update(None, "user_version", MIGRATIONS.len() as u32 + 1).unwrap();
    drop(connection);
    let refused = Sqlite::open(folder.path()).unwrap_err().to_string();
    assert!(refused.contains("use the newer program that wrote it"), "{refused}");
}

/// Whoever looks whether a newer program could start must not keep the older one from going on.
#[test]
fn a_check_leaves_a_database_of_an_older_program_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let address = StoreAddress::Sqlite(folder.path().to_owned());
    assert_eq!(address.try_out().unwrap(), None, "there is none yet");
    assert_eq!(address.try_out().unwrap(), None, "it is of this version");
    let version = || {
        let connection = Connection::open(folder.path().join(FILE)).unwrap();
        connection.pragma_query_value(None, "user_version", |row| row.get::<_, u32>(0)).unwrap() as usize
    };
    assert_eq!(version(), MIGRATIONS.len());
    std::fs::remove_file(folder.path().join(FILE)).unwrap();
    first_version(folder.path(), &[id(1)], &[]);
    let older = address.try_out().unwrap().expect("it is older").to_string();
    assert!(older.contains("has version 1, and this program brings it to"), "{older}");
    let refused = address.open_moment().map(drop).unwrap_err().to_string();
    assert!(refused.contains("use the program that made it, or start a server first"), "{refused}");
    assert_eq!(version(), 1);
    address.open().unwrap();
    assert_eq!(version(), MIGRATIONS.len());
}

#[test]
fn a_folder_belongs_to_one_server_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let first = Sqlite::open(folder.path()).unwrap();
    let refused = Sqlite::open(folder.path()).unwrap_err().to_string();
    let name = folder.path().display().to_string();
    assert!(refused.contains(&name) && refused.contains("in use by another server"), "{refused}");
    drop(first);
    Sqlite::open(folder.path()).unwrap();
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_the_seeds() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap(); // made by somebody else
    let store = Sqlite::open(folder.path()).unwrap();
    wrote(&store, &[Write::Table(row(TABLE))]);
    for file in std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
        let mode = file.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", file.path().display());
    }
}

/// Makes a database of the first version: tables with one sitter each, and an action and a resignation at some of them.
fn first_version(data_dir: &Path, tables: &[TableId], played: &[(TableId, &str)]) {
    let connection = Connection::open(data_dir.join(FILE)).unwrap();
    connection.execute_batch(MIGRATIONS[0]).unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| assert_eq!(connection.execute(sql, values).unwrap(), 1);
    for table in tables {
        let table: &dyn rusqlite::ToSql = &table.to_number();
        run("INSERT INTO tables VALUES (?1, 'sticks', 1, 'a=3', zeroblob(32), 2, NULL)", &[table]);
        run("INSERT INTO sitters VALUES (?1, 0, 'Ann', zeroblob(32), 'sit')", &[table]);
    }
    for (table, action) in played {
        let table: &dyn rusqlite::ToSql = &table.to_number();
        run("INSERT INTO events VALUES (?1, 1, 0, ?2, 'r1')", &[table, action]);
        run("INSERT INTO events VALUES (?1, 2, 0, NULL, 'r2')", &[table]);
    }
}

/// A database as the first version wrote it: what has begun goes on with its seed alone, the rest begins with shares.
#[test]
fn a_database_from_before_shares_is_read_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    first_version(folder.path(), &[id(1), id(2)], &[(id(1), "a1")]);
    let store = Sqlite::open(folder.path()).unwrap();
    let [begun, new] = [1, 2].map(|number| store.table(id(number), 0).unwrap().unwrap());
    assert!(!begun.row.fair && new.row.fair);
    assert_eq!(begun.events, [event(1, "r1"), StoredEvent { seq: 2, kind: StoredEventKind::Resign, ..event(2, "r2") }]);
    let ann = begun.row.seats[0].as_ref().unwrap();
    assert_eq!((ann.share, &ann.who), (None, &Who::Person(KeyHash([0; 32]))), "a person, as everybody was");
    assert_eq!(ann.seat_option, None, "what belonged to the seat is in the setup");
    let commit = Change::Commit(Seat(0), KeyHash([0; 32]), ShareCommitment([1; 32]));
    assert_eq!(wrote(&store, &[Write::Change(id(2), commit)]), [Kept]);
}

/// A database as it was before seats committed: a match that has begun keeps its shares and its sums, and at a table that
/// waits the told share of a person is dropped, for another one that they commit to.
#[test]
fn a_database_from_before_commitments_is_read_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let bot = |share| Sitter { who: Who::Bot("3".to_owned()), share: Some(Share([share; 32])), ..sitter("it") };
    let given = |name| Sitter { share: Some(Share([7; 32])), ..sitter(name) };
    let begun = TableRow { seats: vec![Some(given("Ann")), Some(bot(1))], ..row(1) };
    let waiting = TableRow { seats: vec![Some(given("Ann")), Some(bot(2)), Some(sitter("Bo"))], ..row(2) };
    let played = Write::Change(id(1), Change::Event(event(1, "a")));
    let store = Sqlite::open(folder.path()).unwrap();
    assert_eq!(wrote(&store, &[Write::Table(begun.clone()), Write::Table(waiting.clone()), played]), [Kept; 3]);
    drop(store);
    let connection = Connection::open(folder.path().join(FILE)).unwrap();
    let later = "ALTER TABLE sitters DROP COLUMN commitment; DROP TABLE event_counts; DROP TABLE recent_notes; DROP TABLE recent_events;
        ALTER TABLE journeys DROP COLUMN joined; DROP TABLE taken;
        CREATE UNIQUE INDEX events_by_request ON events (table_id, seat, request)";
    connection.execute_batch(later).unwrap();
    connection.execute_batch("DROP INDEX tables_by_touched").unwrap();
    connection.execute_batch("ALTER TABLE tables DROP COLUMN touched; DROP INDEX tables_by_next").unwrap();
    connection.execute_batch("DROP INDEX tables_by_rules; DROP INDEX journeys_by_rules").unwrap();
    connection.execute_batch("DROP INDEX journey_tables_by_table").unwrap();
    connection.pragma_update(None, "user_version", 9).unwrap(); // the version before
    drop(connection);
    let store = Sqlite::open(folder.path()).unwrap();
    let [begun_now, waiting_now] = [1, 2].map(|number| store.table(id(number), 0).unwrap().unwrap());
    let touched = begun_now.row.touched; // from when the version changed
    assert_eq!((begun_now.row, begun_now.events), (TableRow { touched, ..begun }, vec![event(1, "a")]));
    let seats = vec![Some(sitter("Ann")), Some(bot(2)), Some(sitter("Bo"))];
    assert_eq!(waiting_now.row, TableRow { seats, touched, ..waiting });
    let next = Write::Change(id(1), Change::Event(event(2, "b")));
    let commit = Write::Change(id(2), Change::Commit(Seat(0), key("Ann"), ShareCommitment([1; 32])));
    assert_eq!(wrote(&store, &[next, commit]), [Kept; 2]);
}
