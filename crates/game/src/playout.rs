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
/// A line that ends early counts only up to the depth where it ends.
pub fn perft<G: Game>(state: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let actions = legal_actions(state);
    let certain = |action| state.chance(action, &mut Vec::new()) != Chance::Listed;
    if depth == 1 && actions.iter().all(certain) {
        return actions.len() as u64; // every leaf is an action of its parent: no need to play it
    }
    actions.iter().map(|action| perft_after(state, action, depth)).sum()
}

/// The number of ways to play `depth` actions of which `action` is the first.
pub fn perft_after<G: Game>(state: &G, action: &G::Action, depth: u32) -> u64 {
    let then = |play: &dyn Fn(&mut G)| {
        let mut next = state.clone();
        play(&mut next);
        perft(&next, depth - 1)
    };
    let mut weights = Vec::new();
    match state.chance(action, &mut weights) {
        Chance::Certain => then(&|next| next.apply(action, &mut Dice::scripted([]))),
        Chance::Listed => (0..weights.len()).map(|outcome| then(&|next| next.apply_outcome(action, outcome))).sum(),
        Chance::Rolled => 1, // a roll that cannot be listed has no ways to count beyond it
    }
}
