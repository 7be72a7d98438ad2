//! Fair dice on the command line: `sixfold verify` recomputes them, and `sixfold luck` compares them with the average.

use game::{Commitment, Origin, Random, Seed, Share};

use crate::common::{file, keys, sixfold_hearing, sixfold_on};

const SECRET: Seed = Seed([0x5e; 32]);
const SHARES: [Share; 2] = [Share([0xa1; 32]), Share([0xb2; 32])];

/// The record of a random match with fair dice, of the game with a d20.
fn record() -> String {
    let game = catalog::find("hexlock").expect("the catalog has Hexlock");
    let origin = Origin::Fair { secret: SECRET, shares: SHARES.to_vec() };
    let mut table = game.start(game.setup([]).expect("defaults"), origin).expect("they make a match");
    let mut random = Random::new(4);
    while let Some(actor) = table.actor() {
        let action = table.random_action(&mut random).expect("the seat that acts has a legal action");
        table.play(actor, &action).expect("a random action is legal");
    }
    table.record().to_string()
}

/// The answer about a record that is wrong.
#[track_caller]
fn wrong(text: &str, flags: &str) -> String {
    let run = sixfold_hearing(&format!("verify - {flags}"), text.as_bytes());
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{}", run.out);
    run.out
}

#[test]
fn fair_dice_are_recomputed_and_said_to_be_so() {
    let text = record();
    let said = sixfold_on("verify", &file("fair.record", &text)).said();
    let rolls = text.matches("d20=").count() + 1; // one more roll chose who begins
    let expected =
        format!("fair dice: the secret is the one committed to, every seat added a share, {rolls} rolls recomputed\n");
    assert!(said.starts_with("FILE is right: Hexlock, ") && said.ends_with(&expected), "{said}");
    let object = sixfold_on("verify --json", &file("fair-json.record", &text)).objects().remove(0);
    assert_eq!((&object["fair_dice"], &object["rolls"]), (&true.into(), &rolls.into()));
}

#[test]
fn a_person_who_noted_what_was_published_can_have_it_compared() {
    let (text, commitment) = (record(), Commitment::to(&SECRET));
    let flags = format!("--commitment {commitment} --share red={} --share blue={}", SHARES[0], SHARES[1]);
    let said = sixfold_hearing(&format!("verify - {flags}"), text.as_bytes()).said();
    assert!(said.contains("commitment and shares are those that you know"), "{said}");
    let other = Commitment::to(&Seed([1; 32]));
    assert!(wrong(&text, &format!("--commitment {other}")).contains("line 5: the commitment that you know is"));
    assert!(
        wrong(&text, &format!("--share blue={}", SHARES[0])).contains("line 7: the share of blue that you know is")
    );
    assert!(wrong(&text, &format!("--share green={}", SHARES[0])).contains("there is no share of `green`"));
    let seeded = "Sixfold record 1\ngame: hexoust 1\nsetup: base=4\nseed: 1\n\n1. red d4\n";
    assert!(wrong(seeded, &format!("--commitment {commitment}")).contains("has no commitment"));
    let run = sixfold_hearing("verify - --share red=12", text.as_bytes());
    assert_eq!(run.code, 2);
    assert!(run.err.contains("64 hexadecimal digits"), "{}", run.err);
}

#[test]
fn a_changed_secret_share_roll_or_order_is_caught() {
    let text = record();
    let secret = wrong(&text.replace(&SECRET.to_string(), &Seed([0x5f; 32]).to_string()), "");
    assert!(secret.contains("the seed is not the one that was committed to"), "{secret}");
    let share = wrong(&text.replace(&SHARES[1].to_string(), &Share([0xb3; 32]).to_string()), "");
    assert!(share.contains("the dice give"), "{share}");
    let at = text.find("[d20=").unwrap() + 5;
    let end = at + text[at..].find(']').unwrap();
    let other = if &text[at..end] == "7" { "8" } else { "7" };
    let roll = wrong(&format!("{}{other}{}", &text[..at], &text[end..]), "");
    assert!(roll.contains("the dice give"), "{roll}");
    // The dice of two attacks are exchanged.
    let rolled: Vec<(usize, &str)> = text
        .match_indices("[d20=")
        .map(|(at, _)| (at + 5, &text[at + 5..at + 5 + text[at + 5..].find(']').unwrap()]))
        .collect();
    let (first, second) = rolled.windows(2).map(|pair| (pair[0], pair[1])).find(|(a, b)| a.1 != b.1).unwrap();
    let swapped = format!(
        "{}{}{}{}{}",
        &text[..first.0],
        second.1,
        &text[first.0 + first.1.len()..second.0],
        first.1,
        &text[second.0 + second.1.len()..]
    );
    let order = wrong(&swapped, "");
    assert!(order.contains("the dice give"), "{order}");
}

#[test]
fn luck_is_weighed_for_every_seat() {
    let text = record();
    let said = sixfold_on("luck", &file("luck.record", &text)).said();
    assert!(said.contains("red ") && said.contains("blue ") && said.contains("expected"), "{said}");
    let objects = sixfold_hearing("luck - --json", text.as_bytes()).objects();
    assert!(objects.len() >= 2);
    for object in &objects {
        assert_eq!(keys(object), ["expected", "got", "measure", "seat"]);
    }
    let seeded = "Sixfold record 1\ngame: hexoust 1\nsetup: base=4\nseed: 1\n\n1. red d4\n";
    assert_eq!(sixfold_hearing("luck -", seeded.as_bytes()).said(), "Chance had no say in this match of HexOust.\n");
    assert_eq!(sixfold_hearing("luck -", b"nonsense").code, 2);
}
