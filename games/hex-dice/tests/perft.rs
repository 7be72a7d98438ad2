//! Perft counts from tables in `perft/`, each confirmed by the naive model. A reroll counts six times.
//!
//! A table begins with a setup and the seat that acts, then the units. Lines `depth nodes` follow.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use common::naive::{Man, Model, named};
use common::placed;
use game::testkit::PerftTable;
use sixfold_hex_dice::HexDice;

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

game::perft_tests!(position, quick: 8_000);
