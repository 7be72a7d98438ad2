//! The conformance suite and the checks of the scene, on every board.

use game::testkit::Suite;
use game::{Dice, Game, Random, playout};
use sixfold_hexoust::{Cell, HexOust, Position};

/// Base 7 comes with the defaults.
fn suite(games: u64) -> Suite<HexOust> {
    Suite::new().setup("base=4").setup("base=5").setup("base=6").games(games)
}

/// Every cell of the board, and invalid numbers beyond it.
fn universe(game: &HexOust) -> Vec<Cell> {
    let cells = game.0.board().board().len() as u8;
    (0..=cells).chain([127, 128, u8::MAX]).map(Cell).collect()
}

#[test]
fn the_suite() {
    suite(25).universe(universe).run();
}

#[test]
fn the_symmetries() {
    suite(15).run_symmetries();
}

#[test]
fn the_drawing() {
    for (setup, games) in [("base=4", 8), ("base=5", 4), ("base=6", 3), ("base=7", 2)] {
        scene::testkit::check_drawing::<HexOust>(setup, games);
        scene::testkit::check_asking::<HexOust>(setup, games);
        scene::testkit::check_unbegun::<HexOust>(setup);
    }
}

#[test]
fn random_games_end_on_every_board() {
    // Playing is by far the cheapest check, so it runs many more games than the others.
    for base in 4..=7 {
        for seed in 0..1_000 {
            let mut game = HexOust(Position::empty(base));
            playout(&mut game, &mut Random::new(seed), &mut Dice::scripted([]), &mut Vec::new());
            assert!(game.outcome().and_then(|outcome| outcome.winner()).is_some(), "base {base}, seed {seed}");
        }
    }
}

/// The game draws by rejection instead of from a list; every placement has to be equally likely.
#[test]
fn a_random_placement_is_uniform_over_the_legal_ones() {
    let chains = "    R . B .
                     . B . R .
                    R . R . B .
                   . B . . . R B
                    R . B . R .
                     . R . B .
                      B . R .";
    let game = HexOust(Position::drawn(chains, sixfold_hexoust::Colour::Blue));
    let legal = game.0.legal();
    let mut random = Random::new(1);
    let mut counts = [0_u32; 37];
    for _ in 0..1_000 * legal.len() {
        counts[game.random_action(&mut random, &mut Vec::new()).unwrap().index()] += 1;
    }
    for (cell, &count) in counts.iter().enumerate() {
        // 1,000 each with a standard deviation of 31. A limit of six deviations gives no false alarm.
        let allowed = if legal.contains(cell) { 810..1_190 } else { 0..1 };
        assert!(allowed.contains(&count), "{cell} came {count} times");
    }
}
