//! Uses of the energy that the guns do not need.

use hex_ships::{Action, Battle, Move, Ship, Side, mounts};

use super::worth;

/// The smallest shift of shield points that is worth an action. The side in danger must also have fewer points than
/// this.
const WORTH_A_SHIFT: u8 = 3;

/// The threat to a ship and its friends, as a share of a ship's worth, for which counter measures are worth the energy of
/// guns.
const GREAT_THREAT: f32 = 0.8;

/// The next use of counter measures, shield charge or shift. None if nothing more is worth doing.
pub(super) fn idea(battle: &Battle, moving: &Move, ship: &Ship, enemies: &[(f32, Ship)]) -> Option<Action> {
    let danger = danger(battle, ship, enemies);
    if let Some(shift) = shift(battle, ship, &danger) {
        return Some(shift);
    }
    let budget = spare(battle, ship, enemies);
    if jamming_pays(battle, ship, &danger, budget) {
        return Some(Action::Jam);
    }
    if moving.charges == 0 {
        return None;
    }
    let price = |side: Side| ship.charge_price(side, battle.rules()).map(u32::from);
    let affordable = Side::ALL.into_iter().filter(|&side| price(side).is_some_and(|price| price <= budget));
    // Charge the side in the most danger. Among equals, charge the side that misses most points, the front first.
    let missing = |side: Side| ship.hull(battle.rules()).shields[side as usize] - ship.shields[side as usize];
    let best = affordable.max_by(|&a, &b| {
        let key = |side: Side| (danger[side as usize], missing(side));
        let ((one, of_one), (two, of_two)) = (key(a), key(b));
        one.total_cmp(&two).then(of_one.cmp(&of_two)).then((b as u8).cmp(&(a as u8)))
    });
    best.map(Action::Charge)
}

/// Whether to switch the electronic counter measures on: for energy that nothing else needs if there is any threat, and for
/// energy of the guns if the threat to the ship and to friends near it is great.
fn jamming_pays(battle: &Battle, ship: &Ship, danger: &[f32; 4], budget: u32) -> bool {
    if !battle.has_expansions() || battle.forbids(Action::Jam).is_some() {
        return false;
    }
    let Some((energy, _, reach)) = ship.counter_measures(battle.rules()) else { return false };
    let near =
        |other: &&Ship| other.is_here() && other.seat == ship.seat && other.hex.distance(ship.hex) <= i32::from(reach);
    // The ship itself stands among them where it began its move, which is near enough.
    let friends = battle.ships().iter().filter(near).count().max(1) as f32;
    let threat: f32 = danger.iter().sum();
    threat > 0.0 && (u32::from(energy) <= budget || threat * friends > GREAT_THREAT)
}

/// The threat of the enemies as they stand to each side of the ship.
fn danger(battle: &Battle, ship: &Ship, enemies: &[(f32, Ship)]) -> [f32; 4] {
    let mut danger = [0.0; 4];
    for (_, enemy) in enemies.iter().filter(|(_, enemy)| enemy.works(battle.rules())) {
        if let Some(side) = ship.side_towards(enemy.hex) {
            danger[side as usize] += worth::of_threat(battle, enemy, ship);
        }
    }
    danger
}

/// The energy that neither this round's attack nor the next round's needs, or that would be lost at the next upkeep
/// because the store is full.
fn spare(battle: &Battle, ship: &Ship, enemies: &[(f32, Ship)]) -> u32 {
    let rules = battle.rules();
    let hull = ship.hull(rules);
    let costs = |target: &Ship| battle.energy_of(ship, battle.automatic(ship, target, 0));
    let attack = enemies.iter().map(|(_, enemy)| costs(enemy)).max().unwrap_or(0);
    let loaded = (0..hull.mounts.len()).filter(|&mount| ship.can_shoot(mount, battle.set()));
    let guns = loaded.fold(0, |mask, mount| mask | 1 << mount);
    let guns: u32 = mounts(guns).map(|mount| battle.energy_of(ship, 1 << mount)).sum();
    let regained = u32::from(hull.regeneration) + u32::from(ship.engineering(rules).energy);
    let regained = regained.saturating_sub(u32::from(ship.disruption));
    let (energy, most) = (u32::from(ship.energy), u32::from(hull.most_energy));
    let next = guns.min(most).saturating_sub(regained);
    let overflow = (energy.saturating_sub(attack) + regained).saturating_sub(most);
    energy.saturating_sub(attack + next).max(overflow.min(energy))
}

/// A shift of shield points from a side without danger to the side in the most danger.
fn shift(battle: &Battle, ship: &Ship, danger: &[f32; 4]) -> Option<Action> {
    let most = Side::ALL.into_iter().max_by(|&a, &b| danger[a as usize].total_cmp(&danger[b as usize]))?;
    let has = |side: Side| ship.shields[side as usize];
    let safe = Side::ALL.into_iter().filter(|&side| danger[side as usize] <= f32::EPSILON);
    let from = safe.max_by_key(|&side| has(side))?;
    let room = ship.hull(battle.rules()).shields[most as usize] - has(most);
    let points = room.min(has(from));
    let shift = Action::Shift { from, to: most, points };
    let helps = danger[most as usize] > 0.0 && points >= WORTH_A_SHIFT && has(most) < WORTH_A_SHIFT;
    (helps && battle.forbids(shift).is_none()).then_some(shift)
}
