//! The bell button beside an online board. It switches the sound that announces the player's turn on or off.

use crate::html::{Element, el};
use crate::model::Model;
use crate::press::Press;
use client::Client;

/// Only players of a running online match get the button; spectators have no turn to be called for.
pub(super) fn view(model: &Model, client: &Client) -> Option<Element> {
    client.online().filter(|online| online.you.is_some() && !client.is_over())?;
    let rings = model.settings.bell;
    let words = model.tongue.say("bell");
    let icon = el("svg").class("icon").attr("viewBox", "0 0 16 16").attr("aria-hidden", "true");
    let body =
        el("path").attr("d", "M8 1.5a4 4 0 0 0-4 4v3L2.5 11.5h11L12 8.5v-3a4 4 0 0 0-4-4ZM6.5 13a1.5 1.5 0 0 0 3 0Z");
    let slash = (!rings).then(|| el("path").class("slash").attr("d", "M2 2 14 14"));
    Some(
        el("button")
            .attr("type", "button")
            .class("button bell")
            .on_click(Press::Bell)
            .attr("aria-pressed", rings)
            .attr("title", &words)
            .attr("aria-label", words)
            .child(icon.child(body).children(slash))
            .key("bell"),
    )
}
