//! What the computer likes when it picks its own fleet: `tastes.toml`. Tastes are no rules: they name no hull, so that they serve
//! every rule set, and records have the picked fleet itself.

use game::{Random, RulesError};

use crate::fleet::{Design, Fleet, MOST_SHIPS_A_FLEET};
use crate::rules::reader::{Source, Table};
use crate::rules::{HIGHEST_RANK, Limits, MOST_BAYS, MOST_MOUNTS, Rules, WeaponKind, WeaponSet};
use crate::wear::Wear;

/// The largest size that has a weight of its own. Larger hulls have the weight of this size.
const SIZES: usize = 5;

/// One way to choose a fleet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Taste {
    /// The lowest and the highest level that has it.
    levels: [u8; 2],
    sizes: [u32; SIZES],
    captains: u32,
    skills: [u32; 3],
    weapons: Vec<WeaponKind>,
}

/// What a fleet has to keep to.
pub(crate) struct Bounds<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) set: &'r WeaponSet,
    pub(crate) budget: u32,
    pub(crate) most: usize,
    pub(crate) limits: Limits,
    /// Whether it may have items, carriers and squadrons (HS-38).
    pub(crate) expansions: bool,
}

impl Taste {
    /// The tastes of the file.
    pub(crate) fn built_in() -> Result<Vec<Self>, RulesError> {
        Self::read_all(Source { file: "tastes.toml", text: game::rule_file!("../data/tastes.toml") })
    }

    fn read_all(source: Source<'_>) -> Result<Vec<Self>, RulesError> {
        source.read(|file| file.only(&["taste"])?.tables("taste")?.into_iter().map(Self::read).collect())
    }

    fn read(row: Table<'_>) -> Result<Self, RulesError> {
        let row = row.only(&["name", "levels", "sizes", "captains", "skills", "weapons"])?;
        row.text("name")?;
        let mut taste = Self {
            levels: [0; 2],
            sizes: [0; SIZES],
            captains: row.whole("captains", 0..=90)? as u32,
            skills: [0; 3],
            weapons: Vec::new(),
        };
        for (level, value) in taste.levels.iter_mut().zip(row.get("levels")?.exactly::<2>()?) {
            *level = value.whole(1..=99)? as u8;
        }
        let [lowest, highest] = taste.levels;
        if lowest > highest {
            return Err(row
                .get("levels")?
                .mistake("the lowest level comes before the highest, as in [1, 3]".to_owned()));
        }
        for (weight, value) in taste.sizes.iter_mut().zip(row.get("sizes")?.exactly::<SIZES>()?) {
            *weight = value.whole(0..=100)? as u32;
        }
        for (weight, value) in taste.skills.iter_mut().zip(row.get("skills")?.exactly::<3>()?) {
            *weight = value.whole(0..=100)? as u32;
        }
        for (key, weights) in [("sizes", &taste.sizes[..]), ("skills", &taste.skills[..])] {
            if weights.iter().all(|weight| *weight == 0) {
                return Err(row.get(key)?.mistake(format!("one of `{key}` is more than 0")));
            }
        }
        let names = WeaponKind::ALL.map(WeaponKind::name);
        for value in row.get("weapons")?.list()? {
            taste.weapons.push(WeaponKind::ALL[value.word(&names)?]);
        }
        Ok(taste)
    }

    fn is_of(&self, level: u8) -> bool {
        (self.levels[0]..=self.levels[1]).contains(&level)
    }

    fn likes(&self, size: u8) -> u32 {
        self.sizes[usize::from(size).clamp(1, SIZES) - 1]
    }

