//! A match that is played or replayed on this device, as one viewer saw it: the same list of moments that a server tells.

use catalog::{DynMatch, Happened, Happening};
use game::{Seat, Viewer};
use protocol::{Moment, What};
use serde_json::Value;

/// The first position, and who acted in it.
pub(super) fn start(table: &dyn DynMatch, eyes: Viewer) -> (Value, Option<Seat>) {
    let (view, actor) = table.start_text(eyes);
    (value(view.get()), actor)
}

/// What happened after the first `known` actions. Whoever looks with the eyes of a seat keeps them beyond the end: that
/// everything is open then is a matter of whose eyes one asks for.
pub(super) fn moments(table: &dyn DynMatch, known: usize, eyes: Viewer) -> Vec<Moment> {
    table.happened(known, eyes).into_iter().zip(known as u64 + 1..).map(|(seen, seq)| moment(seen, seq)).collect()
}

fn moment(seen: Happened, seq: u64) -> Moment {
    let Happened { what, rolls, passed, told, view, actor, outcome } = seen;
    let what = match what {
        Happening::Action { seat, turn, action } => What::Action { seat, turn, action, rolls, passed },
        Happening::Exit { exit, turn } => What::Exit { exit, turn, rolls, passed },
    };
    Moment { seq, what, told, view: value(view.get()), actor, outcome }
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("a view is written as JSON")
}
