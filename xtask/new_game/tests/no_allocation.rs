//! Playouts allocate nothing, because a search plays millions of them.

use allocation_counter::measure;
use game::testkit::playouts_allocate_nothing;
use sixfold_{{crate}}::{Position, {{Type}}};

#[test]
fn playouts_allocate_nothing_on_the_largest_board() {
    playouts_allocate_nothing(&{{Type}}(Position::empty(6)), 100, |work| measure(work).count_total);
}
