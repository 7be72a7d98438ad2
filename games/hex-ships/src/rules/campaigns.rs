//! Campaigns: files called `campaign-NAME.toml`. Each is a small graph of missions.

use game::RulesError;

use super::reader::{Source, Table, Value, distinct, key_of};
use super::{Rules, Scenario, WEAPON_SETS, WeaponSet};
use crate::fleet::{Design, Fleet, MOST_SHIPS_A_FLEET, in_english};

/// The languages that every text of a campaign has, English first.
pub const LANGUAGES: [&str; 2] = ["en", "de"];

/// How hard a campaign is.
pub const DIFFICULTIES: &[&str] = &["easy", "normal", "hard"];

/// The most ships of a campaign's fleet (HS-40).
pub const MOST_CAMPAIGN_SHIPS: usize = 16;

/// The most ships that deploy in a battle of a campaign (HS-40).
pub const MOST_DEPLOYED: usize = 8;

/// The computer's levels, the weakest first. A test of the computer player compares them with its own list.
pub const LEVELS: &[&str] = &["1", "2", "3", "4", "5"];

/// The word in `win`, `draw` and `loss` for a campaign that is won.
const WON: &str = "won";
/// The word for a campaign that is lost.
const LOST: &str = "lost";

/// The keys of a mission beside those of its scenario.
const KEYS: [&str; 11] =
    ["title", "briefing", "place", "guests", "guest_names", "easy", "hard", "reward", "win", "draw", "loss"];

/// A text in every language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spoken([String; LANGUAGES.len()]);

impl Spoken {
    /// The text in a language, or in English.
    pub fn in_language(&self, language: &str) -> &str {
        &self.0[LANGUAGES.iter().position(|known| *known == language).unwrap_or(0)]
    }

    fn read(value: Value<'_>, longest: usize) -> Result<Self, RulesError> {
        let table = value.table()?.only(&LANGUAGES)?;
        let mut spoken = Self::default();
        for (text, language) in spoken.0.iter_mut().zip(LANGUAGES) {
            let found = table.get(language)?;
            let words = found.text()?.trim();
            if words.is_empty() || words.len() > longest {
                return Err(found.mistake(format!("a text here has 1 to {longest} letters")));
            }
            words.clone_into(text);
        }
        Ok(spoken)
    }
}

/// What comes after a mission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// One of these missions, by their index.
    Missions(Vec<u8>),
    /// The campaign is won.
    Won,
    /// The campaign is lost.
    Lost,
}

/// What the fleet gets for a won mission.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reward {
    /// New ships, each with a captain.
    pub ships: Vec<Design>,
    /// Experience for every captain who fought, in addition to HS-11.
    pub experience: u8,
    /// Whether all ships are repaired at once.
    pub repairs: bool,
}

/// A battle of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mission {
    /// Its name in files and setups. It is the name of its scenario too.
    pub key: String,
    /// Its title.
    pub title: Spoken,
    /// What the commander is told before it.
    pub briefing: Spoken,
    /// Its place on the chart of the campaign, in percent from the left and from the top.
    pub place: [u8; 2],
    /// Map, aims and limits. Its blue fleet is the enemy at normal difficulty.
    pub scenario: Scenario,
    /// Ships that join the fleet for this battle alone. They come first, so that an aim can name them.
    pub guests: Vec<Design>,
    /// Their names.
    pub guest_names: Vec<String>,
    /// The enemy's fleet at each difficulty, as a text.
    pub enemies: [String; 3],
    /// What a win brings.
    pub reward: Reward,
    /// What comes next after a win, a draw and a loss.
    pub next: [Next; 3],
}

impl Mission {
    /// The missions that can come next, after one result or another.
    pub(crate) fn followers(&self) -> Vec<u8> {
        let mut all = Vec::new();
        for next in &self.next {
            if let Next::Missions(list) = next {
                all.extend_from_slice(list);
            }
        }
        all
    }

