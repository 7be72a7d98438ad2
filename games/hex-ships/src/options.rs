//! The options of a battle.

use game::{Arg, Game as _, Message, OptionKind, OptionSpec, PICKED, Preset, Setup, SetupError, named_option};

use crate::commanders::MOST_SEATS;
use crate::fleet::{Fleet, FleetError, LONGEST, MOST_SHIPS_A_FLEET};
use crate::hex_ships::HexShips;
use crate::map::Map;
use crate::naming::Naming;
use crate::rules::{Aims, Rules, STANDARD, Start, WEAPON_SETS};

/// The word for the scenario's own fleet.
pub(crate) const READY: &str = "ready";

/// The option that names the rule set.
pub(crate) const RULES: &str = "rules";

/// The option for the original's expansions (HS-38).
pub(crate) const EXPANSIONS: &str = "expansions";

/// The option for the ships of Red's second commander (HS-45): their numbers in Red's fleet, as `2+4`.
pub(crate) const WING_SHIPS: &str = "wing";

/// The word for a battle without a second commander.
const NO_WING: &str = "none";

/// The options that are fleets, Red's first.
pub(crate) const FLEETS: [&str; 2] = ["red", "blue"];

/// The built-in scenarios. A test compares them with the file.
pub(crate) const SCENARIOS: &[&str] = &["skirmish", "duel", "squadrons", "ambush", "pursuit", "last-stand", "passing"];

const fn whole(key: &'static str, most: i64) -> OptionSpec {
    OptionSpec { key, kind: OptionKind::Whole { least: 0, most }, default: "0", seat: None }
}

/// Each side chooses its own fleet, hidden from the other side (HS-18).
const fn fleet(seat: u8) -> OptionSpec {
    let (key, kind) = (FLEETS[seat as usize], OptionKind::Text { most: LONGEST, known: &[] });
    OptionSpec { key, kind, default: READY, seat: Some(seat) }
}

/// Every option of the game; menus, flags and records come from this list.
pub(crate) const SPECS: &[OptionSpec] = &[
    OptionSpec {
        key: "scenario",
        kind: OptionKind::Text { most: 24, known: SCENARIOS },
        default: "skirmish",
        seat: None,
    },
    OptionSpec { key: "weapons", kind: OptionKind::Choice(WEAPON_SETS), default: "seed", seat: None },
    fleet(0),
    fleet(1),
    whole("points", 9999),
    whole("rounds", 99),
    whole("radius", Map::MOST_RADIUS as i64),
    OptionSpec { key: EXPANSIONS, kind: OptionKind::Switch, default: "off", seat: None },
    OptionSpec {
        key: WING_SHIPS,
        kind: OptionKind::Text { most: 24, known: &[NO_WING] },
        default: NO_WING,
        seat: None,
    },
    OptionSpec { key: RULES, kind: OptionKind::Text { most: 24, known: &[STANDARD] }, default: STANDARD, seat: None },
];

/// A fleet with all that the expansions bring. Both sides have it, so that no side is favoured.
const CARRIERS: &str = "hive~wasp~moth/ecm@211+manta/ams@211+sabre@211+dagger@211";

/// Battles that can be chosen with one click. The other fields of the form are for players who want something else.
pub(crate) const PRESETS: &[Preset] = &[
    Preset { key: "first", options: &[("scenario", "duel"), ("weapons", "balanced")] },
    Preset { key: "skirmish", options: &[] },
    Preset {
        key: "carriers",
        options: &[(EXPANSIONS, "on"), ("points", "320"), ("red", CARRIERS), ("blue", CARRIERS)],
    },
    Preset { key: "squadrons", options: &[("scenario", "squadrons"), ("weapons", "balanced")] },
    Preset { key: "ambush", options: &[("scenario", "ambush")] },
    Preset { key: "pursuit", options: &[("scenario", "pursuit")] },
];

