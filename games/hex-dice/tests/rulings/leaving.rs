//! A player who leaves for good: the army stays and guards in its turns, and the others play on.

use super::common::{new_match, placed, played, units};
use super::winner;
use game::{Dice, Exit, Game, Seat, replay};
use sixfold_hex_dice::{HexDice, Phase};

fn left(mut game: HexDice, seat: u8, dice: &[u32]) -> HexDice {
    let mut dice = Dice::scripted(dice.iter().copied());
    assert!(game.withdraw(Seat(seat), &mut dice), "{game:?}");
    assert!(!game.has_part(Seat(seat)));
    game
}

#[test]
fn with_two_players_the_match_cannot_go_on() {
    let game = placed("players=2", "R1 g7, B1 g12", 0);
    let mut same = game.clone();
    assert!(!same.withdraw(Seat(0), &mut Dice::scripted([])));
    assert_eq!(same, game);
}

#[test]
fn hd_16_an_army_without_a_player_guards_in_its_turns_and_does_not_keep_the_match_going() {
    let game = placed("players=3", "R1 c3, B2 k7, B3 l6, G1 a6", 0);
    let game = left(game, 1, &[]);
    assert_eq!((game.turn().seat, game.passed().len()), (Seat(0), 0), "nothing happens out of turn");
    let game = played(game, "c3-c4", &[]);
    assert_eq!(game.passed(), [Seat(1)]);
    assert_eq!(units(&game.position), "B2 k7, B3! l6, G1 a6, R1 c4", "the nearest to its base");
    assert_eq!(game.turn().seat, Seat(2));
    let game = played(game, "a6-b6 c4-c5", &[]);
    assert_eq!(units(&game.position), "B2! k7, B3! l6, G1 b6, R1 c5");
    let game = played(game, "b6-c6 c5-c6", &[]);
    assert_eq!(winner(&game), Some(0), "only Red is in and there");
    let places: Vec<u8> = Seat::first(3).map(|seat| game.outcome().unwrap().place(seat)).collect();
    assert_eq!(places, [1, 3, 2], "who left keeps the place of the leaving, with units on the board too");
}

#[test]
fn leaving_in_ones_own_turn_passes_it() {
    let game = left(placed("players=3", "R1 c3, B2 k7, G1 a6", 1), 1, &[]);
    assert_eq!((game.passed(), game.turn().seat), (&[Seat(1)][..], Seat(2)));
    assert_eq!(units(&game.position), "B2! k7, G1 a6, R1 c3");
}

#[test]
fn leaving_before_a_bonus_declines_it() {
    let game = played(placed("players=3", "R3 g7, R4 h9, B1 k7, G1 a6", 0), "g7-h9=4", &[]);
    assert!(matches!(game.position.phase(), Phase::Bonus(_)));
    let game = left(game, 0, &[]);
    assert_eq!((game.passed().len(), game.turn().seat, game.position.phase()), (0, Seat(1), Phase::Playing));
    assert_eq!(units(&game.position), "B1 k7, G1 a6, R4 h9");
}

#[test]
fn leaving_in_the_setup_keeps_the_dice_and_deploys_them() {
    let start = new_match("players=3", 5).state().clone();
    let hand = start.position.hand(1).to_vec();
    // Blue leaves before it chooses. Green is the last to choose, and Blue is drawn to be first.
    let game = played(left(start, 1, &[]), "keep", &[]);
    assert_eq!((game.passed(), game.turn().seat), (&[Seat(1)][..], Seat(2)));
    let game = played(game, "keep", &[2]);
    assert_eq!((game.passed(), game.turn().seat), (&[Seat(1)][..], Seat(2)), "Blue has deployed its first die");
    assert_eq!(game.position.owned(1).len(), 1);
    let mut game = game;
    while game.position.phase() == Phase::Deploying {
        let action = game.position.sensible_deployment().unwrap();
        game = played(game, &action.write(), &[]);
    }
    let mut deployed: Vec<u8> = game.position.owned(1).iter().map(|cell| game.position.unit(cell).face()).collect();
    let mut rolled = hand;
    deployed.sort_unstable();
    rolled.sort_unstable();
    assert_eq!(deployed, rolled);
    assert_eq!(game.turn().seat, Seat(2), "Blue was first to play and guarded");
    assert_eq!(game.passed(), [Seat(1)]);
}

#[test]
fn the_last_choice_may_be_a_leaving() {
    let start = new_match("players=3", 5).state().clone();
    let game = played(start, "keep keep", &[]);
    assert_eq!(game.turn().seat, Seat(2));
    let game = left(game, 2, &[3]);
    assert_eq!((game.position.phase(), game.turn().seat), (Phase::Deploying, Seat(0)));
    assert_eq!(game.passed(), [Seat(2), Seat(2)], "once to choose and once to deploy");
}

#[test]
fn hd_16_the_last_one_there_wins_at_once() {
    let game = placed("players=4", "R1 c3, B2 k7, G1 g11, O1 b6", 0);
    let game = left(left(left(game, 2, &[]), 1, &[]), 0, &[]);
    assert_eq!(winner(&game), Some(3));
    let places: Vec<u8> = Seat::first(4).map(|seat| game.outcome().unwrap().place(seat)).collect();
    assert_eq!(places, [2, 3, 4, 1]);
}

#[test]
fn turns_that_are_passed_count_towards_the_draw() {
    let mut game = left(placed("players=3 quiet-turns=5", "R1 c3, B2 k7, G1 a6", 0), 1, &[]);
    let start = game.turn().number;
    while game.outcome().is_none() {
        let hex = if game.turn().seat == Seat(0) { "c3!" } else { "a6!" };
        game = played(game, hex, &[]);
    }
    assert_eq!(game.turn().number - start + 1, 15, "five turns each, Blue's too");
    let places: Vec<u8> = Seat::first(3).map(|seat| game.outcome().unwrap().place(seat)).collect();
    assert_eq!(places, [1, 3, 1], "the draw is among those who are in and there");
}

#[test]
fn a_record_with_exits_replays() {
    let mut game_match = new_match("players=4", 2);
    for step in 0..60 {
        if step == 2 || step == 10 {
            game_match.exit(if step == 2 { Exit::Dropped(Seat(3)) } else { Exit::Resigned(Seat(0)) }).unwrap();
        }
        let Some(seat) = game_match.actor() else { break };
        let action = game::legal_actions(game_match.state())[0];
        game_match.play(seat, &action).unwrap();
    }
    let again = replay::<HexDice>(&game_match.record().to_string().parse().unwrap()).unwrap();
    assert_eq!(again.state(), game_match.state());
}
