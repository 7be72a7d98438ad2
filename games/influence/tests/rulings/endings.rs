//! IN-4 and IN-6, ties, passes and komi: the ends of a game and its winner.

use game::{Exit, Game, Refusal, Seat};
use sixfold_influence::{Action, Influence, Options};

use crate::common::{new_match, played, start, totals};

fn winner(game: &Influence) -> Option<u8> {
    game.outcome().map(|outcome| outcome.winner().expect("there are no draws").0)
}

#[test]
fn two_passes_in_a_row_end_the_game_and_one_does_not() {
    let game = played(start("", &[]), "skip d4 skip c3 skip");
    assert_eq!(winner(&game), None);
    let game = played(game, "skip");
    assert_eq!((winner(&game), game.turn().number), (Some(1), 6), "36 to 12 for White");
    assert_eq!(totals(&game), [0, 36]);
    assert_eq!(game.check(&Action::Pass), Err(Refusal::GameOver));
}

#[test]
fn a_game_of_two_passes_and_nothing_else_is_whites() {
    assert_eq!(winner(&played(start("", &[]), "skip skip")), Some(1));
}

#[test]
fn equal_totals_are_whites() {
    let game = played(start("board=compact komi=on komi-points=2", &[]), "c3 skip skip");
    assert_eq!((totals(&game), winner(&game)), ([12, 12], Some(1)));
    let game = played(start("board=compact komi=on komi-points=1", &[]), "c3 skip skip");
    assert_eq!((totals(&game), winner(&game)), ([12, 6], Some(0)));
}

#[test]
fn komi_is_what_white_starts_with() {
    for (setup, sixths) in [
        ("", 0),
        ("komi=on", 126),
        ("board=compact komi=on", 96),
        ("board=grand komi=on", 288),
        ("board=grand komi=on komi-points=3", 18),
        ("board=honeycomb komi=on komi-points=12", 72),
        ("board=honeycomb komi=on", 282),
    ] {
        assert_eq!(totals(&start(setup, &[])), [0, sixths], "{setup}");
    }
}

#[test]
fn in_4_the_echo_comes_when_the_board_is_full_when_both_pass_and_at_the_threshold() {
    let game = played(start("board=compact echo=on", &[]), "c3 a1 skip skip");
    assert_eq!(totals(&game), [12 + 12 + 12, 4 + 4]);
    let game = played(start("board=compact echo=on threshold=4", &[]), "c3 a1");
    assert_eq!((totals(&game), winner(&game)), ([36, 8], Some(0)));
    let echo = Options { echo: true, ..Options::default() };
    let full = played(Influence::from(super::triangle(echo).drawn("B W .", 3)), "b2");
    assert_eq!(totals(&full), [8, 4]);
    assert_eq!(full.history.totals(), [[0, 0], [4, 2], [8, 4]]);
}

#[test]
fn in_4_there_is_no_echo_after_a_resignation_or_a_time_out() {
    for end in [Exit::Resigned(Seat(0)), Exit::Dropped(Seat(0))] {
        let mut game_match = new_match("board=compact echo=on", 1);
        game_match.play_text(Seat(0), "c3").unwrap();
        game_match.exit(end).unwrap();
        assert_eq!(totals(game_match.state()), [12, 0]);
        assert_eq!(game_match.outcome().unwrap().winner(), Some(Seat(1)));
    }
}

#[test]
fn in_6_reaching_the_threshold_ends_the_game_but_the_higher_total_after_the_echo_wins() {
    // Black reaches 10 points in a corner of compact, 62 sixths to 58; the echo pays 4 and 12.
    let before = |echo: &str| {
        let mut game = start(&format!("board=compact threshold=10 {echo}"), &[]);
        let at = |name: &str| 1_u64 << game.position.ground().point_named(name).unwrap();
        game.position = game.position.with_stones([0, at("c4")], 3).with_totals([58, 46]);
        Influence::from(game.position)
    };
    let plain = played(before("echo=off"), "a1");
    assert_eq!((totals(&plain), winner(&plain)), ([62, 58], Some(0)));
    let echoed = played(before("echo=on"), "a1");
    assert_eq!((totals(&echoed), winner(&echoed)), ([66, 70], Some(1)));
    // Both reach the threshold in one resolution with equal totals: White wins.
    let mut both = before("echo=off");
    both.position = both.position.with_totals([62, 54]);
    let both = played(Influence::from(both.position), "a1");
    assert_eq!((totals(&both), winner(&both)), ([66, 66], Some(1)));
}

#[test]
fn a_total_just_below_the_threshold_goes_on() {
    let game = played(start("board=compact threshold=2", &[]), "a1 skip");
    assert_eq!((totals(&game), winner(&game)), ([4, 0], None));
    let game = played(game, "a4");
    assert_eq!((totals(&game), winner(&game)), ([12, 0], Some(0)), "exactly two points are reached");
}
