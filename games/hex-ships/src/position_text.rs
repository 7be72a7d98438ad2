//! Battles as text: a line for each ship, and lines for round, step and order.
//!
//! ```text
//! act: red
//! round: 2
//! step: move r1
//! r1 dagger.cannon.laser k11 N 3 shields=0/2/2/1 energy=4
//! b1 needle k5 S 2 hull=1
//! ```
//!
//! A ship has its name, its design as in a fleet's text, hex, facing and speed, and then what differs from an undamaged
//! ship with full energy. `waiting` stands in place of hex, facing and speed for a ship that is not deployed, and `aboard` for a
//! squadron in its bay. `name=Far_Lantern` and `captain=Ada_Brandt` are names, written as in a fleet's text. Squadrons come after
//! the ships of their side, in the order of the carriers and their bays. Map, rounds, weapons and aims are those of the setup.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

use game::{Game as _, PositionError, PositionText, Seat, Setup, number};
use hex::Direction;

use crate::aiming::Aim;
use crate::battle::{Battle, Book, MOST_SHIPS, Step};
use crate::campaign::NAMES;
use crate::commanders::WING;
use crate::fleet::Design;
use crate::hex_ships::HexShips;
use crate::map::Map;
use crate::moving::Move;
use crate::naming::{self, Naming};
use crate::options::Options;
use crate::rules::{Rules, WeaponSet};
use crate::ship::{Broken, Fate, Ship};

const WAITING: &str = "waiting";

/// The word for a squadron in its bay.
const ABOARD: &str = "aboard";

/// The word for counter measures that are on.
const JAMMING: &str = "jamming";

/// The word for a ship of Red's second commander.
const OF_WING: &str = "wing";

/// The words of the fates of ships that are not on the map any more.
const GONE: [(&str, Fate); 3] =
    [("withdrawn", Fate::Withdrawn), ("escaped", Fate::Escaped), ("destroyed", Fate::Destroyed)];

/// The battle of a text, on the map of this setup.
pub(crate) fn read(text: &str, setup: &Setup, rules: &Arc<Rules>) -> Result<HexShips, PositionError> {
    let text = PositionText::cut(text, &["round", "step", "order"])?;
    let options = Options::of(setup, rules)?;
    let (set, map) = (&rules.weapon_sets[usize::from(options.set)], Map::new(options.radius));
    let lines: Vec<&str> = text.drawing().lines().collect();
    PositionError::unless((2..=MOST_SHIPS).contains(&lines.len()), || {
        format!("a battle has 2 to {MOST_SHIPS} ships, a line for each, and not {}", lines.len())
    })?;
    let first = options.fleets[0].ships[0];
    let mut ships = [Ship::new(Seat(0), first, 0, rules, set); MOST_SHIPS];
    let mut named = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let ship = read_ship(line, index as u8, map, rules, set)?;
        ships[index] = ship.ship;
        named.push(ship);
    }
    let round = text.number("round")?.unwrap_or(1);
    let last_seat = text.actor(HexShips::INFO.seat_names)?;
    let mut battle = Battle {
        book: Book(Arc::clone(rules)),
        set: options.set,
        map,
        rounds: options.rounds,
        deploy_rows: options.deploy_rows,
        aims: options.aims,
        expansions: options.expansions,
        seats: options.seats(),
        ships,
        count: lines.len() as u8,
        names: naming::shared(named.iter().map(|ship| ship.naming.clone()).collect()),
        round,
        turn: text.number("turn")?.unwrap_or(1),
        last_seat,
        order: [0; MOST_SHIPS],
        step: Step::Over(None),
    };
    for (index, ship) in named.iter().enumerate() {
        let right = battle.ship_name(index as u8);
        PositionError::unless(right == ship.name, || format!("the ship after that is {right}; red ships come first"))?;
    }
    PositionError::unless(crate::carrying::assign(&mut battle.ships[..lines.len()], rules), || {
        "after the ships of a side come its squadrons, one for each bay that is filled, in the order of the bays"
            .to_owned()
    })?;
    battle.carry();
    if round > 0 {
        battle.fix_initiative();
        for (place, ship) in battle.ships.iter_mut().zip(&named) {
            place.initiative = ship.initiative.unwrap_or(place.initiative);
        }
        battle.fix_order();
    }
    if let Some(order) = text.field("order") {
        let numbers: Vec<u8> =
            order.split_whitespace().map(|name| ship_named(&battle, name)).collect::<Result<_, _>>()?;
        PositionError::unless(numbers.len() == lines.len(), || "`order` names every ship once".to_owned())?;
        battle.order[..numbers.len()].copy_from_slice(&numbers);
    }
    let step =
        text.field("step").ok_or_else(|| PositionError::new("a line such as `step: move r1` says what is next"))?;
    battle.step = read_step(step, &battle)?;
    battle.check()?;
    Ok(HexShips { battle })
}

