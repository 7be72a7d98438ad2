//! Plans: steps that the client keeps and draws, until an action that cannot be taken back plays them all.

use super::{Effects, board};
use crate::model::Model;
use client::Client;

/// Takes back the whole plan.
pub(super) fn start_over(model: &mut Model) {
    if model.client.as_mut().is_some_and(Client::unplan) {
        model.announcement = model.tongue.say("plan.none");
    }
}

/// Something has happened: drops the plan if it no longer fits, and gives the sentence that says so. The picture is not
/// drawn anew.
pub(super) fn check(model: &mut Model) -> Option<String> {
    let dropped = model.client.as_mut().is_some_and(Client::check_plan);
    dropped.then(|| model.tongue.say("plan.dropped"))
}

/// Chooses a number of those that are offered, or another in its place.
pub(super) fn number(model: &mut Model, number: i64, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    let reply = client.choose_number(number);
    board::follow(model, reply, effects);
}
