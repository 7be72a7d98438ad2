//! Elimination, places, captured bases and the draw: HD-6, HD-9, HD-10, HD-15.

use super::common::{placed, played, refused};
use super::{check, red, told, winner};
use game::{Game, Seat};
use sixfold_hex_dice::HexDice;

fn places(game: &HexDice) -> Vec<u8> {
    let outcome = game.outcome().expect("it is over");
    Seat::first(game.seats()).map(|seat| outcome.place(seat)).collect()
}

#[test]
fn two_players_win_by_taking_every_unit() {
    let game = red("R3 f4, R1 a2, B3 g7", "f4-g7", "R3 g7, R1 a2");
    assert_eq!((winner(&game), places(&game)), (Some(0), vec![1, 2]));
    assert_eq!(refused(&game, "g7!"), "the game is over");
    let before = placed("players=2", "R3 f4, B3 g7", 0);
    assert_eq!(
        told(&before, "f4-g7", &[]),
        [
            "Red's 3 on f4 attacks Blue's 3 on g7: 4 against 3, it falls",
            "Red has taken Blue's last unit",
            "Red has won"
        ]
    );
}

#[test]
fn hd_10_entering_an_empty_enemy_base_captures_it() {
    let game = red("R1 g9, B3 a3, B6 a4", "g9-g12", "R1 g12");
    assert_eq!(winner(&game), Some(0));
    let game = check("players=2", "R1 g9, B4 h2", 1, "h2-g2", &[], "B4 g2");
    assert_eq!(winner(&game), Some(1));
    let before = placed("players=2", "R1 g9, B3 a3", 0);
    assert_eq!(
        told(&before, "g9-g12", &[]),
        ["Red's 1 goes from g9 to g12", "Red captures Blue's base on g12", "Red has won"]
    );
}

#[test]
fn hd_15_winning_melee_or_a_special_attack_on_the_base_captures_it() {
    assert_eq!(winner(&red("R4 g10, B3 g12, B1 a3", "g10-g12", "R4 g12")), Some(0));
    assert_eq!(winner(&red("R6 g11, B3 g12, B1 a3", "g11xg12", "R6 g12")), Some(0));
}

#[test]
fn hd_15_shooting_passing_over_and_failing_capture_nothing() {
    assert_eq!(winner(&red("R5 g10, B3 g12, B1 a3", "g10xg12", "R5 g10, B1 a3")), None);
    assert_eq!(winner(&red("R1 g11, B3 g12, B1 a3", "g11-g12", "R1 g11, B3- g12, B1 a3")), None);
    // A Pawn slides over the base and ends beyond it; a Knight passes over it too.
    assert_eq!(winner(&red("R1 g11, B1 a3", "g11-g13", "R1 g13, B1 a3")), None);
    assert_eq!(winner(&red("R3 g10, B1 a3", "g10-h12", "R3 h12, B1 a3")), None);
    assert_eq!(winner(&red("R1 g3, B1 a3", "g3-g2", "R1 g2, B1 a3")), None, "one's own base is just a hex");
}

#[test]
fn hd_15_an_eliminated_players_base_is_an_ordinary_hex() {
    let units = "R1 g7, B4 g12, O1 a6";
    let game = check("players=4", units, 1, "g12-g13", &[], "R1 g7, B4 g13, O1 a6");
    assert!(game.position.is_out(2), "Green had no unit, and its base is g13");
    assert_eq!(game.outcome(), None);
    let stands = check("players=4", &format!("{units}, G1 g10"), 1, "g12-g13", &[], "R1 g7, B4 g13, O1 a6");
    assert!(stands.position.is_out(2), "while Green was in, it was its base");
}

#[test]
fn hd_6_an_eliminated_players_units_leave_the_board_at_once() {
    let game = check("players=3", "R4 l7, B1 g7, B6 g8, B5 g9, G1 a2", 0, "l7-m7", &[], "R4 m7, G1 a2");
    assert!(game.position.is_out(1) && game.position.owned(1).is_empty());
    assert_eq!(game.outcome(), None, "Red and Green play on");
    assert_eq!(game.turn().seat, Seat(2), "clockwise, without Blue");
    let before = placed("players=3", "R4 l7, B1 g7, B6 g8, G1 a2", 0);
    assert_eq!(
        told(&before, "l7-m7", &[]),
        ["Red's 4 goes from l7 to m7", "Red captures Blue's base on m7", "Blue is out, in place 3"]
    );
}

#[test]
fn places_of_three_players() {
    let game = played(placed("players=3", "R4 l7, R1 c9, B1 g7, G5 f1", 0), "l7-m7", &[]);
    assert_eq!((game.outcome(), game.turn().seat), (None, Seat(2)));
    let game = played(game, "f1-g1", &[]);
    assert_eq!(places(&game), [2, 3, 1]);
}

