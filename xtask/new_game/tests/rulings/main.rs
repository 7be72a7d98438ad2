//! The rulings, one test or more under the number of each.

use game::testkit::play_at_random;
use game::{Dice, Game, Match, Seat, Seed, Setup};
use sixfold_{{crate}}::{Position, {{Type}}};

/// Plays the actions of both players in turn.
fn played(actions: &str) -> {{Type}} {
    let mut game = {{Type}}(Position::empty(3));
    for text in actions.split_whitespace() {
        let action = game.read(text).expect("an action");
        game.play(&action, &mut Dice::scripted([])).expect("a legal one");
    }
    game
}

fn winner(game: &{{Type}}) -> Option<Seat> {
    game.outcome().and_then(|outcome| outcome.winner())
}

#[test]
fn {{prefix}}_1_more_than_four_in_a_row_win_too() {
    assert_eq!(winner(&played("c1 a1 c2 a2 c4 a3")), None);
    let game = played("c1 a1 c2 a2 c4 b1 c5 b2 c3");
    assert_eq!((winner(&game), game.0.row().len()), (Some(Seat(0)), 5));
}

#[test]
fn {{prefix}}_2_a_full_board_without_a_row_is_a_draw() {
    let start = |seed| Match::<{{Type}}>::new(Setup::parse({{Type}}::INFO.options, ["base=3"]).ok()?, Seed::number(seed)).ok();
    let ends = (0..40).filter_map(start).zip(0..).map(|(table, seed)| play_at_random(table, seed));
    let drawn: Vec<_> = ends.filter(|table| winner(table.state()).is_none()).collect();
    assert!(!drawn.is_empty(), "some random games are drawn");
    assert!(drawn.iter().all(|table| table.state().0.empty_cells().is_empty()));
}
