//! Backups: everything that a store keeps at one moment, in one file, made while servers run; and such a file as a store again.
//! The file is a SQLite database, whatever the store is.

use std::path::{Path, PathBuf};

use crate::config::Config;
use crate::ids::{Entropy, TableId};
use crate::store::{OwnFolder, StoreAddress, StoreError};
use crate::store_check::{StoreReport, check_store};
use crate::store_copy::{CopyError, CopyReport, copy_store};

/// Writes everything that a store keeps to a new file, and reads and replays it there. The file gets its name when all of it is on
/// the disk, and its owner alone can read it: the secrets of running matches are in it. What is damaged in the store is named in
/// the report, and the rest is in the file.
pub fn back_up(store: &StoreAddress, file: &Path, mut progress: impl FnMut(f32)) -> Result<StoreReport, CopyError> {
    if file.exists() {
        let problem = format!("{} is there already; a backup replaces nothing", file.display());
        return Err(StoreError::Failed(problem).into());
    }
    let folder = OwnFolder::make(beside(file))?;
    let problems = match store {
        StoreAddress::Sqlite(data_dir) => {
            folder.copy_running(data_dir)?;
            Vec::new()
        }
        StoreAddress::Postgres(_) => {
            let moment = store.open_moment()?;
            copy_store(&*moment, &folder.open()?, |done| progress(done / 2.0))?.problems
        }
    };
    let mut report = check_store(&folder.open()?, &Config::new(folder.path()), |done| progress(0.5 + done / 2.0));
    report.problems.splice(0..0, problems);
    folder.finish(file)?;
    Ok(report)
}

/// Copies everything in a backup to a store, which has to be empty or to have a part of the backup only, and reads and replays it
/// there. It can be interrupted at any moment and is resumed by starting it again.
pub fn restore(
    file: &Path,
    store: &StoreAddress,
    mut progress: impl FnMut(f32),
) -> Result<(CopyReport, StoreReport), CopyError> {
    let folder = OwnFolder::make(match store {
        // On the disk that has to hold it anyway. The system's folder for temporary files may be in memory.
        StoreAddress::Sqlite(data_dir) => data_dir.join(format!(".restore-{}.part", new_name())),
        StoreAddress::Postgres(_) if can_be_written_beside(file) => beside(file),
        StoreAddress::Postgres(_) => std::env::temp_dir().join(format!("sixfold-restore-{}", new_name())),
    })?;
    folder.take(file)?;
    let target = store.open()?;
    let copied = copy_store(&folder.open()?, &*target, |done| progress(done / 2.0))?;
    let report = check_store(&*target, &Config::new(folder.path()), |done| progress(0.5 + done / 2.0));
    Ok((copied, report))
}

/// Whether the folder of the file takes another one. A backup may be on a disk that can only be read.
fn can_be_written_beside(file: &Path) -> bool {
    OwnFolder::make(beside(file)).is_ok()
}

/// A name beside the file, on the same disk.
fn beside(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!(".{name}.{}.part", new_name()))
}

/// A name that nobody else has.
fn new_name() -> TableId {
    Entropy::of_the_system().table_id()
}
