//! Whole battles as text: each record replays to the state that is written beside it.
//!
//! `UPDATE_GOLDEN=1 cargo test -p sixfold-hex-ships --test golden` writes the files again. Look at the difference
//! before you keep it, and raise `rules_version` if old records replay differently.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::collections::BTreeSet;

use game::{Game, Match, Seed, Setup, Viewer, testkit};
use sixfold_hex_ships::HexShips;

/// A battle of computer captains. Its record is kept as it is.
#[test]
fn a_battle_of_captains_with_every_ability() {
    let told = golden("captains", None);
    has(&told, "placed burned charged aimed-also kept rolled-again missiles disrupted critical destroyed over.won");
}

/// A battle of computer captains. Its record is kept as it is.
#[test]
fn a_battle_that_is_won_by_points() {
    let told = golden("by-points", None);
    has(&told, "shifted weapon-broken shot.miss struck.shield struck.armour struck.hull over.won-by-points");
}

/// A battle of computer captains. Its record is kept as it is.
#[test]
fn a_battle_of_lines_that_pass_each_other() {
    let told = golden("passing", None);
    has(&told, "turned.left turned.right held switched.off weapon-broken over.won");
    assert!(!told.contains("placed"), "the scenario says where its ships start");
}

/// A battle of computer captains with carriers (HS-38). Its record is kept as it is.
#[test]
fn a_battle_with_squadrons() {
    let told = golden("squadrons", None);
    has(&told, "launched docked rearmed over.won");
}

/// Random play, with mistakes that no captain makes.
#[test]
fn a_battle_at_random() {
    let told = golden("at-random", Some(SEED));
    has(&told, "withdrew switched.on switched.off round");
}

const SEED: u64 = 3;

fn has(told: &BTreeSet<String>, keys: &str) {
    keys.split(' ').for_each(|key| assert!(told.contains(key), "{key} in {told:?}"));
}

/// Replays a golden record, compares its final position with the file, and returns the keys of its messages.
fn golden(name: &str, seed: Option<u64>) -> BTreeSet<String> {
    let folder = "tests/golden";
    let end = |game: &HexShips| format!("{game:?}");
    told(&match seed {
        Some(seed) => testkit::golden(folder, name, Some(&|| random_battle(seed)), end),
        None => testkit::golden(folder, name, None, end),
    })
}

fn told(game_match: &Match<HexShips>) -> BTreeSet<String> {
    let before = std::iter::once(game_match.state_after(0)).chain(game_match.states());
    let steps = game_match.log().iter().zip(before.zip(game_match.states()));
    let told = steps.flat_map(|(logged, (before, after))| {
        let (_, action) = logged.action().expect("nobody leaves in a golden game");
        HexShips::tell(&before, action, &logged.rolls, &after, Viewer::Spectator)
    });
    told.map(|message| message.key.into_owned()).collect()
}

fn random_battle(seed: u64) -> Match<HexShips> {
    let setup = Setup::parse(HexShips::INFO.options, ["scenario=passing", "rounds=4"]).unwrap();
    testkit::play_at_random(Match::new(setup, Seed::number(seed)).unwrap(), seed)
}
