//! The one list of games. All code that serves, draws or plays games takes them from here and names none.
//!
//! ```
//! use game::{Seat, Seed};
//!
//! let game = sixfold_catalog::find("hexoust").expect("it is in the list");
//! let mut game_match = game.start(game.setup(["base=4"])?, Seed::number(1).into())?;
//! game_match.play(Seat(0), "d4")?;
//! assert_eq!(game_match.actor(), Some(Seat(1)));
//! assert_eq!(game_match.legal().len(), 36);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod dyn_game;
mod dyn_match;
mod journeys;
#[cfg(not(target_family = "wasm"))]
mod measure;
mod position;
mod thinking;

#[cfg(not(target_family = "wasm"))]
pub use ai::{Solution, SolveProgress};
pub use dyn_game::{DynGame, RuledGame};
#[cfg(not(target_family = "wasm"))]
pub use dyn_match::TraceStep;
pub use dyn_match::{DynMatch, Request, Standing};
pub use journeys::{DynJourney, DynJourneys, JOURNEYS, RuledJourneys, find_journeys, journeys_of, read_journey};
#[cfg(not(target_family = "wasm"))]
pub use measure::{Measured, Workload};
pub use position::{After, Picture, Position, ViewError};
pub use thinking::{DynThinking, Idea};

use dyn_game::Entry;
use game::RuleFiles;

/// A list of games by their built-in rules.
macro_rules! games {
    ($($game:ty),* $(,)?) => {
        &[$({
            static ENTRY: Entry<$game> = Entry::built_in();
            &ENTRY
        }),*]
    };
}

/// Every game by its built-in rules, each parsed when it is first needed. A new game is a line here.
pub static GAMES: &[&dyn DynGame] =
    games![hexoust::HexOust, hexlock::Hexlock, influence::Influence, hex_dice::HexDice, hex_ships::HexShips,];

/// The game with this key by the rule set in these files, or by the built-in one. The error says what is wrong, for
/// people.
pub fn find_ruled(key: &str, rules: Option<&RuleFiles>) -> Result<RuledGame, String> {
    let game = find(key).ok_or_else(|| format!("there is no game `{key}`"))?;
    rules.map_or(Ok(game.into()), |files| game.with_rules(files.clone()).map_err(|error| error.to_string()))
}

/// The game with this key.
pub fn find(key: &str) -> Option<&'static dyn DynGame> {
    GAMES.iter().copied().find(|game| game.info().key == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_one_games_own() {
        for game in GAMES {
            let info = game.info();
            assert_eq!(GAMES.iter().filter(|other| other.info().key == info.key).count(), 1);
            assert!(info.key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'), "{}", info.key);
        }
    }

    #[test]
    fn a_seat_has_at_most_one_option_of_its_own() {
        for game in GAMES {
            let info = game.info();
            let mut owners: Vec<u8> = info.options.iter().filter_map(|spec| spec.seat).collect();
            let all = owners.len();
            owners.sort_unstable();
            owners.dedup();
            assert_eq!(owners.len(), all, "{}", info.key);
            assert!(owners.iter().all(|seat| usize::from(*seat) < info.seat_names.len()), "{}", info.key);
        }
    }

    /// A table shows in words which options are on, so every option has a name, an explanation, and a name for every
    /// choice.
    #[test]
    fn every_option_is_said_in_every_language() {
        for game in GAMES {
            let info = game.info();
            for (language, file) in info.texts {
                let texts = game::Texts::parse(file).unwrap();
                let says =
                    |key: String| assert!(texts.keys().any(|known| known == key), "{} {language}: {key}", info.key);
                for spec in info.options {
                    says(format!("option.{}", spec.key));
                    says(format!("option.{}.help", spec.key));
                    if let game::OptionKind::Choice(words) = spec.kind {
                        for word in words {
                            says(format!("option.{}.{word}", spec.key));
                        }
                    }
                }
            }
        }
    }

    /// Before a match begins, the picture shows nothing that chance will decide.
    #[test]
    fn a_picture_before_the_match_says_nothing_that_is_not_decided() {
        for game in GAMES {
            let key = game.info().key;
            let switches = game.info().options.iter().filter(|spec| spec.kind == game::OptionKind::Switch);
            let on: Vec<String> = switches.map(|spec| format!("{}=on", spec.key)).collect();
            let picture = |seed| {
                let setup = game.setup(on.iter().map(String::as_str)).unwrap();
                game.start(setup, game::Seed::number(seed).into())
                    .unwrap()
                    .start(game::Viewer::Spectator)
                    .0
                    .unbegun()
                    .picture(false)
            };
            (1..12).for_each(|seed| assert_eq!(picture(0), picture(seed), "{key}"));
        }
    }

    #[test]
    fn every_game_credits_its_author_and_has_rules() {
        for game in GAMES {
            let info = game.info();
            assert!(!info.about("en").credit.is_empty() && info.rules_in("en").len() > 500, "{}", info.key);
            for (language, file) in info.texts {
                let texts = game::Texts::parse(file).unwrap();
                assert!(texts.keys().any(|key| key == "credit"), "{} {language}", info.key);
            }
        }
    }
}
