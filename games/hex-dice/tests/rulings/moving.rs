//! Movement, attacks, guarding and rerolling: HD-1, HD-2, HD-4, HD-7, HD-8.

use super::common::{at, cells, placed, played, refused};
use super::{check, red, told};
use game::Game;
use hex::Hex;
use sixfold_hex_dice::board;

#[test]
fn hd_1_the_map_has_distance_6_and_127_hexes() {
    assert_eq!(board().board().len(), 127);
    let far = cells().map(|cell| cell.hex().distance(Hex::ORIGIN)).max();
    assert_eq!(far, Some(6));
}

#[test]
fn hd_2_an_archer_hits_everything_at_distance_2_and_3_and_nothing_blocks_the_shot() {
    let game = placed("players=2", "R5 g7, B6 g8, B6 g9, R6 h7, B6 i6, B1 g12", 0);
    let range = game.position.range(at("g7"));
    for cell in cells() {
        let distance = cell.hex().distance(Hex::ORIGIN);
        assert_eq!(range.contains(cell.index()), (2..=3).contains(&distance), "{}", cell.name());
    }
    assert_eq!(range.len(), 12 + 18);
    // g9 lies behind an enemy. i6 lies behind nothing and in no row with g7.
    red("R5 g7, B6 g8, B6 g9, B1 g12", "g7xg9", "R5 g7, B6- g9, B6 g8, B1 g12");
    red("R5 g7, B5 i6, B1 g12", "g7xi6", "R5 g7, B1 g12");
    for (shot, why) in
        [("g7xg8", "out-of-range"), ("g7xg11", "out-of-range"), ("g7xh7", "out-of-range"), ("g7xf9", "no-enemy")]
    {
        assert_eq!(refused(&game, shot), why, "{shot}");
    }
}

#[test]
fn hd_2_with_archer_lines_only_along_the_rows() {
    let game = placed("players=2 archer-lines=on", "R5 g7, B1 g9, B1 i6, B1 i7", 0);
    assert_eq!(game.position.range(at("g7")).len(), 6 + 6);
    assert_eq!(refused(&game, "g7xg9"), "allowed");
    assert_eq!(refused(&game, "g7xi7"), "allowed");
    assert_eq!(refused(&game, "g7xi6"), "out-of-range");
}

#[test]
fn hd_4_a_rooks_sideways_step_is_blocked_only_if_both_hexes_are_taken() {
    // i6 is directly beside g7, across the edge between h6 and h7.
    for (blockers, allowed) in [("", true), (", R1 h6", true), (", B1 h7", true), (", B1 h6, R1 h7", false)] {
        let game = placed("players=2", &format!("R4 g7, B1 g12{blockers}"), 0);
        let expected = if allowed { "allowed" } else { "blocked" };
        assert_eq!(refused(&game, "g7-i6"), expected, "{blockers}");
    }
    red("R4 g7, B1 h6, B4 i6, B1 g12", "g7-i6", "R4 i6, B1 h6, B1 g12");
}

#[test]
fn hd_7_guard_ends_with_the_units_next_action_other_than_guard() {
    let before = "R3 g7, R1 c3, B1 g12";
    let blue = "g12!";
    check("players=2", before, 0, "g7!", &[], "R3! g7, R1 c3, B1 g12");
    // Another unit's action does not end the guard, and guarding again does not either.
    check("players=2", before, 0, &format!("g7! {blue} c3-c4"), &[], "R3! g7, R1 c4, B1! g12");
    check("players=2", before, 0, &format!("g7! {blue} g7!"), &[], "R3! g7, R1 c3, B1! g12");
    check("players=2", before, 0, &format!("g7! {blue} g7-h9"), &[], "R3 h9, R1 c3, B1! g12");
    check("players=2", before, 0, &format!("g7! {blue} g7*"), &[2], "R2 g7, R1 c3, B1! g12");
}

