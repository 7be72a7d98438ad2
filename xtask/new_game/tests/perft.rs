//! The numbers of sequences of actions, from tables in `perft/`.
//!
//! A table is a setup, then perhaps a line of actions that are played first, then lines `depth nodes`. `UPDATE_PERFT=1` in front
//! of the test command counts the lines `depth ?`, and all others anew: look at the difference before you keep it.

mod common;

use common::naive::Model;
use game::testkit::PerftTable;
use game::{Dice, Game, Setup};
use sixfold_{{crate}}::{{Type}};

fn position(table: &PerftTable) -> ({{Type}}, Model) {
    let setup = Setup::parse({{Type}}::INFO.options, table.head.split_whitespace()).expect("a setup of the game");
    let mut game = {{Type}}::start(&setup, &mut Dice::scripted([])).expect("it starts a match");
    let mut model = Model::empty(setup.whole("base") as i32);
    for text in table.rows.iter().flat_map(|row| row.split_whitespace()) {
        let action = game.read(text).expect("an action");
        game.play(&action, &mut Dice::scripted([])).expect("it is legal");
        model.place(text);
    }
    (game, model)
}

game::perft_tests!(position, quick: 10_000);
