//! Whole games as text: each record replays to the state that is written beside it.
//!
//! `UPDATE_GOLDEN=1 cargo test -p sixfold-hexoust --test golden` writes the files again. Look at the difference before
//! you keep it, and raise `rules_version` if old records replay differently.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::{Game, Match, Record, Seed, Setup, testkit};
use sixfold_hexoust::HexOust;

/// The origin of a golden game.
enum Origin {
    /// Random play on a board of this base with this seed.
    Random(u8, u64),
    /// Found by a search. The record in the file is kept as it is.
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
    record.turns().map(|turn| turn.actions.len()).max().unwrap_or(0)
}

/// Replays a golden record, compares its final position with the file, and returns the record's text.
fn golden(name: &str, origin: &Origin) -> String {
    let folder = "tests/golden";
    let end = |game: &HexOust| format!("{:?}", game.0);
    let game_match = match *origin {
        Origin::Random(base, seed) => testkit::golden(folder, name, Some(&|| random_game(base, seed)), end),
        Origin::Kept => testkit::golden(folder, name, None, end),
    };
    game_match.record().to_string()
}

fn random_game(base: u8, seed: u64) -> Match<HexOust> {
    let setup = Setup::parse(HexOust::INFO.options, [format!("base={base}").as_str()]).unwrap();
    testkit::play_at_random(Match::new(setup, Seed::number(seed)).unwrap(), seed)
}
