//! Playouts allocate nothing, because a search plays millions of actions.

mod common;

use allocation_counter::measure;
use common::new_match;
use game::testkit::playouts_allocate_nothing;

#[test]
fn playouts_allocate_nothing_and_reroll() {
    for setup in ["players=2 dice=8", "players=3", "players=6 dice=4"] {
        let played = playouts_allocate_nothing(new_match(setup, 1).state(), 30, |work| measure(work).count_total);
        assert!(played.listed > 30, "{setup}: {played:?}");
    }
}
