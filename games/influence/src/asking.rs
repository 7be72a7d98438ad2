//! The questions that a client asks before it plays an action: if the action ends the game without winning it, and
//! before a first pass, which never gains anything by itself (IN-7).

use game::Message;

use crate::action::Action;
use crate::influence::seat;
use crate::position::{Colour, Position};
use crate::telling::points;

/// A corner pays a third of its triangle on average, and at most all of it.
const MOST_OF_AVERAGE: u32 = 3;

/// The question to the acting player before this allowed action is played, if there is one.
pub(crate) fn why_ask(before: &Position, action: Action) -> Option<Message> {
    let mover = before.to_move();
    let mut after = before.clone();
    if action == Action::Pass && !before.skipped() {
        after.play(Action::Pass);
        let sure = is_sure(&after, Action::Pass);
        after.play(Action::Pass);
        let known = ["ask.first-pass.wins", "ask.first-pass.loses", "ask.first-pass.ties"];
        return Some(if sure {
            told(&after, mover, known)
        } else {
            with_totals("ask.first-pass.rolls", before, mover)
        });
    }
    if action != Action::Pass && before.rolls(action) {
        return None; // the dice decide whether the game ends, and who wins
    }
    let echo = after.play(action).echo.unwrap_or_default();
    if !after.is_over() {
        return None;
    }
    if !is_sure(before, action) {
        let [own, enemy] = [mover, mover.other()].map(|colour| before.totals()[colour as usize]);
        let wins_anyway = own > enemy + MOST_OF_AVERAGE * echo[mover.other() as usize];
        return (!wins_anyway).then(|| with_totals("ask.ends.rolls", before, mover));
    }
    let loses = after.winner() != Some(mover);
    loses.then(|| told(&after, mover, ["ask.ends.loses", "ask.ends.loses", "ask.ends.ties"]))
}

/// Whether chance does not affect what an allowed action pays.
fn is_sure(before: &Position, action: Action) -> bool {
    !before.rolls(action)
}

/// The sentence for a win, a loss or equal totals of the acting player.
fn told(after: &Position, mover: Colour, [wins, loses, ties]: [&'static str; 3]) -> Message {
    let key = match () {
        () if after.lead() == 0 => ties,
        () if after.winner() == Some(mover) => wins,
        () => loses,
    };
    with_totals(key, after, mover)
}

fn with_totals(key: &'static str, position: &Position, mover: Colour) -> Message {
    let total = |colour: Colour| points(i64::from(position.totals()[colour as usize]));
    Message::new(key).with("enemy", seat(mover.other())).with("own", total(mover)).with("theirs", total(mover.other()))
}
