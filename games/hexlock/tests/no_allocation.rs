//! Playouts allocate nothing, because a search plays millions of them.

use allocation_counter::measure;
use game::testkit::playouts_allocate_nothing;
use sixfold_hexlock::{Hexlock, Position, Side};

#[test]
fn playouts_allocate_nothing_and_attack() {
    let start = Hexlock::standing(Position::start(Side::Red));
    let played = playouts_allocate_nothing(&start, 500, |work| measure(work).count_total);
    assert!(played.listed > 500, "{played:?}");
}
