//! Dice whose faces have emblems, as SVG around the centre of their place. A die is seen from above and in front: its
//! upper side shows the emblem and the sign of the seat in the seat's colour, its front the pips alone.

use scene::Emblem;

use crate::html::{Element, el};

/// The outline of an emblem. It stands on a line at 3 and is at most 16 high and 19 wide.
fn outline(emblem: Emblem) -> &'static str {
    match emblem {
        Emblem::Pawn => {
            "M0,-7.6A2.9,2.9 0 1 1 0,-1.8A2.9,2.9 0 1 1 0,-7.6ZM-1.5,-2.6H1.5C1.7,-.9 2.3,0 3.3,.9H4.4V3H-4.4V.9H-3.3C-2.3,0 -1.7,-.9 -1.5,-2.6Z"
        }
        // The slit of the mitre turns the other way round, so it is cut out; so is the eye of the horse.
        Emblem::Bishop => {
            "M0,-11.4A1.3,1.3 0 1 1 0,-8.8A1.3,1.3 0 1 1 0,-11.4ZM0,-9C3.9,-6.6 4.5,-3.6 2.3,-1.8H-2.3C-4.5,-3.6 -3.9,-6.6 0,-9ZM.2,-3.6H1.5V-5L3,-6.6L2,-7.5L.2,-5.4ZM-2.2,-1.2H2.2C2.5,-.2 3.1,.4 4,.9H5.2V3H-5.2V.9H-4C-3.1,.4 -2.5,-.2 -2.2,-1.2Z"
        }
        Emblem::Knight => {
            "M-1.6,-11.4L.6,-9.7C5,-8.6 6,-3.8 5,.9H5.8V3H-4.8V.9H-3.9C-3.7,-1.9 -.6,-2.8 -.3,-4.9C-1.6,-4 -2.6,-3.4 -3.8,-3.2C-4.8,-2.4 -6.2,-3 -6.2,-4.4C-5.2,-6 -4.3,-7.6 -2.7,-9.2ZM-2.2,-7.6L-1.2,-6.6L-.9,-7.9Z"
        }
        Emblem::Rook => {
            "M-5.6,-10.4H-3.1V-8.4H-1.3V-10.4H1.3V-8.4H3.1V-10.4H5.6V-5.8L3.9,-4.6L4.3,.9H5.8V3H-5.8V.9H-4.3L-3.9,-4.6L-5.6,-5.8Z"
        }
        Emblem::Archer => {
            "M-3.6,-11.8C8.4,-10.6 8.4,2.6 -3.6,3.8L-3,1.2C4.2,.2 4.2,-8.2 -3,-9.2ZM-3.8,-10H-2.6V2H-3.8ZM-8.8,-5.1H4.6V-7.4L9.6,-4L4.6,-.6V-2.9H-8.8Z"
        }
        Emblem::Legion => {
            "M0,-11.2A3.1,3.1 0 1 1 0,-5A3.1,3.1 0 1 1 0,-11.2ZM-5.9,-7.9A2.6,2.6 0 1 1 -5.9,-2.7A2.6,2.6 0 1 1 -5.9,-7.9ZM5.9,-7.9A2.6,2.6 0 1 1 5.9,-2.7A2.6,2.6 0 1 1 5.9,-7.9ZM-8.8,3V.4C-8.8,-1.6 -7.6,-2.2 -5.6,-2.2C-4.6,-2.2 -3.9,-2 -3.4,-1.6C-3,-3.6 -1.8,-4.4 0,-4.4C1.8,-4.4 3,-3.6 3.4,-1.6C3.9,-2 4.6,-2.2 5.6,-2.2C7.6,-2.2 8.8,-1.6 8.8,.4V3Z"
        }
    }
}

/// The upper side of the die.
const UPPER: &str = "M-11,4.4V-8.4A4,4 0 0 1 -7,-12.4H7A4,4 0 0 1 11,-8.4V4.4Z";
/// The sign of the seat is in a corner of the upper side, away from the pips: a sign in their line would be counted.
const SIGN: &str = "translate(-7.2 -8.5)";
/// The emblem makes room for the sign.
const EMBLEM: &str = "translate(1.6 .3) scale(.9)";

/// The pips of a face as dots on the front.
fn pips(face: u8) -> &'static str {
    match face {
        1 => "M0,8.4h0",
        2 => "M-3.2,8.4h0M3.2,8.4h0",
        3 => "M-5.2,8.4h0M0,8.4h0M5.2,8.4h0",
        4 => "M-3.2,6.5h0M3.2,6.5h0M-3.2,10.3h0M3.2,10.3h0",
        5 => "M-5,6.5h0M5,6.5h0M0,8.4h0M-5,10.3h0M5,10.3h0",
        _ => "M-5.2,6.5h0M0,6.5h0M5.2,6.5h0M-5.2,10.3h0M0,10.3h0M5.2,10.3h0",
    }
}

/// A die with an emblem. The class has the seat.
pub(super) fn die(class: String, face: u8, emblem: Emblem, sign: Option<Element>) -> Element {
    let whole =
        |class: &'static str, y: &str| el("rect").class(class).attr("x", "-11").attr("y", y).attr("width", "22");
    let whole = |class, y| whole(class, y).attr("height", "24.8").attr("rx", "4");
    let upper = |class: &'static str| el("path").class(class).attr("d", UPPER);
    let sign = sign.map(|sign| {
        let scale = if sign.tag == "text" { "scale(.56)" } else { "scale(.44)" };
        el("g").attr("transform", SIGN).child(el("g").attr("transform", scale).child(sign))
    });
    el("g")
        .class(class)
        .child(whole("b-material b-shade", "-9.6"))
        .child(whole("b-die-front", "-12.4"))
        .child(upper("b-body"))
        .child(upper("b-material b-gloss"))
        .child(el("path").class("b-emblem").attr("d", outline(emblem)).attr("transform", EMBLEM))
        .child(el("path").class("b-front-pips").attr("d", pips(face)))
        .children(sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_shows_as_many_pips() {
        for face in 1..=6 {
            assert_eq!(pips(face).matches('M').count(), usize::from(face));
        }
    }

    /// A sign beside the pips was read as one more pip.
    #[test]
    fn the_pips_stand_alone_on_the_front() {
        let sign = el("path").class("b-sign");
        let drawn = die(String::new(), 2, Emblem::Bishop, Some(sign)).to_string();
        let places = drawn.split("translate(").skip(1).filter_map(|rest| rest.split_once(')'));
        let heights: Vec<f64> = places.filter_map(|(at, _)| at.split_once(' ')?.1.parse().ok()).collect();
        assert!(heights.len() == 2 && heights.iter().all(|y| *y < 4.4), "{drawn}");
    }
}
