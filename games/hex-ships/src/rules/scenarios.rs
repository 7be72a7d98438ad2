//! Battles that are ready to play: `scenarios.toml`.

use game::RulesError;
use hex::{Direction, Hex};

use super::Rules;
use super::aims::{self, Aims};
use super::hulls::Hull;
use super::limits::{self, Limits};
use super::numbers::FASTEST;
use super::reader::{Source, Table, distinct, key_of};
use crate::fleet::{Fleet, MOST_SHIPS_A_FLEET, in_english};
use crate::map::Map;

/// The start of a ship in a scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The hex.
    pub hex: Hex,
    /// The facing.
    pub facing: Direction,
    /// The speed.
    pub speed: i8,
}

/// A battle that is ready to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The name in a setup.
    pub key: String,
    /// The radius of the map.
    pub radius: u8,
    /// The number of rounds.
    pub rounds: u8,
    /// The largest cost of a fleet.
    pub points: u16,
    /// The number of rows on which each fleet deploys.
    pub deploy_rows: u8,
    /// Red's and Blue's fleets, as texts that [`Fleet::read`] takes with every set of weapons.
    pub fleets: [String; 2],
    /// The starting places of the ships, if they do not deploy.
    pub starts: Option<[Vec<Start>; 2]>,
    /// The aims of both sides.
    pub aims: Aims,
    /// The limits of Red's fleet, and of Blue's.
    pub limits: [Limits; 2],
    /// Whether a computer picks its own fleet unless somebody chooses for it.
    pub computer_picks: bool,
}

const SEATS: [(&str, &str); 2] = [("red", "red_start"), ("blue", "blue_start")];

/// The keys of a scenario, without those of its aims and limits.
const KEYS: [&str; 10] =
    ["name", "radius", "rounds", "points", "deploy_rows", "red", "blue", "red_start", "blue_start", "computer_picks"];

impl Scenario {
    /// Gives the fleet, the start, the aim and the limits of Red's side to Blue, and Blue's to Red. A measurement with and
    /// without this tells the strength of a side from that of a seat.
    pub fn exchange_sides(&mut self) {
        self.fleets.swap(0, 1);
        self.limits.swap(0, 1);
        // Sides that deploy begin at the opposite edge now. Sides that start on the map keep their places.
        self.aims = self.aims.exchanged(self.starts.is_none());
        if let Some(starts) = &mut self.starts {
            starts.swap(0, 1);
        }
    }

    /// Reads all scenarios. It needs the other rules to check the fleets.
    pub(super) fn read_all(source: Source<'_>, rules: &Rules) -> Result<Vec<Self>, RulesError> {
        source.read(|file| {
            let mut scenarios: Vec<Self> = Vec::new();
            for row in file.only(&["scenario"])?.tables("scenario")? {
                let scenario = Self::read(row, rules, &[])?;
                distinct(scenarios.iter().map(|known| known.key.as_str()), &scenario.key, row.get("name")?)?;
                scenarios.push(scenario);
            }
            if scenarios.is_empty() {
                return Err(file.mistake("there is one scenario at least".to_owned()));
            }
            Ok(scenarios)
        })
    }

    /// Reads a scenario from a table of any file. The table may have these other keys too.
    pub(crate) fn read(row: Table<'_>, rules: &Rules, others: &[&str]) -> Result<Self, RulesError> {
        let keys = [&KEYS[..], &aims::KEYS, &limits::KEYS, others].concat();
        scenario(row.only(&keys)?, rules)
    }
}

