//! Checks of symmetries: playing an action and then turning the board gives the same state as turning first.

use std::collections::BTreeSet;

use super::suite::{Suite, Verdict, ensure, ensure_equal};
use crate::{Chance, Dice, Symmetric, legal_actions};

impl<G: Symmetric> Suite<G> {
    /// Panics unless every symmetry maps legal actions to legal actions and commutes with playing them.
    pub fn run_symmetries(&self) {
        if let Err(problem) = self.check_symmetries() {
            panic!("{} is not symmetric: {problem}", G::INFO.name);
        }
    }

    /// Returns the first problem of a symmetry.
    pub fn check_symmetries(&self) -> Result<(), String> {
        for game in self.drawn_games() {
            let game = game?;
            let actions = game.game_match.actions().map(Some).chain([None]);
            for (state, action) in game.states.iter().zip(actions) {
                for symmetry in 0..state.symmetries() {
                    game.located(holds(state, action, symmetry))?;
                }
            }
        }
        Ok(())
    }
}

fn holds<G: Symmetric>(state: &G, action: Option<&G::Action>, symmetry: usize) -> Verdict {
    let turned = state.turned(symmetry);
    ensure(symmetry != 0 || turned == *state, || "symmetry 0 is not the identity".to_owned())?;
    ensure_equal("outcome of the turned state", &turned.outcome(), &state.outcome())?;
    let mapped: BTreeSet<_> = legal_actions(state).iter().map(|action| state.turned_action(action, symmetry)).collect();
    let legal: BTreeSet<_> = legal_actions(&turned).into_iter().collect();
    ensure_equal("legal actions turned, and of the turned state", &mapped, &legal)?;
    let Some(action) = action.filter(|action| state.chance(action, &mut Vec::new()) == Chance::Certain) else {
        return Ok(());
    };
    let (mut played, mut turned_played) = (state.clone(), turned);
    played.apply(action, &mut Dice::scripted([]));
    turned_played.apply(&state.turned_action(action, symmetry), &mut Dice::scripted([]));
    ensure(played.turned(symmetry) == turned_played, || format!("{action:?} under symmetry {symmetry} goes elsewhere"))
}
