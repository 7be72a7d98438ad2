//! `sixfold trace` prints for each action of a record what was legal, what was played, the dice, and the state after
//! it.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use serde_json::Value;

use crate::common::{RECORD_WITH_A_PASS, command, file, fresh_path, keys, sixfold_hearing, sixfold_on};

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("it is a list").iter().map(|text| text.as_str().expect("of texts")).collect()
}

#[test]
fn the_first_line_of_a_trace_looks_like_this() {
    let record = "Sixfold record 1\ngame: hexoust 1\nsetup: base=4\nseed: 1\n\n1. red d4\n";
    insta::assert_snapshot!(sixfold_hearing("trace -", record.as_bytes()).said(), @r#"{"number":1,"turn":1,"seat":"red","legal":["g1","g2","g3","g4","f1","f2","f3","f4","f5","e1","e2","e3","e4","e5","e6","d1","d2","d3","d4","d5","d6","d7","c1","c2","c3","c4","c5","c6","b1","b2","b3","b4","b5","a1","a2","a3","a4"],"action":"d4","dice":[],"passed":[],"state":{"base":4,"blue":"","emptied":"","emptied_before":"","passed":null,"placed":"","placed_before":"d4","red":"d4","to_move":"blue","turn":2,"winner":null},"result":null}"#);
}

#[test]
fn every_action_is_an_object_that_fits_the_one_before_it() {
    let objects = sixfold_hearing("trace -", RECORD_WITH_A_PASS.as_bytes()).objects();
    let turns = RECORD_WITH_A_PASS.lines().filter(|line| line.contains(". ") && !line.ends_with("pass"));
    let written: Vec<&str> = turns.flat_map(|line| line.rsplit(' ').next().unwrap().split(',')).collect();
    assert_eq!(objects.iter().map(|object| object["action"].as_str().unwrap()).collect::<Vec<_>>(), written);

    let mut stones: [Vec<String>; 2] = [Vec::new(), Vec::new()];
    for (object, number) in objects.iter().zip(1..) {
        assert_eq!(keys(object), ["action", "dice", "legal", "number", "passed", "result", "seat", "state", "turn"]);
        assert_eq!((&object["number"], &object["dice"]), (&number.into(), &Value::Array(Vec::new())));
        let (action, legal) = (object["action"].as_str().unwrap(), texts(&object["legal"]));
        assert!(legal.contains(&action), "{action} is legal");
        assert!(!stones.iter().flatten().any(|stone| legal.contains(&stone.as_str())), "only empty hexes are open");
        let state = &object["state"];
        let [red, blue] =
            ["red", "blue"].map(|seat| state[seat].as_str().unwrap().split_whitespace().map(str::to_owned).collect());
        stones = [red, blue];
        let mine = &stones[usize::from(object["seat"] == "blue")];
        assert!(mine.iter().any(|stone| stone == action), "the stone lies there afterwards");
    }
    assert!(objects.iter().any(|object| !texts(&object["passed"]).is_empty()), "this record has a pass");
    let (last, earlier) = objects.split_last().unwrap();
    assert!(
        last["result"].as_str().unwrap().ends_with(" wins") && earlier.iter().all(|object| object["result"].is_null())
    );
}

#[test]
fn people_and_programs_get_the_same() {
    let trace = |args| sixfold_hearing(args, RECORD_WITH_A_PASS.as_bytes()).said();
    assert_eq!(trace("trace -"), trace("trace - --json"));
}

#[test]
fn a_wrong_record_is_refused_with_its_line() {
    let path = file("trace-wrong.record", RECORD_WITH_A_PASS.replace("2. blue", "2. green"));
    insta::assert_snapshot!(sixfold_on("trace", &path).complaint(2), @"sixfold: FILE is wrong in line 7: this is turn 2, by blue, not 2 by green");
    assert!(sixfold_hearing("trace -", b"nonsense").complaint(2).contains("line 1: expected `Sixfold record 1`"));
}

#[test]
fn a_missing_file_is_said() {
    insta::assert_snapshot!(sixfold_on("trace", &fresh_path("nowhere.record")).complaint(3), @"sixfold: FILE: No such file or directory (os error 2)");
}

#[test]
fn a_reader_who_has_heard_enough_may_leave() {
    let path = file("trace-head.record", RECORD_WITH_A_PASS);
    let mut child = command("trace").arg(path).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut String::new()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}
