//! Keeping course: what a player may leave to the game while no shot can be fired.

use game::Seat;
use hex::Hex;

use crate::action::Action;
use crate::battle::{Battle, Step};
use crate::moving::Move;
use crate::ship::Ship;

/// The next action of the moving ship if it keeps its speed and its facing. None if that would lead off the map or onto
/// another ship, or if a ship of its fleet could come into range of an enemy in this round.
pub(super) fn next(battle: &Battle) -> Option<Action> {
    let Step::Move(moving) = battle.step() else { return None };
    let ship = battle.ship(moving.ship)?;
    if !is_quiet(battle, ship.seat) {
        return None;
    }
    if moving.is_set && moving.left == 0 || ship.is_aboard() {
        return Some(Action::Done);
    }
    let end = end(battle, moving, moving.ship, ship);
    let is_free = battle.map().contains(end) && !battle.is_taken(end, moving.ship);
    let next = if moving.is_set { Action::Ahead } else { Action::Speed(kept_speed(battle, ship)) };
    (is_free && battle.forbids(next).is_none()).then_some(next)
}

/// Whether no shot between this fleet and its enemies is possible in this round if the fleet keeps its course, wherever the
/// enemies go.
pub(super) fn is_quiet(battle: &Battle, seat: Seat) -> bool {
    let Step::Move(moving) = battle.step() else { return false };
    let range = i32::from(battle.rules().numbers.bracket_ends.last().copied().unwrap_or(0));
    let working = |own: bool| {
        let ships = (0_u8..).zip(battle.ships());
        // Own squadrons stay aboard, and those of the enemy may launch.
        let counts = move |ship: &Ship| ship.works(battle.rules()) || (!own && ship.is_aboard());
        ships.filter(move |(_, ship)| (ship.seat == seat) == own && counts(ship))
    };
    working(true).all(|(number, ship)| {
        let end = end(battle, moving, number, ship);
        working(false).all(|(enemy, other)| {
            let moves = if has_moved(battle, moving, enemy) { 0 } else { farthest(battle, other) };
            end.distance(other.hex) - moves > range
        })
    })
}

fn has_moved(battle: &Battle, moving: &Move, number: u8) -> bool {
    battle.move_order().take(usize::from(moving.at)).any(|moved| moved == number)
}

/// The speed that a ship keeps. Speed above the maximum is lost (HS-25).
fn kept_speed(battle: &Battle, ship: &Ship) -> i8 {
    let speeds = ship.speeds(battle.rules());
    ship.speed.clamp(*speeds.start(), *speeds.end())
}

/// The hex on which a ship ends this round's movement if it keeps its course.
fn end(battle: &Battle, moving: &Move, number: u8, ship: &Ship) -> Hex {
    let advances = match () {
        () if number == moving.ship && moving.is_set => moving.left,
        () if has_moved(battle, moving, number) => 0,
        () => kept_speed(battle, ship).unsigned_abs(),
    };
    ship.hex + ship.heading().offset() * i32::from(advances)
}

/// The most hexes that a ship can move in one round, with afterburners.
fn farthest(battle: &Battle, ship: &Ship) -> i32 {
    let most = ship.burning_speed(battle.rules()).max(-*ship.speeds(battle.rules()).start());
    // A squadron launches from where its carrier has gone.
    let carrier = battle.carrier_of(ship).filter(|_| ship.is_aboard());
    i32::from(most) + carrier.map_or(0, |carrier| farthest(battle, carrier))
}
