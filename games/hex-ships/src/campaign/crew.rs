//! The ships and captains of a campaign.

use game::{Dice, Seat};

use super::step::LONGEST_NAME;
use crate::aftermath::level_after;
use crate::fleet::Design;
use crate::rules::{HIGHEST_RANK, Rules, Skill, WeaponSet};
use crate::wear::Wear;

/// A ship of a campaign. Lost ships stay in the list, so that numbers keep their meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vessel {
    /// Its name.
    pub name: String,
    /// Hull, weapons and damage. The ranks in it do not count: its captain has them.
    pub design: Design,
    /// The number of its captain.
    pub captain: u8,
    /// The commander whom it belongs to.
    pub owner: Seat,
    /// Whether it is in the repair dock.
    pub is_docked: bool,
    /// Whether it goes into the next battle.
    pub is_sent: bool,
    /// Whether it is lost for good.
    pub is_lost: bool,
}

/// A captain of a campaign. Dead captains stay in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captain {
    /// The name.
    pub name: String,
    /// Decides the look of the portrait.
    pub portrait: u32,
    /// Command, gunnery and engineering.
    pub ranks: [u8; 3],
    /// The experience so far (HS-11).
    pub experience: u32,
    /// The commander whom the captain serves.
    pub owner: Seat,
    /// The battles fought.
    pub battles: u8,
    /// The ships destroyed.
    pub kills: u8,
    /// Whether the captain is alive.
    pub is_alive: bool,
}

impl Captain {
    /// The level by experience.
    pub fn level(&self, rules: &Rules) -> u8 {
        level_after(self.experience, rules).max(self.trained_level())
    }

    /// The level that the ranks make.
    fn trained_level(&self) -> u8 {
        1 + self.ranks.iter().map(|rank| rank - 1).sum::<u8>()
    }

    /// The skill points that can be spent.
    pub fn points(&self, rules: &Rules) -> u8 {
        self.level(rules) - self.trained_level()
    }

    /// Whether a point can raise this skill.
    pub fn can_learn(&self, skill: Skill) -> bool {
        self.ranks[skill as usize] < HIGHEST_RANK
    }
}

impl Vessel {
    /// The ship as it goes into battle with this captain.
    pub fn manned(&self, captain: &Captain) -> Design {
        Design { ranks: captain.ranks, ..self.design }
    }

    /// Whether the dock would take it (HS-41).
    pub fn is_damaged(&self) -> bool {
        !self.design.wear.is_none()
    }

    /// Repairs everything.
    pub(super) fn repair(&mut self) {
        self.design.wear = Wear::default();
    }

    /// What the ship is worth with this captain: its price, less the share of hull and armour that it has lost.
    pub fn worth(&self, captain: &Captain, rules: &Rules, set: &WeaponSet) -> u32 {
        let hull = &rules.hulls[usize::from(self.design.hull)];
        let left = u32::from(self.design.wear.percent_left(hull));
        self.manned(captain).cost(rules, set) * (50 + left / 2) / 100
    }
}

/// A name of the list that nobody has yet. If all are taken, a number is added.
pub(super) fn draw_name(list: &[String], taken: &[&str], dice: &mut Dice) -> String {
    let free: Vec<&String> = list.iter().filter(|name| !taken.contains(&name.as_str())).collect();
    if free.is_empty() {
        let number = (taken.len() + 1).to_string();
        // A name of the full length makes room for the number.
        let name: String = list[0].chars().take(LONGEST_NAME - 1 - number.len()).collect();
        return format!("{} {number}", name.trim_end());
    }
    free[dice.roll(free.len() as u32) as usize - 1].clone()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::is_name;

    #[test]
    fn a_name_with_a_number_is_not_longer_than_names_are() {
        for (only, drawn) in [("Resolute", "Resolute 2"), ("Abcdefghijklmnopqrstuv X", "Abcdefghijklmnopqrstuv 2")] {
            let name = draw_name(&[only.to_owned()], &[only], &mut Dice::scripted([]));
            assert_eq!((name.as_str(), is_name(&name)), (drawn, true));
        }
    }
}
