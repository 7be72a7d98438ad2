//! Helpers for several test files.
#![allow(dead_code, reason = "not every test file asks for everything")]

pub(crate) mod naive;

use std::sync::{Arc, LazyLock};

use game::{Dice, Game, Match, RuleSet as _, Seed, Setup};
use sixfold_influence::{Boards, Ground, Influence};

/// Setups that together cover every option alone, in pairs and all at once, on every board.
pub(crate) const SETUPS: &[&str] = &[
    "board=classic",
    "board=compact",
    "board=grand",
    "board=honeycomb",
    "dice=on",
    "token=on",
    "keystone=on",
    "echo=on",
    "thresholds=on",
    "shifting=on",
    "komi=on",
    "komi=on komi-points=7",
    "threshold=60",
    "board=compact shifting=on keystone=on",
    "board=compact token=on echo=on thresholds=on",
    "board=grand shifting=on keystone=on",
    "board=grand dice=on komi=on thresholds=on threshold=150",
    "board=honeycomb shifting=on keystone=on dice=on",
    "board=honeycomb token=on thresholds=on echo=on",
    "board=honeycomb dice=on thresholds=on echo=on keystone=on",
    "board=compact dice=on echo=on threshold=30",
    "board=classic dice=on token=on keystone=on echo=on thresholds=on shifting=on komi=on threshold=120",
    "board=honeycomb dice=on token=on keystone=on echo=on thresholds=on shifting=on komi=on komi-points=5 threshold=90",
];

/// The built-in rule set.
pub(crate) fn boards() -> &'static Arc<Boards> {
    static BOARDS: LazyLock<Arc<Boards>> = LazyLock::new(|| Arc::new(Boards::built_in()));
    &BOARDS
}

/// A board of the built-in rule set.
pub(crate) fn ground(name: &str) -> &'static Arc<Ground> {
    boards().ground(name).unwrap_or_else(|| panic!("there is no board {name}"))
}

pub(crate) fn setup(text: &str) -> Setup {
    Setup::parse(Influence::INFO.options, text.split_whitespace()).unwrap_or_else(|error| panic!("{error}"))
}

/// A match from its first position.
pub(crate) fn new_match(text: &str, seed: u64) -> Match<Influence> {
    Match::new(setup(text), Seed::number(seed)).unwrap_or_else(|error| panic!("{error}"))
}

/// A first position whose setup rolls these dice.
pub(crate) fn start(text: &str, dice: &[u32]) -> Influence {
    Influence::start(&setup(text), &mut Dice::scripted(dice.iter().copied())).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays turns written as in a record, without dice.
pub(crate) fn played(mut game: Influence, turns: &str) -> Influence {
    for text in turns.split_whitespace() {
        let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&action, &mut Dice::scripted([])).unwrap_or_else(|refusal| panic!("{text}: {refusal}\n{game:?}"));
    }
    game
}

/// Both totals in sixths.
pub(crate) fn totals(game: &Influence) -> [u32; 2] {
    game.position.totals()
}
