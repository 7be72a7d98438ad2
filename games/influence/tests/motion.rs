//! What is seen of a turn: stones, ground that changes hands, and the roll of each triangle on its triangle (IN-12).

mod common;

use common::{SETUPS, start};
use game::{Dice, Game};
use scene::testkit::{check_motion, motion_lines};
use sixfold_influence::Influence;

#[test]
fn motions_keep_their_promises_in_random_games() {
    for setup in SETUPS {
        check_motion::<Influence>(setup, 1);
    }
}

/// The steps of the first stone of a match with these options, each without its time.
fn first_stone(setup: &str, dice: &[u32]) -> Vec<String> {
    let game = start(setup, &[]);
    let first = game.position.ground().point_name(0).to_owned();
    motion_lines(&game, &first, dice)
}

#[test]
fn without_dice_the_stone_arrives_and_its_thirds_change() {
    let lines = first_stone("board=classic", &[]);
    assert!(lines[0].ends_with(" arrives"), "{lines:?}");
    assert!(lines.len() > 1 && lines[1..].iter().all(|line| line.ends_with(" changes")), "{lines:?}");
}

#[test]
fn in_12_each_triangle_rolls_on_itself_and_shows_the_corner_and_who_was_paid() {
    let dice = [1, 2, 3, 1, 2, 3];
    let game = start("board=classic dice=on", &[]);
    let first = game.position.ground().point_name(0).to_owned();
    let (mut after, mut thrown) = (game.clone(), Dice::scripted(dice));
    after.apply(&game.read(&first).unwrap(), &mut thrown);
    let count = thrown.take_rolls().len();
    let lines = motion_lines(&game, &first, &dice);
    let of = |word: &str| lines.iter().filter(|line| line.contains(word)).cloned().collect::<Vec<_>>();
    let (rolled, paid) = (of("dice d3="), of(" pays "));
    assert!(count > 0 && rolled.len() == count && paid.len() == count, "{lines:?}");
    let triangle = |line: &String| line.rsplit(' ').next().map(str::to_owned);
    for (roll, pay) in rolled.iter().zip(&paid) {
        assert!(roll.starts_with("0 "), "all triangles roll at once: {roll}");
        assert_eq!(triangle(roll).as_deref(), pay.split(' ').nth(1), "{roll} / {pay}");
    }
    // Only the corner with the stone is Black's; a roll of another one pays nobody.
    let to_black = paid.iter().filter(|line| line.contains(&format!("pays 0 for {first}"))).count();
    let to_nobody = paid.iter().filter(|line| line.contains("pays nobody")).count();
    assert_eq!(to_black + to_nobody, count, "{paid:?}");
    assert!(to_nobody > 0, "{paid:?}");
}

/// Two passes in a row end the game; with the echo the triangles roll once more.
#[test]
fn in_12_the_rolls_of_an_echo_are_apart_from_those_of_the_turn() {
    // With a threshold that the first payment reaches, the first stone ends the game: it pays, and then the echo does.
    let game = start("board=compact dice=on echo=on threshold=30", &[]);
    let mut state = game;
    let mut dice = Dice::seeded(&game::Seed::number(3));
    loop {
        let legal = game::legal_actions(&state);
        let action = *legal.iter().find(|action| state.write(action) != "skip").unwrap();
        let before = state.clone();
        state.apply(&action, &mut dice);
        let rolls: Vec<u32> = dice.take_rolls().iter().map(|roll| roll.value).collect();
        if state.outcome().is_none() {
            continue;
        }
        let lines = motion_lines(&before, &before.write(&action), &rolls);
        let starts = |word: &str| {
            let starts = lines.iter().filter(|line| line.contains(word)).map(|line| line.split(' ').next().unwrap());
            starts.map(|start| start.parse::<u32>().unwrap()).collect::<Vec<_>>()
        };
        let rolled = starts(" dice ");
        let (turn, echo) = rolled.split_at(rolled.len() / 2);
        assert!(!turn.is_empty() && turn.iter().max() < echo.iter().min(), "{lines:?}");
        let paid = starts(" pays ");
        let (turn, echo) = paid.split_at(paid.len() / 2);
        assert!(turn.iter().max() < echo.iter().min(), "{lines:?}");
        return;
    }
}
