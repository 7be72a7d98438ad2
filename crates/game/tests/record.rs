//! Records have the expected text, are read back as they were written, and mistakes in them are reported with their
//! line.

use proptest::prelude::*;
use sixfold_game::testkit::{Pig, Sticks};
use sixfold_game::{Exit, Game, Match, Random, Record, Seat, Seed, Setup, replay};

/// Three seats, dice in the setup and in turns, turns of several actions, and a seat without a name.
const PIG: &str = "\
Sixfold record 1
game: pig 1
setup: goal=8
seed: 2
rolls: d6=1;d6=2;d6=6
player ash: Ann
player cedar: Sixfold, level 3

1. ash roll[d6=6],hold
2. birch roll[d6=2],roll[d6=4],roll[d6=5],hold
result: ash 2, birch 1, cedar 3
";

/// No dice, and a resignation.
const STICKS: &str = "\
Sixfold record 1
game: sticks 1
setup: a=3 b=4
seed: 0

1. left a2
2. right b1
3. left b2
right resigns
result: left wins
";

/// The match of a record, or the line and the text of its fault.
fn read<G: Game>(text: &str) -> Result<Match<G>, (usize, String)> {
    let record: Record =
        text.parse().map_err(|error: sixfold_game::RecordError| (error.line, error.problem.to_string()))?;
    replay(&record).map_err(|error| (error.at.line(text), error.fault.to_string()))
}

/// Plays random actions until the end or up to this many.
fn random_match<G: Game>(setup: &str, seed: u64, most_actions: usize) -> Match<G> {
    let setup = Setup::parse(G::INFO.options, setup.split(' ')).expect("the test's setup is right");
    let mut game_match = Match::<G>::new(setup, Seed::number(seed)).expect("it makes a match");
    let mut random = Random::new(seed);
    let mut scratch = Vec::new();
    while let Some(actor) = game_match.actor().filter(|_| game_match.log().len() < most_actions) {
        let action = game_match.state().random_action(&mut random, &mut scratch).expect("the actor has a legal action");
        game_match.play(actor, &action).expect("it was drawn from the legal ones");
    }
    game_match
}

#[test]
fn a_record_looks_like_this() {
    let mut game_match = random_match::<Pig>("goal=8", 2, usize::MAX);
    game_match.name_player(Seat(0), "Ann");
    game_match.name_player(Seat(2), "Sixfold, level 3");
    assert_eq!(game_match.record().to_string(), PIG);

    let setup = Setup::defaults(Sticks::INFO.options);
    let mut game_match = Match::<Sticks>::new(setup, Seed::number(0)).unwrap();
    for (seat, action) in [(0, "a2"), (1, "b1"), (0, "b2")] {
        game_match.play_text(Seat(seat), action).unwrap();
    }
    game_match.exit(Exit::Resigned(Seat(1))).unwrap();
    assert_eq!(game_match.record().to_string(), STICKS);
}

#[test]
fn a_right_record_is_right() {
    let game_match = read::<Pig>(PIG).unwrap();
    assert_eq!((game_match.record().to_string().as_str(), game_match.log().len()), (PIG, 6));
    let game_match = read::<Sticks>(STICKS).unwrap();
    assert_eq!((game_match.record().to_string().as_str(), game_match.end()), (STICKS, Some(Exit::Resigned(Seat(1)))));
}

/// Cedar leaves in the middle of Ash's turn. Birch leaves at the beginning of its own turn, so only Ash is left.
#[test]
fn an_exit_stands_where_it_happened() {
    let turns = "1. ash roll[d6=6]\ncedar drops out\n1. ash hold\nbirch resigns\nresult: ash 1, birch 2, cedar 3\n";
    let text = format!("{}{turns}", &PIG[..PIG.find("1. ash").unwrap()]);
    let game_match = read::<Pig>(&text).unwrap();
    assert_eq!((game_match.record().to_string(), game_match.end()), (text, Some(Exit::Resigned(Seat(1)))));
}

#[test]
fn a_match_that_has_not_begun_is_a_record_too() {
    let game_match = random_match::<Pig>("goal=8", 2, 0);
    let text = game_match.record().to_string();
    assert_eq!(read::<Pig>(&text).unwrap().record(), game_match.record());
}

