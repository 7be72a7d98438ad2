//! Pieces with a front as SVG around the centre of their place, with the bow up. Their silhouette is derived from a key.

use std::fmt::Write as _;

use scene::{Health, Piece};

use crate::html::{Element, el};

/// The corners of the right side of a silhouette, from the bow to the stern.
type Half = Vec<(f64, f64)>;

/// The silhouette of a key, closed and symmetrical. Noses, wings, tails and beams make about a hundred combinations, so
/// two keys seldom share one.
pub(super) fn outline(key: &str) -> String {
    let half = half(key);
    let mut path = String::new();
    let mirrored = half.iter().rev().map(|(x, y)| (-x, *y));
    for (index, (x, y)) in half.iter().copied().chain(mirrored).enumerate() {
        // Adding 0.0 turns a negative zero into a plain one. Writing into a string never fails.
        let round = |x: f64| (x * 10.0).round() / 10.0 + 0.0;
        let _ = write!(path, "{}{},{}", if index == 0 { 'M' } else { 'L' }, round(x), round(y));
    }
    path + "Z"
}

fn half(key: &str) -> Half {
    // The FNV-1a hash gives unrelated silhouettes to keys that differ in one letter.
    let mut seed = key.bytes().fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
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

/// The silhouette with its bow up before it is turned, in the colour of its seat and with the seat's sign if there is
/// one. A light wedge shows the bow.
pub(super) fn body(key: &str, class: String, sign: Option<Element>, turn: i32, scale: f64) -> Element {
    let hull = el("path").class("b-body").attr("d", outline(key));
    let bow = el("path").class("b-bow").attr("d", "M-2.1,-4.6L0,-8.4L2.1,-4.6");
    // The sign stays upright when the piece is turned.
    let upright = format!("translate(0 3) rotate({}) scale(.42)", -turn);
    el("g")
        .class(class)
        .attr("transform", format!("rotate({turn}) scale({scale:.2})"))
        .child(hull)
        .child(bow)
        .children(sign.map(|sign| el("g").attr("transform", upright).child(sign)))
}

/// How far astern of the centre the tag is written, and half of its width.
const TAG_ASTERN: f64 = 3.4;
const TAG_HALF: f64 = 6.6;
// The badges in the corners must not overlap the tag.
const _: () = assert!(TAG_HALF <= CORNER - 10.0 && TAG_HALF < CORNER - 2.0 * HALF_HIGH);

/// How far below the centre the tag is written. It stands between the badges in the corners and in the half of the
/// stern, so that the bow stays visible.
pub(super) fn tag_below(turn: i32) -> f64 {
    TAG_ASTERN * astern(turn)
}

/// The mark at the bow. It ends inside its hex, since hexes that are drawn later cover everything that reaches into
/// them. It is drawn last, since the facing of a piece matters most.
pub(super) fn bow(turn: i32) -> Element {
    let points = BOW.map(|(x, y)| format!("{x},{y}")).join(" ");
    let drawn = |class: &'static str| el("polygon").class(class).attr("points", &points);
    let group = el("g").class("b-facing").attr("transform", format!("rotate({turn})")).attr("aria-hidden", "true");
    group.child(drawn("b-halo")).child(drawn("b-line")).key("bow")
}

/// The corners of the mark at the bow of a piece that points up.
const BOW: [(f64, f64); 3] = [(-3.6, -12.0), (0.0, -16.4), (3.6, -12.0)];

/// 1 for a piece whose bow is in the upper half of its hex, −1 for a bow in the lower half. The badges and the tag lie
/// in the other half, so that they do not cover the bow.
fn astern(turn: i32) -> f64 {
    if matches!(turn.rem_euclid(360), 91..=269) { -1.0 } else { 1.0 }
}

/// The scale of the drawing. It grows with the full health of the piece.
pub(super) fn scale(health: Option<Health>) -> f64 {
    health.map_or(0.9, |health| (0.72 + 0.02 * f64::from(health.most)).min(1.06))
}

/// The angle of a piece on the screen, in degrees; `None` if it has no facing.
pub(super) fn turn(piece: &Piece, turns: u8) -> Option<i32> {
    piece.facing.map(|facing| 60 * facing.turn(i32::from(turns)).index() as i32)
}

/// Half the width and half the height of the health bar, and its distance from the middle.
const BAR: (f64, f64) = (9.0, 1.3);
const BAR_AT: f64 = 14.9;

/// The health of a piece as a bar at its stern.
pub(super) fn health_bar(value: u8, health: Health, turn: i32) -> Element {
    let share = f64::from(value) / f64::from(health.most.max(1));
    let (half, thick) = BAR;
    let bar = |class: &'static str, width: f64| {
        let bar = el("rect").class(class).attr("x", -half).attr("y", format!("{:.1}", BAR_AT * astern(turn) - thick));
        bar.attr("height", 2.0 * thick).attr("rx", thick).attr("width", format!("{width:.1}"))
    };
    el("g")
        .class(if health.remembered { "b-health-bar b-remembered" } else { "b-health-bar" })
        .child(bar("b-ground", 2.0 * half))
        .child(bar("b-left", 2.0 * half * share))
        .key("health")
}

