//! Playouts allocate nothing, because a search plays millions of them.

mod common;

use allocation_counter::measure;
use common::start;
use game::testkit::playouts_allocate_nothing;

#[test]
fn a_thousand_playouts_allocate_nothing() {
    for setup in ["board=grand", "board=honeycomb token=on thresholds=on dice=on echo=on"] {
        playouts_allocate_nothing(&start(setup, &[]), 1_000, |work| measure(work).count_total);
    }
}
