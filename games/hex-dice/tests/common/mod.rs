//! Helpers for several test files.
#![allow(dead_code, clippy::unwrap_used, reason = "not every test file needs everything, and helpers are tests too")]

pub(crate) mod naive;

use std::sync::{Arc, LazyLock};

use game::{Dice, Game, Match, RuleSet as _, Seed, Setup};
use sixfold_hex_dice::{Action, Cell, Ground, HexDice, Position, Tables, UnitKind, board};

/// Every table with every number of dice, and the other options.
pub(crate) const SETUPS: &[&str] = &[
    "players=2",
    "players=2 dice=8",
    "players=3",
    "players=4",
    "players=4 dice=5",
    "players=6",
    "players=6 dice=4",
    "players=2 archer-lines=on",
    "players=3 quiet-turns=5",
    "players=6 dice=4 archer-lines=on quiet-turns=7",
];

/// The built-in rule set.
pub(crate) fn tables() -> &'static Arc<Tables> {
    static TABLES: LazyLock<Arc<Tables>> = LazyLock::new(|| Arc::new(Tables::built_in()));
    &TABLES
}

/// What a face is.
pub(crate) fn kind(face: u8) -> &'static UnitKind {
    &tables().units[usize::from(face) - 1]
}

/// Every ground of the built-in rule set.
pub(crate) fn grounds() -> Vec<Ground> {
    let pairs = tables().tables.iter().flat_map(|table| table.dice.iter().map(|&dice| (table.players, dice)));
    pairs.map(|(players, dice)| Ground::of(tables(), players, dice).unwrap()).collect()
}

pub(crate) fn setup(text: &str) -> Setup {
    Setup::parse(HexDice::INFO.options, text.split_whitespace()).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn new_match(text: &str, seed: u64) -> Match<HexDice> {
    Match::new(setup(text), Seed::number(seed)).unwrap_or_else(|error| panic!("{error}"))
}

/// A hex by its name.
pub(crate) fn at(name: &str) -> usize {
    Cell::named(name).unwrap_or_else(|| panic!("{name} is no hex")).index()
}

/// All hexes.
pub(crate) fn cells() -> impl Iterator<Item = Cell> {
    (0..board().board().len()).map(|cell| Cell(cell as u8))
}

/// A position in the middle of play, with all armies as drawn.
pub(crate) fn drawn(text: &str, drawing: &str, seat: u8) -> HexDice {
    let start = HexDice::start(&setup(text), &mut Dice::seeded(&Seed::number(0))).unwrap();
    HexDice { position: start.position.drawn(drawing, seat) }
}

/// An empty board with these units on it: `R4 g7, B5! g8, G6- a1`.
pub(crate) fn placed(text: &str, units: &str, seat: u8) -> HexDice {
    let words = |name: &str| {
        let unit = units.split(", ").filter_map(|unit| unit.split_once(' ')).find(|(_, hex)| *hex == name);
        unit.map_or(".", |(word, _)| word).to_owned()
    };
    for (_, hex) in units.split(", ").filter_map(|unit| unit.split_once(' ')) {
        at(hex);
    }
    drawn(text, &in_lines(words), seat)
}

/// A drawing with one word for each hex.
pub(crate) fn in_lines(word: impl Fn(&str) -> String) -> String {
    let line = |height: i32| {
        let of_line = cells().filter(|cell| 2 * cell.hex().r + cell.hex().q == height);
        let mut of_line: Vec<Cell> = of_line.collect();
        of_line.sort_by_key(|cell| cell.hex().q);
        of_line.iter().map(|cell| word(&cell.name())).collect::<Vec<_>>().join(" ")
    };
    (-12..=12).map(line).collect::<Vec<_>>().join("\n")
}

/// Plays actions written as in a record. Those that roll use the next of these dice.
pub(crate) fn played(mut game: HexDice, actions: &str, dice: &[u32]) -> HexDice {
    let mut dice = Dice::scripted(dice.iter().copied());
    for text in actions.split_whitespace() {
        let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&action, &mut dice).unwrap_or_else(|refusal| panic!("{text}: {refusal}\n{game:?}"));
    }
    game
}

/// The reason of a refusal, as the key of its sentence.
pub(crate) fn refused(game: &HexDice, text: &str) -> String {
    match game.check(&game.read(text).unwrap()) {
        Err(game::Refusal::Illegal(why)) => why.key.into_owned(),
        Err(other) => other.to_string(),
        Ok(()) => "allowed".to_owned(),
    }
}

pub(crate) fn action(text: &str) -> Action {
    Action::read(text).unwrap()
}

/// The units of the position as text, such as `R4 g7`, in the order of the hexes' names.
pub(crate) fn units(position: &Position) -> String {
    let names = ["R", "B", "G", "O", "V", "Y"];
    let word = |cell: usize| {
        let unit = position.unit(cell);
        let guard = if unit.is_guarding() { "!" } else { "" };
        let tokens = "-".repeat(usize::from(unit.tokens()));
        format!("{}{}{guard}{tokens} {}", names[unit.seat()], unit.face(), Cell(cell as u8).name())
    };
    let mut words: Vec<String> = position.occupied().iter().map(word).collect();
    words.sort();
    words.join(", ")
}
