//! Random games, and counts of all possible games.

use crate::dice::Dice;
use crate::game::{Chance, Game, legal_actions};
use crate::random::Random;

/// Plays random legal actions until the game ends. Returns their number. Allocates nothing once `scratch` is large
/// enough for the game.
pub fn playout<G: Game>(state: &mut G, random: &mut Random, dice: &mut Dice, scratch: &mut Vec<G::Action>) -> u32 {
    let mut actions = 0;
    while let Some(action) = state.random_action(random, scratch) {
        state.apply(&action, dice);
        actions += 1;
    }
    debug_assert!(state.outcome().is_some(), "only a finished game has no legal action");
    actions
}

/// The number of sequences of `depth` actions. Every listed chance outcome makes a sequence of its own. A game that
/// ends earlier is not counted.
pub fn perft<G: Game>(state: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let actions = legal_actions(state);
    let certain = |action| state.chance(action, &mut Vec::new()) != Chance::Listed;
    if depth == 1 && actions.iter().all(certain) {
        return actions.len() as u64; // every leaf is one action of its parent, so none is played
    }
    actions.iter().map(|action| perft_after(state, action, depth)).sum()
}

/// The number of sequences of `depth` actions that begin with `action`.
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
        Chance::Rolled => 1, // outcomes that cannot be listed count as one sequence
    }
}
