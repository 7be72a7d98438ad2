//! What boards are made of: the slab under the places, the bodies that join stones, and the gradients that give pieces
//! and ground a material. A look (`data/look.toml` of a game) says which gradient is used where; without a look, style
//! sheets show none of this.

use std::fmt::Write as _;

use game::{Seat, SortedSet};
use hex::{Direction, Hex};
use scene::{Health, Piece, Place, Scene, Shape};

use crate::ground::{Ground, Slab};
use crate::html::{Element, el};

/// The gradients of a look. Their ids end with the name of the look, since their colours depend on it and several boards
/// can be on a page.
pub(super) fn defs(look: &str) -> Vec<Element> {
    if look.is_empty() {
        return Vec::new();
    }
    GRADIENTS
        .iter()
        .map(|gradient| {
            let round = |name, value: &str| (!value.is_empty()).then(|| (name, value.to_owned()));
            let [a, b, c, d] = gradient.at;
            let (tag, names) = if gradient.is_round {
                ("radialGradient", ["cx", "cy", "r", "fy"])
            } else {
                ("linearGradient", ["x1", "y1", "x2", "y2"])
            };
            let mut element = el(tag).attr("id", format!("{}-{look}", gradient.name));
            element.attributes.extend(names.into_iter().zip([a, b, c, d]).filter_map(|(name, at)| round(name, at)));
            element.children(
                gradient
                    .stops
                    .iter()
                    .map(|(offset, class)| el("stop").class(format!("b-stop-{class}")).attr("offset", offset)),
            )
        })
        .collect()
}

/// A gradient over the box of the part that it fills.
struct Gradient {
    name: &'static str,
    is_round: bool,
    /// `cx cy r fy` of a round gradient, `x1 y1 x2 y2` of a straight one.
    at: [&'static str; 4],
    /// Where each colour is, and the class of its stop (`b-stop-…`).
    stops: &'static [(&'static str, &'static str)],
}

/// All gradients. White and black are laid over the colour of a seat; the others are colours of the look.
const GRADIENTS: &[Gradient] = &[
    // Light falls through glass and collects at the far side.
    Gradient {
        name: "glass",
        is_round: true,
        at: [".56", ".64", ".52", ""],
        stops: &[("0", "light-60"), (".5", "light-10"), ("1", "light-0")],
    },
    // A heavy stone: lit from above, dark at its foot.
    Gradient {
        name: "dome",
        is_round: true,
        at: [".4", ".28", ".85", ""],
        stops: &[("0", "light-60"), (".35", "light-10"), (".62", "dark-0"), ("1", "dark-60")],
    },
    // A flat face with a bevel: light above, dark below.
    Gradient {
        name: "bevel",
        is_round: false,
        at: ["0", "0", ".3", "1"],
        stops: &[("0", "light-40"), (".3", "light-0"), (".7", "dark-0"), ("1", "dark-40")],
    },
    // Mist: it is thickest at the rim.
    Gradient {
        name: "mist",
        is_round: true,
        at: [".42", ".4", ".62", ""],
        stops: &[("0", "fog-30"), (".55", "fog-50"), ("1", "fog-80")],
    },
    // Ground with a patch of mist.
    Gradient {
        name: "moor",
        is_round: true,
        at: [".3", ".22", ".95", ""],
        stops: &[("0", "cell-fog"), (".55", "cell"), ("1", "cell-low")],
    },
    // The ground: lighter at the top of each place, so that every place is a shallow bowl.
    Gradient {
        name: "ground",
        is_round: false,
        at: ["0", "0", "0", "1"],
        stops: &[("0", "cell-low"), (".55", "cell"), ("1", "cell-high")],
    },
    Gradient {
        name: "ground-open",
        is_round: false,
        at: ["0", "0", "0", "1"],
        stops: &[("0", "cell-open"), (".55", "cell-open"), ("1", "cell-open-high")],
    },
    // The slab under the places, lit from the upper left.
    Gradient {
        name: "slab",
        is_round: false,
        at: ["0", "0", "1", "1"],
        stops: &[("0", "slab-high"), (".5", "slab"), ("1", "slab-low")],
    },
];

/// The slab under the places, with its edge below it.
pub(super) fn slab(ground: &Ground) -> Option<Element> {
    let Slab { points, rim } = ground.slab.as_ref()?;
    let part = |class: &'static str, down: f64| {
        let part = el("polygon").class(class).attr("points", points).attr("stroke-width", 2.0 * (rim - EDGE));
        if down > 0.0 { part.attr("transform", format!("translate(0 {down})")) } else { part }
    };
    let inset = |class: &'static str, by: f64| {
        el("polygon").class(class).attr("points", points).attr("stroke-width", 2.0 * (rim - EDGE - by))
    };
    let parts = [
        part("b-slab-shade", EDGE),
        part("b-slab-edge", EDGE * 0.6),
        part("b-slab", 0.0),
        inset("b-inlay", 1.2),
        inset("b-slab", 2.2),
    ];
    Some(el("g").class("b-material").attr("aria-hidden", "true").key("slab").children(parts))
}

