//! `sixfold perft` counts the ways to play.

use serde_json::json;

use crate::common::sixfold;

#[test]
fn every_depth_is_a_line() {
    // There are 37 hexes, then 36: the first two stones may be placed anywhere. The third number is in the game's perft
    // table.
    insta::assert_snapshot!(sixfold("perft hexoust --depth 3 --set base=4").said(), @"
    1 37
    2 1332
    3 41496
    ");
}

#[test]
fn the_first_actions_add_up() {
    let text = sixfold("perft hexoust --depth 2 --set base=4 --divide").said();
    let lines: Vec<(&str, u64)> = text
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(what, count)| (what, count.parse().unwrap()))
        .collect();
    let divided: Vec<u64> = lines
        .iter()
        .filter(|(what, _)| what.starts_with(|letter: char| letter.is_ascii_lowercase()))
        .map(|line| line.1)
        .collect();
    assert_eq!((divided.len(), divided.iter().sum()), (37, lines.last().unwrap().1));
    assert_eq!(lines.last().unwrap().0, "2");
}

#[test]
fn programs_get_an_object_a_depth() {
    let objects = sixfold("perft hexoust --depth 2 --set base=4 --json").objects();
    let object = |depth, nodes| json!({ "game": "hexoust", "setup": "base=4", "depth": depth, "nodes": nodes });
    assert_eq!(objects, [object(1, 37), object(2, 1332)]);
    let objects = sixfold("perft hexoust --depth 1 --set base=4 --json --divide").objects();
    assert_eq!(objects.len(), 38);
    assert_eq!(objects[0], json!({ "game": "hexoust", "depth": 1, "first": objects[0]["first"], "nodes": 1 }));
}
