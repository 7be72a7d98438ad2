//! Where ships are deployed: side by side on the row nearest to the enemy, the most expensive ones in the middle.

use game::Seat;
use hex::{Direction, Hex};
use hex_ships::{Action, Battle, Fate, side_of};

/// The distance between neighbouring ships, in half hexes across.
const APART: i32 = 4;

pub(super) fn ideas(battle: &Battle, commander: Seat, placed: Option<u8>) -> Vec<Action> {
    let seat = side_of(commander);
    let ahead = if seat.0 == 0 { Direction::S } else { Direction::N };
    if placed.is_some() {
        return vec![Action::Face(ahead)];
    }
    let own = || (0_u8..).zip(battle.ships()).filter(|(_, ship)| ship.seat == seat);
    let waiting = own().filter(|(_, ship)| ship.commander == commander && ship.fate == Fate::Waiting);
    let cost = |ship: &hex_ships::Ship| ship.design.cost(battle.rules(), battle.set());
    let Some((number, _)) = waiting.max_by_key(|(number, ship)| (cost(ship), u8::MAX - number)) else {
        return Vec::new();
    };
    // The first ship goes to the middle, the second right of it, the third left, the fourth further right, and so on.
    let placed = own().filter(|(_, ship)| ship.is_here()).count() as i32;
    let wanted = (placed + 1) / 2 * APART * if placed % 2 == 0 { -1 } else { 1 };
    let across = |hex: Hex| 2 * hex.q + hex.r;
    let free = |hex: &Hex| battle.ship_at(*hex).is_none();
    let best = battle.map().zone(seat.index(), battle.deploy_rows()).filter(free).min_by_key(|&hex| {
        let from_the_front = hex.r.abs();
        ((across(hex) - wanted).abs() + 4 * from_the_front, hex)
    });
    best.map(|hex| Action::Place { ship: number, hex }).into_iter().collect()
}
