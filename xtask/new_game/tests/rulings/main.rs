//! The rulings, one test or more under the number of each.

use game::testkit::play_at_random;
use game::{Dice, Game, Match, Seat, Seed, Setup};
use sixfold_{{crate}}::{Position, {{Type}}};

/// Plays an action in a drawn position and compares the board with another drawing.
fn check(before: &str, action: &str, after: &str) -> {{Type}} {
    let mut game = {{Type}}(Position::drawn(before));
    let action = game.read(action).expect("an action");
    game.play(&action, &mut Dice::scripted([])).unwrap_or_else(|refusal| panic!("{refusal}\n{:?}", game.0));
    assert_eq!(game.0.stones(), Position::drawn(after).stones(), "\n{:?}", game.0);
    game
}

fn winner(game: &{{Type}}) -> Option<Seat> {
    game.outcome().and_then(|outcome| outcome.winner())
}

#[test]
fn {{prefix}}_1_more_than_four_in_a_row_win_too() {
    let before = "  . . .
                   . . . .
                  R R . R R
                   B B B .
                    B . .";
    let after = "  . . .
                  . . . .
                 R R R R R
                  B B B .
                   B . .";
    let game = check(before, "c3", after);
    assert_eq!((winner(&game), game.0.row().len()), (Some(Seat(0)), 5));
}

#[test]
fn {{prefix}}_1_a_row_with_a_gap_does_not_win() {
    let before = "  . . .
                   . . . .
                  R R . R .
                   B B . .
                    B . .";
    let after = "  . . .
                  . . . .
                 R R . R R
                  B B . .
                   B . .";
    assert_eq!(winner(&check(before, "c5", after)), None);
}

#[test]
fn {{prefix}}_2_a_full_board_without_a_row_is_a_draw() {
    let start = |seed| Match::<{{Type}}>::new(Setup::parse({{Type}}::INFO.options, ["base=3"]).ok()?, Seed::number(seed)).ok();
    let ends = (0..40).filter_map(start).zip(0..).map(|(game_match, seed)| play_at_random(game_match, seed));
    let drawn: Vec<_> = ends.filter(|game_match| winner(game_match.state()).is_none()).collect();
    assert!(!drawn.is_empty(), "some random games are drawn");
    assert!(drawn.iter().all(|game_match| game_match.state().0.empty_cells().is_empty()));
}
