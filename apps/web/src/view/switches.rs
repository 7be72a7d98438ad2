//! Switches that are set before an action is played, one row each, and the totals they add up to.

use game::Message;
use scene::Switch;

use super::{button_if, dice, pays, sheet};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::TablePress;
use client::Client;

/// The switches with their numbers. None if there are none.
pub(super) fn view(model: &Model, client: &Client) -> Option<Element> {
    if client.picture.scene.switches.is_empty() || !client.acts_here() {
        return None;
    }
    let rows = client.picture.scene.switches.iter().enumerate();
    let rows: Vec<Element> = rows.map(|(index, switch)| row(client, index, switch)).collect();
    let spare = client.picture.scene.spare.as_ref().map(|gauge| {
        let seat = client.actor().unwrap_or(game::Seat(0));
        el("ul").class("sheet-gauges spare").child(sheet::gauge_row(client, seat, gauge)).key("spare")
    });
    let totals = client.totals().map(|totals| {
        // The rows already say what each switch does; the last sentence is about all of them.
        let story = client.say_all(totals.preview.story.last().map(std::slice::from_ref).unwrap_or_default());
        let odds = dice::odds(model, client, &totals.preview);
        let pays = pays::view(client, &totals.preview);
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
            .children(spare)
            .child(el("ul").children(rows).key("rows"))
            .children(totals),
    )
}

fn row(client: &Client, index: usize, switch: &Switch) -> Element {
    let details: Vec<String> = switch.details.iter().map(|detail: &Message| client.say(detail)).collect();
    let action = client.switch_action(switch);
    let words = client.say(&switch.label);
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
