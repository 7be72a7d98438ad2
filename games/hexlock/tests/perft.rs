//! How many ways there are to place so many actions, from tables in `perft/`, each confirmed by the naive model.
//!
//! A table is `start red` or `start blue`, or `red`/`blue` for who moves and a drawing; then lines `depth nodes`. The four
//! results of an attack are ways of their own. A line that ends early counts only at the depth where it ends.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::fs;

use common::naive::Model;
use game::perft;
use sixfold_hexlock::{Hexlock, Position, Side};

/// What the model counts on every run; larger counts it confirms when asked with `--ignored`.
const QUICK: u64 = 60_000;

struct Table {
    name: String,
    game: Hexlock,
    model: Model,
    counts: Vec<(u32, u64)>,
}

fn tables() -> Vec<Table> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| table(path.display().to_string(), &fs::read_to_string(path).unwrap())).collect()
}

fn table(name: String, text: &str) -> Table {
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let head = lines.next().expect("a table begins with a position");
    let is_count = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
    let (counts, rows): (Vec<&str>, Vec<&str>) = lines.partition(is_count);
    let (position, model) = match head {
        "red" => (Position::drawn(&rows.join("\n"), Side::Red), Model::drawn(&rows.join("\n"), 0)),
        "blue" => (Position::drawn(&rows.join("\n"), Side::Blue), Model::drawn(&rows.join("\n"), 1)),
        "start red" => (Position::start(Side::Red), Model::start(0)),
        "start blue" => (Position::start(Side::Blue), Model::start(1)),
        other => panic!("start red, start blue, red or blue, and not {other}"),
    };
    let count = |line: &&str| {
        let (depth, nodes) = line.split_once(' ').expect("depth nodes");
        (depth.parse().unwrap(), nodes.parse().unwrap())
    };
    Table { name, game: Hexlock::standing(position), model, counts: counts.iter().map(count).collect() }
}

fn confirm_by_model(most: u64) {
    for Table { name, model, counts, .. } in tables() {
        assert!(counts.iter().any(|&(_, nodes)| nodes <= most), "{name} has a count that the model reaches");
        for (depth, nodes) in counts.into_iter().filter(|&(_, nodes)| nodes <= most) {
            assert_eq!(model.perft(depth), nodes, "{name}, depth {depth}, by the model");
        }
    }
}

#[test]
fn every_table_counts_as_it_says() {
    let tables = tables();
    assert!(tables.len() > 3, "the tables are found");
    for Table { name, game, counts, .. } in tables {
        for (depth, nodes) in counts {
            assert_eq!(perft(&game, depth), nodes, "{name}, depth {depth}");
        }
    }
}

#[test]
fn the_model_confirms_the_smaller_counts() {
    confirm_by_model(QUICK);
}

#[test]
#[ignore = "ten seconds in the release profile"]
fn the_model_confirms_every_count() {
    confirm_by_model(u64::MAX);
}
