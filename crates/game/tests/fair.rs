//! Dice that anyone can check: a replay detects a changed secret, share, roll or order of rolls.

use sixfold_game::testkit::Pig;
use sixfold_game::{Commitment, Exit, Game, Match, Origin, Random, Record, Refusal, Seat, Seed, Setup, Share, replay};

fn fair_match(seed: u64) -> Match<Pig> {
    let shares = (1..=3).map(|byte| Share([byte; 32])).collect();
    let origin = Origin::Fair { secret: Seed([seed as u8 + 7; 32]), shares };
    let mut game_match = Match::<Pig>::new(Setup::defaults(Pig::INFO.options), origin).expect("it makes a match");
    let mut random = Random::new(seed);
    while let Some(actor) = game_match.actor() {
        let action =
            game_match.state().random_action(&mut random, &mut Vec::new()).expect("the actor has a legal action");
        game_match.play(actor, &action).expect("it is legal");
    }
    game_match
}

/// The fault of the record in this text, with its line.
fn fault(text: &str) -> (usize, String) {
    let record: Record = match text.parse() {
        Ok(record) => record,
        Err(sixfold_game::RecordError { line, problem }) => return (line, problem.to_string()),
    };
    let error = replay::<Pig>(&record).expect_err("it was changed");
    (error.at.line(text), error.fault.to_string())
}

#[test]
fn a_fair_match_reads_back_and_replays() {
    for seed in 0..20 {
        let game_match = fair_match(seed);
        let text = game_match.record().to_string();
        let again = replay::<Pig>(&text.parse().unwrap()).unwrap();
        assert_eq!((again.state(), again.record().to_string()), (game_match.state(), text));
        assert_eq!(again.origin(), game_match.origin());
    }
}

#[test]
fn the_commitment_stands_in_the_record_and_opens_with_the_secret() {
    let record = fair_match(1).record();
    let fair = record.fair.unwrap();
    assert!(fair.commitment.opens_with(&record.seed));
    assert!(!fair.commitment.opens_with(&Seed([9; 32])));
    assert_eq!(fair.shares.iter().map(|(seat, _)| seat.as_str()).collect::<Vec<_>>(), ["ash", "birch", "cedar"]);
}

#[test]
fn a_changed_secret_is_caught() {
    let text = fair_match(1).record().to_string();
    let (line, problem) = fault(&text.replace(&"08".repeat(32), &"09".repeat(32)));
    assert_eq!(line, 5);
    assert!(problem.starts_with("the seed is not the one that was committed to"), "{problem}");
}

#[test]
fn a_changed_secret_with_a_commitment_to_match_gives_other_rolls() {
    let text = fair_match(1).record().to_string();
    let (old, new) = (Commitment::to(&Seed([8; 32])), Commitment::to(&Seed([9; 32])));
    let forged = text.replace(&"08".repeat(32), &"09".repeat(32)).replace(&old.to_string(), &new.to_string());
    let (line, problem) = fault(&forged);
    assert!(line >= 9 && problem.contains("the dice give"), "{line}: {problem}");
}

#[test]
fn a_changed_share_gives_other_rolls() {
    let text = fair_match(1).record().to_string();
    for byte in ["01", "02", "03"] {
        let (line, problem) = fault(&text.replace(&byte.repeat(32), &"04".repeat(32)));
        assert!(line >= 9 && problem.contains("the dice give"), "{line}: {problem}");
    }
}

#[test]
fn shares_that_changed_places_are_caught() {
    let text = fair_match(1).record().to_string();
    let (first, second) = ("01".repeat(32), "02".repeat(32));
    let swapped = text.replace(&first, "@").replace(&second, &first).replace('@', &second);
    assert!(fault(&swapped).1.contains("the dice give"));
    let renamed = text.replace("share ash", "share oak");
    assert_eq!(fault(&renamed), (6, "this is the share of `ash`, not of `oak`".to_owned()));
    let missing = text.replace(&format!("share cedar: {}\n", "03".repeat(32)), "");
    assert!(fault(&missing).1.contains("the share of `cedar` is missing"));
    let another = text.replace("share cedar", &format!("share birch: {second}\nshare cedar"));
    assert!(fault(&another).1.contains("this is the share of `cedar`, not of `birch`"), "{:?}", fault(&another));
}

