//! `sixfold store check`.

use server::Sqlite;

use crate::common::sixfold;

#[test]
fn a_store_is_checked_and_a_folder_without_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let check = format!("store check --data-dir {}", folder.path().display());
    assert!(sixfold(&check).complaint(2).contains("there is no database in"));
    drop(Sqlite::open(folder.path()).unwrap());
    assert_eq!(sixfold(&check).said(), "0 tables and 0 journeys with 0 events: everything is as it was written\n");
    let rows = sixfold(&format!("{check} --json")).objects();
    assert_eq!(rows[0]["problems"], 0);

    let busy = Sqlite::open(folder.path()).unwrap();
    assert!(sixfold(&check).complaint(3).contains("in use by another server"));
    drop(busy);
    std::fs::write(folder.path().join("sixfold.db"), "this is no database, whatever its name says").unwrap();
    assert_eq!(sixfold(&check).code, 3);
}
