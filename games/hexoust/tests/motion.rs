//! What is seen of a placement: the stone arrives, and captured stones leave.

use scene::testkit::{check_motion, motion_lines};
use sixfold_hexoust::{Colour, HexOust, Position};

/// Red captures both blue stones from b3.
const CHAIN: &str = "
      . . .
     . R B .
    . . R B .
     . . . .
      . . .";

#[test]
fn motions_keep_their_promises_in_random_games() {
    for (setup, games) in [("base=4", 6), ("base=7", 1)] {
        check_motion::<HexOust>(setup, games);
    }
}

#[test]
fn a_stone_arrives_and_captured_stones_leave_from_the_nearest_on() {
    let game = HexOust(Position::drawn(CHAIN, Colour::Red));
    let lines = motion_lines(&game, "b3", &[]);
    assert_eq!(lines, ["0 b3 arrives", "0 c4 leaves", "60 d3 leaves"]);
}
