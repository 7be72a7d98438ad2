//! `sixfold verify` says that a record is right, or where and why it is wrong.

use serde_json::json;

use crate::build_folder::build_folder;
use crate::common::{RECORD_WITH_A_PASS, file, fresh_path, games, sixfold, sixfold_hearing, sixfold_on};

/// The answer about a right record in which `from` was replaced by `to`.
#[track_caller]
fn answer(name: &str, from: &str, to: &str) -> String {
    assert_eq!(RECORD_WITH_A_PASS.matches(from).count(), 1, "`{from}` stands once in the record");
    let run = sixfold_on("verify", &file(name, RECORD_WITH_A_PASS.replace(from, to)));
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{}", run.out);
    run.out
}

#[test]
fn a_right_record_is_right() {
    insta::assert_snapshot!(sixfold_on("verify", &file("right.record", RECORD_WITH_A_PASS)).said(), @"FILE is right: HexOust, 22 turns, 30 actions, blue wins");
}

#[test]
fn standard_input_is_called_so() {
    insta::assert_snapshot!(sixfold_hearing("verify -", RECORD_WITH_A_PASS.as_bytes()).said(), @"standard input is right: HexOust, 22 turns, 30 actions, blue wins");
    let run = sixfold_hearing("verify -", b"");
    insta::assert_snapshot!(run.out, @"standard input is wrong in line 1: expected `Sixfold record 1`, found the end");
    assert_eq!((run.code, run.err.as_str()), (1, ""));
}

#[test]
fn one_is_not_several() {
    let record = "Sixfold record 1\ngame: hexoust 1\nsetup: base=4\nseed: 1\n\n1. red d4\n";
    insta::assert_snapshot!(sixfold_hearing("verify -", record.as_bytes()).said(), @"standard input is right: HexOust, 1 turn, 1 action, still running");
}

#[test]
fn programs_get_one_object() {
    let objects = sixfold_on("verify --json", &file("right-json.record", RECORD_WITH_A_PASS)).objects();
    let [object] = objects.as_slice() else { panic!("one object, not {objects:?}") };
    let mut expected = json!({ "file": "FILE", "right": true, "game": "hexoust", "rolls": 0, "fair_dice": false });
    for (key, value) in object.as_object().unwrap() {
        match key.as_str() {
            "turns" | "actions" => assert!(value.as_u64().is_some_and(|count| count > 0)),
            "result" => assert!(value.as_str().is_some_and(|result| result.ends_with(" wins"))),
            "state_hash" => assert!(value.as_str().is_some_and(|hash| hash.len() == 16)),
            _ => assert_eq!(expected.as_object_mut().unwrap().remove(key).as_ref(), Some(value), "{key}"),
        }
    }
    assert_eq!(expected, json!({}));

    let run = sixfold_on("verify --json", &file("wrong-json.record", RECORD_WITH_A_PASS.replace("2. blue", "2. red")));
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let problem = "this is turn 2, by blue, not 2 by red";
    let expected = json!({ "file": "FILE", "right": false, "line": 7, "problem": problem });
    assert_eq!(serde_json::from_str::<serde_json::Value>(&run.out).unwrap(), expected);
}

#[test]
fn wrong_records_say_where_and_why() {
    insta::assert_snapshot!(answer("version", "record 1", "record 9"), @"FILE is wrong in line 1: this is version 9 of the text form; version 1 is known here");
    let unknown = answer("game", "game: hexoust", "game: chess");
    assert_eq!(unknown, format!("FILE is wrong in line 2: there is no such game; there is {}\n", games()));
    insta::assert_snapshot!(answer("rules", "hexoust 1", "hexoust 7"), @"FILE is wrong in line 2: played by version 7 of the rules; version 1 is known here");
    insta::assert_snapshot!(answer("setup", "base=4", "base=9"), @"FILE is wrong in line 3: `base` is a whole number from 4 to 7, not `9`");
}

#[test]
fn a_pass_that_is_left_out_or_played_is_found() {
    let pass = RECORD_WITH_A_PASS.lines().find(|line| line.ends_with(" pass")).unwrap();
    let line = |text: &str, part: &str| text.lines().position(|line| line == part).unwrap() + 1;
    let place = line(RECORD_WITH_A_PASS, pass);

    let without = RECORD_WITH_A_PASS.replace(&format!("{pass}\n"), "");
    let said = sixfold_hearing("verify -", without.as_bytes()).out;
    assert!(said.contains(&format!("wrong in line {place}: this is turn ")), "{said}");

    let played = RECORD_WITH_A_PASS.replace(pass, &pass.replace("pass", "d4"));
    let said = sixfold_hearing("verify -", played.as_bytes()).out;
    assert!(said.contains(&format!("wrong in line {place}: blue has no action here: the turn is passed")), "{said}");

    let cut = RECORD_WITH_A_PASS.split_once(&format!("{pass}\n")).unwrap().0;
    let said = sixfold_hearing("verify -", cut.as_bytes()).out;
    assert!(
        said.contains(&format!("wrong in line {place}: turn "))
            && said.contains(" is missing: blue has no action and passes"),
        "{said}"
    );
}

#[test]
fn texts_of_other_systems_are_read() {
    let windows = format!("\u{feff}{}", RECORD_WITH_A_PASS.replace('\n', "\r\n"));
    sixfold_on("verify", &file("windows.record", windows)).said();
}

#[test]
fn what_is_no_text_is_no_record() {
    let run = sixfold_on("verify", &file("binary.record", b"Sixfold record 1\n\xff\xfe\n"));
    insta::assert_snapshot!(run.complaint(2), @"sixfold: FILE is no record: line 2 is not UTF-8 text");
    let run = sixfold_on("verify", &file("nul.record", format!("{RECORD_WITH_A_PASS}\0\x1b[31m")));
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    assert!(run.out.ends_with("expected the end, found `\\u{0}\\u{1b}[31m`\n"), "{}", run.out);
}

#[test]
fn a_file_that_is_too_long_is_not_read_to_its_end() {
    // An odd number of bytes comes before characters of two bytes each, so that reading may stop in the middle of a
    // character.
    for (name, start) in [("long.record", ""), ("long-odd.record", "x")] {
        let run = sixfold_on("verify", &file(name, format!("{start}{}", "é".repeat(13 << 20))));
        assert_eq!((run.code, run.err.as_str()), (1, ""));
        assert_eq!(run.out, "FILE is wrong in line 1: a record has at most 4194304 bytes\n");
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_not_read_to_its_end() {
    let run = sixfold("verify /dev/zero");
    assert_eq!((run.code, run.err.as_str()), (1, ""));
}

#[test]
fn files_that_cannot_be_read_are_said() {
    insta::assert_snapshot!(sixfold_on("verify", &fresh_path("missing.record")).complaint(3), @"sixfold: FILE: No such file or directory (os error 2)");
    insta::assert_snapshot!(sixfold_on("verify", &build_folder()).complaint(3), @"sixfold: FILE: Is a directory (os error 21)");
}
