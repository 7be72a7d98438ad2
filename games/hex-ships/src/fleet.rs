//! Fleets as texts: `dagger.cannon.laser@121+needle`.
//!
//! Ships are joined by `+`. A ship is its hull, followed by its weapons, mount by mount, each after a point (`none` for
//! an empty mount). Without weapons it has those that the hull is fitted with. Then come its captain's ranks after `@`,
//! as three digits for command, gunnery and engineering. Without ranks its captain has level 1. Items of an expansion come
//! before the captain, each after a slash: `sabre/ecm/ams@121`. Squadrons in the bays of a carrier come before the items, each
//! after a tilde: `hive~wasp~moth/ecm@121` (HS-38). At last come the damage that it brings into the battle, if there is any
//! ([`Wear`]), and the names of ship and captain, if they have any ([`Naming`]).

use std::fmt;

use game::{Game as _, Message};

use crate::HexShips;
use crate::naming::Naming;
use crate::rules::{HIGHEST_RANK, Item, MOST_BAYS, MOST_MOUNTS, Rules, Skill, WeaponSet};
use crate::wear::Wear;

/// The largest number of ships of one side, squadrons counted.
pub const MOST_SHIPS_A_FLEET: usize = 10;

/// The largest length of a fleet's text. Most of it is room for names: a letter of a name is written with up to 12 signs.
pub const LONGEST: u16 = 7500;

/// The word for an empty mount.
const EMPTY: &str = "none";

/// Why a text is no fleet, and what would be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FleetError {
    /// There is no such hull.
    Hull {
        /// The key that was named.
        key: String,
        /// The keys of all hulls.
        known: String,
    },
    /// A ship has another number of weapons than mounts.
    Mounts {
        /// The key of the hull.
        hull: String,
        /// The number of weapons that were named.
        found: usize,
        /// The number of mounts.
        mounts: usize,
    },
    /// The weapon set has no such weapon.
    Weapon {
        /// The key that was named.
        key: String,
        /// The keys of all weapons of the set.
        known: String,
    },
    /// A mount does not hold this weapon.
    Holds {
        /// The key of the hull.
        hull: String,
        /// The mount: what it holds, and its field of fire.
        mount: String,
        /// The key of the weapon.
        weapon: String,
    },
    /// There is no such item.
    Item {
        /// The key that was named.
        key: String,
        /// The keys of all items.
        known: String,
    },
    /// A ship has more items than room for them, or one of them twice.
    Items {
        /// The key of the hull.
        hull: String,
        /// The number of items that it has room for.
        most: u8,
    },
    /// There is no such squadron.
    Squadron {
        /// The key that was named.
        key: String,
        /// The keys of all squadrons.
        known: String,
    },
    /// A ship has more squadrons than bays.
    Bays {
        /// The key of the hull.
        hull: String,
        /// The number of its bays.
        most: u8,
    },
    /// A squadron is no ship of a fleet: it needs a carrier.
    NeedsCarrier {
        /// The key of the squadron.
        squadron: String,
        /// The keys of all carriers.
        known: String,
    },
    /// A captain that is not three ranks.
    Ranks(String),
    /// The ranks of a captain add up to a level that does not exist.
    Level {
        /// The level of these ranks.
        level: u8,
        /// The highest level of the rules.
        highest: u8,
    },
    /// Words after `!` that are no damage of this hull.
    Wear {
        /// The key of the hull.
        hull: String,
        /// The words.
        found: String,
    },
    /// A word that cannot be the name of a ship or a captain.
    Name(String),
    /// So many ships are too many.
    Ships(usize),
    /// So many ships and squadrons are too many together.
    ShipsAndSquadrons(usize),
}

