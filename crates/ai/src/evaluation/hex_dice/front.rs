//! Which unit can strike which cell, computed once for a position.

use game::MOST_SEATS;
use hex::Mask;
use hex_dice::{MOST_DICE, Position, Unit};

use super::worth;

const MOST_UNITS: usize = MOST_SEATS * MOST_DICE;

/// A unit with its strikes.
#[derive(Clone, Copy)]
pub(super) struct Stands {
    pub(super) cell: u8,
    pub(super) unit: Unit,
    pub(super) attack: u8,
    /// The cells that it can strike, whether occupied or not.
    pub(super) hits: Mask,
    /// The cells among `hits` that the unit would enter by striking.
    pub(super) enters: Mask,
}

/// All units with their strikes.
pub(super) struct Front {
    units: [Stands; MOST_UNITS],
    count: usize,
}

/// The loss that one strike can cause.
#[derive(Clone, Copy, Default)]
pub(super) struct Loss {
    /// The worth that the best strike takes, less what the striker then loses to a counter-strike.
    pub(super) worth: f32,
    /// The seats that have such a strike, one bit for each.
    pub(super) by: u8,
}

impl Front {
    pub(super) fn of(position: &Position) -> Self {
        let nobody = Stands { cell: 0, unit: Unit::NONE, attack: 0, hits: Mask::EMPTY, enters: Mask::EMPTY };
        let mut front = Self { units: [nobody; MOST_UNITS], count: 0 };
        for cell in position.occupied() {
            let unit = position.unit(cell);
            let kind = position.ground().kind(unit.face());
            let (reach, range) = (position.reach(cell), position.range(cell));
            front.units[front.count] = Stands {
                cell: cell as u8,
                unit,
                attack: kind.attack,
                hits: reach | range,
                enters: if kind.charges { reach | range } else { reach },
            };
            front.count += 1;
        }
        front
    }

    pub(super) fn units(&self) -> &[Stands] {
        &self.units[..self.count]
    }

    /// The loss of the unit's owner by one strike of another seat.
    pub(super) fn loss(&self, position: &Position, victim: &Stands) -> Loss {
        let cell = usize::from(victim.cell);
        let defence = position.combat_by(0, cell);
        let (armour, worn) = (defence.armour(), defence.tokens >= defence.printed);
        let mut loss = Loss::default();
        for striker in self.units() {
            let strikes = striker.unit.seat() != victim.unit.seat() && striker.hits.contains(cell);
            if !strikes || striker.attack < armour && !worn {
                continue;
            }
            let mut gain = worth(victim.unit.face());
            if striker.enters.contains(cell) && self.is_avenged(position, victim, striker) {
                gain -= 0.8 * worth(striker.unit.face());
            }
            if gain > 0.0 {
                loss.worth = loss.worth.max(gain);
                loss.by |= 1 << striker.unit.seat();
            }
        }
        loss
    }

    /// Whether a friend of the victim can strike the striker after it entered the victim's cell.
    fn is_avenged(&self, position: &Position, victim: &Stands, striker: &Stands) -> bool {
        let cell = usize::from(victim.cell);
        let armour = position.ground().kind(striker.unit.face()).armour.saturating_sub(striker.unit.tokens());
        let aura = position.aura(cell, striker.unit.seat());
        self.units().iter().any(|friend| {
            let is_friend = friend.unit.seat() == victim.unit.seat() && friend.cell != victim.cell;
            is_friend && friend.hits.contains(cell) && friend.attack >= armour + aura
        })
    }

    /// The strongest attack on each cell by any other seat than this one.
    pub(super) fn dangers(&self, seat: usize) -> [u8; 128] {
        let mut strongest = [0; 128];
        for striker in self.units().iter().filter(|striker| striker.unit.seat() != seat) {
            for cell in striker.hits {
                strongest[cell] = striker.attack.max(strongest[cell]);
            }
        }
        strongest
    }
}
