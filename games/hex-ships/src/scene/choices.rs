//! The choices of the acting player: where the move can end, and the weapons to switch.

use game::{Message, SortedMap};
use hex::{Direction, Hex};
use scene::{ButtonLabel, End, Gauge, Pick, Place, Stepper, Switch};

use super::previews::{damage, percent_of};
use super::sheets::{mounted, shots};
use crate::Side;
use crate::action::Action;
use crate::aiming::mounts;
use crate::battle::{Battle, Step};
use crate::ship::Ship;
use crate::telling::{modifiers, refusal};

/// Every end of the move that is still possible, at any speed as long as none is set.
pub(super) fn ends(battle: &Battle) -> Vec<End> {
    let Step::Move(moving) = battle.step() else { return Vec::new() };
    let Some(ship) = battle.ship(moving.ship) else { return Vec::new() };
    let found = if moving.is_set {
        battle.ends(moving, ship.speed)
    } else {
        battle.ends_of(moving.ship).into_iter().map(|(_, end)| end).collect()
    };
    let mut facings: SortedMap<Hex, (Vec<Direction>, bool)> = SortedMap::new();
    for end in found {
        facings.entry(end.hex).or_default().0.push(end.facing);
    }
    // Afterburners are for hexes that cannot be reached without them.
    if battle.forbids(Action::Burn).is_none() {
        for end in battle.ends(moving, ship.burning_speed(battle.rules())) {
            let (ways, costly) = facings.entry(end.hex).or_insert((Vec::new(), true));
            if *costly {
                ways.push(end.facing);
            }
        }
    }
    let sorted = |mut ways: Vec<Direction>| {
        game::sort_by_key(&mut ways, |way| way.index());
        ways.dedup();
        ways
    };
    let end = |(hex, (ways, costly))| End { place: Place::Hex(hex), facings: sorted(ways), costly };
    facings.into_iter().map(end).collect()
}

/// The numbers of a move: the speed, from the one that the ship has, and the points of a shield that go to another side.
pub(super) fn steppers(battle: &Battle) -> Vec<Stepper> {
    let Step::Move(moving) = battle.step() else { return Vec::new() };
    let speed = battle.ship(moving.ship).map(|ship| Stepper {
        after: None,
        label: Message::new("stepper.speed"),
        value: i64::from(ship.speed),
    });
    let shifts = Side::ALL.map(|side| {
        let key = format!("side.{}", side.name());
        let label = Message { key: key.clone().into(), args: SortedMap::new() };
        Stepper { after: Some(key.into()), label, value: 0 }
    });
    speed.into_iter().chain(shifts).collect()
}

/// Every weapon that bears on the target named last.
pub(super) fn switches(battle: &Battle) -> Vec<Switch> {
    let Step::Aim(aim) = battle.step() else { return Vec::new() };
    let target = aim.current().and_then(|target| battle.ship(target));
    let Some((ship, target)) = battle.ship(aim.ship).zip(target) else { return Vec::new() };
    let switch = |mount: usize| Switch {
        pick: Pick::Number(mount as i64 + 1),
        label: mounted(battle, ship, mount),
        on: aim.current_on() >> mount & 1 == 1,
        details: details(battle, ship, target, mount),
    };
    mounts(battle.bearing(ship, target)).map(switch).collect()
}

/// The energy that the weapons that are switched on leave to the others.
pub(super) fn spare(battle: &Battle) -> Option<Gauge> {
    let (energy, cost) = aimed(battle)?;
    let left = Gauge::count(Message::new("gauge.energy-left"), None, i64::from(energy) - i64::from(cost));
    Some(Gauge { most: Some(i64::from(energy)), ..left })
}

/// The energy that firing costs stands on its button. A squadron that does not launch stays aboard.
pub(super) fn labels(battle: &Battle) -> Vec<ButtonLabel> {
    if battle.acting().and_then(|number| battle.ship(number)).is_some_and(Ship::is_aboard) {
        return vec![ButtonLabel { button: "done".into(), label: Message::new("stay-aboard") }];
    }
    let cost = aimed(battle).map(|(_, cost)| cost).filter(|cost| *cost > 0);
    let label = |cost: u32| Message::new("fire.cost").with("count", i64::from(cost));
    cost.map(|cost| ButtonLabel { button: "fire".into(), label: label(cost) }).into_iter().collect()
}

/// The energy of the ship that takes aim, and the cost of all its weapons that are switched on.
fn aimed(battle: &Battle) -> Option<(u8, u32)> {
    let Step::Aim(aim) = battle.step() else { return None };
    let ship = battle.ship(aim.ship).filter(|_| aim.current().is_some())?;
    Some((ship.energy, battle.energy_of(ship, aim.all_on())))
}

/// The number that a weapon needs, its chance to hit, its expected damage, its cost, and why it cannot be switched on.
fn details(battle: &Battle, ship: &Ship, target: &Ship, mount: usize) -> Vec<Message> {
    let Some(weapon) = ship.weapon(mount, battle.set()) else { return Vec::new() };
    let mut details = match battle.to_hit(ship, weapon, target) {
        Some(_) if weapon.missiles.is_some() => vec![Message::new("switch.missiles")],
        Some(to_hit) => {
            let percent = percent_of(battle.ways_to_hit(ship, weapon, target));
            vec![modifiers("switch.needs", to_hit), Message::new("switch.hits").with("percent", percent)]
        }
        None => Vec::new(),
    };
    let expected = battle.forecast(ship, target, 1 << mount).damage;
    details.push(Message::new("switch.damage").with("damage", damage(expected)));
    details.push(Message::new("switch.energy").with("count", i64::from(weapon.energy)));
    details.extend(shots(ship, weapon, mount));
    details.extend(battle.forbids(Action::Switch(mount as u8)).map(|why| refusal(battle, why)));
    details
}
