//! What to do with the energy that the guns do not need.

use hex_ships::{Action, Battle, Move, Ship, Side, mounts};

use super::worth;

/// How much more the side in danger has to be in danger for points to be shifted to it.
const WORTH_A_SHIFT: u8 = 3;

/// Charges, a shift of shields, or nothing any more.
pub(super) fn idea(battle: &Battle, moving: &Move, ship: &Ship, enemies: &[(f32, Ship)]) -> Option<Action> {
    let danger = danger(battle, ship, enemies);
    if let Some(shift) = shift(battle, ship, &danger) {
        return Some(shift);
    }
    if moving.charges == 0 {
        return None;
    }
    let budget = spare(battle, ship, enemies);
    let price = |side: Side| ship.charge_price(side, battle.rules()).map(u32::from);
    let affordable = Side::ALL.into_iter().filter(|&side| price(side).is_some_and(|price| price <= budget));
    // Where most is to be feared; with nothing to fear, where most is missing, the front first.
    let missing = |side: Side| ship.hull(battle.rules()).shields[side as usize] - ship.shields[side as usize];
    let best = affordable.max_by(|&a, &b| {
        let key = |side: Side| (danger[side as usize], missing(side));
        let ((one, of_one), (two, of_two)) = (key(a), key(b));
        one.total_cmp(&two).then(of_one.cmp(&of_two)).then((b as u8).cmp(&(a as u8)))
    });
    best.map(Action::Charge)
}

/// What each side has to fear from the enemies as they stand.
fn danger(battle: &Battle, ship: &Ship, enemies: &[(f32, Ship)]) -> [f32; 4] {
    let mut danger = [0.0; 4];
    for (_, enemy) in enemies.iter().filter(|(_, enemy)| enemy.works(battle.rules())) {
        if let Some(side) = ship.side_towards(enemy.hex) {
            danger[side as usize] += worth::of_threat(battle, enemy, ship);
        }
    }
    danger
}

/// The energy that neither this round's attack nor the next one's needs, or that would not fit in at the next upkeep.
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

/// Points from where nothing is to be feared to where most is.
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
