//! Perft counts from tables in `perft/`.
//!
//! A table begins with a setup; the dice of its start are those of seed 0. Actions to play first may follow, then lines
//! `depth nodes`. A turn with broken thrusters would count twice. A shot counts once, and nothing is counted after it.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use std::collections::BTreeMap;

use common::setup;
use game::testkit::{PerftTable, PerftTables};
use game::{Dice, Game, Seed, perft};
use hex::{Direction, Hex};
use sixfold_hex_ships::{HexShips, Map};

/// At a greater depth a ship in reverse could leave the map.
const MOST_DEPTH: u32 = 3;

fn position(table: &PerftTable) -> HexShips {
    let mut dice = Dice::seeded(&Seed::number(0));
    let mut game = HexShips::start(&setup(&table.head), &mut dice).unwrap();
    for text in table.rows.iter().flat_map(|row| row.split_whitespace()) {
        let action = game.read(text).unwrap();
        game.play(&action, &mut dice).unwrap_or_else(|refusal| panic!("{}: {text}: {refusal}", table.name));
    }
    game
}

#[test]
fn every_table_counts_as_it_says() {
    PerftTables::of_folder("tests/perft").check(position);
}

/// The counts of a deployment by arithmetic: 27 hexes in a zone on a map of radius 7, six facings, and then the next
/// seat.
#[test]
fn the_counts_of_a_deployment() {
    let game = HexShips::start(&setup("scenario=duel"), &mut Dice::seeded(&Seed::number(0))).unwrap();
    assert_eq!([1, 2, 3].map(|depth| perft(&game, depth)), [27, 27 * 6, 27 * 6 * 27]);
    let two = HexShips::start(
        &setup("scenario=duel points=999 red=needle+needle blue=needle+needle"),
        &mut Dice::seeded(&Seed::number(0)),
    );
    assert_eq!(perft(&two.unwrap(), 3), 2 * 27 * 6 * 2 * 27);
}

/// The moves of a ship with nothing in its way, counted separately: all orders of its advances and turns.
#[test]
fn the_counts_of_a_move_in_the_open() {
    let text = "scenario=duel points=999 radius=12 red=needle.none.none blue=needle.none.none";
    let mut game = HexShips::start(&setup(text), &mut Dice::seeded(&Seed::number(0))).unwrap();
    let mut dice = Dice::scripted([]);
    let first = game.turn().seat.0;
    let places = [["place:r1:m3", "face:S"], ["place:b1:m23", "face:N"]];
    for seat in [first, 1 - first] {
        for text in places[usize::from(seat)] {
            let action = game.read(text).unwrap();
            game.play(&action, &mut dice).unwrap();
        }
    }
    // A needle at rest sets a speed from -3 to 4 and then makes |speed| advances and up to five turns.
    let map = Map::new(12);
    let ship = *game.battle.ship(game.battle.acting().unwrap()).unwrap();
    let mut expected = BTreeMap::new();
    for speed in -3_i32..=4 {
        count(map, (ship.hex, ship.facing, speed < 0), speed.unsigned_abs(), 5, 1, &mut expected);
    }
    for depth in 1..=MOST_DEPTH {
        assert_eq!(perft(&game, depth), expected[&depth], "depth {depth}");
    }
}

/// Adds to each depth the sequences of a ship with this many advances and turns left. A ship that ends its move is not
/// followed.
fn count(
    map: Map,
    (at, facing, back): (Hex, Direction, bool),
    left: u32,
    turns: u32,
    depth: u32,
    ways: &mut BTreeMap<u32, u64>,
) {
    *ways.entry(depth).or_default() += 1;
    if depth == MOST_DEPTH {
        return;
    }
    if left > 0 {
        let next = at.neighbour(if back { facing.opposite() } else { facing });
        assert!(map.contains(next), "in the open");
        count(map, (next, facing, back), left - 1, turns, depth + 1, ways);
    } else {
        // After `done` the other ship sets its speed, from -3 to 4, and goes on in the same way.
        *ways.entry(depth + 1).or_default() += 1;
        if depth + 2 <= MOST_DEPTH {
            for speed in -3_i32..=4 {
                count(map, (Hex::ORIGIN, Direction::N, speed < 0), speed.unsigned_abs(), 5, depth + 2, ways);
            }
        }
    }
    if turns > 0 {
        for turn in [-1, 1] {
            count(map, (at, facing.turn(turn), back), left, turns - 1, depth + 1, ways);
        }
    }
}
