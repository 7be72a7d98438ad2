//! Danger at a glance: hatched ground, signs over the board, the same as a list with its legend, the side that a shot hits,
//! and the sign of places where playing takes pieces elsewhere.

use scene::{Flank, MarkKind, Place, Threat, ThreatKind};

use super::button;
use crate::ground::{Ground, SIZE};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::TablePress;
use client::{Capture, Client, sentence};

/// A line of attack begins and ends this far from the middles of its places, so that it does not hide their pieces.
const BEGINS: f64 = 12.0;
const ENDS: f64 = 19.0;
/// Attacks from nearer than this come from the next place. Their lines are drawn only if somebody points at them.
const NEXT_TO: f64 = 2.5 * SIZE;
/// The distance of a side from the middle of its hex.
const FLANK: f64 = 17.0;

/// The button that shows or hides the danger.
pub(super) fn toggle(model: &Model, client: &Client) -> Option<Element> {
    let is_shown = client.danger.is_shown();
    (is_shown || !client.is_over()).then(|| {
        button(TablePress::Danger, model.tongue.say("danger"))
            .class("button toggle")
            .attr("aria-pressed", is_shown)
            .attr("title", model.tongue.say("danger.help"))
            .key("danger")
    })
}

/// The list of all threats with the legend of their signs, while they are shown.
pub(super) fn view(model: &Model, client: &Client) -> Option<Element> {
    let title = client.danger_title()?;
    let threats = client.threats();
    let here = client.pointing.looking();
    let entry = |(index, threat): (usize, &Threat)| {
        let is_here = here.is_some_and(|place| threat.places.contains(&place) || threat.from.contains(&place));
        let place = threat.places.first().and_then(|place| client.picture.scene.name_of(*place));
        el("li")
            .class(if is_here { "here" } else { "" })
            .attr("data-threat", kind_name(threat.kind))
            .maybe("data-points-at", place.map(str::to_owned))
            .child(swatch(sign(threat.kind)))
            .child(el("span").text(sentence(&client.say(&threat.words))))
            .key(format!("threat{index}"))
    };
    let nothing = client.no_danger_in_words().map(|words| el("p").class("small").text(words).key("none"));
    let kinds = ThreatKind::ALL.into_iter().filter(|kind| threats.iter().any(|threat| threat.kind == *kind));
    let legend = kinds.map(|kind| el("li").child(swatch(sign(kind))).child(el("span").text(kind_words(model, kind))));
    let exposed = client.exposed().map(|area| {
        el("li")
            .attr("data-legend", "exposed")
            .child(swatch(exposed("-7,-7 7,-7 7,7 -7,7")))
            .child(el("span").text(sentence(&client.say(&area.label))))
    });
    let after_move = threats.iter().any(|threat| threat.moves && threat.flank.is_some()).then(|| {
        let side = el("g").class("b-flank").child(el("path").class("b-line").attr("d", "M-5.6,2A6,6 0 0 1 5.6,2"));
        el("li")
            .attr("data-legend", "after-move")
            .child(swatch(el("g").class("b-after-move").child(side)))
            .child(el("span").text(model.tongue.say("danger.after-move")))
    });
    let legend: Vec<Element> = legend.chain(after_move).chain(exposed).collect();
    Some(
        el("section")
            .class("dangers")
            .attr("data-dangers", threats.len())
            .attr("aria-label", &title)
            .child(el("h2").text(&*title).key("title"))
            .children(nothing)
            .child(
                el("ul")
                    .class("danger-list")
                    .maybe("tabindex", (!threats.is_empty()).then_some("0"))
                    .attr("aria-label", &title)
                    .children(threats.iter().enumerate().map(entry))
                    .key("list"),
            )
            .children((!legend.is_empty()).then(|| el("ul").class("danger-legend").children(legend).key("legend"))),
    )
}

/// A sign of the board in a line of text.
fn swatch(sign: Element) -> Element {
    el("svg").class("board danger-sign").attr("viewBox", "-7 -7 14 14").attr("aria-hidden", "true").child(sign)
}

/// The worst threat to a place, or that a piece there could be attacked, in words.
pub(super) fn in_words(model: &Model, client: &Client, place: Place) -> Option<String> {
    let exposed = || client.is_exposed(place).then(|| model.tongue.say("danger.exposed"));
    client.worst_at(place).map(|kind| kind_words(model, kind)).or_else(exposed)
}

/// Hatched ground where a piece could be attacked.
pub(super) fn exposed(outline: &str) -> Element {
    el("polygon").class("b-exposed").attr("points", outline).key("exposed")
}

