//! The layer under boards of points: triangles in the colours of the seats that hold them, the frame of those that count
//! now, and points that nobody can place on.

use game::{Seat, SortedSet};
use hex::{Triangle, Vertex};
use scene::{Cell, Mark, MarkKind, Place, Scene, Sign};

use super::pieces;
use crate::ground::Ground;
use crate::html::{Element, el};

/// All scenery of the board. The cells of `would_be` are those that a previewed action would change, as they would be.
pub(super) fn scenery(scene: &Scene, ground: &Ground, would_be: &[Cell]) -> Option<Element> {
    if ground.scenery.is_empty() {
        return None;
    }
    let framed: SortedSet<Triangle> = game::gather(marked(scene, MarkKind::CountsNow));
    let draw = |index: &usize| {
        let known = &scene.cells[*index];
        let changed = would_be.iter().find(|cell| cell.place == known.place);
        let at = el("g").attr("transform", ground.transform(*index)).key(known.name.clone());
        match known.place {
            Place::Triangle(triangle) => {
                let counts = framed.is_empty() || framed.contains(&triangle);
                triangle_parts(at, ground, triangle, changed.unwrap_or(known), counts)
            }
            Place::Hex(_) | Place::Vertex(_) => at.child(middle(changed.unwrap_or(known))),
        }
        .maybe("data-changes", changed.map(|_| ""))
    };
    // The outlines lie over the tints, so that neighbouring triangles stay distinct: those that count, those that do
    // not, those that would change.
    let all = || ground.scenery.iter().map(|index| &scene.cells[*index]).filter_map(triangle_of);
    let counts = |triangle: &Triangle| framed.is_empty() || framed.contains(triangle);
    let (on, off): (SortedSet<Triangle>, SortedSet<Triangle>) = all().partition(counts);
    let changed: SortedSet<Triangle> = game::gather(would_be.iter().filter_map(triangle_of));
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
            .children(triangles.into_iter().map(draw))
            .children(lines)
            .children(points.into_iter().map(draw))
            .children(rim)
            .children(more),
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

/// A triangle: each seat's thirds are coloured, or all of it by share if it is not held in thirds. A triangle that
/// belongs wholly to one seat is stronger in colour and has the seat's sign. Every seat has a pattern too.
pub(super) fn triangle_parts(at: Element, ground: &Ground, triangle: Triangle, cell: &Cell, counts: bool) -> Element {
    let around = ground.outline(cell.place);
    let class = if counts { "b-triangle" } else { "b-triangle b-off" };
    let mut group = at.child(el("polygon").class(class).attr("points", around).key("ground"));
    for (seat, percent) in &cell.tint {
        let whole = if *percent >= 100 { " b-whole" } else { "" };
        let part = |class: &str, points: &str| el("polygon").class(class).attr("points", points);
        let tint = el("g").class(format!("b-tint seat-{}{whole}", seat.0)).key(format!("tint{}", seat.0));
        if cell.thirds.is_empty() {
            let all = part("b-part", around).attr("fill-opacity", f64::from(*percent) / 160.0);
            group = group.child(tint.child(all));
            continue;
        }
        let held = cell.thirds.iter().enumerate().filter(|(_, holder)| **holder == Some(*seat));
        let thirds = held.map(|(corner, _)| ground.third(triangle, corner));
        let tint = thirds.fold(tint, |tint, points| {
            tint.child(part("b-part", points)).child(part(&format!("b-weave b-weave-{}", seat.0), points))
        });
        let sign = (*percent >= 100).then(|| pieces::sign(*seat).attr("transform", "scale(.42)"));
        group = group.child(tint.children(sign));
    }
    group
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

/// The drawings of triangle signs for the legend.
pub(super) fn legend_mark(sign: Sign) -> Option<Element> {
    let triangle = Triangle::new(Vertex::ORIGIN, hex::Points::Up);
    let (tint, thirds) = match sign {
        Sign::Share => (vec![(Seat(0), 33), (Seat(1), 67)], [0, 1, 1].map(|seat| Some(Seat(seat))).to_vec()),
        Sign::Mark(MarkKind::CountsMore | MarkKind::CountsNow) => (Vec::new(), Vec::new()),
        Sign::Mark(_)
        | Sign::Badge(_)
        | Sign::Health
        | Sign::HealthUnknown
        | Sign::HealthRemembered
        | Sign::End
        | Sign::Captures
        | Sign::Target => {
            return None;
        }
    };
    let place = Place::Triangle(triangle);
    let cell = Cell { tint, thirds, scenery: true, ..Cell::new(place, String::new()) };
    let mut scene = Scene::of_cells(scene::Orientation::PointyTop, vec![cell]);
    if let Sign::Mark(kind) = sign {
        scene.marks.push(Mark { place, kind });
    }
    let ground = Ground::of(&scene);
    let drawn = scenery(&scene, &ground, &[])?;
    // The triangle hangs below its tip, which is in the middle of the drawing.
    Some(el("g").attr("transform", "translate(0 -19)").child(drawn))
}
