//! The layer under boards of points: triangles in the colours of the seats at their corners, the frame of those that
//! count now, and points that nobody can place on.

use std::collections::BTreeSet;

use game::Seat;
use hex::{Triangle, Vertex};
use scene::{Cell, Mark, MarkKind, Piece, Place, Preview, Scene, Sign};

use super::pieces;
use crate::ground::Ground;
use crate::html::{Element, el};

/// A previewed action and the seat that would play it.
#[derive(Clone, Copy)]
pub(super) struct Would<'a> {
    /// The result of the action.
    pub(super) preview: &'a Preview,
    /// The seat whose stones the action would place.
    pub(super) actor: Option<Seat>,
}

impl Would<'_> {
    /// The seat that would hold a corner: by a stone, by a stone of the preview, or by the tint of the corner.
    fn holder(&self, scene: &Scene, corner: Vertex) -> Option<Seat> {
        let place = Place::Vertex(corner);
        let piece = scene.pieces.iter().find(|piece| piece.place == place).map(|piece| piece.seat);
        let is_ghost = |mark: &Mark| mark.place == place && mark.kind == MarkKind::WouldPlace;
        let ghost = || self.actor.filter(|_| self.preview.marks.iter().any(is_ghost));
        let cells = || self.preview.cells.iter().chain(&scene.cells);
        let tinted = || cells().find(|cell| cell.place == place)?.tint.first().map(|(seat, _)| *seat);
        piece.or_else(ghost).or_else(tinted)
    }
}

/// All scenery of the board, with the tints as the preview would change them.
pub(super) fn scenery(scene: &Scene, ground: &Ground, would: Would<'_>) -> Option<Element> {
    if ground.scenery.is_empty() {
        return None;
    }
    let framed: BTreeSet<Triangle> = marked(scene, MarkKind::CountsNow).collect();
    let draw = |index: &usize| {
        let known = &scene.cells[*index];
        let changed = would.preview.cells.iter().find(|cell| cell.place == known.place);
        let at = el("g").attr("transform", ground.transform(*index)).key(known.name.clone());
        match known.place {
            Place::Triangle(triangle) => {
                let counts = framed.is_empty() || framed.contains(&triangle);
                let cell = changed.unwrap_or(known);
                let holders = triangle.corners().map(|corner| would.holder(scene, corner));
                triangle_parts(at, ground, triangle, cell, shared_out(holders, cell), counts)
            }
            Place::Hex(_) | Place::Vertex(_) => at.child(middle(changed.unwrap_or(known))),
        }
        .maybe("data-changes", changed.map(|_| ""))
    };
    // The outlines lie over the tints, so that neighbouring triangles stay distinct: those that count, those that do
    // not, those that would change.
    let all = || ground.scenery.iter().map(|index| &scene.cells[*index]).filter_map(triangle_of);
    let counts = |triangle: &Triangle| framed.is_empty() || framed.contains(triangle);
    let (on, off): (BTreeSet<Triangle>, BTreeSet<Triangle>) = all().partition(counts);
    let changed: BTreeSet<Triangle> = would.preview.cells.iter().filter_map(triangle_of).collect();
    let lines = [
        ("b-lattice b-off", ground.lines(&off)),
        ("b-lattice", ground.lines(&on)),
        ("b-changed", ground.rim(&changed)),
    ];
    let lines = lines.into_iter().map(|(class, d)| el("path").class(class).attr("d", d).key(class));
    let (triangles, points): (Vec<&usize>, Vec<&usize>) =
        ground.scenery.iter().partition(|index| triangle_of(&scene.cells[**index]).is_some());
    let rim = (!framed.is_empty()).then(|| el("path").class("b-rim").attr("d", ground.rim(&framed)).key("rim"));
    let more = marked(scene, MarkKind::CountsMore).map(|triangle| {
        let place = Place::Triangle(triangle);
        let sign = pieces::mark(MarkKind::CountsMore, &pieces::Under::plain(ground.outline(place)));
        sign.attr("transform", ground.transform_to(place)).attr("data-counts-more", "").key("counts-more")
    });
    Some(
        el("g")
            .class("b-scenery")
            .attr("aria-hidden", "true")
            .key("scenery")
            .children(triangles.into_iter().map(draw).collect::<Vec<_>>())
            .children(lines)
            .children(points.into_iter().map(draw).collect::<Vec<_>>())
            .children(rim)
            .children(more.collect::<Vec<_>>()),
    )
}

fn marked(scene: &Scene, kind: MarkKind) -> impl Iterator<Item = Triangle> {
    scene.marks.iter().filter(move |mark| mark.kind == kind).filter_map(|mark| match mark.place {
        Place::Triangle(triangle) => Some(triangle),
        Place::Hex(_) | Place::Vertex(_) => None,
    })
}

fn triangle_of(cell: &Cell) -> Option<Triangle> {
    match cell.place {
        Place::Triangle(triangle) => Some(triangle),
        Place::Hex(_) | Place::Vertex(_) => None,
    }
}

