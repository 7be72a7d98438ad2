//! `sixfold playout` writes random games, one for each line, in a form that needs no code of ours to read.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;

use crate::common::{command, file, keys, sixfold, sixfold_hearing, sixfold_on};

/// Whether this is the name of a hex on a board with `base` hexes on a side. Rows begin with `a`, and each row is as
/// long as the board is wide there.
fn is_hex(name: &str, base: u32) -> bool {
    let (Some(row), Ok(column)) =
        (name.bytes().next().and_then(|letter| letter.checked_sub(b'a')), name[1..].parse::<u32>())
    else {
        return false;
    };
    let (row, rows) = (u32::from(row), 2 * base - 1);
    row < rows && (1..=rows - row.abs_diff(base - 1)).contains(&column)
}

#[test]
fn a_line_is_the_winner_and_the_turns() {
    insta::assert_snapshot!(sixfold("playout hexoust --seed 1 --games 3 --set base=4").said(), @"
    blue b3 c5 g4 f4 d7 a4 d4 g3,f2 a1 e4,d1 g4 f5,d6,a2 c2 b1 f1 d2,e2,c1,a3
    blue b1 d5 e1 d3 e3 c6 d2,b5 d4,c2 a1,a4,e6 d6,f3 d7 d3,b2 g4 e1 e2 g3,e4,a3 d7 b3,f4
    red g2 c3 b5 d7 f1 f4 c2 d5 c1,f5 e5,d2 d4 f5,b2 b1,e4 e2 f2,c4 a4 c6,e6 a3 e3,a2 c5 d6,a1
    ");
}

#[test]
fn every_line_reads_as_a_game() {
    for base in 4..=7 {
        let text = sixfold(&format!("playout hexoust --seed 5 --games 200 --set base={base}")).said();
        assert_eq!(text.lines().count(), 200);
        for line in text.lines() {
            let mut words = line.split(' ');
            let winner = words.next().unwrap();
            let turns: Vec<&str> = words.collect();
            let right = |turn: &str| turn == "pass" || turn.split(',').all(|hex| is_hex(hex, base));
            assert!(turns.iter().all(|turn| right(turn)), "{line}");
            // The seats take turns, and a pass is a turn. The seat that takes the last stone has won.
            assert_eq!(winner, ["blue", "red"][turns.len() % 2], "{line}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_games_and_each_game_has_its_own() {
    let all = sixfold("playout hexoust --seed 40 --games 4 --set base=4").said();
    assert_eq!(all, sixfold("playout hexoust --seed 40 --games 4 --set base=4").said());
    let lines: Vec<&str> = all.lines().collect();
    for (number, line) in lines.iter().enumerate() {
        let one = sixfold(&format!("playout hexoust --seed {} --set base=4", 40 + number)).said();
        assert_eq!(one.trim_end(), *line);
    }
    assert_ne!(lines[0], lines[1]);
}

#[test]
fn the_greatest_seed_is_followed_by_the_first() {
    let text = sixfold("playout hexoust --seed 18446744073709551615 --games 2 --set base=4").said();
    assert_eq!(text.lines().nth(1), sixfold("playout hexoust --seed 0 --set base=4").said().lines().next());
}

#[test]
fn programs_get_an_object_a_game() {
    let objects = sixfold("playout hexoust --seed 7 --games 20 --set base=5 --json").objects();
    let text = sixfold("playout hexoust --seed 7 --games 20 --set base=5").said();
    assert_eq!(objects.len(), 20);
    for ((object, line), seed) in objects.iter().zip(text.lines()).zip(7_u64..) {
        assert_eq!(keys(object), ["actions", "seed", "turns", "winner"]);
        assert_eq!(object["seed"], seed);
        let turns: Vec<&str> = object["turns"].as_array().unwrap().iter().map(|turn| turn.as_str().unwrap()).collect();
        assert_eq!(format!("{} {}", object["winner"].as_str().unwrap(), turns.join(" ")), line);
        let played = turns.iter().filter(|turn| **turn != "pass").flat_map(|turn| turn.split(',')).count();
        assert_eq!(object["actions"], played);
    }
}

#[test]
fn its_records_are_right() {
    for seed in 0..10 {
        let record = sixfold(&format!("playout hexoust --seed {seed} --set base=4 --records")).said();
        let said = sixfold_hearing("verify -", record.as_bytes()).said();
        assert!(said.contains(" is right: HexOust, "), "{said}");
    }
    let objects = sixfold("playout hexoust --seed 3 --games 5 --records --json").objects();
    for (number, object) in objects.iter().enumerate() {
        let path = file(&format!("playout-{number}.record"), object["record"].as_str().unwrap());
        sixfold_on("verify", &path).said();
    }
}

#[test]
fn a_reader_who_has_heard_enough_may_leave() {
    for args in ["playout hexoust --games 1000000", "playout hexoust --games 1000000 --json"] {
        let mut child = command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.ends_with('\n'), "the pipe is closed after a whole line");
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let mut complaint = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
        assert_eq!(complaint, "");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run = command("playout hexoust --games 3").stdout(full).output().unwrap();
    assert_eq!(run.status.code(), Some(3));
    assert_eq!(String::from_utf8_lossy(&run.stderr), "sixfold: No space left on device (os error 28)\n");
}
