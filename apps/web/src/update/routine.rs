//! Routines: actions that a person leaves to the game, turn after turn, until there are none left or the person stops
//! it.

use super::{Effects, board};
use crate::event::{Effect, Timer};
use crate::model::Model;
use client::Client;

/// The pause between two actions of a routine, so that a person can follow them.
const PAUSE_MILLISECONDS: u32 = 400;

/// Leaves the routine to the game, and plays its first action at once.
pub(super) fn begin(model: &mut Model, effects: &mut Effects) {
    if model.client.as_mut().and_then(Client::begin_routine).is_some() {
        play_next(model, effects);
    }
}

fn play_next(model: &mut Model, effects: &mut Effects) {
    if let Some(reply) = model.client.as_mut().and_then(Client::follow_routine) {
        board::follow(model, reply, effects);
    }
}

/// Stops all routines.
pub(super) fn stop(model: &mut Model) {
    if let Some(client) = &mut model.client {
        client.routines.clear();
    }
}

/// Asks the browser for a timer if a routine has an action now. A routine without one is over.
pub(super) fn watch(model: &mut Model, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    if client.is_over() {
        client.routines.clear();
    }
    if client.next_of_routine().is_some() && !std::mem::replace(&mut model.awaited.routine, true) {
        effects.push(Effect::Timer(Timer::Routine, PAUSE_MILLISECONDS));
    }
}

/// The pause is over.
pub(super) fn go_on(model: &mut Model, effects: &mut Effects) {
    model.awaited.routine = false;
    play_next(model, effects);
}
