//! Perft counts from tables in `perft/`, each confirmed by the naive model.
//!
//! A table begins with `start red` or `start blue`, or with the mover (`red` or `blue`) and a drawing. Lines
//! `depth nodes` follow. The four results of an attack count separately. A game that ends early is counted only at the
//! depth where it ends.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::naive::Model;
use game::testkit::PerftTable;
use sixfold_hexlock::{Hexlock, Position, Side};

fn position(table: &PerftTable) -> (Hexlock, Model) {
    let drawing = table.rows.join("\n");
    let (position, model) = match table.head.as_str() {
        "red" => (Position::drawn(&drawing, Side::Red), Model::drawn(&drawing, 0)),
        "blue" => (Position::drawn(&drawing, Side::Blue), Model::drawn(&drawing, 1)),
        "start red" => (Position::start(Side::Red), Model::start(0)),
        "start blue" => (Position::start(Side::Blue), Model::start(1)),
        other => panic!("start red, start blue, red or blue, and not {other}"),
    };
    (Hexlock::standing(position), model)
}

game::perft_tests!(position, quick: 60_000);
