//! Whole games as text. Every record replays to the state in the file beside it.
//!
//! `UPDATE_GOLDEN=1` in front of the test command writes the files anew. Look at the difference before you keep it, and
//! raise `rules_version` if old records replay differently.

use game::testkit::{golden, play_at_random};
use game::{Game, Match, Seed, Setup};
use sixfold_{{crate}}::{{Type}};

fn replays(name: &str, setup: &str, seed: u64) {
    let setup = Setup::parse({{Type}}::INFO.options, [setup]).expect("a setup of the game");
    let random = || play_at_random(Match::new(setup.clone(), Seed::number(seed)).expect("it starts a match"), seed);
    let folder = "tests/golden";
    golden(folder, name, Some(&random), |game: &{{Type}}| format!("{:?}", game.0));
}

#[test]
fn a_game_on_the_usual_board() {
    replays("usual", "base=4", 1);
}

#[test]
fn a_game_on_the_smallest_board() {
    replays("smallest", "base=3", 2);
}
