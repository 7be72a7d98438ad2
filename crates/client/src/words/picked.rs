//! What was picked, and what is to be picked next.

use game::Message;
use scene::{Place, Shape};

use crate::model::Model;
use crate::table::Table;

/// What was picked of a longer action with what is certain of it, and what is to be picked next.
pub(crate) fn picked(model: &Model) -> Option<String> {
    let table = model.table.as_ref().filter(|table| table.acts_here() && !table.pointing.picked().is_empty())?;
    let count = table.open().len() as i64;
    let named = table.pointing.picked().iter().rev().find_map(|pick| match table.tray_item(pick) {
        Some((_, item)) => Some(thing(model, table, &item.shape, item.title.as_ref())),
        None => table.place_of(pick).map(|place| name_at(table, place)),
    });
    let message = match (named, table.begun_with()) {
        (None, None) => return None,
        (None, Some(button)) if count == 0 => Message::new("picked.choose").with("place", table.button_words(button)),
        (None, Some(button)) => Message::new("picked.button").with("name", table.button_words(button)),
        (Some(name), _) if count == 0 => Message::new("picked.choose").with("place", name),
        (Some(name), Some(_)) => Message::new("picked.on").with("place", name),
        (Some(name), None) => Message::new("picked").with("place", name),
    };
    let certain =
        if table.pointing.picked().len() > 1 { table.certain(table.pointing.picked()).story } else { Vec::new() };
    let asked = (table.pointing.picked().len() > 1 && count == 0)
        .then(|| table.why_no_action(table.pointing.picked()))
        .flatten();
    Some(match asked {
        _ if !certain.is_empty() => format!("{} {}", table.say_all(&certain), model.tongue.say("choose-now")),
        Some(asked) => asked,
        None => model.tongue.tell(&message.with("count", count)),
    })
}

/// A place by its name, with what it is called that stands there, if it is called anything.
pub(crate) fn name_at(table: &Table, place: Place) -> String {
    let name = table.picture.scene.name_of(place).unwrap_or_default();
    let titled = table.picture.scene.pieces.iter().find(|piece| piece.place == place && piece.title.is_some());
    match titled.and_then(|piece| piece.title.as_ref()) {
        Some(title) => format!("{} {name}", table.say(title)),
        None => name.to_owned(),
    }
}

/// What a thing is called, with the face that it shows.
pub(crate) fn thing(model: &Model, table: &Table, shape: &Shape, title: Option<&Message>) -> String {
    let name = title.map(|title| table.say(title));
    match (name, shape) {
        (Some(name), Shape::Die(face)) => format!("{name} {face}"),
        (Some(name), _) => name,
        (None, Shape::Die(face)) => model.tongue.tell(&Message::new("thing.die").with("face", i64::from(*face))),
        (None, Shape::Ship(hull)) => hull.clone(),
        (None, Shape::Stone | Shape::Hold) => model.tongue.say("thing.stone"),
    }
}
