//! The rulebook, ruling by ruling. Totals are in sixths of a point unless a test says otherwise.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

#[path = "../common/mod.rs"]
mod common;

mod boards;
mod chance;
mod endings;
mod frames;
mod leads;

use std::sync::Arc;

use common::{played, setup, start, totals};
use game::{Dice, Game, Refusal, SetupError, legal_actions};
use sixfold_influence::{Action, Description, Ground, Influence, Options, Position};

/// A board of rows with so many points.
fn rows(rows: &[u16]) -> Arc<Ground> {
    Arc::new(Ground::new(&Description { rows: rows.to_vec(), ..Description::default() }))
}

/// One triangle: a1 above b1 and b2.
fn triangle(options: Options) -> Position {
    let keystone = options.keystone.then_some(0);
    Position::start(&rows(&[1, 2]), options, keystone)
}

fn refused(game: &Influence, action: Action) -> String {
    let mut tried = game.clone();
    match tried.play(&action, &mut Dice::scripted([])) {
        Err(Refusal::Illegal(why)) => why.key.into_owned(),
        other => panic!("{action:?}: {other:?}"),
    }
}

fn together(text: &str) -> String {
    match Influence::start(&setup(text), &mut Dice::scripted([1])) {
        Err(why @ SetupError::Conflict { .. }) => why.to_string(),
        other => panic!("{text}: {other:?}"),
    }
}

/// The original's appendix A.1, all ten rows: corners of Black, of White and empty, then the pay of each player.
#[test]
fn the_scoring_table() {
    let rows = [
        ("B B B", [6, 0]),
        ("B B W", [4, 2]),
        ("B B .", [4, 0]),
        ("B W W", [2, 4]),
        ("B W .", [2, 2]),
        ("B . .", [2, 0]),
        ("W W W", [0, 6]),
        ("W W .", [0, 4]),
        ("W . .", [0, 2]),
        (". . .", [0, 0]),
    ];
    for (corners, pays) in rows {
        let position = triangle(Options::default());
        let mut letters: Vec<&str> = corners.split(' ').collect();
        for _ in 0..3 {
            letters.rotate_left(1);
            assert_eq!(position.drawn(&letters.join(" "), 1).pays(), pays, "{letters:?}");
        }
    }
}

/// On compact the corners a1, e1 touch 2 triangles, b1 on the side 3, c3 and c4 inside 6: 4, 6 and 12 sixths a turn.
#[test]
fn a_game_worked_by_hand() {
    let mut game = start("board=compact", &[]);
    let turns = [
        ("c3", [12, 0]),
        ("a1", [24, 4]),
        ("b1", [42, 8]),
        ("c4", [60, 24]),
        ("skip", [60, 24]),
        ("e1", [78, 44]),
        ("skip", [78, 44]),
        ("skip", [78, 44]),
    ];
    for (turn, expected) in turns {
        game = played(game, turn);
        assert_eq!(totals(&game), expected, "after {turn}");
    }
    assert_eq!(game.outcome().unwrap().winner().unwrap().0, 0, "13.00 to 7.33");
    let history: Vec<[u32; 2]> = game.history.totals().iter().map(|totals| totals.map(u32::from)).collect();
    assert_eq!(history, [&[[0, 0]], &turns.map(|(_, totals)| totals)[..]].concat());
}

/// A second game, until the board is full: six points in rows of 1, 2 and 3, four triangles. The corners touch one
/// triangle each, the middles of the sides three.
#[test]
fn a_full_board_worked_by_hand() {
    let position = Position::start(&rows(&[1, 2, 3]), Options::default(), None);
    let mut game = Influence::from(position);
    let rates = [("b1", [6, 0]), ("b2", [6, 6]), ("c2", [12, 6]), ("a1", [12, 8]), ("c1", [14, 8]), ("c3", [14, 10])];
    let mut expected = [0, 0];
    for (turn, rate) in rates {
        assert_eq!(game.outcome(), None);
        game = played(game, turn);
        expected = [expected[0] + rate[0], expected[1] + rate[1]];
        assert_eq!(totals(&game), expected, "after {turn}");
    }
    assert_eq!(totals(&game), [64, 38]);
    assert_eq!(game.outcome().unwrap().winner().unwrap().0, 0);
}

