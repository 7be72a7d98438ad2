//! All tables of the game, from files that a designer can edit. A battle holds the set that it is fought by.

mod aims;
mod campaigns;
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
pub use campaigns::{
    CampaignPlan, DIFFICULTIES, LANGUAGES, LEVELS, MOST_CAMPAIGN_SHIPS, MOST_DEPLOYED, Mission, Next, Reward, Spoken,
};
pub use captains::{Captains, Command, Engineering, Gunnery, HIGHEST_RANK, Skill};
pub use criticals::{Critical, Criticals};
pub use game::{RulesError, STANDARD};
pub use hulls::{Bays, Holds, Hull, MOST_BAYS, MOST_MOUNTS, Mount};
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
    ("battle.toml", game::rule_file!("../../data/battle.toml")),
    ("weapons-seed.toml", game::rule_file!("../../data/weapons-seed.toml")),
    ("weapons-balanced.toml", game::rule_file!("../../data/weapons-balanced.toml")),
    ("hulls.toml", game::rule_file!("../../data/hulls.toml")),
    ("captains.toml", game::rule_file!("../../data/captains.toml")),
    ("criticals.toml", game::rule_file!("../../data/criticals.toml")),
    ("items.toml", game::rule_file!("../../data/items.toml")),
    ("scenarios.toml", game::rule_file!("../../data/scenarios.toml")),
    ("campaign-frontier.toml", game::rule_file!("../../data/campaign-frontier.toml")),
    ("campaign-exodus.toml", game::rule_file!("../../data/campaign-exodus.toml")),
];

/// The contents of all data files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The numbers of every battle.
    pub numbers: Numbers,
    /// One weapon set for each name in [`WEAPON_SETS`].
    pub weapon_sets: Vec<WeaponSet>,
    /// The hulls: ships from the smallest to the largest, then carriers, then squadrons.
    pub hulls: Vec<Hull>,
    /// The effects of captains' ranks.
    pub captains: Captains,
    /// The effects of criticals.
    pub criticals: Criticals,
    /// The items of ships, an expansion.
    pub items: Vec<Item>,
    /// Battles that are ready to play.
    pub scenarios: Vec<Scenario>,
    /// The campaigns, in the order of their files' names.
    pub campaigns: Vec<CampaignPlan>,
}

impl RuleSet for Rules {
    const FILES: &'static [(&'static str, &'static str)] = FILES;

    fn parse(files: &RuleFiles) -> Result<Self, RulesError> {
        let mut texts = Vec::new();
        for (file, _) in FILES.iter().filter(|(file, _)| !is_campaign(file)) {
            texts.push(files.get(file)?);
        }
        let source = |index: usize| Source { file: FILES[index].0, text: texts[index] };
        let numbers = Numbers::read(source(0))?;
        let weapon_sets = vec![WeaponSet::read("seed", source(1))?, WeaponSet::read("balanced", source(2))?];
        let hulls = Hull::read_all(source(3), &numbers.silhouettes, &weapon_sets)?;
        let (captains, criticals) = (Captains::read(source(4))?, Criticals::read(source(5))?);
        let items = Item::read_all(source(6))?;
        let mut rules = Self {
            numbers,
            weapon_sets,
            hulls,
            captains,
            criticals,
            items,
            scenarios: Vec::new(),
            campaigns: Vec::new(),
        };
        rules.scenarios = Scenario::read_all(source(7), &rules)?;
        for (file, text) in files.iter().filter(|(file, _)| is_campaign(file)) {
            let campaign = CampaignPlan::read(Source { file, text }, &rules)?;
            if rules.campaign(&campaign.key).is_some() {
                let problem =
                    format!("there are two campaigns called `{}`; each needs a name of its own", campaign.key);
                return Err(RulesError::in_line(file, text, "name", problem));
            }
            rules.campaigns.push(campaign);
        }
        Ok(rules)
    }

    fn name(&self) -> &str {
        &self.numbers.name
    }

    /// A set may have campaigns of its own, or none.
    fn takes(file: &str) -> bool {
        is_campaign(file) || FILES.iter().any(|(known, _)| *known == file)
    }
}

/// Whether a file of this name holds a campaign.
fn is_campaign(file: &str) -> bool {
    file.strip_prefix("campaign-").is_some_and(|rest| rest.strip_suffix(".toml").is_some())
}

impl Rules {
    /// The place of the hull that fleets write so.
    pub fn hull(&self, key: &str) -> Option<usize> {
        self.hulls.iter().position(|hull| hull.key == key)
    }

    /// The hulls of ships in a battle with or without expansions: the first ones of all hulls.
    pub fn ship_hulls(&self, expansions: bool) -> &[Hull] {
        let count =
            self.hulls.iter().take_while(|hull| !hull.is_squadron && (expansions || hull.bays.is_none())).count();
        &self.hulls[..count]
    }

    /// The squadrons with their places among the hulls.
    pub fn squadrons(&self) -> impl Iterator<Item = (usize, &Hull)> {
        self.hulls.iter().enumerate().filter(|(_, hull)| hull.is_squadron)
    }

    /// The place among the hulls of the squadron that carriers write so.
    pub fn squadron(&self, key: &str) -> Option<u8> {
        self.squadrons().find(|(_, hull)| hull.key == key).map(|(index, _)| index as u8)
    }

    /// The place of the item that fleets write so.
    pub fn item(&self, key: &str) -> Option<usize> {
        self.items.iter().position(|item| item.key == key)
    }

    /// The scenario with this key: one of the list, or a mission of a campaign.
    pub fn scenario(&self, key: &str) -> Option<&Scenario> {
        self.scenarios().find(|scenario| scenario.key == key)
    }

    /// All scenarios, and those of all missions after them.
    fn scenarios(&self) -> impl Iterator<Item = &Scenario> {
        let missions = self.campaigns.iter().flat_map(|campaign| &campaign.missions);
        self.scenarios.iter().chain(missions.map(|mission| &mission.scenario))
    }

    /// The campaign with this key.
    pub fn campaign(&self, key: &str) -> Option<usize> {
        self.campaigns.iter().position(|campaign| campaign.key == key)
    }

    /// The bracket of a target at this distance. None beyond the last one.
    #[inline]
    pub fn bracket(&self, distance: i32) -> Option<usize> {
        let ends = &self.numbers.bracket_ends;
        if distance < 1 { None } else { ends.iter().position(|&end| distance <= i32::from(end)) }
    }
}