#[test]
fn hd_7_a_failed_attack_ends_guarding() {
    check("players=2", "R1! g7, R1 c3, B6 g8", 0, "g7-g8", &[], "R1 g7, R1 c3, B6- g8");
    check("players=2", "R5! g7, B6! g9", 0, "g7xg9", &[], "R5 g7, B6!- g9");
    check("players=2", "R6! g7, B6! g8", 0, "g7xg8", &[], "R6 g7, B6!- g8");
}

#[test]
fn hd_8_a_knights_way_is_fixed_by_its_target() {
    // To h9: two steps down to g8 and g9, then one to the right.
    for (blockers, allowed) in [
        ("", true),
        (", R1 g8", true),
        (", R1 g8, R2 g9", true),
        (", B1 g8", false),
        (", B1 g9", false),
        (", B1 h8", true),
    ] {
        let game = placed("players=2", &format!("R3 g7, B1 g12{blockers}"), 0);
        assert_eq!(refused(&game, "g7-h9"), if allowed { "allowed" } else { "blocked" }, "{blockers}");
    }
}

#[test]
fn units_block_each_others_ways() {
    let game = placed("players=2", "R1 g7, R2 h7, B1 g9, B4 c3", 0);
    assert_eq!(refused(&game, "g7-g8"), "allowed");
    assert_eq!(refused(&game, "g7-g9"), "allowed");
    assert_eq!(refused(&game, "g7-g10"), "blocked");
    assert_eq!(refused(&game, "g7-h7"), "out-of-reach");
    assert_eq!(refused(&game, "c3-c4"), "not-yours");
    assert_eq!(refused(&game, "d3-d4"), "no-unit");
    assert_eq!(refused(&game, "g7-g7"), "same-hex");
    assert_eq!(refused(&game, "g7-g8=4"), "no-face-to-choose");
    assert_eq!(refused(&game, "g7xg9"), "no-range");
    assert_eq!(refused(&game, "decline"), "not-now.playing");
    assert_eq!(refused(&game, "keep"), "not-now.playing");
    assert_eq!(refused(&game, "1@g2"), "not-now.playing");
}

#[test]
fn a_legion_cannot_move_and_enters_a_hex_only_by_winning() {
    let game = placed("players=2", "R6 g7, R1 g6, B5 g8, B6! h7, B1 g12", 0);
    assert_eq!(refused(&game, "g7-f7"), "cannot-move");
    assert_eq!(refused(&game, "g7-g6"), "cannot-move");
    assert_eq!(refused(&game, "g7xf7"), "no-enemy");
    assert_eq!(refused(&game, "g7xg9"), "out-of-range");
    red("R6 g7, B5 g8, B1 g12", "g7xg8", "R6 g8, B1 g12");
    red("R6 g7, B6! g8", "g7xg8", "R6 g7, B6!- g8");
}

#[test]
fn a_reroll_makes_a_new_unit_without_tokens() {
    let game = check("players=2", "R4!-- g7, B1 g12", 0, "g7*", &[6], "R6 g7, B1 g12");
    assert!(game.position.has_acted(at("g7")));
    let before = placed("players=2", "R4-- g7, B1 g12", 0);
    assert_eq!(told(&before, "g7*", &[6]), ["Red rerolls the 4 on g7: a 6"]);
    let weights = |game: &sixfold_hex_dice::HexDice, text: &str| {
        let mut weights = Vec::new();
        game.chance(&game.read(text).unwrap(), &mut weights);
        weights
    };
    assert_eq!(weights(&before, "g7*"), [1; 6]);
    assert!(weights(&before, "g7!").is_empty());
    // A unit keeps its tokens wherever it goes.
    check("players=2", "R4-- g7, B1 g12", 0, "g7-g8", &[], "R4-- g8, B1 g12");
}

#[test]
fn a_turn_is_one_action_and_seats_alternate() {
    let game = placed("players=2", "R1 g7, B1 g12", 0);
    let before = game.turn();
    let after = played(game, "g7-g8", &[]).turn();
    assert_eq!((after.number, after.seat.0), (before.number + 1, 1));
}