    /// A ship of this hull with the weapons that are liked, and a captain of level 1.
    fn design(&self, hull: usize, bounds: &Bounds<'_>) -> Design {
        let mut weapons = [None; MOST_MOUNTS];
        for (slot, mount) in weapons.iter_mut().zip(&bounds.rules.hulls[hull].mounts) {
            let fitting = |kind: &WeaponKind| {
                let fits = |weapon: &crate::rules::Weapon| weapon.kind == *kind && mount.takes(weapon);
                bounds.set.weapons.iter().position(fits)
            };
            let liked = self.weapons.iter().find_map(fitting);
            *slot = liked.or_else(|| bounds.set.find(&mount.fits)).map(|weapon| weapon as u8);
        }
        Design { hull: hull as u8, weapons, ranks: [1; 3], items: 0, bays: [None; MOST_BAYS], wear: Wear::default() }
    }

    /// A fleet within the bounds, the largest ship first. None if no hull is within them.
    fn fleet(&self, bounds: &Bounds<'_>, random: &mut Random) -> Option<Fleet> {
        let (rules, set) = (bounds.rules, bounds.set);
        let mut fleet = Fleet { ships: Vec::new() };
        let for_hulls = bounds.budget * (100 - self.captains) / 100;
        while fleet.ships.len() < bounds.most && fleet.count() < MOST_SHIPS_A_FLEET {
            // The first ship may cost all: a taste that finds nothing to its liking takes what there is.
            let budget = if fleet.ships.is_empty() { bounds.budget } else { for_hulls };
            let left = budget.saturating_sub(fleet.cost(rules, set));
            let designs =
                (0..rules.ship_hulls(bounds.expansions).len()).map(|hull| self.design(hull, bounds)).filter(|design| {
                    let ships = [fleet.ships.as_slice(), &[*design]].concat();
                    design.cost(rules, set) <= left && bounds.limits.refuses(&ships, rules, set).is_none()
                });
            let designs: Vec<Design> = designs.collect();
            let size = |design: &Design| rules.hulls[usize::from(design.hull)].size;
            let mut weights: Vec<u32> = designs.iter().map(|design| self.likes(size(design))).collect();
            if weights.iter().all(|weight| *weight == 0) {
                if designs.is_empty() || !fleet.ships.is_empty() {
                    break;
                }
                weights.fill(1);
            }
            fleet.ships.push(designs[random.weighted(&weights)]);
            if bounds.expansions {
                fill_bays(&mut fleet, budget, bounds, random);
            }
        }
        if bounds.expansions {
            take_items(&mut fleet, for_hulls, bounds, random);
        }
        let size = |ship: &Design| rules.hulls[usize::from(ship.hull)].size;
        fleet.ships.sort_by_key(|ship| std::cmp::Reverse((size(ship), ship.hull)));
        self.train(&mut fleet, bounds, random);
        (!fleet.ships.is_empty()).then_some(fleet)
    }

    /// Spends what is left on captains: the dearer a ship, the more likely is a rank for its captain.
    fn train(&self, fleet: &mut Fleet, bounds: &Bounds<'_>, random: &mut Random) {
        let (rules, set) = (bounds.rules, bounds.set);
        loop {
            let left = bounds.budget.saturating_sub(fleet.cost(rules, set));
            let raised = fleet.ships.iter().enumerate().flat_map(|(index, ship)| {
                (0..3).filter_map(move |skill| {
                    let mut better = *ship;
                    better.ranks[skill] += 1;
                    let is_one =
                        better.ranks[skill] <= HIGHEST_RANK && better.level() <= rules.captains.highest_level();
                    let dearer = is_one.then(|| better.cost(rules, set) - ship.cost(rules, set))?;
                    let weight = self.skills[skill] * u32::from(rules.hulls[usize::from(ship.hull)].cost);
                    (dearer <= left && weight > 0).then_some((index, better, weight))
                })
            });
            let raised: Vec<(usize, Design, u32)> = raised.collect();
            if raised.is_empty() {
                return;
            }
            let weights: Vec<u32> = raised.iter().map(|(_, _, weight)| *weight).collect();
            let (index, better, _) = raised[random.weighted(&weights)];
            fleet.ships[index] = better;
        }
    }
}

