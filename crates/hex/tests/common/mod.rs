//! Generators for the property tests.

use proptest::prelude::*;
use sixfold_hex::{Direction, Hex, Symmetry};

#[allow(dead_code, reason = "not every test file draws every kind of thing")]
pub(crate) fn hexes(reach: i32) -> impl Strategy<Value = Hex> {
    (-reach..=reach, -reach..=reach).prop_map(|(q, r)| Hex::new(q, r))
}

#[allow(dead_code, reason = "likewise")]
pub(crate) fn directions() -> impl Strategy<Value = Direction> {
    proptest::sample::select(Direction::ALL.to_vec())
}

#[allow(dead_code, reason = "likewise")]
pub(crate) fn symmetries() -> impl Strategy<Value = Symmetry> {
    proptest::sample::select(Symmetry::ALL.to_vec())
}