/// The hatching of that ground. It leans to the other side than that of what cannot be seen, and is denser than the
/// patterns of areas.
pub(super) fn exposed_pattern() -> Element {
    let pattern = el("pattern").attr("id", "exposed").attr("patternUnits", "userSpaceOnUse").key("exposed");
    let lines = el("path").class("b-exposed-line").attr("d", "M0,0L4,4M-1,3L1,5M3,-1L5,1");
    pattern.attr("width", "4").attr("height", "4").child(lines)
}

fn kind_words(model: &Model, kind: ThreatKind) -> String {
    model.tongue.say(match kind {
        ThreatKind::Home => "danger.home",
        ThreatKind::Lost => "danger.lost",
        ThreatKind::MayBeLost => "danger.may-be-lost",
        ThreatKind::Struck => "danger.struck",
        ThreatKind::Ground => "danger.ground",
    })
}

fn kind_name(kind: ThreatKind) -> &'static str {
    match kind {
        ThreatKind::Home => "home",
        ThreatKind::Lost => "lost",
        ThreatKind::MayBeLost => "may-be-lost",
        ThreatKind::Struck => "struck",
        ThreatKind::Ground => "ground",
    }
}

/// The sign of a kind of threat. The kinds differ in shape, not only in colour.
fn sign(kind: ThreatKind) -> Element {
    let path = |class, d| el("path").class(class).attr("d", d);
    let group = el("g").class(format!("b-threat-sign b-{}", kind_name(kind)));
    match kind {
        // A burst, a warning triangle (filled or open by its style), a shield, and a broken ring.
        ThreatKind::Home => group.child(path(
            "b-shape",
            "M0,-6.4L1.7,-2.6L5.6,-3.6L3.4,0L5.6,3.6L1.7,2.6L0,6.4L-1.7,2.6L-5.6,3.6L-3.4,0L-5.6,-3.6L-1.7,-2.6Z",
        )),
        ThreatKind::Lost | ThreatKind::MayBeLost => {
            group.child(path("b-shape", "M0,-6L6,5H-6Z")).child(path("b-cut", "M0,-2V1.6M0,3.4V3.6"))
        }
        ThreatKind::Struck => {
            group.child(path("b-shape", "M-4.6,-4.6H4.6V.4C4.6,3.4 2.2,5 0,5.8C-2.2,5 -4.6,3.4 -4.6,.4Z"))
        }
        ThreatKind::Ground => group.child(el("circle").class("b-shape").attr("r", "4.6")),
    }
}

/// Everything about danger that is drawn over the pieces: the lines of attack, the places in danger with their signs, the
/// shots that were aimed, and the sides that these and the previewed shot would hit.
pub(super) fn over_the_board(client: &Client, flanks: &[Flank]) -> Vec<Element> {
    let ground = &client.ground;
    let aimed = &client.picture.scene.aimed;
    let lines = aimed.iter().enumerate().filter_map(|(index, shot)| {
        let line = attack(shot.from, &[shot.flank.place], ground)?;
        Some(el("g").class("b-aimed").attr("aria-hidden", "true").child(line).key(format!("aimed{index}")))
    });
    let mut hit: Vec<Flank> = aimed.iter().map(|shot| shot.flank).collect();
    hit.extend(flanks.iter().filter(|flank| aimed.iter().all(|shot| shot.flank != **flank)));
    let hits = hit.iter().enumerate().map(|(index, hit)| {
        flank(*hit, ground).class("b-flank b-would-hit").attr("data-would-hit", "").key(format!("would-hit{index}"))
    });
    let mut drawn: Vec<Element> = lines.chain(hits).collect();
    if !client.danger.is_shown() {
        return drawn;
    }
    let here = client.pointing.looking();
    let is_meant =
        |threat: &Threat| here.is_some_and(|place| threat.places.contains(&place) || threat.from.contains(&place));
    let somebody = client.threats().iter().any(is_meant);
    let mut layer =
        el("g").class(if somebody { "b-dangers b-pointed" } else { "b-dangers" }).attr("aria-hidden", "true");
    for (index, threat) in client.threats().iter().enumerate() {
        let meant = if is_meant(threat) { " b-meant" } else { "" };
        let class = format!("b-attack{meant}{}", if threat.moves { " b-after-move" } else { "" });
        let lines = threat.from.iter().filter_map(|from| attack(*from, &threat.places, ground));
        let side = threat.flank.map(|side| flank(side, ground).class("b-flank"));
        layer = layer.child(el("g").class(class).children(lines).children(side).key(format!("attack{index}")));
    }
    let mut places: Vec<Place> = client.threats().iter().flat_map(|threat| &threat.places).copied().collect();
    game::sort(&mut places);
    places.dedup();
    for (index, place) in places.into_iter().enumerate() {
        let Some(kind) = client.worst_at(place) else { continue };
        let threats = || client.threats().iter().filter(|threat| threat.places.contains(&place));
        // Percents of different kinds are chances of different things.
        let worst = threats().filter(|threat| threat.kind == kind);
        let percent = worst.filter_map(|threat| threat.percent).max().filter(|_| here == Some(place));
        let has_flank = threats().any(|threat| threat.flank.is_some());
        layer = layer.child(endangered(ground, place, kind, percent, has_flank).key(format!("place{index}")));
    }
    drawn.push(layer.key("dangers"));
    drawn
}