/// The height of the slab's edge below its top.
const EDGE: f64 = 2.5;

/// The stones of a scene that are drawn as one body with their neighbours.
pub(super) struct Joined(SortedSet<(Hex, Seat)>);

impl Joined {
    pub(super) fn of(scene: &Scene) -> Self {
        let stones = scene.pieces.iter().filter(|piece| scene.style.joins && piece.shape == Shape::Stone);
        Self(game::gather(stones.filter_map(|piece| Some((hex_of(piece)?, piece.seat)))))
    }

    /// The body of a stone with its part of the way to each neighbour of the same seat. The neighbours draw the rest.
    pub(super) fn body(&self, piece: &Piece, ground: &Ground) -> Option<Element> {
        let hex = hex_of(piece).filter(|hex| self.0.contains(&(*hex, piece.seat)))?;
        let here = ground.at(piece.place);
        let ways = Direction::ALL.map(|direction| {
            let next = hex.neighbour(direction);
            let there = ground.at(Place::Hex(next));
            ((there.x - here.x, there.y - here.y), self.0.contains(&(next, piece.seat)))
        });
        let (rims, fills) = ways_out(&ways);
        let round = |class: &'static str| el("circle").class(class).attr("r", "13.4");
        Some(
            el("g")
                .class(format!("b-material b-joined seat-{}", piece.seat.0))
                .child(round("b-shade").attr("cy", "2.6"))
                .child(round("b-joined-rim"))
                .child(el("path").class("b-joined-rim").attr("d", rims))
                .child(round("b-joined-body"))
                .child(el("path").class("b-joined-body").attr("d", fills))
                .key("joined"),
        )
    }
}

/// The sides and the surfaces of the necks from a stone towards its neighbours, as SVG paths. Each way has the vector to
/// the neighbour, and whether the neighbour is joined; the ways are in the order of their angles. Where two ways beside
/// each other are joined, the corner between them is filled too.
fn ways_out(ways: &[((f64, f64), bool); 6]) -> (String, String) {
    // Writing into a string never fails.
    let (mut rims, mut fills) = (String::new(), String::new());
    for (index, (way, _)) in ways.iter().enumerate().filter(|(_, (_, is_joined))| *is_joined) {
        let length = way.0.hypot(way.1);
        let unit = (way.0 / length, way.1 / length);
        let sides = [index + 1, index + 5].map(|side| {
            let (beside, is_joined) = ways[side % 6];
            // The part of the other way that goes to the side of this one.
            let along = beside.0 * unit.0 + beside.1 * unit.1;
            let off = (beside.0 - along * unit.0, beside.1 - along * unit.1);
            let high = off.0.hypot(off.1);
            let at = |(forth, out): (f64, f64)| {
                let (x, y) = (unit.0 * forth + off.0 / high * out, unit.1 * forth + off.1 / high * out);
                format!("{x:.1},{y:.1}")
            };
            let curve = NECK.map(at);
            if is_joined {
                // Slightly more than a third of the triangle between three stones, so that no line is between the parts.
                let corner = |(a, b): (f64, f64), part: f64| format!("{:.1},{:.1}", a * part, b * part);
                let sum = (way.0 + beside.0, way.1 + beside.1);
                let parts = [corner(*way, 0.53), corner(sum, 0.36), corner(beside, 0.53)];
                // Each corner belongs to two ways; the first of them fills it.
                if side == index + 1 {
                    let _ = write!(fills, "M0,0L{}L{}L{}Z", parts[0], parts[1], parts[2]);
                }
            } else {
                let _ = write!(rims, "M{}Q{} {}", curve[0], curve[1], curve[2]);
            }
            curve
        });
        let [right, left] = &sides;
        let _ = write!(fills, "M0,0L{}Q{} {}L{}Q{} {}Z", left[0], left[1], left[2], right[2], right[1], right[0]);
    }
    (rims, fills)
}

/// One side of a neck: where it leaves the stone, how it bends, and where it ends, a little beyond the side of the hex;
/// each point as its distance along the way and from it.
const NECK: [(f64, f64); 3] = [(6.4, 11.8), (11.2, 8.0), (18.2, 7.4)];

