//! Hex Ships is planned, not searched. One ship's move is a dozen small steps, and a tree over them would never reach
//! the next ship. A ship that moves looks at every place and facing in which its move can end. It scores what it could
//! fire from there and what could fire at it, and takes the first step towards the best end. A ship that attacks scores
//! every target.
//!
//! On the way a ship keeps to the end that it has chosen ([`course`]), unless chance has put it out of reach.

mod aims;
mod attacks;
mod campaign;
mod course;
mod deploying;
mod energy;
mod moves;
mod squadrons;
mod worth;

use game::Game;
use hex_ships::{Action, HexShips, Step};

use crate::evaluation::{Evaluated, Known, Playouts};

impl Evaluated for HexShips {
    type Evaluation = Playouts<Self>;

    const PLANS: bool = true;

    fn plan(state: &Self, effort: u32) -> Vec<Known<Action>> {
        let battle = &state.battle;
        let value = worth::standing(battle, state.turn().seat);
        let ideas = match *battle.step() {
            Step::Deploy { seat, placed } => deploying::ideas(battle, seat, placed),
            Step::Move(moving) => moves::ideas(battle, &moving, effort),
            Step::Aim(aim) => attacks::ideas(battle, &aim),
            Step::Roll { aim, at, dice } => attacks::reroll(battle, &aim, at, dice),
            Step::Over(_) => Vec::new(),
        };
        debug_assert!(ideas.iter().all(|&action| battle.forbids(action).is_none()), "{ideas:?} in\n{battle:?}");
        ideas.into_iter().map(|action| Known { action, value }).collect()
    }
}
