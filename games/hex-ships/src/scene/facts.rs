//! The values of a ship that are neither a bar nor a side: with those and its weapons, a sheet has every attribute of a unit.

use game::{Arg, Message};
use scene::Fact;

use crate::battle::Battle;
use crate::rules::{Bays, Hull, Rules};
use crate::ship::Ship;
use crate::telling::signed;

/// The facts about a hull, for players who choose one.
pub(super) fn of_hull(rules: &Rules, hull: &Hull) -> Vec<Fact> {
    let mut facts = vec![
        fact("fact.size", number(hull.size)),
        fact("fact.initiative", number(hull.initiative)),
        looks("fact.silhouette-front", rules, hull.silhouette[0]),
        looks("fact.silhouette-side", rules, hull.silhouette[1]),
        thrust(hull),
        fact("fact.generator", number(hull.generator)),
        fact("fact.energy", number(hull.regeneration)),
    ];
    facts.extend(bays(hull));
    facts
}

/// The bays of a carrier (HS-38).
fn bays(hull: &Hull) -> Vec<Fact> {
    let of =
        |bays: Bays| vec![fact("fact.bays", number(bays.squadrons)), fact("fact.landing", number(bays.landing_speed))];
    hull.bays.map(of).unwrap_or_default()
}

/// The facts about a ship in battle. Where captain or damage change a value of the hull, both numbers are there.
pub(super) fn of_ship(battle: &Battle, ship: &Ship) -> Vec<Fact> {
    let rules = battle.rules();
    let hull = ship.hull(rules);
    let initiative = if battle.round() > 0 { ship.initiative } else { battle.coming_initiative(ship) };
    let disruption = Message::new("fact.of").with("count", i64::from(ship.disruption));
    let mut facts = vec![
        fact("fact.size", number(hull.size)),
        fact("fact.initiative", changed(initiative, hull.initiative)),
        looks("fact.silhouette-front", rules, hull.silhouette[0]),
        looks("fact.silhouette-side", rules, hull.silhouette[1]),
        fact("fact.speed", changed(ship.max_speed(rules), hull.max_speed)),
        thrust(hull),
        fact("fact.energy", changed(ship.regained(rules), hull.regeneration)),
        fact("fact.generator", number(hull.generator)),
        fact("fact.disruption", disruption.with("most", i64::from(hull.regeneration))),
    ];
    // The kills of a squadron are its carrier's.
    facts.extend((!ship.is_squadron()).then(|| fact("fact.kills", number(ship.kills))));
    facts.extend(bays(hull));
    facts
}

fn fact(label: &'static str, value: Message) -> Fact {
    Fact { label: Message::new(label), value }
}

fn number(count: impl Into<i64>) -> Message {
    Message::new("fact.number").with("count", count.into())
}

fn changed(now: impl Into<i64>, base: impl Into<i64>) -> Message {
    let (now, base) = (now.into(), base.into());
    if now == base { number(now) } else { Message::new("fact.changed").with("count", now).with("base", base) }
}

/// How large it looks from ahead or from the side, and what that adds to the number that its attackers need.
fn looks(label: &'static str, rules: &Rules, silhouette: u8) -> Fact {
    let silhouette = &rules.numbers.silhouettes[usize::from(silhouette)];
    let value = Message::new("fact.looks").with("silhouette", Arg::word("silhouette", &silhouette.name));
    fact(label, value.with("difficulty", signed(silhouette.difficulty)))
}

fn thrust(hull: &Hull) -> Fact {
    let value = Message::new("fact.both-ways").with("faster", i64::from(hull.faster));
    fact("fact.thrust", value.with("slower", i64::from(hull.slower)))
}
