//! Games of uniformly random legal actions, and counting all of them.

use crate::dice::Dice;
use crate::game::{Chance, Game, legal_actions};
use crate::random::Random;

/// Plays random legal actions until the game ends and says how many there were. Allocates nothing once `scratch` has
/// grown to the game's size.
pub fn playout<G: Game>(state: &mut G, random: &mut Random, dice: &mut Dice, scratch: &mut Vec<G::Action>) -> u32 {
    let mut actions = 0;
    while let Some(action) = state.random_action(random, scratch) {
        state.apply(&action, dice);
        actions += 1;
    }
    debug_assert!(state.outcome().is_some(), "only the end leaves nobody an action");
    actions
}

/// The number of ways to play `depth` actions, every listed chance outcome being a way of its own.
/// A line that ends early counts only at the depth where it ends.
pub fn perft<G: Game>(state: &G, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        // Every leaf of a certain game is a legal action of its parent: count them without playing them.
        1 if !has_chance(state) => return state.count_legal() as u64,
        _ => {}
    }
    let mut weights = Vec::new();
    let mut nodes = 0;
    for action in legal_actions(state) {
        weights.clear();
        match state.chance(&action, &mut weights) {
            Chance::Certain => {
                let mut next = state.clone();
                next.apply(&action, &mut Dice::scripted([]));
                nodes += perft(&next, depth - 1);
            }
            Chance::Listed => {
                for outcome in 0..weights.len() {
                    let mut next = state.clone();
                    next.apply_outcome(&action, outcome);
                    nodes += perft(&next, depth - 1);
                }
            }
            Chance::Rolled => nodes += 1, // nothing to count beyond a roll that cannot be listed
        }
    }
    nodes
}

fn has_chance<G: Game>(state: &G) -> bool {
    let mut weights = Vec::new();
    legal_actions(state).iter().any(|action| state.chance(action, &mut weights) == Chance::Listed)
}