    /// Whether some of these ships can be sent, as its limits and aims are (HS-36, HS-40).
    pub(crate) fn admits(&self, ships: &[Design], rules: &Rules, set: &WeaponSet) -> bool {
        let (least, _) = self.scenario.aims.need_of(0);
        self.scenario.limits[0].admit(ships, &self.guests, least, rules, set)
    }
}

/// A campaign as its file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CampaignPlan {
    /// Its name in setups.
    pub key: String,
    /// Its title.
    pub title: Spoken,
    /// What it is about.
    pub about: Spoken,
    /// The index of its weapon set.
    pub set: u8,
    /// Whether its battles are fought with the expansions (HS-38).
    pub expansions: bool,
    /// How many ships the dock takes at a time (HS-41).
    pub dock: u8,
    /// The computer's level at each difficulty.
    pub levels: [String; 3],
    /// The ships at the beginning.
    pub ships: Vec<Design>,
    /// The names that ships are given.
    pub ship_names: Vec<String>,
    /// The names that captains are given.
    pub captain_names: Vec<String>,
    /// The missions that the campaign can begin with, by their index.
    pub first: Vec<u8>,
    /// All missions.
    pub missions: Vec<Mission>,
}

impl CampaignPlan {
    /// Reads a file. It needs the other rules to check fleets and missions.
    pub(super) fn read(source: Source<'_>, rules: &Rules) -> Result<Self, RulesError> {
        source.read(|file| {
            let file = file.only(&[
                "name",
                "title",
                "about",
                "weapons",
                "expansions",
                "dock",
                "levels",
                "ships",
                "ship_names",
                "captain_names",
                "first",
                "mission",
            ])?;
            let set = file.get("weapons")?.word(WEAPON_SETS)? as u8;
            let rows = file.tables("mission")?;
            if rows.is_empty() || rows.len() > 40 {
                return Err(file.get("mission")?.mistake("a campaign has 1 to 40 missions".to_owned()));
            }
            let mut keys: Vec<String> = Vec::new();
            for row in &rows {
                let key = key_of(row.get("name")?)?;
                let known =
                    rules.scenarios().map(|scenario| scenario.key.as_str()).chain(keys.iter().map(String::as_str));
                distinct(known, &key, row.get("name")?)?;
                keys.push(key);
            }
            let expansions = file.has("expansions") && file.get("expansions")?.word(&["off", "on"])? == 1;
            let kind = Kind { set, expansions };
            let missions: Vec<Mission> =
                rows.iter().map(|row| mission(*row, kind, &keys, rules)).collect::<Result<_, _>>()?;
            let ships = ships(file.get("ships")?, kind, rules)?;
            if ships.is_empty() || ships.len() > MOST_CAMPAIGN_SHIPS {
                let problem = format!("a campaign begins with 1 to {MOST_CAMPAIGN_SHIPS} ships");
                return Err(file.get("ships")?.mistake(problem));
            }
            let plan = Self {
                key: key_of(file.get("name")?)?,
                title: Spoken::read(file.get("title")?, 60)?,
                about: Spoken::read(file.get("about")?, 600)?,
                set,
                expansions,
                dock: file.whole_or("dock", 0..=16, 2)? as u8,
                levels: levels(file.get("levels")?)?,
                ships,
                ship_names: names(file.get("ship_names")?, 32)?,
                captain_names: names(file.get("captain_names")?, 32)?,
                first: indices(file.get("first")?, &keys)?,
                missions,
            };
            plan.check_ways(file)?;
            plan.check_fleets(file, rules)?;
            Ok(plan)
        })
    }

    /// Every mission can be reached, and from everywhere a won campaign can be.
    fn check_ways(&self, file: Table<'_>) -> Result<(), RulesError> {
        let mut reached = vec![false; self.missions.len()];
        let mut waiting = self.first.clone();
        while let Some(index) = waiting.pop() {
            if !std::mem::replace(&mut reached[usize::from(index)], true) {
                waiting.extend(self.missions[usize::from(index)].followers());
            }
        }
        let mut wins: Vec<bool> = self.missions.iter().map(|mission| mission.next[0] == Next::Won).collect();
        for _ in 0..self.missions.len() {
            for (index, mission) in self.missions.iter().enumerate() {
                wins[index] = wins[index] || mission.followers().iter().any(|next| wins[usize::from(*next)]);
            }
        }
        for (index, row) in file.tables("mission")?.into_iter().enumerate() {
            if !reached[index] {
                return Err(row.mistake("no way of the campaign leads to this mission".to_owned()));
            }
            if !wins[index] {
                return Err(row.mistake(format!("no way leads from this mission to a `{WON}` campaign")));
            }
        }
        Ok(())
    }

