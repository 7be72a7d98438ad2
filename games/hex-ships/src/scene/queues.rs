//! The order of movement and of fire of the round, with ties resolved (HS-37).

use game::Message;
use scene::{Queue, Queued, Stage};

use super::ground::shape;
use crate::battle::{Battle, Step};
use crate::ship::Fate;

/// Both orders. While fleets deploy, they are those of the first round.
pub(super) fn of(battle: &Battle) -> Vec<Queue> {
    let mut ordered = battle.clone();
    if battle.round() == 0 {
        ordered.fix_initiative();
        ordered.fix_order();
    }
    let stage_of = |is_done: bool, acts: bool| match (acts, is_done) {
        (true, _) => Stage::Acts,
        (false, true) => Stage::Done,
        (false, false) => Stage::Waits,
    };
    // Indices in the order of movement: up to where ships have moved, and from where on they have attacked.
    let all = battle.ships().len();
    let (moved, attacked) = match battle.step() {
        Step::Deploy { .. } => (0, all),
        Step::Move(moving) => (usize::from(moving.at), all),
        Step::Aim(aim) | Step::Roll { aim, .. } => (all, usize::from(aim.at) + 1),
        Step::Over(_) => (all, 0),
    };
    let acting = battle.acting().filter(|_| battle.round() > 0).map(usize::from);
    let is_moving_phase = matches!(battle.step(), Step::Deploy { .. } | Step::Move(_));
    let order: Vec<(usize, u8)> = ordered.move_order().enumerate().collect();
    let queued = |number: u8, stage: Stage| {
        let ship = battle.ship(number).filter(|ship| matches!(ship.fate, Fate::Here | Fate::Waiting | Fate::Aboard))?;
        let (unit, tag) = (u32::from(number), battle.ship_title(number));
        Some(Queued { unit, seat: ship.commander, tag, shape: shape(battle, ship), stage })
    };
    let acts = |number: u8, now: bool| now && acting == Some(usize::from(number));
    let movers = order.iter().map(|&(at, number)| queued(number, stage_of(at < moved, acts(number, is_moving_phase))));
    let shooters = order.iter().rev().filter(|(_, number)| {
        // A disabled ship drifts, but does not fire (HS-5). A squadron aboard may launch before it fires (HS-38).
        battle.ship(*number).is_some_and(|ship| !ship.is_disabled(battle.rules()) && !ship.is_aboard())
    });
    let shooters =
        shooters.map(|&(at, number)| queued(number, stage_of(at >= attacked, acts(number, !is_moving_phase))));
    let queue = |label, runs, pieces| Queue { label: Message::new(label), runs, pieces };
    vec![
        queue("queue.move", is_moving_phase, movers.flatten().collect()),
        queue("queue.fire", !is_moving_phase, shooters.flatten().collect()),
    ]
}
