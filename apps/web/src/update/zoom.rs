//! The part of the board that is shown, and which side of it is below.

use crate::model::{Model, ZoomBy};
use crate::zoom::{STEP, Zoom, has_tiny_hexes};
use client::Client;
use scene::{Piece, Place};

/// The middle of what is shown.
const MIDDLE: (f64, f64) = (0.5, 0.5);

/// The person has chosen a part of the board.
pub(super) fn choose(model: &mut Model, zoom: Zoom) {
    (model.visit.zoom, model.visit.zoom_by) = (zoom, ZoomBy::Person);
}

/// The board has this size on the screen. A part that the page has chosen by the size of another board is chosen again.
pub(super) fn measured(model: &mut Model, size: (f64, f64)) {
    model.board_size = Some(size);
    if !std::mem::replace(&mut model.visit.is_measured, true) && model.visit.zoom_by == ZoomBy::Page {
        (model.visit.zoom, model.visit.zoom_by) = (Zoom::default(), ZoomBy::Nobody);
    }
}

/// Shows the person's pieces, all that can be picked, and as many of the other pieces as fit, if the whole board would have
/// very small hexes: first, and when one of them gets out of sight, until the person chooses a part.
pub(super) fn show_what_matters(model: &mut Model) {
    let (Some(client), Some(size)) = (&model.client, model.board_size) else { return };
    let (zoom, by) = (model.visit.zoom, model.visit.zoom_by);
    let frame = client.ground.frame;
    // A zoomed board may be larger on the screen than a whole one, so its size decides only the first time. While shots
    // are in the air, what they are about stays in sight.
    let stays = match by {
        ZoomBy::Nobody => !has_tiny_hexes(frame, size),
        ZoomBy::Page => client.is_undecided(),
        ZoomBy::Person => true,
    };
    if stays {
        return;
    }
    let lesson = model.visit.lesson.as_ref();
    let pointed_out = lesson.map(|taught| {
        let arrows = taught.arrows(client).into_iter().flat_map(|(from, to)| [from, to]);
        arrows.chain(taught.marks(client)).collect::<Vec<Place>>()
    });
    let at = |place: Place| {
        let at = client.ground.at(place);
        (at.x, at.y)
    };
    let seat = client.hand();
    let is_own = |piece: &&Piece| seat.is_none_or(|seat| piece.seat == seat);
    let (own, others): (Vec<&Piece>, Vec<&Piece>) = client.picture.scene.pieces.iter().partition(is_own);
    let places = own.into_iter().map(|piece| piece.place).chain(next_places(client));
    let points: Vec<(f64, f64)> = places.chain(pointed_out.into_iter().flatten()).map(at).collect();
    // Somebody else begins: what matters to this person is known later.
    if points.is_empty() {
        return;
    }
    let in_sight = |at: &(f64, f64)| zoom.shows(frame, None, *at);
    // The other pieces come into sight at the beginning of the person's turn: a view that changes with each of their moves
    // would be hard to follow.
    let begins = client.acts_here() && client.plan.is_empty();
    if by == ZoomBy::Page && !begins && points.iter().all(in_sight) {
        return;
    }
    let points = Zoom::fitting(frame, size, points, others.into_iter().map(|piece| at(piece.place)).collect());
    if by == ZoomBy::Nobody || !points.iter().all(in_sight) {
        (model.visit.zoom, model.visit.zoom_by) = (Zoom::around(frame, &points), ZoomBy::Page);
    }
}

/// The places of the board that can be picked next: at once, or after a thing beside the board or a button.
fn next_places(client: &Client) -> impl Iterator<Item = Place> {
    let picked = client.pointing.picked();
    let next = client.picture.picks.iter().filter(move |(path, _)| client.acts_here() && path.starts_with(picked));
    next.filter_map(move |(path, _)| path[picked.len()..].iter().find_map(|pick| client.place_of(pick)))
}

/// Shows a smaller part of the board, around the place that has the focus if it is in sight.
pub(super) fn closer(model: &mut Model) {
    let cursor = model.client.as_ref().and_then(|client| share(client, client.pointing.looking()?));
    let zoom = model.visit.zoom;
    let at = cursor.map(|at| within(zoom, at)).filter(|at| is_in_sight(*at)).unwrap_or(MIDDLE);
    choose(model, zoom.by(STEP, at));
}

/// Shows a larger part of the board, or all of it after the part that the page has chosen.
pub(super) fn farther(model: &mut Model) {
    match model.visit.zoom_by {
        ZoomBy::Page => show_all(model),
        ZoomBy::Nobody | ZoomBy::Person => choose(model, model.visit.zoom.by(1.0 / STEP, MIDDLE)),
    }
}

pub(super) fn show_all(model: &mut Model) {
    choose(model, Zoom::default());
}

/// Moves the shown part by a quarter of itself.
pub(super) fn go(model: &mut Model, right: i8, down: i8) {
    choose(model, model.visit.zoom.moved(f64::from(right) / 4.0, f64::from(down) / 4.0));
}

/// Brings a place into sight, to which the keys have moved the cursor.
pub(super) fn show(model: &mut Model, place: Place) {
    if let Some(at) = model.client.as_ref().and_then(|client| share(client, place)) {
        let zoom = model.visit.zoom.showing(at);
        if zoom != model.visit.zoom {
            choose(model, zoom);
        }
    }
}

/// Turns the board by half a turn. The same places stay in sight.
pub(super) fn flip(model: &mut Model) {
    model.visit.flipped = !model.visit.flipped;
    model.visit.zoom = model.visit.zoom.turned_over();
    keep_flipped(model);
}

/// A client that was opened anew during the visit is turned like the one before it.
pub(super) fn keep_flipped(model: &mut Model) {
    if let Some(client) = model.client.as_mut().filter(|client| client.flipped != model.visit.flipped) {
        client.flip();
    }
}

/// Where a place is drawn, as a share of the whole board.
fn share(client: &Client, place: Place) -> Option<(f64, f64)> {
    let [x, y, width, height] = client.ground.frame;
    let at = client.ground.at(place);
    (width > 0.0 && height > 0.0).then(|| ((at.x - x) / width, (at.y - y) / height))
}

/// A point of the whole board as a share of the shown part.
fn within(zoom: Zoom, (x, y): (f64, f64)) -> (f64, f64) {
    let [left, top, width, height] = zoom.part([0.0, 0.0, 1.0, 1.0]);
    ((x - left) / width, (y - top) / height)
}

fn is_in_sight((x, y): (f64, f64)) -> bool {
    (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y)
}
