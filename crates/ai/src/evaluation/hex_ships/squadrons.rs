//! When squadrons launch, and when they go back to their carrier (HS-38).

use hex_ships::{Action, Battle, Move, Ship};

/// A squadron launches when an enemy is within this distance beyond its own speed: it can fire in this round or the next one.
const NEAR: i32 = 6;
/// A squadron with less than this share of its hull goes back to be mended.
const WORN: f32 = 0.35;
/// The cost of a hex of the way home that is too fast to dock, in rounds.
const TOO_FAST: f32 = 0.25;

/// What a squadron does before anything else: it stays aboard until an enemy is near, or docks if it can.
pub(super) fn duty(battle: &Battle, moving: &Move, ship: &Ship) -> Option<Action> {
    if !ship.is_squadron() {
        return None;
    }
    if ship.is_aboard() {
        let waits = !is_armed(battle, ship) || is_worn(battle, ship) || !is_enemy_near(battle, ship);
        return waits.then_some(Action::Done);
    }
    if !returns(battle, ship) {
        return None;
    }
    if moving.is_set {
        return battle.way_home(moving, ship.speed);
    }
    let mut speeds = ship.speeds(battle.rules()).filter(|speed| *speed != 0);
    speeds.find(|&speed| battle.way_home(moving, speed).is_some()).map(Action::Speed)
}

/// Whether a squadron is on its way home: it is out of ammunition or badly hit, and there is a carrier that can help it.
pub(super) fn returns(battle: &Battle, ship: &Ship) -> bool {
    let carrier = battle.carrier_of(ship).filter(|carrier| carrier.works(battle.rules()));
    carrier.is_some() && !ship.is_aboard() && (!is_armed(battle, ship) || is_worn(battle, ship))
}

/// How far a squadron in this pose is from its bay, in rounds.
pub(super) fn rounds_home(battle: &Battle, ship: &Ship) -> f32 {
    let rules = battle.rules();
    let Some((carrier, bays)) = battle.carrier_of(ship).and_then(|carrier| Some((carrier, carrier.hull(rules).bays?)))
    else {
        return 0.0;
    };
    // In the next round it has to be slow enough to dock, and its bow points towards the carrier.
    let slowest = i32::from(*ship.speeds(rules).start()).max(0);
    let too_fast = (slowest - i32::from(bays.landing_speed)).max(0);
    let way = carrier.hex.distance(ship.hex);
    let past = (i32::from(bays.landing_speed) - 1 - way).min(0).abs() as f32 / f32::from(ship.max_speed(rules).max(1));
    let ahead = ship.hex.neighbour(ship.facing).distance(carrier.hex);
    past + TOO_FAST * too_fast as f32 + 0.02 * way as f32 + 0.06 * (ahead - way + 1) as f32
}

fn is_armed(battle: &Battle, ship: &Ship) -> bool {
    (0..ship.hull(battle.rules()).mounts.len()).any(|mount| ship.can_shoot(mount, battle.set()))
}

fn is_worn(battle: &Battle, ship: &Ship) -> bool {
    f32::from(ship.structure) < WORN * f32::from(ship.hull(battle.rules()).structure)
}

fn is_enemy_near(battle: &Battle, ship: &Ship) -> bool {
    let reach = i32::from(ship.max_speed(battle.rules())) + NEAR;
    let mut enemies = battle.ships().iter().filter(|other| other.seat != ship.seat && other.is_here());
    enemies.any(|enemy| enemy.hex.distance(ship.hex) <= reach)
}
