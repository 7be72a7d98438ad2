//! The numbers of sequences of actions, from tables in `perft/`.
//!
//! A table is a setup, then perhaps a line of actions that are played first, then lines `depth nodes`. `UPDATE_PERFT=1` in front
//! of the test command counts the lines `depth ?`, and all others anew: look at the difference before you keep it.

use game::testkit::{PerftTable, PerftTables};
use game::{Dice, Game, Setup};
use sixfold_{{crate}}::{{Type}};

fn position(table: &PerftTable) -> {{Type}} {
    let setup = Setup::parse({{Type}}::INFO.options, table.head.split_whitespace()).expect("a setup of the game");
    let mut game = {{Type}}::start(&setup, &mut Dice::scripted([])).expect("it starts a match");
    for text in table.rows.iter().flat_map(|row| row.split_whitespace()) {
        let action = game.read(text).expect("an action");
        game.play(&action, &mut Dice::scripted([])).expect("a legal one");
    }
    game
}

#[test]
fn every_table_counts_as_it_says() {
    PerftTables::of_folder("tests/perft").check(position);
}
