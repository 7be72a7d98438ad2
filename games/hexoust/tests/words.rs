//! Every line of the message files is said, and everything that is said has its line.

use scene::testkit::Words;
use sixfold_hexoust::{Cell, HexOust};

#[test]
fn every_line_is_said_and_everything_said_has_its_line() {
    let golden = "tests/golden";
    let universe = |game: &HexOust| (0..=game.0.board().board().len() as u8).map(Cell).collect();
    Words::new().play("base=4", 6).records(golden).universe(universe).run();
}