/// The options of one battle, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The index of the weapon set in the rules.
    pub set: u8,
    /// The radius of the map.
    pub radius: u8,
    /// The number of rounds.
    pub rounds: u8,
    /// The number of rows on which each fleet deploys.
    pub deploy_rows: u8,
    /// The fleets of Red and Blue.
    pub fleets: [Fleet; 2],
    /// The names of their ships and captains; none for a fleet without names (HS-44).
    pub names: [Vec<Naming>; 2],
    /// The starting places of the ships, if they do not deploy.
    pub starts: Option<[Vec<Start>; 2]>,
    /// The aims of both sides.
    pub aims: Aims,
    /// Whether the expansions are played (HS-38).
    pub expansions: bool,
    /// Red's ships that its second commander has, a bit for each; 0 if there is no second commander (HS-45).
    pub wing: u16,
}

impl Options {
    /// The options of a setup, if they go together.
    pub fn of(setup: &Setup, rules: &Rules) -> Result<Self, SetupError> {
        let conflict = |message: Message| SetupError::conflict(&HexShips::INFO, message);
        let name = setup.get("scenario");
        let scenario = rules.scenario(name).ok_or_else(|| conflict(no_scenario(name, rules)))?;
        let set = WEAPON_SETS.iter().position(|set| *set == setup.get("weapons")).unwrap_or(0);
        let or_scenarios = |key: &str, own: i64| match setup.whole(key) {
            0 => own,
            chosen => chosen,
        };
        let radius = or_scenarios("radius", i64::from(scenario.radius)) as u8;
        let points = or_scenarios("points", i64::from(scenario.points)) as u32;
        if radius < Map::LEAST_RADIUS {
            let message = Message::new("setup.radius")
                .with("radius", named_option("radius", radius))
                .with("least", i64::from(Map::LEAST_RADIUS))
                .with("most", i64::from(Map::MOST_RADIUS));
            return Err(conflict(message));
        }
        let weapons = &rules.weapon_sets[set];
        let fleet = |index: usize, key: &str| {
            let text = setup.get(key);
            if text == READY {
                let mut fleet = Fleet::read(&scenario.fleets[index], rules, weapons)
                    .map_err(|why| conflict(why.message(named_option(key, text))))?;
                if scenario.starts.is_none() {
                    fleet.fit(points, rules, weapons);
                }
                if fleet.ships.is_empty() {
                    return Err(conflict(Message::new("setup.too-few-points").with("points", i64::from(points))));
                }
                return Ok((checked(fleet, key, setup, rules)?, Vec::new()));
            }
            if text == PICKED {
                return Err(conflict(Message::new("setup.picked").with("fleet", named_option(key, READY))));
            }
            let (fleet, names) = Fleet::read_named(text, rules, weapons).map_err(|why| match why {
                // A fleet of another set of weapons. A weapon that no set has is a slip of the pen.
                FleetError::Weapon { key: weapon, .. }
                    if rules.weapon_sets.iter().any(|set| set.find(&weapon).is_some()) =>
                {
                    conflict(
                        Message::new("setup.weapon")
                            .with("fleet", named_option(key, text))
                            .with("weapon", Arg::word("weapon", &weapon))
                            .with("weapons", named_option("weapons", setup.get("weapons"))),
                    )
                }
                why => conflict(why.message(named_option(key, text))),
            })?;
            let cost = fleet.cost(rules, weapons);
            if cost > points {
                let message = Message::new("setup.cost")
                    .with("fleet", named_option(key, text))
                    .with("cost", i64::from(cost))
                    .with("points", i64::from(points));
                return Err(conflict(message));
            }
            let fleet = checked(fleet, key, setup, rules)?;
            if let Some(refusal) = scenario.limits[index].refuses(&fleet.ships, rules, weapons) {
                return Err(conflict(refusal.with("fleet", named_option(key, text))));
            }
            if scenario.starts.is_some() {
                let message = Message::new("setup.own-ships")
                    .with("scenario", named_option("scenario", name))
                    .with("fleet", named_option(key, READY));
                return Err(conflict(message));
            }
            Ok((fleet, names))
        };
        let [(red, red_names), (blue, blue_names)] = [fleet(0, FLEETS[0])?, fleet(1, FLEETS[1])?];
        let fleets = [red, blue];
        if let Some(refusal) = too_small(&scenario.aims, &fleets, setup) {
            return Err(conflict(refusal));
        }
        if scenario.starts.is_some() && radius != scenario.radius {
            let message = Message::new("setup.own-map")
                .with("scenario", named_option("scenario", name))
                .with("radius", named_option("radius", 0));
            return Err(conflict(message));
        }
        let room = Map::new(radius).zone(0, scenario.deploy_rows).count();
        if scenario.starts.is_none() && room < MOST_SHIPS_A_FLEET {
            // Only with other rules than the built-in ones.
            let message = Message::new("setup.room").with("room", room as i64);
            return Err(conflict(message.with("radius", named_option("radius", radius))));
        }
        let rounds = or_scenarios("rounds", i64::from(scenario.rounds)) as u8;
        Ok(Self {
            set: set as u8,
            radius,
            rounds,
            deploy_rows: scenario.deploy_rows,
            fleets,
            names: [red_names, blue_names],
            starts: scenario.starts.clone(),
            aims: scenario.aims.within(rounds),
            expansions: setup.is_on(EXPANSIONS),
            wing: wing_of(setup).map_err(conflict)?,
        })
    }

