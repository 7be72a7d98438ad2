//! Overlays of the fields of fire with their range brackets.

use game::Message;
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
    let mut overlays: Vec<Overlay> = Vec::new();
    if !armed.is_empty() {
        overlays.push(overlay(battle, unit, ship, Message::new("overlay.all"), &armed));
    }
    for &mount in armed.iter().filter(|_| armed.len() > 1) {
        let label = mounted(battle, ship, mount);
        if !overlays.iter().any(|known| known.label == label) {
            overlays.push(overlay(battle, unit, ship, label, &[mount]));
        }
    }
    overlays
}

/// Every hex at which one of these weapons can fire, whether there is energy for it or not.
fn overlay(battle: &Battle, unit: u32, ship: &Ship, label: Message, armed: &[usize]) -> Overlay {
    let (rules, set, map) = (battle.rules(), battle.set(), battle.map());
    let mut areas = LABELS.map(|label| Area { label: Message::new(label), places: Vec::new() });
    let reach = rules.numbers.bracket_ends.last().copied().unwrap_or(0);
    for hex in ship.hex.disc(u32::from(reach)).filter(|&hex| map.contains(hex)) {
        let bears = armed.iter().any(|&mount| ship.bears(mount, hex, rules, set));
        if let Some(bracket) = rules.bracket(ship.hex.distance(hex)).filter(|_| bears) {
            areas[bracket].places.push(Place::Hex(hex));
        }
    }
    let areas = areas.into_iter().filter(|area| !area.places.is_empty()).collect();
    Overlay { label, unit: Some(unit), areas }
}
