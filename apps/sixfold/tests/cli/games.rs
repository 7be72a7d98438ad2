//! `sixfold games` lists the games.

use crate::common::{keys, sixfold};

#[test]
fn every_game_is_listed_with_seats_and_options() {
    let said = sixfold("games").said();
    for game in catalog::GAMES {
        assert!(said.lines().any(|line| line.starts_with(game.info().key)), "{}", game.info().key);
    }
    let first: Vec<&str> = said.lines().take(4).collect();
    insta::assert_snapshot!(first.join("\n"), @"
    hexoust     Start from nothing, leave the other player nothing: capture every enemy stone.
                HexOust, after Oust by Mark Steere
                seats: red, blue
                --set base=7   a whole number from 4 to 7: hexes on a side; 7 is the game, smaller boards are quicker
    ");
}

#[test]
fn programs_get_an_object_a_game() {
    let games = sixfold("games --json").objects();
    assert_eq!(games.len(), catalog::GAMES.len());
    for (object, game) in games.iter().zip(catalog::GAMES) {
        assert_eq!(object["key"], game.info().key);
        let about = ["credit", "grace_seconds", "hidden", "key", "name"];
        let choices = ["options", "presets", "rules_version", "seat_names", "summary"];
        assert_eq!(keys(object), [about, choices].concat());
        for option in object["options"].as_array().unwrap() {
            assert_eq!(keys(option), ["default", "help", "key", "kind", "seat"]);
        }
    }
}

#[test]
fn every_listed_option_can_be_set_to_its_default() {
    for game in sixfold("games --json").objects() {
        let key = game["key"].as_str().unwrap();
        let options = game["options"].as_array().unwrap().iter();
        let set = options.map(|option| {
            format!(" --set {}={}", option["key"].as_str().unwrap(), option["default"].as_str().unwrap())
        });
        let line = format!("playout {key}{}", set.collect::<String>());
        assert_eq!(sixfold(&line).said(), sixfold(&format!("playout {key}")).said());
    }
}
