//! The end of the game.

use game::{Refusal, legal_actions};

use super::*;

/// Red holds 18 hexes.
const EIGHTEEN: &str = "
             R3
          R3    R3
       R3    R3    R3
    R3    R3    R3    R3
       R3    R3    R3
    R3    R3    R3    R3
       R3    .     .
    .     B1    .     .
       .     .     .
    .     .     B3    .
       .     .     .
          .     .
             B3";

#[test]
fn nineteen_hexes_win_at_once() {
    let won = check(EIGHTEEN, Red, "d4", None, "d4 R3", "turn 3, Red wins");
    assert_eq!(won.position.score(Red), 19);
    assert_eq!(won.outcome().and_then(|outcome| outcome.winner()), Some(Seat(0)));
    assert!(legal_actions(&won).is_empty(), "nothing follows");
    assert_eq!(won.check(&won.read("d5").unwrap()), Err(Refusal::GameOver));
    assert_eq!(told(EIGHTEEN, Red, "d4", None), ["Red expands to d4", "Red holds 19 hexes and wins"]);
}

#[test]
fn eighteen_hexes_do_not_win() {
    check(EIGHTEEN, Blue, "d6", None, "d6 B3", "turn 4, Red");
}

#[test]
fn the_nineteenth_hex_may_be_taken_by_force() {
    check(EIGHTEEN, Red, "b3-c4", 19, "c4 R3", "turn 3, Red wins");
}

/// Red holds 17, and the expansion to d2 encloses d1.
#[test]
fn the_win_is_checked_after_enclosure() {
    check(
        "
                     B3
                  R3    R3
               R3    .     R3
            R3    R3    R3    R3
               R3    R3    R3
            R3    R3    R3    R3
               R3    R3    .
            .     .     .     .
               .     .     .
            .     .     .     .
               .     .     .
                  .     .
                     B3",
        Red,
        "d2",
        None,
        "d2 R3, d1 R3",
        "turn 3, Red wins",
    );
}

/// Blue attacks with a hex at its last HP, while red holds 18.
#[test]
fn a_critical_fail_can_win_the_game_for_the_other_player() {
    let won = check(EIGHTEEN, Blue, "c4-c3", 1, "c4 R3", "turn 3, Red wins");
    assert_eq!(won.turn().seat, Seat(1), "it ended in blue's turn");
    assert_eq!(
        told(EIGHTEEN, Blue, "c4-c3", 1)[1..],
        ["Blue loses c4 by that fail: it goes to Red".to_owned(), "Red holds 19 hexes and wins".to_owned()]
    );
}

#[test]
fn hl_4_who_holds_no_hex_has_lost_by_enclosure() {
    let before = "
                 .
              .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
              R3    R3
                 B3";
    check(before, Red, "d6", None, "d6 R3, d7 R3", "turn 3, Red wins");
    assert_eq!(told(before, Red, "d6", None).last().unwrap(), "Red has taken the last enemy hex and wins");
}

#[test]
fn hl_4_who_holds_no_hex_has_lost_by_force() {
    check(
        "
                 .
              .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     R3    .
              .     .
                 B2",
        Red,
        "d6-d7",
        15,
        "d7 R3",
        "turn 3, Red wins",
    );
}

#[test]
fn hl_4_who_loses_the_last_hex_by_a_critical_fail_has_lost() {
    check(
        "
                 .
              .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     R1    .
              .     .
                 B3",
        Red,
        "d6-d7",
        1,
        "d6 B3",
        "turn 3, Blue wins",
    );
}