struct Named<'t> {
    name: &'t str,
    ship: Ship,
    naming: Naming,
    initiative: Option<i8>,
}

fn read_ship<'t>(
    line: &'t str,
    index: u8,
    map: Map,
    rules: &Rules,
    stock: &WeaponSet,
) -> Result<Named<'t>, PositionError> {
    let wrong = |what: String| {
        PositionError::new(format!("{what}, in the line `{}`", line.chars().take(40).collect::<String>()))
    };
    let mut words = line.split_whitespace();
    let mut next = |what: &str| words.next().ok_or_else(|| wrong(format!("{what} is missing")));
    let name = next("the name")?;
    let seat = match name.as_bytes().first() {
        Some(b'r') => Seat(0),
        Some(b'b') => Seat(1),
        _ => return Err(wrong("a ship is called r1 or b1".to_owned())),
    };
    let design = Design::read(next("the hull")?, rules, stock).map_err(|why| wrong(why.to_string()))?;
    let mut ship = Ship::new(seat, design, index, rules, stock);
    ship.energy = ship.hull(rules).most_energy;
    let place = next("the hex")?;
    if place == ABOARD {
        ship.fate = Fate::Aboard;
    } else if place != WAITING {
        ship.fate = Fate::Here;
        ship.hex = map.named(place).ok_or_else(|| wrong("there is no such hex on the map".to_owned()))?;
        let facing = next("the facing")?;
        let named = Direction::ALL.into_iter().find(|direction| direction.to_string() == facing);
        ship.facing = named.ok_or_else(|| wrong("a facing is N, NE, SE, S, SW or NW".to_owned()))?;
        ship.speed = number("the speed", next("the speed")?)?;
    }
    let mounts = ship.hull(rules).mounts.len();
    let (mut initiative, mut names) = (None, Naming::default());
    for word in words {
        if let Some((_, fate)) = GONE.iter().find(|(name, _)| *name == word) {
            ship.fate = *fate;
            if *fate == Fate::Destroyed {
                ship.structure = 0;
            }
            continue;
        }
        if word == OF_WING {
            ship.commander = WING;
            continue;
        }
        if word == JAMMING {
            ship.jamming = true;
            continue;
        }
        let (key, value) =
            word.split_once('=').ok_or_else(|| wrong("after the speed come words such as `energy=3`".to_owned()))?;
        match key {
            naming::SHIP | naming::CAPTAIN => {
                let name = naming::read(value).ok_or_else(|| wrong(NAMES.to_owned()))?;
                *(if key == naming::SHIP { &mut names.ship } else { &mut names.captain }) = Some(name);
            }
            "hull" => ship.structure = number(key, value)?,
            "armour" => ship.armour = numbers_of(key, value)?,
            "shields" => ship.shields = numbers_of(key, value)?,
            "energy" => ship.energy = number(key, value)?,
            "disruption" => ship.disruption = number(key, value)?,
            "intercepts" => ship.intercepts = number(key, value)?,
            "kills" => ship.kills = number(key, value)?,
            "tie" => ship.tie = number(key, value)?,
            "initiative" => initiative = Some(number(key, value)?),
            "used" => [ship.rerolls_used, ship.burns_used, ship.shifts_used] = numbers_of(key, value)?,
            "shots" => {
                let shots: Vec<u8> = value.split('/').map(|word| number(key, word)).collect::<Result<_, _>>()?;
                PositionError::unless(shots.len() == mounts, || format!("`shots` are {mounts} numbers, a mount each"))?;
                ship.ammunition[..mounts].copy_from_slice(&shots);
            }
            "broken" => {
                let [weapons, systems, engines, life_support]: [u16; 4] = numbers_of(key, value)?;
                let small = |number: u16| u8::try_from(number).map_err(|_| wrong("`broken` is too large".to_owned()));
                ship.broken = Broken::from_parts((small(weapons)?, systems, small(engines)?, small(life_support)?));
            }
            _ => return Err(wrong(format!("there is no `{key}=`"))),
        }
    }
    Ok(Named { name, ship, naming: names, initiative })
}

