//! The effects of an action, shown before it is played.

use game::Message;
use scene::{Mark, MarkKind, Odds, Preview};

use crate::about;
use crate::action::Action;
use crate::cell::Cell;
use crate::position::{Phase, Position};
use crate::scene::place;
use crate::tables::FACES;
use crate::telling::{told, unit_name};

/// The preview of an allowed action.
pub(crate) fn of(before: &Position, action: Action) -> Preview {
    match action {
        Action::Choose(_) => Preview { story: told(before, action, &[], before), ..Preview::default() },
        Action::Reroll(cell) => Preview {
            marks: vec![Mark { place: place(cell.index()), kind: MarkKind::Aim }],
            story: vec![
                Message::new("preview.reroll")
                    .with("face", i64::from(before.unit(cell.index()).face()))
                    .with("hex", cell.name()),
            ],
            odds: (1..=FACES as u8).map(|face| Odds { what: unit_name(before, face), weight: 1 }).collect(),
            ask: why_ask(before, action),
            ..Preview::default()
        },
        _ => {
            let mut after = before.clone();
            after.play(action, |_| unreachable!("only choices and rerolls roll dice"));
            Preview {
                marks: marks(before, action, &after),
                story: [told(before, action, &[], &after), against(before, action)].concat(),
                ask: why_ask(before, action),
                ..Preview::default()
            }
        }
    }
}

/// Everything that changes the armour of the attacked unit.
fn against(before: &Position, action: Action) -> Vec<Message> {
    match action {
        Action::Move { to, .. } | Action::Strike { to, .. } => {
            let target = before.unit(to.index());
            let is_enemy = target.is_some() && target.seat() != before.seat();
            if is_enemy { about::armour_changes(before, to.index()) } else { Vec::new() }
        }
        Action::Guard(_) | Action::Reroll(_) | Action::Choose(_) | Action::Deploy { .. } | Action::Decline => {
            Vec::new()
        }
    }
}

/// The question before an action that ends the game without winning it, or that gives away a free bonus action.
fn why_ask(before: &Position, action: Action) -> Option<Message> {
    if let (Action::Decline, Phase::Bonus(cell)) = (action, before.phase()) {
        let face = i64::from(before.unit(usize::from(cell)).face());
        return Some(Message::new("ask.decline").with("face", face).with("hex", Cell(cell).name()));
    }
    let mut after = before.clone();
    after.play(action, |_| 1); // whatever falls, it does not decide whether this is the end
    let first = |seat: usize| after.places()[seat] == 1;
    let wins = first(before.seat()) && (0..after.seats()).filter(|&seat| first(seat)).count() == 1;
    let turns = i64::from(after.rules().quiet_turns);
    (after.is_over() && !wins).then(|| Message::new("ask.draw").with("turns", turns))
}

fn marks(before: &Position, action: Action, after: &Position) -> Vec<Mark> {
    let mark = |cell: usize, kind| Mark { place: place(cell), kind };
    // In a turn of two actions, the story also has what the first action took.
    let known = if matches!(before.phase(), Phase::Bonus(_)) { before.story().taken } else { hex::Mask::EMPTY };
    let taken = (after.story().taken - known).iter().map(|cell| mark(cell, MarkKind::WouldTake));
    let own = match action {
        Action::Deploy { to, .. } => vec![mark(to.index(), MarkKind::WouldPlace)],
        Action::Move { from, to, .. } | Action::Strike { from, to } => {
            let target = before.unit(to.index());
            let falls = || before.combat(from.index(), to.index()).falls();
            match () {
                () if !target.is_some() => vec![mark(to.index(), MarkKind::WouldPlace)],
                () if target.seat() == before.seat() => {
                    [from, to].map(|cell| mark(cell.index(), MarkKind::WouldJoin)).to_vec()
                }
                () if falls() => Vec::new(), // the unit is among those taken
                () => vec![mark(to.index(), MarkKind::WouldWeaken)],
            }
        }
        Action::Guard(cell) => vec![mark(cell.index(), MarkKind::Aim)],
        Action::Reroll(_) | Action::Choose(_) | Action::Decline => Vec::new(),
    };
    own.into_iter().chain(taken).collect()
}
