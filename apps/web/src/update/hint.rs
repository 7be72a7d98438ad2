//! Hints: the computer thinks for a person, step by step, until a whole move is there to be looked at.

use ai::Level;

use super::{Effects, board};
use crate::model::Model;
use client::{Client, Decided};

/// Somebody asks for advice.
pub(super) fn ask(model: &mut Model, effects: &mut Effects) {
    if let Some(position) = model.client.as_mut().and_then(Client::seek_hint) {
        board::begin_thought(model, Level::strongest(), Some(&*position), effects);
    }
}

/// The computer has decided on an action: one more step, or the end of the move.
pub(super) fn decided(model: &mut Model, action: String, value: f32, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    match client.decide_hint(action, value) {
        Decided::Further(position) => board::begin_thought(model, Level::strongest(), Some(&*position), effects),
        Decided::Found => model.announcement = client.hint_in_words().unwrap_or_default(),
        Decided::Stale => {}
    }
}

/// Plays the whole hint, or asks first whether somebody really wants that.
pub(super) fn play(model: &mut Model, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    let reply = client.play_hint();
    board::follow(model, reply, effects);
}

/// Lets the hint go.
pub(super) fn dismiss(model: &mut Model) {
    if model.client.as_mut().is_some_and(Client::dismiss_hint) {
        model.announcement = model.tongue.say("hint.dismissed");
    }
}