#[test]
fn seeds_of_all_sizes_come_back() {
    for seed in [Seed::number(u64::MAX), Seed([0xa5; 32])] {
        let game_match = Match::<Pig>::new(Setup::defaults(Pig::INFO.options), seed).unwrap();
        assert_eq!(read::<Pig>(&game_match.record().to_string()).unwrap().record(), game_match.record());
    }
}

#[test]
fn what_other_systems_do_to_a_text_does_not_matter() {
    let windows = format!("\u{feff}{}", PIG.replace('\n', "\r\n"));
    let airy = PIG.replace('\n', "  \n\n");
    let cut = PIG.trim_end();
    for text in [&windows, &airy, cut] {
        assert_eq!(read::<Pig>(text).unwrap().record().to_string(), PIG);
    }
}

#[test]
fn a_name_is_one_line_of_readable_text() {
    let mut game_match = random_match::<Sticks>("a=3", 1, 3);
    let names = [" Ann\nresult: left wins ", "a\u{1b}[31mb\0c\u{2028}d\u{85}e"];
    for (seat, name) in Seat::first(2).zip(names) {
        game_match.name_player(seat, name);
    }
    let text = game_match.record().to_string();
    assert!(text.contains("player left: Ann result: left wins\nplayer right: a[31mbc d e\n"), "{text:?}");
    assert_eq!(read::<Sticks>(&text).unwrap().record(), game_match.record());
    game_match.name_player(Seat(0), " \t ");
    assert!(!game_match.record().to_string().contains("player left"), "a name without letters is left out");
}

/// Replaces the single occurrence of `from` in a correct record by `to`. The fault must have this line and this text.
fn check_wrong<G: Game>(text: &str, from: &str, to: &str, line: usize, problem: &str) {
    assert_eq!(text.matches(from).count(), 1, "`{from}` stands once in the record");
    let changed = text.replace(from, to);
    let found = read::<G>(&changed).map(|game_match| game_match.record().to_string());
    assert_eq!(found, Err((line, problem.to_owned())), "`{from}` became `{to}`");
}

macro_rules! wrong {
    ($($test:ident: $game:ident $text:ident, $from:literal => $to:literal, line $line:literal, $problem:literal;)*) => {$(
        #[test]
        fn $test() {
            check_wrong::<$game>($text, $from, $to, $line, $problem);
        }
    )*};
}

