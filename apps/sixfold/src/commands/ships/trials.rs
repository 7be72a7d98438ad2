//! Battles between drawn fleets, kept in a file so that a long measurement can be stopped and gone on with.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;

use ai::Level;
use game::{Game as _, Random, RuleFiles, Setup};
use hex_ships::rules::{HIGHEST_RANK, Rules};
use hex_ships::{Design, Fleet, HexShips, MOST_SHIPS_A_FLEET};
use serde::{Deserialize, Serialize};

use super::arena;
use crate::failure::Failure;
use crate::progress::Progress;

/// A battle is about the cost of one drawn ship, so that all hulls are in equally many battles, and up to so many points
/// more. In duels of single ships a few pairings decide everything (a Manta beats a Sabre, a Needle beats a Manta), so
/// most fleets have several ships. Large fleets take long.
const POINTS_BESIDE: u32 = 150;
const MOST_SHIPS: usize = 6;
/// What the other fleet may cost, in percent of the first one. If both always cost the same, every set of prices that adds
/// a multiple of the present ones would explain the results as well, and nothing could be measured.
const OTHER: std::ops::RangeInclusive<u32> = 50..=150;
/// In percent: a mount with the usual weapon, an empty one (the rest has any weapon that fits), a captain of level 1.
const USUAL_WEAPON: u32 = 50;
const NO_WEAPON: u32 = 10;
const FIRST_LEVEL: u32 = 50;
/// In percent: a place for an item that has one, and a bay that has a squadron.
const ITEM: u32 = 30;
const SQUADRON: u32 = 70;
/// A fleet is complete when this many ships in a row were too expensive for it.
const TRIES: u32 = 12;

/// A battle with its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Trial {
    /// The number of the battle: its fleets and its dice come from it.
    pub(super) battle: u64,
    pub(super) weapons: String,
    pub(super) red: String,
    pub(super) blue: String,
    /// Red's points: 1, 0, or a half for a draw.
    pub(super) red_points: f64,
}

/// The first line of a file of trials: only battles under the same conditions can be added up.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Conditions {
    rules: String,
    level: String,
    seed: u64,
}

/// The measurement: how many battles, by whom, on how many threads.
pub(super) struct Plan<'a> {
    pub(super) rules: &'a Arc<Rules>,
    pub(super) files: &'a RuleFiles,
    pub(super) level: &'static Level,
    pub(super) seed: u64,
    pub(super) battles: u64,
    pub(super) threads: usize,
    pub(super) keep: Option<&'a Path>,
}

