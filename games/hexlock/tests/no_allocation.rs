//! Playouts allocate nothing: a search plays millions of them.

use allocation_counter::measure;
use game::{Chance, Dice, Game, Random, legal_actions, playout};
use sixfold_hexlock::{Hexlock, Position, Side};

const PLAYOUTS: u64 = 500;

/// The board's tables are made when first asked for, so they are there before anything is counted.
fn start() -> Hexlock {
    Hexlock::standing(Position::start(Side::Red))
}

#[test]
fn playouts_from_a_cloned_start_allocate_nothing() {
    let (start, mut random) = (start(), Random::new(1));
    let (mut dice, mut scratch) = (Dice::for_search(random.split()), Vec::with_capacity(256));
    let mut actions = 0;
    let counted = measure(|| {
        for _ in 0..PLAYOUTS {
            actions += playout(&mut start.clone(), &mut random, &mut dice, &mut scratch);
        }
    });
    assert_eq!(counted.count_total, 0);
    assert!(u64::from(actions) > 30 * PLAYOUTS, "they were played: {actions}");
}

/// The way of a search: listed outcomes instead of dice.
#[test]
fn playing_listed_outcomes_allocates_nothing() {
    let (start, mut random) = (start(), Random::new(2));
    let (mut weights, mut scratch) = (Vec::with_capacity(8), Vec::with_capacity(256));
    let mut attacks = 0;
    let counted = measure(|| {
        for _ in 0..PLAYOUTS {
            let mut game = start.clone();
            while let Some(action) = game.random_action(&mut random, &mut scratch) {
                weights.clear();
                match game.chance(&action, &mut weights) {
                    Chance::Listed => game.apply_outcome(&action, random.weighted(&weights)),
                    _ => game.apply(&action, &mut Dice::scripted([])),
                }
                attacks += weights.len() / 4;
            }
        }
    });
    assert_eq!(counted.count_total, 0);
    assert!(attacks as u64 > PLAYOUTS, "they were played: {attacks}");
}

/// Without this the counts above could be a broken counter's.
#[test]
fn the_counter_sees_a_playout_that_lists_its_actions() {
    let (mut game, mut random) = (start(), Random::new(1));
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
