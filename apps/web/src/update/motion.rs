//! What is seen to happen on the board: when it begins, goes on and ends. The client keeps the order, and the browser the time.

use std::sync::Arc;

use catalog::Position;

use super::Effects;
use crate::event::{Effect, Sound, Timer};
use crate::model::Model;
use client::Client;

/// Something has happened after so many moments: it is seen.
pub(super) fn news(model: &mut Model, known: usize, effects: &mut Effects) {
    if model.client.as_ref().is_some_and(|client| client.shows_stills() && client.goes_on_with_news()) {
        return;
    }
    see(model, effects, |client, number| client.see_news(known, number));
}

/// The person has stepped forward to the moment that is shown: what happened in it is seen.
pub(super) fn shown(model: &mut Model, effects: &mut Effects) {
    see(model, effects, Client::see_shown);
}

/// The person wants to see the last turn again.
pub(super) fn again(model: &mut Model, effects: &mut Effects) {
    // Screen readers are told all of it at once.
    if let Some(client) = &model.client {
        let told = client.last_turn_told().iter().map(|moment| client.moment_in_words(moment));
        model.announcement = told.collect::<Vec<_>>().join(" ");
    }
    let way = if model.is_still() { Client::see_stills } else { Client::see_again };
    begin(model, effects, way);
}

/// A plan step was taken in this position: it is seen.
pub(super) fn step(model: &mut Model, before: &Arc<dyn Position>, effects: &mut Effects) {
    see(model, effects, |client, number| client.see_step(before, number));
}

/// The part of a motion with this number is over.
pub(super) fn go_on(model: &mut Model, number: u32, effects: &mut Effects) {
    let shows_stills = model.client.as_ref().is_some_and(Client::shows_stills);
    let go_on = |client: &mut Client, next| client.go_on_moving(number, next);
    if shows_stills { begin(model, effects, go_on) } else { see(model, effects, go_on) }
}

/// Somebody has clicked or pressed a key: everything that moves has arrived.
pub(super) fn skip(model: &mut Model) {
    if let Some(client) = &mut model.client {
        client.end_motion();
    }
}

/// Begins something, but without motion the board shows the result at once.
fn see(model: &mut Model, effects: &mut Effects, what: impl FnOnce(&mut Client, u32) -> Option<u32>) {
    if !model.is_still() {
        return begin(model, effects, what);
    }
    if let Some(client) = &mut model.client {
        client.end_motion();
        client.land_at_once();
    }
}

/// Begins something and starts the timer that ends it.
fn begin(model: &mut Model, effects: &mut Effects, what: impl FnOnce(&mut Client, u32) -> Option<u32>) {
    let Some(client) = &mut model.client else { return };
    let was_falling = client.is_falling();
    if let Some(wait) = what(client, model.motion + 1) {
        model.motion += 1;
        effects.push(Effect::Timer(Timer::Motion(model.motion), wait));
        if model.settings.sounds && client.is_falling() && !was_falling {
            effects.push(Effect::Sound(Sound::Roll));
        }
    }
}
