//! The record files of the matches at this screen: one file for each match, complete after every action.

use std::io;
use std::path::{Path, PathBuf};

/// The file of the current match.
#[derive(Clone)]
pub(crate) struct RecordFile {
    /// The file of the first match.
    path: PathBuf,
    /// The number of the match, from 1.
    number: u32,
}

impl RecordFile {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, number: 1 }
    }

    /// Switches to the file of the next match.
    pub(crate) fn next(&mut self) {
        self.number += 1;
    }

    /// The path of the current file.
    pub(crate) fn path(&self) -> PathBuf {
        numbered(&self.path, self.number)
    }

    /// Writes the whole record into a new file and then renames it over the old one. So the file always holds a
    /// complete record, also after a crash.
    pub(crate) fn write(&self, record: &str) -> io::Result<()> {
        let path = self.path();
        let fresh = path.with_added_extension("new");
        std::fs::write(&fresh, record).and_then(|()| std::fs::rename(&fresh, &path))
    }
}

/// The file of the first match has the name that was asked for. A rematch gets `name-2.record` and so on.
fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map(|end| format!(".{}", end.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{number}{end}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rematch_does_not_overwrite_the_first_match() {
        assert_eq!(numbered(Path::new("a/b.record"), 1), Path::new("a/b.record"));
        assert_eq!(numbered(Path::new("a/b.record"), 2), Path::new("a/b-2.record"));
        assert_eq!(numbered(Path::new("b"), 3), Path::new("b-3"));
    }
}
