//! Perft: the number of sequences of actions of a given length. Games keep the counts as text files beside their tests.

use std::fs;
use std::path::PathBuf;

use crate::{Game, perft};

/// A file of counts: a position in a form of the game's own, then lines `depth nodes`. Lines that begin with `#` are
/// comments. A line `depth ?` has no count yet; `UPDATE_PERFT=1` fills it in.
pub struct PerftTable {
    /// The file's path.
    pub name: String,
    /// The first line.
    pub head: String,
    /// The lines between the first line and the counts.
    pub rows: Vec<String>,
    counts: Vec<(u32, Option<u64>)>,
}

/// The three perft tests of a game that has a second model of its rules. `$position` is a function from a [`PerftTable`]
/// to the game and the model; the model has a method `perft(depth)`. The model confirms counts up to `$quick` every day, and
/// all of them in `cargo xtask test --slow`.
#[macro_export]
macro_rules! perft_tests {
    ($position:path, quick: $quick:literal) => {
        #[test]
        fn every_table_counts_as_it_says() {
            $crate::testkit::PerftTables::of_folder("tests/perft").check(|table| $position(table).0);
        }

        #[test]
        fn the_model_confirms_the_smaller_counts() {
            let tables = $crate::testkit::PerftTables::of_folder("tests/perft");
            tables.check_model($quick, |table, depth| $position(table).1.perft(depth));
        }

        #[test]
        #[ignore = "the model needs minutes for the largest counts"]
        fn the_model_confirms_every_count() {
            let tables = $crate::testkit::PerftTables::of_folder("tests/perft");
            tables.check_model(u64::MAX, |table, depth| $position(table).1.perft(depth));
        }
    };
}

/// The files of one game.
pub struct PerftTables {
    tables: Vec<(PathBuf, PerftTable)>,
}

impl PerftTables {
    /// Reads every file of a folder.
    ///
    /// # Panics
    /// If the folder has no file, or a file is no table.
    pub fn of_folder(folder: &str) -> Self {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
        paths.sort();
        assert!(!paths.is_empty(), "{folder} has a table");
        let table = |path: PathBuf| {
            let table = PerftTable::parse(path.display().to_string(), &read(&path));
            (path, table)
        };
        Self { tables: paths.into_iter().map(table).collect() }
    }

    /// Panics unless the game gives every count of every table from the table's position.
    ///
    /// With `UPDATE_PERFT` in the environment the game's counts are written into the files first. Look at the
    /// difference before you keep it.
    pub fn check<G: Game>(self, position: impl Fn(&PerftTable) -> G) {
        for (path, mut table) in self.tables {
            let game = position(&table);
            if is_updating() {
                let text = counted(&read(&path), |depth| perft(&game, depth));
                // Replaced as a whole, because another test may read the folder at the same time.
                let fresh = path.parent().unwrap_or(&path).with_extension("fresh");
                fs::write(&fresh, &text).and_then(|()| fs::rename(&fresh, &path)).expect("the table can be written");
                table = PerftTable::parse(table.name, &text);
            }
            table.check(u64::MAX, |depth| perft(&game, depth));
        }
    }

    /// Panics unless a model of the rules gives every count up to `most`. Each table must have at least one of them.
    ///
    /// With `UPDATE_PERFT` in the environment it does nothing, because [`PerftTables::check`] writes the files then.
    pub fn check_model(&self, most: u64, nodes: impl Fn(&PerftTable, u32) -> u64) {
        if is_updating() {
            return;
        }
        for (_, table) in &self.tables {
            table.check(most, |depth| nodes(table, depth));
        }
    }
}

fn is_updating() -> bool {
    std::env::var_os("UPDATE_PERFT").is_some()
}

impl PerftTable {
    fn parse(name: String, text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let head = lines.next().unwrap_or_else(|| panic!("{name} begins with a position")).to_owned();
        let (counts, rows): (Vec<&str>, Vec<&str>) = lines.partition(|line| is_count(line));
        let count =
            |line: &&str| depth_and_nodes(line).unwrap_or_else(|| panic!("{name}: `{line}` is not `depth nodes`"));
        let counts: Vec<_> = counts.iter().map(count).collect();
        assert!(!counts.is_empty(), "{name} has a count");
        Self { rows: rows.into_iter().map(str::to_owned).collect(), name, head, counts }
    }

    fn check(&self, most: u64, nodes: impl Fn(u32) -> u64) {
        let name = &self.name;
        let mut compared = 0;
        for &(depth, stated) in &self.counts {
            let stated =
                stated.unwrap_or_else(|| panic!("{name}, depth {depth}: set UPDATE_PERFT=1 to have it counted"));
            if stated <= most {
                assert_eq!(nodes(depth), stated, "{name}, depth {depth}");
                compared += 1;
            }
        }
        assert!(compared > 0, "{name} has a count of at most {most}");
    }
}

/// The text of a file with every count replaced by `nodes`.
fn counted(text: &str, nodes: impl Fn(u32) -> u64) -> String {
    let line = |line: &str| match depth_and_nodes(line).filter(|_| is_count(line)) {
        Some((depth, _)) => format!("{depth} {}\n", nodes(depth)),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

fn is_count(line: &str) -> bool {
    line.starts_with(|letter: char| letter.is_ascii_digit())
}

fn depth_and_nodes(line: &str) -> Option<(u32, Option<u64>)> {
    let (depth, nodes) = line.split_once(' ')?;
    Some((depth.parse().ok()?, if nodes == "?" { None } else { Some(nodes.parse().ok()?) }))
}

fn read(path: &std::path::Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> PerftTable {
        PerftTable::parse("a table".to_owned(), text)
    }

    #[test]
    fn a_table_is_its_position_and_its_counts() {
        let table = table("# why\nred\n . R\n  B\n1 4\n2 12\n");
        assert_eq!((table.head.as_str(), table.rows.len()), ("red", 2));
        assert_eq!(table.counts, [(1, Some(4)), (2, Some(12))]);
        table.check(4, |depth| if depth == 1 { 4 } else { 0 });
    }

    #[test]
    fn an_update_fills_and_corrects_counts_and_keeps_the_rest() {
        let text = "# why\nred\n . R\n1 4\n2 ?\n";
        assert_eq!(counted(text, |depth| u64::from(depth) * 5), "# why\nred\n . R\n1 5\n2 10\n");
    }

    #[test]
    #[should_panic(expected = "depth 2")]
    fn a_wrong_count_is_found() {
        table("red\n1 4\n2 12\n").check(u64::MAX, |depth| u64::from(depth) * 4);
    }

    #[test]
    #[should_panic(expected = "UPDATE_PERFT")]
    fn a_count_that_was_never_made_is_found() {
        table("red\n1 4\n2 ?\n").check(u64::MAX, |_| 4);
    }

    #[test]
    #[should_panic(expected = "has a count of at most 3")]
    fn a_table_that_confirms_nothing_is_found() {
        table("red\n1 4\n").check(3, |_| 4);
    }
}
