//! Overlays of the board: areas with a legend, and the possible ends of the planned move.

use game::SortedMap;
use scene::{End, Place, Scene};

use super::button;
use crate::ground::Ground;
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::TablePress;
use client::Client;
use client::capital;

/// The number of area looks. Further areas look like the last.
const KINDS: usize = 6;

/// The patterns of areas, so that they can be told apart without colours; the first has none.
const WEAVES: [&str; KINDS] = [
    "",
    "M0,6L6,0M-1,1L1,-1M5,7L7,5",
    "M1.5,1.5H1.6M4.5,4.5H4.6",
    "M0,3H6",
    "M0,0L6,6M-1,5L1,7M5,-1L7,1",
    "M0,3H6M3,0V6",
];

/// The area of the overlay that each place is in.
pub(super) fn areas(client: &Client) -> SortedMap<Place, usize> {
    let areas = client.overlay_shown().into_iter().flat_map(|overlay| overlay.areas.iter().enumerate());
    game::gather(areas.flat_map(|(index, area)| area.places.iter().map(move |place| (*place, index))))
}

/// The drawing of an area on one place.
pub(super) fn area(index: usize, outline: &str) -> Element {
    let kind = index.min(KINDS - 1);
    let part = |class: String| el("polygon").class(class).attr("points", outline);
    el("g")
        .class(format!("b-area b-area-{kind}"))
        .child(part("b-area-fill".to_owned()))
        .children((kind > 0).then(|| part(format!("b-area-weave-{kind}"))))
        .key("area")
}

/// The SVG patterns of the areas.
pub(super) fn weaves() -> Vec<Element> {
    let weave = |(kind, d): (usize, &&str)| {
        let pattern = el("pattern").attr("id", format!("area-{kind}")).attr("patternUnits", "userSpaceOnUse");
        let pattern = pattern.attr("width", "6").attr("height", "6").key(format!("area{kind}"));
        pattern.child(el("path").class("b-area-line").attr("d", *d))
    };
    WEAVES.iter().enumerate().skip(1).map(weave).collect()
}

/// The label of the overlay's area at a place.
pub(super) fn area_words(client: &Client, place: Place) -> Option<String> {
    let overlay = client.overlay_shown()?;
    overlay.areas.iter().find(|area| area.places.contains(&place)).map(|area| client.say(&area.label))
}

/// A possible end of the move: a faint spot, and a tick for every facing that the piece can have there.
pub(super) fn end(end: &End, ground: &Ground) -> Element {
    let ticks = end.facings.iter().map(|facing| {
        let turn = 60 * ground.on_screen(*facing).index();
        el("path").attr("d", "M-2.6,-12.4L0,-15.6L2.6,-12.4").attr("transform", format!("rotate({turn})"))
    });
    let class = if end.costly { "b-move-end b-costly" } else { "b-move-end" };
    el("g").class(class).child(el("circle").attr("r", "2.2")).children(ticks).key("end")
}

/// The compass, in the corner of the shown part of the board. It is shown if pieces have facings and the board is turned
/// away from north.
pub(super) fn compass(scene: &Scene, ground: &Ground, [x, y, width, _]: [f64; 4]) -> Option<Element> {
    let looks = scene.pieces.iter().any(|piece| piece.facing.is_some());
    if !looks || ground.turns == 0 {
        return None;
    }
    let size = width / ground.frame[2];
    let turn = 60 * ground.on_screen(hex::Direction::N).index();
    let needle = el("path").attr("d", "M0,-11L4,1H-4Z").attr("transform", format!("rotate({turn})"));
    // The letter stays upright at the tip of the needle.
    let (sin, cos) = (turn as f64).to_radians().sin_cos();
    let letter = el("text").attr("x", format!("{:.1}", 17.0 * sin)).attr("y", format!("{:.1}", 4.0 - 17.0 * cos));
    let group = el("g").class("b-compass").attr("aria-hidden", "true").key("compass");
    Some(
        group
            .attr("transform", format!("translate({:.1} {:.1}) scale({size:.3})", x + 26.0 * size, y + 26.0 * size))
            .child(needle)
            .child(letter.text("N")),
    )
}

/// The path of a piece from place to place. None for a piece that does not move.
pub(super) fn way(places: &[Place], ground: &Ground) -> Option<Element> {
    let mut at: Vec<(f64, f64)> = places.iter().map(|place| ground.at(*place)).map(|at| (at.x, at.y)).collect();
    // The path stops short of the last place's centre, so that the piece there stays readable.
    if let [.., before, last] = at.as_mut_slice() {
        *last = (last.0 + (before.0 - last.0) * 0.45, last.1 + (before.1 - last.1) * 0.45);
    }
    let points = at.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ");
    let line = |class: &'static str| el("polyline").class(class).attr("points", &points);
    let drawn = || el("g").class("b-way").attr("aria-hidden", "true").child(line("b-halo")).child(line("b-line"));
    (places.len() > 1).then(|| drawn().key("way"))
}

/// A switch for each overlay, and the legend of the one that is shown.
pub(super) fn view(model: &Model, client: &Client) -> Option<Element> {
    let overlays = client.overlays();
    if overlays.is_empty() {
        return None;
    }
    let switches = overlays.iter().enumerate().map(|(index, overlay)| {
        let on = client.panels.overlay == Some(index);
        button(TablePress::Overlay(index), capital(&client.say(&overlay.label)))
            .class("button toggle")
            .attr("aria-pressed", on)
            .key(format!("overlay{index}"))
    });
    let here = client.pointing.looking().filter(|_| client.panels.overlay.is_some());
    let legend = client.overlay_shown().map(|overlay| {
        let entries = overlay.areas.iter().enumerate().map(|(index, area_of)| {
            let is_here = here.is_some_and(|place| area_of.places.contains(&place));
            let swatch = el("svg").class("board swatch").attr("viewBox", "-9 -9 18 18").attr("aria-hidden", "true");
            let square = "-9,-9 9,-9 9,9 -9,9";
            el("li")
                .class(if is_here { "here" } else { "" })
                .maybe("aria-current", is_here.then_some("true"))
                .child(swatch.child(el("polygon").class("b-cell").attr("points", square)).child(area(index, square)))
                .child(el("span").text(client.say(&area_of.label)))
                .key(format!("area{index}"))
        });
        el("ul").class("area-legend").attr("aria-label", client.say(&overlay.label)).children(entries)
    });
    let whose = client.unit_chosen().and_then(|unit| client.sheet(unit)).map(|sheet| client.say(&sheet.title));
    let label = match whose {
        Some(whose) => model.tongue.tell(&game::Message::new("overlays.of").with("name", whose)),
        None => model.tongue.say("overlays"),
    };
    Some(
        el("div")
            .class("overlays")
            .attr("role", "group")
            .attr("aria-label", &label)
            .child(el("span").class("small").text(label).key("label"))
            .child(el("div").class("row").children(switches).key("switches"))
            .children(legend.map(|legend| legend.key("legend"))),
    )
}
