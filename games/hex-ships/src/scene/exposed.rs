//! Where a ship could be shot at by the enemies' next attacks, after every move that they can make before them.

use game::{Message, Seat};
use hex::{Direction, Hex};
use scene::{Area, Place};

use crate::battle::{Battle, Step};
use crate::moving::Move;
use crate::ship::Ship;

/// The hexes on which a ship of this seat could come under fire.
///
/// It has too many hexes rather than too few: energy for weapons is not counted, and hexes of other ships count as free,
/// because these may move away. Only a ship that has to stop short (HS-22) could fire from elsewhere.
pub(super) fn of(battle: &Battle, seat: Seat) -> Option<Area> {
    if matches!(battle.step(), Step::Deploy { .. } | Step::Over(_)) {
        return None;
    }
    let ships = (0..).zip(battle.ships());
    let enemies = ships.filter(|(_, ship)| ship.seat != seat && ship.works(battle.rules()));
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
        Self { places: places(battle, number, ship), fields }
    }

    fn reach(&self, hex: Hex) -> bool {
        self.places.iter().any(|(from, facing)| self.fields[facing.index()].has(hex - *from))
    }
}

/// The places and facings from which a ship can make its next attacks: where it stands, where its move can end, or both
/// if it may attack now and after the next move.
fn places(battle: &Battle, number: u8, ship: &Ship) -> Vec<(Hex, Direction)> {
    let here = (ship.hex, ship.facing);
    let moves_later = |at: u8| battle.move_order().skip(usize::from(at)).any(|later| later == number);
    let mut places = match battle.step() {
        Step::Move(moving) if moving.ship == number && moving.is_set => ends(battle, moving, [ship.speed]),
        Step::Move(moving) if moves_later(moving.at) => {
            after_moving(battle, number, ship, ship.energy >= battle.rules().numbers.afterburner_energy)
        }
        Step::Move(_) => vec![here],
        // In the next round it may have the energy for afterburners.
        _ => after_moving(battle, number, ship, true).into_iter().chain([here]).collect(),
    };
    places.sort_unstable();
    places.dedup();
    places
}

fn after_moving(battle: &Battle, number: u8, ship: &Ship, can_burn: bool) -> Vec<(Hex, Direction)> {
    let rules = battle.rules();
    let burns = can_burn && ship.burns_left(rules) > 0;
    let speeds = ship.speeds(rules).chain(burns.then(|| ship.burning_speed(rules)));
    ends(battle, &Move::new(0, number, ship, rules), speeds)
}

fn ends(battle: &Battle, moving: &Move, speeds: impl IntoIterator<Item = i8>) -> Vec<(Hex, Direction)> {
    let ends = speeds.into_iter().flat_map(|speed| battle.ends_if_free(moving, speed));
    ends.map(|end| (end.hex, end.facing)).collect()
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
