//! What was played is the same in every copy: from one store to another, and through a backup that was made while a server ran.

use game::Record;

use super::*;
use crate::games::Games;
use crate::live::Live;
use crate::store::{Change, Inventory, Kind, Postgres, Sqlite, StoreAddress, Write, new_postgres_address};
use crate::{CopyError, Unfinished, back_up, copy_store, restore};

/// A server that goes on running over a SQLite file, with matches of every state: finished ones, one with a rematch, one that is
/// being played, one that nobody has joined, and a journey with a finished battle and one that is prepared.
async fn played(folder: &std::path::Path) -> House {
    played_over(Arc::new(Sqlite::open(folder).unwrap())).await
}

/// The same over any store.
pub(super) async fn played_over(store: Arc<dyn Store>) -> House {
    let house = House::over(store, |_| {});
    for _ in 0..2 {
        let mut table = house.started().await;
        while table.state.actor().is_some() {
            table.step().await;
        }
        table.people[0].say(&FromClient::Rematch { id: "again".to_owned() }).await;
        table.people[0].hear_until(|message| matches!(message, FromServer::Next { .. })).await;
    }
    let mut given_up = house.started().await;
    given_up.step().await;
    given_up.resign(0).await;
    house.started().await.step().await;
    house.table().await;
    let party = house.party().await;
    let battle = house.prepare(&party).await;
    house.lose(&party, &battle).await;
    house.prepare(&party).await;
    house
}

/// The records of all finished matches, replayed.
fn records(store: &dyn Inventory) -> Vec<String> {
    let games = Games::new(Config::new("nowhere").games);
    let mut records = Vec::new();
    for id in store.names(Kind::Table, None, 1_000).unwrap() {
        let stored = store.table(id, 0).unwrap().unwrap();
        if let Some(text) = Live::load(stored, &games).unwrap().record() {
            let record: Record = text.parse().unwrap();
            catalog::find(&record.game).unwrap().replay(&record).expect("the record is right");
            records.push(text);
        }
    }
    records
}

fn address(folder: &tempfile::TempDir) -> StoreAddress {
    StoreAddress::Sqlite(folder.path().join("data"))
}

#[tokio::test]
async fn a_backup_of_a_running_server_is_restored_with_every_record() {
    let folder = tempfile::tempdir().unwrap();
    let house = played(folder.path()).await;
    let source = StoreAddress::Sqlite(folder.path().to_owned());
    assert!(source.open().is_err(), "the server holds the folder");
    let file = folder.path().join("all.backup");
    let asked = (source.clone(), file.clone());
    let report = tokio::task::spawn_blocking(move || back_up(&asked.0, &asked.1, &Unfinished::default(), |_| {}))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(report.problems, [""; 0]);
    assert!(report.tables >= 9 && report.journeys == 1 && report.events > 20, "{report:?}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("part")), "{left:?}");
    assert!(back_up(&source, &file, &Unfinished::default(), |_| {}).is_err(), "a backup replaces nothing");

    // The server goes on meanwhile; the backup stays as it was.
    house.started().await.step().await;
    let postgres: StoreAddress = new_postgres_address().parse().unwrap();
    tokio::task::spawn_blocking(move || {
        let sqlite = tempfile::tempdir().unwrap();
        let mut all = Vec::new();
        for target in [address(&sqlite), postgres.clone()] {
            let (copied, checked) = restore(&file, &target, &Unfinished::default(), |_| {}).unwrap();
            assert_eq!((copied.problems, checked.problems.clone()), (Vec::new(), Vec::new()));
            assert_eq!(checked, report, "{target}");
            all.push(records(&*target.open().unwrap()));
        }
        assert!(all[0].len() >= 4, "{}", all[0].len());
        assert_eq!(all[0], all[1]);

        // The same from PostgreSQL, while nodes use it.
        let node = postgres.open().unwrap();
        let again = file.with_file_name("again.backup");
        assert_eq!(back_up(&postgres, &again, &Unfinished::default(), |_| {}).unwrap(), report);
        let third = tempfile::tempdir().unwrap();
        restore(&again, &address(&third), &Unfinished::default(), |_| {}).unwrap();
        assert_eq!(records(&*address(&third).open().unwrap()), all[0]);
        drop(node);

        let refused =
            restore(folder.path().join("sixfold.lock").as_path(), &address(&third), &Unfinished::default(), |_| {})
                .unwrap_err();
        assert!(refused.to_string().contains("no backup"), "{refused}");
    })
    .await
    .unwrap();
    drop(house);
}

#[tokio::test]
async fn a_store_is_copied_whole_in_both_directions_and_goes_on_after_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let house = played(folder.path()).await;
    let file = folder.path().join("all.backup");
    tokio::task::spawn_blocking(move || {
        back_up(&StoreAddress::Sqlite(folder.path().to_owned()), &file, &Unfinished::default(), |_| {}).unwrap();
        let here = tempfile::tempdir().unwrap();
        restore(&file, &address(&here), &Unfinished::default(), |_| {}).unwrap();
        let source = address(&here).open().unwrap();
        let postgres: StoreAddress = new_postgres_address().parse().unwrap();
        let target = postgres.open().unwrap();

        // A part of the source is there, as after an interruption: a whole table, and the beginning of another one.
        let tables = source.names(Kind::Table, None, 1_000).unwrap();
        let mut part = Vec::new();
        for (index, id) in tables.iter().take(3).enumerate() {
            let stored = source.table(*id, 0).unwrap().unwrap();
            part.push(Write::Table(stored.row));
            let known = if index == 0 { stored.events.len() } else { stored.events.len() / 2 };
            part.extend(stored.events.into_iter().take(known).map(|event| Write::Change(*id, Change::Event(event))));
        }
        target.write(&part).unwrap();
        let mut done = 0.0;
        let copied = copy_store(&*source, &*target, |share| done = share).unwrap();
        assert!((done - 1.0_f32).abs() < 1e-6, "progress ends at the end: {done}");
        assert_eq!(copied.tables, tables.len() as u64);
        assert_eq!(copy_store(&*source, &*target, |_| {}).unwrap(), copied, "once more changes nothing");
        // When somebody was last at a table is copied too, and brought up to date.
        let unfinished =
            tables.iter().find(|id| source.table(**id, 0).unwrap().unwrap().row.touched.is_some()).unwrap();
        let touched = |store: &dyn Inventory| store.table(*unfinished, 0).unwrap().unwrap().row.touched;
        assert_eq!(touched(&*target), touched(&*source));
        for new in [touched(&*source).map(|touched| touched + 7_200), None] {
            source.write(&[Write::Change(*unfinished, Change::Touched(new))]).unwrap();
            assert_eq!(copy_store(&*source, &*target, |_| {}).unwrap(), copied);
            assert_eq!(touched(&*target), new);
        }
        let journeys = source.names(Kind::Journey, None, 9).unwrap();
        assert!(journeys.iter().any(|journey| source.matches(*journey).unwrap().len() == 2), "both battles are there");

        let back = tempfile::tempdir().unwrap();
        let back = Sqlite::open(back.path()).unwrap();
        assert_eq!(copy_store(&*target, &back, |_| {}).unwrap(), copied);
        assert_eq!(copy_store(&back, &*source, |_| {}).unwrap(), copied, "it is what it was at the beginning");
        assert_eq!(records(&back), records(&*source));

        // A target with something of its own is left alone.
        let other = Memory::default();
        let row = TableRow { id: TableId::from_number(5), ..source.table(tables[0], 0).unwrap().unwrap().row };
        other.write(&[Write::Table(row.clone())]).unwrap();
        assert!(matches!(copy_store(&*source, &other, |_| {}), Err(CopyError::NotEmpty(_))));
        assert_eq!(other.count(Kind::Table).unwrap(), 1, "nothing was copied");
        let other = Memory::default();
        other.write(&[Write::Table(TableRow { id: tables[0], seed: Seed([9; 32]), ..row })]).unwrap();
        let refused = copy_store(&*source, &other, |_| {}).unwrap_err();
        assert!(matches!(&refused, CopyError::Different(name) if name.contains(&tables[0].to_string())), "{refused}");
    })
    .await
    .unwrap();
    drop(house);
}

