//! How fast a game plays and searches. Whoever asks has the clock; the browser's is not ours.

use ai::{Evaluated, Search, Settings};
use game::{Dice, Game, Random, Seat, Viewer, playout};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Random games, played to the end.
    Playouts,
    /// Simulations of the search from the first position.
    Search,
}

/// What was done until it was told to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Games played, or simulations made.
    pub games: u64,
    /// Actions in all of them together.
    pub actions: u64,
    /// What the first seat got of them, a draw counting as its share.
    pub first_seat: f64,
}

/// Asking the clock costs more than a short game: so many games go by between two looks at it.
const GAMES_A_LOOK: u32 = 50;

pub(crate) fn playouts<G: Game>(start: &G, go_on: &mut dyn FnMut() -> bool) -> Measured {
    let mut random = Random::new(1);
    let mut dice = Dice::for_search(random.split());
    let mut scratch = Vec::new();
    let mut measured = Measured { games: 0, actions: 0, first_seat: 0.0 };
    while go_on() {
        for _ in 0..GAMES_A_LOOK {
            let mut state = start.clone();
            measured.actions += u64::from(playout(&mut state, &mut random, &mut dice, &mut scratch));
            let outcome = state.outcome().expect("a playout goes to the end");
            measured.first_seat += f64::from(outcome.values()[0]);
            measured.games += 1;
        }
    }
    measured
}

pub(crate) fn search<G: Evaluated>(start: &G, go_on: &mut dyn FnMut() -> bool) -> Measured {
    let view = start.view(Viewer::Seat(Seat(0)));
    let mut search = Search::<G, _>::new(&view, G::Evaluation::default(), Settings::default(), Random::new(1));
    while go_on() {
        search.run(GAMES_A_LOOK);
    }
    let tally = search.tally();
    Measured { games: u64::from(search.simulations()), actions: tally.actions, first_seat: tally.first_seat }
}
