//! What an action would do, shown before it is done.

use scene::{Mark, MarkKind, Odds, Preview};

use crate::action::Action;
use crate::position::{Phase, Position};
use crate::scene::place;
use crate::tables::FACES;
use crate::telling::{told, unit_name};

/// The preview of an action that is allowed.
pub(crate) fn of(before: &Position, action: Action) -> Preview {
    match action {
        Action::Choose(_) => Preview { story: told(before, action, &[], before), ..Preview::default() },
        Action::Reroll(cell) => Preview {
            marks: vec![Mark { place: place(cell.index()), kind: MarkKind::Aim }],
            story: vec![
                game::Message::new("preview.reroll")
                    .with("face", i64::from(before.unit(cell.index()).face()))
                    .with("hex", cell.name()),
            ],
            odds: (1..=FACES as u8).map(|face| Odds { what: unit_name(face), weight: 1 }).collect(),
            ..Preview::default()
        },
        _ => {
            let mut after = *before;
            after.play(action, |_| unreachable!("only choices and rerolls roll dice"));
            Preview {
                marks: marks(before, action, &after),
                story: told(before, action, &[], &after),
                ..Preview::default()
            }
        }
    }
}

fn marks(before: &Position, action: Action, after: &Position) -> Vec<Mark> {
    let mark = |cell: usize, kind| Mark { place: place(cell), kind };
    // Within a turn of two actions the story has what the first of them took too.
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
                () if falls() => Vec::new(), // it is among what is taken
                () => vec![mark(to.index(), MarkKind::WouldWeaken)],
            }
        }
        Action::Guard(cell) => vec![mark(cell.index(), MarkKind::Aim)],
        Action::Reroll(_) | Action::Choose(_) | Action::Decline => Vec::new(),
    };
    own.into_iter().chain(taken).collect()
}
