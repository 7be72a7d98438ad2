//! What is seen of an action: the dice of an attack, its shots by kind of weapon, the sides that are hit, explosions, and the
//! way of a ship.

use game::Roll;
use scene::motion::{Layer, ShotKind, spread};
use scene::{Change, Happening, Motion, Orientation, Place, Scene};

use super::ground;
use crate::battle::{Battle, Step};
use crate::bearing::Side;
use crate::event::Event;
use crate::hex_ships::HexShips;
use crate::rules::WeaponKind;
use crate::ship::Ship;
use crate::telling::replayed;

/// This game hides nothing, so the action can be played again with its dice.
pub(super) fn of(change: &Change<'_, HexShips>) -> Motion {
    let before = &change.before.battle;
    let events = change.action.map(|action| replayed(before, *action, change.rolls).1).unwrap_or_default();
    let mut motion = Motion::default();
    throw(before, &events, change.rolls, &mut motion);
    shoot(before, &events, &mut motion);
    // Only the pieces are compared: to draw the rest of two scenes would take longer than everything else here.
    let pieces = |battle| Scene { pieces: ground::pieces(battle), ..Scene::of_cells(Orientation::FlatTop, Vec::new()) };
    let (was, now) = (pieces(before), pieces(&change.after.battle));
    // A destroyed ship explodes. The comparison would have it leave quietly.
    let destroyed: Vec<u32> = events.iter().filter_map(|event| destroyed(*event)).collect();
    let exploded: Vec<Place> = was
        .pieces
        .iter()
        .filter(|piece| piece.unit.is_some_and(|unit| destroyed.contains(&unit)))
        .map(|piece| piece.place)
        .collect();
    for piece in was.pieces.iter().filter(|piece| exploded.contains(&piece.place)) {
        motion.add(motion.changes_at, Happening::Leaves { piece: piece.clone(), explodes: true });
    }
    let mut quiet = Motion { changes_at: motion.changes_at, ..Motion::default() };
    quiet.compare(&was, &now, &exploded, |_| 0);
    // The shots have shown the damage already.
    quiet.steps.retain(|step| !matches!(step.what, Happening::Struck { .. }));
    motion.steps.append(&mut quiet.steps);
    motion
}

fn destroyed(event: Event) -> Option<u32> {
    if let Event::Destroyed { target } = event { Some(u32::from(target)) } else { None }
}

fn place(battle: &Battle, ship: u8) -> Option<Place> {
    battle.ship(ship).map(|ship| Place::Hex(ship.hex))
}

/// The dice fall near what they decide: the attack roll at the attacker, all others at the ship that they are about. A lot
/// is not shown apart.
fn throw(before: &Battle, events: &[Event], rolls: &[Roll], motion: &mut Motion) {
    let mut target = under_way(before);
    let mut thrown: Vec<(Option<Place>, Vec<Roll>)> = Vec::new();
    for event in events {
        let (at, dice) = match *event {
            Event::Fired { target: next, .. } => {
                target = Some(next);
                continue;
            }
            Event::Rolled { ship, dice, .. } | Event::Thrusters { ship, dice, .. } => (Some(ship), dice.to_vec()),
            Event::Missiles { die, .. } => (target, vec![die]),
            Event::Critical { target, die, .. } | Event::Intercepted { target, die, .. } => (Some(target), vec![die]),
            _ => continue,
        };
        let at = at.and_then(|ship| place(before, ship));
        let dice = dice.into_iter().map(|value| Roll { sides: 6, value: u32::from(value) });
        match thrown.iter_mut().find(|(known, _)| *known == at) {
            Some((_, known)) => known.extend(dice),
            None => thrown.push((at, dice.collect())),
        }
    }
    if thrown.is_empty() {
        return motion.throw(None, rolls);
    }
    for (at, rolls) in thrown {
        motion.throw(at, &rolls);
    }
}

/// The target of the attack whose roll waits for the captain's decision.
fn under_way(before: &Battle) -> Option<u8> {
    let Step::Roll { aim, at, .. } = before.step() else { return None };
    aim.targets().nth(usize::from(*at)).map(|(target, _)| target)
}

/// The shots, and where they strike.
fn shoot(before: &Battle, events: &[Event], motion: &mut Motion) {
    let shots = events.iter().filter(|event| matches!(event, Event::Shot { .. } | Event::Missiles { .. })).count();
    let (apart, mut begins, mut lands) = (spread(shots), motion.changes_at, motion.changes_at);
    let mut target = under_way(before);
    for event in events {
        match *event {
            Event::Fired { target: next, .. } => target = Some(next),
            Event::Shot { ship, mount, hits, .. } => {
                lands = shot(before, (ship, mount), target, hits, begins, motion);
                begins += apart;
            }
            Event::Missiles { ship, mount, hits, .. } => {
                lands = shot(before, (ship, mount), target, hits > 0, begins, motion);
                begins += apart;
            }
            Event::Struck { target, side, taken } => {
                let (Some(at), Some(struck)) = (place(before, target), before.ship(target)) else { continue };
                let side = Some(from_north(struck, side));
                let layers = [(Layer::Shield, taken.shield > 0), (Layer::Hull, taken.armour + taken.hull > 0)];
                for (layer, _) in layers.into_iter().filter(|(_, is_hit)| *is_hit) {
                    let flash = Happening::Struck { at, side, layer };
                    // Several missiles strike as one.
                    if !motion.steps.iter().any(|step| step.start == lands && step.what == flash) {
                        motion.add_before(lands, flash);
                    }
                }
            }
            Event::Critical { target, side, .. } => {
                let (Some(at), Some(struck)) = (place(before, target), before.ship(target)) else { continue };
                let side = Some(from_north(struck, side));
                motion.add_before(lands, Happening::Struck { at, side, layer: Layer::Part });
            }
            _ => {}
        }
    }
}

/// Adds a shot. Returns when it arrives.
fn shot(
    before: &Battle,
    (number, mount): (u8, u8),
    target: Option<u8>,
    hits: bool,
    begins: u16,
    motion: &mut Motion,
) -> u16 {
    let (Some(ship), Some(to)) = (before.ship(number), target.and_then(|target| place(before, target))) else {
        return begins;
    };
    let kind = match ship.weapon(usize::from(mount), before.set()).map(|weapon| weapon.kind) {
        Some(WeaponKind::Laser | WeaponKind::HeavyLaser | WeaponKind::EmpBeam) => ShotKind::Beam,
        Some(WeaponKind::Missile | WeaponKind::Rocket | WeaponKind::Torpedo) => ShotKind::Missile,
        Some(WeaponKind::Cannon) | None => ShotKind::Tracer,
    };
    motion.add_before(begins, Happening::Shot { from: Place::Hex(ship.hex), to, kind, hits, seat: ship.commander })
}

/// The middle of a ship's side, in twelfths of a turn clockwise from north.
fn from_north(ship: &Ship, side: Side) -> u8 {
    let from_bow = match side {
        Side::Front => 0,
        Side::Right => 3,
        Side::Rear => 6,
        Side::Left => 9,
    };
    (2 * ship.facing.index() as u8 + from_bow) % 12
}
