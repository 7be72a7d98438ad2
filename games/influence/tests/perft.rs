//! Perft counts from tables in `perft/`, each confirmed by the naive model.
//!
//! A table begins with a setup, and perhaps `turns` with the turns to play first. Lines `depth nodes` follow. A game
//! that ends early is counted only at the depth where it ends.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::naive::Model;
use common::{played, start};
use game::testkit::{PerftTable, PerftTables};
use sixfold_influence::Influence;

/// The model confirms counts up to this on every run. It confirms larger ones with `--ignored`.
const QUICK: u64 = 20_000;

fn tables() -> PerftTables {
    PerftTables::of_folder("tests/perft")
}

fn position(table: &PerftTable) -> (Influence, Model) {
    let turns = table.rows.first().map_or("", |row| row.strip_prefix("turns ").expect("turns, and what was played"));
    let mut model = Model::new(&table.head, None);
    turns.split_whitespace().for_each(|turn| model.play(turn, &mut std::iter::empty()));
    (played(start(&table.head, &[]), turns), model)
}

#[test]
fn every_table_counts_as_it_says() {
    tables().check(|table| position(table).0);
}

#[test]
fn the_model_confirms_the_smaller_counts() {
    tables().check_model(QUICK, |table, depth| position(table).1.perft(depth));
}

#[test]
#[ignore = "minutes, and only in the release profile"]
fn the_model_confirms_every_count() {
    tables().check_model(u64::MAX, |table, depth| position(table).1.perft(depth));
}
