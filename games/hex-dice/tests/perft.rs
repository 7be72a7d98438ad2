//! Perft counts from tables in `perft/`, each confirmed by the naive model. A reroll counts six times.
//!
//! A table begins with a setup and the seat that acts, then the units. Lines `depth nodes` follow.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::naive::{Man, Model, named};
use common::placed;
use game::testkit::{PerftTable, PerftTables};
use sixfold_hex_dice::HexDice;

/// The model confirms counts up to this on every run. It confirms larger ones with `--ignored`.
const QUICK: u64 = 8_000;

fn tables() -> PerftTables {
    PerftTables::of_folder("tests/perft")
}

fn position(table: &PerftTable) -> (HexDice, Model) {
    let (setup, seat) = table.head.rsplit_once(' ').expect("a setup and a seat");
    let seat: u8 = seat.parse().expect("the seat that acts");
    let units = table.rows.join(", ");
    let man = |unit: &str| {
        let (word, hex) = unit.split_once(' ').unwrap();
        let seat = "RBGOVY".find(&word[..1]).unwrap();
        let man = Man {
            seat,
            face: word[1..2].parse().unwrap(),
            tokens: word.matches('-').count() as i32,
            guard: word.contains('!'),
        };
        (named(hex), man)
    };
    let men: Vec<_> = units.split(", ").map(man).collect();
    (placed(setup, &units, seat), Model::standing(setup, &men, usize::from(seat)))
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
