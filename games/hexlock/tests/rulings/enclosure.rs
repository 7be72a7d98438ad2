//! HL-3: surrounded hexes change hands, for both players, after every action, all at once.

use game::Random;
use hex::Mask;
use sixfold_hexlock::board;

use super::common::cells;
use super::*;

/// d1 is a corner with three neighbours; c1, on an edge, has four; d4 has six.
const CORNER: &str = "
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
const EDGE: &str = "
             R3
          B2    .
       .     R3    .
    R3    R3    .     .
       .     .     .
    .     .     .     .
       .     .     .
    .     .     .     .
       .     .     .
    .     .     .     .
       .     .     .
          .     .
             B3";
const INSIDE: &str = "
             .
          .     .
       .     .     .
    .     .     .     .
       .     R3    .
    .     .     R3    .
       .     B1    .
    .     R3    R3    .
       .     R3    .
    .     .     .     .
       .     .     .
          .     .
             B3";

#[test]
fn hl_3_three_hexes_enclose_a_corner() {
    check(CORNER, Red, "d2", None, "d2 R3, d1 R3", "turn 4, Blue");
    assert_eq!(told(CORNER, Red, "d2", None), ["Red expands to d2", "d1 is surrounded and goes to Red"]);
}

#[test]
fn hl_3_four_hexes_enclose_an_edge() {
    check(EDGE, Red, "b1", None, "b1 R3, c1 R3", "turn 4, Blue");
}

#[test]
fn hl_3_six_hexes_enclose_a_hex_inside() {
    check(INSIDE, Red, "c3", None, "c3 R3, d4 R3", "turn 4, Blue");
}

/// Every hex of the board, enclosed by either side, with each of its neighbours as the last one.
#[test]
fn every_hex_is_enclosed_by_the_last_of_its_neighbours_and_not_before() {
    let mut sizes = [0; 7];
    for (cell, side) in cells().flat_map(|cell| Side::BOTH.map(|side| (cell, side))) {
        let ring = board().neighbour_mask(cell.index());
        sizes[ring.len()] += 1;
        for last in ring {
            let mut position = Position::empty(side, 3);
            // The victim also has a hex away from the ring and from `last`, so that it does not lose at once.
            (ring - Mask::single(last)).iter().for_each(|next| position.give(cell_of(next), side, 3));
            position.give(cell, side.other(), 1);
            let elsewhere = board().full() - ring - Mask::single(cell.index()) - board().neighbour_mask(last);
            position.give(cell_of(elsewhere.first().unwrap()), side.other(), 3);
            assert!(position.surrounded().is_empty(), "not before\n{position}");
            position.expand(cell_of(last));
            assert_eq!((position.owner(cell), position.hp(cell)), (Some(side), 3), "\n{position:?}");
            assert_eq!(position.story().unwrap().enclosed, Mask::single(cell.index()));
        }
    }
    assert_eq!(sizes, [0, 0, 0, 12, 24, 0, 38], "six corners, twelve on the edges, nineteen inside, by two sides");
}

fn cell_of(index: usize) -> sixfold_hexlock::Cell {
    sixfold_hexlock::Cell(index as u8)
}

#[test]
fn a_hex_with_a_friend_or_an_empty_hex_beside_it_is_not_enclosed() {
    check(
        "
                 B1
              R3    R3
           .     B1    .
        .     .     .     .
           .     R3    .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
              .     .
                 B3",
        Red,
        "c2",
        None,
        "c2 R3",
        "turn 4, Blue",
    );
    check(CORNER, Red, "c2", None, "c2 R3", "turn 4, Blue");
}

#[test]
fn an_empty_hex_is_never_enclosed() {
    check(
        "
                 .
              R3    R3
           .     .     .
        .     R3    .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
              .     .
                 B3",
        Red,
        "d2",
        None,
        "d2 R3",
        "turn 4, Blue",
    );
}

/// c1 and e1 are blue's; d2 is the last hex that keeps d1 from being surrounded.
const RING_OF_THE_DEFENDER: &str = "
             R2
          B3    B3
       .     R1    .
    R3    .     .     .
       .     B3    .
    .     .     .     .
       .     .     .
    .     .     .     .
       .     .     .
    .     .     .     .
       .     .     .
          .     .
             .";