    /// The first missions can be begun with the ships of the beginning, and every other one with those and the rewards.
    fn check_fleets(&self, file: Table<'_>, rules: &Rules) -> Result<(), RulesError> {
        let set = &rules.weapon_sets[usize::from(self.set)];
        let mut ever = self.ships.clone();
        for mission in &self.missions {
            ever.extend_from_slice(&mission.reward.ships);
        }
        for (index, row) in file.tables("mission")?.into_iter().enumerate() {
            let (ships, problem) = if self.first.contains(&(index as u8)) {
                (&self.ships, "no ships of the campaign's beginning fit the limits and the aims of this mission")
            } else {
                (&ever, "no ships that the campaign may ever have fit the limits and the aims of this mission")
            };
            if !self.missions[index].admits(ships, rules, set) {
                return Err(row.mistake(problem.to_owned()));
            }
        }
        Ok(())
    }

    /// The mission with this key.
    pub fn mission(&self, key: &str) -> Option<u8> {
        self.missions.iter().position(|mission| mission.key == key).map(|index| index as u8)
    }
}

/// What all battles of a campaign have in common.
#[derive(Clone, Copy)]
struct Kind {
    set: u8,
    expansions: bool,
}

fn mission(row: Table<'_>, kind: Kind, keys: &[String], rules: &Rules) -> Result<Mission, RulesError> {
    if let Some(start) = ["red_start", "blue_start"].into_iter().find(|start| row.has(start)) {
        return Err(row.get(start)?.mistake(format!("the fleets of a campaign deploy: a mission has no `{start}`")));
    }
    let scenario = Scenario::read(row, rules, &KEYS)?;
    let guests = if row.has("guests") { ships(row.get("guests")?, kind, rules)? } else { Vec::new() };
    if guests.len() + MOST_DEPLOYED > MOST_SHIPS_A_FLEET {
        let most = MOST_SHIPS_A_FLEET - MOST_DEPLOYED;
        return Err(row.get("guests")?.mistake(format!("at most {most} guests join a fleet")));
    }
    let guest_names = if row.has("guest_names") { names(row.get("guest_names")?, 1)? } else { Vec::new() };
    if guest_names.len() != guests.len() {
        return Err(row.mistake("`guest_names` has a name for each of the `guests`".to_owned()));
    }
    fleet(row.get("red")?, kind, rules)?;
    let enemy = |difficulty: &'static str| {
        let value = row.get(if row.has(difficulty) { difficulty } else { "blue" })?;
        fights(value, &scenario, kind, rules)?;
        value.text().map(str::to_owned)
    };
    let enemies = [enemy("easy")?, enemy("blue")?, enemy("hard")?];
    let place = row.get("place")?.exactly::<2>()?;
    let percent = |value: Value<'_>| value.whole(0..=100).map(|percent| percent as u8);
    Ok(Mission {
        title: Spoken::read(row.get("title")?, 60)?,
        briefing: Spoken::read(row.get("briefing")?, 900)?,
        place: [percent(place[0])?, percent(place[1])?],
        reward: if row.has("reward") { reward(row.table("reward")?, kind, rules)? } else { Reward::default() },
        next: [next(row, "win", keys)?, next(row, "draw", keys)?, next(row, "loss", keys)?],
        enemies,
        guests,
        guest_names,
        key: scenario.key.clone(),
        scenario,
    })
}