impl FleetError {
    /// What is wrong with this fleet, as a sentence of the game's texts.
    pub(crate) fn message(&self, fleet: String) -> Message {
        let message = match self {
            Self::Hull { key, known } => {
                Message::new("setup.hull").with("hull", key.clone()).with("known", known.clone())
            }
            Self::Mounts { hull, found, mounts } => Message::new("setup.mounts")
                .with("hull", hull.clone())
                .with("found", *found as i64)
                .with("mounts", *mounts as i64)
                .with("empty", EMPTY.to_owned()),
            Self::Weapon { key, known } => {
                Message::new("setup.no-weapon").with("weapon", key.clone()).with("known", known.clone())
            }
            Self::Holds { hull, mount, weapon } => Message::new("setup.holds")
                .with("hull", hull.clone())
                .with("mount", mount.clone())
                .with("weapon", weapon.clone()),
            Self::Item { key, known } => {
                Message::new("setup.item").with("item", key.clone()).with("known", known.clone())
            }
            Self::Items { hull, most: 0 } => Message::new("setup.no-items").with("hull", hull.clone()),
            Self::Bays { hull, most: 0 } => Message::new("setup.no-bays").with("hull", hull.clone()),
            Self::Items { hull, most } => {
                Message::new("setup.items").with("hull", hull.clone()).with("count", i64::from(*most))
            }
            Self::Squadron { key, known } => {
                Message::new("setup.squadron").with("squadron", key.clone()).with("known", known.clone())
            }
            Self::Bays { hull, most } => {
                Message::new("setup.bays").with("hull", hull.clone()).with("count", i64::from(*most))
            }
            Self::NeedsCarrier { squadron, known } => {
                Message::new("setup.needs-carrier").with("squadron", squadron.clone()).with("known", known.clone())
            }
            Self::Ranks(text) => {
                Message::new("setup.ranks").with("captain", text.clone()).with("highest", i64::from(HIGHEST_RANK))
            }
            Self::Level { level, highest } => {
                Message::new("setup.level").with("level", i64::from(*level)).with("highest", i64::from(*highest))
            }
            Self::Wear { hull, found } => {
                Message::new("setup.wear").with("hull", hull.clone()).with("found", found.clone())
            }
            Self::Name(word) => Message::new("setup.name").with("name", word.clone()),
            Self::Ships(found) => {
                Message::new("setup.ships").with("found", *found as i64).with("most", MOST_SHIPS_A_FLEET as i64)
            }
            Self::ShipsAndSquadrons(found) => Message::new("setup.ships-and-squadrons")
                .with("found", *found as i64)
                .with("most", MOST_SHIPS_A_FLEET as i64),
        };
        message.with("fleet", fleet)
    }
}

/// In English, for files of rules and positions.
impl fmt::Display for FleetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_english(&self.message("the fleet".to_owned())))
    }
}

/// A sentence of the game's texts in English, for files of rules and positions.
pub(crate) fn in_english(message: &Message) -> String {
    let info = &HexShips::INFO;
    info.texts_in("en").say(message, info.seat_names)
}

impl std::error::Error for FleetError {}

/// A ship before the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Design {
    /// The index of the hull in the rules.
    pub hull: u8,
    /// The indices of the weapons in the weapon set, mount by mount.
    pub weapons: [Option<u8>; MOST_MOUNTS],
    /// The captain's ranks: command, gunnery, engineering.
    pub ranks: [u8; 3],
    /// The items, one bit for each in the order of the rules (HS-38).
    pub items: u8,
    /// The hulls of the squadrons in its bays, bay by bay; none behind them (HS-38).
    pub bays: [Option<u8>; MOST_BAYS],
    /// The damage from earlier battles.
    pub wear: Wear,
}

/// The ships of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fleet {
    /// At least one ship.
    pub ships: Vec<Design>,
}

impl Design {
    /// The captain's level, which follows from the ranks.
    pub fn level(&self) -> u8 {
        1 + self.ranks.iter().map(|rank| rank - 1).sum::<u8>()
    }

    /// The rank of the captain when the battle begins: lowered by criticals that were not repaired (HS-43).
    pub fn rank(&self, skill: Skill, rules: &Rules) -> u8 {
        self.wear.broken.rank(self.ranks[skill as usize], rules)
    }

