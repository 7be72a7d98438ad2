//! The rulebook, ruling by ruling, on drawn positions: `R2` is a hex of red's with 2 HP.
//!
//! `check` plays an action with a roll and compares the whole board with the one before and a list of changes.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

#[path = "../common/mod.rs"]
mod common;
mod enclosure;
mod refusals;
mod sight;
mod the_win;

use common::at;
use game::{Chance, Dice, Exit, Game, Match, Seat, Seed, Setup, Texts, Viewer};
use sixfold_hexlock::{Action, Combat, Hexlock, Position, Side, Strike};

use Side::{Blue, Red};

/// Plays an action, with this roll if it is an attack, and compares the board and the turn with the expected ones.
fn check(
    before: &str,
    mover: Side,
    action: &str,
    roll: impl Into<Option<u32>>,
    changes: &str,
    expected: &str,
) -> Hexlock {
    let mut game = Hexlock::standing(Position::drawn(before, mover));
    let read = game.read(action).unwrap();
    let mut wanted = game.position.clone();
    game.play(&read, &mut Dice::scripted(roll.into()))
        .unwrap_or_else(|refusal| panic!("{action}: {refusal}\n{game:?}"));
    for change in changes.split(", ").filter(|change| !change.is_empty()) {
        let (name, held) = change.split_once(' ').unwrap();
        let side = if held.starts_with('R') { Red } else { Blue };
        wanted.give(at(name), side, held[1..].parse().unwrap());
    }
    assert_eq!(game.position.to_string(), wanted.to_string(), "stands\n{}, but should\n{wanted}", game.position);
    assert_eq!(standing(&game), expected, "\n{game:?}");
    game
}

/// The state as text: `turn 4, Blue`, or the winner. Drawn positions start at turn 3.
fn standing(game: &Hexlock) -> String {
    let turn = game.position.turn();
    match game.position.winner() {
        Some(winner) => format!("turn {turn}, {winner:?} wins"),
        None => format!("turn {turn}, {:?}", game.position.to_move()),
    }
}

/// The messages of an action in English, which are the same for every viewer.
fn told(before: &str, mover: Side, action: &str, roll: impl Into<Option<u32>>) -> Vec<String> {
    let game = Hexlock::standing(Position::drawn(before, mover));
    let read = game.read(action).unwrap();
    let (mut after, mut dice) = (game.clone(), Dice::scripted(roll.into()));
    after.play(&read, &mut dice).unwrap();
    let rolls = dice.take_rolls();
    let texts = Texts::parse(Hexlock::INFO.texts[0].1).unwrap();
    let say = |viewer| {
        let told = Hexlock::tell(&game, &read, &rolls, &after, viewer);
        told.iter().map(|message| texts.say(message, Hexlock::INFO.seat_names)).collect::<Vec<_>>()
    };
    let all: Vec<_> = Viewer::all(2).map(say).collect();
    assert!(all.iter().all(|told| *told == all[0]), "rolls, sums and results are public (HL-8)");
    all[0].clone()
}

/// The original's example: two red hexes beside d3, one more blue hex beside d4.
const EXAMPLE: &str = "
             .
          .     .
       .     R3    .
    .     R3    .     .
       .     R3    .
    .     .     .     .
       .     B3    .
    .     .     .     .
       .     B3    .
    .     .     .     .
       .     .     .
          .     .
             B3";

#[test]
fn the_worked_example() {
    check(EXAMPLE, Red, "d3-d4", 14, "d4 B1", "turn 4, Blue");
    assert_eq!(
        told(EXAMPLE, Red, "d3-d4", 14),
        ["Red attacks d4 from d3: 14 + 2 = 16 against 11, strong hit: 2 damage"]
    );
}

#[test]
fn every_row_of_the_table() {
    for (roll, changes, end) in [
        (1, "d3 R2", "a natural 1, critical fail: d3 takes 1 damage"),
        (2, "", "2 + 2 = 4 against 11, miss"),
        (8, "", "8 + 2 = 10 against 11, miss"),
        (9, "d4 B2", "9 + 2 = 11 against 11, hit: 1 damage"),
        (13, "d4 B2", "13 + 2 = 15 against 11, hit: 1 damage"),
        (14, "d4 B1", "14 + 2 = 16 against 11, strong hit: 2 damage"),
        (20, "d4 B1", "20 + 2 = 22 against 11, strong hit: 2 damage"),
    ] {
        check(EXAMPLE, Red, "d3-d4", roll, changes, "turn 4, Blue");
        assert_eq!(told(EXAMPLE, Red, "d3-d4", roll), [format!("Red attacks d4 from d3: {end}")]);
    }
}

