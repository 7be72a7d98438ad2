//! Pointing at things: places of the board, things beside it and buttons, by pointer, finger, key or by dragging.

use hex::Direction;
use scene::{Pick, Place};

use super::{Effects, board};
use crate::event::Effect;
use crate::model::Model;
use crate::press::Held;
use client::Target;

/// The pointer is over a place, or over none. While something is marked, the pointer is on its way to the button that
/// plays it, so the text under the board stays about that.
pub(super) fn hover(model: &mut Model, name: Option<&str>) {
    let marked = model.client.as_ref().is_some_and(|client| client.pointing.marked().is_some());
    if !marked {
        look(model, name);
    }
}

/// The pointer is in this sixth of the place that it is over, clockwise from the top of the screen.
pub(super) fn look_towards(model: &mut Model, sixth: Option<u8>) {
    if let Some(client) = &mut model.client {
        let towards = sixth.and_then(|sixth| Direction::ALL.get(usize::from(sixth)));
        client.pointing.look_towards(towards.map(|screen| client.ground.towards(*screen)));
    }
}

/// The keyboard's focus is on a place, or on none. Moving to another place takes the mark away.
pub(super) fn focus(model: &mut Model, name: Option<&str>) {
    if let Some(client) = &mut model.client {
        let place = name.and_then(|name| client.place(name));
        if place.is_some() && place != client.pointing.marked_place() {
            client.pointing.unmark();
        }
    }
    look(model, name);
}

fn look(model: &mut Model, name: Option<&str>) {
    if let Some(client) = &mut model.client {
        let place = name.and_then(|name| client.place(name));
        let elsewhere = place.is_some() && place != client.pointing.looking();
        if elsewhere {
            client.begin_input();
        } else if place.is_none() && client.hint_found().is_some() {
            client.note = None; // a hint waits behind it
        }
        match place {
            Some(place) => client.pointing.look_at(place),
            None => client.pointing.look_away(),
        }
    }
}

/// The pointer or the focus is on a button, or on none.
pub(super) fn consider(model: &mut Model, index: Option<usize>) {
    if let Some(client) = &mut model.client {
        let considered = index.and_then(|index| client.choices().get(index).cloned());
        if considered.is_some() && considered.as_ref() != client.pointing.considering() {
            client.begin_input();
        }
        match considered {
            Some(pick) => client.pointing.consider(pick),
            None => client.pointing.stop_considering(),
        }
    }
}

/// A place was clicked or tapped.
pub(super) fn place(model: &mut Model, name: &str, touch: bool, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    let Some(place) = client.place(name) else { return };
    if client.pointing.marked_button().is_some() {
        client.pointing.unmark();
    }
    client.pointing.look_at(place);
    if touch {
        client.pointing.look_towards(None); // a finger is too large to point at a part of a place
    }
    // A piece that is picked as a target is not selected: overlays stay those of the piece that acts.
    client.panels.selected =
        client.unit_at(place).filter(|_| client.picks_with(place).is_none() && client.end_at(place).is_none());
    pick_or_mark(model, place, if touch { Hand::Finger } else { Hand::Sure }, effects);
}

/// Opens the sheet of a piece and marks the piece on the board.
pub(super) fn look_at_unit(model: &mut Model, unit: u32) {
    let Some(client) = &mut model.client else { return };
    client.panels.selected = Some(unit);
    let place = client.place_of(&Pick::Unit(unit));
    client.pointing.look_away();
    if let Some(place) = place {
        client.pointing.look_at(place);
    }
    if let Some(sheet) = client.sheet(unit) {
        model.announcement = client.sheet_in_words(sheet);
    }
}

/// A thing beside the board was clicked or tapped.
pub(super) fn unit(model: &mut Model, unit: u32, effects: &mut Effects) {
    let Some(client) = model.client.as_mut().filter(|client| client.acts_here()) else { return };
    let Some(picks) = client.picks_with_unit(unit) else { return };
    client.pointing.look_away();
    pick(model, picks, effects);
    go_to_the_board(model, effects);
}