wrong! {
    finds_no_record: Pig PIG, "Sixfold record 1" => "Dear diary", line 1, "expected `Sixfold record 1`, found `Dear diary`";
    finds_another_version: Pig PIG, "record 1" => "record 2", line 1,
        "this is version 2 of the text form; version 1 is known here";
    finds_another_game: Pig PIG, "game: pig" => "game: chess", line 2, "this is a record of `chess`, not of `pig`";
    finds_other_rules: Pig PIG, "pig 1" => "pig 2", line 2, "played by version 2 of the rules; version 1 is known here";
    finds_a_missing_rules_version: Pig PIG, "pig 1" => "pig", line 2, "expected `game: NAME VERSION`, found `game: pig`";
    finds_an_incomplete_setup: Sticks STICKS, "a=3 b=4" => "a=3", line 3,
        "the setup is `a=3`, but reads `a=3 b=4` in full";
    finds_a_missing_setup: Sticks STICKS, "setup: a=3 b=4\n" => "", line 3, "expected `setup: OPTIONS`, found `seed: 0`";
    finds_an_option_said_twice: Sticks STICKS, "a=3 b=4" => "a=3 b=4 b=4", line 3,
        "the setup is `a=3 b=4 b=4`, but reads `a=3 b=4` in full";
    finds_a_wrong_option: Pig PIG, "goal=8" => "gaol=8", line 3, "there is no option `gaol`; there is goal";
    finds_a_wrong_value: Pig PIG, "goal=8" => "goal=2", line 3, "`goal` is a whole number from 5 to 100, not `2`";
    finds_a_setup_that_does_not_fit_together: Sticks STICKS, "a=3 b=4" => "a=0 b=0", line 3, "there has to be a stick";
    finds_a_bad_seed: Pig PIG, "seed: 2" => "seed: two", line 4, "expected `seed: NUMBER`, found `seed: two`";
    finds_another_seed: Pig PIG, "seed: 2" => "seed: 3", line 5,
        "the dice give d6=4;d6=6;d6=1, not d6=1;d6=2;d6=6";
    finds_a_changed_start_roll: Pig PIG, "d6=1;d6=2" => "d6=1;d6=3", line 5,
        "the dice give d6=1;d6=2;d6=6, not d6=1;d6=3;d6=6";
    finds_missing_start_rolls: Pig PIG, "rolls: d6=1;d6=2;d6=6\n" => "", line 4,
        "the dice give d6=1;d6=2;d6=6, not no dice";
    finds_start_rolls_that_are_none: Pig PIG, "d6=1;d6=2" => "d6=1;2", line 5, "expected dice such as d20=14;d6=3";
    finds_an_unknown_player: Pig PIG, "player cedar" => "player oak", line 7, "there is no seat `oak`";
    finds_a_seat_named_twice: Pig PIG, "player cedar" => "player ash", line 7, "`ash` is named already";
    finds_an_action_out_of_turn: Pig PIG, "2. birch" => "2. cedar", line 10,
        "this is turn 2, by birch, not 2 by cedar";
    finds_a_wrong_number: Pig PIG, "2. birch" => "3. birch", line 10, "this is turn 2, by birch, not 3 by birch";
    finds_an_unknown_seat: Pig PIG, "2. birch" => "2. oak", line 10, "this is turn 2, by birch, not 2 by oak";
    finds_a_turn_line_twice: Pig PIG, "1. ash roll[d6=6],hold" => "1. ash roll[d6=6],hold\n1. ash roll[d6=6],hold",
        line 10, "this is turn 2, by birch, not 1 by ash";
    finds_a_missing_turn: Pig PIG, "1. ash roll[d6=6],hold\n" => "", line 9, "this is turn 1, by ash, not 2 by birch";
    finds_a_changed_roll: Pig PIG, "d6=5],hold" => "d6=6],hold", line 10, "`roll`: the dice give d6=5, not d6=6";
    finds_a_missing_roll: Pig PIG, "roll[d6=5]" => "roll", line 10, "`roll`: the dice give d6=5, not no dice";
    finds_a_roll_too_many: Pig PIG, "d6=5],hold" => "d6=5],hold[d6=1]", line 10,
        "`hold`: the dice give no dice, not d6=1";
    finds_dice_with_other_sides: Pig PIG, "d6=5" => "d8=5", line 10, "`roll`: the dice give d6=5, not d8=5";
    finds_no_action: Pig PIG, "d6=5],hold" => "d6=5],fold", line 10, "`fold` is not an action: roll or hold";
    finds_an_illegal_action: Sticks STICKS, "3. left b2" => "3. left a2", line 8, "`a2`: not enough sticks";
    finds_an_illegal_first_action: Pig PIG, "ash roll[d6=6],hold" => "ash hold", line 9, "`hold`: nothing to hold";
    finds_a_pass_that_is_none: Sticks STICKS, "2. right b1" => "2. right pass", line 7,
        "right has an action here and may not pass";
    finds_a_turn_that_goes_on_too_long: Sticks STICKS, "2. right b1" => "2. right b1,a1", line 7,
        "the turn ends before `a1`";
    finds_an_unfinished_turn_in_the_middle: Pig PIG, "1. ash roll[d6=6],hold" => "1. ash roll[d6=6]", line 9,
        "ash has to go on in this turn";
    finds_an_action_after_the_end: Pig PIG, "d6=5],hold" => "d6=5],hold,roll[d6=1]", line 10,
        "the turn ends before `roll`";
    finds_an_action_after_the_end_in_the_last_turn: Sticks STICKS, "right resigns" => "4. right a1\n5. left b1,b1",
        line 10, "the turn ends before `b1`";
    finds_a_turn_after_the_end: Pig PIG, "result:" => "3. cedar roll[d6=3]\nresult:", line 11, "the game is over already";
    finds_a_missing_result: Pig PIG, "result: ash 2, birch 1, cedar 3\n" => "", line 11,
        "the result is missing: `ash 2, birch 1, cedar 3`";
    finds_a_wrong_result: Pig PIG, "ash 2, birch 1" => "ash 1, birch 2", line 11,
        "the result is `ash 2, birch 1, cedar 3`, not `ash 1, birch 2, cedar 3`";
    finds_a_result_before_the_end: Pig PIG, "],hold\nresult" => "]\nresult", line 11,
        "the result is `ash 2, birch 1, cedar 3`, but the game is not over";
    finds_a_resignation_after_the_end: Pig PIG, "result:" => "ash resigns\nresult:", line 11,
        "`ash resigns`: the game is over";
    finds_an_unknown_seat_that_resigns: Sticks STICKS, "right resigns" => "middle resigns", line 9,
        "there is no seat `middle`";
    finds_a_result_against_the_resignation: Sticks STICKS, "right resigns" => "left resigns", line 10,
        "the result is `right wins`, not `left wins`";
    finds_a_resignation_without_a_result: Sticks STICKS, "result: left wins\n" => "", line 10,
        "the result is missing: `left wins`";
    finds_an_exit_of_somebody_who_is_out: Pig PIG, "2. birch" => "cedar resigns\ncedar drops out\n2. birch", line 11,
        "`cedar drops out`: this seat is out of the game";
    finds_the_dice_of_an_exit: Pig PIG, "2. birch" => "cedar resigns[d6=3]\n2. birch", line 10,
        "`cedar resigns[d6=3]`: the dice give no dice, not d6=3";
    finds_a_turn_of_somebody_who_left: Pig PIG, "2. birch" => "birch drops out\n2. birch", line 11,
        "birch has no action here: the turn is passed";
    finds_nonsense_between_the_turns: Pig PIG, "2. birch" => "mind the gap\n2. birch", line 10,
        "expected `NUMBER. SEAT ACTIONS`, found `mind the gap`";
    finds_nonsense_after_the_end: Sticks STICKS, "result: left wins" => "result: left wins\n4. right b1", line 11,
        "expected the end, found `4. right b1`";
    finds_control_characters: Pig PIG, "2. birch" => "\u{1b}[2J\n2. birch", line 10,
        "expected `NUMBER. SEAT ACTIONS`, found `\\u{1b}[2J`";
}

