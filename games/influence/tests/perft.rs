//! How many ways there are to play so many turns, from tables in `perft/`, each confirmed by the naive model.
//!
//! A table is a setup, then perhaps `turns` and the turns played first, then lines `depth nodes`. A line that ends early
//! counts only at the depth where it ends.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::fs;

use common::naive::Model;
use common::{played, start};
use game::perft;
use sixfold_influence::Influence;

/// What the model counts on every run; larger counts it confirms when asked with `--ignored`.
const QUICK: u64 = 20_000;

struct Table {
    name: String,
    game: Influence,
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
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty()).peekable();
    let setup = lines.next().expect("a table begins with a setup");
    let turns = lines.next_if(|line| line.starts_with("turns ")).map_or("", |line| &line["turns ".len()..]);
    let mut model = Model::new(setup, None);
    turns.split_whitespace().for_each(|turn| model.play(turn, &mut std::iter::empty()));
    let count = |line: &str| {
        let (depth, nodes) = line.split_once(' ').expect("depth nodes");
        (depth.parse().unwrap(), nodes.parse().unwrap())
    };
    Table { name, game: played(start(setup, &[]), turns), model, counts: lines.map(count).collect() }
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
    assert!(tables.len() > 4, "the tables are found");
    for Table { name, game, counts, .. } in tables {
        let counted: Vec<(u32, u64)> = counts.iter().map(|&(depth, _)| (depth, perft(&game, depth))).collect();
        assert_eq!(counted, counts, "{name}");
    }
}

#[test]
fn the_model_confirms_the_smaller_counts() {
    confirm_by_model(QUICK);
}

#[test]
#[ignore = "minutes, and only in the release profile"]
fn the_model_confirms_every_count() {
    confirm_by_model(u64::MAX);
}
