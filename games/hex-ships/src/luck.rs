//! The luck of attacks.

use game::{Dice, Luck, Message, Roll};

use crate::action::Action;
use crate::aiming::Aim;
use crate::battle::{Battle, Step};
use crate::event::Event;

/// The damage of attacks compared with the average. A roll that may be rerolled counts once it is accepted.
pub(crate) fn of(before: &Battle, action: Action, rolls: &[Roll]) -> Vec<Luck> {
    let (aim, from): (Aim, u8) = match (*before.step(), action) {
        (Step::Aim(aim), Action::Fire) => (aim, 0),
        (Step::Roll { aim, at, .. }, Action::Keep | Action::Reroll) => (aim, at),
        _ => return Vec::new(),
    };
    let mut after = before.clone();
    let mut got = 0;
    after.play(action, &mut Dice::scripted(rolls.iter().map(|roll| roll.value)), &mut |event| {
        if let Event::Struck { taken, .. } = event {
            got += taken.sum();
        }
    });
    let to = match after.step() {
        Step::Roll { aim: still, at, .. } if still.ship == aim.ship => *at,
        _ => aim.targets().len() as u8,
    };
    let Some(ship) = before.ship(aim.ship).filter(|_| to > from) else { return Vec::new() };
    let settled = aim.targets().skip(usize::from(from)).take(usize::from(to - from));
    let expected =
        settled.filter_map(|(target, on)| Some(before.forecast(ship, before.ship(target)?, on).damage)).sum();
    vec![Luck { what: Message::new("luck.damage"), expected, got: f64::from(got) }]
}
