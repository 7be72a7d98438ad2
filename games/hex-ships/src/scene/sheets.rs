//! A ship's sheet: its four sides, its values as a whole, its captain, its weapons, and its broken systems.

use game::{Arg, Message, Seat};
use hex::Direction;
use scene::{Gauge, Sheet};

use super::facts;
use super::ground::shape;
use super::{aims, idle};
use crate::battle::{Battle, Step};
use crate::bearing::{Field, Side};
use crate::rules::{Critical, Hull, Item, ItemKind, Skill, Weapon};
use crate::ship::{Broken, Fate, Ship};
use crate::telling;

/// The sides clockwise around an outline whose bow is north. Right and left each cover two directions; they are drawn
/// at the one towards the stern.
const SIDES: [(Side, Direction, &str); 4] = [
    (Side::Front, Direction::N, "side.front"),
    (Side::Right, Direction::SE, "side.right"),
    (Side::Rear, Direction::S, "side.rear"),
    (Side::Left, Direction::SW, "side.left"),
];

/// One sheet for every ship that is on the map or will come to it.
pub(super) fn of(battle: &Battle) -> Vec<Sheet> {
    let in_battle = |ship: &Ship| matches!(ship.fate, Fate::Here | Fate::Waiting | Fate::Aboard);
    let ships = (0..).zip(battle.ships()).filter(|(_, ship)| in_battle(ship));
    ships.map(|(number, ship)| sheet(battle, number, ship)).collect()
}

fn sheet(battle: &Battle, number: u8, ship: &Ship) -> Sheet {
    let hull = ship.hull(battle.rules());
    let key = if battle.name_of_ship(number).is_some() { "sheet.title.named" } else { "sheet.title" };
    let title = Message::new(key).with("ship", telling::ship(battle, number)).with("hull", hull.name.clone());
    Sheet {
        unit: u32::from(number),
        seat: ship.commander,
        title: title.with("class", Arg::word("class", &hull.class)),
        shape: shape(battle, ship),
        acts: battle.acting() == Some(number),
        // A squadron has neither shields nor armour.
        sides: SIDES.into_iter().filter(|_| !ship.is_squadron()).map(|side| self::side(battle, ship, side)).collect(),
        gauges: gauges(battle, number, ship),
        facts: facts::of_ship(battle, ship),
        lines: lines(battle, number, ship),
    }
}

/// The sides of a new ship with this hull.
pub(super) fn sides_of(hull: &Hull) -> Vec<scene::Side> {
    let side = |(side, towards, label): (Side, Direction, &'static str)| {
        let (armour, shields) = (hull.armour[side as usize], hull.shields[side as usize]);
        let layers = vec![gauge("gauge.armour", armour, armour), gauge("gauge.shield", shields, shields)];
        scene::Side { towards, label: Message::new(label), layers }
    };
    SIDES.map(side).to_vec()
}

