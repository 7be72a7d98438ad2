//! Where a ship could be shot at by the enemies' next attacks, after every move that they can make before them.

use game::{Message, Seat};
use hex::{Direction, Hex};
use scene::{Area, Place};

use super::next_attack::NextAttack;
use crate::battle::Battle;
use crate::ship::Ship;

/// The hexes on which a ship of this seat could come under fire.
///
/// It has too many hexes rather than too few: energy for weapons is not counted. Squadrons aboard count as launched from where
/// their carriers are now.
pub(super) fn of(battle: &Battle, seat: Seat) -> Option<Area> {
    let ships = (0..).zip(battle.ships());
    let enemies = ships.filter(|(_, ship)| ship.seat != seat && (ship.works(battle.rules()) || ship.is_aboard()));
    let guns: Vec<Guns> = enemies.map(|(number, ship)| Guns::of(battle, number, ship)).collect();
    let hexes = battle.map().hexes().filter(|&hex| guns.iter().any(|guns| guns.reach(hex)));
    let places: Vec<Place> = hexes.map(Place::Hex).collect();
    let label = Message::new("exposed").with("seat", seat);
    (!places.is_empty()).then_some(Area { label, places })
}

/// The weapons of a ship, and the places from which it could fire them.
struct Guns {
    places: Vec<(Hex, Direction)>,
    /// For every facing the hexes that it can fire at, as offsets.
    fields: [Field; 6],
}

impl Guns {
    fn of(battle: &Battle, number: u8, ship: &Ship) -> Self {
        let fields = Direction::ALL.map(|facing| Field::of(battle, Ship { hex: Hex::ORIGIN, facing, ..*ship }));
        let next = NextAttack::of(battle, number, ship);
        let mut places: Vec<(Hex, Direction)> = next.moved.into_iter().map(|(hex, facing, _)| (hex, facing)).collect();
        places.dedup();
        places.extend((next.now && !ship.is_aboard()).then_some((ship.hex, ship.facing)));
        Self { places, fields }
    }

    fn reach(&self, hex: Hex) -> bool {
        self.places.iter().any(|(from, facing)| self.fields[facing.index()].has(hex - *from))
    }
}

/// The hexes around a ship at which it can fire.
struct Field {
    reach: i32,
    bears: Vec<bool>,
}

impl Field {
    fn of(battle: &Battle, ship: Ship) -> Self {
        let (rules, set) = (battle.rules(), battle.set());
        let reach = i32::from(rules.numbers.bracket_ends.last().copied().unwrap_or(0));
        let mounts = 0..ship.hull(rules).mounts.len();
        let bears = |hex: Hex| mounts.clone().any(|mount| ship.bears(mount, hex, rules, set));
        let rows = (-reach..=reach).flat_map(|r| (-reach..=reach).map(move |q| Hex::new(q, r)));
        Self { reach, bears: rows.map(bears).collect() }
    }

    fn has(&self, offset: Hex) -> bool {
        let is_near = |part: i32| part.abs() <= self.reach;
        let across = 2 * self.reach + 1;
        is_near(offset.q)
            && is_near(offset.r)
            && self.bears[((offset.r + self.reach) * across + offset.q + self.reach) as usize]
    }
}