#[test]
fn an_empty_text_ends_where_it_begins() {
    assert_eq!(read::<Pig>("").unwrap_err(), (1, "expected `Sixfold record 1`, found the end".to_owned()));
    assert_eq!(read::<Pig>("\n \n").unwrap_err().0, 1);
}

#[test]
fn the_place_is_right_in_a_record_with_empty_lines() {
    let text = STICKS.replace('\n', "\n\n").replace("left wins", "right wins");
    assert_eq!(read::<Sticks>(&text).unwrap_err().0, 19);
    let text = STICKS.replace('\n', "\n\n").replace("a=3", "a=99");
    assert_eq!(read::<Sticks>(&text).unwrap_err().0, 5);
    let text = STICKS.replace("1. left a2\n2. right b1\n3. left b2\nright resigns\n", "");
    assert_eq!(read::<Sticks>(&text).unwrap_err().0, 6, "a result without a single turn");
}

/// A huge record from a stranger must cost little, and the error message must fit on a screen.
#[test]
fn an_enormous_record_gets_a_short_answer() {
    let long = "x".repeat(3 << 20);
    for (from, to) in [
        ("Sixfold record 1", long.clone()),
        ("pig 1", format!("{long} 1")),
        ("goal=8", format!("goal={long}")),
        ("goal=8", long.clone()),
        ("rolls: d6=1;", "rolls: d6=1;".repeat(1 << 18)),
        ("player ash", format!("player {long}")),
        ("2. birch", format!("2. {long}")),
        ("2. birch roll", format!("2. birch {long}")),
        ("birch roll[d6=2]", format!("birch roll[d6=2{}]", ";d6=2".repeat(1 << 19))),
        ("result: ash 2", format!("result: {long}")),
        ("result: ash 2", format!("{long} resigns\nresult: ash 2")),
        ("seed: 2", format!("seed: 2{}", "\n1. ash roll".repeat(1 << 18))),
    ] {
        let (line, problem) = read::<Pig>(&PIG.replace(from, &to)).unwrap_err();
        assert!(problem.chars().count() < 400, "{} characters for line {line}", problem.chars().count());
    }
    let (line, problem) = read::<Pig>(&PIG.repeat(1 << 15)).unwrap_err();
    assert_eq!((line, problem.as_str()), (1, "a record has at most 4194304 bytes"));
}

/// The record without the players' names, which the rules do not check.
fn told(record: &Record) -> Record {
    Record { players: Vec::new(), ..record.clone() }
}

