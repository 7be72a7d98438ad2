//! The games that tables are played at: those that new tables can choose, and those of tables in the store.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use catalog::{DynGame, RuledGame};
use game::{About, Fingerprint, RuleFiles};
use protocol::{OfferedRules, Refused, RefusedCode};

use crate::frame::refused;

/// Every game that this server knows, with its rule set. A set is parsed once, and all rooms that play by it share it.
pub(crate) struct Games {
    offered: Vec<RuledGame>,
    /// Sets of tables in the store that are not offered any more, as long as a room is played by them.
    stored: Mutex<Vec<Weak<dyn DynGame>>>,
}

impl Games {
    pub(crate) fn new(offered: Vec<RuledGame>) -> Self {
        Self { offered, stored: Mutex::default() }
    }

    /// The games that a new table can choose from, in English.
    pub(crate) fn about(&self) -> Vec<About> {
        let built_in = self.offered.iter().filter(|game| game.rules().is_none());
        built_in.map(|game| game.info().about("en")).collect()
    }

    /// The rule sets that a new table can choose from, beside the built-in ones.
    pub(crate) fn offered_rules(&self) -> Vec<OfferedRules> {
        let offer = |game: &RuledGame| {
            let (rules, files) = (game.rules()?.clone(), game.rule_files()?.clone());
            Some(OfferedRules { game: game.info().key.to_owned(), rules, files })
        };
        self.offered.iter().filter_map(offer).collect()
    }

    /// The game of a new table.
    pub(crate) fn choose(&self, game: &str, rules: Option<Fingerprint>) -> Result<RuledGame, Refused> {
        let no_game = || refused(RefusedCode::NoSuchGame, "there is no such game; GET /api/games lists them");
        let no_rules = || refused(RefusedCode::NoSuchGame, "there is no such rule set; GET /api/rules lists them");
        let unknown = || if rules.is_some() && self.built_in(game).is_some() { no_rules() } else { no_game() };
        find(&self.offered, game, rules).ok_or_else(unknown)
    }

    /// The game of a table in the store.
    pub(crate) fn of_table(&self, game: &str, files: Option<&Arc<RuleFiles>>) -> Result<RuledGame, String> {
        let built_in = self.built_in(game).ok_or_else(|| format!("there is no game `{game}`"))?;
        let Some(files) = files else { return Ok(built_in) };
        let fingerprint = Some(files.fingerprint());
        if let Some(known) = find(&self.offered, game, fingerprint) {
            return Ok(known);
        }
        let mut stored = self.stored.lock().unwrap_or_else(PoisonError::into_inner);
        stored.retain(|set| set.strong_count() > 0);
        let in_use: Vec<RuledGame> = stored.iter().filter_map(Weak::upgrade).map(RuledGame::Own).collect();
        if let Some(known) = find(&in_use, game, fingerprint) {
            return Ok(known);
        }
        let parsed = built_in.with_rules((**files).clone()).map_err(|error| format!("its rule set: {error}"))?;
        let (RuledGame::Own(set), Some(_)) = (&parsed, parsed.rules()) else {
            return Ok(built_in); // by now the game has this set as its built-in one
        };
        stored.push(Arc::downgrade(set));
        Ok(parsed)
    }

    fn built_in(&self, game: &str) -> Option<RuledGame> {
        find(&self.offered, game, None)
    }
}

/// The game with this key and this rule set; the built-in set has no fingerprint.
fn find(games: &[RuledGame], key: &str, rules: Option<Fingerprint>) -> Option<RuledGame> {
    let is_it = |game: &&RuledGame| game.info().key == key && game.rules().map(|rules| rules.fingerprint) == rules;
    games.iter().find(is_it).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn games() -> Games {
        Games::new(Config::new("nowhere").games)
    }

    /// A game whose rules are in files, and these files with another name for the set.
    fn game_and_files(name: &str) -> (&'static str, Arc<RuleFiles>) {
        let game = catalog::GAMES.iter().find(|game| !game.built_in_files().is_empty()).unwrap();
        let named = |text: &str| text.replacen("name = \"standard\"", &format!("name = \"{name}\""), 1);
        let files = game.built_in_files().iter().map(|(file, text)| ((*file).to_owned(), named(text)));
        (game.info().key, Arc::new(RuleFiles::new(files).unwrap()))
    }

    #[test]
    fn a_stored_set_that_is_built_in_by_now_is_the_built_in_one_and_kept_nowhere_else() {
        let games = games();
        let (game, files) = game_and_files("standard");
        for _ in 0..3 {
            let loaded = games.of_table(game, Some(&files)).unwrap();
            assert!(matches!(loaded, RuledGame::BuiltIn(_)));
        }
        assert_eq!(games.stored.lock().unwrap().len(), 0);
    }

    #[test]
    fn a_stored_set_is_parsed_once_and_dropped_when_no_table_is_played_by_it() {
        let games = games();
        for number in 0..5 {
            let (game, files) = game_and_files(&format!("other-{number}"));
            let [first, again] = [(); 2].map(|()| match games.of_table(game, Some(&files)).unwrap() {
                RuledGame::BuiltIn(_) => panic!("the set is not built in"),
                RuledGame::Own(game) => game,
            });
            assert!(Arc::ptr_eq(&first, &again), "tables with the same set share it");
        }
        assert_eq!(games.stored.lock().unwrap().len(), 1, "the last one; the others are in no use");
    }
}
