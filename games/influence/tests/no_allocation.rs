//! Playouts allocate nothing: a search plays millions of them.

mod common;

use allocation_counter::measure;
use common::start;
use game::{Dice, Game, Random, legal_actions, playout};

const PLAYOUTS: u64 = 1_000;

#[test]
fn a_thousand_playouts_from_a_cloned_start_allocate_nothing() {
    for setup in ["board=grand", "board=honeycomb token=on thresholds=on dice=on echo=on"] {
        let (start, mut random, mut scratch) = (start(setup, &[]), Random::new(1), Vec::new());
        let mut dice = Dice::for_search(Random::new(2));
        let mut actions = playout(&mut start.clone(), &mut random, &mut dice, &mut scratch);
        let counted = measure(|| {
            for _ in 0..PLAYOUTS {
                actions += playout(&mut start.clone(), &mut random, &mut dice, &mut scratch);
            }
        });
        assert_eq!(counted.count_total, 0, "{setup}");
        assert!(u64::from(actions) > 15 * PLAYOUTS, "they were played: {actions}");
    }
}

/// Without this the count above could be a broken counter's.
#[test]
fn the_counter_sees_a_playout_that_lists_its_actions() {
    let (mut game, mut random, mut dice) = (start("board=grand", &[]), Random::new(1), Dice::scripted([]));
    let mut actions = 0;
    let counted = measure(|| {
        while let Some(action) = random.pick(&legal_actions(&game)) {
            game.apply(action, &mut dice);
            actions += 1;
        }
    });
    assert!(counted.count_total >= actions, "{} allocations in {actions} turns", counted.count_total);
    assert!(actions > 0);
}
