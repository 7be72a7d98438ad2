//! The payments that an action would cause, shown before the action is played.

use scene::{Gauge, Preview};

use super::people::{bar, seat_dot};
use crate::html::{Element, el};
use client::{Client, sentence};

/// The payments as bars, scaled to the largest. None if the action pays nothing.
pub(super) fn view(client: &Client, preview: &Preview) -> Option<Element> {
    let label = client.say(&preview.pays.first()?.label);
    let most = preview.pays.iter().map(|gauge| gauge.value).max().unwrap_or(0).max(1);
    let row = |gauge: &Gauge| {
        let name = gauge.seat.map(|seat| client.person_name(seat)).unwrap_or_default();
        el("li")
            .maybe("data-pays-to", gauge.seat.map(|seat| seat.0))
            .children(gauge.seat.map(seat_dot))
            .child(el("span").class("unseen").text(format!("{name}: ")))
            .children(gauge.seat.map(|seat| bar(seat, gauge.value, most)))
            .child(el("strong").text(client.texts.number(&gauge.shown())))
    };
    Some(
        el("div")
            .class("pays")
            .attr("data-pays", "")
            .child(
                el("span").class("pays-label").attr("aria-hidden", "true").text(sentence(&label).trim_end_matches('.')),
            )
            .child(el("ul").attr("aria-label", label).children(preview.pays.iter().map(row))),
    )
}