impl Plan<'_> {
    /// The battles, those that the file has already and the missing ones.
    pub(super) fn fight(&self) -> Result<Vec<Trial>, Failure> {
        let (mut known, mut file) = match self.keep {
            Some(path) => {
                let (known, file) = self.open(path)?;
                (known, Some((path, file)))
            }
            None => (BTreeMap::new(), None),
        };
        let missing: Vec<u64> = (0..self.battles).filter(|battle| !known.contains_key(battle)).collect();
        let mut progress = Progress::new("fighting");
        let mut done = 0;
        arena::each(
            &missing,
            self.threads,
            |&battle| self.trial(battle),
            |&battle, trial| {
                if let Some((path, file)) = &mut file {
                    line(file, &trial).map_err(|error| Failure::file(path, &error))?;
                }
                known.insert(battle, trial);
                done += 1;
                progress.at(done as f32 / missing.len() as f32);
                Ok(())
            },
        )?;
        Ok(known.into_values().filter(|trial| trial.battle < self.battles).collect())
    }

    fn trial(&self, battle: u64) -> Result<Trial, Failure> {
        let rules = self.rules;
        let mut random = Random::new(self.seed.wrapping_add(battle));
        let index = (battle % rules.weapon_sets.len() as u64) as usize;
        let set = &rules.weapon_sets[index];
        let first = draw_ship(rules, index, &mut random);
        let points = first.cost(rules, set) + random.below(POINTS_BESIDE + 1);
        let one = complete(rules, index, points, vec![first], &mut random);
        let share = OTHER.start() + random.below(OTHER.end() - OTHER.start() + 1);
        let other = complete(rules, index, points * share / 100, Vec::new(), &mut random);
        let fleets = if random.below(2) == 0 { [one, other] } else { [other, one] };
        let [red, blue] = fleets.map(|fleet| fleet.write(rules, set));
        let open = rules.scenarios.iter().find(|scenario| scenario.starts.is_none());
        let scenario =
            open.ok_or_else(|| Failure::Input("no scenario of these rules lets fleets deploy".to_owned()))?;
        let pairs = [
            format!("scenario={}", scenario.key),
            format!("weapons={}", set.name),
            "points=9999".to_owned(),
            "expansions=on".to_owned(),
            format!("red={red}"),
            format!("blue={blue}"),
        ];
        let setup = Setup::parse(HexShips::INFO.options, pairs.iter().map(String::as_str))?;
        let winner = arena::fight(rules, &setup, self.level, random.next_u64())?;
        Ok(Trial { battle, weapons: set.name.to_owned(), red, blue, red_points: arena::points_of_red(winner) })
    }

    fn conditions(&self) -> Conditions {
        let rules = numbers_of_battle(self.files).fingerprint().short();
        Conditions { rules, level: self.level.name.clone(), seed: self.seed }
    }

    /// Opens the file of the battles, or makes it, and reads those that it has.
    fn open(&self, path: &Path) -> Result<(BTreeMap<u64, Trial>, File), Failure> {
        let failed = |error: std::io::Error| Failure::file(path, &error);
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(failed)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        let wanted = self.conditions();
        if text.is_empty() {
            line(&mut file, &wanted).map_err(failed)?;
            return Ok((BTreeMap::new(), file));
        }
        let name = path.display();
        let found: Option<Conditions> = text.lines().next().and_then(|line| serde_json::from_str(line).ok());
        if found.as_ref() != Some(&wanted) {
            return Err(Failure::Input(format!(
                "{name} has no battles by these rules at level {} with seed {}: name another file",
                wanted.level, wanted.seed
            )));
        }
        // The last line is cut off if the measurement was killed while it was written.
        text.truncate(text.rfind('\n').map_or(0, |end| end + 1));
        file.set_len(text.len() as u64).map_err(failed)?;
        let mut known = BTreeMap::new();
        for (index, line) in text.lines().enumerate().skip(1) {
            let trial: Trial = serde_json::from_str(line)
                .map_err(|error| Failure::Input(format!("{name}, line {}: {error}", index + 1)))?;
            known.insert(trial.battle, trial);
        }
        Ok((known, file))
    }
}

