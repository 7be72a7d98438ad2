//! The worth of ships and of attacks on them.

use game::Seat;
use hex_ships::rules::Skill;
use hex_ships::{Battle, Detail, Layers, Left, Ship, side_of};

use super::aims;

/// The worth of a point of each layer: shields come back, armour covers one side, the hull is the ship.
const LAYERS: [f32; 3] = [0.6, 1.0, 2.0];
/// Added to every ship's layers, so that the last points of a small ship do not count like a whole fleet.
const ALWAYS: f32 = 6.0;
/// The extra worth of destroying a ship, as a share of the ship's worth.
const KILL: f32 = 0.6;
/// The worth of a disabled ship, as a share: it cannot fight, but its hull still counts for points.
const DISABLED: f32 = 0.15;
/// The worth of disrupting a ship until it is disabled, as a share of its worth.
const DISRUPTION: f32 = 0.8;

/// The worth of a ship: its cost when it was picked, less what is broken. Squadrons have a worth of their own.
pub(super) fn of_ship(battle: &Battle, ship: &Ship) -> f32 {
    let rules = battle.rules();
    let whole = ship.design.cost_alone(rules, battle.set()) as f32;
    let mounts = ship.design.weapons.iter().flatten().count().max(1) as f32;
    let working = mounts - ship.broken.weapons.count_ones() as f32;
    let ranks: u8 = Skill::ALL.iter().map(|&skill| ship.design.ranks[skill as usize] - ship.rank(skill, rules)).sum();
    let fights = 0.5 + 0.5 * working / mounts;
    let worth = (whole - 3.0 * f32::from(ranks)).max(5.0) * fights;
    if ship.is_disabled(rules) { worth * DISABLED } else { worth }
}

fn points(layers: Layers) -> f32 {
    LAYERS[0] * f32::from(layers.shield) + LAYERS[1] * f32::from(layers.armour) + LAYERS[2] * f32::from(layers.hull)
}

/// The worth of an attack that reduces a side from `before` to `left`, as a share of the ship's worth.
fn progress(battle: &Battle, target: &Ship, before: Layers, left: Left) -> f32 {
    let done = (points(before) - points(left.layers)) / (points(before) + ALWAYS);
    let kill = if left.layers.hull == 0 { KILL } else { 0.0 };
    let regeneration = f32::from(target.hull(battle.rules()).regeneration);
    done + kill + DISRUPTION * f32::from(left.disruption) / regeneration
}

fn layers(ship: &Ship, target: &Ship) -> Layers {
    let side = target.side_towards(ship.hex).map_or(0, |side| side as usize);
    Layers { shield: target.shields[side], armour: target.armour[side], hull: target.structure }
}

/// The average worth of an attack with these weapons, as a share of the target's worth. Both ships may stand elsewhere
/// than in the battle.
pub(super) fn of_attack(battle: &Battle, ship: &Ship, target: &Ship, on: u8, detail: Detail) -> f32 {
    of_rolls(battle, ship, target, on, 2..=12, detail)
}

/// The same, for attack rolls with these sums only.
pub(super) fn of_rolls(
    battle: &Battle,
    ship: &Ship,
    target: &Ship,
    on: u8,
    sums: std::ops::RangeInclusive<i32>,
    detail: Detail,
) -> f32 {
    if on == 0 {
        return 0.0;
    }
    let before = layers(ship, target);
    let mut sum = 0.0;
    let all = battle.outcomes_of(ship, target, on, sums, detail, |left, weight| {
        sum += weight as f32 * progress(battle, target, before, left);
    });
    sum / all as f32
}

/// The average worth of an attack from here with the energy that the ship has, as a share of the target's worth.
pub(super) fn of_threat(battle: &Battle, ship: &Ship, target: &Ship) -> f32 {
    let on = battle.automatic(ship, target, 0);
    of_attack(battle, ship, target, on, Detail::Quick)
}

/// How a battle stands for a seat, from 0 to 1: the worth of its ships that fight, as a share of all ships that fight, and
/// its lead towards its aim.
pub(super) fn standing(battle: &Battle, seat: Seat) -> f32 {
    let (rules, seat) = (battle.rules(), side_of(seat));
    let of = |own: bool| -> f32 {
        let ships = battle.ships().iter().filter(|ship| (ship.seat == seat) == own);
        let fit = |ship: &Ship| f32::from(ship.structure) / f32::from(ship.hull(rules).structure);
        let fights = |ship: &&Ship| battle.round() == 0 || ship.works(rules) || ship.is_aboard();
        ships.filter(fights).map(|ship| of_ship(battle, ship) * (0.4 + 0.6 * fit(ship))).sum()
    };
    let (own, all) = (of(true), of(true) + of(false));
    let share = if all > 0.0 { own / all } else { 0.5 };
    (share + aims::lead(battle, seat)).clamp(0.0, 1.0)
}
