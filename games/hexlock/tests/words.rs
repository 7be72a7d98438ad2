//! Every line of the message files is said, and everything that is said has its line.

use scene::testkit::Words;
use sixfold_hexlock::{Action, Cell, Combat, Hexlock, Position, Side, Strike};

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

/// The odds in the strategy pages and on the cards are those of the attack: hits, strong hits and damage of all twenty rolls.
#[test]
fn texts_have_the_odds_of_the_dice() {
    let texts = [
        (include_str!("../data/strategy.en.md"), include_str!("../data/card.en.md"), '.'),
        (include_str!("../data/strategy.de.md"), include_str!("../data/card.de.md"), ','),
    ];
    for (strategy, card, sign) in texts {
        let odds = |bonus: u32, guard: u32| {
            let strikes: Vec<Strike> = (1..=20).map(|roll| Combat { bonus, guard }.strike(roll)).collect();
            let percent = |is: fn(&Strike) -> bool| 5 * strikes.iter().filter(|strike| is(strike)).count();
            let hits = percent(|strike| matches!(strike, Strike::Hit | Strike::StrongHit));
            let strong = percent(|strike| matches!(strike, Strike::StrongHit));
            let damage: usize = strikes
                .iter()
                .filter(|strike| matches!(strike, Strike::Hit | Strike::StrongHit))
                .map(|strike| usize::from(strike.damage()))
                .sum();
            (hits, strong, 5 * damage)
        };
        let columns: Vec<(usize, usize, usize)> = (-3..=4).map(|by: i32| odds((3 + by) as u32, 3)).collect();
        for (by, (hits, strong, damage)) in (-3..=4).zip(&columns) {
            let by = match by {
                0 => "0".to_owned(),
                1.. => format!("+{by}"),
                _ => format!("−{}", -by),
            };
            let row = format!("| {by} | {hits} % | {strong} % | {}{sign}{:02} |", damage / 100, damage % 100);
            assert!(strategy.contains(&row), "{row}: {strategy}");
        }
        let on_card = |number: fn(&(usize, usize, usize)) -> usize| {
            let cells: Vec<String> = columns[1..7].iter().map(|column| format!("{} %", number(column))).collect();
            format!("| {} |", cells.join(" | "))
        };
        assert!(card.contains(&on_card(|column| column.0)) && card.contains(&on_card(|column| column.1)), "{card}");
    }
}
