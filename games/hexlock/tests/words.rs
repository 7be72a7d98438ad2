//! Every line of the message files is said, and everything that is said has its line.

use scene::testkit::Words;
use sixfold_hexlock::{Action, Cell, Hexlock};

const NOT_REACHED: &[(&str, &str)] = &[("attacked", "for an attack without its roll, which no match has")];

#[test]
fn every_line_is_said_and_everything_said_has_its_line() {
    let golden = "tests/golden";
    let universe = |_: &Hexlock| {
        let cells = || (0..=Cell::COUNT as u8).map(Cell);
        let attacks = cells().flat_map(|source| cells().map(move |target| Action::Attack { source, target }));
        cells().map(Action::Expand).chain(attacks).collect()
    };
    Words::new()
        .play("memory=off", 4)
        .play("memory=on", 2)
        .records(golden)
        .universe(universe)
        .not_reached(NOT_REACHED)
        .run();
}