    /// The same ship without damage.
    #[must_use]
    pub fn whole(self) -> Self {
        Self { wear: Wear::default(), ..self }
    }

    /// A squadron as it is fitted. Its pilots have no ranks.
    pub fn of_squadron(hull: u8, rules: &Rules, set: &WeaponSet) -> Self {
        let mut weapons = [None; MOST_MOUNTS];
        for (slot, mount) in weapons.iter_mut().zip(&rules.hulls[usize::from(hull)].mounts) {
            *slot = set.find(&mount.fits).map(|weapon| weapon as u8);
        }
        Self { hull, weapons, ranks: [1; 3], items: 0, bays: [None; MOST_BAYS], wear: Wear::default() }
    }

    /// The bays that have a squadron, with its hull. Squadrons that were lost in an earlier battle are left out.
    pub fn squadrons(&self) -> impl Iterator<Item = (u8, u8)> + use<> {
        let lost = self.wear.bays;
        (0..).zip(self.bays).filter_map(move |(bay, hull)| Some((bay, hull?)).filter(|_| lost >> bay & 1 == 0))
    }

    /// The cost of hull, weapons, items, captain and squadrons.
    pub fn cost(&self, rules: &Rules, set: &WeaponSet) -> u32 {
        let squadrons = self.squadrons().map(|(_, hull)| Self::of_squadron(hull, rules, set).cost_alone(rules, set));
        self.cost_alone(rules, set) + squadrons.sum::<u32>()
    }

    /// The cost without the squadrons in its bays. The cost of a squadron is that of its hull: its weapon is a part of it.
    pub fn cost_alone(&self, rules: &Rules, set: &WeaponSet) -> u32 {
        let hull = &rules.hulls[usize::from(self.hull)];
        if hull.is_squadron {
            return u32::from(hull.cost);
        }
        let weapons = self.weapons.iter().flatten().map(|&weapon| u32::from(set.weapons[usize::from(weapon)].cost));
        let items: u32 = self.items(rules).map(|item| u32::from(item.cost)).sum();
        u32::from(hull.cost) + weapons.sum::<u32>() + self.captain_cost(rules) + items
    }

    /// The cost of the captain alone. A level above the highest costs as much as the highest.
    pub fn captain_cost(&self, rules: &Rules) -> u32 {
        let costs = &rules.captains.level_costs;
        u32::from(costs.get(usize::from(self.level()) - 1).or(costs.last()).copied().unwrap_or(0))
    }

