//! Sums up an attack in one sentence: the ships, how many weapons hit, and the damage.

use game::Message;

use crate::aiming::mounts;
use crate::battle::{Battle, Step};
use crate::damage::Taken;
use crate::event::Event;
use crate::telling;

/// The summary of an attack on one target.
#[derive(Default)]
struct Attack {
    /// The attacker and the target.
    ship: u8,
    target: u8,
    /// The attack roll, if there was one.
    sum: Option<i64>,
    /// The number of weapons that fired, and how many of them hit.
    fired: i64,
    hit: i64,
    taken: Taken,
    is_destroyed: bool,
}

/// The sentences for hits: one for every set of layers that lost points.
const HITS: [&str; 8] = [
    "attack.hit.nothing",
    "attack.hit.shield",
    "attack.hit.armour",
    "attack.hit.shield-armour",
    "attack.hit.hull",
    "attack.hit.shield-hull",
    "attack.hit.armour-hull",
    "attack.hit.all",
];

/// One sentence for every target that was attacked, in order. Empty for other actions.
pub(crate) fn headlines(before: &Battle, after: &Battle, events: &[Event]) -> Vec<Message> {
    let mut attacks: Vec<Attack> = under_way(before).filter(|_| events.iter().any(is_shot)).into_iter().collect();
    for event in events {
        if let Event::Fired { ship, target, .. } = *event {
            attacks.push(Attack { ship, target, ..Attack::default() });
        }
        let Some(attack) = attacks.last_mut() else { continue };
        match *event {
            Event::Rolled { dice, .. } => attack.sum = Some(i64::from(dice[0]) + i64::from(dice[1])),
            Event::Shot { hits, .. } => {
                attack.fired += 1;
                attack.hit += i64::from(hits);
            }
            Event::Missiles { hits, .. } => {
                attack.fired += 1;
                attack.hit += i64::from(hits > 0);
            }
            Event::Struck { taken, .. } => attack.taken += taken,
            Event::Destroyed { target } => attack.is_destroyed |= target == attack.target,
            Event::Round(_)
            | Event::Thrusters { .. }
            | Event::StoppedShort { .. }
            | Event::Withdrew { .. }
            | Event::Escaped { .. }
            | Event::Docked { .. }
            | Event::Rearmed { .. }
            | Event::LostAboard { .. }
            | Event::Intercepted { .. }
            | Event::Drifted { .. }
            | Event::Fired { .. }
            | Event::Disrupted { .. }
            | Event::Disabled { .. }
            | Event::Critical { .. }
            | Event::WeaponBroken { .. }
            | Event::Over { .. } => {}
        }
    }
    attacks.iter().map(|attack| headline(before, after, attack)).collect()
}

fn is_shot(event: &Event) -> bool {
    matches!(event, Event::Shot { .. } | Event::Missiles { .. })
}

/// The attack whose roll waits for the captain's decision to keep or reroll it.
fn under_way(before: &Battle) -> Option<Attack> {
    let Step::Roll { aim, at, dice } = before.step() else { return None };
    let (target, _) = aim.targets().nth(usize::from(*at))?;
    let sum = Some(i64::from(dice[0]) + i64::from(dice[1]));
    Some(Attack { ship: aim.ship, target, sum, ..Attack::default() })
}

fn headline(before: &Battle, after: &Battle, attack: &Attack) -> Message {
    let about = |key| {
        Message::new(key)
            .with("ship", telling::ship(before, attack.ship))
            .with("target", telling::ship(before, attack.target))
    };
    if let (0, Step::Roll { aim, .. }) = (attack.fired, after.step()) {
        let (would_hit, count) = would_hit(before, attack, aim.targets());
        let sum = attack.sum.unwrap_or_default();
        return about("attack.rolled").with("sum", sum).with("hits", would_hit).with("count", count);
    }
    if attack.hit == 0 {
        return about("attack.missed").with("count", attack.fired);
    }
    let Taken { shield, armour, hull } = attack.taken;
    let layers = usize::from(shield > 0) | usize::from(armour > 0) << 1 | usize::from(hull > 0) << 2;
    let key = if attack.is_destroyed { "attack.destroyed" } else { HITS[layers] };
    about(key)
        .with("hits", attack.hit)
        .with("count", attack.fired)
        .with("shield", i64::from(shield))
        .with("armour", i64::from(armour))
        .with("hull", i64::from(hull))
}

/// Of the weapons that need the roll: how many would hit with it, and how many there are.
fn would_hit(before: &Battle, attack: &Attack, targets: impl Iterator<Item = (u8, u8)>) -> (i64, i64) {
    let on = targets.into_iter().find(|(target, _)| *target == attack.target).map_or(0, |(_, on)| on);
    let Some((ship, target)) = before.ship(attack.ship).zip(before.ship(attack.target)) else { return (0, 0) };
    let weapons = mounts(on).filter_map(|mount| ship.weapon(mount, before.set()));
    let needed =
        weapons.filter(|weapon| weapon.missiles.is_none()).filter_map(|weapon| before.to_hit(ship, weapon, target));
    needed.fold((0, 0), |(hits, count), to_hit| {
        let hit = attack.sum.is_some_and(|sum| sum >= i64::from(to_hit.number()));
        (hits + i64::from(hit), count + 1)
    })
}
