//! Measures how fast a game plays and searches. The caller has the clock, because this code also runs in the browser.

use ai::{Evaluated, Search, Settings};
use game::{Dice, Game, Random, Seat, Viewer, playout};

/// The kinds of work that can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Random games, played to the end.
    Playouts,
    /// Simulations of the search from the first position.
    Search,
}

/// The work that was done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The number of games played or simulations run.
    pub games: u64,
    /// The number of actions in all of them together.
    pub actions: u64,
    /// The sum of the first seat's results; a draw counts as the seat's share of it.
    pub first_seat: f64,
}

/// The number of games between two looks at the clock, which costs more than a short game.
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
            let outcome = state.outcome().expect("a playout ends the game");
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
