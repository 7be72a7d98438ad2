//! A SQLite database as one file for itself: made while a server uses the database, and read again into a folder of its own.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};

use super::sqlite::FILE;
use super::sqlite_folder::{FolderLock, private_file, private_folder};
use super::sqlite_queue::is_damage;
use super::sqlite_shape::MIGRATIONS;
use super::sqlite_unfinished::{Unfinished, remove_leftovers_beside};
use super::{Sqlite, StoreError};

/// A folder with a database that nobody else uses. It is removed with everything in it at the end.
pub(crate) struct OwnFolder {
    path: PathBuf,
    /// Held from the beginning, so that nobody takes the folder for one that was left behind.
    lock: Arc<FolderLock>,
    unfinished: Unfinished,
}

impl OwnFolder {
    /// Makes the folder, which its owner alone can read. Removes those beside it that were left behind and whose names begin and end
    /// like this.
    pub(crate) fn make(
        path: PathBuf,
        (begins, ends): (&str, &str),
        unfinished: &Unfinished,
    ) -> Result<Self, StoreError> {
        if path.exists() {
            return Err(StoreError::Failed(format!("{} is in the way: it is there already", path.display())));
        }
        let lock = unfinished.begin(&path, || {
            private_folder(&path).map_err(|error| failed(&path, &error))?;
            FolderLock::take(&path)
        })?;
        remove_leftovers_beside(&path, begins, ends);
        Ok(Self { path, lock: Arc::new(lock), unfinished: unfinished.clone() })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.path.join(FILE)
    }

    /// Copies the database in another folder as it is at this moment. A server may use it meanwhile.
    pub(crate) fn copy_running(&self, data_dir: &Path) -> Result<(), StoreError> {
        let (from, to) = (data_dir.join(FILE), self.file());
        private_file(&to).map_err(|error| failed(&to, &error))?;
        let opened = || {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(&from, flags)?;
            connection.busy_timeout(std::time::Duration::from_secs(5))?;
            connection.query_row("PRAGMA user_version", [], |_| Ok(()))?;
            Ok(connection)
        };
        let connection: Connection = opened().map_err(|error| not_copied(&from, &error))?;
        let copied = connection.execute("VACUUM INTO ?1", [to.to_string_lossy()]);
        copied.map(drop).map_err(|error| {
            if to_be_written(&error) {
                // The folder of the copy has gone when this is read, and its own one has not.
                let into = self.path.parent().unwrap_or(&to);
                failed(into, &format!("the backup could not be written: {error}"))
            } else {
                not_copied(&from, &error)
            }
        })
    }

    /// Copies a backup into the folder. A file that is no backup, or one of a newer program, is refused.
    pub(crate) fn take(&self, backup: &Path) -> Result<(), StoreError> {
        let mut from = File::open(backup).map_err(|error| failed(backup, &error))?;
        let to = self.file();
        let mut into = private_file(&to).map_err(|error| failed(&to, &error))?;
        std::io::copy(&mut from, &mut into).map_err(|error| failed(&to, &error))?;
        let version = || -> rusqlite::Result<u32> {
            Connection::open(&to)?.pragma_query_value(None, "user_version", |row| row.get(0))
        };
        let newest = MIGRATIONS.len() as u32;
        match version().map_err(|error| failed(backup, &error))? {
            0 => Err(StoreError::Failed(format!("{} is no backup of a store", backup.display()))),
            version if version > newest => Err(StoreError::Failed(format!(
                "{} has version {version}, and this program knows {newest}: restore it with the newer program that made it",
                backup.display()
            ))),
            _ => Ok(()),
        }
    }

    /// The store in the folder.
    pub(crate) fn open(&self) -> Result<Sqlite, StoreError> {
        Sqlite::open_locked(&self.path, self.lock.clone())
    }

    /// Makes one file of the database and gives it a name elsewhere on the same disk. When this returns, it survives a loss of
    /// power.
    pub(crate) fn finish(self, name: &Path) -> Result<(), StoreError> {
        let from = self.file();
        let alone =
            || -> rusqlite::Result<()> { Connection::open(&from)?.pragma_update(None, "journal_mode", "delete") };
        alone().map_err(|error| failed(&from, &error))?;
        File::open(&from).and_then(|file| file.sync_all()).map_err(|error| failed(&from, &error))?;
        // Unlike renaming, this does not replace a file that somebody has made meanwhile.
        std::fs::hard_link(&from, name)
            .or_else(|error| if name.exists() { Err(error) } else { std::fs::rename(&from, name) })
            .map_err(|error| failed(name, &error))?;
        let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        #[cfg(unix)]
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| failed(folder, &error))?;
        Ok(())
    }
}

impl Drop for OwnFolder {
    fn drop(&mut self) {
        self.unfinished.end();
    }
}

/// Whether it is the copy that could not be written. The database itself is only read.
fn to_be_written(error: &rusqlite::Error) -> bool {
    let extended = error.sqlite_error().map(|error| error.extended_code);
    matches!(error.sqlite_error_code(), Some(ErrorCode::DiskFull | ErrorCode::CannotOpen))
        || matches!(extended, Some(ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_FSYNC | ffi::SQLITE_IOERR_TRUNCATE))
}

fn not_copied(from: &Path, error: &rusqlite::Error) -> StoreError {
    let what_helps = if is_damage(error) {
        ": a part of the file is damaged. Stop the server; sixfold store copy copies every match that is whole to a new store"
    } else {
        ""
    };
    failed(from, &format!("{error}{what_helps}"))
}

fn failed(path: &Path, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("{}: {error}", path.display()))
}

#[cfg(test)]
impl OwnFolder {
    /// Ends its lock and leaves it as it is, as the end of a process does that was killed.
    pub(super) fn let_go_as_if_killed(self) {
        std::mem::ManuallyDrop::new(self).lock.unlock();
    }
}
