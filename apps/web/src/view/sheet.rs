//! The sheet of a piece: its outline with its sides around it, the values of the whole piece, and further facts in
//! sentences. A list opens the sheet of each piece without pointing at the board.

use game::{Message, Seat};
use scene::{Fact, Gauge, Pick, Queue, Shape, Sheet, Side, Stage};

use super::people::seat_dot;
use super::pieces;
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::TablePress;
use client::capital;
use client::{Client, sentence};

/// The distance from the centre to the first layer, and from one layer to the next.
const INNER: f64 = 33.0;
const APART: f64 = 12.5;
/// The part of its sector that a side fills.
const SHARE: f64 = 0.86;

/// The sheet of the selected piece, and the list of all pieces with a sheet.
pub(super) fn view(model: &Model, client: &Client) -> Option<Element> {
    let sheet = client.sheet_shown()?;
    let title = capital(&client.say(&sheet.title));
    let acts = sheet.acts.then(|| el("span").class("small").text(model.tongue.say("sheet.acts")));
    let layers = sheet.sides.first().map(|side| layer_keys(client, side));
    let gauges = sheet.gauges.iter().map(|gauge| gauge_row(client, sheet.seat, gauge));
    let facts = facts(&sheet.facts, |message| client.say(message));
    let lines = sheet.lines.iter().map(|line| el("li").text(sentence(&client.say(line))));
    let summary =
        el("summary").child(seat_dot(sheet.seat)).child(el("span").class("sheet-title").text(title)).children(acts);
    let list = all(model, client, sheet.unit);
    let sheet = el("details")
        .class("card sheet")
        .attr("open", "")
        .attr("data-sheet", sheet.unit)
        .child(summary.key("summary"))
        .children(
            (!sheet.sides.is_empty())
                .then(|| el("div").class("sheet-sides").child(picture(client, sheet)).children(layers).key("sides")),
        )
        .child(el("ul").class("sheet-gauges").children(gauges).key("gauges"))
        .children(facts.map(|facts| facts.key("facts")))
        .child(el("ul").class("sheet-lines").children(lines).key("lines"));
    Some(el("div").class("sheets").child(list.key("all")).child(sheet.key("sheet")))
}

/// The outline, seen from above with its bow up, and every side around it with its layers from the inside out.
fn picture(client: &Client, sheet: &Sheet) -> Element {
    let mut sides: Vec<&Side> = sheet.sides.iter().collect();
    game::sort_by_key(&mut sides, |side| side.towards.index());
    let words = sides.iter().map(|side| client.side_in_words(side)).collect::<Vec<_>>().join(" ");
    drawn(sheet.seat, &sheet.shape, &sheet.sides, words)
}

/// The same picture of anything that has a shape and sides, with these words for screen readers.
pub(super) fn drawn(seat: Seat, shape: &Shape, sides: &[Side], words: String) -> Element {
    let most = sides.iter().map(|side| side.layers.len()).max().unwrap_or(0);
    let radius = INNER + APART * most as f64 + 2.0;
    let size = format!("{:.0} {:.0} {:.0} {:.0}", -radius, -radius, 2.0 * radius, 2.0 * radius);
    let outline = pieces::portrait(seat, shape);
    let mut sides: Vec<&Side> = sides.iter().collect();
    game::sort_by_key(&mut sides, |side| side.towards.index());
    let svg = el("svg")
        .class("board sheet-picture whole")
        .attr("viewBox", size)
        .attr("role", "img")
        .attr("aria-label", words);
    let span = 360.0 / sides.len().max(1) as f64;
    let arcs = sides.iter().enumerate().flat_map(|(place, side)| {
        let middle = span * place as f64;
        side.layers
            .iter()
            .enumerate()
            .map(move |(depth, gauge)| layer(depth, gauge, INNER + APART * (depth as f64 + 0.5), middle, span * SHARE))
    });
    svg.child(outline).children(arcs)
}

/// One layer of a side: an arc for the largest value, filled up to the present value, with its number.
fn layer(depth: usize, gauge: &Gauge, radius: f64, middle: f64, span: f64) -> Element {
    let most = gauge.most.unwrap_or(gauge.value).max(1);
    let share = (gauge.value as f64 / most as f64).clamp(0.0, 1.0);
    let at = |degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        (radius * sin, -radius * cos)
    };
    let arc = |class: &'static str, share: f64| {
        let (from, to) = (at(middle - span / 2.0), at(middle - span / 2.0 + span * share));
        let large = u8::from(span * share > 180.0);
        let d = format!("M{:.1},{:.1}A{radius:.1},{radius:.1} 0 {large} 1 {:.1},{:.1}", from.0, from.1, to.0, to.1);
        el("path").class(class).attr("d", d)
    };
    let (x, y) = at(middle);
    let number = el("text").class("b-layer-number").attr("x", format!("{x:.1}")).attr("y", format!("{:.1}", y + 2.7));
    el("g")
        .class(format!("b-layer b-layer-{depth}{}", if gauge.value == 0 { " b-gone" } else { "" }))
        .child(arc("b-layer-most", 1.0))
        .children((share > 0.0).then(|| arc("b-layer-value", share)))
        .child(number.text(gauge.value.to_string()))
}

