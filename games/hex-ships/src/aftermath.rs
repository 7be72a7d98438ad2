//! The consequences of a battle for the next one: experience, survivors, and what is restored in between.

use game::{Dice, Seat};

use crate::battle::Battle;
use crate::fleet::Design;
use crate::rules::{Rules, WeaponSet};
use crate::ship::{Fate, Ship};
use crate::wear::Wear;

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

/// How a battle ended for the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The winner; nobody in a draw.
    pub winner: Option<Seat>,
    /// The side that gave up, if one did. Its ships that still work count as withdrawn.
    pub given_up: Option<Seat>,
}

impl Aftermath {
    /// The consequences for every ship, by number, after the end of a battle.
    pub fn of(battle: &Battle, dice: &mut Dice) -> Vec<Self> {
        let verdict = Verdict { winner: battle.result().flatten(), given_up: None };
        battle.ships().iter().map(|ship| Self::of_ship(ship, verdict, battle, dice)).collect()
    }

    /// The consequences for one ship. The captain of a lost ship survives by a roll (HS-29). The squadrons of a carrier that are
    /// not lost come back whole; those that are lost stay so until a dock replaces them (HS-38).
    pub fn of_ship(ship: &Ship, verdict: Verdict, battle: &Battle, dice: &mut Dice) -> Self {
        let rules = battle.rules();
        let learnt = rules.numbers.experience;
        let defeated = verdict.winner.is_some_and(|winner| winner != ship.seat);
        // A disabled ship on the map is recovered by its owner, unless the enemy has won (HS-42).
        let is_lost = |ship: &Ship| {
            let left_behind = ship.is_here() && ship.is_disabled(rules) && defeated;
            ship.fate == Fate::Destroyed || left_behind
        };
        let lost_bays = lost_bays(battle, ship, is_lost);
        let is_lost = is_lost(ship);
        // A ship that withdrew earns nothing for surviving or winning (HS-29). One that escaped has done both (HS-35).
        let escaped = ship.fate == Fate::Escaped;
        let withdrew = ship.fate == Fate::Withdrawn || (ship.is_here() && verdict.given_up == Some(ship.seat));
        let survived = (ship.is_here() && !is_lost && !withdrew) || escaped;
        let won = escaped || (verdict.winner == Some(ship.seat) && !withdrew);
        let captain_lives = !is_lost || dice.roll(6) >= u32::from(learnt.captain_survives_on);
        let experience = ship.kills * learnt.destroying
            + if survived { learnt.surviving } else { 0 }
            + if won { learnt.winning } else { 0 };
        Self {
            // The dead learn nothing.
            experience: if captain_lives { experience } else { 0 },
            captain_lives,
            ship: (!is_lost).then(|| {
                let mut next = ship.for_next_battle(rules, battle.set());
                next.design.wear.bays |= lost_bays;
                next
            }),
        }
    }
}

/// The bays of a carrier whose squadrons are lost in this battle. The numbers of its squadrons are in the order of its bays.
fn lost_bays(battle: &Battle, carrier: &Ship, is_lost: impl Fn(&Ship) -> bool) -> u8 {
    let own = |ship: &&Ship| battle.carrier_of(ship).is_some_and(|found| found.tie == carrier.tie);
    let squadrons = carrier.design.squadrons().zip(battle.ships().iter().filter(own));
    squadrons.filter(|(_, squadron)| is_lost(squadron)).fold(0, |lost, ((bay, _), _)| lost | 1 << bay)
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
        let design = Design { wear: Wear::of(self, self.hull(rules)), ..self.design };
        Self::new(self.seat, design, self.tie, rules, stock)
    }
}
