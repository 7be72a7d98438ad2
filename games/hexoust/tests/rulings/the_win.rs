//! The end of the game.

use super::*;

#[test]
fn taking_the_last_stone_wins_at_once_in_the_middle_of_a_chain() {
    let won = check(
        "  . . .
          . . . .
         . . R B .
          . . . .
           B . .",
        Red,
        "c2,b1",
        "  . . .
          . . . .
         . R R . .
          R . . .
           . . .",
        "turn 1, Red wins",
    );
    assert_eq!(won.outcome().and_then(|outcome| outcome.winner()), Some(Seat(0)));
    assert!(legal_actions(&won).is_empty(), "nothing follows, not even the placement that a capture asks for");
    assert_eq!(won.check(&won.read("e3").unwrap()), Err(Refusal::GameOver));
}

#[test]
fn the_last_stones_may_be_many_groups_at_once() {
    check(
        "  . R .
          . . B R
         B . R . .
          . . B .
           R . .",
        Red,
        "c2",
        "  . R .
          . . . R
         . R R . .
          . . . .
           R . .",
        "turn 1, Red wins",
    );
}

#[test]
fn blue_wins_on_the_full_board() {
    check(
        "      . . . . . . .
              . . . . . . . .
             . . . . . . . . .
            . . . . . . . . . .
           . . . . . . . . . . .
          . . . . . . . . . . . .
         . . . . . . . . . . . . .
          . . . . . . . . . . . .
           . . . . . . . . . . .
            . . . . . . . . . .
             . . . . . . . . .
              . . . . . . . .
               . . . . . B R",
        Blue,
        "b6",
        "      . . . . . . .
              . . . . . . . .
             . . . . . . . . .
            . . . . . . . . . .
           . . . . . . . . . . .
          . . . . . . . . . . . .
         . . . . . . . . . . . . .
          . . . . . . . . . . . .
           . . . . . . . . . . .
            . . . . . . . . . .
             . . . . . . . . .
              . . . . . B . .
               . . . . . B .",
        "turn 1, Blue wins",
    );
}