#[test]
fn expanding_takes_an_empty_hex_at_full_hp() {
    check(EXAMPLE, Red, "c3", None, "c3 R3", "turn 4, Blue");
    check(EXAMPLE, Blue, "e4", None, "e4 B3", "turn 4, Red");
    assert_eq!(told(EXAMPLE, Blue, "e4", None), ["Blue expands to e4"]);
}

/// d4 has 1 HP and d5 has 2. A hit takes d4, and a strong hit takes either. Damage beyond the HP has no further effect.
const WORN: &str = "
             .
          .     .
       .     R3    .
    .     .     .     .
       .     R1    .
    .     .     .     .
       .     B1    .
    .     .     R3    .
       .     B2    .
    .     .     .     .
       .     .     .
          .     .
             B3";

#[test]
fn a_hex_at_no_hp_or_less_changes_hands_at_full_hp() {
    check(WORN, Red, "d3-d4", 10, "d4 R3", "turn 4, Blue");
    check(WORN, Red, "d3-d4", 20, "d4 R3", "turn 4, Blue");
    check(WORN, Red, "e4-d5", 12, "d5 B1", "turn 4, Blue");
    check(WORN, Red, "e4-d5", 20, "d5 R3", "turn 4, Blue");
    assert_eq!(
        told(WORN, Red, "d3-d4", 10),
        ["Red attacks d4 from d3: 10 + 1 = 11 against 11, hit: 1 damage", "Red captures d4 by force"]
    );
}

#[test]
fn hl_1_critical_fail_can_lose_the_source() {
    check(WORN, Red, "d3-d4", 1, "d3 B3", "turn 4, Blue");
    assert_eq!(
        told(WORN, Red, "d3-d4", 1),
        [
            "Red attacks d4 from d3: a natural 1, critical fail: d3 takes 1 damage",
            "Red loses d3 by that fail: it goes to Blue"
        ]
    );
}

#[test]
fn hl_1_critical_fail_hurts_a_source_that_has_more_hp_and_never_the_target() {
    check(WORN, Red, "e4-d5", 1, "e4 R2", "turn 4, Blue");
    check(WORN, Blue, "d4-d3", 1, "d4 R3", "turn 4, Red");
}

/// d3 has every kind of neighbour: own (d2, e2), enemy (d4, c3) and empty (c2, e3).
const MIXED: &str = "
             .
          .     R3
       .     R3    .
    .     .     R3    .
       .     R3    .
    .     B3    .     .
       B3    B3    .
    .     .     .     .
       .     .     .
    .     .     .     .
       .     .     .
          .     .
             .";

#[test]
fn hl_2_only_own_hexes_beside_the_source_count_and_not_the_source() {
    let position = Position::drawn(MIXED, Red);
    assert_eq!(position.combat(at("d3"), at("d4")), Combat { bonus: 2, guard: 1 });
    assert_eq!(position.combat(at("d3"), at("c3")), Combat { bonus: 2, guard: 2 });
    let position = Position::drawn(MIXED, Blue);
    assert_eq!(position.combat(at("c3"), at("d3")), Combat { bonus: 2, guard: 2 });
    assert_eq!(position.combat(at("d4"), at("d3")), Combat { bonus: 1, guard: 2 });
}

#[test]
fn hl_2_a_lone_source_against_a_lone_target_is_the_die_against_ten() {
    let alone = "
                 .
              .     .
           .     .     .
        .     .     .     .
           .     R3    .
        .     .     .     .
           .     B3    .
        .     .     .     .
           .     .     .
        .     .     .     .
           .     .     .
              .     .
                 .";
    let position = Position::drawn(alone, Red);
    assert_eq!(position.combat(at("d3"), at("d4")), Combat { bonus: 0, guard: 0 });
    check(alone, Red, "d3-d4", 9, "", "turn 4, Blue");
    check(alone, Red, "d3-d4", 10, "d4 B2", "turn 4, Blue");
    check(alone, Red, "d3-d4", 15, "d4 B1", "turn 4, Blue");
}

