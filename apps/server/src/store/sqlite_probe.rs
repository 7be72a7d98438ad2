//! A write that leaves nothing behind, to find out whether a write would succeed.

use rusqlite::{Connection, TransactionBehavior};

/// The mark of our databases, by which other programs can tell them from those of others: `SXFD`.
const APPLICATION: i32 = 0x5358_4644;

/// Writes a row of several pages, as large as a new table, and takes it away again, each with a sync. The pages are used again
/// by the next write, so the file grows once at most. Fails on a full disk, on a database that has reached its largest size,
/// and where nothing may be written. A row that a crash has left is replaced; no table refers to it.
pub(super) fn probe(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    let row = "INSERT OR REPLACE INTO rule_sets (fingerprint, files) VALUES (x'00', hex(zeroblob(4096)))";
    transaction.prepare_cached(row)?.execute([])?;
    transaction.commit()?;
    connection.prepare_cached("DELETE FROM rule_sets WHERE fingerprint = x'00'")?.execute([])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use rusqlite::OpenFlags;

    use super::*;
    use crate::store::{Inventory as _, Kind, Sqlite, Store as _, sqlite::FILE};

    fn open(folder: &std::path::Path, flags: OpenFlags) -> Connection {
        Connection::open_with_flags(folder.join(FILE), flags).unwrap()
    }

    #[test]
    fn a_probe_is_a_real_write_that_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let store = Sqlite::open(folder.path()).unwrap();
        let log = folder.path().join(format!("{FILE}-wal"));
        let length = || std::fs::metadata(&log).unwrap().len();
        let before = length();
        store.probe().unwrap();
        assert!(length() > before, "the write-ahead log has a page more");
        let other = open(folder.path(), OpenFlags::default());
        let rules: u32 = other.query_row("SELECT count(*) FROM rule_sets", [], |row| row.get(0)).unwrap();
        assert_eq!((rules, store.count(Kind::Table).unwrap()), (0, 0));
        let pages = || other.query_row("PRAGMA page_count", [], |row| row.get::<_, u32>(0)).unwrap();
        let first = pages();
        for _ in 0..20 {
            store.probe().unwrap();
        }
        assert_eq!(pages(), first, "the database does not grow");
    }

    #[test]
    fn a_probe_fails_where_nothing_may_be_written_and_where_there_is_no_room() {
        let folder = tempfile::tempdir().unwrap();
        drop(Sqlite::open(folder.path()).unwrap());
        let mut closed = open(folder.path(), OpenFlags::SQLITE_OPEN_READ_ONLY);
        assert!(probe(&mut closed).unwrap_err().to_string().contains("readonly"));
        let mut full = open(folder.path(), OpenFlags::default());
        let pages: u32 = full.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
        full.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |row| row.get::<_, u32>(0)).unwrap();
        assert!(probe(&mut full).unwrap_err().to_string().contains("full"));
    }
}
