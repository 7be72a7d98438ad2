//! The buttons that change how the board is looked at: see the last turn again, turn the board over, and zoom where its hexes
//! are small.

use super::button;
use crate::html::{Element, el};
use crate::model::{Model, ZoomBy};
use crate::press::TablePress;
use crate::zoom::has_small_hexes;
use client::Client;

/// The buttons above the board.
pub(super) fn view(model: &Model, client: &Client) -> Element {
    let tool = |press, key, sign, words: &'static str| tool(press, key, sign, model.tongue.say(words));
    let flip = tool(TablePress::Flip, "flip", "M5,14V4L2,7M5,4L8,7M11,2V12L8,9M11,12L14,9", "tools.flip");
    let again = tool(TablePress::Again, "again", "M4.2,4.2A5.4,5.4 0 1 1 2.6,8M4.2,1V4.4H7.6", "turns.again");
    group(model)
        .child(again.flag("disabled", !client.can_see_again()).attr("data-again", ""))
        .children(zooms(model, client).then(|| zooming(model)).into_iter().flatten())
        .child(flip.attr("aria-pressed", client.flipped))
}

/// The buttons above the board of a lesson. None as long as the whole board is shown, unless a part was shown before and
/// the hexes are small.
pub(super) fn in_lesson(model: &Model, client: &Client) -> Option<Element> {
    let was_zoomed = model.visit.zoom_by != ZoomBy::Nobody;
    (was_zoomed && zooms(model, client)).then(|| group(model).children(zooming(model)).key("tools"))
}

/// Whether the board has buttons to zoom.
fn zooms(model: &Model, client: &Client) -> bool {
    has_small_hexes(client.ground.frame[2]) || !model.visit.zoom.is_whole()
}

fn group(model: &Model) -> Element {
    el("div").class("tools").attr("role", "group").attr("aria-label", model.tongue.say("tools"))
}

fn zooming(model: &Model) -> [Element; 2] {
    let (zoom, say) = (model.visit.zoom, |key| model.tongue.say(key));
    [
        tool(TablePress::ZoomOut, "out", "M3,8H13", say("tools.zoom-out")).flag("disabled", zoom.is_whole()),
        tool(TablePress::ZoomIn, "in", "M3,8H13M8,3V13", say("tools.zoom-in")).flag("disabled", zoom.is_most()),
    ]
}

fn tool(press: TablePress, key: &'static str, sign: &'static str, words: String) -> Element {
    let icon = el("svg").class("icon").attr("viewBox", "0 0 16 16").attr("aria-hidden", "true");
    button(press, "")
        .class("button quiet tool")
        .attr("aria-label", &words)
        .attr("title", words)
        .child(icon.child(el("path").attr("d", sign)))
        .key(key)
}
