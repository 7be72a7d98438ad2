//! What becomes of a table that was left, and how long there is to come back.

use game::{Message, SortedMap};

use crate::model::{Left, Model, Waits};

/// The sentence about a table that the person has left.
pub(crate) fn left_in_words(model: &Model, left: &Left) -> String {
    let too_late = left.is_too_late(model.now);
    let key = match (left.waits, left.begun) {
        (Waits::ForGuest, _) if left.grace.is_some() => "left.waiting",
        (Waits::ForGuest | Waits::Here, _) => "left.waiting-long",
        (Waits::ForYou, _) => "left.come-long",
        (Waits::Until(_), false) if left.calls(model.now) => "left.come",
        (Waits::Until(_), true) if !too_late => "left",
        (Waits::Until(_), false) if !too_late => "left.seat",
        (Waits::Until(_), true) => "left.too-late",
        (Waits::Until(_), false) | (Waits::SeatGone, _) => "left.seat-gone",
        (Waits::Over, _) => "left.over",
    };
    let until = match left.waits {
        Waits::Until(at) => at,
        Waits::ForGuest | Waits::ForYou | Waits::Here | Waits::Over | Waits::SeatGone => model.now,
    };
    let message = Message { key: key.into(), args: SortedMap::new() }
        .with("game", left.game.to_owned())
        .with("time", countdown(model, until))
        .with("seconds", i64::from(left.grace.unwrap_or(0)));
    model.tongue.tell(&message)
}

/// Minutes and seconds until a time of the browser's clock.
pub(crate) fn countdown(model: &Model, at: f64) -> String {
    let seconds = ((at - model.now) / 1000.0).ceil().max(0.0) as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