    /// The items of the ship.
    pub fn items<'r>(&self, rules: &'r Rules) -> impl Iterator<Item = &'r Item> + use<'r> {
        let carried = self.items;
        rules.items.iter().enumerate().filter(move |(index, _)| carried >> index & 1 == 1).map(|(_, item)| item)
    }

    /// Parses a ship. An error says why the text is no ship and what would be.
    pub(crate) fn read(text: &str, rules: &Rules, set: &WeaponSet) -> Result<Self, FleetError> {
        let (text, worn) = text.split_once('!').map_or((text, None), |(ship, worn)| (ship, Some(worn)));
        let (ship, captain) = text.split_once('@').map_or((text, None), |(ship, captain)| (ship, Some(captain)));
        let (ship, carried) = ship.split_once('/').map_or((ship, None), |(ship, carried)| (ship, Some(carried)));
        let (ship, aboard) = ship.split_once('~').map_or((ship, None), |(ship, aboard)| (ship, Some(aboard)));
        let mut words = ship.split('.');
        let name = words.next().unwrap_or_default();
        let hull = rules.hull(name).ok_or_else(|| {
            let known: Vec<&str> = rules.hulls.iter().map(|hull| hull.key.as_str()).collect();
            FleetError::Hull { key: name.to_owned(), known: known.join(", ") }
        })?;
        let mounts = &rules.hulls[hull].mounts;
        let named: Vec<&str> = words.collect();
        let fitted: Vec<&str> = mounts.iter().map(|mount| mount.fits.as_str()).collect();
        let keys = if named.is_empty() { fitted } else { named };
        if keys.len() != mounts.len() {
            return Err(FleetError::Mounts { hull: name.to_owned(), found: keys.len(), mounts: mounts.len() });
        }
        let mut weapons = [None; MOST_MOUNTS];
        for ((slot, key), mount) in weapons.iter_mut().zip(keys).zip(mounts) {
            if key == EMPTY {
                continue;
            }
            let unknown = || FleetError::Weapon { key: key.to_owned(), known: set.names() };
            let weapon = set.find(key).ok_or_else(unknown)?;
            if !mount.takes(&set.weapons[weapon]) {
                let mount = format!("{} ({})", mount.holds.name(), mount.field.name());
                return Err(FleetError::Holds { hull: name.to_owned(), mount, weapon: key.to_owned() });
            }
            *slot = Some(weapon as u8);
        }
        let ranks = captain.map_or(Ok([1; 3]), |captain| read_ranks(captain, rules))?;
        let items = carried.map_or(Ok(0), |carried| read_items(carried, hull, rules))?;
        let bays = aboard.map_or(Ok([None; MOST_BAYS]), |aboard| read_bays(aboard, hull, rules))?;
        let wear = worn.map_or(Some(Wear::default()), |worn| Wear::read(worn.split('!'), &rules.hulls[hull]));
        let wear =
            wear.ok_or_else(|| FleetError::Wear { hull: name.to_owned(), found: worn.unwrap_or_default().to_owned() })?;
        Ok(Self { hull: hull as u8, weapons, ranks, items, bays, wear })
    }

    /// Reads as much of a ship as possible: without weapons that do not fit, and with any three ranks. None without a
    /// hull.
    fn read_loosely(text: &str, rules: &Rules, set: &WeaponSet) -> Option<Self> {
        let (text, _) = text.split_once('!').unwrap_or((text, ""));
        let (ship, captain) = text.split_once('@').unwrap_or((text, ""));
        let (ship, carried) = ship.split_once('/').unwrap_or((ship, ""));
        let (ship, aboard) = ship.split_once('~').unwrap_or((ship, ""));
        let mut words = ship.split('.');
        let hull = rules.hull(words.next()?)?;
        let named: Vec<&str> = words.collect();
        let mut weapons = [None; MOST_MOUNTS];
        for (index, (slot, mount)) in weapons.iter_mut().zip(&rules.hulls[hull].mounts).enumerate() {
            let key = if named.is_empty() { Some(mount.fits.as_str()) } else { named.get(index).copied() };
            let fitting = key.and_then(|key| set.find(key)).filter(|&weapon| mount.takes(&set.weapons[weapon]));
            *slot = fitting.map(|weapon| weapon as u8);
        }
        let room = usize::from(rules.hulls[hull].items);
        let known = carried.split('/').filter_map(|key| rules.item(key)).take(room);
        let items = known.fold(0, |items, item| items | 1 << item);
        let room = rules.hulls[hull].bays.map_or(0, |bays| usize::from(bays.squadrons));
        let mut bays = [None; MOST_BAYS];
        let squadrons = aboard.split('~').filter_map(|key| rules.squadron(key));
        bays[..room].iter_mut().zip(squadrons).for_each(|(bay, squadron)| *bay = Some(squadron));
        let ranks = digits(captain).unwrap_or([1; 3]);
        Some(Self { hull: hull as u8, weapons, ranks, items, bays, wear: Wear::default() })
    }

    /// The shortest text of the ship.
    pub(crate) fn write(&self, rules: &Rules, set: &WeaponSet) -> String {
        let hull = &rules.hulls[usize::from(self.hull)];
        let mut text = hull.key.clone();
        let key = |weapon: Option<u8>| weapon.map_or(EMPTY, |weapon| set.weapons[usize::from(weapon)].key.as_str());
        let as_fitted = hull.mounts.iter().zip(self.weapons).all(|(mount, weapon)| mount.fits == key(weapon));
        if !as_fitted {
            for weapon in &self.weapons[..hull.mounts.len()] {
                text.push('.');
                text.push_str(key(*weapon));
            }
        }
        for squadron in self.bays.iter().flatten() {
            text.push('~');
            text.push_str(&rules.hulls[usize::from(*squadron)].key);
        }
        for item in self.items(rules) {
            text.push('/');
            text.push_str(&item.key);
        }
        if self.ranks != [1; 3] {
            text.push('@');
            text.extend(self.ranks.iter().map(|rank| char::from(b'0' + rank)));
        }
        text.push_str(&self.wear.write(hull));
        text
    }
}

