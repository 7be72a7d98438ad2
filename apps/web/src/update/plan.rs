//! Plans: steps that the client keeps and draws, until an action that cannot be taken back plays them all.

use super::{Effects, board};
use crate::model::Model;
use crate::table::Table;

/// Takes back the whole plan.
pub(super) fn start_over(model: &mut Model) {
    if model.table.as_mut().is_some_and(Table::unplan) {
        model.told = model.tongue.say("plan.none");
    }
}

/// Something has happened: drops the plan if it no longer fits, and gives the sentence that says so. The picture is not
/// drawn anew.
pub(super) fn check(model: &mut Model) -> Option<String> {
    let dropped = model.table.as_mut().is_some_and(Table::check_plan);
    dropped.then(|| model.tongue.say("plan.dropped"))
}

/// Chooses a number of those that are offered, or another in its place.
pub(super) fn number(model: &mut Model, number: i64, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    let reply = table.choose_number(number);
    board::follow(model, reply, effects);
}
