//! Page, terminal, server, client, protocol and scene name no game. Everything that they show of a game is data from the catalog.

use super::{Facts, Fault, in_lines};

/// The folders whose files name no game.
const NAMELESS: &[&str] = &[
    "apps/server/src/",
    "apps/sixfold/src/terminal/",
    "apps/web/data/",
    "apps/web/src/",
    "apps/web/static/",
    "crates/client/data/",
    "crates/client/src/",
    "crates/protocol/src/",
    "crates/scene/src/",
];

/// The beginnings of the paths in these folders that may name a game.
const MAY_NAME: &[&str] = &[
    "apps/server/src/tests/fog.rs",        // it sets the hidden values of a game by hand
    "apps/web/static/README.md",           // it names states of the gallery, which are named after games
    "apps/sixfold/src/terminal/app_tests", // people play games of the catalog there
];

pub(super) fn reads(path: &str) -> bool {
    NAMELESS.iter().any(|folder| path.starts_with(folder)) && !MAY_NAME.iter().any(|start| path.starts_with(start))
}

pub(super) fn find(text: &str, facts: &Facts) -> Vec<Fault> {
    let spellings: Vec<String> = facts.games.iter().flat_map(|key| spellings(key)).collect();
    in_lines(text, |line| {
        let line = line.to_lowercase();
        let named = spellings.iter().filter(|spelling| line.contains(*spelling));
        named.map(|spelling| format!("`{spelling}` is a game: take it from the catalog or the scene")).collect()
    })
}

/// Every spelling of a game's key, in lower case: `hex-ships`, `hex_ships`, `hex ships`, and `HexShips` as `hexships`.
fn spellings(key: &str) -> Vec<String> {
    let mut spellings: Vec<String> = ["-", "_", " ", ""].iter().map(|between| key.replace('-', between)).collect();
    spellings.dedup(); // a key of one word has one spelling
    spellings
}

#[cfg(test)]
mod tests {
    use super::super::{faults, files, games};
    use super::*;
    use crate::checkout;
    use std::collections::BTreeSet;

    #[test]
    fn every_spelling_of_a_game_is_found() {
        let facts = Facts { games: vec!["hex-ships".to_owned(), "hexoust".to_owned()], tested: BTreeSet::new() };
        for name in ["HexShips", "hexShips", "hex_ships", "HEX_SHIPS", "hex-ships", "Hex Ships", "HexOust", "hexoust"] {
            for path in [
                "apps/web/src/view.rs",
                "apps/web/static/style.css",
                "apps/server/src/room.rs",
                "apps/sixfold/src/terminal/app.rs",
                "crates/client/data/en.txt",
            ] {
                let found = faults(path, &format!("fine\nif game == {name} {{\n"), &facts);
                assert_eq!(found.len(), 1, "{name} in {path}: {found:?}");
                assert!(found[0].starts_with(&format!("{path}:2: ")), "{found:?}");
            }
            assert_eq!(faults("crates/catalog/src/lib.rs", name, &facts), [""; 0]);
            assert_eq!(faults(MAY_NAME[0], name, &facts), [""; 0]);
            assert_eq!(faults("apps/sixfold/src/terminal/app_tests_many.rs", name, &facts), [""; 0]);
        }
        assert_eq!(faults("apps/web/src/view.rs", "a hex, and ships on it", &facts), [""; 0]);
    }

    /// If a folder is renamed, the rule would read no file in it and never fail.
    #[test]
    fn the_folders_and_the_games_are_there() {
        let files = files(checkout::root()).unwrap();
        for start in NAMELESS.iter().chain(MAY_NAME) {
            assert!(files.iter().any(|(path, _)| path.starts_with(start)), "{start}");
        }
        let games = games(checkout::root()).unwrap();
        assert!(games.len() >= 5 && games.contains(&"hex-ships".to_owned()), "{games:?}");
    }
}
