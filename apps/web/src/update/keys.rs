//! The keys: what they ask for, and the list of them that `?` shows.

use hex::Direction;
use scene::{Pick, Place, Scene};

use super::Effects;
use super::pick::{self, Hand};
use crate::event::{Effect, Focus, Key};
use crate::ground::{Ground, SIZE};
use crate::model::Model;
use crate::table::Table;
use crate::wish::Wish;

/// The list: keys as people read them, and the key of the sentence that says what they do.
pub const HELP: &[(&str, &str)] = &[
    ("← ↑ → ↓", "keys.arrows"),
    ("Q W E A S D", "keys.six"),
    ("Enter", "keys.enter"),
    ("Esc", "keys.escape"),
    ("Tab", "keys.tab"),
    ("U", "keys.undo"),
    ("+ −", "keys.number"),
    ("H", "keys.hint"),
    (", . [ ]", "keys.step"),
    ("?", "keys.help"),
];

/// What a key asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KeyWish {
    Arrow(i8, i8),
    Step(Direction),
    Pick,
    GoToBoard,
    Ask(Wish),
    /// The key of a button that cannot be pressed now.
    Nothing,
}

/// Whether the page takes this key, so that the browser should not.
pub fn takes(model: &Model, key: &Key) -> bool {
    wish(model, key).is_some()
}

pub(super) fn wish(model: &Model, key: &Key) -> Option<KeyWish> {
    // While the device is handed over nothing of the table can be reached.
    let at_table = model.table.as_ref().is_some_and(|table| table.hand_over_to().is_none()) && model.dialog.is_none();
    if key.focus == Focus::Field || (model.dialog.is_some() && key.name != "Escape") {
        return None;
    }
    let on_board = at_table && matches!(key.focus, Focus::Place | Focus::Nothing);
    let ask = |wish: Wish| Some(KeyWish::Ask(wish));
    let step = |direction| on_board.then_some(KeyWish::Step(direction));
    match key.name.to_ascii_lowercase().as_str() {
        "?" => ask(Wish::Keys),
        "escape" if model.dialog.is_some() => ask(Wish::Close),
        "escape" if at_table => ask(Wish::Back),
        "u" if at_table => ask(Wish::Undo),
        "h" if at_table => ask(Wish::Hint),
        "," | "[" if at_table => ask(Wish::Step(-1)),
        "." | "]" if at_table => ask(Wish::Step(1)),
        name if at_table && let Some(pressed) = pressed(model, name, key) => Some(pressed),
        // A move is never made by a key that is held, nor by one that was meant for something else.
        "enter" | " " if on_board && key.focus == Focus::Place => (!key.repeated).then_some(KeyWish::Pick),
        "enter" if on_board => Some(KeyWish::GoToBoard),
        "arrowup" if on_board => Some(KeyWish::Arrow(0, -1)),
        "arrowdown" if on_board => Some(KeyWish::Arrow(0, 1)),
        "arrowleft" if on_board => Some(KeyWish::Arrow(-1, 0)),
        "arrowright" if on_board => Some(KeyWish::Arrow(1, 0)),
        // Clockwise from W round the letters as the directions go round the compass.
        "w" => step(Direction::N),
        "e" => step(Direction::NE),
        "d" => step(Direction::SE),
        "s" => step(Direction::S),
        "a" => step(Direction::SW),
        "q" => step(Direction::NW),
        _ => None,
    }
}

/// What a key of the game's own presses: a button that is called so, or the next number. They come before the keys that
/// walk on the board: what the buttons say is what the keys do.
fn pressed(model: &Model, name: &str, key: &Key) -> Option<KeyWish> {
    let table = model.table.as_ref().filter(|table| table.acts_here())?;
    if matches!(name, "enter" | " ") {
        return None; // those press what has the focus
    }
    let by = match name {
        "+" | "=" => Some(1),
        "-" | "−" => Some(-1),
        _ => None,
    };
    if let Some((by, stepper)) = by.zip(table.stepper()) {
        let at = stepper.numbers.iter().position(|number| *number == stepper.now)?;
        let next = at.checked_add_signed(by).and_then(|at| stepper.numbers.get(at)).filter(|_| stepper.open);
        return Some(next.map_or(KeyWish::Nothing, |next| KeyWish::Ask(Wish::Number(*next))));
    }
    let called = |pick: &Pick| match pick {
        Pick::Button(button) => table.key_of(button).is_some_and(|key| key.eq_ignore_ascii_case(name)),
        _ => false,
    };
    let mut buttons: Vec<Option<usize>> =
        table.pad().into_iter().filter(|(pick, _)| called(pick)).map(|(_, index)| index).collect();
    buttons.sort_by_key(Option::is_none);
    match buttons.first()? {
        // A move is never made by a key that is held; a step of a plan may be.
        Some(index) if !key.repeated || is_step(table, *index) => Some(KeyWish::Ask(Wish::Choose(*index))),
        _ => Some(KeyWish::Nothing),
    }
}

fn is_step(table: &Table, index: usize) -> bool {
    let action = table.choices().get(index).and_then(|pick| table.action_of(pick).cloned());
    action.is_some_and(|action| table.is_tentative(&action))
}

pub(super) fn grant(model: &mut Model, wish: KeyWish, effects: &mut Effects) {
    let Some(table) = &mut model.table else {
        if let KeyWish::Ask(wish) = wish {
            super::grant(model, wish, false, effects);
        }
        return;
    };
    let to = match wish {
        KeyWish::Ask(wish) => return super::grant(model, wish, false, effects),
        KeyWish::Nothing => return,
        // Only what is shown is played: a cursor that was out of sight is shown first.
        KeyWish::Pick if table.looking.is_some() && table.looking == table.cursor => {
            table.note = None;
            if let Some(place) = table.cursor {
                pick::pick_or_mark(model, place, Hand::Sure, effects);
            }
            return;
        }
        KeyWish::Pick | KeyWish::GoToBoard => table.cursor,
        KeyWish::Arrow(right, down) => {
            table.cursor.and_then(|from| towards(&table.picture.scene, &table.ground, from, (right, down)))
        }
        KeyWish::Step(direction) => {
            let way = table.ground.towards(direction);
            table.cursor.and_then(|from| neighbour(&table.picture.scene, from, way))
        }
    };
    let to = to.or(table.cursor);
    table.note = None;
    (table.cursor, table.looking, table.armed) = (to, to, None);
    (table.considering, table.pressed) = (None, None);
    if let Some(name) = to.and_then(|place| table.picture.scene.name_of(place)) {
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

/// The neighbour in a direction of the lattice; what is only looked at is stepped over.
fn neighbour(scene: &Scene, from: Place, direction: Direction) -> Option<Place> {
    let to = match from {
        Place::Hex(hex) => Place::Hex(hex.neighbour(direction)),
        Place::Vertex(vertex) => Place::Vertex(vertex.neighbour(direction)),
        Place::Triangle(_) => return None,
    };
    let cell = scene.cells.iter().find(|cell| cell.place == to)?;
    if cell.scenery { neighbour(scene, to, direction) } else { Some(to) }
}
