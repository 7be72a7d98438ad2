//! Playouts allocate nothing, because plans for a battle play many of them.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use allocation_counter::measure;
use common::setup;
use game::testkit::playouts_allocate_nothing;
use game::{Dice, Game, Random};
use sixfold_hex_ships::HexShips;

#[test]
fn playouts_allocate_nothing_in_every_kind_of_battle() {
    for text in ["scenario=duel", "scenario=squadrons", "scenario=ambush weapons=balanced"] {
        let start = HexShips::start(&setup(text), &mut Dice::for_search(Random::new(1))).unwrap();
        playouts_allocate_nothing(&start, 30, |work| measure(work).count_total);
    }
}