#[test]
fn hl_5_a_natural_20_has_no_effect_of_its_own() {
    assert_eq!(Combat { bonus: 0, guard: 11 }.strike(20), Strike::Miss);
    assert_eq!(Combat { bonus: 0, guard: 6 }.strike(20), Strike::Hit);
    for roll in [19, 20] {
        check(EXAMPLE, Red, "d3-d4", roll, "d4 B1", "turn 4, Blue");
    }
}

#[test]
fn the_four_outcomes_are_those_of_the_die() {
    let game = Hexlock::standing(Position::drawn(EXAMPLE, Red));
    let attack = game.read("d3-d4").unwrap();
    let mut weights = Vec::new();
    assert_eq!(game.chance(&attack, &mut weights), Chance::Listed);
    assert_eq!(weights, [1, 7, 5, 7]);
    for roll in 1..=20 {
        let (mut rolled, mut listed) = (game.clone(), game.clone());
        rolled.apply(&attack, &mut Dice::scripted([roll]));
        let strike = game.position.combat(at("d3"), at("d4")).strike(roll);
        listed.apply_outcome(&attack, Strike::ALL.iter().position(|&other| other == strike).unwrap());
        assert_eq!(rolled, listed, "{roll}");
    }
    assert_eq!(game.chance(&Action::Expand(at("c3")), &mut weights), Chance::Certain);
}

#[test]
fn the_match_seed_picks_who_starts() {
    let setup = Setup::defaults(Hexlock::INFO.options);
    for (roll, side) in [(1, Red), (2, Blue)] {
        let game = Hexlock::start(&setup, &mut Dice::scripted([roll])).unwrap();
        assert_eq!(game.position, Position::start(side));
        assert_eq!((game.turn().number, game.turn().seat), (1, Seat(side as u8)));
    }
    let starters: Vec<Option<Seat>> =
        (0..40).map(|seed| Match::<Hexlock>::new(setup.clone(), Seed::number(seed)).unwrap().actor()).collect();
    assert!(starters.contains(&Some(Seat(0))) && starters.contains(&Some(Seat(1))));
}

#[test]
fn both_begin_in_their_corners_at_full_hp() {
    let start = Position::start(Red);
    assert_eq!(
        start.to_string(),
        Position::drawn(
            "
                 R3
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
              .     .
                 B3",
            Red
        )
        .to_string()
    );
    assert_eq!((at("d1").hex(), at("d7").hex()), (hex::Hex::new(0, -3), hex::Hex::new(0, 3)));
}

#[test]
fn a_turn_is_exactly_one_action() {
    let game = check(EXAMPLE, Red, "c3", None, "c3 R3", "turn 4, Blue");
    assert_eq!(game.turn().seat, Seat(1));
    assert!(game.passed().is_empty());
}

/// Forfeiting is no action of the game. The match offers it to both players at any time.
#[test]
fn forfeit_is_open_to_both_and_no_action() {
    for seat in [Seat(0), Seat(1)] {
        let setup = Setup::defaults(Hexlock::INFO.options);
        let mut game_match = Match::<Hexlock>::new(setup, Seed::number(1)).unwrap();
        assert!(game_match.play_text(seat, "forfeit").is_err());
        game_match.exit(Exit::Resigned(seat)).unwrap();
        assert_eq!(game_match.outcome().and_then(|outcome| outcome.winner()), Some(Seat(1 - seat.0)));
    }
}

/// The server counts the seconds; the game gives their number.
#[test]
fn hl_10_a_disconnected_player_has_sixty_seconds() {
    assert_eq!(Hexlock::INFO.grace_seconds, Some(60));
}

#[test]
fn hl_12_a_forfeit_and_a_player_who_stays_away_are_losses_and_the_record_says_which() {
    let lost = |exit: Exit, words: &str| {
        let mut game_match = Match::<Hexlock>::new(Setup::defaults(Hexlock::INFO.options), Seed::number(1)).unwrap();
        game_match.exit(exit).unwrap();
        assert_eq!(game_match.outcome().and_then(|outcome| outcome.winner()), Some(Seat(1)), "{exit:?}");
        assert_eq!(game_match.end(), Some(exit));
        let record = game_match.record().to_string();
        assert!(record.lines().any(|line| line == words), "{record}");
    };
    lost(Exit::Resigned(Seat(0)), "red resigns");
    lost(Exit::Dropped(Seat(0)), "red drops out");
}
