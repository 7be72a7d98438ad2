//! Hints: the computer thinks for a person, step by step, until a whole move is there to be looked at.

use ai::Level;

use super::{Effects, board, plan};
use crate::model::{Dialog, Model};
use crate::press::TablePress;
use crate::table::{Decided, Table, sentence};

/// Somebody asks for advice.
pub(super) fn ask(model: &mut Model, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    if table.thinking.is_busy() {
        return;
    }
    if table.hint_found().is_some() {
        return table.look_at_hint(); // it is there already, and had only given way
    }
    if table.local().is_none() {
        table.note = Some(model.tongue.say("hint.not-online"));
        return;
    }
    match table.ask_hint() {
        Some(position) => board::begin_thought(model, Level::strongest(), Some(&*position), effects),
        None => table.note = Some(model.tongue.say("hint.not-now")),
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
    let Some((table, hint)) = model.table.as_ref().and_then(|table| Some((table, table.hint_found()?))) else { return };
    match &hint.preview.ask {
        Some(why) => {
            let why = sentence(&table.say(why));
            model.visit.dialog = Some(Dialog::Sure { sure: TablePress::PlayHintSure, why });
        }
        None => play_for_sure(model, effects),
    }
}

/// The same without asking.
pub(super) fn play_for_sure(model: &mut Model, effects: &mut Effects) {
    let Some(hint) = model.table.as_ref().and_then(|table| table.hint_found()) else { return };
    let actions = hint.actions();
    plan::commit(model, actions, effects);
}

/// Lets the hint go; says whether there was one.
pub(super) fn dismiss(model: &mut Model) -> bool {
    let dismissed = model.table.as_mut().is_some_and(Table::dismiss_hint);
    if dismissed {
        model.told = model.tongue.say("hint.dismissed");
    }
    dismissed
}
