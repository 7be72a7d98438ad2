//! Places of the board with nothing on them. A large board has hundreds, and they stay the same from one drawing to the next.

use scene::{Cell, Mark, Place};

use super::board::{Here, Open, place_ground, place_name, tab_index};
use crate::html::{Element, Node, el};
use crate::model::Model;
use crate::press::TablePress;
use client::Client;

/// All facts that the drawing of an empty place depends on.
#[derive(PartialEq)]
pub struct PlainFacts {
    name: String,
    transform: String,
    tab_index: Option<&'static str>,
    /// The size of the name, if it is shown.
    letters: Option<f64>,
    is_measured: bool,
    on_points: bool,
    /// By how many sixths the board is turned. The corners of the outline begin elsewhere then.
    turns: u8,
    game: &'static str,
    language: &'static str,
}

/// The places with something on them, in their order.
pub(super) fn in_use(client: &Client, preview: &[Mark]) -> Vec<Place> {
    let scene = &client.picture.scene;
    let mut places: Vec<Place> = scene.pieces.iter().map(|piece| piece.place).collect();
    let marks = scene.marks.iter().chain(preview).chain(&client.earlier.marks);
    places.extend(marks.map(|mark| mark.place));
    if let Some(hint) = client.hint_shown() {
        places.extend(hint.places.iter().chain(hint.way.last()));
        places.extend(hint.moved.iter().map(|piece| piece.place));
    }
    places.extend(client.pointing.picked().iter().filter_map(|pick| client.place_of(pick)));
    places.extend(client.pointing.looking());
    game::sort(&mut places);
    places
}

/// The drawing of a place if it is empty, which nothing in sight is about.
pub(super) fn view(model: &Model, client: &Client, here: &Here<'_>, in_use: &[Place]) -> Option<Node> {
    let cell = &client.picture.scene.cells[here.index];
    let Cell { place, name, tint, thirds: _, about, scenery: _ } = cell;
    let is_plain = matches!(here.open, Open::No)
        && here.reach.is_none()
        && here.area.is_none()
        && here.end.is_none()
        && !here.drags
        && tint.is_empty()
        && about.is_empty()
        && in_use.binary_search(place).is_err()
        && client.worst_at(*place).is_none()
        && !client.is_exposed(*place);
    if !is_plain {
        return None;
    }
    let facts = PlainFacts {
        name: name.clone(),
        transform: client.ground.transform(here.index).to_owned(),
        tab_index: tab_index(model, client, *place),
        letters: here.name,
        is_measured: model.board_size.is_some(),
        on_points: client.ground.on_points,
        turns: client.ground.turns,
        game: client.game.info().key,
        language: model.tongue.language,
    };
    Some(model.visit.kept_cells.part(here.index, facts, |facts| draw(model, client, facts, *place)))
}

fn draw(model: &Model, client: &Client, facts: &PlainFacts, place: Place) -> Element {
    let name = facts.letters.map(|letters| place_name(model, &facts.name, letters, facts.on_points));
    el("g")
        .attr("transform", &facts.transform)
        .key(facts.name.clone())
        .class("b-place")
        .attr("role", "gridcell")
        .maybe("tabindex", facts.tab_index)
        .attr("aria-label", format!("{}, {}", facts.name, model.tongue.say("place.empty")))
        .attr("data-place", &facts.name)
        .on_click(TablePress::Pick(facts.name.clone()))
        .child(place_ground(&client.ground, place).key("ground"))
        .children(name)
}
