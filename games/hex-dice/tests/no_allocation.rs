//! Playouts allocate nothing: a search plays millions of actions.

mod common;

use allocation_counter::measure;
use common::setup;
use game::{Chance, Dice, Game, Random, Seed, legal_actions, playout};
use sixfold_hex_dice::HexDice;

const PLAYOUTS: u64 = 30;

fn start(text: &str) -> HexDice {
    HexDice::start(&setup(text), &mut Dice::seeded(&Seed::number(1))).expect("the test names a setup of the game")
}

#[test]
fn playouts_from_a_cloned_start_allocate_nothing() {
    for text in ["players=2 dice=8", "players=6 dice=4"] {
        let (start, mut random) = (start(text), Random::new(1));
        let (mut dice, mut scratch) = (Dice::for_search(random.split()), Vec::with_capacity(2_000));
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

/// The way of a search: listed outcomes instead of dice.
#[test]
fn playing_listed_outcomes_allocates_nothing() {
    let (start, mut random) = (start("players=3"), Random::new(2));
    let (mut weights, mut scratch) = (Vec::with_capacity(8), Vec::with_capacity(2_000));
    let mut dice = Dice::for_search(random.split());
    let mut rerolls = 0;
    let counted = measure(|| {
        for _ in 0..PLAYOUTS {
            let mut game = start;
            while let Some(action) = game.random_action(&mut random, &mut scratch) {
                weights.clear();
                match game.chance(&action, &mut weights) {
                    Chance::Listed => game.apply_outcome(&action, random.weighted(&weights)),
                    _ => game.apply(&action, &mut dice),
                }
                rerolls += weights.len() / 6;
            }
        }
    });
    assert_eq!(counted.count_total, 0);
    assert!(rerolls as u64 > PLAYOUTS, "they were played: {rerolls}");
}

/// Without this the counts above could be a broken counter's.
#[test]
fn the_counter_sees_a_playout_that_lists_its_actions() {
    let (mut game, mut random) = (start("players=2"), Random::new(1));
    let mut dice = Dice::for_search(random.split());
    let mut actions = 0;
    let counted = measure(|| {
        while let Some(action) = random.pick(&legal_actions(&game)) {
            game.apply(action, &mut dice);
            actions += 1;
        }
    });
    assert!(counted.count_total >= actions, "{} allocations in {actions} actions", counted.count_total);
    assert!(actions > 0);
}
