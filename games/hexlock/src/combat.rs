//! The numbers of an attack: the bonus of the die, the defence, and the four possible results.

use serde::{Deserialize, Serialize};

use crate::numbers::{BASE_DEFENCE, DIE_SIDES, HIT_DAMAGE, STRONG_DAMAGE, STRONG_MARGIN};

/// A natural 1 fails, whatever the bonus is.
const CRITICAL_ROLL: u32 = 1;

/// The result of an attack. The names are those of the rulebook's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strike {
    /// A natural 1: the source is damaged instead of the target.
    CriticalFail,
    /// Below the defence: nothing happens.
    Miss,
    /// The defence is reached.
    Hit,
    /// The attack exceeds the defence by enough for more damage.
    StrongHit,
}

impl Strike {
    /// All four, in the order in which chance outcomes are numbered.
    pub const ALL: [Self; 4] = [Self::CriticalFail, Self::Miss, Self::Hit, Self::StrongHit];

    /// The damage to the target.
    #[inline]
    pub const fn damage(self) -> u8 {
        match self {
            Self::CriticalFail | Self::Miss => 0,
            Self::Hit => HIT_DAMAGE,
            Self::StrongHit => STRONG_DAMAGE,
        }
    }
}

/// The modifiers of one attack, known before the roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combat {
    /// The number of the attacker's hexes beside the source, without the source itself (HL-2).
    pub bonus: u32,
    /// The number of the defender's hexes beside the target.
    pub guard: u32,
}

impl Combat {
    /// The sum that the attack has to reach.
    #[inline]
    pub const fn defence(self) -> u32 {
        BASE_DEFENCE + self.guard
    }

    /// The result of a roll. A natural 20 has no special effect (HL-5).
    #[inline]
    pub const fn strike(self, roll: u32) -> Strike {
        let attack = roll + self.bonus;
        if roll == CRITICAL_ROLL {
            Strike::CriticalFail
        } else if attack >= self.defence() + STRONG_MARGIN {
            Strike::StrongHit
        } else if attack >= self.defence() {
            Strike::Hit
        } else {
            Strike::Miss
        }
    }

    /// The lowest roll that hits, never the natural 1. More than the die has if none hits.
    #[inline]
    pub const fn hits_from(self) -> u32 {
        least_roll(self.defence(), self.bonus)
    }

    /// The lowest roll that is a strong hit. More than the die has if none is.
    #[inline]
    pub const fn strong_from(self) -> u32 {
        least_roll(self.defence() + STRONG_MARGIN, self.bonus)
    }

    /// The number of faces that give each of [`Strike::ALL`]. On this board every result has at least one face: the
    /// lowest roll that hits is between 5 and 15.
    #[inline]
    pub const fn weights(self) -> [u32; 4] {
        let (hit, strong, beyond) = (self.hits_from(), self.strong_from(), DIE_SIDES + 1);
        [1, hit - (CRITICAL_ROLL + 1), strong - hit, beyond - strong]
    }

    /// The expected damage to the target, multiplied by the number of faces.
    #[inline]
    pub const fn expected_damage_faces(self) -> u32 {
        let [_, _, hit, strong] = self.weights();
        hit * HIT_DAMAGE as u32 + strong * STRONG_DAMAGE as u32
    }
}

/// The lowest roll that reaches `goal` with this bonus, limited to the faces after the critical roll and one beyond the
/// last.
const fn least_roll(goal: u32, bonus: u32) -> u32 {
    let roll = goal.saturating_sub(bonus);
    if roll <= CRITICAL_ROLL {
        CRITICAL_ROLL + 1
    } else if roll > DIE_SIDES {
        DIE_SIDES + 1
    } else {
        roll
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every bonus and guard from 0 to 30, including values that this board cannot give.
    fn all() -> impl Iterator<Item = Combat> {
        (0..=30).flat_map(|bonus| (0..=30).map(move |guard| Combat { bonus, guard }))
    }

    /// The rulebook's table, read from top to bottom.
    fn by_the_table(bonus: u32, guard: u32, roll: u32) -> Strike {
        let (attack, defence) = (roll + bonus, 10 + guard);
        match () {
            () if roll == 1 => Strike::CriticalFail,
            () if attack < defence => Strike::Miss,
            () if attack < defence + 5 => Strike::Hit,
            () => Strike::StrongHit,
        }
    }

    #[test]
    fn every_roll_brings_what_the_table_says() {
        for combat in all() {
            for roll in 1..=20 {
                assert_eq!(combat.strike(roll), by_the_table(combat.bonus, combat.guard, roll), "{combat:?}, {roll}");
            }
        }
    }

    #[test]
    fn the_weights_are_the_faces_counted() {
        for combat in all() {
            let faces = Strike::ALL.map(|strike| (1..=20).filter(|&roll| combat.strike(roll) == strike).count() as u32);
            assert_eq!(combat.weights(), faces, "{combat:?}");
            let damage: u32 = (1..=20).map(|roll| u32::from(combat.strike(roll).damage())).sum();
            assert_eq!(combat.expected_damage_faces(), damage, "{combat:?}");
        }
    }

    #[test]
    fn the_thresholds_are_the_first_faces() {
        for combat in all() {
            let first = |least: Strike| (2..=20).find(|&roll| combat.strike(roll) >= least).unwrap_or(21);
            assert_eq!(combat.hits_from(), first(Strike::Hit), "{combat:?}");
            assert_eq!(combat.strong_from(), first(Strike::StrongHit), "{combat:?}");
        }
    }

    /// The source has at most five own neighbours, since the target is the sixth. The target has at most five for the
    /// same reason.
    #[test]
    fn on_this_board_all_four_can_happen() {
        for combat in all().filter(|combat| combat.bonus <= 5 && combat.guard <= 5) {
            assert!(combat.weights().iter().all(|&faces| faces > 0), "{combat:?}");
        }
    }
}
