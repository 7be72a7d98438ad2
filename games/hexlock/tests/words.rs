//! Every line of the message files is said, and everything that is said has its line.

use scene::testkit::Words;
use sixfold_hexlock::{Action, Cell, Hexlock, Position, Side};

const NOT_REACHED: &[(&str, &str)] = &[("attacked", "for an attack without its roll, which no match has")];

#[test]
fn every_line_is_said_and_everything_said_has_its_line() {
    let golden = "tests/golden";
    let universe = |_: &Hexlock| {
        let cells = || (0..=Cell::COUNT as u8).map(Cell);
        let attacks = cells().flat_map(|source| cells().map(move |target| Action::Attack { source, target }));
        cells().map(Action::Expand).chain(attacks).collect()
    };
    // Random play hardly ever surrounds a hex: here Blue can do it by expanding to b2, or by taking b2.
    let surrounds = |b2: Option<Side>| {
        let mut position = Position::empty(Side::Red, 9);
        let hexes = [("a1", Side::Red), ("d4", Side::Red), ("a2", Side::Blue), ("b1", Side::Blue)];
        for (name, side) in hexes.into_iter().chain(b2.map(|side| ("b2", side))) {
            position.give(Cell::named(name).unwrap_or(Cell(0)), side, 1);
        }
        Hexlock::standing(position)
    };
    Words::new()
        .position(surrounds(None))
        .position(surrounds(Some(Side::Red)))
        .play("memory=off", 4)
        .play("memory=on", 2)
        .records(golden)
        .universe(universe)
        .not_reached(NOT_REACHED)
        .run();
}
