//! Every line of the message files is said, and every message has its line.

use scene::testkit::Words;
use sixfold_{{crate}}::{Cell, {{Type}}};

#[test]
fn every_line_is_said_and_everything_said_has_its_line() {
    let universe = |game: &{{Type}}| (0..=game.0.board().board().len() as u8).map(Cell).collect();
    Words::new().play("base=3", 20).universe(universe).run();
}
