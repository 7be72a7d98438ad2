//! The aims of a battle in words and numbers (HS-35).

use game::{Arg, Message, Seat};
use scene::Gauge;

use super::TURNED_FOR_RED;
use crate::battle::{Battle, tag};
use crate::fleet::Design;
use crate::naming::Naming;
use crate::rules::{Rules, Scenario, SideAim};
use crate::ship::Fate;
use crate::telling;

/// What a seat has to do, as a sentence to that seat.
pub(super) fn of_seat(battle: &Battle, seat: Seat) -> Message {
    let key = key_of(battle.aim(seat), battle.aims().count_points());
    with_numbers(battle, seat, Message::new(key).with("enemy", Seat(1 - seat.0)))
}

/// What Red has to do in a mission, before its battle: the very words of [`of_seat`] as Red sees them, whose board is turned.
/// The fleets are Red's and Blue's, the names those of Red's ships.
pub(super) fn of_plan(scenario: &Scenario, fleets: [&[Design]; 2], names: &[Naming], rules: &Rules) -> Message {
    let (aim, rounds) = (scenario.aims.sides[0], i64::from(scenario.rounds));
    let mut message =
        Message::new(key_of(aim, scenario.aims.count_points())).with("enemy", Seat(1)).with("rounds", rounds);
    if let Some(edge) = aim.edge() {
        message = message.with("edge", telling::direction(edge.turn(TURNED_FOR_RED.into())));
    }
    let about = match aim {
        SideAim::Protect { ship, .. } => {
            let name = names.get(usize::from(ship)).and_then(|naming| naming.ship.as_ref());
            let called = name.map(|name| Arg::Text(format!("{name} {}", tag(0, ship))));
            Some(called.unwrap_or_else(|| planned_ship(fleets[0], 0, ship, rules)))
        }
        SideAim::Kill { ship } => Some(planned_ship(fleets[1], 1, ship, rules)),
        _ => None,
    };
    if let Some(ship) = about {
        message = message.with("ship", ship);
    }
    with_counts(aim, message)
}

/// The hull and the number that a ship of a fleet will have in the battle.
pub(super) fn planned_ship(fleet: &[Design], side: usize, ship: u8, rules: &Rules) -> Arg {
    let hull = fleet.get(usize::from(ship)).map_or("", |design| rules.hulls[usize::from(design.hull)].name.as_str());
    Arg::Text(format!("{hull} {}", tag(side, ship)).trim_start().to_owned())
}

/// The key of the sentence to the side that has this aim.
fn key_of(aim: SideAim, points_decide: bool) -> &'static str {
    match aim {
        SideAim::Destroy if points_decide => "aim",
        SideAim::Destroy => "aim.destroy",
        SideAim::Hold { .. } => "aim.hold",
        SideAim::Protect { .. } => "aim.protect",
        SideAim::EscapeShips { .. } => "aim.escape",
        SideAim::EscapePoints { .. } => "aim.escape.points",
        SideAim::Kill { .. } => "aim.kill",
    }
}

/// What both seats have to do, for spectators: that of Red if the aims differ, and that Blue must prevent it.
pub(super) fn of_both(battle: &Battle) -> Message {
    let seats = [Seat(0), Seat(1)];
    let special = seats.into_iter().find(|&seat| battle.aim(seat) != SideAim::Destroy);
    let Some(seat) = special else {
        return Message::new("aim.watching").with("rounds", i64::from(battle.rounds()));
    };
    let key = match battle.aim(seat) {
        SideAim::Destroy => "aim.watching",
        SideAim::Hold { .. } => "aim.watching.hold",
        SideAim::Protect { .. } => "aim.watching.protect",
        SideAim::EscapeShips { .. } => "aim.watching.escape",
        SideAim::EscapePoints { .. } => "aim.watching.escape.points",
        SideAim::Kill { .. } => "aim.watching.kill",
    };
    with_numbers(battle, seat, Message::new(key).with("seat", seat).with("enemy", Seat(1 - seat.0)))
}

/// Adds the numbers, the edge and the ship of a seat's aim.
fn with_numbers(battle: &Battle, seat: Seat, mut message: Message) -> Message {
    message = message.with("rounds", i64::from(battle.rounds()));
    if let Some(edge) = battle.aim(seat).edge() {
        message = message.with("edge", telling::direction(edge));
    }
    if let Some(named) = battle.named_ship(seat) {
        message = message.with("ship", telling::ship(battle, named));
    }
    with_counts(battle.aim(seat), message)
}

/// Adds the numbers of an aim.
fn with_counts(aim: SideAim, message: Message) -> Message {
    match aim {
        SideAim::Hold { round } | SideAim::Protect { round, .. } => message.with("round", i64::from(round)),
        SideAim::EscapeShips { ships, .. } => message.with("count", i64::from(ships)),
        SideAim::EscapePoints { points, .. } => message.with("count", i64::from(points)),
        SideAim::Destroy | SideAim::Kill { .. } => message,
    }
}

/// How far a seat is with its aim.
pub(super) fn progress(battle: &Battle, seat: Seat) -> Gauge {
    let of =
        |label, value: i64, most: Option<i64>| Gauge { most, ..Gauge::count(Message::new(label), Some(seat), value) };
    let count = |seat: Seat| battle.ships().iter().filter(move |ship| ship.seat == seat && !ship.is_squadron());
    match battle.aim(seat) {
        SideAim::Destroy if battle.aims().count_points() => {
            let points = of("gauge.points", i64::from(battle.points()[seat.index()]), None);
            Gauge { per_unit: 2, ..points }
        }
        SideAim::Destroy => {
            let enemy = Seat(1 - seat.0);
            let out = count(enemy).filter(|ship| match ship.fate {
                Fate::Waiting | Fate::Aboard | Fate::Escaped => false,
                Fate::Here => ship.is_disabled(battle.rules()),
                Fate::Withdrawn | Fate::Destroyed => true,
            });
            of("gauge.out", out.count() as i64, Some(count(enemy).count() as i64))
        }
        SideAim::Hold { round } => {
            of("gauge.held", i64::from(battle.round().saturating_sub(1)), Some(i64::from(round)))
        }
        SideAim::EscapeShips { ships, .. } => {
            of("gauge.escaped", i64::from(battle.escaped(seat).0), Some(ships.into()))
        }
        SideAim::EscapePoints { points, .. } => {
            of("gauge.escaped.points", i64::from(battle.escaped(seat).1), Some(points.into()))
        }
        SideAim::Protect { .. } | SideAim::Kill { .. } => {
            let named = battle.named_ship(seat).and_then(|number| battle.ship(number));
            let hull = named.map_or((0, 0), |ship| (ship.structure, ship.hull(battle.rules()).structure));
            let label = if matches!(battle.aim(seat), SideAim::Kill { .. }) { "gauge.quarry" } else { "gauge.ward" };
            of(label, i64::from(hull.0), Some(i64::from(hull.1)))
        }
    }
}

/// What the aims say about a ship, for its sheet.
pub(super) fn about_ship(battle: &Battle, number: u8) -> Vec<Message> {
    let about = |seat: Seat| {
        (battle.named_ship(seat) == Some(number)).then(|| {
            let key = if matches!(battle.aim(seat), SideAim::Kill { .. }) { "sheet.quarry" } else { "sheet.ward" };
            Message::new(key).with("seat", seat)
        })
    };
    [Seat(0), Seat(1)].into_iter().filter_map(about).collect()
}
