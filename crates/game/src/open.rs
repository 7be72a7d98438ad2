//! Views that come from outside: a server may be wrong, or may play by other rules.

use std::sync::Arc;

use serde::Deserializer;
use serde::de::Error as _;

use crate::game::Game;
use crate::random::Random;
use crate::rules::OpenView as _;

/// The highest number of a turn in a view. Turns are counted on from there, so it is far from the largest number.
const MOST_TURNS: u32 = 1 << 30;

/// No state of the game fits a view. It names the part of the view that is wrong, or that contradicts the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no position of the game has such `{0}`")]
pub struct Misfit(pub &'static str);

impl Misfit {
    /// An error for this part of the view, unless the condition holds.
    pub fn unless(holds: bool, part: &'static str) -> Result<(), Self> {
        if holds { Ok(()) } else { Err(Self(part)) }
    }
}

/// Reads a view and checks that a state of the game fits it. After that, everything can be asked of the view.
pub fn open_view<'de, G: Game, D: Deserializer<'de>>(from: D, rules: &Arc<G::Rules>) -> Result<G::View, D::Error> {
    let view = G::View::open(from, rules)?;
    check_view::<G>(&view).map_err(D::Error::custom)?;
    Ok(view)
}

/// Whether a state of the game fits a view, and the seat that acts in it has something to do.
pub(crate) fn check_view<G: Game>(view: &G::View) -> Result<(), Misfit> {
    let state = G::try_imagine(view, &mut Random::new(0))?;
    let turn = state.turn();
    Misfit::unless((1..=MOST_TURNS).contains(&turn.number) && turn.seat.0 < state.seats(), "turn")?;
    // The seat that acts has a legal action.
    let goes_on = || state.random_action(&mut Random::new(0), &mut Vec::new()).is_some();
    Misfit::unless(state.outcome().is_some() || goes_on(), "turn")
}
