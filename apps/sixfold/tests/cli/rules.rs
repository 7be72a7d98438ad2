//! `sixfold rules` prints the rules.

use crate::common::{games, sixfold};

#[test]
fn the_rules_are_the_games_own() {
    for game in catalog::GAMES {
        let info = game.info();
        let rules = info.texts_in("en").fill_in(info.rules_in("en"));
        assert_eq!(sixfold(&format!("rules {}", info.key)).said().trim_end(), rules.trim_end());
        let objects = sixfold(&format!("rules {} --json", info.key)).objects();
        assert_eq!(objects.len(), 1);
        assert_eq!((&objects[0]["game"], &objects[0]["rules"]), (&info.key.into(), &rules.into()));
    }
}

#[test]
fn an_unknown_game_gets_the_list() {
    let said = sixfold("rules chess").complaint(2);
    assert_eq!(said, format!("sixfold: there is no game `chess`; there is {}\n", games()));
}
