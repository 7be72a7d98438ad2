//! How many ways there are to play so many turns, from tables in `perft/`, each confirmed by the naive model.
//!
//! A table is a setup, then perhaps `turns` and the turns played first, then lines `depth nodes`. A line that ends early
//! counts only at the depth where it ends.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::naive::Model;
use common::{played, start};
use game::perft;
use game::testkit::{PerftTable, perft_tables};
use sixfold_influence::Influence;

/// What the model counts on every run; larger counts it confirms when asked with `--ignored`.
const QUICK: u64 = 20_000;

fn tables() -> Vec<PerftTable> {
    perft_tables(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft"))
}

fn position(table: &PerftTable) -> (Influence, Model) {
    let turns = table.rows.first().map_or("", |row| row.strip_prefix("turns ").expect("turns, and what was played"));
    let mut model = Model::new(&table.head, None);
    turns.split_whitespace().for_each(|turn| model.play(turn, &mut std::iter::empty()));
    (played(start(&table.head, &[]), turns), model)
}

#[test]
fn every_table_counts_as_it_says() {
    let tables = tables();
    assert!(tables.len() > 4, "the tables are found");
    for table in tables {
        let (game, _) = position(&table);
        table.confirm(u64::MAX, |depth| perft(&game, depth));
    }
}

#[test]
fn the_model_confirms_the_smaller_counts() {
    for table in tables() {
        table.confirm(QUICK, |depth| position(&table).1.perft(depth));
    }
}

#[test]
#[ignore = "minutes, and only in the release profile"]
fn the_model_confirms_every_count() {
    for table in tables() {
        table.confirm(u64::MAX, |depth| position(&table).1.perft(depth));
    }
}
