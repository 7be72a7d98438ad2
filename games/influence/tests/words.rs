//! Every line of the message files is said, and everything that is said has its line.

mod common;

use common::{SETUPS, played, start};
use scene::testkit::Words;
use sixfold_influence::{Action, Influence};

#[test]
fn every_line_is_said_and_everything_said_has_its_line() {
    let golden = "tests/golden";
    let universe = |game: &Influence| {
        let points = game.position.ground().len() as u8;
        let twos = (0..=points).flat_map(|one| [0, points / 2].map(|two| Action::Two(one, two)));
        (0..=points).map(Action::One).chain(twos).chain([Action::Pass]).collect()
    };
    let words = SETUPS.iter().fold(Words::new(), |words, setup| words.play(setup, 1));
    // Nobody has a point: whoever passes second ends the game with a tie.
    let second = |turn| {
        let empty = start("board=compact", &[]).position;
        let drawing = ". ".repeat(empty.ground().len());
        played(Influence::from(empty.drawn(&drawing, turn)), "skip")
    };
    let words = [1, 2].map(second).into_iter().fold(words, Words::position);
    words
        .records(golden)
        .conflict("board=grand shifting=on")
        .conflict("komi-points=3")
        .conflict("komi=on komi-points=9 threshold=9")
        .not_reached(&[("setup.board", "only a rule set of one's own lacks a board")])
        .universe(universe)
        .run();
}