/// Every text that differs from this one in one character: replaced, removed or inserted.
fn with_one_character_changed(text: &str) -> impl Iterator<Item = String> {
    const LETTERS: &str = "0123456789abhlmnrst.,:;=+-[] \n\té";
    let places = (0..=text.len()).filter(|&place| text.is_char_boundary(place));
    places.flat_map(move |place| {
        let (before, after) = text.split_at(place);
        let mut rest = after.chars();
        let gone = rest.next().is_some();
        let inserted = LETTERS.chars().map(move |letter| format!("{before}{letter}{after}"));
        let rest = rest.as_str();
        let replaced = LETTERS.chars().map(move |letter| format!("{before}{letter}{rest}"));
        inserted.chain(replaced.filter(move |_| gone)).chain(gone.then(|| format!("{before}{rest}")))
    })
}

#[test]
fn no_changed_character_slips_past_the_dice() {
    let right = read::<Pig>(PIG).unwrap().record();
    let (mut texts, mut right_ones) = (0, 0);
    for text in with_one_character_changed(PIG) {
        texts += 1;
        let Ok(game_match) = read::<Pig>(&text) else { continue };
        right_ones += 1;
        // Another goal is possible if the same turn reaches it. The seed determines everything else.
        let same = Record { setup: right.setup.clone(), ..told(&game_match.record()) };
        assert_eq!(same, told(&right), "{text}");
    }
    assert!(texts > 10_000 && right_ones > 100, "{texts} texts, {right_ones} of them right: names and blanks are free");
}

#[test]
fn a_record_that_is_right_says_nothing_that_was_not_played() {
    for text in with_one_character_changed(STICKS) {
        if let Ok(game_match) = read::<Sticks>(&text) {
            assert_eq!(told(&game_match.record()), told(&text.parse().unwrap()), "{text}");
        }
    }
}

/// A text with a few cuts, insertions, repetitions and reversals. Their places are given as shares of its length.
fn mangled(text: &str, changes: &[(u8, u16, u16, char)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for &(kind, from, to, letter) in changes {
        let at = |share: u16| usize::from(share) * letters.len() / (usize::from(u16::MAX) + 1);
        let (from, to) = (at(from.min(to)), at(from.max(to)));
        match kind % 4 {
            0 => drop(letters.drain(from..to.min(from + 40))),
            1 => letters.insert(from, letter),
            2 => letters.splice(from..from, letters[from..to.min(from + 80)].to_vec()).for_each(drop),
            _ => letters[from..to.min(from + 40)].reverse(),
        }
    }
    letters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_match_comes_back_as_it_was(seed: u64, goal in 5..40_u32, most in 0..60_usize, heaps in (0..20_u32, 1..20_u32)) {
        fn check<G: Game>(game_match: &Match<G>) -> Result<(), TestCaseError> {
            let text = game_match.record().to_string();
            let record: Record = text.parse().unwrap();
            prop_assert_eq!(record.to_string(), text);
            prop_assert_eq!(&record, &game_match.record());
            let again = replay::<G>(&record).unwrap();
            prop_assert_eq!(again.state(), game_match.state());
            prop_assert_eq!(again.state().state_hash(), game_match.state().state_hash());
            prop_assert_eq!(again.log(), game_match.log());
            prop_assert_eq!(again.record(), record);
            Ok(())
        }
        let mut pig = random_match::<Pig>(&format!("goal={goal}"), seed, most);
        pig.name_player(Seat((seed % 3) as u8), "Zoë: the 1. of her name");
        check(&pig)?;
        let mut sticks = random_match::<Sticks>(&format!("a={} b={}", heaps.0, heaps.1), seed, most);
        check(&sticks)?;
        if sticks.exit(Exit::Resigned(Seat((seed % 2) as u8))).is_ok() {
            check(&sticks)?;
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>(), lines in "(Sixfold record 1|[a-z]{1,6}: .{0,9}|[0-9]{1,11}\\. [a-z]{1,6} .{0,9}|\n){0,9}") {
        for text in [&text, &lines, &format!("Sixfold record 1\n{lines}")] {
            let _ = (read::<Pig>(text), read::<Sticks>(text));
        }
    }

    #[test]
    fn no_mangled_record_makes_it_panic(changes in prop::collection::vec(any::<(u8, u16, u16, char)>(), 1..6)) {
        let _ = (read::<Pig>(&mangled(PIG, &changes)), read::<Sticks>(&mangled(STICKS, &changes)));
    }
}
