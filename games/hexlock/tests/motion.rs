//! What is seen of a turn, and that it shows nothing that a viewer may not know.

mod common;

use common::FRONT;
use scene::testkit::{check_motion, motion_lines};
use sixfold_hexlock::{Hexlock, Position, Side};

/// Red encloses both blue hexes beside d3 by expanding to it.
const RINGS: &str = "
             B1
          R3    R3
       .     .     .
    .     .     .     .
       .     R3    .
    .     .     .     .
       .     .     .
    .     .     .     .
       .     .     .
    .     .     .     .
       .     .     .
          .     .
             B3";

fn drawn(drawing: &str) -> Hexlock {
    Hexlock::standing(Position::drawn(drawing, Side::Red))
}

#[test]
fn motions_keep_their_promises_in_random_games() {
    check_motion::<Hexlock>("memory=off", 3);
    check_motion::<Hexlock>("memory=on", 1);
}

#[test]
fn the_die_falls_on_the_target_and_then_the_blow_follows() {
    let lines = motion_lines(&drawn(FRONT), "d3-d4", &[20]);
    assert_eq!(lines, ["0 dice d20=20 at d4", "600 Blow of 0 from d3 hits d4", "820 d4 changes"]);
    let lines = motion_lines(&drawn(FRONT), "d3-d4", &[2]);
    assert_eq!(lines, ["0 dice d20=2 at d4", "600 Blow of 0 from d3 misses d4"]);
}

#[test]
fn a_critical_fail_changes_the_source() {
    let lines = motion_lines(&drawn(FRONT), "d3-d4", &[1]);
    assert_eq!(lines, ["0 dice d20=1 at d4", "600 Blow of 0 from d3 misses d4", "820 d3 changes"]);
}

#[test]
fn a_surrounded_hex_changes_hands_after_the_new_one_has_come() {
    assert_eq!(motion_lines(&drawn(RINGS), "d2", &[]), ["0 d2 arrives", "0 d1 changes"]);
}
