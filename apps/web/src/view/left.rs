//! Tables with others that one has left before the end: how long one has to come back, and the way there. It stands on
//! every other place of the page, so that nobody loses a match or a seat without knowing.

use std::collections::BTreeMap;

use game::Message;

use super::table::countdown;
use crate::html::{Element, el};
use crate::model::{Left, Model, Waits};
use crate::route::Route;

pub(super) fn view(model: &Model) -> Vec<Element> {
    // Whoever sits there in another tab has not left.
    let elsewhere = |left: &&Left| left.waits != Waits::Here && model.route != Route::Online(left.table.clone());
    let mut left: Vec<&Left> = model.left.iter().rev().filter(elsewhere).collect();
    left.sort_by_key(|left| is_calm(left)); // what cannot wait comes first
    left.into_iter().map(|left| notice(model, left)).collect()
}

/// Whether nothing is lost by taking one's time.
fn is_calm(left: &Left) -> bool {
    matches!(left.waits, Waits::ForGuest | Waits::Over)
}

fn notice(model: &Model, left: &Left) -> Element {
    el("div")
        .class(if is_calm(left) { "left-table calm" } else { "left-table" })
        .key(format!("left {}", left.table))
        .attr("data-left", "")
        .child(el("span").text(in_words(model, left)))
        .child(
            el("a")
                .class("button main")
                .attr("href", Route::Online(left.table.clone()))
                .text(model.tongue.say("left.back")),
        )
}

/// What one has to know of a table that was left.
pub(crate) fn in_words(model: &Model, left: &Left) -> String {
    let too_late = left.is_too_late(model.now);
    let key = match (left.waits, left.begun) {
        (Waits::ForGuest, _) if left.grace.is_some() => "left.waiting",
        (Waits::ForGuest | Waits::Here, _) => "left.waiting-long",
        (Waits::ForYou, _) => "left.come-long",
        (Waits::Until(_), false) if left.calls(model.now) => "left.come",
        (Waits::Until(_), true) if !too_late => "left",
        (Waits::Until(_), false) if !too_late => "left.seat",
        (Waits::Until(_), true) => "left.too-late",
        (Waits::Until(_), false) | (Waits::SeatGone, _) => "left.seat-gone",
        (Waits::Over, _) => "left.over",
    };
    let until = match left.waits {
        Waits::Until(at) => at,
        Waits::ForGuest | Waits::ForYou | Waits::Here | Waits::Over | Waits::SeatGone => model.now,
    };
    let message = Message { key: key.into(), args: BTreeMap::new() }
        .with("game", left.game.to_owned())
        .with("time", countdown(model, until))
        .with("seconds", i64::from(left.grace.unwrap_or(0)));
    model.tongue.tell(&message)
}
