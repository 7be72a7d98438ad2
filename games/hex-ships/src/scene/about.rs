//! The values of a ship in a few lines, for viewers who point at it. Its sheet has the rest.

use game::{Arg, Message};

use super::sheets::{captain, mounted};
use crate::battle::Battle;
use crate::rules::Rules;
use crate::ship::Ship;

/// The lines: class, hull, speed and energy; the sides; the captain; and every kind of weapon once.
pub(super) fn of(battle: &Battle, number: u8, ship: &Ship) -> Vec<Message> {
    let sides = |key: &'static str, [front, right, left, rear]: [u8; 4]| {
        Message::new(key)
            .with("front", i64::from(front))
            .with("right", i64::from(right))
            .with("left", i64::from(left))
            .with("rear", i64::from(rear))
    };
    let mut about = vec![figures(ship, battle.rules())];
    // A squadron has neither shields nor armour.
    if !ship.is_squadron() {
        about.push(sides("about.shields", ship.shields));
        about.push(sides("about.armour", ship.armour));
    }
    about.extend((!ship.is_squadron()).then(|| captain(battle, number, ship)));
    about.extend(weapons(battle, ship));
    about
}

fn figures(ship: &Ship, rules: &Rules) -> Message {
    let hull = ship.hull(rules);
    Message::new("about.ship")
        .with("class", Arg::word("class", &hull.class))
        .with("hull", i64::from(ship.structure))
        .with("most", i64::from(hull.structure))
        .with("speed", i64::from(ship.speed))
        .with("fastest", i64::from(ship.max_speed(rules)))
        .with("energy", i64::from(ship.energy))
        .with("energies", i64::from(hull.most_energy))
}

/// The working weapons, equal ones together.
fn weapons(battle: &Battle, ship: &Ship) -> Vec<Message> {
    let mounts = 0..ship.hull(battle.rules()).mounts.len();
    let mut kinds: Vec<(Message, i64)> = Vec::new();
    for mount in mounts.filter(|&mount| ship.can_shoot(mount, battle.set())) {
        let weapon = mounted(battle, ship, mount);
        match kinds.iter_mut().find(|(known, _)| *known == weapon) {
            Some((_, count)) => *count += 1,
            None => kinds.push((weapon, 1)),
        }
    }
    let line = |(weapon, count): (Message, i64)| {
        let key = if count > 1 { "about.weapons.many" } else { "about.weapons" };
        Message { key: key.into(), ..weapon }.with("count", count)
    };
    kinds.into_iter().map(line).collect()
}