/// The outer end of the badges in the left and right corner of the hex, half of their height, and how far astern they
/// are.
const CORNER: f64 = 16.6;
const HALF_HIGH: f64 = 4.1;
const CORNER_ASTERN: f64 = 3.0;

fn chip(class: &'static str, x: f64, turn: i32) -> Element {
    let at = format!("translate({x:.1} {:.1})", CORNER_ASTERN * astern(turn));
    el("g").class(class).attr("transform", at).key(class)
}

/// The badge of a speed, in the right corner.
pub(super) fn speed_badge(words: String, class: &'static str, turn: i32) -> Element {
    let half = if words.chars().count() > 1 { 5.0 } else { 4.6 };
    let body = el("rect").attr("x", -half).attr("y", -HALF_HIGH).attr("width", 2.0 * half);
    chip(class, CORNER - half, turn)
        .child(body.attr("height", 2.0 * HALF_HIGH).attr("rx", "3"))
        .child(el("text").class("b-badge-number").attr("y", "2.9").text(words))
}

/// The badge of a piece that cannot act, in the left corner.
pub(super) fn disabled_badge(turn: i32) -> Element {
    chip("b-badge b-disabled", HALF_HIGH - CORNER, turn)
        .child(el("circle").attr("r", HALF_HIGH))
        .child(el("path").attr("d", "M.9,-3.6L-2,.6H-.1L-.9,3.6L2,-.6H.1Z"))
}

/// The badge of a weakened piece that has a facing, in the left corner.
pub(super) fn weakened_badge(count: u8, turn: i32) -> Element {
    chip("b-badge b-weakened", HALF_HIGH - CORNER, turn)
        .child(el("circle").attr("r", HALF_HIGH))
        .child(el("text").class("b-badge-number").attr("y", "2.6").text(count.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners of the mark at the bow of a piece that is turned by `turn` degrees.
    fn bow_of(turn: i32) -> [(f64, f64); 3] {
        let (sin, cos) = f64::from(turn).to_radians().sin_cos();
        BOW.map(|(x, y)| (x * cos - y * sin, x * sin + y * cos))
    }

    /// A cell that is drawn later covers everything that reaches into it, and a badge covers everything under it.
    #[test]
    fn the_bow_stays_in_its_hex_and_clear_of_what_goes_with_the_piece_in_all_six_facings() {
        let apothem = crate::ground::SIZE * 0.75_f64.sqrt();
        let halo = 0.8;
        for turn in (0..360).step_by(60) {
            let bow = bow_of(turn);
            for (x, y) in bow {
                // The point must lie within all three pairs of sides of the hex, which has a flat top.
                let (tilted, other) = (x * 0.75_f64.sqrt() + y / 2.0, x * 0.75_f64.sqrt() - y / 2.0);
                let inside = [y, tilted, other].map(f64::abs).into_iter().all(|side| side + halo <= apothem);
                assert!(inside, "{turn}: {x:.1} {y:.1}");
            }
            let down = astern(turn);
            let bar = ((-BAR.0, BAR.0), (BAR_AT * down - BAR.1, BAR_AT * down + BAR.1));
            let high = (CORNER_ASTERN * down - HALF_HIGH, CORNER_ASTERN * down + HALF_HIGH);
            let corners = [((CORNER - 10.0, CORNER), high), ((-CORNER, 2.0 * HALF_HIGH - CORNER), high), bar];
            let (left, right) = (bow.map(|at| at.0).into_iter().fold(99.0, f64::min), bow.map(|at| at.0));
            let right = right.into_iter().fold(-99.0, f64::max);
            let (top, bottom) = (bow.map(|at| at.1).into_iter().fold(99.0, f64::min), bow.map(|at| at.1));
            let bottom = bottom.into_iter().fold(-99.0, f64::max);
            for ((from, to), (above, below)) in corners {
                let apart = right < from || to < left || bottom < above || below < top;
                assert!(apart, "{turn}: {from:.1}..{to:.1} {above:.1}..{below:.1} covers the bow");
            }
        }
    }

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
