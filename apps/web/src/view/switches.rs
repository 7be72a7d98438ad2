//! Switches that are set before an action is played, one row each, and the totals they add up to.

use game::Message;
use scene::Switch;

use super::{button_if, dice, pays};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::TablePress;
use crate::table::Table;

/// The switches with their numbers. None if there are none.
pub(super) fn view(model: &Model, table: &Table) -> Option<Element> {
    if table.picture.scene.switches.is_empty() || !table.acts_here() {
        return None;
    }
    let rows = table.picture.scene.switches.iter().enumerate();
    let rows: Vec<Element> = rows.map(|(index, switch)| row(table, index, switch)).collect();
    let totals = table.totals().map(|totals| {
        // The rows already say what each switch does; the last sentence is about all of them.
        let story = table.say_all(totals.preview.story.last().map(std::slice::from_ref).unwrap_or_default());
        let odds = dice::odds(model, table, &totals.preview);
        let pays = pays::view(table, &totals.preview);
        let words = (!story.is_empty()).then(|| el("p").class("story would").text(story).key("words"));
        el("div")
            .class("totals")
            .attr("data-totals", "")
            .children(words)
            .children(odds.map(|odds| odds.key("odds")))
            .children(pays.map(|pays| pays.key("pays")))
            .key("totals")
    });
    Some(
        el("section")
            .class("switches")
            .attr("aria-label", model.tongue.say("switches"))
            .child(el("ul").children(rows).key("rows"))
            .children(totals),
    )
}

fn row(table: &Table, index: usize, switch: &Switch) -> Element {
    let details: Vec<String> = switch.details.iter().map(|detail: &Message| table.say(detail)).collect();
    let action = table.switch_action(switch);
    let words = table.say(&switch.label);
    let state = el("span").class("switch-state").attr("aria-hidden", "true");
    let body = button_if(action.map(|action| TablePress::Play(action.clone())), "")
        .class(if switch.on { "switch-row on" } else { "switch-row" })
        .attr("role", "switch")
        .attr("aria-checked", switch.on)
        .attr("aria-label", format!("{words}: {}", details.join(", ")))
        .child(state)
        .child(el("span").class("switch-label").text(words))
        .child(el("span").class("switch-details").children(details.into_iter().map(|detail| el("span").text(detail))));
    el("li").child(body).key(format!("switch{index}"))
}