#[test]
fn hl_3_a_critical_fail_can_complete_the_other_sides_ring() {
    check(RING_OF_THE_DEFENDER, Red, "d2-d3", 1, "d2 B3, d1 B3", "turn 4, Blue");
    assert_eq!(
        told(RING_OF_THE_DEFENDER, Red, "d2-d3", 1),
        [
            "Red attacks d3 from d2: a natural 1, critical fail: d2 takes 1 damage",
            "Red loses d2 by that fail: it goes to Blue",
            "d1 is surrounded and goes to Blue",
        ]
    );
}

#[test]
fn a_capture_by_force_can_complete_a_ring() {
    let before = "
                 B3
              R3    R3
           .     B1    .
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
    let after = check(before, Red, "d3-d2", 19, "d2 R3, d1 R3", "turn 4, Blue");
    let story = after.position.story().unwrap();
    assert_eq!((story.captured, story.enclosed), (Some(at("d2")), Mask::single(at("d1").index())));
    assert_eq!(
        told(before, Red, "d3-d2", 19)[1..],
        ["Red captures d2 by force".to_owned(), "d1 is surrounded and goes to Red".to_owned()]
    );
}

#[test]
fn hl_3_all_enclosed_hexes_change_hands_at_once() {
    // d2 is the last neighbour of the corner d1 and of d3 inside.
    check(
        "
                 B1
              R3    R3
           .     .     .
        .     R3    R3    .
           .     B2    .
        .     R3    R3    .
           .     R3    .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
              .     .
                 B3",
        Red,
        "d2",
        None,
        "d2 R3, d1 R3, d3 R3",
        "turn 4, Blue",
    );
}

/// Play never encloses hexes of both players at once, but the rule covers both.
#[test]
fn hl_3_both_players_enclose_at_once() {
    let both = "
                 R3
              B3    B3
           .     B3    .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     R3    .
              R3    R3
                 B3";
    check(both, Red, "c5", None, "c5 R3, d1 B3, d7 R3", "turn 4, Blue");
    check(both, Blue, "c2", None, "c2 B3, d1 B3, d7 R3", "turn 4, Red");
}

/// On random boards, full and sparse: giving away one surrounded hex at a time, in any order, until none is left has
/// the same result as giving away all of them at once, and then no hex is surrounded.
#[test]
fn hl_3_one_pass_suffices_and_no_order_matters() {
    let mut random = Random::new(3);
    let (mut several, mut of_both) = (0, 0);
    for _ in 0..30_000 {
        let mut strewn = Position::empty(Red, 3);
        let (density, red) = (5 + random.below(6), 1 + random.below(9));
        for cell in cells() {
            if random.below(10) < density {
                let side = if random.below(10) < red { Red } else { Blue };
                strewn.give(cell, side, 1 + random.below(3) as u8);
            }
        }
        let surrounded = strewn.surrounded();
        several += u32::from(surrounded.len() > 1);
        of_both += u32::from(surrounded.intersects(strewn.hexes(Red)) && surrounded.intersects(strewn.hexes(Blue)));
        let flip = |position: &mut Position, cell| {
            let owner = position.owner(cell).unwrap();
            position.give(cell, owner.other(), 3);
        };
        let mut at_once = strewn.clone();
        surrounded.iter().for_each(|cell| flip(&mut at_once, cell_of(cell)));
        assert!(at_once.surrounded().is_empty(), "one pass suffices\n{strewn}\n{at_once}");
        let mut one_by_one = strewn.clone();
        while !one_by_one.surrounded().is_empty() {
            let left = one_by_one.surrounded();
            flip(&mut one_by_one, cell_of(left.nth(random.below(left.len() as u32) as usize)));
        }
        assert_eq!(one_by_one, at_once, "no order matters\n{strewn}");
    }
    assert!(several > 500 && of_both > 50, "the boards are too tame: {several}, {of_both}");
}
