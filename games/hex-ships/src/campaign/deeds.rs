//! What every ship did and took in a battle.

use game::{Dice, EventKind, Match};

use crate::damage::Taken;
use crate::event::Event;
use crate::hex_ships::HexShips;

/// The deeds of a ship in one battle, in points of damage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deeds {
    /// The damage that it did: to shields, armour and hull.
    pub dealt: u16,
    /// The damage that it took.
    pub taken: u16,
    /// The attacks that it made.
    pub attacks: u8,
}

impl Deeds {
    /// The deeds of every ship, by number. The battle is played again with its dice.
    pub fn of(finished: &Match<HexShips>) -> Vec<Self> {
        let mut deeds = vec![Self::default(); finished.state().battle.ships().len()];
        let mut before = finished.state_after(0);
        for (event, after) in finished.log().iter().zip(finished.states()) {
            if let EventKind::Action { action, .. } = &event.kind {
                // A reroll goes on with the attack of the acting ship.
                let mut attacker = before.battle.acting();
                before.battle.play(*action, &mut Dice::told(&event.rolls), &mut |event| match event {
                    Event::Fired { ship, .. } => {
                        attacker = Some(ship);
                        let attacks = &mut deeds[usize::from(ship)].attacks;
                        *attacks = attacks.saturating_add(1);
                    }
                    Event::Struck { target, taken: Taken { shield, armour, hull, .. }, .. } => {
                        let points = u16::from(shield) + u16::from(armour) + u16::from(hull);
                        deeds[usize::from(target)].taken += points;
                        if let Some(attacker) = attacker {
                            deeds[usize::from(attacker)].dealt += points;
                        }
                    }
                    _ => (),
                });
            }
            before = after;
        }
        deeds
    }
}
