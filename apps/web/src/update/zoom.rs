//! The part of the board that is shown, and which side of it is below.

use crate::model::Model;
use crate::zoom::{STEP, Zoom};
use client::Client;
use scene::Place;

/// The middle of what is shown.
const MIDDLE: (f64, f64) = (0.5, 0.5);

/// Shows a smaller part of the board, around the place that has the focus if it is in sight.
pub(super) fn closer(model: &mut Model) {
    let cursor = model.client.as_ref().and_then(|client| share(client, client.pointing.looking()?));
    let zoom = model.visit.zoom;
    let at = cursor.map(|at| within(zoom, at)).filter(|at| is_in_sight(*at)).unwrap_or(MIDDLE);
    model.visit.zoom = zoom.by(STEP, at);
}

pub(super) fn farther(model: &mut Model) {
    model.visit.zoom = model.visit.zoom.by(1.0 / STEP, MIDDLE);
}

pub(super) fn show_all(model: &mut Model) {
    model.visit.zoom = Zoom::default();
}

/// Moves the shown part by a quarter of itself.
pub(super) fn go(model: &mut Model, right: i8, down: i8) {
    model.visit.zoom = model.visit.zoom.moved(f64::from(right) / 4.0, f64::from(down) / 4.0);
}

/// Brings a place into sight, to which the keys have moved the cursor.
pub(super) fn show(model: &mut Model, place: Place) {
    if let Some(at) = model.client.as_ref().and_then(|client| share(client, place)) {
        model.visit.zoom = model.visit.zoom.showing(at);
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
