//! An attack in numbers: what is added to the die, what it has to reach, and the four things that can come of it.

use serde::{Deserialize, Serialize};

use crate::numbers::{BASE_DEFENCE, DIE_SIDES, HIT_DAMAGE, STRONG_DAMAGE, STRONG_MARGIN};

/// A natural 1 fails, whatever it adds up to.
const CRITICAL_ROLL: u32 = 1;

/// What comes of an attack. The names are those of the rulebook's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strike {
    /// A natural 1: the source is hurt instead of the target.
    CriticalFail,
    /// Below the defence: nothing happens.
    Miss,
    /// The defence is reached.
    Hit,
    /// The defence is beaten by enough to hurt more.
    StrongHit,
}

impl Strike {
    /// All four, in the order in which chance outcomes are numbered.
    pub const ALL: [Self; 4] = [Self::CriticalFail, Self::Miss, Self::Hit, Self::StrongHit];

    /// What it does to the target.
    #[inline]
    pub const fn damage(self) -> u8 {
        match self {
            Self::CriticalFail | Self::Miss => 0,
            Self::Hit => HIT_DAMAGE,
            Self::StrongHit => STRONG_DAMAGE,
        }
    }
}

/// The sums of one attack before the die falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combat {
    /// The attacker's hexes beside the source, the source itself left out (HL-2).
    pub bonus: u32,
    /// The defender's hexes beside the target.
    pub guard: u32,
}

impl Combat {
    /// What the attack has to reach.
    #[inline]
    pub const fn defence(self) -> u32 {
        BASE_DEFENCE + self.guard
    }

    /// What a roll brings. A natural 20 is a 20 and nothing else (HL-5).
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

    /// The least roll that hits, beyond the natural 1; more than the die has if none does.
    #[inline]
    pub const fn hits_from(self) -> u32 {
        least_roll(self.defence(), self.bonus)
    }

    /// The least roll that is a strong hit; more than the die has if none is.
    #[inline]
    pub const fn strong_from(self) -> u32 {
        least_roll(self.defence() + STRONG_MARGIN, self.bonus)
    }

    /// How many faces of the die bring each of [`Strike::ALL`]. On this board every one has a face: a roll of at least
    /// 5 and at most 15 is needed to hit.
    #[inline]
    pub const fn weights(self) -> [u32; 4] {
        let (hit, strong, beyond) = (self.hits_from(), self.strong_from(), DIE_SIDES + 1);
        [1, hit - (CRITICAL_ROLL + 1), strong - hit, beyond - strong]
    }

    /// The damage to the target to be expected of one attack, in faces of the die.
    #[inline]
    pub const fn expected_damage_faces(self) -> u32 {
        let [_, _, hit, strong] = self.weights();
        hit * HIT_DAMAGE as u32 + strong * STRONG_DAMAGE as u32
    }
}

/// The least roll that reaches `goal` with this bonus, kept between the critical roll and the end of the die.
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

    /// Every bonus and guard that could be asked for, those that this board cannot give included.
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

    /// The source has at most five own neighbours, the target being the sixth, and the target at most five too.
    #[test]
    fn on_this_board_all_four_can_happen() {
        for combat in all().filter(|combat| combat.bonus <= 5 && combat.guard <= 5) {
            assert!(combat.weights().iter().all(|&faces| faces > 0), "{combat:?}");
        }
    }
}
