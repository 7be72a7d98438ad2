//! Whole games as text: each record replays to the state that is written beside it.
//!
//! `UPDATE_GOLDEN=1 cargo test -p sixfold-hexlock --test golden` writes the files again. Look at the difference before
//! you keep it, and raise `rules_version` if old records replay differently.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use game::{Game, Match, Seed, Setup, Viewer, testkit};
use sixfold_hexlock::Hexlock;

#[test]
fn a_game_with_a_source_lost_to_a_critical_fail() {
    let told = golden("lost-source", Some(8));
    assert!(told.contains(&"source-lost".to_owned()));
}

#[test]
fn a_game_with_captures_by_force_and_by_enclosure() {
    let told = golden("rings", Some(132));
    assert!(told.contains(&"captured".to_owned()) && told.contains(&"enclosed".to_owned()));
}

#[test]
fn a_game_that_is_won_with_the_last_hex() {
    let told = golden("last-hex", None);
    assert!(told.contains(&"won.everything".to_owned()));
}

#[test]
fn a_game_that_is_won_in_the_losers_turn() {
    let told = golden("won-by-a-fail", Some(85));
    assert!(told.ends_with(&["attacked.critical-fail".to_owned(), "source-lost".to_owned(), "won".to_owned()]));
}

/// Replays a golden record, compares its final position with the file, and returns the keys of its messages. The
/// records come from random play with these seeds. The one without a seed comes from two players who only fight,
/// because random play does not end in this way; it is kept as it is.
fn golden(name: &str, seed: Option<u64>) -> Vec<String> {
    let folder = "tests/golden";
    let end = |game: &Hexlock| format!("{:?}", game.position);
    told(&match seed {
        Some(seed) => testkit::golden(folder, name, Some(&|| random_game(seed)), end),
        None => testkit::golden(folder, name, None, end),
    })
}

fn told(game_match: &Match<Hexlock>) -> Vec<String> {
    let before = std::iter::once(game_match.state_after(0)).chain(game_match.states());
    let steps = game_match.log().iter().zip(before.zip(game_match.states()));
    let told = steps.flat_map(|(logged, (before, after))| {
        let (_, action) = logged.action().expect("nobody leaves in a golden game");
        Hexlock::tell(&before, action, &logged.rolls, &after, Viewer::Spectator)
    });
    told.map(|message| message.key.into_owned()).collect()
}

fn random_game(seed: u64) -> Match<Hexlock> {
    let setup = Setup::defaults(Hexlock::INFO.options);
    testkit::play_at_random(Match::new(setup, Seed::number(seed)).unwrap(), seed)
}
