//! What boards are made of: the slab under the places, the bodies that join stones, and the gradients that give pieces
//! and ground a material. A look (`data/look.toml` of a game) says which gradient is used where; without a look, style
//! sheets show none of this.

use std::collections::BTreeSet;

use game::Seat;
use hex::{Direction, Hex};
use scene::{Piece, Place, Scene, Shape};

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
        at: [".5", ".86", ".95", ""],
        stops: &[("0", "light-60"), (".42", "light-10"), (".7", "dark-10"), ("1", "dark-40")],
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
    let parts = [part("b-slab-shade", EDGE), part("b-slab-edge", EDGE * 0.6), part("b-slab", 0.0)];
    Some(el("g").class("b-material").attr("aria-hidden", "true").key("slab").children(parts))
}

/// The height of the slab's edge below its top.
const EDGE: f64 = 2.5;

/// The stones of a scene that are drawn as one body with their neighbours.
pub(super) struct Joined(BTreeSet<(Hex, Seat)>);

impl Joined {
    pub(super) fn of(scene: &Scene) -> Self {
        let stones = scene.pieces.iter().filter(|piece| scene.style.joins && piece.shape == Shape::Stone);
        Self(stones.filter_map(|piece| Some((hex_of(piece)?, piece.seat))).collect())
    }

    /// Half of the way from a stone to each neighbour of the same seat. The neighbour draws the other half.
    pub(super) fn bridges(&self, piece: &Piece, ground: &Ground) -> Option<Element> {
        let hex = hex_of(piece).filter(|hex| self.0.contains(&(*hex, piece.seat)))?;
        let beside = Direction::ALL.map(|direction| hex.neighbour(direction));
        let joined = beside.into_iter().filter(|next| self.0.contains(&(*next, piece.seat)));
        let here = ground.at(piece.place);
        let halves = joined.map(|next| {
            let there = ground.at(Place::Hex(next));
            // It ends a little beyond the side of the hex, so that no line of the ground is between the halves.
            let (x, y) = ((there.x - here.x) * 0.53, (there.y - here.y) * 0.53);
            format!("M0,0L{x:.1},{y:.1}")
        });
        let path: String = halves.collect();
        (!path.is_empty()).then(|| {
            let class = format!("b-material b-bridges seat-{}", piece.seat.0);
            el("g")
                .class(class)
                .child(el("path").class("b-bridge-rim").attr("d", &path))
                .child(el("path").class("b-bridge").attr("d", path))
                .key("bridges")
        })
    }
}

fn hex_of(piece: &Piece) -> Option<Hex> {
    match piece.place {
        Place::Hex(hex) => Some(hex),
        Place::Vertex(_) | Place::Triangle(_) => None,
    }
}
