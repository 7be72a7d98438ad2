//! Golden games: records that games keep beside their tests.

use std::fs;
use std::path::PathBuf;

use crate::{Game, Match, Random, replay};

/// Replays the golden record with this name and compares its final position, in the form of `end`, with the file beside
/// it.
///
/// With `UPDATE_GOLDEN` in the environment both files are written first: the record of `make`, or the present record if
/// there is no `make`. Look at the difference before you keep it.
pub fn golden<G: Game>(
    folder: &str,
    name: &str,
    make: Option<&dyn Fn() -> Match<G>>,
    end: impl Fn(&G) -> String,
) -> Match<G> {
    let path = |kind: &str| PathBuf::from(format!("{folder}/{name}.{kind}"));
    let replayed = || -> Match<G> {
        let record = read(&path("record")).parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        replay(&record).unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    let end_of =
        |game_match: &Match<G>| format!("hash {:016x}\n{}", game_match.state().state_hash(), end(game_match.state()));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        let game_match = make.map_or_else(replayed, |make| make());
        fs::write(path("record"), game_match.record().to_string()).expect("the record can be written");
        fs::write(path("end"), end_of(&game_match)).expect("the end can be written");
    }
    let game_match = replayed();
    assert!(game_match.outcome().is_some(), "a golden game goes to its end");
    assert_eq!(game_match.record().to_string(), read(&path("record")), "{name} is written as it was read");
    assert_eq!(end_of(&game_match), read(&path("end")), "{name} ends as it did");
    game_match
}

/// Plays random legal actions to the end.
pub fn play_at_random<G: Game>(mut game_match: Match<G>, seed: u64) -> Match<G> {
    let mut random = Random::new(seed);
    while let Some(seat) = game_match.actor() {
        let action =
            game_match.state().random_action(&mut random, &mut Vec::new()).expect("the actor has a legal action");
        game_match.play(seat, &action).expect("it was drawn from the legal ones");
    }
    game_match
}

fn read(path: &std::path::Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
