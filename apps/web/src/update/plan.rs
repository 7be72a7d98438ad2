//! Plans: steps are noted and drawn, and sent all together by the action that cannot be taken back.

use game::Message;
use protocol::FromClient;
use scene::Pick;

use super::{Effects, board, connection};
use crate::model::Model;
use crate::table::{Source, Table};

/// Takes a step of the plan.
pub(super) fn step(model: &mut Model, action: &str) {
    let Some(table) = &mut model.table else { return };
    let selected = table.panels.selected;
    if table.plan_step(action) {
        (table.note, table.panels.selected) = (None, selected);
        let told = table.say_all(table.plan.last_story());
        let expected = crate::table::sentence(&table.expected());
        format!("{told} {expected}").trim().clone_into(&mut model.told);
    }
}

/// Sends the plan and then these actions, or plays them one after the other where the match is on this device.
pub(super) fn commit(model: &mut Model, then: Vec<String>, effects: &mut Effects) {
    let Some(table) = &mut model.table else { return };
    let mut actions = table.take_plan();
    actions.extend(then);
    match table.source {
        Source::Local(_) => {
            if board::played_here(model, &actions, effects) {
                board::go_on(model, effects);
            }
        }
        Source::Online(_) => {
            let plays =
                actions.into_iter().map(|action| FromClient::Play { id: connection::request_id(model), action });
            let plays: Vec<FromClient> = plays.collect();
            connection::ask_in_turn(model, plays, effects);
            if let Some(table) = &mut model.table {
                table.refresh();
            }
        }
        Source::Replay(_) => {}
    }
}

/// Takes back the last step; says whether there was one.
pub(super) fn undo(model: &mut Model) -> bool {
    let Some(table) = &mut model.table else { return false };
    let undone = table.unplan_step();
    if undone {
        let left = Message::new("plan.left").with("count", table.plan.len() as i64);
        model.told = model.tongue.tell(&left);
    }
    undone
}

/// Takes back the whole plan; says whether there was one.
pub(super) fn start_over(model: &mut Model) -> bool {
    let undone = model.table.as_mut().is_some_and(|table| !table.history.is_past_shown() && table.unplan());
    if undone {
        model.told = model.tongue.say("plan.none");
    }
    undone
}

/// Something has happened: drops the plan if it no longer fits, and gives the sentence that says so. The picture is not
/// drawn anew.
pub(super) fn check(model: &mut Model) -> Option<String> {
    let dropped = model.table.as_mut().is_some_and(Table::check_plan);
    dropped.then(|| model.tongue.say("plan.dropped"))
}

/// Chooses a number of those that are offered, or another in its place.
pub(super) fn number(model: &mut Model, number: i64, effects: &mut Effects) {
    let Some(table) = model.table.as_mut().filter(|table| table.acts_here()) else { return };
    let (Some(stepper), Some(picks)) = (table.stepper(), table.number_picks(number)) else { return };
    if stepper.planned {
        if stepper.now == number {
            return;
        }
        table.unplan_step();
    }
    let known = table.picture.picks.action(&picks).cloned();
    let sure = known.is_some_and(|action| table.is_tentative(&action)) || stepper.now == number;
    if sure {
        super::pick::pick(model, picks, effects);
    } else {
        // An action that cannot be taken back is only looked at. Pressing the number plays it.
        table.pointing.consider(Pick::Number(number));
    }
}
