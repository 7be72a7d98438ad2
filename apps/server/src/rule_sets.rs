//! The rule sets that tables are played by: those that new tables can choose, and those of tables in the store.

use std::sync::{Arc, Mutex, PoisonError};

use catalog::RuledGame;
use game::{Fingerprint, RuleFiles};
use protocol::{OfferedRules, Refused, RefusedCode};

use crate::frame::refused;

/// Every rule set that this server knows. Each is parsed once, and all rooms that play by it share it.
pub(crate) struct RuleSets {
    offered: Vec<RuledGame>,
    /// Sets of tables in the store that are not offered any more. Only sets that were offered once get into the store, so
    /// there are few.
    stored: Mutex<Vec<RuledGame>>,
}

impl RuleSets {
    pub(crate) fn new(offered: Vec<RuledGame>) -> Self {
        Self { offered, stored: Mutex::default() }
    }

    /// What a new table can choose from.
    pub(crate) fn offered(&self) -> Vec<OfferedRules> {
        let offer = |game: &RuledGame| {
            let (rules, files) = (game.rules()?.clone(), game.rule_files()?.clone());
            Some(OfferedRules { game: game.info().key.to_owned(), rules, files })
        };
        self.offered.iter().filter_map(offer).collect()
    }

    /// The game of a new table.
    pub(crate) fn choose(&self, game: &str, rules: Option<Fingerprint>) -> Result<RuledGame, Refused> {
        let no_game = || refused(RefusedCode::NoSuchGame, "there is no such game; GET /api/games lists them");
        let built_in = catalog::find(game).ok_or_else(no_game)?;
        let Some(rules) = rules else { return Ok(built_in.into()) };
        let no_rules = || refused(RefusedCode::NoSuchGame, "there is no such rule set; GET /api/rules lists them");
        find(&self.offered, game, rules).ok_or_else(no_rules)
    }

    /// The game of a table in the store.
    pub(crate) fn of_table(&self, game: &str, files: Option<&Arc<RuleFiles>>) -> Result<RuledGame, String> {
        let built_in = catalog::find(game).ok_or_else(|| format!("there is no game `{game}`"))?;
        let Some(files) = files else { return Ok(built_in.into()) };
        let fingerprint = files.fingerprint();
        if let Some(known) = find(&self.offered, game, fingerprint) {
            return Ok(known);
        }
        let mut stored = self.stored.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = find(&stored, game, fingerprint) {
            return Ok(known);
        }
        let parsed = built_in.with_rules((**files).clone()).map_err(|error| format!("its rule set: {error}"))?;
        stored.push(parsed.clone());
        Ok(parsed)
    }
}

fn find(sets: &[RuledGame], game: &str, fingerprint: Fingerprint) -> Option<RuledGame> {
    let is_it =
        |set: &&RuledGame| set.info().key == game && set.rules().is_some_and(|rules| rules.fingerprint == fingerprint);
    sets.iter().find(is_it).cloned()
}