/// A button was clicked or tapped. The first tap of a finger that has not seen the odds only marks it; a setting does
/// the same for the mouse.
pub(super) fn choose(model: &mut Model, index: usize, touch: bool, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    let Some(chosen) = client.choices().get(index).cloned() else { return };
    let two_steps =
        client.action_of(&chosen).filter(|_| client.pointing.marked_button() != Some(&chosen)).is_some_and(|action| {
            let preview = || client.preview(action);
            // An action that can be taken back, or whose preview is always in sight, needs no second step.
            let shown = client.totals().is_some_and(|totals| totals.action == *action);
            if client.is_tentative(action) {
                return false;
            }
            model.settings.confirm || !shown && (touch && !(preview().odds.is_empty() && preview().pays.is_empty()))
        });
    if two_steps {
        client.pointing.mark(Target::Button(chosen));
        return;
    }
    let picks = client.pointing.picked_and(&chosen);
    let goes_on = client.picture.picks.action(&picks).is_some_and(|action| client.is_tentative(action));
    pick(model, picks, effects);
    // The button may be gone, so the keyboard goes on at the board. While planning, the button is pressed again and
    // again.
    if !goes_on {
        effects.push(Effect::Focus(CURSOR.to_owned()));
    }
}

/// Where the cursor of the keys is.
const CURSOR: &str = "[data-place][tabindex=\"0\"]";

/// After a pick beside the board the keyboard goes on at the board, at the first place that is open.
fn go_to_the_board(model: &mut Model, effects: &mut Effects) {
    let Some(client) = model.client.as_mut().filter(|client| !client.pointing.picked().is_empty()) else { return };
    let open = client.open();
    if open.is_empty() {
        return;
    }
    if !client.pointing.cursor().is_some_and(|cursor| open.contains_key(&cursor)) {
        let mut rows = client.ground.rows.iter().flatten().map(|index| client.picture.scene.cells[*index].place);
        if let Some(place) = rows.find(|place| open.contains_key(place)) {
            client.pointing.move_cursor(place);
        }
    }
    effects.push(Effect::Focus(CURSOR.to_owned()));
}

/// Something is dragged from now on. It is picked afresh, so that its whole reach is lit.
pub(super) fn drag(model: &mut Model, held: &Held) {
    let Some(client) = model.client.as_mut().filter(|client| client.acts_here()) else { return };
    let picks = match held {
        Held::Place(name) => client.place(name).and_then(|place| client.fresh_picks_with(place)),
        Held::Unit(unit) => client.fresh_picks_with_unit(*unit),
    };
    // A pick that is a whole action is made by a click, not by a drag.
    let Some(picks) = picks.filter(|picks| client.picture.picks.action(picks).is_none()) else { return };
    client.begin_input();
    client.pointing.drag(picks);
    client.preview_next();
}

/// The pointer lets go of what it dragged: on a place that can follow it is played there, anywhere else it goes back.
pub(super) fn drop(model: &mut Model, name: Option<&str>, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    if !client.pointing.drop() {
        return;
    }
    let place = name.and_then(|name| client.place(name)).filter(|place| client.open().contains_key(place));
    if let Some(place) = place {
        client.pointing.look_at(place);
        pick_or_mark(model, place, Hand::Sure, effects);
    } else {
        client.pointing.reset();
        client.pointing.look_away();
    }
}

/// The way in which a person points at a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hand {
    /// By pointer or cursor, which has shown the preview.
    Sure,
    /// By finger, which cannot hover: no preview was seen yet.
    Finger,
}

/// Picks a place. A move by finger takes two taps in every game: the first marks the move and shows what it would do,
/// the second plays it. A setting does the same for the pointer.
pub(super) fn pick_or_mark(model: &mut Model, place: Place, hand: Hand, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    let action = client.action_at(place).filter(|_| client.pointing.marked_place() != Some(place));
    let two_steps =
        action.is_some_and(|action| !client.is_tentative(&action)) && (hand == Hand::Finger || model.settings.confirm);
    if two_steps {
        client.pointing.mark(Target::Place(place));
    } else {
        pick_place(model, place, effects);
    }
}

fn pick_place(model: &mut Model, place: Place, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    let reply = client.pick_at(place);
    board::follow(model, reply, effects);
}

/// Sets the picks; if they are complete, the action is played.
fn pick(model: &mut Model, picks: Vec<Pick>, effects: &mut Effects) {
    let Some(client) = &mut model.client else { return };
    let reply = client.take(picks);
    board::follow(model, reply, effects);
}