fn line(file: &mut File, thing: &impl Serialize) -> std::io::Result<()> {
    let mut text = serde_json::to_string(thing)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

/// The rule files without prices, comments and scenarios, which do not change what a drawn fleet is worth.
fn numbers_of_battle(files: &RuleFiles) -> RuleFiles {
    let is_number = |line: &&str| !["cost =", "level_costs =", "#"].iter().any(|skipped| line.starts_with(skipped));
    let kept = files.iter().filter(|(name, _)| *name != "scenarios.toml").map(|(name, text)| {
        (name.to_owned(), text.lines().filter(is_number).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n"))
    });
    RuleFiles::new(kept).expect("a part of files that were small enough")
}

/// A fleet of these ships and any others, which costs about as many points.
fn complete(rules: &Rules, set: usize, points: u32, ships: Vec<Design>, random: &mut Random) -> Fleet {
    let weapons = &rules.weapon_sets[set];
    let mut fleet = Fleet { ships };
    let mut left = points.saturating_sub(fleet.cost(rules, weapons));
    let mut tries = 0;
    while fleet.ships.len() < MOST_SHIPS && (tries < TRIES || fleet.ships.is_empty()) {
        let ship = draw_ship(rules, set, random);
        let cost = ship.cost(rules, weapons);
        // A fleet has a ship, even if none was cheap enough.
        let none = fleet.ships.is_empty() && tries > 100 * TRIES;
        let has_room = fleet.count() + 1 + ship.squadrons().count() <= MOST_SHIPS_A_FLEET;
        if (cost <= left && has_room) || none {
            left = left.saturating_sub(cost);
            fleet.ships.push(ship);
            tries = 0;
        } else {
            tries += 1;
        }
    }
    fleet
}

/// Any ship. It is drawn as a text, as a player would write it.
fn draw_ship(rules: &Rules, set: usize, random: &mut Random) -> Design {
    let set = &rules.weapon_sets[set];
    let hulls = rules.ship_hulls(true);
    let hull = &hulls[random.below(hulls.len() as u32) as usize];
    let mut text = hull.key.clone();
    for mount in &hull.mounts {
        let drawn = random.below(100);
        let fitting = set.weapons.iter().filter(|own| mount.takes(own)).map(|own| own.key.as_str());
        let any = random.pick(&fitting.collect::<Vec<&str>>()).copied();
        text.push('.');
        text.push_str(match drawn {
            _ if drawn < USUAL_WEAPON => &mount.fits,
            _ if drawn < USUAL_WEAPON + NO_WEAPON => "none",
            _ => any.unwrap_or("none"),
        });
    }
    let squadrons: Vec<&str> = rules.squadrons().map(|(_, squadron)| squadron.key.as_str()).collect();
    for _ in 0..hull.bays.map_or(0, |bays| bays.squadrons) {
        if let Some(squadron) = random.pick(&squadrons).filter(|_| random.below(100) < SQUADRON) {
            text.push('~');
            text.push_str(squadron);
        }
    }
    let mut items: Vec<&str> = rules.items.iter().map(|item| item.key.as_str()).collect();
    for _ in 0..hull.items.min(items.len() as u8) {
        let item = items.swap_remove(random.below(items.len() as u32) as usize);
        if random.below(100) < ITEM {
            text.push('/');
            text.push_str(item);
        }
    }
    let mut ranks = [1; 3];
    if random.below(100) >= FIRST_LEVEL {
        let most = u32::from(rules.captains.highest_level()).saturating_sub(1);
        for _ in 0..=random.below(most.max(1)) {
            let skill = random.below(3) as usize;
            if ranks[skill] < HIGHEST_RANK && most > 0 {
                ranks[skill] += 1;
            }
        }
    }
    let [command, gunnery, engineering] = ranks;
    let text = format!("{text}@{command}{gunnery}{engineering}");
    let fleet = Fleet::read(&text, rules, set).expect("only what fits is drawn");
    fleet.ships.into_iter().next().expect("a fleet has a ship")
}

#[cfg(test)]
mod tests {
    use game::RuleSet as _;

    use super::*;

    #[test]
    fn drawn_fleets_are_legal_and_cost_about_the_points() {
        let rules = Rules::built_in();
        let mut random = Random::new(1);
        for number in 0..200 {
            let (set, points) = (number % 2, 60 + number as u32);
            let fleet = complete(&rules, set, points, Vec::new(), &mut random);
            let weapons = &rules.weapon_sets[set];
            assert!(fleet.cost(&rules, weapons) <= points, "{fleet:?}");
            let text = fleet.write(&rules, weapons);
            assert_eq!(Fleet::read(&text, &rules, weapons).unwrap(), fleet, "{text}");
        }
    }

    #[test]
    fn prices_and_comments_do_not_count_as_other_rules() {
        let files = |hulls: &str| RuleFiles::new([("hulls.toml".to_owned(), hulls.to_owned())]).unwrap();
        let print = |hulls: &str| numbers_of_battle(&files(hulls)).fingerprint();
        let before = "# Hulls\nname = \"Needle\"\ncost = 18\nsize = 1\n";
        assert_eq!(print(before), print("name = \"Needle\"\ncost = 20\nsize = 1\n"));
        assert_ne!(print(before), print("name = \"Needle\"\ncost = 18\nsize = 2\n"));
    }
}
