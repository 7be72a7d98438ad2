//! The conformance suite and the checks of the scene.

mod common;

use common::twins;
use game::testkit::Suite;
use game::{Dice, Game, Random, legal_actions, playout};
use sixfold_hexlock::{Action, Cell, Hexlock, Position, Side};

fn suite(games: u64) -> Suite<Hexlock> {
    Suite::new().setup("memory=on").games(games).most_actions(5_000)
}

/// Every action that can be written, and some with invalid numbers.
fn universe(_: &Hexlock) -> Vec<Action> {
    let cells: Vec<Cell> = (0..=Cell::COUNT as u8).chain([127, 128, u8::MAX]).map(Cell).collect();
    let attacks = cells.iter().flat_map(|&source| cells.iter().map(move |&target| Action::Attack { source, target }));
    cells.iter().map(|&cell| Action::Expand(cell)).chain(attacks).collect()
}

#[test]
fn the_suite() {
    suite(15).universe(universe).twins(|game, viewer, random| vec![twins(game, viewer, random)]).run();
}

#[test]
fn the_symmetries() {
    suite(10).run_symmetries();
}

#[test]
fn the_drawing() {
    scene::testkit::check_drawing::<Hexlock>("memory=off", 4);
    scene::testkit::check_drawing::<Hexlock>("memory=on", 2);
    scene::testkit::check_asking::<Hexlock>("memory=off", 4);
    scene::testkit::check_unbegun::<Hexlock>("memory=on");
}

/// Playing is by far the cheapest check, so it runs many more games than the others. No turn is ever skipped: a side
/// that holds some but not all hexes holds one next to an empty or an enemy hex, so it always has an action.
#[test]
fn random_games_end_and_nobody_is_ever_stuck() {
    let mut random = Random::new(1);
    let mut dice = Dice::for_search(random.split());
    let mut longest = 0;
    for number in 0..2_000 {
        let mut game = Hexlock::standing(Position::start(Side::BOTH[number % 2]));
        if number % 20 == 0 {
            while game.outcome().is_none() {
                let actions = legal_actions(&game);
                assert!(!actions.is_empty() && game.passed().is_empty(), "{game:?}");
                game.apply(random.pick(&actions).unwrap(), &mut dice);
            }
        }
        longest = longest.max(playout(&mut game, &mut random, &mut dice, &mut Vec::new()));
        assert!(game.outcome().and_then(|outcome| outcome.winner()).is_some());
    }
    assert!(longest < 2_000, "a random game of {longest} actions");
}

#[test]
fn notation_is_read_in_one_spelling_only() {
    let game = Hexlock::standing(Position::start(Side::Red));
    for text in ["d2", "d1-d2", "a1-g4", "d1-d1"] {
        assert_eq!(game.write(&game.read(text).unwrap()), text);
    }
    for nonsense in ["d1-", "-d2", "d1-d2-d3", "d1--d2", "d1 d2", "D1-d2", "d1-d8", "d1→d2", "d01-d2", "d1xd2"] {
        assert_eq!(game.read(nonsense).unwrap_err().message.key, "no-action");
    }
}
