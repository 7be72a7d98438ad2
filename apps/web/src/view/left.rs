//! A match with others that one has left while it runs: how long one has to come back, and the way there. It stands on
//! every other place of the page, so that nobody loses a match without knowing.

use game::Message;

use super::table::countdown;
use crate::html::{Element, el};
use crate::model::Model;
use crate::route::Route;

pub(super) fn view(model: &Model) -> Option<Element> {
    let left = model.left.as_ref()?;
    let route = Route::Online(left.table.clone());
    if route == model.route {
        return None;
    }
    let key = match (left.back_by > model.now, left.begun) {
        (true, true) => "left",
        (true, false) => "left.seat",
        (false, true) => "left.too-late",
        (false, false) => "left.seat-gone",
    };
    let message = Message { key: key.into(), args: std::collections::BTreeMap::new() };
    let message = message.with("game", left.game.to_owned()).with("time", countdown(model, left.back_by));
    Some(
        el("div")
            .class("left-table")
            .attr("data-left", "")
            .child(el("span").text(model.tongue.tell(&message)))
            .child(el("a").class("button main").attr("href", route).text(model.tongue.say("left.back"))),
    )
}