/// A triangle: each seat's thirds are coloured at the corners that earn them. A triangle that belongs wholly to one
/// seat is stronger in colour and has the seat's sign. Every seat has a pattern too.
fn triangle_parts(
    at: Element,
    ground: &Ground,
    triangle: Triangle,
    cell: &Cell,
    corners: [Option<Seat>; 3],
    counts: bool,
) -> Element {
    let around = ground.outline(cell.place);
    let class = if counts { "b-triangle" } else { "b-triangle b-off" };
    let mut group = at.child(el("polygon").class(class).attr("points", around).key("ground"));
    for (seat, percent) in &cell.tint {
        let whole = if *percent >= 100 { " b-whole" } else { "" };
        let part = |class: &str, points: &str| el("polygon").class(class).attr("points", points);
        let tint = el("g").class(format!("b-tint seat-{}{whole}", seat.0)).key(format!("tint{}", seat.0));
        let thirds =
            (0..3).filter(|corner| corners[*corner] == Some(*seat)).map(|corner| ground.third(triangle, corner));
        let tint = thirds.fold(tint, |tint, points| {
            tint.child(part("b-part", points)).child(part(&format!("b-weave b-weave-{}", seat.0), points))
        });
        let sign = (*percent >= 100).then(|| pieces::sign(*seat).attr("transform", "scale(.42)"));
        group = group.child(tint.children(sign));
    }
    group
}

/// The seat of the third at each corner: the seat that holds the corner first; the remaining thirds fill the other
/// corners.
fn shared_out(holders: [Option<Seat>; 3], cell: &Cell) -> [Option<Seat>; 3] {
    let thirds = |percent: u8| (3 * u32::from(percent) + 50) / 100;
    let mut left: Vec<(Seat, u32)> = cell.tint.iter().map(|(seat, percent)| (*seat, thirds(*percent))).collect();
    let mut take = |wanted: Option<Seat>| {
        let entry =
            left.iter_mut().find(|(seat, thirds)| *thirds > 0 && wanted.is_none_or(|wanted| wanted == *seat))?;
        entry.1 -= 1;
        Some(entry.0)
    };
    let mut owners = holders.map(|seat| seat.and_then(|seat| take(Some(seat))));
    owners.iter_mut().filter(|owner| owner.is_none()).for_each(|owner| *owner = take(None));
    owners
}

/// A point that nobody can place on, in the colour of the seat that holds it.
fn middle(cell: &Cell) -> Element {
    let hexagon = "6.1,-3.5 6.1,3.5 0,7 -6.1,3.5 -6.1,-3.5 0,-7";
    match cell.tint.first() {
        None => el("polygon").class("b-middle").attr("points", hexagon).attr("transform", "scale(.7)"),
        Some((seat, _)) => el("g")
            .class(format!("b-stone b-middle-held seat-{}", seat.0))
            .child(el("polygon").class("b-body").attr("points", hexagon))
            .child(pieces::sign(*seat).attr("transform", "scale(.48)")),
    }
}

/// How many triangles that count now are around a place, and whether one of them counts for more.
pub(super) fn around(scene: &Scene, place: Place) -> (usize, bool) {
    let Place::Vertex(vertex) = place else { return (0, false) };
    let touching: BTreeSet<Triangle> = vertex.triangles().into_iter().collect();
    let framed: BTreeSet<Triangle> = marked(scene, MarkKind::CountsNow).collect();
    let counts = |triangle: &Triangle| framed.is_empty() || framed.contains(triangle);
    let more = marked(scene, MarkKind::CountsMore).any(|triangle| touching.contains(&triangle));
    let near = scene.cells.iter().filter_map(triangle_of).filter(|triangle| touching.contains(triangle));
    (near.filter(counts).count(), more)
}

/// The drawings of triangle signs for the legend.
pub(super) fn legend_mark(sign: Sign) -> Option<Element> {
    let triangle = Triangle::new(Vertex::ORIGIN, hex::Points::Up);
    let corner = Piece::new(Place::Vertex(Vertex::ORIGIN), Seat(0), scene::Shape::Stone);
    let tint = match sign {
        Sign::Share => vec![(Seat(0), 33), (Seat(1), 67)],
        Sign::Mark(MarkKind::CountsMore | MarkKind::CountsNow) => Vec::new(),
        Sign::Mark(_) | Sign::Badge(_) | Sign::Health | Sign::HealthUnknown | Sign::HealthRemembered | Sign::End => {
            return None;
        }
    };
    let place = Place::Triangle(triangle);
    let mut scene =
        Scene::of_cells(scene::Orientation::PointyTop, vec![Cell { place, name: String::new(), tint, scenery: true }]);
    scene.pieces.push(corner);
    if let Sign::Mark(kind) = sign {
        scene.marks.push(Mark { place, kind });
    }
    let ground = Ground::of(&scene);
    let preview = Preview::default();
    let drawn = scenery(&scene, &ground, Would { preview: &preview, actor: None })?;
    // The triangle hangs below its tip, which is in the middle of the drawing.
    Some(el("g").attr("transform", "translate(0 -19)").child(drawn))
}
