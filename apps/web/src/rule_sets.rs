//! The rule sets that the page knows: those that the server offers, and those of tables that were open here.

use catalog::{DynGame, RuledGame};
use game::{JourneyHeader, RuleFiles};
use protocol::OfferedRules;

use crate::json;
use crate::model::Model;
use crate::stored::Saved;

/// The most sets that are parsed from a server's list, and the most sets of tables that are remembered.
const MOST: usize = 16;

/// The rule sets that the page knows.
#[derive(Default)]
pub struct RuleSets {
    /// Those that the server offers.
    pub offered: Vec<RuledGame>,
    /// Those of tables that were open here, the last one first. Their records can be replayed.
    pub seen: Vec<RuledGame>,
}

impl Model {
    /// The rule sets that the server offers for a game.
    pub fn rule_sets_of(&self, game: &dyn DynGame) -> impl Iterator<Item = &RuledGame> {
        let key = game.info().key;
        self.rule_sets.offered.iter().filter(move |set| set.info().key == key)
    }

    /// Takes in the server's list. Sets that this page cannot play are left out.
    pub(crate) fn hear_of_rules(&mut self, list: Option<&str>) {
        let list: Vec<OfferedRules> = list.and_then(|list| json::read(list).ok()).unwrap_or_default();
        let parse = |offered: &OfferedRules| catalog::find_ruled(&offered.game, Some(&offered.files)).ok();
        let own = |game: &RuledGame| game.rules().is_some();
        self.rule_sets.offered = list.iter().take(MOST).filter_map(parse).filter(own).collect();
        if let Some(form) = &mut self.visit.set_out {
            form.offer(&self.rule_sets.offered);
        }
    }

    /// Remembers the rule set of a table, so that its record can be replayed.
    pub(crate) fn remember_rules(&mut self, game: &RuledGame) {
        if game.rules().is_some() {
            self.rule_sets.seen.retain(|seen| seen != game);
            self.rule_sets.seen.insert(0, game.clone());
            self.rule_sets.seen.truncate(MOST);
        }
    }

    /// The files of the rule set that a journey in this text was played by, if the page has them: from the server, from a table
    /// that was open here, or from another journey in the storage.
    pub(crate) fn rules_of_journey(&self, text: &str) -> Option<RuleFiles> {
        let fingerprint = JourneyHeader::read(text).ok()?.rules?.fingerprint;
        let known = self.rule_sets.offered.iter().chain(&self.rule_sets.seen).filter_map(|set| set.rule_files());
        let kept = self.stored.saved().iter().filter_map(|saved| match saved {
            Saved::Local(_, saved) => saved.rules.as_ref(),
            Saved::Journey(_, saved) => saved.rules.as_ref(),
            Saved::Online(..) => None,
        });
        known.chain(kept).find(|files| files.fingerprint() == fingerprint).cloned()
    }

    /// All rule sets that records can be replayed with.
    pub(crate) fn known_rule_sets(&self) -> Vec<RuledGame> {
        self.rule_sets.offered.iter().chain(&self.rule_sets.seen).cloned().collect()
    }
}
