//! Kits for fleets, which players put together before a battle.

use game::{Arg, Message, Random, Setup};
use hex::Direction;
use scene::{ByComputer, Choice, Chosen, Gauge, Kit, Shape, Slot, Surcharge, Thing};

use super::facts;
use super::sheets::{self, with_field};
use crate::bearing::Side;
use crate::fleet::{Design, Fleet, MOST_SHIPS_A_FLEET};
use crate::options::{EXPANSIONS, FLEETS, READY};
use crate::rules::{
    HIGHEST_RANK, Hull, Item, ItemKind, Limits, MOST_BAYS, MOST_MOUNTS, Mount, Rules, Scenario, Shot, Skill,
    WEAPON_SETS, Weapon, WeaponSet,
};
use crate::tastes::{self, Bounds};
use crate::wear::Wear;

/// A computer tries so often to pick a fleet that has enough ships for the aims.
const MOST_TRIES: usize = 20;

/// What a setup says about one fleet.
struct Yard<'r> {
    rules: &'r Rules,
    set: &'r WeaponSet,
    scenario: &'r Scenario,
    ready: &'r str,
    /// What the fleet may cost.
    budget: u32,
    /// How many ships it may have.
    most: usize,
    /// Whether ships may have items.
    expansions: bool,
    /// How many ships the aims need.
    least: usize,
    limits: Limits,
}

impl<'r> Yard<'r> {
    /// None if the option is no fleet, or if there is no such scenario.
    fn of(rules: &'r Rules, setup: &Setup, key: &str) -> Option<Self> {
        let side = FLEETS.iter().position(|fleet| *fleet == key)?;
        let scenario = rules.scenario(setup.get("scenario"))?;
        let set = WEAPON_SETS.iter().position(|set| *set == setup.get("weapons"))?;
        let budget = match setup.whole("points") {
            0 => u32::from(scenario.points),
            points => points as u32,
        };
        let limits = scenario.limits[side];
        Some(Self {
            rules,
            set: &rules.weapon_sets[set],
            scenario,
            ready: &scenario.fleets[side],
            budget: limits.points.map_or(budget, |points| budget.min(u32::from(points))),
            expansions: setup.is_on(EXPANSIONS),
            most: limits.ships.map_or(MOST_SHIPS_A_FLEET, usize::from),
            least: usize::from(scenario.aims.sides[side].needs()[0].max(scenario.aims.sides[1 - side].needs()[1])),
            limits,
        })
    }

    fn fleet(&self, text: &str) -> Fleet {
        if text != READY {
            let mut fleet = Fleet::read_loosely(text, self.rules, self.set);
            let offered = self.rules.ship_hulls(self.expansions).len();
            fleet.ships.retain(|ship| usize::from(ship.hull) < offered);
            return fleet;
        }
        let mut ready = Fleet::read_loosely(self.ready, self.rules, self.set);
        if self.scenario.starts.is_none() {
            ready.fit(self.budget, self.rules, self.set);
        }
        ready
    }

    /// The number of items that a ship with this hull may have.
    fn room(&self, hull: &Hull) -> usize {
        if self.expansions { usize::from(hull.items).min(self.rules.items.len()) } else { 0 }
    }

    /// The number of squadrons that a ship with this hull may carry.
    fn bays(&self, hull: &Hull) -> usize {
        hull.bays.filter(|_| self.expansions).map_or(0, |bays| usize::from(bays.squadrons))
    }

    /// The place of the first squadron among the hulls; no hull behind it is a ship.
    fn first_squadron(&self) -> usize {
        self.rules.ship_hulls(true).len()
    }

    /// The squadron of a choice for a bay. None for an empty bay.
    fn squadron(&self, choice: usize) -> Option<u8> {
        let hull = (self.first_squadron() + choice).checked_sub(1).filter(|_| choice > 0)?;
        (hull < self.rules.hulls.len()).then_some(hull as u8)
    }

    /// The weapons that fit a mount, as indices in the weapon set. None stands for an empty mount.
    fn choices(&self, mount: &Mount) -> Vec<Option<u8>> {
        let fitting = (0_u8..).zip(&self.set.weapons).filter(|(_, weapon)| mount.takes(weapon));
        std::iter::once(None).chain(fitting.map(|(index, _)| Some(index))).collect()
    }
}