/// A place in danger: its rim, its sign, and the chance if somebody points at it.
fn endangered(ground: &Ground, place: Place, kind: ThreatKind, percent: Option<u8>, has_flank: bool) -> Element {
    // A side in danger is drawn by itself, and then the rim would only hide it.
    let rim = || el("polygon").class("b-threat-rim").attr("points", ground.outline(place));
    // On triangles and points the sign is smaller and in the middle.
    let (rim_scale, sign_at) = match place {
        Place::Hex(_) => ("scale(.88)", "translate(-11 -10.6)"),
        Place::Vertex(_) | Place::Triangle(_) => ("scale(.8)", "scale(.6)"),
    };
    let number =
        percent.map(|percent| el("text").class("b-threat-odds").attr("y", "15.5").text(format!("{percent} %")));
    el("g")
        .class(format!("b-endangered b-{}", kind_name(kind)))
        .attr("transform", ground.transform_to(place))
        .attr("data-endangered", kind_name(kind))
        .children((!has_flank).then(|| rim().attr("transform", rim_scale)))
        .child(el("g").attr("transform", sign_at).child(sign(kind)))
        .children(number)
}

/// A line from an attacker to the nearest of the places that it attacks, with a head.
fn attack(from: Place, places: &[Place], ground: &Ground) -> Option<Element> {
    let start = ground.at(from);
    let distance = |place: &Place| {
        let at = ground.at(*place);
        (at.x - start.x).hypot(at.y - start.y)
    };
    let target = places.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
    let (end, length) = (ground.at(*target), distance(target));
    if length < 1.0 {
        return None;
    }
    let (x, y) = ((end.x - start.x) / length, (end.y - start.y) / length);
    let (begins, ends) = (BEGINS.min(length / 3.0), ENDS.min(length / 2.0));
    let (tail, tip) = ((start.x + x * begins, start.y + y * begins), (end.x - x * ends, end.y - y * ends));
    let back = (tip.0 - 5.0 * x, tip.1 - 5.0 * y);
    let line = format!("M{:.1},{:.1}L{:.1},{:.1}", tail.0, tail.1, back.0, back.1);
    let head = format!(
        "M{:.1},{:.1}L{:.1},{:.1}L{:.1},{:.1}Z",
        tip.0,
        tip.1,
        back.0 - 3.0 * y,
        back.1 + 3.0 * x,
        back.0 + 3.0 * y,
        back.1 - 3.0 * x
    );
    let path = |class, d: String| el("path").class(class).attr("d", d);
    let class = if length < NEXT_TO { "b-near" } else { "" };
    Some(el("g").class(class).child(path("b-attack-line", line)).child(path("b-attack-head", head)))
}

/// One side of a piece: an arc round it.
fn flank(flank: Flank, ground: &Ground) -> Element {
    let middle = ground.at(flank.place);
    let angle = |direction| {
        let Place::Hex(hex) = flank.place else { return 0.0 };
        let next = ground.at(Place::Hex(hex.neighbour(direction)));
        (next.y - middle.y).atan2(next.x - middle.x)
    };
    // A little less than the whole side, so that neighbouring sides stay apart.
    let turns = f64::from(flank.first.turns_to(flank.last) as u8);
    let (start, span) = (angle(flank.first) + 0.08, turns * std::f64::consts::FRAC_PI_3 - 0.16);
    let at = |angle: f64| (middle.x + FLANK * angle.cos(), middle.y + FLANK * angle.sin());
    let (from, to) = (at(start), at(start + span));
    let d = format!("M{:.1},{:.1}A{FLANK},{FLANK} 0 0 1 {:.1},{:.1}", from.0, from.1, to.0, to.1);
    let arc = |class| el("path").class(class).attr("d", &d);
    el("g").attr("aria-hidden", "true").child(arc("b-halo")).child(arc("b-line"))
}

/// The sign of an open place where playing takes pieces elsewhere, with their number: a diamond instead of the dot.
pub(super) fn capture(capture: Capture, held: bool) -> Element {
    let class = if capture.kind == MarkKind::WouldTake { "b-capture" } else { "b-capture b-converts" };
    let group = el("g").class(class).attr("data-captures", capture.count);
    let group = if held { group.attr("transform", "translate(-10 -10) scale(.8)") } else { group };
    group
        .child(el("path").class("b-shape").attr("d", "M0,-10L10,0L0,10L-10,0Z"))
        .child(el("text").class("b-number").attr("y", "4").text(capture.count.to_string()))
}