    /// The number of seats.
    pub(crate) fn seats(&self) -> u8 {
        if self.wing == 0 { 2 } else { MOST_SEATS }
    }
}

fn no_scenario(name: &str, rules: &Rules) -> Message {
    let known: Vec<&str> = rules.scenarios.iter().map(|scenario| scenario.key.as_str()).collect();
    let named = named_option("scenario", name);
    Message::new("setup.scenario").with("scenario", named).with("known", known.join(", "))
}

/// The ships of Red's second commander.
fn wing_of(setup: &Setup) -> Result<u16, Message> {
    let text = setup.get(WING_SHIPS);
    read_wing(text).ok_or_else(|| {
        let message = Message::new("setup.wing").with("most", MOST_SHIPS_A_FLEET as i64);
        message.with("wing", named_option(WING_SHIPS, text))
    })
}

/// The ships of Red's second commander, a bit for each: numbers from 1 in ascending order. A number that Red's fleet does not
/// have means nothing, since fleets are picked after the option.
fn read_wing(text: &str) -> Option<u16> {
    if text == NO_WING {
        return Some(0);
    }
    let mut wing = 0_u16;
    for word in text.split('+') {
        let number =
            crate::action::number::<u8>(word).filter(|number| (1..=MOST_SHIPS_A_FLEET as u8).contains(number))?;
        let bit = 1 << (number - 1);
        if wing >= bit {
            return None;
        }
        wing |= bit;
    }
    Some(wing)
}

/// The text of the option for these ships of Red's fleet, counted from 0, in ascending order.
pub(crate) fn written_wing(ships: &[usize]) -> String {
    let numbers: Vec<String> = ships.iter().map(|index| (index + 1).to_string()).collect();
    if numbers.is_empty() { NO_WING.to_owned() } else { numbers.join("+") }
}

/// The fleet, unless it has what the setup has switched off (HS-38).
fn checked(fleet: Fleet, key: &str, setup: &Setup, rules: &Rules) -> Result<Fleet, SetupError> {
    if setup.is_on(EXPANSIONS) || !fleet.has_expansions(rules) {
        return Ok(fleet);
    }
    let message = Message::new("setup.expansions").with("fleet", named_option(key, setup.get(key)));
    Err(SetupError::conflict(&HexShips::INFO, message.with("expansions", named_option(EXPANSIONS, "on"))))
}

/// Which fleet has fewer ships than the aims speak of.
fn too_small(aims: &Aims, fleets: &[Fleet; 2], setup: &Setup) -> Option<Message> {
    for (side, aim) in aims.sides.into_iter().enumerate() {
        for (of, needs) in [side, 1 - side].into_iter().zip(aim.needs()) {
            let found = fleets[of].ships.len();
            if found < usize::from(needs) {
                let message = Message::new("setup.aim")
                    .with("fleet", named_option(FLEETS[of], setup.get(FLEETS[of])))
                    .with("found", found as i64);
                return Some(message.with("least", i64::from(needs)));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use game::RuleSet as _;

    use super::*;

    #[test]
    fn the_file_and_the_option_name_the_same_scenarios() {
        let rules = Rules::built_in();
        assert_eq!(rules.scenarios.iter().map(|scenario| scenario.key.as_str()).collect::<Vec<_>>(), SCENARIOS);
    }
}
