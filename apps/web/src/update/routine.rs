//! Routines: actions that a person leaves to the game, turn after turn, until there are none left or the person stops
//! it.

use super::{Effects, board};
use crate::event::{Effect, Timer};
use crate::model::Model;
use crate::table::Table;

/// The pause between two actions of a routine, so that a person can follow them.
const PAUSE_MILLISECONDS: u32 = 400;

/// Leaves the routine to the game, and plays its first action at once.
pub(super) fn begin(model: &mut Model, effects: &mut Effects) {
    let Some(table) = model.table.as_mut().filter(|table| table.acts_here()) else { return };
    let Some((seat, routine)) = table.actor().zip(table.picture.routine.clone()) else { return };
    if !table.routines.contains(&seat) {
        table.routines.push(seat);
    }
    board::play(model, &routine.action, effects);
}

/// Stops all routines.
pub(super) fn stop(model: &mut Model) {
    if let Some(table) = &mut model.table {
        table.routines.clear();
    }
}

/// Asks the browser for a timer if a routine has an action now. A routine without one is over.
pub(super) fn watch(model: &mut Model, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    if table.is_over() {
        table.routines.clear();
    }
    let Some(seat) = table.actor().filter(|seat| table.acts_here() && table.routines.contains(seat)) else { return };
    if table.picture.routine.is_none() {
        table.routines.retain(|other| *other != seat);
    } else if !std::mem::replace(&mut model.awaited.routine, true) {
        effects.push(Effect::Timer(Timer::Routine, PAUSE_MILLISECONDS));
    }
}

/// The pause is over.
pub(super) fn go_on(model: &mut Model, effects: &mut Effects) {
    model.awaited.routine = false;
    let Some(table) = model.table.as_ref().filter(|table| is_wanted(table)) else { return };
    if let Some(routine) = table.picture.routine.clone() {
        board::play(model, &routine.action, effects);
    }
}

fn is_wanted(table: &Table) -> bool {
    !table.is_falling() && table.acts_here() && table.actor().is_some_and(|seat| table.routines.contains(&seat))
}
