//! What the signs on boards mean.

use game::Seat;
use scene::{Badge, BadgeKind, Health, MarkKind, Piece, Place, Shape};

use super::lattice;
use super::pieces::{self, Under};
use crate::html::{Element, el};

/// What stands in the legend.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    /// The dot of a legal place.
    Open,
    /// Something was done here before the last move, since one's own last turn.
    Earlier,
    /// A mark.
    Mark(MarkKind),
    /// Health as the viewer knows it.
    Health(Option<u8>, bool),
    /// Ground that two seats share.
    Share,
    /// What is true of a piece.
    Badge(BadgeKind),
    /// Where a move can end.
    End,
}

/// What the signs mean: each with the key of its sentence.
pub(super) const LEGEND: &[(Sign, &str)] = &[
    (Sign::Open, "legend.open"),
    (Sign::Mark(MarkKind::Last), "legend.last"),
    (Sign::Earlier, "legend.earlier"),
    (Sign::Mark(MarkKind::Taken), "legend.taken"),
    (Sign::Mark(MarkKind::Enclosed), "legend.enclosed"),
    (Sign::Mark(MarkKind::Aim), "legend.aim"),
    (Sign::Mark(MarkKind::WouldTake), "legend.would-take"),
    (Sign::Mark(MarkKind::WouldWeaken), "legend.would-weaken"),
    (Sign::Mark(MarkKind::WouldJoin), "legend.would-join"),
    (Sign::Badge(BadgeKind::Guard), "legend.guard"),
    (Sign::Badge(BadgeKind::Weakened), "legend.weakened"),
    (Sign::Badge(BadgeKind::Support), "legend.support"),
    (Sign::Badge(BadgeKind::Speed), "legend.speed"),
    (Sign::Badge(BadgeKind::Backwards), "legend.backwards"),
    (Sign::Badge(BadgeKind::Disabled), "legend.disabled"),
    (Sign::End, "legend.end"),
    (Sign::Health(Some(2), false), "legend.health"),
    (Sign::Health(None, false), "legend.health-unknown"),
    (Sign::Health(Some(2), true), "legend.health-remembered"),
    (Sign::Mark(MarkKind::Unknown), "legend.unknown"),
    (Sign::Share, "legend.share"),
    (Sign::Mark(MarkKind::Special), "legend.special"),
    (Sign::Mark(MarkKind::Home), "legend.home"),
    (Sign::Mark(MarkKind::Frame), "legend.frame"),
];

/// One sign by itself: on a held place, in a game whose places are held.
pub(super) fn legend_mark(sign: Sign, held: bool) -> Element {
    let svg = el("svg").class("board legend-mark").attr("viewBox", "-20 -20 40 40").attr("aria-hidden", "true");
    let hexagon = "17.3,-10 17.3,10 0,20 -17.3,10 -17.3,-10 0,-20";
    if let Some(triangle) = lattice::legend_mark(sign) {
        return svg.child(pieces::hatching(true)).child(triangle);
    }
    let svg = svg.child(pieces::hatching(false)).child(el("polygon").class("b-cell").attr("points", hexagon));
    let in_colour = |health| {
        let place = Place::Hex(hex::Hex::ORIGIN);
        let held = Piece { health, ..Piece::new(place, Seat(1), Shape::Hold) };
        pieces::piece(&held, None, hexagon, 0)
    };
    match sign {
        Sign::Open => svg.child(pieces::dot(false, false)),
        Sign::Earlier => {
            let ground = held.then(|| in_colour(None));
            let under = Under { held, ..Under::plain(hexagon) };
            svg.children(ground).child(el("g").class("b-earlier").child(pieces::mark(MarkKind::Last, &under)))
        }
        Sign::Mark(kind) => {
            let ground = held.then(|| in_colour(None));
            let under = Under { held, owner: Some(Seat(1)), ..Under::plain(hexagon) };
            svg.children(ground).child(pieces::mark(kind, &under))
        }
        Sign::Badge(kind) => {
            let count = if kind == BadgeKind::Weakened { 2 } else { 1 };
            let badges = vec![Badge { kind, count }];
            let ship = matches!(kind, BadgeKind::Speed | BadgeKind::Backwards | BadgeKind::Disabled);
            let shape = if ship { Shape::Ship(String::new()) } else { Shape::Die(4) };
            let unit = Piece { badges, ..Piece::new(Place::Hex(hex::Hex::ORIGIN), Seat(1), shape) };
            svg.child(pieces::piece(&unit, None, hexagon, 0))
        }
        Sign::End => {
            let scene =
                scene::Scene::of_hexes(hex::Orientation::FlatTop, [(hex::Hex::ORIGIN, String::new())].into_iter());
            let facings = vec![hex::Direction::N, hex::Direction::NE];
            let end = scene::End { place: Place::Hex(hex::Hex::ORIGIN), facings };
            svg.child(super::overlays::end(&end, &crate::ground::Ground::of(&scene)))
        }
        Sign::Share => svg,
        Sign::Health(value, remembered) => svg.child(in_colour(Some(Health { value, most: 3, remembered }))),
    }
}
