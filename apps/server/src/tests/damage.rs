//! Damage on a disk: a match that is not as it was written is refused with its name, and the others go on.

use super::*;
use crate::store::Sqlite;
use crate::{StoreReport, check_store};

/// Changes the database behind the server's back, as a disk does.
fn damage(folder: &std::path::Path, sql: &str) {
    let connection = rusqlite::Connection::open(folder.join("sixfold.db")).unwrap();
    assert_eq!(connection.execute(sql, []).unwrap(), 1);
}

fn check(folder: &std::path::Path) -> StoreReport {
    let mut done = 0.0;
    let report = check_store(&Sqlite::open(folder).unwrap(), &Config::new(folder), |share| done = share);
    assert!((done - 1.0_f32).abs() < 1e-6, "progress ends at the end: {done}");
    report
}

#[tokio::test]
async fn a_damaged_match_is_refused_and_named_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut tables = Vec::new();
    {
        let house = House::over(Arc::new(Sqlite::open(folder.path()).unwrap()), |_| {});
        for _ in 0..2 {
            let mut table = house.started().await;
            for _ in 0..6 {
                table.step().await;
            }
            tables.push(table.table);
        }
        house.hub.close().await;
    }
    // The store is let go of when its last user has gone.
    let store = loop {
        match Sqlite::open(folder.path()) {
            Ok(store) => break store,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    drop(store);
    let whole = check(folder.path());
    assert_eq!((whole.tables, whole.events, whole.problems.len()), (2, 12, 0), "{whole:?}");

    let damaged = tables[0].parse::<TableId>().unwrap().to_number();
    damage(folder.path(), &format!("UPDATE events SET seat = 1 - seat WHERE table_id = {damaged} AND seq = 4"));
    let report = check(folder.path());
    let [problem] = &report.problems[..] else { panic!("{report:?}") };
    assert!(problem.contains(&tables[0]) && problem.contains("event 4"), "{problem}");

    let house = House::over(Arc::new(Sqlite::open(folder.path()).unwrap()), |_| {});
    let mut client = house.connect(&tables[0]);
    assert_eq!(code(client.hello(None, 0).await), RefusedCode::Damaged);
    assert!(client.hear().await.is_none(), "asking again does not help");
    assert_eq!(house.guest(&tables[1], None, 0).await.1.moments.len(), 6);
}