#[tokio::test]
async fn what_is_damaged_is_named_and_the_rest_is_copied_and_backed_up() {
    let folder = tempfile::tempdir().unwrap();
    let house = played(folder.path()).await;
    tokio::task::spawn_blocking(move || {
        let running = StoreAddress::Sqlite(folder.path().to_owned());
        let whole = back_up(&running, &folder.path().join("whole"), &Unfinished::default(), |_| {}).unwrap();
        let here = tempfile::tempdir().unwrap();
        restore(&folder.path().join("whole"), &address(&here), &Unfinished::default(), |_| {}).unwrap();
        // The first match that was played to its end has a rematch.
        let file = here.path().join("data/sixfold.db");
        let connection = rusqlite::Connection::open(&file).unwrap();
        let first = "SELECT id FROM tables WHERE next IS NOT NULL ORDER BY id LIMIT 1";
        let damaged: i64 = connection.query_row(first, [], |row| row.get(0)).unwrap();
        assert_eq!(
            connection.execute("UPDATE events SET seat = 1 - seat WHERE table_id = ?1 AND seq = 4", [damaged]),
            Ok(1)
        );
        drop(connection);
        let name = TableId::from_number(damaged).to_string();

        let backup = here.path().join("backup");
        let report = back_up(&address(&here), &backup, &Unfinished::default(), |_| {}).unwrap();
        assert!(matches!(&report.problems[..], [problem] if problem.contains(&name)), "{report:?}");
        let target: StoreAddress = new_postgres_address().parse().unwrap();
        let (copied, checked) = restore(&backup, &target, &Unfinished::default(), |_| {}).unwrap();
        assert!(matches!(&copied.problems[..], [problem] if problem.contains(&name)), "{copied:?}");
        assert_eq!((checked.tables, checked.problems.len()), (whole.tables - 1, 0), "{checked:?}");
        assert_eq!(target.open().unwrap().table(TableId::from_number(damaged), 0).unwrap(), None);
    })
    .await
    .unwrap();
    drop(house);
}

/// The rooms of a server over PostgreSQL play, and a second node over the same database goes on.
#[tokio::test]
async fn a_match_is_played_over_postgres_by_two_nodes() {
    let address = new_postgres_address().parse().unwrap();
    let open = move |address| tokio::task::spawn_blocking(move || Postgres::open(&address).unwrap());
    let (one, other): (Postgres, Postgres) = {
        let StoreAddress::Postgres(address) = address else { panic!("an address of PostgreSQL") };
        (open(address.clone()).await.unwrap(), open(address).await.unwrap())
    };
    let here = House::over(Arc::new(one), |_| {});
    let mut table = here.started().await;
    for _ in 0..6 {
        table.step().await;
    }
    let there = House::over(Arc::new(other), |_| {});
    let (_, welcome) = there.guest(&table.table, Some(&table.keys[0]), 0).await;
    assert_eq!(welcome.moments.len(), 6);
}