/// Parses three ranks, whatever level they make together.
fn digits(text: &str) -> Option<[u8; 3]> {
    let digits: [u8; 3] = text.as_bytes().try_into().ok()?;
    let is_rank = |digit: &u8| (b'1'..=b'0' + HIGHEST_RANK).contains(digit);
    digits.iter().all(is_rank).then(|| digits.map(|digit| digit - b'0'))
}

/// The items of a ship with this hull, joined by slashes.
fn read_items(text: &str, hull: usize, rules: &Rules) -> Result<u8, FleetError> {
    let hull = &rules.hulls[hull];
    let mut items = 0;
    for (index, key) in text.split('/').enumerate() {
        let item = rules.item(key).ok_or_else(|| {
            let known: Vec<&str> = rules.items.iter().map(|item| item.key.as_str()).collect();
            FleetError::Item { key: key.to_owned(), known: known.join(", ") }
        })?;
        if index >= usize::from(hull.items) || items >> item & 1 == 1 {
            return Err(FleetError::Items { hull: hull.key.clone(), most: hull.items });
        }
        items |= 1 << item;
    }
    Ok(items)
}

/// The squadrons in the bays of a carrier with this hull, joined by tildes.
fn read_bays(text: &str, hull: usize, rules: &Rules) -> Result<[Option<u8>; MOST_BAYS], FleetError> {
    let hull = &rules.hulls[hull];
    let most = hull.bays.map_or(0, |bays| bays.squadrons);
    let mut bays = [None; MOST_BAYS];
    for (index, key) in text.split('~').enumerate() {
        let squadron = rules.squadron(key).ok_or_else(|| {
            let known: Vec<&str> = rules.squadrons().map(|(_, hull)| hull.key.as_str()).collect();
            FleetError::Squadron { key: key.to_owned(), known: known.join(", ") }
        })?;
        if index >= usize::from(most) {
            return Err(FleetError::Bays { hull: hull.key.clone(), most });
        }
        bays[index] = Some(squadron);
    }
    Ok(bays)
}

fn read_ranks(text: &str, rules: &Rules) -> Result<[u8; 3], FleetError> {
    let ranks = digits(text).ok_or_else(|| FleetError::Ranks(text.to_owned()))?;
    let level = 1 + ranks.iter().map(|rank| rank - 1).sum::<u8>();
    let highest = rules.captains.highest_level();
    if level > highest {
        return Err(FleetError::Level { level, highest });
    }
    Ok(ranks)
}

impl Fleet {
    /// Parses a fleet whose ships may have names. There are as many of these as ships.
    pub(crate) fn read_named(text: &str, rules: &Rules, set: &WeaponSet) -> Result<(Self, Vec<Naming>), FleetError> {
        let cut: Vec<(&str, Naming)> =
            text.split('+').map(Naming::cut).collect::<Result<_, _>>().map_err(FleetError::Name)?;
        let (ships, names): (Vec<&str>, Vec<Naming>) = cut.into_iter().unzip();
        Ok((Self::read(&ships.join("+"), rules, set)?, names))
    }

