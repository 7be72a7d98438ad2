//! A match that is played or replayed on this device, as one viewer saw it: the same list of moments that a server tells.

use catalog::{DynMatch, Happened};
use game::{End, Seat, Viewer};
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
    let mut moments: Vec<Moment> =
        table.happened(known, eyes).into_iter().zip(known as u64 + 1..).map(|(seen, seq)| moment(seen, seq)).collect();
    if let Some(end) = table.end() {
        moments.push(early_end(table, end, eyes));
    }
    moments
}

fn moment(seen: Happened, seq: u64) -> Moment {
    let Happened { seat, turn, action, rolls, passed, told, view, actor, outcome } = seen;
    Moment {
        seq,
        what: What::Action { seat, turn, action, rolls, passed },
        told,
        view: value(view.get()),
        actor,
        outcome,
    }
}

fn early_end(table: &dyn DynMatch, end: End, eyes: Viewer) -> Moment {
    let what = match end {
        End::Resigned(seat) => What::Resigned { seat },
        End::Dropped(seat) => What::Dropped { seat },
        End::Abandoned => What::Abandoned,
    };
    // The end has changed nothing on the board.
    let before = table.actions().checked_sub(1).and_then(|known| table.happened(known, eyes).pop());
    let view = before.map_or_else(|| start(table, eyes).0, |seen| value(seen.view.get()));
    Moment { seq: table.actions() as u64 + 1, what, told: Vec::new(), view, actor: None, outcome: table.outcome() }
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("a view is written as JSON")
}
