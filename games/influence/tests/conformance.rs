//! The conformance suite and the checks of the scene, on every board and with every option.

mod common;

use common::{SETUPS, start};
use game::testkit::Suite;
use game::{Dice, Game, Random, playout};
use sixfold_influence::{Action, Influence};

fn suite(games: u64) -> Suite<Influence> {
    SETUPS.iter().fold(Suite::new(), |suite, setup| suite.setup(setup)).games(games)
}

/// Every point and some pairs, in both orders, and invalid numbers beyond the board.
fn universe(game: &Influence) -> Vec<Action> {
    let points = game.position.ground().len() as u8;
    let some = || [0, 1, points / 2, points - 1, points, 63].into_iter();
    let ones = (0..=points).chain([63]).map(Action::One);
    let twos = some().flat_map(|one| some().map(move |two| Action::Two(one, two)));
    ones.chain(twos).chain([Action::Pass]).collect()
}

#[test]
fn the_suite() {
    suite(4).universe(universe).run();
}

#[test]
fn the_symmetries() {
    suite(3).run_symmetries();
}

#[test]
fn the_boards_have_their_symmetries() {
    let count = |setup: &str, dice: &[u32]| start(setup, dice).position.symmetries();
    assert_eq!(count("board=grand", &[]), 12);
    assert_eq!(count("board=honeycomb", &[]), 12);
    assert_eq!(count("board=classic", &[]), 4, "left and right, top and bottom");
    assert_eq!(count("board=compact", &[]), 4);
    // The frame rotates in one direction only, and about a point that is not the middle of classic.
    assert_eq!(count("board=grand shifting=on keystone=on", &[5]), 6);
    assert_eq!(count("board=classic shifting=on", &[]), 1);
}

#[test]
fn the_drawing() {
    for setup in SETUPS {
        scene::testkit::check_drawing::<Influence>(setup, 1);
        scene::testkit::check_asking::<Influence>(setup, 2);
    }
}

#[test]
fn random_games_end_with_every_option() {
    for setup in SETUPS {
        for seed in 0..200 {
            let mut game = start(setup, &[1]);
            let mut dice = Dice::for_search(Random::new(seed));
            playout(&mut game, &mut Random::new(seed), &mut dice, &mut Vec::new());
            assert!(game.outcome().and_then(|outcome| outcome.winner()).is_some(), "{setup}, seed {seed}");
        }
    }
}

/// The game draws by number instead of from a list; every action has to be equally likely.
#[test]
fn a_random_action_is_uniform_over_the_legal_ones() {
    let game = common::played(start("board=compact token=on", &[]), "a1 b2 c3 d4 e1 a4 b5 c6 d1 e4 c1 c2 skip");
    let legal = game::legal_actions(&game);
    assert_eq!(legal.len(), 12 + 12 * 11 / 2 + 1);
    let mut random = Random::new(1);
    let mut counts = vec![0_u32; legal.len()];
    for _ in 0..1_000 * legal.len() {
        let action = game.random_action(&mut random, &mut Vec::new()).unwrap();
        counts[legal.iter().position(|known| *known == action).unwrap()] += 1;
    }
    // 1,000 each with a standard deviation of 31. A limit of six deviations gives no false alarm.
    assert!(counts.iter().all(|count| (810..1_190).contains(count)), "{counts:?}");
}
