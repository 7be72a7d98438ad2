//! What a person leaves to the game, turn after turn, until there is nothing of the kind left to do or they stop it.

use super::{Effects, board};
use crate::event::{Effect, Timer};
use crate::model::Model;
use crate::table::Table;

/// How long what was done stands before the next of it, so that it can be followed.
const PAUSE_MILLISECONDS: u32 = 400;

/// Leaves the routine to the game: what it would do now is done at once.
pub(super) fn begin(model: &mut Model, effects: &mut Effects) {
    let Some(table) = model.table.as_mut().filter(|table| table.acts_here()) else { return };
    let Some((seat, routine)) = table.actor().zip(table.picture.routine.clone()) else { return };
    if !table.routines.contains(&seat) {
        table.routines.push(seat);
    }
    board::play(model, &routine.action, effects);
}

/// Takes everything back into one's own hands.
pub(super) fn stop(model: &mut Model) {
    if let Some(table) = &mut model.table {
        table.routines.clear();
    }
}

/// Has the browser come back if the game is to do something now; what has nothing left to do is over.
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