#[test]
fn the_player_who_is_out_first_is_last() {
    // Four players: Blue is eliminated by its base, Green by its last unit, Red by its base.
    let game = placed("players=4", "R5 l1, B1 g7, G5 l3, O4 f1, R1 c3", 0);
    let game = played(game, "l1-m1", &[]);
    assert!(game.position.is_out(1) && game.turn().seat == Seat(2));
    let game = played(game, "l3-k3 f1!", &[]);
    let game = played(game, "m1xk3", &[]);
    assert!(game.position.is_out(2) && game.turn().seat == Seat(3));
    let game = played(game, "f1-g1", &[]);
    assert_eq!(places(&game), [2, 4, 3, 1]);
    assert_eq!(winner(&game), Some(3));
}

#[test]
fn places_of_six_players() {
    let units = "R5 l1, R5 l7, R5 g12, R5 b7, R5 b1, B1 g7, G1 g8, O1 f8, V1 f7, Y1 h7";
    let mut game = placed("players=6", units, 0);
    for (capture, seat) in [("l1-m1", 1), ("l7-m7", 2), ("g12-g13", 3), ("b7-a7", 4), ("b1-a1", 5)] {
        assert_eq!(game.outcome(), None);
        game = played(game, capture, &[]);
        assert!(game.position.is_out(seat), "{capture}");
        while game.outcome().is_none() && game.turn().seat != Seat(0) {
            let own = game.position.owned(game.turn().seat.index()).first().unwrap();
            game = played(game, &format!("{}!", sixfold_hex_dice::Cell(own as u8).name()), &[]);
        }
    }
    assert_eq!(places(&game), [1, 6, 5, 4, 3, 2]);
}

/// Lets the players guard in turn until the game is over. Returns the number of turns.
fn quiet_turns(mut game: HexDice) -> (u32, HexDice) {
    let start = game.turn().number;
    while game.outcome().is_none() {
        let own = game.position.owned(game.turn().seat.index()).first().unwrap();
        game = played(game, &format!("{}!", sixfold_hex_dice::Cell(own as u8).name()), &[]);
    }
    (game.turn().number - start + 1, game)
}

#[test]
fn hd_9_40_turns_by_each_without_a_unit_leaving_the_board_are_a_draw() {
    let (turns, game) = quiet_turns(placed("players=2", "R1 g7, B1 g12", 0));
    assert_eq!((turns, places(&game)), (80, vec![1, 1]));
    let (turns, game) = quiet_turns(placed("players=3", "R1 g7, B1 g12, G1 a1", 0));
    assert_eq!((turns, places(&game)), (120, vec![1, 1, 1]));
    let (turns, _) = quiet_turns(placed("players=2 quiet-turns=7", "R1 g7, B1 g12", 0));
    assert_eq!(turns, 14);
}

#[test]
fn hd_9_the_draw_is_among_those_still_in() {
    let (turns, game) = quiet_turns(placed("players=4", "R1 g7, B1 g12, O1 a1", 0));
    assert_eq!((turns, places(&game)), (120, vec![1, 1, 4, 1]));
}

#[test]
fn hd_9_combat_merging_and_elimination_begin_the_count_anew() {
    for (units, action) in [
        ("R1 g7, R1 a2, B1 g8, B1 g12", "g7-g8"),
        ("R1 g7, R1 g8, B1 g12", "g7-g8"),
        ("R5 g5, B1 g7, B1 g12", "g5xg7"),
        ("R3 g7, R4 h9, B1 g12", "g7-h9=2 decline"),
    ] {
        let game = played(placed("players=2 quiet-turns=5", units, 0), action, &[]);
        let (turns, _) = quiet_turns(game);
        assert_eq!(turns, 10, "{action}");
    }
    for (units, action) in [("R1 g7, B5 g8, B1 g12", "g7-g8"), ("R1 g7, B1 g12", "g7*"), ("R1 g7, B1 g12", "g7-g8")] {
        let game =
            played(placed("players=2 quiet-turns=5", units, 0), action, if action == "g7*" { &[3] } else { &[] });
        assert_eq!(quiet_turns(game).0, 9, "{action} is no progress");
    }
    let game = played(placed("players=3 quiet-turns=5", "R4 l7, B1 g7, G1 a2", 0), "l7-m7", &[]);
    assert_eq!(quiet_turns(game).0, 10, "two are left after an elimination");
}

#[test]
fn the_draw_is_told() {
    let game = placed("players=2 quiet-turns=5", "R1 g7, B1 g12", 0);
    let game = played(game, &"g7! g12! ".repeat(4), &[]);
    let game = played(game, "g7!", &[]);
    assert_eq!(
        told(&game, "g12!", &[]),
        ["Blue's 1 on g12 guards", "5 turns each without a unit leaving the board: a draw"]
    );
}
