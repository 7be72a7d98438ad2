//! All tables of the game, from files that a designer can edit. A battle holds the set that it is fought by.

mod aims;
mod captains;
mod criticals;
mod hulls;
mod items;
mod limits;
mod numbers;
pub(crate) mod reader;
mod scenarios;
mod weapons;

use game::{RuleFiles, RuleSet};

pub use aims::{Aims, SideAim};
pub use captains::{Captains, Command, Engineering, Gunnery, HIGHEST_RANK, Skill};
pub use criticals::{Critical, Criticals};
pub use game::{RulesError, STANDARD};
pub use hulls::{Holds, Hull, MOST_MOUNTS, Mount};
pub use items::{Item, ItemKind};
pub use limits::Limits;
pub use numbers::{BRACKETS, Experience, Numbers, Silhouette};
pub use scenarios::{Scenario, Start};
pub use weapons::{Missiles, Shot, Weapon, WeaponKind, WeaponSet};

use reader::Source;

/// The weapon sets. Each has a file.
pub const WEAPON_SETS: &[&str] = &["seed", "balanced"];

/// Every file of a rule set, in the order in which they are read.
const FILES: &[(&str, &str)] = &[
    ("battle.toml", game::text_file!("../../data/battle.toml")),
    ("weapons-seed.toml", game::text_file!("../../data/weapons-seed.toml")),
    ("weapons-balanced.toml", game::text_file!("../../data/weapons-balanced.toml")),
    ("hulls.toml", game::text_file!("../../data/hulls.toml")),
    ("captains.toml", game::text_file!("../../data/captains.toml")),
    ("criticals.toml", game::text_file!("../../data/criticals.toml")),
    ("items.toml", game::text_file!("../../data/items.toml")),
    ("scenarios.toml", game::text_file!("../../data/scenarios.toml")),
];

/// The contents of all data files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The numbers of every battle.
    pub numbers: Numbers,
    /// One weapon set for each name in [`WEAPON_SETS`].
    pub weapon_sets: Vec<WeaponSet>,
    /// The hulls from the smallest to the largest.
    pub hulls: Vec<Hull>,
    /// The effects of captains' ranks.
    pub captains: Captains,
    /// The effects of criticals.
    pub criticals: Criticals,
    /// The items of ships, an expansion.
    pub items: Vec<Item>,
    /// Battles that are ready to play.
    pub scenarios: Vec<Scenario>,
}

impl RuleSet for Rules {
    const FILES: &'static [(&'static str, &'static str)] = FILES;

    fn parse(files: &RuleFiles) -> Result<Self, RulesError> {
        let mut texts = Vec::new();
        for (file, _) in FILES {
            texts.push(files.get(file)?);
        }
        let source = |index: usize| Source { file: FILES[index].0, text: texts[index] };
        let numbers = Numbers::read(source(0))?;
        let weapon_sets = vec![WeaponSet::read("seed", source(1))?, WeaponSet::read("balanced", source(2))?];
        let hulls = Hull::read_all(source(3), &numbers.silhouettes, &weapon_sets)?;
        let (captains, criticals) = (Captains::read(source(4))?, Criticals::read(source(5))?);
        let items = Item::read_all(source(6))?;
        let mut rules = Self { numbers, weapon_sets, hulls, captains, criticals, items, scenarios: Vec::new() };
        rules.scenarios = Scenario::read_all(source(7), &rules)?;
        Ok(rules)
    }

    fn name(&self) -> &str {
        &self.numbers.name
    }
}

impl Rules {
    /// The place of the hull that fleets write so.
    pub fn hull(&self, key: &str) -> Option<usize> {
        self.hulls.iter().position(|hull| hull.key == key)
    }

    /// The place of the item that fleets write so.
    pub fn item(&self, key: &str) -> Option<usize> {
        self.items.iter().position(|item| item.key == key)
    }

    /// The scenario with this key.
    pub fn scenario(&self, key: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.key == key)
    }

    /// The bracket of a target at this distance. None beyond the last one.
    #[inline]
    pub fn bracket(&self, distance: i32) -> Option<usize> {
        let ends = &self.numbers.bracket_ends;
        if distance < 1 { None } else { ends.iter().position(|&end| distance <= i32::from(end)) }
    }
}
