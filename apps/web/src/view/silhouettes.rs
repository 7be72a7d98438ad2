//! Pieces with a front as SVG around the centre of their place: how they are turned, and what is drawn beside the hull.

use scene::{Health, Piece};

use crate::html::{Element, Node, el};

/// A hull with its bow up before it is turned, in the colour of its seat and with the seat's sign if there is one. A
/// light wedge shows the bow.
pub(super) fn body(hull: Node, class: String, sign: Option<Element>, turn: i32, scale: f64) -> Element {
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

/// The tag of a piece, in the left corner.
pub(super) fn tag(words: &str, turn: i32) -> Element {
    let below = format!("{:.1}", CORNER_ASTERN * astern(turn) + 3.0);
    el("text").class("b-tag b-call").attr("x", -CORNER).attr("y", below).text(words.to_owned()).key("tag")
}

/// The mark at the bow. It ends inside its hex, since hexes that are drawn later cover everything that reaches into
/// them. It is drawn last, since the facing of a piece matters most.
pub(super) fn bow(turn: i32) -> Element {
    let points = BOW.map(|(x, y)| format!("{x},{y}")).join(" ");
    let drawn = |class: &'static str| el("polygon").class(class).attr("points", &points);
    let group = el("g").class("b-facing").attr("transform", format!("rotate({turn})")).attr("aria-hidden", "true");
    group.child(drawn("b-halo")).child(drawn("b-line")).key("bow")
}

/// The corners of the mark at the bow of a piece that points up. It is slender: a triangle with three equal sides would seem
/// to point down when it is turned by 60°.
const BOW: [(f64, f64); 3] = [(-2.6, -9.8), (0.0, -16.4), (2.6, -9.8)];

/// 1 for a piece whose bow is in the upper half of its hex, −1 for a bow in the lower half. The badges and the tag lie
/// in the other half, so that they do not cover the bow.
fn astern(turn: i32) -> f64 {
    if matches!(turn.rem_euclid(360), 91..=269) { -1.0 } else { 1.0 }
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

/// The outer end of the tag in the left corner and of the badge in the right corner of the hex, half of their height, and
/// how far astern they are.
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

/// The badge of a piece that cannot act, on its hull.
pub(super) fn disabled_badge(turn: i32) -> Element {
    chip("b-badge b-disabled", 0.0, turn)
        .child(el("circle").attr("r", HALF_HIGH))
        .child(el("path").attr("d", "M.9,-3.6L-2,.6H-.1L-.9,3.6L2,-.6H.1Z"))
}

/// The badge of a weakened piece that has a facing, on its hull.
pub(super) fn weakened_badge(count: u8, turn: i32) -> Element {
    chip("b-badge b-weakened", 0.0, turn)
        .child(el("circle").attr("r", HALF_HIGH))
        .child(el("text").class("b-badge-number").attr("y", "2.6").text(count.to_string()))
}

/// How far the badge of a carrier is from the middle of its hex, to the side and ahead.
const CARRIES_AT: (f64, f64) = (8.6, 9.0);
/// Half of its width and height.
const CARRIES_HALF: f64 = 3.5;

/// Where the badge of a piece that carries others is: beside the bow, on the side that the bow does not point to. The tag and
/// the speed are astern, and the hull between all of them stays in sight.
fn carries_at(turn: i32) -> (f64, f64) {
    let (beside, ahead) = CARRIES_AT;
    (if matches!(turn.rem_euclid(360), 1..=179) { -beside } else { beside }, -ahead * astern(turn))
}

/// The badge of a piece that carries others.
pub(super) fn carries_badge(count: u8, turn: i32) -> Element {
    let (x, y) = carries_at(turn);
    let at = format!("translate({x:.1} {y:.1})");
    let (from, wide) = (-CARRIES_HALF, 2.0 * CARRIES_HALF);
    let body = el("rect").attr("x", from).attr("y", from).attr("width", wide).attr("height", wide).attr("rx", "1");
    let number = el("text").class("b-badge-number").attr("y", "2.6").text(count.to_string());
    el("g").class("b-badge b-carries").attr("transform", at).child(body).child(number).key("carries")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners of the mark at the bow of a piece that is turned by `turn` degrees.
    fn bow_of(turn: i32) -> [(f64, f64); 3] {
        let (sin, cos) = f64::from(turn).to_radians().sin_cos();
        BOW.map(|(x, y)| (x * cos - y * sin, x * sin + y * cos))
    }

    #[test]
    fn the_bow_points_one_way_however_it_is_turned() {
        let [left, tip, right] = BOW;
        let length = |from: (f64, f64), to: (f64, f64)| (from.0 - to.0).hypot(from.1 - to.1);
        assert!(length(left, tip) > 1.3 * length(left, right), "its tip is the sharpest corner");
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
            let (x, y) = carries_at(turn);
            let carries = ((x - CARRIES_HALF, x + CARRIES_HALF), (y - CARRIES_HALF, y + CARRIES_HALF));
            let corners = [((CORNER - 10.0, CORNER), high), ((-CORNER, 10.0 - CORNER), high), bar, carries];
            assert!(
                (y - CORNER_ASTERN * down).abs() > HALF_HIGH + CARRIES_HALF,
                "{turn}: it is clear of tag and speed"
            );
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
}
