//! Ships as SVG: a silhouette that follows from the name of the hull, with the bow up, around the centre of its place.

use std::fmt::Write as _;

use scene::{BadgeKind, Health, Piece};

use crate::html::{Element, el};

/// The corners of a silhouette from the bow to the stern, on its right side.
type Half = Vec<(f64, f64)>;

/// The silhouette of a hull, closed and the same on both sides. Every name has one of its own, as far as there are
/// enough: noses, wings, tails and beams go together in a hundred ways.
pub(super) fn outline(hull: &str) -> String {
    let half = half(hull);
    let mut path = String::new();
    let mirrored = half.iter().rev().map(|(x, y)| (-x, *y));
    for (index, (x, y)) in half.iter().copied().chain(mirrored).enumerate() {
        // Rounded, without a negative zero; into a string it never fails.
        let round = |x: f64| (x * 10.0).round() / 10.0 + 0.0;
        let _ = write!(path, "{}{},{}", if index == 0 { 'M' } else { 'L' }, round(x), round(y));
    }
    path + "Z"
}

fn half(hull: &str) -> Half {
    // FNV-1a: short names that differ in a letter look nothing alike.
    let mut seed = hull.bytes().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    seed ^= seed >> 15;
    let mut draw = |count: u32| {
        let drawn = seed % count;
        seed /= count;
        drawn
    };
    let beam = [3.4, 4.4, 5.4][draw(3) as usize];
    let nose: &[(f64, f64)] = match draw(3) {
        0 => &[(0.0, -15.0), (1.6, -11.0)],
        1 => &[(1.9, -14.0), (2.3, -11.0)],
        _ => &[(0.0, -12.0), (1.6, -15.0), (3.0, -11.0)],
    };
    let wings: Half = match draw(4) {
        0 => vec![(beam, -3.0), (beam + 0.6, 5.0)],
        1 => vec![(beam, -3.0), (beam + 5.4, 6.5), (beam + 5.4, 9.5), (beam, 7.5)],
        2 => vec![(beam, -4.0), (beam + 3.0, -3.0), (beam + 3.0, 5.5), (beam, 6.5)],
        _ => vec![(beam, -7.0), (beam + 4.6, -2.0), (beam + 4.0, 0.5), (beam, 1.0), (beam, 6.5)],
    };
    let tail: Half = match draw(3) {
        0 => vec![(beam * 0.8, 10.5), (beam * 0.45, 13.0), (0.0, 13.0)],
        1 => vec![(beam, 10.0), (beam, 13.5), (beam * 0.4, 13.5), (beam * 0.3, 11.0), (0.0, 11.0)],
        _ => vec![(beam * 0.7, 9.0), (beam * 1.25, 13.5), (0.0, 11.8)],
    };
    nose.iter().copied().chain(wings).chain(tail).collect()
}

/// A ship looking up, in the colour of its seat and with the sign of it; a light wedge shows the bow.
pub(super) fn body(hull: &str, class: String, sign: Element, turn: i32, scale: f64) -> Element {
    let hull = el("path").class("b-body").attr("d", outline(hull));
    let bow = el("path").class("b-bow").attr("d", "M-2.1,-4.6L0,-8.4L2.1,-4.6");
    // The sign stays upright, however the ship is turned.
    let sign = el("g").attr("transform", format!("translate(0 3) rotate({}) scale(.42)", -turn)).child(sign);
    el("g")
        .class(class)
        .attr("transform", format!("rotate({turn}) scale({scale:.2})"))
        .child(hull)
        .child(bow)
        .child(sign)
}

/// How large a ship is drawn: by how much it can take.
pub(super) fn scale(health: Option<Health>) -> f64 {
    health.map_or(0.9, |health| (0.72 + 0.02 * f64::from(health.most)).min(1.06))
}

/// By how much a piece is turned on the screen, in degrees.
pub(super) fn turn(piece: &Piece, turns: u8) -> i32 {
    piece.facing.map_or(0, |facing| 60 * facing.turn(i32::from(turns)).index() as i32)
}

/// How much of it is left, as a bar below it: many points make too many pips.
pub(super) fn health_bar(health: Health) -> Element {
    let share = f64::from(health.value.unwrap_or(0)) / f64::from(health.most.max(1));
    let bar = |class: &'static str, width: f64| {
        let bar = el("rect").class(class).attr("x", "-9").attr("y", "13.6").attr("height", "2.6").attr("rx", "1.3");
        bar.attr("width", format!("{width:.1}"))
    };
    el("g").class("b-ship-health").child(bar("b-ground", 18.0)).child(bar("b-left", 18.0 * share)).key("health")
}

/// How fast it goes, ahead or backwards, and whether it goes by itself at all.
pub(super) fn badge(kind: BadgeKind, count: u8) -> Option<Element> {
    let chip = |class: &'static str, at: &'static str| el("g").class(class).attr("transform", at).key(class);
    let speed = |words: String, class| {
        // Two figures need more room, and the body of the ship is not where they are read.
        let half = if words.chars().count() > 1 { 6.8 } else { 5.2 };
        let body = el("rect").attr("x", -half).attr("y", "-4.6").attr("width", 2.0 * half).attr("height", "9.2");
        chip(class, "translate(12.4 -10)")
            .child(body.attr("rx", "3"))
            .child(el("text").class("b-badge-number").attr("y", "2.9").text(words))
    };
    match kind {
        BadgeKind::Speed => Some(speed(count.to_string(), "b-badge b-speed")),
        BadgeKind::Backwards => Some(speed(format!("−{count}"), "b-badge b-speed b-back")),
        BadgeKind::Disabled => Some(
            chip("b-badge b-disabled", "translate(-12.4 -10)")
                .child(el("circle").attr("r", "4.8"))
                .child(el("path").attr("d", "M.9,-3.6L-2,.6H-.1L-.9,3.6L2,-.6H.1Z")),
        ),
        BadgeKind::Guard | BadgeKind::Weakened | BadgeKind::Support => None,
    }
}

/// The ring round the place of the piece that acts.
pub(super) fn acting(outline: &str) -> Element {
    el("polygon").class("b-acting").attr("points", outline).attr("transform", "scale(.93)").key("acting")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silhouettes_differ_and_stay_in_their_hex() {
        let names = ["picket", "frigate", "boat", "destroyer", "escort", "cruiser", "carrier", "tender"];
        let mut outlines: Vec<String> = names.iter().map(|name| outline(name)).collect();
        for half in names.map(half) {
            assert!(half.iter().all(|(x, y)| x.hypot(*y) < 16.0 && *x >= 0.0), "{half:?}");
        }
        outlines.sort();
        outlines.dedup();
        assert!(outlines.len() >= 7, "{} of {}", outlines.len(), names.len());
        assert_eq!(outline("frigate"), outline("frigate"));
    }
}
