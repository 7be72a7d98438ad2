//! The effects of captains' ranks: `captains.toml`.

use game::RulesError;

use super::reader::{Source, Table};

/// The highest rank of a skill.
pub const HIGHEST_RANK: u8 = 6;

/// A captain's three skills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Skill {
    /// Initiative and rerolls.
    Command,
    /// Hitting.
    Gunnery,
    /// Energy and its uses.
    Engineering,
}

impl Skill {
    /// The skills in the order of ranks in a fleet's text.
    pub const ALL: [Self; 3] = [Self::Command, Self::Gunnery, Self::Engineering];

    /// The name in files.
    pub fn name(self) -> &'static str {
        ["command", "gunnery", "engineering"][self as usize]
    }
}

/// The effects of a rank of command, including all ranks below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The bonus for the ship.
    pub initiative: i8,
    /// The number of uses in a battle.
    pub rerolls: u8,
    /// The bonus for every ship of the fleet.
    pub fleet_initiative: i8,
}

/// The effects of a rank of gunnery, including all ranks below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gunnery {
    /// Subtracted from the number that an attack needs.
    pub to_hit: i8,
    /// Subtracted from a penalty for the target's speed.
    pub target_speed: i8,
    /// Whether each weapon may have a target of its own.
    pub several_targets: bool,
}

/// The effects of a rank of engineering, including all ranks below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Engineering {
    /// The additional energy in a round.
    pub energy: u8,
    /// The number of uses in a battle.
    pub afterburners: u8,
    /// The number of uses in a battle.
    pub shield_shifts: u8,
}

/// The effects of captains' ranks, and the costs of captains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captains {
    /// For rank 1 to 6.
    pub command: [Command; HIGHEST_RANK as usize],
    /// For rank 1 to 6.
    pub gunnery: [Gunnery; HIGHEST_RANK as usize],
    /// For rank 1 to 6.
    pub engineering: [Engineering; HIGHEST_RANK as usize],
    /// The costs of the levels, from level 1.
    pub level_costs: Vec<u16>,
}

impl Captains {
    pub(super) fn read(source: Source<'_>) -> Result<Self, RulesError> {
        source.read(|file| {
            file.only(&["level_costs", "command", "gunnery", "engineering"])?;
            let costs = file.get("level_costs")?.list()?;
            if costs.is_empty() || costs.len() > 16 {
                return Err(file.get("level_costs")?.mistake("`level_costs` lists 1 to 16 levels".to_owned()));
            }
            Ok(Self {
                command: ranks(file, "command", ["initiative", "rerolls", "fleet_initiative"], |sums| Command {
                    initiative: sums[0] as i8,
                    rerolls: sums[1] as u8,
                    fleet_initiative: sums[2] as i8,
                })?,
                gunnery: ranks(file, "gunnery", ["to_hit", "target_speed", "several_targets"], |sums| Gunnery {
                    to_hit: sums[0] as i8,
                    target_speed: sums[1] as i8,
                    several_targets: sums[2] > 0,
                })?,
                engineering: ranks(file, "engineering", ["energy", "afterburners", "shield_shift"], |sums| {
                    Engineering { energy: sums[0] as u8, afterburners: sums[1] as u8, shield_shifts: sums[2] as u8 }
                })?,
                level_costs: costs
                    .into_iter()
                    .map(|cost| cost.whole(0..=1000).map(|cost| cost as u16))
                    .collect::<Result<_, _>>()?,
            })
        })
    }

    /// The highest level.
    pub fn highest_level(&self) -> u8 {
        self.level_costs.len() as u8
    }
}

/// The sums of three effects over all ranks up to each rank.
fn ranks<T: Copy>(
    file: Table<'_>,
    skill: &'static str,
    effects: [&'static str; 3],
    make: impl Fn([i64; 3]) -> T,
) -> Result<[T; HIGHEST_RANK as usize], RulesError> {
    let mut sums = [0; 3];
    let mut table = [make(sums); HIGHEST_RANK as usize];
    let mut next = 2;
    for row in file.tables(skill)? {
        let [first, second, third] = effects;
        let row = row.only(&["rank", first, second, third])?;
        let rank = row.whole("rank", next..=i64::from(HIGHEST_RANK))?;
        next = rank + 1;
        for (sum, effect) in sums.iter_mut().zip(effects) {
            *sum += row.whole_or(effect, 0..=10, 0)?;
        }
        for entry in &mut table[rank as usize - 1..] {
            *entry = make(sums);
        }
    }
    Ok(table)
}
