//! Playouts allocate nothing: whoever plans a battle plays many of them.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod common;

use allocation_counter::measure;
use common::setup;
use game::{Dice, Game, Random, legal_actions, playout};
use sixfold_hex_ships::HexShips;

const PLAYOUTS: u64 = 30;

/// The rules are read when first asked for, so they are there before anything is counted.
fn start(text: &str) -> HexShips {
    HexShips::start(&setup(text), &mut Dice::for_search(Random::new(1))).unwrap()
}

#[test]
fn playouts_from_a_cloned_start_allocate_nothing() {
    for text in ["scenario=duel", "scenario=squadrons", "scenario=ambush weapons=balanced"] {
        let (start, mut random) = (start(text), Random::new(1));
        let (mut dice, mut scratch) = (Dice::for_search(random.split()), Vec::with_capacity(2048));
        let mut actions = 0;
        let counted = measure(|| {
            for _ in 0..PLAYOUTS {
                actions += playout(&mut start.clone(), &mut random, &mut dice, &mut scratch);
            }
        });
        assert_eq!(counted.count_total, 0, "{text}");
        assert!(u64::from(actions) > 30 * PLAYOUTS, "they were played: {actions}");
    }
}

/// Without this the counts above could be a broken counter's.
#[test]
fn the_counter_sees_a_playout_that_lists_its_actions() {
    let (mut game, mut random) = (start("scenario=duel"), Random::new(1));
    let mut dice = Dice::for_search(random.split());
    let mut actions = 0;
    let counted = measure(|| {
        while let Some(action) = random.pick(&legal_actions(&game)) {
            game.apply(action, &mut dice);
            actions += 1;
        }
    });
    assert!(counted.count_total >= actions && actions > 0, "{} allocations in {actions} actions", counted.count_total);
}
