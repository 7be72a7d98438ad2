//! The consequences of a battle for the next one: experience, survivors, and what is restored in between.

use game::Dice;

use crate::battle::Battle;
use crate::rules::{Critical, Rules, WeaponSet};
use crate::ship::{Fate, Ship};

/// The consequences for a ship and its captain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aftermath {
    /// The experience that the captain gains (HS-11).
    pub experience: u8,
    /// Whether the captain is alive (HS-29).
    pub captain_lives: bool,
    /// The ship as it begins its next battle without a dock. None if it is lost.
    pub ship: Option<Ship>,
}

impl Aftermath {
    /// The consequences for every ship, by number, after the end of a battle. The captain of a destroyed ship survives
    /// by a roll.
    pub fn of(battle: &Battle, dice: &mut Dice) -> Vec<Self> {
        let rules = battle.rules();
        let winner = battle.result().flatten();
        let learnt = rules.numbers.experience;
        let each = |ship: &Ship| {
            // A ship that withdrew earns nothing for surviving or winning (HS-29). One that escaped has done both (HS-35).
            let escaped = ship.fate == Fate::Escaped;
            let survived = ship.is_here() || escaped;
            let won = escaped || winner == Some(ship.seat) && ship.fate != Fate::Withdrawn;
            let lost = ship.fate == Fate::Destroyed;
            Self {
                experience: ship.kills * learnt.destroying
                    + if survived { learnt.surviving } else { 0 }
                    + if won { learnt.winning } else { 0 },
                captain_lives: !lost || dice.roll(6) >= u32::from(learnt.captain_survives_on),
                ship: (!lost).then(|| ship.for_next_battle(rules, battle.set())),
            }
        };
        battle.ships().iter().map(each).collect()
    }
}

/// The level of a captain with this much experience (HS-11).
pub fn level_after(experience: u32, rules: &Rules) -> u8 {
    let levels = 1 + experience / u32::from(rules.numbers.experience.for_a_level);
    levels.min(u32::from(rules.captains.highest_level())) as u8
}

impl Ship {
    /// The ship at the beginning of its next battle. Shields, ammunition and disruption are restored; hull, armour and
    /// criticals are not (HS-12). With a broken shield generator, shields begin at 0 (HS-27).
    #[must_use]
    pub fn for_next_battle(&self, rules: &Rules, stock: &WeaponSet) -> Self {
        let whole = Self::new(self.seat, self.design, self.tie, rules, stock);
        let shields = if self.broken.has(Critical::ShieldGenerator) { [0; 4] } else { whole.shields };
        Self { structure: self.structure, armour: self.armour, broken: self.broken, shields, ..whole }
    }
}