/// The names of the layers, from the outside in.
fn layer_keys(client: &Client, side: &Side) -> Element {
    let key = |(depth, gauge): (usize, &Gauge)| {
        let swatch = el("svg").class("board swatch").attr("viewBox", "0 0 10 10").attr("aria-hidden", "true");
        let class = format!("b-layer b-layer-{depth}");
        let bar = el("rect").class("b-layer-key").attr("width", "10").attr("height", "10").attr("rx", "2");
        el("li").child(swatch.child(el("g").class(class).child(bar))).child(el("span").text(client.say(&gauge.label)))
    };
    el("ul").class("layer-keys").children(side.layers.iter().enumerate().map(key))
}

/// Values with their names, as a small table. None if there are none.
pub(super) fn facts(facts: &[Fact], say: impl Fn(&Message) -> String) -> Option<Element> {
    let row = |fact: &Fact| {
        let name = el("dt").text(capital(&say(&fact.label)));
        el("div").child(name).child(el("dd").text(say(&fact.value)))
    };
    (!facts.is_empty()).then(|| el("dl").class("facts").children(facts.iter().map(row)))
}

/// A gauge with its name, its bar and its number.
pub(super) fn gauge_row(client: &Client, seat: Seat, gauge: &Gauge) -> Element {
    el("li")
        .child(el("span").class("gauge-name").text(capital(&client.say(&gauge.label))))
        .children(gauge.most.map(|most| super::people::bar(seat, gauge.value, most)))
        .child(el("strong").text(client.gauge_number(gauge)))
}

/// The list of all pieces with a sheet: in the orders in which they act, where they have one. It stands above the sheet,
/// because sheets differ in length and the list must stay under the pointer. Pointing at an entry marks its piece on the
/// board.
fn all(model: &Model, client: &Client, shown: u32) -> Element {
    let scene = &client.picture.scene;
    if scene.queues.is_empty() {
        let entries = scene.sheets.iter().map(|sheet| {
            let piece = scene.pieces.iter().find(|piece| piece.unit == Some(sheet.unit));
            // A piece that is not on the board yet has its short name in the tray.
            let in_tray = || client.tray_item(&Pick::Unit(sheet.unit)).and_then(|(_, item)| item.tag.clone());
            let tag = piece.and_then(|piece| piece.tag.clone()).or_else(in_tray);
            let words = format!("{}: {}", client.seat_name(sheet.seat), capital(&client.say(&sheet.title)));
            entry(client, sheet.unit == shown, (sheet.unit, sheet.seat, &sheet.shape), tag.as_deref(), words)
        });
        return el("ul").class("all-sheets").attr("aria-label", model.tongue.say("sheets")).children(entries);
    }
    let queue = |(index, queue): (usize, &Queue)| {
        let label = capital(&client.say(&queue.label));
        let entries = queue.pieces.iter().map(|piece| {
            let look = (piece.unit, piece.seat, &piece.shape);
            entry(client, piece.unit == shown, look, Some(&piece.tag), client.queued_in_words(piece))
                .class(class_of(piece.stage))
                .maybe("aria-current", (piece.stage == Stage::Acts).then_some("step"))
        });
        let list = el("ol").class("all-sheets").attr("aria-label", &label).children(entries);
        el("div")
            .class(if queue.runs { "queue runs" } else { "queue" })
            .child(el("span").class("small").attr("aria-hidden", "true").text(label))
            .child(list)
            .key(format!("queue{index}"))
    };
    el("div")
        .class(if is_settled(client) { "queues" } else { "queues unseen-yet" })
        .children(scene.queues.iter().enumerate().map(queue))
}

/// Whether the order is known. Before a match online begins, chance may still change it.
pub(super) fn is_settled(client: &Client) -> bool {
    client.online().is_none_or(|online| online.begun)
}

/// The class of a piece in a queue.
pub(super) fn class_of(stage: Stage) -> &'static str {
    match stage {
        Stage::Done => "queued done",
        Stage::Acts => "queued acts",
        Stage::Waits => "queued",
    }
}

/// A button that opens the sheet of a piece.
fn entry(
    client: &Client,
    is_shown: bool,
    (unit, seat, shape): (u32, Seat, &Shape),
    tag: Option<&str>,
    words: String,
) -> Element {
    let svg = el("svg").class("board thing").attr("viewBox", "-15 -16 30 32").attr("aria-hidden", "true");
    let scene = &client.picture.scene;
    let piece = scene.pieces.iter().find(|piece| piece.unit == Some(unit));
    let chosen = el("button")
        .attr("type", "button")
        .class(if is_shown { "tray-item held" } else { "tray-item" })
        .attr("aria-pressed", is_shown)
        .attr("aria-label", &words)
        .attr("title", words)
        .maybe("data-points-at", piece.and_then(|piece| scene.name_of(piece.place)))
        .on_click(TablePress::Look(unit))
        .child(svg.child(pieces::shape(seat, shape, None, "")))
        .children(tag.map(|tag| el("span").class("thing-tag").text(tag)));
    el("li").child(chosen).key(format!("unit{unit}"))
}
