//! Folders in which backups are made and restored. They hold the secrets of running matches, so none may stay behind: neither that
//! of a process that is asked to end nor, once there is another backup, that of one that was killed.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::StoreError;
use super::sqlite_folder::FolderLock;

/// How often a folder is removed again in which somebody makes a file at the same moment.
const TRIES: usize = 100;

/// The folder in which a backup is being made or restored, for whoever is asked to end that.
#[derive(Clone, Debug, Default)]
pub struct Unfinished(Arc<Mutex<Work>>);

#[derive(Debug, Default)]
enum Work {
    #[default]
    Elsewhere,
    In(PathBuf),
    Ended,
}

impl Unfinished {
    /// Removes what is unfinished, and lets nothing more be begun. The backup or restore that is under way fails; end the process.
    pub fn remove(&self) {
        let mut work = self.work();
        if let Work::In(folder) = &*work {
            (0..TRIES).find(|_| remove(folder));
        }
        *work = Work::Ended;
    }

    /// Notes the folder and makes it, unless the work was ended.
    pub(super) fn begin(
        &self,
        folder: &Path,
        make: impl FnOnce() -> Result<FolderLock, StoreError>,
    ) -> Result<FolderLock, StoreError> {
        let mut work = self.work();
        if matches!(*work, Work::Ended) {
            return Err(StoreError::Failed("ended as asked".to_owned()));
        }
        *work = Work::In(folder.to_owned());
        make()
    }

    /// Removes the folder, whose work is done or has failed.
    pub(super) fn end(&self) {
        let mut work = self.work();
        if let Work::In(folder) = &*work {
            remove(folder);
            *work = Work::Elsewhere;
        }
    }

    fn work(&self) -> MutexGuard<'_, Work> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the folder has gone.
fn remove(folder: &Path) -> bool {
    let _ = std::fs::remove_dir_all(folder);
    !folder.exists()
}

/// Removes folders beside this one whose processes were killed: their names begin and end alike, and nobody has their lock.
pub(super) fn remove_leftovers_beside(folder: &Path, begins: &str, ends: &str) {
    let (Some(parent), Ok(own)) = (folder.parent(), std::fs::metadata(folder)) else { return };
    let parent = if parent.as_os_str().is_empty() { Path::new(".") } else { parent };
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let alike = name.to_str().is_some_and(|name| {
            name.strip_prefix(begins).and_then(|name| name.strip_suffix(ends)).is_some_and(|name| !name.contains('.'))
        });
        // Others may make folders beside it, and a process without an end behind such a name is theirs.
        let ours = alike && entry.metadata().is_ok_and(|about| about.is_dir() && same_owner(&about, &own));
        if !ours || folder.file_name() == Some(&name) || !FolderLock::is_in(&path) {
            continue;
        }
        if let Ok(_lock) = FolderLock::take(&path) {
            let _ = std::fs::remove_dir_all(&path); // the next backup tries again
        }
    }
}

#[cfg(unix)]
fn same_owner(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    one.uid() == other.uid()
}

#[cfg(not(unix))]
fn same_owner(_: &Metadata, _: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::OwnFolder;

    fn names(folder: &Path) -> Vec<String> {
        let all = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<_> = all.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_a_killed_process_left_is_removed_and_what_another_one_works_in_stays() {
        let folder = tempfile::tempdir().unwrap();
        let make = |name: &str| {
            let path = folder.path().join(format!(".monday.{name}.part"));
            OwnFolder::make(path, (".monday.", ".part"), &Unfinished::default()).unwrap()
        };
        let (killed, other) = (make("killed"), make("works"));
        drop(killed.open().unwrap());
        killed.let_go_as_if_killed();
        for not_ours in [".monday.nobody.part", ".tuesday.killed.part", ".monday.x.y.part"] {
            std::fs::create_dir(folder.path().join(not_ours)).unwrap();
        }
        for looks_alike in [".tuesday.killed.part", ".monday.x.y.part"] {
            std::fs::write(folder.path().join(looks_alike).join("sixfold.lock"), "").unwrap();
        }
        let mine = make("new");
        let stay = [".monday.nobody.part", ".monday.works.part", ".monday.x.y.part", ".tuesday.killed.part"];
        assert_eq!(names(folder.path()), [&[".monday.new.part"], &stay[..]].concat());
        drop((mine, other));
        assert_eq!(names(folder.path()), [stay[0], stay[2], stay[3]]);
    }

    #[test]
    fn work_that_is_ended_leaves_nothing_and_begins_nothing_more() {
        let folder = tempfile::tempdir().unwrap();
        let unfinished = Unfinished::default();
        let make = |name: &str| OwnFolder::make(folder.path().join(name), (".", ".part"), &unfinished);
        let own = make(".one.part").unwrap();
        let store = own.open().unwrap();
        unfinished.remove();
        assert_eq!(names(folder.path()), [""; 0]);
        drop(store);
        assert!(own.open().is_err() && make(".two.part").is_err());
        assert_eq!(names(folder.path()), [""; 0], "not even an empty folder");
    }
}