#[test]
fn every_changed_roll_is_caught() {
    let game_match = fair_match(2);
    let text = game_match.record().to_string();
    let rolls: Vec<usize> = text.match_indices("d6=").map(|(at, _)| at + 3).collect();
    assert!(rolls.len() > 10);
    for at in rolls {
        let other = if &text[at..=at] == "6" { "5" } else { "6" };
        let forged = format!("{}{other}{}", &text[..at], &text[at + 1..]);
        assert!(fault(&forged).1.contains("the dice give"), "{forged}");
    }
}

#[test]
fn rolls_in_another_order_are_caught() {
    let text = fair_match(2).record().to_string();
    let lines: Vec<&str> = text.lines().collect();
    let line = lines.iter().position(|line| line.contains("roll[d6=") && line.matches("d6=").count() > 1).unwrap();
    let mut parts: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
    let mut actions: Vec<&str> = parts[2].split(',').collect();
    let distinct =
        (0..actions.len() - 1).find(|&index| actions[index] != actions[index + 1] && actions[index + 1] != "hold");
    let Some(at) = distinct else { panic!("choose another seed: {text}") };
    actions.swap(at, at + 1);
    parts[2] = actions.join(",");
    let forged = text.replace(lines[line], &parts.join(" "));
    let (at, problem) = fault(&forged);
    assert_eq!(at, line + 1);
    assert!(problem.contains("the dice give"), "{problem}");
}

#[test]
fn a_commitment_or_share_that_is_none_is_pointed_at() {
    let text = fair_match(1).record().to_string();
    assert_eq!(fault(&text.replace(&"01".repeat(32), "01")).0, 6);
    assert_eq!(fault(&text.replace(&Commitment::to(&Seed([8; 32])).to_string(), "xyz")).0, 5);
}

#[test]
fn dropping_out_loses_and_a_match_that_all_left_has_no_result() {
    let start = || Match::<Pig>::new(Setup::defaults(Pig::INFO.options), Seed::number(1)).unwrap();
    let mut dropped = start();
    dropped.exit(Exit::Dropped(Seat(1))).unwrap();
    assert!(!dropped.is_over() && dropped.actor() == Some(Seat(0)), "the game goes on without birch");
    assert_eq!(dropped.exit(Exit::Resigned(Seat(1))), Err(Refusal::OutOfTheGame));
    dropped.play_text(Seat(0), "roll").unwrap();
    dropped.exit(Exit::Resigned(Seat(0))).unwrap();
    assert!(dropped.is_over(), "a single seat cannot play on");
    let text = dropped.record().to_string();
    let end = "birch drops out\n1. ash roll[d6=4]\nash resigns\nresult: ash 2, birch 3, cedar 1\n";
    assert!(text.ends_with(end), "{text}");
    let mut abandoned = start();
    abandoned.exit(Exit::Abandoned).unwrap();
    assert!(abandoned.is_over() && abandoned.outcome().is_none() && abandoned.actor().is_none());
    let other = abandoned.record().to_string();
    assert!(other.ends_with("abandoned\nresult: none\n"), "{other}");
    for (text, end) in [(text, Exit::Resigned(Seat(0))), (other, Exit::Abandoned)] {
        let again = replay::<Pig>(&text.parse().unwrap()).unwrap();
        assert_eq!((again.end(), again.record().to_string()), (Some(end), text));
    }
    assert!(abandoned.exit(Exit::Resigned(Seat(0))).is_err(), "nobody leaves a finished match");
    assert!(abandoned.undo() && !abandoned.is_over());
}