/// Fills the bays of the last ship with squadrons drawn by lot, as far as the budget and the size of a fleet allow it.
fn fill_bays(fleet: &mut Fleet, budget: u32, bounds: &Bounds<'_>, random: &mut Random) {
    let (rules, set) = (bounds.rules, bounds.set);
    let Some(last) = fleet.ships.len().checked_sub(1) else { return };
    let bays = rules.hulls[usize::from(fleet.ships[last].hull)].bays.map_or(0, |bays| usize::from(bays.squadrons));
    for bay in 0..bays {
        let left = budget.saturating_sub(fleet.cost(rules, set));
        let cost = |hull: u8| Design::of_squadron(hull, rules, set).cost(rules, set);
        let squadrons = rules.squadrons().map(|(hull, _)| hull as u8).filter(|&hull| cost(hull) <= left);
        let squadrons: Vec<u8> = squadrons.collect();
        if fleet.count() == MOST_SHIPS_A_FLEET {
            return;
        }
        let Some(&squadron) = random.pick(&squadrons) else { return };
        fleet.ships[last].bays[bay] = Some(squadron);
    }
}

/// Gives every second ship with room for it an item drawn by lot, as far as the budget allows it.
fn take_items(fleet: &mut Fleet, budget: u32, bounds: &Bounds<'_>, random: &mut Random) {
    let (rules, set) = (bounds.rules, bounds.set);
    for index in 0..fleet.ships.len() {
        let left = budget.saturating_sub(fleet.cost(rules, set));
        let items: Vec<usize> =
            (0..rules.items.len()).filter(|&item| u32::from(rules.items[item].cost) <= left).collect();
        let ship = &mut fleet.ships[index];
        let has_room = rules.hulls[usize::from(ship.hull)].items > 0;
        if let Some(item) = random.pick(&items).filter(|_| has_room && random.below(2) == 0) {
            ship.items |= 1 << item;
        }
    }
}

/// The fleet that a computer of this level picks. None if no hull is within the bounds.
pub(crate) fn pick(bounds: &Bounds<'_>, level: u8, random: &mut Random) -> Option<Fleet> {
    let all = Taste::built_in().ok()?; // a test reads them
    let fitting: Vec<&Taste> = all.iter().filter(|taste| taste.is_of(level)).collect();
    // A level without a taste of its own has them all.
    let taste = random.pick(&fitting).copied().or_else(|| random.pick(&all))?;
    taste.fleet(bounds, random)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mistake(text: &str) -> String {
        Taste::read_all(Source { file: "tastes.toml", text }).unwrap_err().to_string()
    }

    #[test]
    fn the_file_has_tastes_for_every_level() {
        let all = Taste::built_in().unwrap();
        for level in 1..=5 {
            assert!(all.iter().filter(|taste| taste.is_of(level)).count() >= 2, "level {level} has a choice");
        }
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        let file = |line: &str| {
            let usual = [
                "name = \"x\"",
                "levels = [1, 2]",
                "sizes = [1, 1, 1, 1, 1]",
                "captains = 0",
                "skills = [1, 1, 1]",
                "weapons = []",
            ];
            let key = line.split(' ').next().unwrap();
            let lines = usual.map(|usual| if usual.starts_with(&format!("{key} ")) { line } else { usual });
            format!("[[taste]]\n{}", lines.join("\n"))
        };
        for (line, wanted) in [
            ("levels = [3, 1]", "tastes.toml, line 3: the lowest level comes before the highest"),
            ("sizes = [0, 0, 0, 0, 0]", "tastes.toml, line 4: one of `sizes` is more than 0"),
            ("captains = 95", "tastes.toml, line 5: `captains` is a whole number from 0 to 90"),
            ("weapons = [\"axe\"]", "tastes.toml, line 7: "),
        ] {
            let found = mistake(&file(line));
            assert!(found.starts_with(wanted), "{found}");
        }
    }
}
