//! From a key to its effect in the current state of the page.

use hex::Direction;
use scene::{Pick, Place, Scene};

use super::pick::{self, Hand};
use super::{Effects, press, zoom};
use crate::event::{Effect, Focus, Key};
use crate::ground::{Ground, SIZE};
use crate::keys::{Command, command};
use crate::model::Model;
use crate::press::{Press, TablePress};
use client::Client;

/// The effect of a key in the current state of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// The cursor goes to the nearest place in this direction of the screen.
    Arrow(i8, i8),
    /// The cursor goes to the neighbour in this direction.
    Neighbour(Direction),
    /// The place under the cursor is picked.
    Pick,
    /// The focus goes to the cursor.
    GoToBoard,
    /// The same as a click.
    Press(Press),
    /// The key of a button that cannot be pressed now.
    Nothing,
}

/// Whether the page takes this key, so that the browser should not.
pub fn takes(model: &Model, key: &Key) -> bool {
    meaning(model, key).is_some()
}

pub(super) fn meaning(model: &Model, key: &Key) -> Option<Meaning> {
    let command = command(&key.name);
    if key.focus == Focus::Field || (model.visit.dialog.is_some() && command != Some(&Command::Escape)) {
        return None;
    }
    // While the device is handed over nothing of the table can be reached.
    let client = model.client.as_ref().filter(|client| client.hand_over_to().is_none() && model.visit.dialog.is_none());
    let on_board = matches!(key.focus, Focus::Place | Focus::Nothing);
    match command {
        Some(Command::Page(press)) => Some(Meaning::Press(press.clone())),
        Some(Command::Escape) if model.visit.dialog.is_some() => Some(Meaning::Press(Press::Close)),
        Some(Command::Escape) => client.map(|_| Meaning::Press(TablePress::Back.into())),
        Some(Command::Table(press)) => client.map(|_| Meaning::Press(press.clone().into())),
        // Enter and the blank press what has the focus, never a button of the game.
        Some(Command::Enter | Command::Space) if key.focus == Focus::Place => {
            // A move is never made by a key that is held.
            client.filter(|_| !key.repeated).map(|_| Meaning::Pick)
        }
        Some(Command::Enter) => client.filter(|_| on_board).map(|_| Meaning::GoToBoard),
        Some(Command::Space) => None,
        Some(Command::Number(by)) => {
            let zoom = if *by > 0 { TablePress::ZoomIn } else { TablePress::ZoomOut };
            step_number(client?, *by).or_else(|| own_key(client?, key)).or_else(|| Some(Meaning::Press(zoom.into())))
        }
        // The keys of the game's buttons come before the keys that walk on the board: what the buttons say is what the
        // keys do.
        Some(Command::Arrow(right, down)) => {
            own_key(client?, key).or_else(|| on_board.then_some(Meaning::Arrow(*right, *down)))
        }
        Some(Command::Neighbour(way)) => own_key(client?, key).or_else(|| on_board.then_some(Meaning::Neighbour(*way))),
        None => own_key(client?, key),
    }
}

/// The next number of those that are offered, if there are any.
fn step_number(client: &Client, by: isize) -> Option<Meaning> {
    let stepper = client.stepper()?;
    let next = stepper.beside(by);
    Some(next.map_or(Meaning::Nothing, |next| Meaning::Press(TablePress::Number(next).into())))
}

/// The button of the game that has this key.
fn own_key(client: &Client, key: &Key) -> Option<Meaning> {
    let called = |pick: &Pick| match pick {
        Pick::Button(button) => client.key_of(button).is_some_and(|own| own.eq_ignore_ascii_case(&key.name)),
        Pick::Hex(_) | Pick::Vertex(_) | Pick::Unit(_) | Pick::Number(_) => false,
    };
    let pad = if client.acts_here() { client.pad() } else { Vec::new() };
    let mut buttons: Vec<Option<usize>> =
        pad.into_iter().filter(|(pick, _)| called(pick)).map(|(_, index)| index).collect();
    game::sort_by_key(&mut buttons, Option::is_none);
    match buttons.first()? {
        // A move is never made by a key that is held; a step of a plan may be.
        Some(index) if !key.repeated || is_step(client, *index) => {
            Some(Meaning::Press(TablePress::Choose(*index).into()))
        }
        Some(_) | None => Some(Meaning::Nothing),
    }
}

fn is_step(client: &Client, index: usize) -> bool {
    let action = client.choices().get(index).and_then(|pick| client.action_of(pick).cloned());
    action.is_some_and(|action| client.is_tentative(&action))
}

pub(super) fn act(model: &mut Model, meaning: Meaning, effects: &mut Effects) {
    let Some(client) = &mut model.client else {
        if let Meaning::Press(pressed) = meaning {
            press::press(model, pressed, false, effects);
        }
        return;
    };
    let to = match meaning {
        Meaning::Press(pressed) => return press::press(model, pressed, false, effects),
        Meaning::Nothing => return,
        // Only what is shown is played: a cursor that was out of sight is shown first.
        Meaning::Pick
            if client.pointing.looking().is_some() && client.pointing.looking() == client.pointing.cursor() =>
        {
            client.begin_input();
            if let Some(place) = client.pointing.cursor() {
                pick::pick_or_mark(model, place, Hand::Sure, effects);
            }
            return;
        }
        Meaning::Pick | Meaning::GoToBoard => client.pointing.cursor(),
        Meaning::Arrow(right, down) => client
            .pointing
            .cursor()
            .and_then(|from| towards(&client.picture.scene, &client.ground, from, (right, down))),
        Meaning::Neighbour(direction) => client.pointing.cursor().and_then(|from| client.neighbour(from, direction)),
    };
    let to = to.or(client.pointing.cursor());
    client.begin_input();
    client.pointing.unmark();
    client.pointing.look_at_nothing();
    if let Some(place) = to {
        client.pointing.look_at(place);
    }
    let name = to.and_then(|place| client.picture.scene.name_of(place)).map(str::to_owned);
    if let Some(place) = to {
        zoom::show(model, place);
    }
    if let Some(name) = name {
        effects.push(Effect::Focus(format!("[data-place=\"{name}\"]")));
    }
}

/// The nearest place in a direction of the screen, staying in line as well as possible.
fn towards(scene: &Scene, ground: &Ground, from: Place, (right, down): (i8, i8)) -> Option<Place> {
    let here = ground.at(from);
    let (right, down) = (f64::from(right), f64::from(down));
    let ahead = scene.cells.iter().filter(|cell| !cell.scenery).filter_map(|cell| {
        let there = ground.at(cell.place);
        let (across, along) = ((there.x - here.x) / SIZE, (there.y - here.y) / SIZE);
        let forward = across * right + along * down;
        let sideways = (across * down + along * right).abs();
        // A little to the right counts less than a little to the left: the way down and up again is the same one.
        let tie = if across < -0.01 { 0.01 } else { 0.0 };
        (forward > 0.5).then_some((forward + 2.5 * sideways + tie, cell.place))
    });
    ahead.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, place)| place)
}
