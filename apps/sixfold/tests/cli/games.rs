//! `sixfold games` lists what there is.

use crate::common::{keys, sixfold};

#[test]
fn every_game_is_listed_with_seats_and_options() {
    insta::assert_snapshot!(sixfold("games").said(), @"
    hexoust     Start from nothing, leave the other player nothing: capture every enemy stone.
                HexOust, after Oust by Mark Steere
                seats: red, blue
                --set base=7   a whole number from 4 to 7: hexes on a side of the board; 7 is the game, smaller boards are quicker
    hexlock     Expand, attack and surround in the fog: hold 19 of the 37 hexes.
                Hexlock, by JordanLzG
                seats: red, blue
                --set memory=off   on or off: shows, dimmed, the HP that you saw once and cannot see now
    influence   Stones on the points of a lattice; after every turn every triangle pays both players for their corners.
                Influence: Hex Edition, author not named in its document
                seats: black, white
                --set board=classic   one of classic, compact, grand, honeycomb: classic has 30 points and 42 triangles, compact 24 and 32, grand 37 and 54, honeycomb 24 and 42
                --set dice=off   on or off: a triangle that is not wholly one player's rolls for who gets its point
                --set token=off   on or off: once a game each player may place two stones in one turn
                --set keystone=off   on or off: one triangle, drawn at the start, pays double
                --set echo=off   on or off: everything pays once more when the game ends
                --set thresholds=off   on or off: a triangle wholly one player's pays 1.5 instead of 1
                --set shifting=off   on or off: after every 4 turns the paying triangles turn by 60° clockwise
                --set komi=off   on or off: White starts with points, for going second
                --set komi-points=0   a whole number from 0 to 200: how many points, if komi is on; 0 for the board's own: classic 21, compact 16, grand 48, honeycomb 47
                --set threshold=0   a whole number from 0 to 2000: the game ends as soon as a total reaches this; 0 for never
    ");
}

#[test]
fn programs_get_an_object_a_game() {
    let games = sixfold("games --json").objects();
    assert_eq!(games.len(), catalog::GAMES.len());
    for (object, game) in games.iter().zip(catalog::GAMES) {
        assert_eq!(object["key"], game.info().key);
        let expected =
            ["credit", "grace_seconds", "hidden", "key", "name", "options", "rules_version", "seat_names", "summary"];
        assert_eq!(keys(object), expected);
        for option in object["options"].as_array().unwrap() {
            assert_eq!(keys(option), ["default", "help", "key", "kind"]);
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