fn side(battle: &Battle, ship: &Ship, (side, towards, label): (Side, Direction, &'static str)) -> scene::Side {
    let (hull, face) = (ship.hull(battle.rules()), side as usize);
    let layers = vec![
        gauge("gauge.armour", ship.armour[face], hull.armour[face]),
        gauge("gauge.shield", ship.shields[face], hull.shields[face]),
    ];
    scene::Side { towards, label: Message::new(label), layers }
}

fn gauge(label: &'static str, value: u8, most: u8) -> Gauge {
    Gauge { most: Some(i64::from(most)), ..Gauge::count(Message::new(label), None, i64::from(value)) }
}

/// Gauges for hull, energy and speed; for the moving ship also for what it may still do in its move.
fn gauges(battle: &Battle, number: u8, ship: &Ship) -> Vec<Gauge> {
    let rules = battle.rules();
    let hull = ship.hull(rules);
    let speed = Gauge::count(Message::new("gauge.speed"), None, i64::from(ship.speed));
    let most = i64::from(ship.max_speed(rules));
    let mut gauges = vec![
        gauge("gauge.hull", ship.structure, hull.structure),
        gauge("gauge.energy", ship.energy, hull.most_energy),
        Gauge { most: (0..=most).contains(&i64::from(ship.speed)).then_some(most), ..speed },
    ];
    match battle.step() {
        Step::Move(moving) if moving.ship == number => {
            gauges.push(gauge("gauge.turns-left", moving.turns, hull.manoeuvrability));
            if !ship.is_squadron() {
                gauges.push(gauge("gauge.charges-left", moving.charges, hull.generator));
            }
        }
        _ => {
            let turns = i64::from(hull.manoeuvrability);
            gauges.push(Gauge::count(Message::new("gauge.turns"), None, turns));
        }
    }
    gauges
}

fn lines(battle: &Battle, number: u8, ship: &Ship) -> Vec<Message> {
    let (rules, hull) = (battle.rules(), ship.hull(battle.rules()));
    let mut lines = idle::of(battle, number);
    lines.extend(aims::about_ship(battle, number));
    if ship.is_disabled(rules) {
        lines.push(Message::new("sheet.disabled"));
    }
    lines.extend(criticals(ship.broken));
    lines.extend((0..hull.mounts.len()).map(|mount| weapon(battle, ship, mount)));
    lines.extend(items(battle, ship));
    lines.extend(bays(battle, number, ship));
    lines.extend((!ship.is_squadron()).then(|| captain(battle, number, ship)));
    lines.extend((battle.seats > 2 && ship.seat == Seat(0)).then(|| {
        // Which of the two commanders has it (HS-45).
        Message::new("sheet.commander").with("seat", ship.commander)
    }));
    let abilities = [
        ("sheet.rerolls", ship.rerolls_left(rules)),
        ("sheet.afterburners", ship.burns_left(rules)),
        ("sheet.shifts", ship.shifts_left(rules)),
        ("sheet.several-targets", u8::from(ship.gunnery(rules).several_targets)),
    ];
    let usable = abilities.into_iter().filter(|(_, count)| *count > 0);
    lines.extend(usable.map(|(key, count)| Message::new(key).with("count", i64::from(count))));
    lines
}

/// The items of a ship, and the counter measures that cover it (HS-38).
fn items(battle: &Battle, ship: &Ship) -> Vec<Message> {
    let rules = battle.rules();
    let line = |item: &Item| {
        let key = match item.kind {
            ItemKind::CounterMeasures { .. } if ship.jamming => "sheet.ecm.on",
            ItemKind::CounterMeasures { .. } => "sheet.ecm",
            ItemKind::AntiMissile { .. } => "sheet.ams",
        };
        about_item(key, item).with("left", i64::from(ship.anti_missile(rules).map_or(0, |(left, _)| left)))
    };
    let covered = battle.has_expansions().then(|| battle.jamming_for(ship)).filter(|more| *more > 0);
    let covered = covered.map(|more| Message::new("sheet.covered").with("count", i64::from(more)));
    ship.design.items(rules).map(line).chain(covered).collect()
}

/// The squadrons aboard a carrier, or the carrier of a squadron (HS-38).
fn bays(battle: &Battle, number: u8, ship: &Ship) -> Option<Message> {
    if let Some(carrier) = ship.carrier {
        let key = if ship.is_aboard() { "sheet.aboard" } else { "sheet.launched-from" };
        let speed = battle.carrier_of(ship)?.hull(battle.rules()).bays?.landing_speed;
        let line = Message::new(key).with("carrier", telling::ship(battle, carrier));
        return Some(line.with("count", i64::from(speed)));
    }
    ship.hull(battle.rules()).bays?;
    let aboard: Vec<String> = battle.aboard(number).map(|squadron| named(battle, squadron)).collect();
    let key = if aboard.is_empty() { "sheet.bays.empty" } else { "sheet.bays" };
    Some(Message::new(key).with("squadrons", Arg::Text(aboard.join(", "))))
}

/// The name of a ship for people.
fn named(battle: &Battle, number: u8) -> String {
    match telling::ship(battle, number) {
        Arg::Text(name) => name,
        _ => battle.ship_title(number),
    }
}

/// A sentence about an item with its numbers.
pub(super) fn about_item(key: &'static str, item: &Item) -> Message {
    let message = Message::new(key).with("item", Arg::Text(item.name.clone()));
    match item.kind {
        ItemKind::CounterMeasures { energy, difficulty, reach } => message
            .with("energy", i64::from(energy))
            .with("count", i64::from(difficulty))
            .with("reach", i64::from(reach)),
        ItemKind::AntiMissile { times, removes_on } => {
            message.with("count", i64::from(times)).with("die", i64::from(removes_on))
        }
    }
}

pub(super) fn captain(battle: &Battle, number: u8, ship: &Ship) -> Message {
    let mut line = match battle.name_of_captain(number) {
        Some(name) => Message::new("sheet.captain.named").with("captain", name.to_owned()),
        None => Message::new("sheet.captain"),
    };
    line = line.with("level", i64::from(ship.design.level()));
    for skill in Skill::ALL {
        line = line.with(skill.name(), i64::from(ship.rank(skill, battle.rules())));
    }
    line
}

/// The broken systems. Weapons are left out, because their own lines say it. Effects that add up have their number
/// (HS-27).
pub(super) fn criticals(broken: Broken) -> impl Iterator<Item = Message> {
    let found = Critical::ALL.into_iter().filter(move |&critical| critical != Critical::Weapon && broken.has(critical));
    found.map(move |critical: Critical| {
        let times = match critical {
            Critical::Engines => broken.engines,
            Critical::LifeSupport => broken.life_support,
            _ => 1,
        };
        let key = if times > 1 { "sheet.critical.times" } else { "sheet.critical" };
        Message::new(key).with("critical", Arg::word("critical", critical.name())).with("count", i64::from(times))
    })
}

/// A weapon and its field: `Laser (arc 6–2)`.
pub(super) fn mounted(battle: &Battle, ship: &Ship, mount: usize) -> Message {
    let weapon = ship.weapon(mount, battle.set()).map_or("none", |weapon| weapon.key.as_str());
    let named = Message::new("mounted").with("weapon", Arg::word("weapon", weapon));
    with_field(named, ship.hull(battle.rules()).mounts[mount].field)
}

/// Adds a field of fire in words: the word, and the faces that it goes between unless it is all round.
pub(super) fn with_field(message: Message, field: Field) -> Message {
    let (word, faces) = if field.is_all_round() {
        ("all-round", String::new())
    } else {
        ("arc", format!(" {}", field.name().replace('-', "–")))
    };
    message.with("field", Arg::word("field", word)).with("faces", Arg::Text(faces))
}

fn weapon(battle: &Battle, ship: &Ship, mount: usize) -> Message {
    let named = mounted(battle, ship, mount);
    let line = |key| Message { key: std::borrow::Cow::Borrowed(key), ..named.clone() };
    match ship.weapon(mount, battle.set()) {
        None => line("mounted"),
        Some(_) if ship.broken.weapons >> mount & 1 == 1 => line("sheet.weapon.broken"),
        Some(Weapon { energy, ammunition: None, .. }) => line("sheet.weapon").with("energy", i64::from(*energy)),
        Some(Weapon { energy, ammunition: Some(_), .. }) => line("sheet.weapon.shots")
            .with("energy", i64::from(*energy))
            .with("count", i64::from(ship.ammunition[mount])),
    }
}

/// The remaining shots of a weapon, if it uses ammunition.
pub(super) fn shots(ship: &Ship, weapon: &Weapon, mount: usize) -> Option<Message> {
    weapon.ammunition.map(|_| Message::new("switch.shots").with("count", i64::from(ship.ammunition[mount])))
}
