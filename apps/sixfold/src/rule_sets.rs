//! Rule sets in folders. Only this file reads rule files.

use std::io::Read as _;
use std::path::Path;

use catalog::{DynGame, GAMES, RuledGame};
use game::RuleFiles;

use crate::failure::Failure;

/// At most this many bytes of a rule file are read, so that no file fills the memory.
const MOST_BYTES: u64 = 1 << 20;

/// Loads the rule set in a folder for this game.
pub(crate) fn load(game: &dyn DynGame, folder: &Path) -> Result<RuledGame, Failure> {
    let files = read_taken(folder, |name| game.takes_file(name))?;
    game.with_rules(files).map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))
}

/// Loads the rule set in a folder. The names of its files say for which game it is.
pub(crate) fn load_any(folder: &Path) -> Result<RuledGame, Failure> {
    let files = names_in(folder)?;
    let in_folder = |game: &&&dyn DynGame| files.iter().any(|file| game.takes_file(file));
    let found: Vec<&&dyn DynGame> = GAMES.iter().filter(in_folder).collect();
    match found[..] {
        [game] => load(*game, folder),
        [] => {
            let known = GAMES
                .iter()
                .filter(|game| !game.built_in_files().is_empty())
                .map(|game| format!("{}: {}", game.info().key, names(*game).collect::<Vec<_>>().join(", ")));
            let known = known.collect::<Vec<_>>().join("; ");
            Err(Failure::Input(format!("{} has no rule set; the files are, of {known}", folder.display())))
        }
        _ => {
            let keys: Vec<&str> = found.iter().map(|game| game.info().key).collect();
            let problem = format!("{} has files of {}: one folder a set", folder.display(), keys.join(" and "));
            Err(Failure::Input(problem))
        }
    }
}

/// The names of the files in a rule set of this game.
fn names(game: &dyn DynGame) -> impl Iterator<Item = &'static str> {
    game.built_in_files().iter().map(|(name, _)| *name)
}

/// Reads every file of the folder that the set takes, such as campaigns that the built-in set does not have.
pub(crate) fn read_taken(folder: &Path, takes: impl Fn(&str) -> bool) -> Result<RuleFiles, Failure> {
    let names = names_in(folder)?;
    read(folder, names.iter().map(String::as_str).filter(|name| takes(name)))
}

/// The names of the files in a folder.
fn names_in(folder: &Path) -> Result<Vec<String>, Failure> {
    let failed = |error: std::io::Error| Failure::Input(format!("{}: {error}", folder.display()));
    if !folder.is_dir() {
        return Err(Failure::Input(format!("{} is no folder", folder.display())));
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        // No rule file has a name that is not UTF-8.
        names.extend(path.file_name().and_then(|name| name.to_str()).filter(|_| path.is_file()).map(str::to_owned));
    }
    Ok(names)
}

/// Reads those of these files that exist. A missing file is reported when the set is parsed.
pub(crate) fn read<'a>(folder: &Path, names: impl IntoIterator<Item = &'a str>) -> Result<RuleFiles, Failure> {
    if !folder.is_dir() {
        return Err(Failure::Input(format!("{} is no folder", folder.display())));
    }
    let mut files = Vec::new();
    for name in names {
        let path = folder.join(name);
        if !path.exists() {
            continue;
        }
        let failed = |error: std::io::Error| Failure::Input(format!("{}: {error}", path.display()));
        let mut text = String::new();
        std::fs::File::open(&path).map_err(failed)?.take(MOST_BYTES).read_to_string(&mut text).map_err(failed)?;
        files.push((name.to_owned(), text));
    }
    RuleFiles::new(files).map_err(|error| Failure::Input(format!("{}: {error}", folder.display())))
}
