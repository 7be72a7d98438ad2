//! A SQLite database as one file for itself: made while a server uses the database, and read again into a folder of its own.

use std::fs::File;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::sqlite::FILE;
use super::sqlite_folder::{private_file, private_folder};
use super::sqlite_queue::is_damage;
use super::sqlite_shape::MIGRATIONS;
use super::{Sqlite, StoreError};

/// A folder with a database that nobody else uses. It is removed with everything in it at the end.
pub(crate) struct OwnFolder(PathBuf);

impl OwnFolder {
    /// Makes the folder, which its owner alone can read.
    pub(crate) fn make(path: PathBuf) -> Result<Self, StoreError> {
        if path.exists() {
            return Err(StoreError::Failed(format!("{} is in the way: it is there already", path.display())));
        }
        private_folder(&path).map_err(|error| failed(&path, &error))?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.0.join(FILE)
    }

    /// Copies the database in another folder as it is at this moment. A server may use it meanwhile.
    pub(crate) fn copy_running(&self, data_dir: &Path) -> Result<(), StoreError> {
        let (from, to) = (data_dir.join(FILE), self.file());
        private_file(&to).map_err(|error| failed(&to, &error))?;
        let copy = || -> rusqlite::Result<()> {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(&from, flags)?;
            connection.busy_timeout(std::time::Duration::from_secs(5))?;
            connection.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
            Ok(())
        };
        copy().map_err(|error| {
            let what_helps = if is_damage(&error) {
                ": a part of the file is damaged. Stop the server; sixfold store copy copies every match that is whole to a new store"
            } else {
                ""
            };
            StoreError::Failed(format!("{}: {error}{what_helps}", from.display()))
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
        Sqlite::open(&self.0)
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
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn failed(path: &Path, error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("{}: {error}", path.display()))
}
