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
    /// Of the damage that a carrier did, that of its squadrons (HS-38).
    pub dealt_by_squadrons: u16,
    /// Of the damage that a carrier took, that of its squadrons.
    pub taken_by_squadrons: u16,
}

impl Deeds {
    /// The deeds of every ship, by number. The battle is played again with its dice. Those of a carrier include the deeds of its
    /// squadrons, as its kills do (HS-38).
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
        for (number, ship) in finished.state().battle.ships().iter().enumerate() {
            if let Some(carrier) = ship.carrier {
                let squadron = deeds[number];
                deeds[usize::from(carrier)].add_squadron(squadron);
            }
        }
        deeds
    }

    fn add_squadron(&mut self, squadron: Self) {
        self.dealt += squadron.dealt;
        self.dealt_by_squadrons += squadron.dealt;
        self.taken += squadron.taken;
        self.taken_by_squadrons += squadron.taken;
        self.attacks = self.attacks.saturating_add(squadron.attacks);
    }
}
