//! The options of a match, and which of them can be combined.

use std::sync::Arc;

use game::{Game as _, Message, OptionKind, OptionSpec, Setup, SetupError, named_option};

use crate::ground::Ground;
use crate::hex_dice::HexDice;
use crate::position::Rules;
use crate::tables::Tables;

/// Every option of the game; menus, flags and records come from this list.
pub(crate) const SPECS: &[OptionSpec] = &[
    OptionSpec { key: "players", kind: OptionKind::Choice(&["2", "3", "4", "6"]), default: "2", seat: None },
    OptionSpec {
        key: "dice",
        kind: OptionKind::Choice(&["auto", "3", "4", "5", "6", "8"]),
        default: "auto",
        seat: None,
    },
    OptionSpec { key: "archer-lines", kind: OptionKind::Switch, default: "off", seat: None },
    OptionSpec { key: "quiet-turns", kind: OptionKind::Whole { least: 5, most: 200 }, default: "40", seat: None },
];

/// The ground and the rules of a setup, if they go together.
pub(crate) fn of(setup: &Setup, tables: &Arc<Tables>) -> Result<(Ground, Rules), SetupError> {
    let players = setup.get("players").parse().expect("the option lists numbers");
    let table = tables.table(players).ok_or_else(|| {
        let right: Vec<String> = tables.tables.iter().map(|table| table.players.to_string()).collect();
        let message = Message::new("setup.players").with("players", named_option("players", players));
        SetupError::conflict(&HexDice::INFO, message.with("right", right.join(", ")))
    })?;
    let dice = setup.get("dice");
    // A value that is not a number is `auto`.
    let each = dice.parse().unwrap_or(table.dice[0]);
    let ground = Ground::of(tables, players, each).ok_or_else(|| {
        let right: Vec<String> = table.dice.iter().map(|dice| named_option("dice", dice)).collect();
        let message = match right.as_slice() {
            [more @ .., last] if !more.is_empty() => {
                Message::new("setup.dice.several").with("right", more.join(", ")).with("last", last.clone())
            }
            only => Message::new("setup.dice").with("right", only.join(", ")),
        };
        let message =
            message.with("players", named_option("players", players)).with("dice", named_option("dice", dice));
        SetupError::conflict(&HexDice::INFO, message)
    })?;
    let rules = Rules { archer_lines: setup.is_on("archer-lines"), quiet_turns: setup.whole("quiet-turns") as u16 };
    Ok((ground, rules))
}

#[cfg(test)]
mod tests {
    use game::RuleSet as _;

    use super::*;

    fn words(key: &str) -> Vec<String> {
        let spec = SPECS.iter().find(|spec| spec.key == key).unwrap();
        match spec.kind {
            OptionKind::Choice(words) => words.iter().map(|&word| word.to_owned()).collect(),
            _ => panic!("{key} is a choice"),
        }
    }

    fn set() -> Arc<Tables> {
        Arc::new(Tables::built_in())
    }

    #[test]
    fn the_options_offer_what_the_tables_have() {
        let players: Vec<String> = set().tables.iter().map(|table| table.players.to_string()).collect();
        assert_eq!(words("players"), players);
        let mut dice: Vec<u8> = set().tables.iter().flat_map(|table| table.dice.clone()).collect();
        dice.sort_unstable();
        dice.dedup();
        let named = ["auto".to_owned()].into_iter().chain(dice.iter().map(u8::to_string));
        assert_eq!(words("dice"), named.collect::<Vec<_>>());
    }

    #[test]
    fn a_number_of_players_that_a_rule_set_has_no_table_for_is_refused_in_every_language() {
        let mut tables = Tables::built_in();
        tables.tables.retain(|table| table.players < 4);
        let refused = of(&Setup::read(SPECS, "players=4").unwrap(), &Arc::new(tables)).unwrap_err();
        assert_eq!(refused.to_string(), "`players=4`: this rule set has tables for 2, 3");
        let german = refused.say("de", &HexDice::INFO);
        assert_eq!(german, "`players=4`: dieser Regelsatz hat Tische für 2, 3");
    }

    #[test]
    fn a_pair_that_does_not_go_together_is_refused_with_what_would() {
        let setup = |text: &str| of(&Setup::read(SPECS, text).unwrap(), &set());
        for (text, dice) in [("players=2", 6), ("players=3", 6), ("players=4", 4), ("players=6", 3), ("dice=8", 8)] {
            assert_eq!(setup(text).map(|(ground, _)| ground.dice()), Ok(dice), "{text}");
        }
        let refused = setup("players=4 dice=8").unwrap_err().to_string();
        assert_eq!(refused, "`players=4` goes with `dice=4` or `dice=5`, not with `dice=8`");
        assert!(setup("players=3 dice=5").is_err() && setup("players=6 dice=6").is_err());
    }
}
