//! The luck of each player compared with the average of a die: with the army, with the rerolls of the setup, and with
//! rerolls in play.

use game::{Luck, Message, Roll, Seat};

use crate::action::{Action, Faces};
use crate::position::{Phase, Position};
use crate::tables::FACES;

fn of_dice(what: &'static str, dice: usize, got: u32) -> Luck {
    let average = (1 + FACES) as f64 / 2.0;
    Luck { what: Message::new(what), expected: average * dice as f64, got: f64::from(got) }
}

/// The luck of the first roll of each army.
pub(crate) fn of_armies(start: &Position) -> Vec<(Seat, Luck)> {
    let army = |seat: usize| {
        let hand = start.hand(seat);
        let got = hand.iter().map(|&face| u32::from(face)).sum();
        (Seat(seat as u8), of_dice("luck.army", hand.len(), got))
    };
    (0..start.seats()).map(army).collect()
}

/// The luck of a reroll in play.
pub(crate) fn of_reroll(action: Action, rolls: &[Roll]) -> Vec<Luck> {
    match (action, rolls) {
        (Action::Reroll(_), [roll]) => vec![of_dice("luck.reroll", 1, roll.value)],
        _ => Vec::new(),
    }
}

/// The luck of the rerolls in the setup. The dice of all players are rolled after the last choice, or when the last
/// seat to choose is left. The last of these rolls only draws who is first.
pub(crate) fn of_setup(before: &Position, action: Option<Action>, rolls: &[Roll]) -> Vec<(Seat, Luck)> {
    if before.phase() != Phase::Choosing {
        return Vec::new();
    }
    let Some((_, mut rest)) = rolls.split_last() else { return Vec::new() };
    let last = if let Some(Action::Choose(faces)) = action { faces } else { Faces::default() };
    let mut all = Vec::new();
    for seat in 0..before.seats() {
        let chosen = if seat == before.seat() { last } else { before.chosen(seat) };
        let (own, others) = rest.split_at_checked(chosen.len()).unwrap_or((rest, &[]));
        let got = own.iter().map(|roll| roll.value).sum();
        all.extend((!own.is_empty()).then(|| (Seat(seat as u8), of_dice("luck.army-reroll", own.len(), got))));
        rest = others;
    }
    all
}