#[test]
fn in_2_a_pass_pays_nothing_and_counts_as_a_turn() {
    let game = played(start("", &[]), "d4 skip");
    assert_eq!((totals(&game), game.turn().number), ([12, 0], 3));
    assert_eq!(totals(&played(game, "d3")), [36, 0]);
}

#[test]
fn in_3_two_stones_resolve_once_after_the_second() {
    let game = played(start("token=on", &[]), "c3+d4");
    assert_eq!((totals(&game), game.turn().number), ([24, 0], 2));
    assert_eq!(game.position.tokens(), [false, true]);
}

#[test]
fn in_7_without_options_a_stone_is_worth_the_triangles_at_its_point_whatever_else_stands() {
    for board in ["classic", "compact", "grand"] {
        let mut random = game::Random::new(7);
        for _ in 0..50 {
            let empty = start(&format!("board={board}"), &[]).position;
            let full = empty.ground().full();
            let (black, noise) = (random.next_u64() & full, random.next_u64() & full);
            let stones = [black, noise & !black];
            let position = empty.with_stones(stones, 1);
            for point in (0..empty.ground().len()).filter(|&point| position.empty() >> point & 1 == 1) {
                let with = empty.with_stones([stones[0] | 1 << point, stones[1]], 1);
                let worth = 2 * u32::from(empty.ground().frames()[0].at[point]);
                assert_eq!(with.pays(), [position.pays()[0] + worth, position.pays()[1]]);
            }
        }
    }
}

#[test]
fn in_7_on_honeycomb_the_centres_break_it() {
    let alone = start("board=honeycomb", &[]).position.with_stones([1, 0], 1).pays()[0];
    let both = start("board=honeycomb", &[]).position.with_stones([0b11, 0], 1).pays()[0];
    assert_ne!(both, 2 * alone);
}

#[test]
fn in_10_the_token_needs_two_different_empty_points_and_is_spent_once() {
    let game = played(start("token=on", &[]), "a1 b1");
    let ground = Arc::clone(game.position.ground());
    let at = |name: &str| ground.point_named(name).unwrap();
    assert_eq!(refused(&game, Action::Two(at("a1"), at("c1"))), "occupied");
    assert_eq!(refused(&game, Action::Two(at("c1"), at("c1"))), "not-two");
    assert_eq!(refused(&game, Action::Two(at("c2"), at("c1"))), "not-two");
    assert_eq!(refused(&game, Action::Two(at("c1"), 30)), "off-board");
    let game = played(game, "c1+c2");
    assert_eq!(refused(&played(game.clone(), "skip"), Action::Two(at("d1"), at("d2"))), "token-spent");
    assert_eq!(played(game, "d1+d2").position.tokens(), [false, false]);
    assert_eq!(refused(&start("", &[]), Action::Two(at("c1"), at("c2"))), "no-token");
}

#[test]
fn in_10_one_empty_point_is_not_enough_for_the_token_and_an_unspent_one_is_worth_nothing() {
    let token = Options { token: true, ..Options::default() };
    let game = Influence::from(triangle(token).drawn("B W .", 3));
    assert_eq!(legal_actions(&game), [Action::One(2), Action::Pass]);
    let end = played(game, "b2");
    assert_eq!((totals(&end), end.position.tokens()), ([4, 2], [true, true]));
    // Two stones may fill the board.
    let end = played(Influence::from(triangle(token).drawn("B . .", 2)), "b1+b2");
    assert_eq!((totals(&end), end.outcome().is_some()), ([2, 4], true));
}

#[test]
fn a_setup_says_what_does_not_go_together() {
    assert!(together("komi-points=5").contains("komi=on"));
    assert!(together("komi=on threshold=21").contains("reached at once"));
    for fine in ["komi=on threshold=22", "board=honeycomb komi=on", "komi=on komi-points=200"] {
        start(fine, &[]);
    }
}
