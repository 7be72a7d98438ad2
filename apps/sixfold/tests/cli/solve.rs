//! `sixfold solve` works out who wins.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};

use crate::common::{command, sixfold};

#[test]
fn the_base_game_is_solved_at_once() {
    for (board, value) in [("classic", 21.0), ("compact", 16.0), ("grand", 48.0)] {
        let answer = &sixfold(&format!("solve influence --board {board} --json")).objects()[0];
        assert_eq!(answer["value"], value, "{board}");
        assert_eq!(answer["complete"], true);
    }
    let said = sixfold("solve influence").said();
    assert!(said.starts_with("Black +21.00 with best play\na best line: "), "{said}");
}

#[test]
fn a_game_that_cannot_be_solved_says_so() {
    let complaint = sixfold("solve hexoust").complaint(2);
    assert!(complaint.contains("HexOust cannot be solved"), "{complaint}");
    sixfold("solve influence --set dice=on --set threshold=50").complaint(2);
    sixfold("solve influence --board round").complaint(2);
    let twice = sixfold("solve influence --board compact --set board=grand").complaint(2);
    assert!(twice.contains("named twice"), "{twice}");
}

#[test]
fn the_player_who_is_ahead_is_named() {
    assert!(sixfold("solve influence --set komi=on").said().starts_with("equal points with best play\n"));
    let said = sixfold("solve influence --set komi=on --set komi-points=30").said();
    assert!(said.starts_with("White +9.00 with best play\n"), "{said}");
}

/// This search takes too long to wait for its end. It is interrupted after its first line of progress.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_what_is_known() {
    let mut child = command("solve influence --board grand --set thresholds=on --json")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("solving, step 1: ") && first.contains("time left"), "{first}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut said = String::new();
    child.stdout.as_mut().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let answer: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&answer["complete"], &answer["value"]), (&false.into(), &serde_json::Value::Null));
    assert!(answer["nodes"].as_u64().unwrap() > 0);
}
