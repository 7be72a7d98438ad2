//! The messages of a turn.

use game::{Arg, Message};

use crate::action::Action;
use crate::influence::{Influence, seat};
use crate::lead::SafeLead;
use crate::paying::SIXTHS;
use crate::position::{Colour, Position};

/// Sixths as a number with two decimals.
pub(crate) fn points(sixths: i64) -> Arg {
    Arg::hundredths(sixths, i64::from(SIXTHS))
}

/// A sentence with the points of each player, in sixths.
pub(crate) fn paid(key: &'static str, paid: [u32; 2]) -> Message {
    let players = Message::new(key).with("first", seat(Colour::Black)).with("second", seat(Colour::White));
    players.with("black", points(i64::from(paid[0]))).with("white", points(i64::from(paid[1])))
}

/// The mover's action, without its effects.
pub(crate) fn done(position: &Position, action: Action) -> Message {
    let name = |point: u8| position.ground().point_name(point).to_owned();
    let mover = |key| Message::new(key).with("seat", seat(position.to_move()));
    match action {
        Action::Pass => mover("skipped"),
        Action::One(point) => mover("placed").with("cell", name(point)),
        Action::Two(one, two) => mover("placed-two").with("one", name(one)).with("two", name(two)),
    }
}

pub(crate) fn tell(before: &Influence, action: Action, after: &Influence) -> Vec<Message> {
    let mut told = vec![done(&before.position, action)];
    let totals = &after.history.totals()[before.history.totals().len() - 1..];
    let grown: Vec<[u32; 2]> = totals
        .windows(2)
        .map(|pair| [0, 1].map(|colour| u32::from(pair[1][colour]) - u32::from(pair[0][colour])))
        .collect();
    if action != Action::Pass {
        told.push(paid("paid", grown[0]));
    }
    if after.position.is_over() {
        told.push(Message::new(ended_by(&after.position, action)));
    }
    if let Some(echo) = grown.get(1) {
        told.push(paid("echoed", *echo));
    }
    told.extend(ending(&after.position));
    let steps = after.position.frame_steps();
    if steps != before.position.frame_steps() {
        told.push(Message::new("frame-turned"));
    }
    let safe = after.position.safe_lead().filter(|_| before.position.safe_lead().is_none());
    told.extend(safe.map(SafeLead::message));
    told
}

pub(crate) fn ended_by(after: &Position, action: Action) -> &'static str {
    match action {
        Action::Pass => "ended.skipped",
        _ if after.empty() == 0 => "ended.full",
        _ => "ended.threshold",
    }
}

/// The winner and the margin.
fn ending(after: &Position) -> Option<Message> {
    let winner = after.winner()?;
    let key = if after.lead() == 0 { "won.tie" } else { "won" };
    Some(paid(key, after.totals()).with("seat", seat(winner)))
}
