//! From where a ship can make its next attack: from where it stands, or from where its next move can end.

use hex::{Direction, Hex};

use crate::battle::{Battle, Step};
use crate::moving::Move;
use crate::ship::Ship;

/// A place, a facing, and the most energy that a ship can have there for its weapons.
pub(super) type Stand = (Hex, Direction, u8);

/// The next attack of a ship that works.
///
/// Hexes of ships that may move away before it count as free. A ship that has to stop short (HS-22) could attack from
/// elsewhere.
pub(super) struct NextAttack {
    /// Whether it can attack in this round without moving before.
    pub(super) now: bool,
    /// Where it can attack from after its next move, in this round or the next one. Each place once for each energy.
    pub(super) moved: Vec<Stand>,
}

impl NextAttack {
    pub(super) fn of(battle: &Battle, number: u8, ship: &Ship) -> Self {
        let (now, mut moved) = match battle.step() {
            Step::Move(moving) if moving.ship == number && moving.is_set => {
                let ends = battle.ends(moving, ship.speed).into_iter();
                (false, ends.map(|end| (end.hex, end.facing, ship.energy)).collect())
            }
            Step::Move(moving) if is_among(battle.move_order().skip(usize::from(moving.at)), number) => {
                let mut moved = after_moving(battle, number, ship, ship.energy);
                // Nobody moves before the ship whose turn it is.
                moved.retain(|(hex, ..)| moving.ship != number || !battle.is_taken(*hex, number));
                (false, moved)
            }
            Step::Move(_) => (true, Vec::new()),
            // The ships of higher initiative have attacked.
            Step::Aim(aim) => in_attacks(battle, number, ship, aim.at + 1),
            Step::Roll { aim, .. } => in_attacks(battle, number, ship, aim.at),
            Step::Deploy { .. } | Step::Over(_) => (false, Vec::new()),
        };
        moved.sort_unstable();
        moved.dedup();
        Self { now, moved }
    }
}

fn is_among(mut ships: impl Iterator<Item = u8>, number: u8) -> bool {
    ships.any(|ship| ship == number)
}

/// In the attacks of a round: these first ships of the order have not attacked yet, and all move again in the next round.
fn in_attacks(battle: &Battle, number: u8, ship: &Ship, first: u8) -> (bool, Vec<Stand>) {
    let now = is_among(battle.move_order().take(usize::from(first)), number);
    let is_last_round = battle.round() >= battle.rounds();
    let energy = ship.energy_after_upkeep(battle.rules());
    (now, if is_last_round { Vec::new() } else { after_moving(battle, number, ship, energy) })
}

fn after_moving(battle: &Battle, number: u8, ship: &Ship, energy: u8) -> Vec<Stand> {
    let rules = battle.rules();
    let speeds = ship.speeds(rules);
    let after_burning = energy.checked_sub(rules.numbers.afterburner_energy).filter(|_| ship.burns_left(rules) > 0);
    let burning = after_burning.map(|energy| (ship.burning_speed(rules), energy));
    let fastest = burning.map_or(*speeds.end(), |(speed, _)| speed);
    let mut stands = Vec::new();
    let moving = Move::new(0, number, ship, rules);
    battle.each_end_if_free(&moving, *speeds.start()..=fastest, |speed, hex, facing| {
        let left = match burning {
            _ if speeds.contains(&speed) => Some(energy),
            Some((fastest, energy)) if speed == fastest => Some(energy),
            _ => None,
        };
        stands.extend(left.map(|energy| (hex, facing, energy)));
    });
    stands
}
