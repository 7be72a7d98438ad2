//! Perft counts from tables in `perft/`, each confirmed by the naive model.
//!
//! A table begins with a setup, and perhaps `turns` with the turns to play first. Lines `depth nodes` follow. A game
//! that ends early is counted only at the depth where it ends.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::naive::Model;
use common::{played, start};
use game::testkit::PerftTable;
use sixfold_influence::Influence;

fn position(table: &PerftTable) -> (Influence, Model) {
    let turns = table.rows.first().map_or("", |row| row.strip_prefix("turns ").expect("turns, and what was played"));
    let mut model = Model::new(&table.head, None);
    turns.split_whitespace().for_each(|turn| model.play(turn, &mut std::iter::empty()));
    (played(start(&table.head, &[]), turns), model)
}

game::perft_tests!(position, quick: 20_000);