/// The hulls that can be chosen for the option, in the order of their file, and the chosen ones. The slots of a hull are its
/// mounts and then the captain's ranks. Of a wrong fleet it has as much as can be read.
pub(super) fn kit(rules: &Rules, setup: &Setup, key: &str) -> Option<Kit> {
    let yard = Yard::of(rules, setup, key)?;
    let fleet = yard.fleet(setup.get(key));
    Some(Kit {
        budget: yard.budget,
        cost: fleet.cost(yard.rules, yard.set),
        most: yard.most,
        things: rules.ship_hulls(yard.expansions).iter().map(|hull| thing(&yard, hull)).collect(),
        chosen: fleet.ships.iter().map(|ship| chosen(&yard, ship)).collect(),
        surcharges: fleet.ships.iter().map(|ship| captain(&yard, ship)).collect(),
        fixed: yard.scenario.starts.is_some(),
        by_computer: match yard.scenario {
            Scenario { starts: Some(_), .. } => ByComputer::Never,
            Scenario { computer_picks: true, .. } => ByComputer::Usual,
            _ => ByComputer::Offered,
        },
    })
}

/// The fleet that a computer picks for itself: one that the scenario allows, or none.
pub(super) fn picked(rules: &Rules, setup: &Setup, key: &str, level: u8, random: &mut Random) -> Option<String> {
    let yard = Yard::of(rules, setup, key).filter(|yard| yard.scenario.starts.is_none())?;
    let (budget, most, limits) = (yard.budget, yard.most, yard.limits);
    let bounds = Bounds { rules, set: yard.set, budget, most, limits, expansions: yard.expansions };
    // An aim may need more ships than a taste has chosen: then another try.
    (0..MOST_TRIES).find_map(|_| {
        let fleet = tastes::pick(&bounds, level, random)?;
        (fleet.ships.len() >= yard.least).then(|| fleet.write(rules, yard.set))
    })
}

/// The fleet that was put together; `ready` where it is the scenario's own, as far as the points allow it.
pub(super) fn text(rules: &Rules, setup: &Setup, key: &str, chosen: &[Chosen]) -> String {
    let Some(yard) = Yard::of(rules, setup, key) else { return READY.to_owned() };
    let ships: Vec<Design> = chosen.iter().filter_map(|chosen| design(&yard, chosen)).collect();
    let fleet = Fleet { ships };
    if fleet.ships.is_empty() || fleet == yard.fleet(READY) {
        return READY.to_owned();
    }
    fleet.write(yard.rules, yard.set)
}

fn chosen(yard: &Yard<'_>, ship: &Design) -> Chosen {
    let mounts = yard.rules.hulls[usize::from(ship.hull)].mounts.iter().zip(ship.weapons);
    let weapons =
        mounts.map(|(mount, weapon)| yard.choices(mount).iter().position(|choice| *choice == weapon).unwrap_or(0));
    let ranks = ship.ranks.iter().map(|rank| usize::from(*rank) - 1);
    let room = yard.room(&yard.rules.hulls[usize::from(ship.hull)]);
    let carried = (0..yard.rules.items.len()).filter(|item| ship.items >> item & 1 == 1).map(|item| item + 1);
    let items = carried.chain(std::iter::repeat(0)).take(room);
    let bays = yard.bays(&yard.rules.hulls[usize::from(ship.hull)]);
    let squadron = |hull: Option<u8>| hull.map_or(0, |hull| usize::from(hull) + 1 - yard.first_squadron());
    let bays = ship.bays.into_iter().take(bays).map(squadron);
    Chosen { thing: usize::from(ship.hull), slots: weapons.chain(ranks).chain(items).chain(bays).collect() }
}

/// The captain, who costs by the level that all ranks make together.
fn captain(yard: &Yard<'_>, ship: &Design) -> Surcharge {
    let label = Message::new("kit.captain").with("level", i64::from(ship.level()));
    Surcharge { label, cost: ship.captain_cost(yard.rules) }
}

/// None if the hull does not exist. A choice that does not exist counts as the first one.
fn design(yard: &Yard<'_>, chosen: &Chosen) -> Option<Design> {
    let hull = yard.rules.ship_hulls(yard.expansions).get(chosen.thing)?;
    let mounts = &hull.mounts;
    let slot = |index: usize| chosen.slots.get(index).copied().unwrap_or(0);
    let mut weapons = [None; MOST_MOUNTS];
    for (index, (weapon, mount)) in weapons.iter_mut().zip(mounts).enumerate() {
        *weapon = yard.choices(mount).get(slot(index)).copied().flatten();
    }
    let rank = |skill: usize| (slot(mounts.len() + skill) as u8 + 1).min(HIGHEST_RANK);
    let first = mounts.len() + Skill::ALL.len();
    let room = yard.room(hull);
    let carried = (first..first + room).map(slot).filter(|item| (1..=yard.rules.items.len()).contains(item));
    let items = carried.fold(0, |items, item| items | 1 << (item - 1));
    let mut bays = [None; MOST_BAYS];
    let squadrons = (first + room..).map(slot).take(yard.bays(hull)).filter_map(|choice| yard.squadron(choice));
    bays.iter_mut().zip(squadrons).for_each(|(bay, squadron)| *bay = Some(squadron));
    let ranks = [rank(0), rank(1), rank(2)];
    Some(Design { hull: chosen.thing as u8, weapons, ranks, items, bays, wear: Wear::default() })
}