fn numbers_of<N: FromStr, const COUNT: usize>(key: &str, value: &str) -> Result<[N; COUNT], PositionError> {
    let numbers: Vec<N> = value.split('/').map(|word| number(key, word)).collect::<Result<_, _>>()?;
    numbers.try_into().map_err(|_| PositionError::new(format!("`{key}` has {COUNT} numbers with / between them")))
}

fn ship_named(battle: &Battle, name: &str) -> Result<u8, PositionError> {
    battle.ship_named(name).ok_or_else(|| PositionError::new("a ship is named that has no line"))
}

/// What is expected next: `deploy`, `deploy r2`, `move r1`, `aim r1` or `roll r1`, and then what differs from the
/// beginning of that step.
fn read_step(text: &str, battle: &Battle) -> Result<Step, PositionError> {
    let mut words = text.split_whitespace();
    let kind = words.next().unwrap_or_default();
    let ship = words.next().map(|name| ship_named(battle, name)).transpose()?;
    let rest: Vec<(&str, &str)> = words.map(|word| word.split_once('=').unwrap_or((word, ""))).collect();
    let value = |key: &str| rest.iter().find(|(known, _)| *known == key).map(|(_, value)| *value);
    let byte = |key: &str, or: u8| value(key).map_or(Ok(or), |value| number(key, value));
    if kind == "deploy" {
        return Ok(Step::Deploy { seat: battle.last_seat, placed: ship });
    }
    let number = ship.ok_or_else(|| PositionError::new("`step: move r1` names the ship that acts"))?;
    let at = battle.move_order().position(|other| other == number).unwrap_or(0) as u8;
    match kind {
        "move" => {
            let mut moving = Move::new(at, number, &battle.ships[usize::from(number)], battle.rules());
            moving.is_set = value("set").is_some();
            moving.left = byte("left", moving.left)?;
            moving.moved = byte("moved", moving.moved)?;
            moving.turns = byte("turns", moving.turns)?;
            moving.charges = byte("charges", moving.charges)?;
            if let Some((hex, advances)) = value("free").and_then(|free| free.split_once('/')) {
                let hex = battle.map.named(hex).ok_or_else(|| PositionError::new("`free=k11/2` names a hex"))?;
                moving.free = (hex, game::number("free", advances)?);
            }
            Ok(Step::Move(moving))
        }
        "aim" | "roll" => {
            let mut targets = Vec::new();
            for target in value("targets").into_iter().flat_map(|targets| targets.split(',')) {
                let (name, on) = target.split_once('/').ok_or_else(|| PositionError::new("targets=b1/3,b2/4"))?;
                targets.push((ship_named(battle, name)?, game::number("targets", on)?));
            }
            let switches = byte("switches", Aim::new(at, number).switches)?;
            let aim = Aim::from_parts(at, number, switches, &targets);
            let aim = aim.ok_or_else(|| PositionError::new("there are more targets than weapons"))?;
            if kind == "aim" {
                return Ok(Step::Aim(aim));
            }
            let dice = value("dice").ok_or_else(|| PositionError::new("`dice=3/4` says what was rolled"))?;
            Ok(Step::Roll { aim, at: byte("at", 0)?, dice: numbers_of("dice", dice)? })
        }
        _ => Err(PositionError::new("`step` is deploy, move, aim or roll")),
    }
}

/// The text of a battle.
pub(crate) fn write(battle: &Battle) -> String {
    let (turn, seat) = battle.turn();
    let mut fresh = battle.clone();
    fresh.fix_initiative();
    let mut lines = vec![
        format!("act: {}", HexShips::INFO.seat_names[seat.index()]),
        format!("turn: {turn}"),
        format!("round: {}", battle.round),
        format!("step: {}", written_step(battle)),
    ];
    let mut sorted = battle.clone();
    sorted.fix_order();
    if battle.round > 0 && !sorted.move_order().eq(battle.move_order()) {
        let names: Vec<String> = battle.move_order().map(|ship| battle.ship_name(ship)).collect();
        lines.push(format!("order: {}", names.join(" ")));
    }
    for (number, ship) in (0..battle.count).zip(battle.ships()) {
        let initiative = (battle.round > 0).then_some(fresh.ships[usize::from(number)].initiative);
        let (name, design) = (battle.ship_name(number), ship.design.write(battle.rules(), battle.set()));
        lines.push(format!("{name} {design} {}", written_ship(ship, number, initiative, battle)));
    }
    lines.join("\n") + "\n"
}

