//! Backups: everything that a store keeps at one moment, in one file, made while servers run; and such a file as a store again.
//! The file is a SQLite database, whatever the store is.

use std::path::Path;

use crate::config::Config;
use crate::ids::Entropy;
use crate::store::{OwnFolder, StoreAddress, StoreError, Unfinished};
use crate::store_check::{StoreReport, check_store};
use crate::store_copy::{CopyError, CopyReport, copy_store};

/// Writes everything that a store keeps to a new file, and reads and replays it there. The file gets its name when all of it is on
/// the disk, and its owner alone can read it: the secrets of running matches are in it. What is damaged in the store is named in
/// the report, and the rest is in the file. `unfinished` is for another thread that is asked to end this.
pub fn back_up(
    store: &StoreAddress,
    file: &Path,
    unfinished: &Unfinished,
    mut progress: impl FnMut(f32),
) -> Result<StoreReport, CopyError> {
    if file.exists() {
        let problem = format!("{} is there already; a backup replaces nothing", file.display());
        return Err(StoreError::Failed(problem).into());
    }
    let into = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !into.is_dir() {
        // Made here, it would be on another disk than the one that was meant and is not there.
        let problem = format!("there is no folder {}; a backup makes none: make it, or mount its disk", into.display());
        return Err(StoreError::Failed(problem).into());
    }
    let folder = make_beside(file, unfinished)?;
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
/// there. It can be interrupted at any moment and is resumed by starting it again. `unfinished` is for another thread that is asked to
/// end this.
pub fn restore(
    file: &Path,
    store: &StoreAddress,
    unfinished: &Unfinished,
    mut progress: impl FnMut(f32),
) -> Result<(CopyReport, StoreReport), CopyError> {
    let folder = match store {
        // On the disk that has to hold it anyway. The system's folder for temporary files may be in memory.
        StoreAddress::Sqlite(data_dir) => make(data_dir, ".restore-", ".part", unfinished),
        // A backup may be on a disk that can only be read.
        StoreAddress::Postgres(_) => {
            make_beside(file, unfinished).or_else(|_| make(&std::env::temp_dir(), "sixfold-restore-", "", unfinished))
        }
    }?;
    folder.take(file)?;
    let target = store.open()?;
    let copied = copy_store(&folder.open()?, &*target, |done| progress(done / 2.0))?;
    let report = check_store(&*target, &Config::new(folder.path()), |done| progress(0.5 + done / 2.0));
    Ok((copied, report))
}

/// A folder beside the file, on the same disk.
fn make_beside(file: &Path, unfinished: &Unfinished) -> Result<OwnFolder, StoreError> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    make(&file.with_file_name(""), &format!(".{name}."), ".part", unfinished)
}

/// A folder with a name that nobody else has.
fn make(parent: &Path, begins: &str, ends: &str, unfinished: &Unfinished) -> Result<OwnFolder, StoreError> {
    let name = Entropy::of_the_system().table_id();
    OwnFolder::make(parent.join(format!("{begins}{name}{ends}")), (begins, ends), unfinished)
}
