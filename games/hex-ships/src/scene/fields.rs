//! Overlays of the fields of fire with their range brackets.

use game::Message;
use hex::Hex;
use scene::{Area, Overlay, Place};

use super::sheets::mounted;
use crate::battle::Battle;
use crate::ship::Ship;

/// The areas of a field, near to far.
const LABELS: [&str; 3] = ["bracket.short", "bracket.medium", "bracket.long"];

/// For every ship: one overlay for all weapons together, and then one for each different weapon.
pub(super) fn of(battle: &Battle) -> Vec<Overlay> {
    let here = (0_u32..).zip(battle.ships()).filter(|(_, ship)| ship.is_here());
    here.flat_map(|(unit, ship)| of_ship(battle, unit, ship)).collect()
}

fn of_ship(battle: &Battle, unit: u32, ship: &Ship) -> Vec<Overlay> {
    let (rules, set) = (battle.rules(), battle.set());
    let armed: Vec<usize> = (0..ship.hull(rules).mounts.len()).filter(|&mount| ship.can_shoot(mount, set)).collect();
    let reached = reached(battle, ship, &armed);
    let mut overlays: Vec<Overlay> = Vec::new();
    if !armed.is_empty() {
        overlays.push(overlay(unit, Message::new("overlay.all"), &reached, u32::MAX));
    }
    for (index, &mount) in armed.iter().enumerate().filter(|_| armed.len() > 1) {
        let label = mounted(battle, ship, mount);
        if !overlays.iter().any(|known| known.label == label) {
            overlays.push(overlay(unit, label, &reached, 1 << index));
        }
    }
    overlays
}

/// A hex at which a ship can fire.
struct Reached {
    place: Place,
    /// The index of its range bracket.
    bracket: usize,
    /// One bit for each armed weapon that can fire there.
    weapons: u32,
}

/// Every hex at which one of these weapons can fire, whether there is energy for it or not. All overlays of the ship are made
/// from this one list, because a scene is drawn several times for every action.
fn reached(battle: &Battle, ship: &Ship, armed: &[usize]) -> Vec<Reached> {
    let (rules, set, map) = (battle.rules(), battle.set(), battle.map());
    let reach = rules.numbers.bracket_ends.last().copied().unwrap_or(0);
    let look = |hex: Hex| {
        let bears = |&(_, &mount): &(usize, &usize)| ship.bears(mount, hex, rules, set);
        let weapons = armed.iter().enumerate().filter(bears).fold(0, |bits, (index, _)| bits | 1 << index);
        let bracket = rules.bracket(ship.hex.distance(hex)).filter(|_| weapons != 0)?;
        Some(Reached { place: Place::Hex(hex), bracket, weapons })
    };
    if armed.is_empty() {
        return Vec::new();
    }
    ship.hex.disc(u32::from(reach)).filter(|&hex| map.contains(hex)).filter_map(look).collect()
}

/// The hexes at which one of the weapons with these bits can fire, near to far.
fn overlay(unit: u32, label: Message, reached: &[Reached], weapons: u32) -> Overlay {
    let mut areas = LABELS.map(|label| Area { label: Message::new(label), places: Vec::new() });
    for hex in reached.iter().filter(|hex| hex.weapons & weapons != 0) {
        areas[hex.bracket].places.push(hex.place);
    }
    let areas = areas.into_iter().filter(|area| !area.places.is_empty()).collect();
    Overlay { label, unit: Some(unit), areas }
}
