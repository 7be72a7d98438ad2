//! Hints: the computer thinks for a person, step by step, until a whole move is there to be looked at.

use ai::Level;

use super::{Effects, board};
use crate::model::Model;
use crate::table::{Decided, Table};

/// Somebody asks for advice.
pub(super) fn ask(model: &mut Model, effects: &mut Effects) {
    if let Some(position) = model.table.as_mut().and_then(Table::seek_hint) {
        board::begin_thought(model, Level::strongest(), Some(&*position), effects);
    }
}

/// The computer has decided on an action: one more step, or the end of the move.
pub(super) fn decided(model: &mut Model, action: String, value: f32, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    match table.decide_hint(action, value) {
        Decided::Further(position) => board::begin_thought(model, Level::strongest(), Some(&*position), effects),
        Decided::Found => model.told = table.hint_in_words().unwrap_or_default(),
        Decided::Stale => {}
    }
}

/// Plays the whole hint, or asks first whether somebody really wants that.
pub(super) fn play(model: &mut Model, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    let reply = table.play_hint();
    board::follow(model, reply, effects);
}

/// Lets the hint go.
pub(super) fn dismiss(model: &mut Model) {
    if model.table.as_mut().is_some_and(Table::dismiss_hint) {
        model.told = model.tongue.say("hint.dismissed");
    }
}
