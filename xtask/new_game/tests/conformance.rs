//! The conformance suite and the checks of the scene, on every board.

use game::testkit::Suite;
use sixfold_{{crate}}::{Cell, {{Type}}};

const SETUPS: [&str; 4] = ["base=3", "base=4", "base=5", "base=6"];

/// Every hex of the board, and numbers beyond it that a careless caller could make up.
fn universe(game: &{{Type}}) -> Vec<Cell> {
    let hexes = game.0.board().board().len() as u8;
    (0..=hexes).chain([127, 128, u8::MAX]).map(Cell).collect()
}

#[test]
fn the_suite() {
    let suite = SETUPS.iter().fold(Suite::<{{Type}}>::new(), |suite, setup| suite.setup(setup));
    suite.games(8).universe(universe).run();
}

#[test]
fn the_drawing() {
    for setup in SETUPS {
        scene::testkit::check_drawing::<{{Type}}>(setup, 2);
        scene::testkit::check_asking::<{{Type}}>(setup, 4);
        scene::testkit::check_unbegun::<{{Type}}>(setup);
    }
}
