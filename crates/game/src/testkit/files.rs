//! What games keep beside their tests: tables of perft counts, and golden games. Reading them is the same for all.

use std::fs;
use std::path::PathBuf;

use crate::{Game, Match, Random, replay};

/// A table of counts: a position in a form of the game's own, then lines `depth nodes`. Lines that begin with `#` are
/// comments.
pub struct PerftTable {
    /// The file.
    pub name: String,
    /// The first line.
    pub head: String,
    /// What stands between the first line and the counts.
    pub rows: Vec<String>,
    /// How many ways there are to play so many actions.
    pub counts: Vec<(u32, u64)>,
}

/// Every table in a folder, by name.
pub fn perft_tables(folder: &str) -> Vec<PerftTable> {
    let entries = fs::read_dir(folder).expect("the tables have a folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    paths.sort();
    paths.into_iter().map(|path| perft_table(path.display().to_string(), &read(&path))).collect()
}

fn perft_table(name: String, text: &str) -> PerftTable {
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let head = lines.next().unwrap_or_else(|| panic!("{name} begins with a position")).to_owned();
    let is_count = |line: &&str| line.starts_with(|letter: char| letter.is_ascii_digit());
    let (counts, rows): (Vec<&str>, Vec<&str>) = lines.partition(is_count);
    let count = |line: &&str| {
        let parsed = line.split_once(' ').and_then(|(depth, nodes)| Some((depth.parse().ok()?, nodes.parse().ok()?)));
        parsed.unwrap_or_else(|| panic!("{name}: `{line}` is not `depth nodes`"))
    };
    let counts: Vec<(u32, u64)> = counts.iter().map(count).collect();
    assert!(!counts.is_empty(), "{name} counts something");
    PerftTable { rows: rows.into_iter().map(str::to_owned).collect(), name, head, counts }
}

impl PerftTable {
    /// Panics unless every count up to `most` is what `count` gives for its depth, and there is one.
    pub fn confirm(&self, most: u64, count: impl Fn(u32) -> u64) {
        let name = &self.name;
        assert!(self.counts.iter().any(|&(_, nodes)| nodes <= most), "{name} has a count of at most {most}");
        for &(depth, nodes) in self.counts.iter().filter(|&&(_, nodes)| nodes <= most) {
            assert_eq!(count(depth), nodes, "{name}, depth {depth}");
        }
    }
}

/// Replays the golden record of this name and compares its end, as `end` writes it, with what is written beside it.
///
/// With `UPDATE_GOLDEN` in the environment both files are written anew first: the record from `make`, or as it stands
/// if there is none; look at the difference before keeping it.
pub fn golden<G: Game>(
    folder: &str,
    name: &str,
    make: Option<&dyn Fn() -> Match<G>>,
    end: impl Fn(&G) -> String,
) -> Match<G> {
    let path = |kind: &str| PathBuf::from(format!("{folder}/{name}.{kind}"));
    let replayed = || -> Match<G> {
        let record = read(&path("record")).parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        replay(&record).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let end_of = |table: &Match<G>| format!("hash {:016x}\n{}", table.state().state_hash(), end(table.state()));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let table = make.map_or_else(replayed, |make| make());
        fs::write(path("record"), table.record().to_string()).expect("the record can be written");
        fs::write(path("end"), end_of(&table)).expect("the end can be written");
    }
    let table = replayed();
    assert!(table.outcome().is_some(), "a golden game is whole");
    assert_eq!(table.record().to_string(), read(&path("record")), "{name} is written as it was read");
    assert_eq!(end_of(&table), read(&path("end")), "{name} ends as it did");
    table
}

/// Plays random legal actions to the end.
pub fn play_at_random<G: Game>(mut table: Match<G>, seed: u64) -> Match<G> {
    let mut random = Random::new(seed);
    while let Some(seat) = table.actor() {
        let action = table.state().random_action(&mut random, &mut Vec::new()).expect("whoever acts has an action");
        table.play(seat, &action).expect("it was drawn from the legal ones");
    }
    table
}

fn read(path: &std::path::Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_its_position_and_its_counts() {
        let table = perft_table("a table".to_owned(), "# why\nred\n . R\n  B\n1 4\n2 12\n");
        assert_eq!((table.head.as_str(), table.rows.len()), ("red", 2));
        assert_eq!(table.counts, [(1, 4), (2, 12)]);
        table.confirm(4, |depth| if depth == 1 { 4 } else { 0 });
    }

    #[test]
    #[should_panic(expected = "depth 2")]
    fn a_wrong_count_is_found() {
        perft_table("a table".to_owned(), "red\n1 4\n2 12\n").confirm(u64::MAX, |depth| u64::from(depth) * 4);
    }

    #[test]
    #[should_panic(expected = "has a count of at most 3")]
    fn a_table_that_confirms_nothing_is_found() {
        perft_table("a table".to_owned(), "red\n1 4\n").confirm(3, |_| 4);
    }
}
