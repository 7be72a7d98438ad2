//! Hints: the computer thinks for a person, step by step, until a whole move is there to be looked at.

use ai::Level;
use game::Viewer;

use super::{Effects, board, plan};
use crate::model::{Dialog, Model};
use crate::press::TablePress;
use crate::table::{Advice, sentence};
use crate::words::hint_in_words;

/// More steps than this are no move; it ends what would never end.
const MOST_STEPS: usize = 60;

/// Somebody asks for advice.
pub(super) fn ask(model: &mut Model, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    if table.thinking.is_busy() {
        return;
    }
    if table.hint_found().is_some() {
        return table.look_at_hint(); // it is there already, and had only given way
    }
    let Some(local) = table.local() else {
        table.note = Some(model.tongue.say("hint.not-online"));
        return;
    };
    let Some(actor) = table.actor().filter(|_| table.acts_here()) else {
        table.note = Some(model.tongue.say("hint.not-now"));
        return;
    };
    // Advice is about what is planned.
    let position = match table.plan_shown() {
        Some(_) => table.position().clone(),
        None => local.played.position(Viewer::Seat(actor)).into(),
    };
    table.seek_hint(position.clone());
    board::begin_thought(model, Level::strongest(), Some(&*position), effects);
}

/// The computer has decided on an action: one more step, or the end of the move.
pub(super) fn decided(model: &mut Model, action: String, value: f32, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    if table.draft_hint(&action)
        && let Advice::Sought(draft) = &table.thinking.advice
        && draft.steps.len() < MOST_STEPS
    {
        let position = draft.position.clone();
        board::begin_thought(model, Level::strongest(), Some(&*position), effects);
        return;
    }
    let percent = i64::from((value * 100.0).round() as i32);
    if table.find_hint(action, percent) {
        model.told = model.table.as_ref().and_then(|table| hint_in_words(model, table)).unwrap_or_default();
    }
}

/// Plays the whole hint, or asks first whether somebody really wants that.
pub(super) fn play(model: &mut Model, effects: &mut Effects) {
    let Some((table, hint)) = model.table.as_ref().and_then(|table| Some((table, table.hint_found()?))) else { return };
    match &hint.preview.ask {
        Some(why) => {
            let why = sentence(&table.say(why));
            model.dialog = Some(Dialog::Sure { sure: TablePress::PlayHintSure, why });
        }
        None => play_for_sure(model, effects),
    }
}

/// The same for whoever was asked, or need not be.
pub(super) fn play_for_sure(model: &mut Model, effects: &mut Effects) {
    let Some(hint) = model.table.as_ref().and_then(|table| table.hint_found()) else { return };
    let actions = hint.steps.iter().chain([&hint.action]).cloned().collect();
    plan::commit(model, actions, effects);
}

/// Lets the hint go; says whether there was one.
pub(super) fn dismiss(model: &mut Model) -> bool {
    let dismissed = model.table.as_mut().is_some_and(crate::table::Table::dismiss_hint);
    if dismissed {
        model.told = model.tongue.say("hint.dismissed");
    }
    dismissed
}
