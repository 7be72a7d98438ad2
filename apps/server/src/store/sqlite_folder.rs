//! The folder of a SQLite store: who may read it, and which server has it.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::path::Path;

use super::StoreError;

/// The lock file of the folder. The file stays after the server; the lock ends with the process, even after a crash.
const LOCK: &str = "sixfold.lock";

/// Makes a folder that its owner alone can read: seeds of running matches are in there.
pub(super) fn private_folder(path: &Path) -> io::Result<()> {
    let mut folder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.recursive(true).create(path)
}

/// Makes a file that its owner alone can read, if there is none yet. SQLite gives its other files the same rights.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create(true).truncate(false).open(path)
}

/// The folder belongs to one server while this lasts. Two servers that know nothing of each other would each tell their people half
/// of a match.
#[derive(Debug)]
pub(super) struct FolderLock(File);

impl FolderLock {
    /// Whether somebody has or had this folder.
    pub(super) fn is_in(data_dir: &Path) -> bool {
        data_dir.join(LOCK).is_file()
    }

    pub(super) fn take(data_dir: &Path) -> Result<Self, StoreError> {
        let folder = data_dir.display();
        let failed = |error: io::Error| StoreError::Failed(format!("{folder}: {error}"));
        let file = private_file(&data_dir.join(LOCK)).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(StoreError::Failed(format!("{folder} is in use by another server"))),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

/// Closing the file is not enough. While another thread starts a program, the new process holds a copy of every open file for a
/// moment, and a lock lasts until the last copy is closed.
impl Drop for FolderLock {
    fn drop(&mut self) {
        self.unlock();
    }
}

impl FolderLock {
    pub(super) fn unlock(&self) {
        if let Err(error) = self.0.unlock() {
            tracing::debug!("the lock of the folder ends with the process: {error}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_free_at_once_although_a_program_that_is_being_started_has_a_copy_of_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let lock = FolderLock::take(folder.path()).unwrap();
        let copy = lock.0.try_clone().unwrap();
        assert!(FolderLock::take(folder.path()).is_err());
        drop(lock);
        let again = FolderLock::take(folder.path()).expect("nobody uses the folder");
        drop(copy);
        assert!(FolderLock::take(folder.path()).is_err(), "closing the copy does not end the lock of another server");
        drop(again);
    }
}