fn hex_of(piece: &Piece) -> Option<Hex> {
    match piece.place {
        Place::Hex(hex) => Some(hex),
        Place::Vertex(_) | Place::Triangle(_) => None,
    }
}

/// The walls around a held place: merlons along its sides and a tower at each corner. Lost health cracks them, and much of
/// it breaks them.
pub(super) fn walls(outline: &str, health: Option<Health>) -> Vec<Element> {
    if outline.is_empty() {
        return Vec::new();
    }
    let ring = |class: &'static str| el("polygon").class(class).attr("points", outline).attr("transform", "scale(.87)");
    let corners = outline.split(' ').filter_map(|corner| corner.split_once(','));
    let corners = corners.filter_map(|(x, y)| Some((x.parse::<f64>().ok()?, y.parse::<f64>().ok()?)));
    let towers: Vec<String> = corners
        .map(|(x, y)| format!("M{:.1},{:.1}a2.2,2.2 0 1 0 4.4,0a2.2,2.2 0 1 0 -4.4,0", x * 0.86 - 2.2, y * 0.86))
        .collect();
    let lost = health.map_or(0, |health| health.value.map_or(0, |value| health.most.saturating_sub(value)));
    let path = |class: &'static str, d: &str| el("path").class(class).attr("d", d);
    let breach = (lost > 1).then(|| path("b-material b-breach", BREACH));
    let crack = (lost > 0).then(|| path("b-material b-crack", if lost > 1 { CRACKS } else { CRACK }));
    [ring("b-material b-wall"), ring("b-material b-merlons"), path("b-material b-towers", &towers.concat())]
        .into_iter()
        .chain(breach)
        .chain(crack)
        .collect()
}

/// A crack from the right side, further cracks, and the parts of the wall that have fallen. They leave the pips free.
const CRACK: &str = "M15.8,-6.6L12.2,-5.6L12.4,-3L9,-2L9.4,-.2";
const CRACKS: &str = "M15.8,-6.6L12.2,-5.6L12.4,-3L9,-2L9.4,-.2M-15.4,6.6L-11.8,5.4L-12,2.6L-10.8,.4M-7.6,-15.4L-6.4,-12.6L-8.6,-10.6L-7,-8.4";
const BREACH: &str = "M13.9,-5L11,-9.6M-12.4,7.2L-9.6,12";

#[cfg(test)]
mod tests {
    use super::*;

    /// Vectors to the six neighbours, clockwise, and which of them are joined.
    fn ways(joined: [bool; 6]) -> [((f64, f64), bool); 6] {
        [0, 1, 2, 3, 4, 5].map(|sixth| {
            let (sin, cos) = (f64::from(sixth) * std::f64::consts::FRAC_PI_3).sin_cos();
            ((34.6 * cos, 34.6 * sin), joined[sixth as usize])
        })
    }

    #[test]
    fn a_stone_without_neighbours_has_no_necks() {
        assert_eq!(ways_out(&ways([false; 6])), (String::new(), String::new()));
    }

    #[test]
    fn a_neck_has_two_sides_and_between_three_stones_there_is_no_hole() {
        let (rims, fills) = ways_out(&ways([true, false, false, false, false, false]));
        assert_eq!((rims.matches('M').count(), fills.matches('M').count()), (2, 1));
        // Two necks beside each other have a side each, and the corner between them is filled.
        let (rims, fills) = ways_out(&ways([true, true, false, false, false, false]));
        assert_eq!((rims.matches('M').count(), fills.matches('M').count()), (2, 3));
        let (rims, fills) = ways_out(&ways([true; 6]));
        assert_eq!((rims.matches('M').count(), fills.matches('M').count()), (0, 12));
    }

    #[test]
    fn walls_crack_and_then_break_with_the_health_that_is_lost() {
        let outline = "20,0 10,17.3 -10,17.3 -20,0 -10,-17.3 10,-17.3";
        let classes = |value: Option<u8>| {
            let health = Health { value, most: 3, remembered: false };
            let walls = walls(outline, Some(health));
            let has =
                |class: &str| walls.iter().any(|part| part.get("class").is_some_and(|found| found.contains(class)));
            (has("b-crack"), has("b-breach"))
        };
        assert_eq!(classes(Some(3)), (false, false));
        assert_eq!(classes(Some(2)), (true, false));
        assert_eq!(classes(Some(1)), (true, true));
        assert_eq!(classes(None), (false, false), "nobody sees cracks in the fog");
    }
}