fn reward(table: Table<'_>, kind: Kind, rules: &Rules) -> Result<Reward, RulesError> {
    let table = table.only(&["ships", "experience", "repairs"])?;
    Ok(Reward {
        ships: if table.has("ships") { ships(table.get("ships")?, kind, rules)? } else { Vec::new() },
        experience: table.whole_or("experience", 0..=20, 0)? as u8,
        repairs: table.whole_or("repairs", 0..=1, 0)? == 1,
    })
}

fn next<'a>(row: Table<'a>, key: &'a str, keys: &[String]) -> Result<Next, RulesError> {
    let value = row.get(key)?;
    match value.text() {
        Ok(WON) => Ok(Next::Won),
        Ok(LOST) => Ok(Next::Lost),
        Ok(other) => {
            Err(value.mistake(format!("`{key}` is `{WON}`, `{LOST}` or a list of missions, and not `{other}`")))
        }
        Err(_) => indices(value, keys).map(Next::Missions),
    }
}

/// Missions by their names.
fn indices(value: Value<'_>, keys: &[String]) -> Result<Vec<u8>, RulesError> {
    let known: Vec<&str> = keys.iter().map(String::as_str).collect();
    let mut found: Vec<u8> = Vec::new();
    for name in value.list()? {
        let index = name.word(&known)? as u8;
        if found.contains(&index) {
            return Err(name.mistake("this mission is in the list already".to_owned()));
        }
        found.push(index);
    }
    if found.is_empty() { Err(value.mistake("the list has a mission at least".to_owned())) } else { Ok(found) }
}

fn fleet(value: Value<'_>, kind: Kind, rules: &Rules) -> Result<Fleet, RulesError> {
    let fleet = Fleet::read(value.text()?, rules, &rules.weapon_sets[usize::from(kind.set)])
        .map_err(|why| value.mistake(why.to_string()))?;
    if fleet.has_expansions(rules) && !kind.expansions {
        let problem = "items, carriers and squadrons need `expansions = \"on\"` at the beginning of the file";
        return Err(value.mistake(problem.to_owned()));
    }
    Ok(fleet)
}

/// Checks a fleet of the enemy as the battle will: by its kind, the aims and the limits.
fn fights(value: Value<'_>, scenario: &Scenario, kind: Kind, rules: &Rules) -> Result<(), RulesError> {
    let set = &rules.weapon_sets[usize::from(kind.set)];
    let fleet = fleet(value, kind, rules)?;
    let (least, points) = scenario.aims.need_of(1);
    if fleet.ships.len() < usize::from(least) || fleet.cost(rules, set) < points {
        let problem = format!(
            "the aims of this mission speak of more than this fleet: it needs {least} ships that cost {points} at least"
        );
        return Err(value.mistake(problem));
    }
    let refusal = scenario.limits[1].refuses(&fleet.ships, rules, set);
    refusal.map_or(Ok(()), |why| Err(value.mistake(in_english(&why.with("fleet", "the fleet".to_owned())))))
}

fn ships(value: Value<'_>, kind: Kind, rules: &Rules) -> Result<Vec<Design>, RulesError> {
    let mut ships = Vec::new();
    for one in value.list()? {
        ships.extend(fleet(one, kind, rules)?.ships);
    }
    Ok(ships)
}

fn levels(value: Value<'_>) -> Result<[String; 3], RulesError> {
    let mut levels = [const { String::new() }; 3];
    for (level, value) in levels.iter_mut().zip(value.exactly::<3>()?) {
        LEVELS[value.word(LEVELS)?].clone_into(level);
    }
    Ok(levels)
}

/// A list of at least this many different names.
fn names(value: Value<'_>, least: usize) -> Result<Vec<String>, RulesError> {
    let mut names: Vec<String> = Vec::new();
    for name in value.list()? {
        let text = name.text()?;
        if !crate::campaign::is_name(text) {
            return Err(name.mistake(crate::campaign::NAMES.to_owned()));
        }
        if names.iter().any(|known| known == text) {
            return Err(name.mistake(format!("`{text}` is in the list already")));
        }
        names.push(text.to_owned());
    }
    if names.len() < least {
        return Err(value.mistake(format!("the list has {least} names at least, and not {}", names.len())));
    }
    Ok(names)
}
