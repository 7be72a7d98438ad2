//! Playouts allocate nothing: a search plays millions of them.

use allocation_counter::measure;
use game::{Dice, Game, Random, legal_actions, playout};
use sixfold_hexoust::{HexOust, Position};

const PLAYOUTS: u64 = 1_000;

/// The board's tables are made when first asked for, so they are there before anything is counted.
fn start() -> HexOust {
    HexOust(Position::empty(7))
}

#[test]
fn a_thousand_playouts_from_a_cloned_start_allocate_nothing() {
    let (start, mut random, mut dice, mut scratch) = (start(), Random::new(1), Dice::scripted([]), Vec::new());
    let mut placements = playout(&mut start.clone(), &mut random, &mut dice, &mut scratch);
    let counted = measure(|| {
        for _ in 0..PLAYOUTS {
            placements += playout(&mut start.clone(), &mut random, &mut dice, &mut scratch);
        }
    });
    assert_eq!(counted.count_total, 0);
    assert!(u64::from(placements) > 30 * PLAYOUTS, "they were played: {placements}");
}

/// Without this the count above could be a broken counter's.
#[test]
fn the_counter_sees_a_playout_that_lists_its_actions() {
    let (mut game, mut random, mut dice) = (start(), Random::new(1), Dice::scripted([]));
    let mut placements = 0;
    let counted = measure(|| {
        while let Some(cell) = random.pick(&legal_actions(&game)) {
            game.apply(cell, &mut dice);
            placements += 1;
        }
    });
    assert!(counted.count_total >= placements, "{} allocations in {placements} placements", counted.count_total);
    assert!(placements > 0);
}
