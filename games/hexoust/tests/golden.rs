//! Whole games as text: each record replays to the state that is written beside it.
//!
//! `UPDATE_GOLDEN=1 cargo test -p sixfold-hexoust --test golden` writes the files anew; look at the difference before
//! keeping it, and raise `rules_version` if old records replay differently.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::fs;

use game::{Game, Match, Random, Record, Seed, Setup, replay};
use sixfold_hexoust::HexOust;

/// Where a golden game came from.
enum Origin {
    /// Random play on a board of this base with this seed.
    Random(u8, u64),
    /// Found by a search: its actions are kept as they stand in the file.
    Kept,
}

#[test]
fn a_game_with_a_pass() {
    let record = golden("pass-on-base-4", &Origin::Kept);
    assert!(record.contains("blue pass\n"));
}

#[test]
fn a_game_with_nine_captures_in_one_turn() {
    assert_eq!(longest_turn(&golden("chains-on-base-5", &Origin::Random(5, 1148))), 9);
}

#[test]
fn a_long_game_on_the_full_board() {
    assert_eq!(longest_turn(&golden("long-on-base-7", &Origin::Random(7, 361))), 13);
}

fn longest_turn(record: &str) -> usize {
    let record: Record = record.parse().unwrap();
    record.turns.iter().map(|turn| turn.actions.len()).max().unwrap_or(0)
}

/// Replays a golden record, compares the end with what is written, and returns the record's text.
fn golden(name: &str, origin: &Origin) -> String {
    let path = |kind: &str| format!("{}/tests/golden/{name}.{kind}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let table = match *origin {
            Origin::Random(base, seed) => random_game(base, seed),
            Origin::Kept => replayed(&fs::read_to_string(path("record")).unwrap()),
        };
        fs::write(path("record"), table.record().to_string()).unwrap();
        fs::write(path("end"), end_of(&table)).unwrap();
    }
    let record = fs::read_to_string(path("record")).unwrap();
    let table = replayed(&record);
    assert!(table.outcome().is_some(), "a golden game is whole");
    assert_eq!(table.record().to_string(), record, "{name} is written as it was read");
    assert_eq!(end_of(&table), fs::read_to_string(path("end")).unwrap(), "{name} ends as it did");
    record
}

fn replayed(record: &str) -> Match<HexOust> {
    replay(&record.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

fn random_game(base: u8, seed: u64) -> Match<HexOust> {
    let setup = Setup::parse(HexOust::INFO.options, [format!("base={base}").as_str()]).unwrap();
    let mut table = Match::<HexOust>::new(setup, Seed::number(seed)).unwrap();
    let mut random = Random::new(seed);
    while let Some(seat) = table.actor() {
        let cell = table.state().random_action(&mut random, &mut Vec::new()).expect("somebody can act");
        table.play(seat, &cell).unwrap();
    }
    table
}

/// The hash of the final state and how it looks.
fn end_of(table: &Match<HexOust>) -> String {
    format!("hash {:016x}\n{:?}", table.state().state_hash(), table.state().0)
}