    /// The text of the fleet with these names, one for each ship.
    pub(crate) fn write_named(&self, names: &[Naming], rules: &Rules, set: &WeaponSet) -> String {
        let ship = |(design, naming): (&Design, &Naming)| {
            let words: Vec<String> = std::iter::once(design.write(rules, set)).chain(naming.words()).collect();
            words.join("!")
        };
        self.ships.iter().zip(names).map(ship).collect::<Vec<_>>().join("+")
    }

    /// Parses a fleet without names. An error says why the text is no fleet and what would be.
    pub fn read(text: &str, rules: &Rules, set: &WeaponSet) -> Result<Self, FleetError> {
        let ships: Vec<Design> =
            text.split('+').map(|ship| Design::read(ship, rules, set)).collect::<Result<_, _>>()?;
        let alone = ships.iter().map(|ship| &rules.hulls[usize::from(ship.hull)]).find(|hull| hull.is_squadron);
        if let Some(squadron) = alone {
            let carriers = rules.hulls.iter().filter(|hull| hull.bays.is_some());
            let known: Vec<&str> = carriers.map(|hull| hull.key.as_str()).collect();
            return Err(FleetError::NeedsCarrier { squadron: squadron.key.clone(), known: known.join(", ") });
        }
        let fleet = Self { ships };
        match fleet.count() {
            ..=MOST_SHIPS_A_FLEET => Ok(fleet),
            count if count == fleet.ships.len() => Err(FleetError::Ships(count)),
            count => Err(FleetError::ShipsAndSquadrons(count)),
        }
    }

    /// The number of its ships, squadrons counted.
    pub fn count(&self) -> usize {
        self.ships.len() + self.ships.iter().map(|ship| ship.squadrons().count()).sum::<usize>()
    }

    /// Whether it has anything that only battles with expansions have (HS-38).
    pub fn has_expansions(&self, rules: &Rules) -> bool {
        self.ships.iter().any(|ship| ship.items != 0 || rules.hulls[usize::from(ship.hull)].is_expansion())
    }

    /// The designs in the order in which a battle numbers them: the ships, and then the squadrons of the first carrier, of the
    /// second, and so on. A squadron comes with the place of its carrier among the ships.
    pub fn deployed(&self, rules: &Rules, set: &WeaponSet) -> impl Iterator<Item = (Design, Option<u8>)> {
        let ships = self.ships.iter().map(|ship| (*ship, None));
        let squadrons = (0_u8..).zip(&self.ships).flat_map(move |(carrier, ship)| {
            ship.squadrons().map(move |(_, hull)| (Design::of_squadron(hull, rules, set), Some(carrier)))
        });
        ships.chain(squadrons)
    }

    /// Reads as much as possible of a text that may be wrong. The result may have no ships.
    pub(crate) fn read_loosely(text: &str, rules: &Rules, set: &WeaponSet) -> Self {
        let is_ship = |ship: &Design| !rules.hulls[usize::from(ship.hull)].is_squadron;
        let ships = text.split('+').filter_map(|ship| Design::read_loosely(ship, rules, set));
        Self { ships: ships.filter(is_ship).collect() }
    }

    /// The shortest text of the fleet.
    pub fn write(&self, rules: &Rules, set: &WeaponSet) -> String {
        self.ships.iter().map(|ship| ship.write(rules, set)).collect::<Vec<_>>().join("+")
    }

    /// Removes the ships that exceed the points, taken in order.
    pub fn fit(&mut self, points: u32, rules: &Rules, set: &WeaponSet) {
        let mut left = points;
        self.ships.retain(|ship| {
            let cost = ship.cost(rules, set);
            let fits = cost <= left;
            left -= if fits { cost } else { 0 };
            fits
        });
    }

    /// The total cost.
    pub fn cost(&self, rules: &Rules, set: &WeaponSet) -> u32 {
        self.ships.iter().map(|ship| ship.cost(rules, set)).sum()
    }
}