/// Place, and everything that differs from an undamaged ship.
fn written_ship(ship: &Ship, number: u8, initiative: Option<i8>, battle: &Battle) -> String {
    let (rules, set) = (battle.rules(), battle.set());
    let mounts = ship.hull(rules).mounts.len();
    let full = Ship::new(ship.seat, ship.design, number, rules, set);
    let mut words = match ship.fate {
        Fate::Waiting => vec![WAITING.to_owned()],
        Fate::Aboard => vec![ABOARD.to_owned()],
        _ => vec![battle.map.name(ship.hex), ship.facing.to_string(), ship.speed.to_string()],
    };
    words.extend(GONE.iter().find(|(_, fate)| *fate == ship.fate).map(|(word, _)| (*word).to_owned()));
    let mut add = |key: &str, differs: bool, value: String| words.extend(differs.then(|| format!("{key}={value}")));
    add("hull", ship.structure != full.structure, ship.structure.to_string());
    add("armour", ship.armour != full.armour, joined(ship.armour));
    add("shields", ship.shields != full.shields, joined(ship.shields));
    add("energy", ship.energy != ship.hull(rules).most_energy, ship.energy.to_string());
    add("disruption", ship.disruption > 0, ship.disruption.to_string());
    add("shots", ship.ammunition != full.ammunition, joined(ship.ammunition[..mounts].iter().copied()));
    let (weapons, systems, engines, life_support) = ship.broken.parts();
    let broken = [u16::from(weapons), systems, u16::from(engines), u16::from(life_support)];
    add("broken", broken != [0; 4], joined(broken));
    let used = [ship.rerolls_used, ship.burns_used, ship.shifts_used];
    add("used", used != [0; 3], joined(used));
    add("intercepts", ship.intercepts > 0, ship.intercepts.to_string());
    add("kills", ship.kills > 0, ship.kills.to_string());
    add("tie", ship.tie != number, ship.tie.to_string());
    add("initiative", initiative.is_some_and(|usual| usual != ship.initiative), ship.initiative.to_string());
    words.extend(ship.jamming.then(|| JAMMING.to_owned()));
    words.extend((ship.commander == WING).then(|| OF_WING.to_owned()));
    words.extend(battle.naming(number).into_iter().flat_map(Naming::words));
    words.join(" ")
}

fn joined<N: Display>(numbers: impl IntoIterator<Item = N>) -> String {
    numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join("/")
}

fn written_step(battle: &Battle) -> String {
    let name = |ship: u8| battle.ship_name(ship);
    let aiming = |aim: &Aim| {
        let targets: Vec<String> = aim.targets().map(|(ship, on)| format!("{}/{on}", name(ship))).collect();
        let targets = if targets.is_empty() { String::new() } else { format!(" targets={}", targets.join(",")) };
        format!("{} switches={}{targets}", name(aim.ship), aim.switches)
    };
    match &battle.step {
        Step::Deploy { placed, .. } => placed.map_or("deploy".to_owned(), |ship| format!("deploy {}", name(ship))),
        Step::Move(moving) => {
            if *moving == Move::new(moving.at, moving.ship, &battle.ships[usize::from(moving.ship)], battle.rules()) {
                return format!("move {}", name(moving.ship));
            }
            let Move { is_set, left, moved, turns, charges, free: (hex, advances), .. } = *moving;
            let (set, free) = (if is_set { " set" } else { "" }, battle.map.name(hex));
            let (ship, numbers) = (name(moving.ship), format!("left={left} moved={moved} turns={turns}"));
            format!("move {ship}{set} {numbers} charges={charges} free={free}/{advances}")
        }
        Step::Aim(aim) => format!("aim {}", aiming(aim)),
        Step::Roll { aim, at, dice } => format!("roll {} at={at} dice={}", aiming(aim), joined(*dice)),
        Step::Over(_) => "over".to_owned(),
    }
}