fn thing(yard: &Yard<'_>, hull: &Hull) -> Thing {
    let mounts = hull.mounts.iter().map(|mount| slot(yard, mount));
    let ranks = Skill::ALL.into_iter().map(|skill| Slot {
        label: Message::new("kit.rank").with("skill", Arg::word("skill", skill.name())),
        // The cost of a captain depends on all three ranks together, so single ranks have none.
        arc: None,
        choices: (1..=HIGHEST_RANK)
            .map(|rank| Choice {
                label: Message::new("fact.number").with("count", i64::from(rank)),
                cost: 0,
                bars: Vec::new(),
                about: Vec::new(),
            })
            .collect(),
        usual: 0,
        once: false,
    });
    Thing {
        title: kit_hull(hull),
        about: about(yard, hull),
        shape: Some(Shape::silhouette(&hull.key, hull.size)),
        sides: sheets::sides_of(hull),
        gauges: gauges(yard, hull),
        facts: facts::of_hull(yard.rules, hull),
        cost: u32::from(hull.cost),
        slots: mounts
            .chain(ranks)
            .chain(std::iter::repeat_with(|| items(yard)).take(yard.room(hull)))
            .chain(std::iter::repeat_with(|| bay(yard)).take(yard.bays(hull)))
            .collect(),
    }
}

/// A place for an item (HS-38).
fn items(yard: &Yard<'_>) -> Slot {
    let none = Choice {
        label: Message::new("kit.weapon").with("weapon", Arg::word("weapon", "none")),
        cost: 0,
        bars: Vec::new(),
        about: Vec::new(),
    };
    let choice = |item: &Item| Choice {
        label: Message::new("kit.item.name").with("item", Arg::Text(item.name.clone())),
        cost: u32::from(item.cost),
        bars: Vec::new(),
        about: vec![sheets::about_item(
            match item.kind {
                ItemKind::CounterMeasures { .. } => "kit.ecm",
                ItemKind::AntiMissile { .. } => "kit.ams",
            },
            item,
        )],
    };
    let choices = std::iter::once(none).chain(yard.rules.items.iter().map(choice)).collect();
    Slot { label: Message::new("kit.item"), arc: None, choices, usual: 0, once: true }
}

/// A bay of a carrier (HS-38).
fn bay(yard: &Yard<'_>) -> Slot {
    let none = Choice {
        label: Message::new("kit.weapon").with("weapon", Arg::word("weapon", "none")),
        cost: 0,
        bars: Vec::new(),
        about: Vec::new(),
    };
    let choice = |(index, hull): (usize, &Hull)| {
        let design = Design::of_squadron(index as u8, yard.rules, yard.set);
        let weapons = design.weapons.iter().flatten().zip(&hull.mounts).map(|(weapon, mount)| {
            let weapon = &yard.set.weapons[usize::from(*weapon)];
            let shots = weapon.ammunition.unwrap_or(0).min(mount.shots.unwrap_or(u8::MAX));
            let weapon = Message::new("kit.squadron.weapon").with("weapon", Arg::word("weapon", &weapon.key));
            weapon.with("count", i64::from(shots))
        });
        let speed = Message::new("kit.squadron")
            .with("count", i64::from(hull.structure))
            .with("speed", i64::from(hull.max_speed))
            .with("turns", i64::from(hull.manoeuvrability));
        Choice {
            label: kit_hull(hull),
            cost: design.cost(yard.rules, yard.set),
            bars: Vec::new(),
            about: std::iter::once(speed).chain(weapons).collect(),
        }
    };
    let choices = std::iter::once(none).chain(yard.rules.squadrons().map(choice)).collect();
    Slot { label: Message::new("kit.bay"), arc: None, choices, usual: 0, once: false }
}

