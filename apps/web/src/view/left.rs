//! Notices about online tables that this person has left before the end: how long they have to come back, and a link.
//! They stand on every other page, so that nobody loses a match or a seat unaware.

use crate::html::{Element, el};
use crate::model::{Left, Model, Waits};
use crate::route::Route;
use crate::words::left_in_words;

pub(super) fn view(model: &Model) -> Vec<Element> {
    // A table that is open in another tab has not been left.
    let elsewhere = |left: &&Left| left.waits != Waits::Here && model.route != Route::Online(left.table.clone());
    let mut left: Vec<&Left> = model.left.iter().rev().filter(elsewhere).collect();
    game::sort_by_key(&mut left, |left| is_calm(left)); // urgent ones first
    left.into_iter().map(|left| notice(model, left)).collect()
}

/// Whether nothing is lost by waiting.
fn is_calm(left: &Left) -> bool {
    matches!(left.waits, Waits::ForGuest | Waits::Over)
}

fn notice(model: &Model, left: &Left) -> Element {
    el("div")
        .class(if is_calm(left) { "left-table calm" } else { "left-table" })
        .key(format!("left {}", left.table))
        .attr("data-left", "")
        .child(el("span").text(left_in_words(model, left)))
        .child(
            el("a")
                .class("button main")
                .attr("href", Route::Online(left.table.clone()))
                .text(model.tongue.say("left.back")),
        )
}
