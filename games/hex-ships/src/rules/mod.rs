//! All tables of the game, from files that a designer can edit: the built-in ones, or those of a folder.

mod captains;
mod criticals;
mod hulls;
mod numbers;
mod reader;
mod scenarios;
mod weapons;

use std::path::Path;
use std::sync::OnceLock;

pub use captains::{Captains, Command, Engineering, Gunnery, HIGHEST_RANK, Skill};
pub use criticals::{Critical, Criticals};
pub use hulls::{Holds, Hull, MOST_MOUNTS, Mount};
pub use numbers::{BRACKETS, Experience, Numbers, Silhouette};
pub use reader::RulesError;
pub use scenarios::{Scenario, Start};
pub use weapons::{Missiles, Shot, Weapon, WeaponKind, WeaponSet};

use reader::Source;

/// The sets of weapons; each has its file.
pub const WEAPON_SETS: &[&str] = &["seed", "balanced"];

/// How the built-in rules are called.
pub const STANDARD: &str = "standard";

/// Every file of a set of rules.
const FILES: [(&str, &str); 7] = [
    ("battle.toml", include_str!("../../data/battle.toml")),
    ("weapons-seed.toml", include_str!("../../data/weapons-seed.toml")),
    ("weapons-balanced.toml", include_str!("../../data/weapons-balanced.toml")),
    ("hulls.toml", include_str!("../../data/hulls.toml")),
    ("captains.toml", include_str!("../../data/captains.toml")),
    ("criticals.toml", include_str!("../../data/criticals.toml")),
    ("scenarios.toml", include_str!("../../data/scenarios.toml")),
];

/// Everything that is data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What holds in every battle.
    pub numbers: Numbers,
    /// One for each name in [`WEAPON_SETS`].
    pub weapon_sets: Vec<WeaponSet>,
    /// From the smallest to the largest.
    pub hulls: Vec<Hull>,
    /// What captains' ranks bring.
    pub captains: Captains,
    /// What criticals do.
    pub criticals: Criticals,
    /// Battles that are ready to play.
    pub scenarios: Vec<Scenario>,
}

/// Another set of rules was already being played by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the rules can be changed only before the first battle")]
pub struct TooLate;

static CURRENT: OnceLock<Rules> = OnceLock::new();

impl Rules {
    /// What the files say that these names stand for.
    pub fn parse(files: &dyn Fn(&str) -> Result<String, RulesError>) -> Result<Self, RulesError> {
        let mut texts = Vec::new();
        for (file, _) in FILES {
            texts.push(files(file)?);
        }
        let source = |index: usize| Source { file: FILES[index].0, text: &texts[index] };
        let numbers = Numbers::read(source(0))?;
        let weapon_sets = vec![WeaponSet::read("seed", source(1))?, WeaponSet::read("balanced", source(2))?];
        let hulls = Hull::read_all(source(3), &numbers.silhouettes, &weapon_sets)?;
        let (captains, criticals) = (Captains::read(source(4))?, Criticals::read(source(5))?);
        let mut rules = Self { numbers, weapon_sets, hulls, captains, criticals, scenarios: Vec::new() };
        rules.scenarios = Scenario::read_all(source(6), &rules)?;
        Ok(rules)
    }

    /// The rules of a folder with files like ours. A set that differs from ours needs a name of its own, because records
    /// tell by the name what they were played by.
    pub fn load(folder: &Path) -> Result<Self, RulesError> {
        let rules = Self::parse(&|file| {
            let path = folder.join(file);
            let problem = |error: std::io::Error| RulesError::File {
                file: path.display().to_string(),
                problem: error.to_string(),
            };
            std::fs::read_to_string(&path).map_err(problem)
        })?;
        if rules.numbers.name == STANDARD && rules != Self::built_in() {
            let problem = format!("these rules are not the built-in ones: give them another `name` than {STANDARD}");
            let text = std::fs::read_to_string(folder.join(FILES[0].0)).unwrap_or_default();
            let line = text.lines().position(|line| line.starts_with("name")).map_or(1, |index| index + 1);
            return Err(RulesError::Mistake { file: FILES[0].0.to_owned(), line, problem });
        }
        Ok(rules)
    }

    /// The rules that are compiled in.
    pub fn built_in() -> Self {
        let own = |name: &str| FILES.iter().find(|(file, _)| *file == name).map_or("", |(_, text)| text).to_owned();
        Self::parse(&|file| Ok(own(file))).expect("a test reads every file of data/")
    }

    /// The rules that this process plays by.
    pub fn current() -> &'static Self {
        CURRENT.get_or_init(Self::built_in)
    }

    /// Plays by these rules from now on; only before the first battle.
    pub fn play_by(self) -> Result<(), TooLate> {
        CURRENT.set(self).map_err(|_| TooLate)
    }

    /// The place of the hull that fleets write so.
    pub fn hull(&self, key: &str) -> Option<usize> {
        self.hulls.iter().position(|hull| hull.key == key)
    }

    /// The scenario of that name.
    pub fn scenario(&self, key: &str) -> Option<&Scenario> {
        self.scenarios.iter().find(|scenario| scenario.key == key)
    }

    /// In which bracket a target at this distance is; none beyond the last one.
    #[inline]
    pub fn bracket(&self, distance: i32) -> Option<usize> {
        let ends = &self.numbers.bracket_ends;
        if distance < 1 { None } else { ends.iter().position(|&end| distance <= i32::from(end)) }
    }
}
