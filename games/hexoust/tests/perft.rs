//! Perft counts from tables in `perft/`, each confirmed by the naive model.
//!
//! A table begins with `base N` for the empty board, or with the mover (`red` or `blue`) and a drawing. Lines
//! `depth nodes` follow. A game that ends early is counted only at the depth where it ends.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::naive::Model;
use game::testkit::PerftTable;
use sixfold_hexoust::{Colour, HexOust, Position};

fn position(table: &PerftTable) -> (HexOust, Model) {
    let drawing = table.rows.join("\n");
    let (position, model) = match table.head.as_str() {
        "red" => (Position::drawn(&drawing, Colour::Red), Model::drawn(&drawing, 0)),
        "blue" => (Position::drawn(&drawing, Colour::Blue), Model::drawn(&drawing, 1)),
        base => {
            let base: u8 = base.strip_prefix("base ").expect("base N, red or blue").parse().unwrap();
            (Position::empty(base), Model::empty(base.into()))
        }
    };
    (HexOust(position), model)
}

game::perft_tests!(position, quick: 60_000);