fn scenario(row: Table<'_>, rules: &Rules) -> Result<Scenario, RulesError> {
    let mut scenario = Scenario {
        key: key_of(row.get("name")?)?,
        radius: row.whole("radius", i64::from(Map::LEAST_RADIUS)..=i64::from(Map::MOST_RADIUS))? as u8,
        rounds: row.whole("rounds", 1..=99)? as u8,
        points: row.whole("points", 1..=9999)? as u16,
        deploy_rows: row.whole("deploy_rows", 1..=5)? as u8,
        fleets: SEATS.map(|_| String::new()),
        starts: None,
        aims: Aims::default(),
        limits: [Limits::read(row, 0)?, Limits::read(row, 1)?],
        computer_picks: row.whole_or("computer_picks", 0..=1, 0)? == 1,
    };
    let (mut counts, mut costs) = ([0; 2], [u32::MAX; 2]);
    let placed = SEATS.iter().any(|(_, start)| row.has(start));
    let mut starts = [Vec::new(), Vec::new()];
    let mut taken = Vec::new();
    let map = Map::new(scenario.radius);
    let room = map.zone(0, scenario.deploy_rows).count();
    if !placed && room < MOST_SHIPS_A_FLEET {
        return Err(row.get("deploy_rows")?.mistake(format!(
            "fleets deploy on {room} hexes of this map, and a fleet may have {MOST_SHIPS_A_FLEET} ships"
        )));
    }
    for (index, (fleet, start)) in SEATS.into_iter().enumerate() {
        let text = row.text(fleet)?;
        let mut ships = Vec::new();
        for set in &rules.weapon_sets {
            let read = Fleet::read(text, rules, set)
                .map_err(|why| row.get(fleet).map_or_else(|e| e, |v| v.mistake(why.to_string())))?;
            let cost = read.cost(rules, set);
            ships.clone_from(&read.ships);
            (counts[index], costs[index]) = (ships.len(), cost.min(costs[index]));
            if cost > u32::from(scenario.points) {
                return Err(row.get(fleet)?.mistake(format!(
                    "this fleet costs {cost} with the weapons `{}`, and the scenario allows {}",
                    set.name, scenario.points
                )));
            }
            if let Some(refusal) = scenario.limits[index].refuses(&read.ships, rules, set) {
                return Err(row.get(fleet)?.mistake(in_english(&refusal.with("fleet", "the fleet".to_owned()))));
            }
        }
        text.clone_into(&mut scenario.fleets[index]);
        if placed {
            let hulls: Vec<&Hull> = ships.iter().map(|ship| &rules.hulls[usize::from(ship.hull)]).collect();
            starts[index] = start_list(row, start, map, &hulls, &mut taken)?;
        }
    }
    scenario.starts = placed.then_some(starts);
    scenario.aims = Aims::read(row, counts, costs, scenario.rounds)?;
    Ok(scenario)
}

fn start_list<'a>(
    row: Table<'a>,
    key: &'a str,
    map: Map,
    hulls: &[&Hull],
    taken: &mut Vec<Hex>,
) -> Result<Vec<Start>, RulesError> {
    let list = row.get(key)?.list()?;
    if list.len() != hulls.len() {
        let (found, ships) = (list.len(), hulls.len());
        return Err(row.get(key)?.mistake(format!("`{key}` lists {found} ships, and the fleet has {ships}")));
    }
    let mut starts = Vec::new();
    for (value, hull) in list.into_iter().zip(hulls) {
        let text = value.text()?;
        let start = start(text, map).ok_or_else(|| {
            value.mistake(format!(
                "a start is a hex of the map, a facing and a speed, such as `{} N 2`, and not `{text}`",
                map.name(Hex::ORIGIN)
            ))
        })?;
        let (slowest, fastest) = (-hull.slower, hull.max_speed);
        if !(slowest..=fastest).contains(&start.speed) {
            return Err(value.mistake(format!("the speed of `{}` is from {slowest} to {fastest}", hull.key)));
        }
        if taken.contains(&start.hex) {
            return Err(value.mistake(format!("there is a ship on {} already", map.name(start.hex))));
        }
        taken.push(start.hex);
        starts.push(start);
    }
    Ok(starts)
}

fn start(text: &str, map: Map) -> Option<Start> {
    let mut words = text.split(' ');
    let hex = map.named(words.next()?)?;
    let facing = words.next()?;
    let facing = Direction::ALL.into_iter().find(|direction| direction.to_string() == facing)?;
    let speed: i8 = words.next()?.parse().ok()?;
    let fits = i64::from(speed.unsigned_abs()) <= FASTEST - 6 && words.next().is_none();
    fits.then_some(Start { hex, facing, speed })
}
