//! The two kinds of placement, and illegal placements.

use super::*;

#[test]
fn quiet_beside_nothing_ends_the_turn() {
    check(
        "  . . .
          . . . .
         . . . . R
          . . . .
           . . B",
        Red,
        "c3",
        "  . . .
          . . . .
         . . R . R
          . . . .
           . . B",
        "turn 2, Blue",
    );
}

#[test]
fn quiet_beside_enemies_of_any_size_takes_nothing() {
    check(
        "  . . .
          . B . .
         . . . B .
          . . B .
           . . B",
        Red,
        "c3",
        "  . . .
          . B . .
         . . R B .
          . . B .
           . . B",
        "turn 2, Blue",
    );
}

#[test]
fn a_capture_is_the_groups_and_the_stone_itself_need_not_touch() {
    check(
        "  . . .
          . . . .
         . . R B .
          . . . .
           B . .",
        Red,
        "c2",
        "  . . .
          . . . .
         . R R . .
          . . . .
           B . .",
        "turn 1, Red",
    );
}

#[test]
fn a_capture_joins_two_groups() {
    check(
        "  . . .
          . B B .
         . R . R .
          . . . .
           B . .",
        Red,
        "c3",
        "  . . .
          . . . .
         . R R R .
          . . . .
           B . .",
        "turn 1, Red",
    );
}

#[test]
fn a_capture_joins_three_groups() {
    check(
        "  B B .
          B . R .
         . R . . .
          . . R .
           B . .",
        Red,
        "c3",
        "  . . .
          . . R .
         . R R . .
          . . R .
           B . .",
        "turn 1, Red",
    );
}

#[test]
fn a_capture_takes_every_group_that_is_touched_and_no_other() {
    let before = "  B . .
                   . . B .
                  B . R . .
                   . . B .
                    . . .";
    let game = HexOust(Position::drawn(before, Red));
    let Placement::Capture(taken) = game.0.placement(game.read("c2").unwrap()) else { panic!("it captures") };
    assert_eq!(taken.len(), 3);
    check(
        before,
        Red,
        "c2",
        "  B . .
          . . . .
         . R R . .
          . . . .
           . . .",
        "turn 1, Red",
    );
}

#[test]
fn blue_captures_by_the_same_rules() {
    check(
        "  . . .
          . . . .
         . . B R .
          . . . .
           R . .",
        Blue,
        "c2",
        "  . . .
          . . . .
         . B B . .
          . . . .
           R . .",
        "turn 1, Blue",
    );
}

#[test]
fn an_equal_group_is_not_taken() {
    refuse(
        "  . . .
          . . . .
         . . R B B
          . . . .
           B . .",
        Red,
        "c2",
        not_larger(2, 2),
    );
}

#[test]
fn a_larger_group_is_not_taken() {
    refuse(
        "  . . .
          . . . B
         . . R B B
          . . . .
           B . .",
        Red,
        "c2",
        not_larger(2, 3),
    );
}

#[test]
fn one_group_that_is_not_smaller_forbids_taking_the_others() {
    refuse(
        "  B . .
          . . B .
         B . R . .
          . . B .
           . B .",
        Red,
        "c2",
        not_larger(2, 2),
    );
}

#[test]
fn joining_without_touching_an_enemy_is_forbidden() {
    let before = "  . . .
                   . . . .
                  . . R . .
                   . . . .
                    B . .";
    refuse(before, Red, "c4", touches_nothing());
    refuse(before, Red, "d2", touches_nothing());
}

#[test]
fn a_hex_holds_one_stone() {
    let before = "  . . .
                   . . . .
                  . . R B .
                   . . . .
                    . . .";
    refuse(before, Red, "c3", Message::new("occupied"));
    refuse(before, Red, "c4", Message::new("occupied"));
}

#[test]
fn a_cell_beyond_the_board_is_refused_without_a_panic() {
    let mut game = HexOust(Position::empty(4));
    for cell in [Cell(37), Cell(127), Cell(128), Cell(255)] {
        let refusal = game.play(&cell, &mut Dice::scripted([])).unwrap_err();
        assert_eq!(refusal, Refusal::Illegal(Message::new("off-board")));
    }
}

/// Rows g, h and i of the full board; g7 is the middle.
#[test]
fn the_full_board_plays_by_the_same_rules() {
    check(
        "      . . . . . . B
              . . . . . . . .
             . . . . . . . . .
            . . . . . . . . . .
           . . . . B B . . . . .
          . . . . . B . . . . . .
         . . . . . R . R R . . B .
          . . . . . . . . . . . .
           . . . . . . . . . . .
            . . . . . . . . . .
             . . . . . . . . .
              . . . . . . . .
               R . . . . . B",
        Red,
        "g7,m1",
        "      R . . . . . B
              . . . . . . . .
             . . . . . . . . .
            . . . . . . . . . .
           . . . . . . . . . . .
          . . . . . . . . . . . .
         . . . . . R R R R . . B .
          . . . . . . . . . . . .
           . . . . . . . . . . .
            . . . . . . . . . .
             . . . . . . . . .
              . . . . . . . .
               R . . . . . B",
        "turn 2, Blue",
    );
}
