//! Checks that playouts allocate nothing, because a search plays millions of actions.

use crate::{Chance, Dice, Game, Random, legal_actions, playout};

/// More actions than any position of a game here has.
const ROOM: usize = 4_096;

/// The number of actions played while allocations were counted.
#[derive(Clone, Copy, Debug)]
pub struct Playouts {
    /// Actions whose dice were rolled.
    pub actions: u64,
    /// Actions with a chosen outcome, as in a search.
    pub listed: u64,
}

/// Panics if this many playouts from a position allocate anything, with dice or with listed outcomes. `count` runs a
/// piece of work and returns how often it allocated:
///
/// ```text
/// playouts_allocate_nothing(&start, 100, |work| allocation_counter::measure(work).count_total);
/// ```
///
/// The caller passes it in because a counter replaces the allocator of the whole program, and this crate is part of
/// every program.
pub fn playouts_allocate_nothing<G: Game>(
    start: &G,
    playouts: u64,
    count: impl Fn(&mut dyn FnMut()) -> u64,
) -> Playouts {
    counter_counts(start, &count);
    let mut random = Random::new(1);
    let (mut dice, mut scratch) = (Dice::for_search(random.split()), Vec::with_capacity(ROOM));
    let mut weights = Vec::with_capacity(ROOM);
    let mut played = Playouts { actions: 0, listed: 0 };
    let allocated = count(&mut || {
        for _ in 0..playouts {
            played.actions += u64::from(playout(&mut start.clone(), &mut random, &mut dice, &mut scratch));
        }
    });
    assert_eq!(allocated, 0, "allocations in {} actions", played.actions);
    let allocated = count(&mut || {
        for _ in 0..playouts {
            let mut state = start.clone();
            while let Some(action) = state.random_action(&mut random, &mut scratch) {
                weights.clear();
                if state.chance(&action, &mut weights) == Chance::Listed {
                    state.apply_outcome(&action, random.weighted(&weights));
                    played.listed += 1;
                } else {
                    state.apply(&action, &mut dice);
                }
            }
        }
    });
    assert_eq!(allocated, 0, "allocations with listed outcomes");
    assert!(played.actions > 10 * playouts, "the playouts were played: {played:?}");
    played
}

/// Checks the counter with a playout that lists its actions into new vectors, which allocates at least once for each
/// action. Without this check a counter that always returns 0 would pass.
fn counter_counts<G: Game>(start: &G, count: &impl Fn(&mut dyn FnMut()) -> u64) {
    let (mut state, mut random, mut actions) = (start.clone(), Random::new(1), 0);
    let mut dice = Dice::for_search(random.split());
    let allocated = count(&mut || {
        while let Some(action) = random.pick(&legal_actions(&state)) {
            state.apply(action, &mut dice);
            actions += 1;
        }
    });
    assert!(allocated >= actions && actions > 0, "the counter saw {allocated} allocations in {actions} actions");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::Sticks;
    use crate::{Seed, Setup};

    fn start() -> Sticks {
        let setup = Setup::parse(Sticks::INFO.options, ["a=9", "b=9"]).unwrap();
        Sticks::start(&setup, &mut Dice::seeded(&Seed::number(1))).unwrap()
    }

    #[test]
    #[should_panic(expected = "the counter saw 0")]
    fn a_counter_that_does_not_count_is_found() {
        playouts_allocate_nothing(&start(), 1, |work| {
            work();
            0
        });
    }

    #[test]
    #[should_panic(expected = "allocations in")]
    fn an_allocation_is_found() {
        playouts_allocate_nothing(&start(), 1, |work| {
            work();
            1_000
        });
    }
}
