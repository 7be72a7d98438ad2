//! Checks that dice and listed chance outcomes agree.

use super::suite::{Drawn, Verdict, ensure};
use crate::{Chance, Dice, Game, Random, legal_actions};

/// Enough samples to find odds that are wrong by a tenth, and few enough for every game of the suite.
const SAMPLES: u32 = 3_000;
/// Only one position in this many is sampled, which keeps the suite quick.
const EVERY: usize = 7;

pub(super) fn check<G: Game>(game: &Drawn<G>) -> Verdict {
    let mut random = game.random.clone();
    let mut weights = Vec::new();
    for state in game.states.iter().step_by(EVERY) {
        for action in legal_actions(state) {
            weights.clear();
            match state.chance(&action, &mut weights) {
                Chance::Certain => rolls_nothing(state, &action)?,
                Chance::Listed => rolls_as_listed(state, &action, &weights, &mut random)?,
                Chance::Rolled => {}
            }
        }
    }
    Ok(())
}

/// Scripted dice without a value panic when rolled.
fn rolls_nothing<G: Game>(state: &G, action: &G::Action) -> Verdict {
    let mut next = state.clone();
    let rolled = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| next.apply(action, &mut Dice::scripted([]))));
    ensure(rolled.is_ok(), || format!("{action:?} is called certain but rolls dice"))
}

/// Rolling the action often gives each listed outcome about as often as its weight says, and no other outcome.
fn rolls_as_listed<G: Game>(state: &G, action: &G::Action, weights: &[u32], random: &mut Random) -> Verdict {
    // Outcomes that lead to the same state are counted as one.
    let mut outcomes: Vec<(G, u32, u32)> = Vec::new();
    for (outcome, &weight) in weights.iter().enumerate() {
        let mut next = state.clone();
        next.apply_outcome(action, outcome);
        match outcomes.iter_mut().find(|(known, ..)| *known == next) {
            Some((_, sum, _)) => *sum += weight,
            None => outcomes.push((next, weight, 0)),
        }
    }
    let mut dice = Dice::for_search(random.split());
    for _ in 0..SAMPLES {
        let mut next = state.clone();
        next.apply(action, &mut dice);
        let listed = outcomes.iter_mut().find(|(known, ..)| *known == next);
        listed.ok_or_else(|| format!("{action:?} rolled a state that no listed outcome gives"))?.2 += 1;
    }
    let total = f64::from(weights.iter().sum::<u32>());
    for (_, weight, count) in &outcomes {
        let stated = f64::from(*weight) / total;
        let expected = stated * f64::from(SAMPLES);
        // A limit of six standard deviations makes a false alarm in all runs of this suite together very unlikely.
        let allowed = 6.0 * (expected * (1.0 - stated)).sqrt() + 1e-9;
        ensure((f64::from(*count) - expected).abs() <= allowed, || {
            format!("{action:?}: an outcome of weight {weight} in {total} came {count} times in {SAMPLES}")
        })?;
    }
    Ok(())
}