/// The name and the class of a hull.
fn kit_hull(hull: &Hull) -> Message {
    Message::new("kit.hull").with("hull", hull.name.clone()).with("class", Arg::word("class", &hull.class))
}

fn slot(yard: &Yard<'_>, mount: &Mount) -> Slot {
    let choices = yard.choices(mount);
    let fitting = choices.iter().flatten().map(|weapon| &yard.set.weapons[usize::from(*weapon)]);
    let most = fitting.flat_map(|weapon| weapon.brackets).flatten().map(|shot| shot.damage).max();
    let choice = |weapon: Option<u8>| {
        let weapon = weapon.map(|weapon| &yard.set.weapons[usize::from(weapon)]);
        let key = weapon.map_or("none", |weapon| weapon.key.as_str());
        Choice {
            label: Message::new("kit.weapon").with("weapon", Arg::word("weapon", key)),
            cost: weapon.map_or(0, |weapon| u32::from(weapon.cost)),
            bars: weapon.map(|weapon| damage(weapon, most.unwrap_or(1))).unwrap_or_default(),
            about: weapon.map(needs).unwrap_or_default(),
        }
    };
    let usual = yard.set.find(&mount.fits).map(|weapon| weapon as u8);
    let label = Message::new("kit.mount").with("holds", Arg::word("holds", mount.holds.name()));
    Slot {
        label: with_field(label, mount.field),
        arc: Some(mount.field.rows(Direction::N)),
        usual: choices.iter().position(|choice| *choice == usual).unwrap_or(0),
        choices: choices.into_iter().map(choice).collect(),
        once: false,
    }
}

/// The damage of a weapon at short, medium and long range; 0 where it does not fire.
fn damage(weapon: &Weapon, most: u8) -> Vec<Gauge> {
    let labels = ["bracket.short", "bracket.medium", "bracket.long"];
    let shots = labels.into_iter().zip(weapon.brackets);
    let bar = |(label, shot): (&'static str, Option<Shot>)| {
        let value = shot.map_or(0, |shot| i64::from(shot.damage));
        Gauge { most: Some(i64::from(most)), ..Gauge::count(Message::new(label), None, value) }
    };
    shots.map(bar).collect()
}

/// What a shot of a weapon needs.
fn needs(weapon: &Weapon) -> Vec<Message> {
    let energy = Message::new("kit.shot").with("energy", i64::from(weapon.energy));
    let shots = weapon.ammunition.map(|shots| Message::new("kit.shots").with("count", i64::from(shots)));
    std::iter::once(energy).chain(shots).collect()
}

/// The values in which hulls differ most. The largest value of all hulls is a full bar.
fn gauges(yard: &Yard<'_>, hull: &Hull) -> Vec<Gauge> {
    let gauge = |label: &'static str, value: fn(&Hull) -> i64| {
        let most = yard.rules.ship_hulls(yard.expansions).iter().map(value).max();
        Gauge { most, ..Gauge::count(Message::new(label), None, value(hull)) }
    };
    vec![
        gauge("gauge.hull", |hull| i64::from(hull.structure)),
        gauge("gauge.speed", |hull| i64::from(hull.max_speed)),
        gauge("gauge.turns", |hull| i64::from(hull.manoeuvrability)),
        gauge("gauge.energy", |hull| i64::from(hull.most_energy)),
    ]
}

fn about(yard: &Yard<'_>, hull: &Hull) -> Vec<Message> {
    let faces = |key, points: [u8; 4]| {
        Side::ALL
            .into_iter()
            .fold(Message::new(key), |message, side| message.with(side.name(), i64::from(points[side as usize])))
    };
    let looks = |index: usize| {
        let name = &yard.rules.numbers.silhouettes[usize::from(hull.silhouette[index])].name;
        Arg::word("silhouette", name)
    };
    vec![
        Message::new("kit.structure")
            .with("count", i64::from(hull.structure))
            .with("size", i64::from(hull.size))
            .with("initiative", i64::from(hull.initiative)),
        faces("kit.armour", hull.armour),
        faces("kit.shields", hull.shields).with("count", i64::from(hull.generator)),
        Message::new("kit.speed")
            .with("speed", i64::from(hull.max_speed))
            .with("faster", i64::from(hull.faster))
            .with("slower", i64::from(hull.slower))
            .with("turns", i64::from(hull.manoeuvrability)),
        Message::new("kit.energy")
            .with("most", i64::from(hull.most_energy))
            .with("count", i64::from(hull.regeneration)),
        Message::new("kit.silhouette").with("front", looks(0)).with("side", looks(1)),
    ]
}
