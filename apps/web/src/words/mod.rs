//! Sentences that `update` tells and `view` shows. They stand here so that neither of the two needs the other.

mod left;
mod outcome;
mod picked;
mod sheet;

pub(crate) use left::{countdown, left_in_words};
pub(crate) use outcome::{happened, places, ranking, result};
pub(crate) use picked::{name_at, picked, thing};
pub(crate) use sheet::{sheet_in_words, side_in_words};

use game::{Message, Seat};

use crate::model::Model;
use crate::table::{Fault, Online, Table};

/// The hint that is shown, in words.
pub(crate) fn hint_in_words(model: &Model, table: &Table) -> Option<String> {
    let hint = table.hint_shown()?;
    let message = Message::new("hint.is").with("move", table.say_all(&hint.story)).with("percent", hint.percent);
    Some(model.tongue.tell(&message))
}

/// Where and why a text is no record, in a sentence.
pub(crate) fn fault_in_words(model: &Model, fault: &Fault) -> String {
    let message = Message::new("replay.fault").with("line", fault.line as i64);
    model.tongue.tell(&message.with("problem", fault.problem.clone()))
}

/// What somebody is called: by name, or by the seat.
pub(crate) fn person_name(table: &Table, online: &Online, seat: Seat) -> String {
    match online.name_of(seat) {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => table.seat_name(seat),
    }
}

/// With a capital letter in front.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().to_string() + letters.as_str())
}
