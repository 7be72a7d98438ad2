//! Compares every unit's movement with drawn patterns, on an empty board and with blockers, from bases with several
//! directions.
//!
//! A picture begins with a line `> setup seat=N unit=HEX`. A `*` after a unit marks a unit that can be moved into; a
//! `*` alone is an empty hex in reach.

mod common;

use common::{at, cells, drawn, in_lines, kind, tables};
use sixfold_hex_dice::{Cell, HexDice, Position};

/// The units of a picture alone, and its marked hexes.
fn read(picture: &str) -> (String, Vec<String>) {
    let words: Vec<&str> = picture.split_whitespace().collect();
    let names: Vec<String> = {
        let names = in_lines(str::to_owned);
        names.split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(words.len(), names.len(), "127 hexes:\n{picture}");
    let marked = words.iter().zip(&names).filter(|(word, _)| word.ends_with('*')).map(|(_, name)| name.clone());
    let bare = |name: &str| {
        let index = names.iter().position(|known| known == name).expect("every hex has a name");
        let unit = words[index].trim_end_matches('*');
        if unit.is_empty() { ".".to_owned() } else { unit.to_owned() }
    };
    (in_lines(bare), marked.collect())
}

fn named(mask: hex::Mask) -> Vec<String> {
    let mut names: Vec<String> = mask.iter().map(|cell| Cell(cell as u8).name()).collect();
    names.sort();
    names
}

fn check(name: &str, head: &str, picture: &str, face: u8) {
    let setup = head.split(' ').filter(|word| !word.starts_with("seat=") && !word.starts_with("unit="));
    let value = |key: &str| head.split(' ').find_map(|word| word.strip_prefix(key)).expect("the head has it");
    let (units, mut marked) = read(picture);
    let seat: u8 = value("seat=").parse().expect("a seat is a number");
    let game: HexDice = drawn(&setup.collect::<Vec<_>>().join(" "), &units, seat);
    let cell = at(value("unit="));
    let unit = game.position.unit(cell);
    assert_eq!((unit.face(), unit.seat()), (face, usize::from(seat)), "{name}: {head}");
    marked.sort();
    assert_eq!(named(game.position.reach(cell)), marked, "{name}: {head}\n{picture}");
}

#[test]
fn every_unit_moves_as_it_is_drawn() {
    let folder = "tests/moves";
    let mut pictures = 0;
    for kind in &tables().units {
        let name = format!("{}-{}.txt", kind.face, kind.name);
        let file = std::fs::read_to_string(format!("{folder}/{name}")).expect("every unit has its pictures");
        for part in file.split("> ").skip(1) {
            let (head, picture) = part.split_once('\n').expect("a head, then the picture");
            check(&name, head, picture, kind.face);
            pictures += 1;
        }
    }
    assert!(pictures > 20, "{pictures} pictures");
}

/// The table's column «distance». On an empty board the pattern is the same from everywhere, turned with the base.
#[test]
fn no_unit_goes_further_than_its_distance() {
    let distances = [3, 3, 3, 2, 1, 0];
    let longest = |position: &Position, seat: usize, face: u8, cell: Cell| {
        let none = hex::Mask::EMPTY;
        let reach = position.reach_of(seat, kind(face), cell.index(), none, none);
        let far = reach.iter().map(|to| Cell(to as u8).hex().distance(cell.hex())).max();
        (far.unwrap_or(0), reach.len())
    };
    for (setup, seats) in [("players=2", 2), ("players=3", 3), ("players=4", 4), ("players=6", 6)] {
        let position = drawn(setup, &in_lines(|_| ".".to_owned()), 0).position;
        for seat in 0..seats {
            for (face, distance) in (1..).zip(distances) {
                assert!(cells().all(|cell| longest(&position, seat, face, cell).0 <= distance));
                let hexes = [4, 12, 12, 10, 6, 0][usize::from(face) - 1];
                let centre = Cell(at("g7") as u8);
                assert_eq!(longest(&position, seat, face, centre), (distance, hexes), "{setup}, {seat}, {face}");
            }
        }
    }
}
