//! Playouts allocate nothing, because a search plays millions of them.

use allocation_counter::measure;
use game::testkit::playouts_allocate_nothing;
use sixfold_hexoust::{HexOust, Position};

#[test]
fn a_thousand_playouts_allocate_nothing() {
    let start = HexOust(Position::empty(7));
    playouts_allocate_nothing(&start, 1_000, |work| measure(work).count_total);
}
