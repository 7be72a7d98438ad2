//! What the aims of a battle change in a captain's mind (HS-35).

use game::Seat;
use hex::{Direction, Hex};
use hex_ships::rules::SideAim;
use hex_ships::{Battle, Fate, Ship};

use super::squadrons;

/// The worth of a ship that an aim is about, as a multiple of its usual worth.
const NAMED: f32 = 2.5;
/// The same for a ship that has to escape, and for one that can do so in its next move.
const RUNNER: (f32, f32) = (1.3, 2.0);
/// The weight of the enemies' fire for a ship that has to stay alive, as a multiple of the usual weight.
const CAREFUL: f32 = 1.6;
/// The worth of a whole round's way towards the edge, as a share of the ship's worth.
pub(super) const RUNNING: f32 = 0.5;
/// How much the progress towards an aim counts in the standing of a battle.
const PROGRESS: f32 = 0.35;

/// How a ship moves because of the aims.
pub(super) struct Mind {
    /// The weight of the enemies' fire, as a multiple of the usual weight.
    pub(super) caution: f32,
    /// Whether it seeks the enemy. A ship that only has to stay alive does not.
    pub(super) hunts: bool,
    /// The edge that it runs for.
    pub(super) runs: Option<Direction>,
    /// The enemy ship that it hunts before all others.
    pub(super) quarry: Option<u8>,
    /// Whether it is a squadron on its way back to its carrier.
    pub(super) returns: bool,
}

impl Mind {
    pub(super) fn of(battle: &Battle, number: u8, ship: &Ship) -> Self {
        let (own, enemy) = (battle.aim(ship.seat), Seat(1 - ship.seat.0));
        let is_named = battle.named_ship(enemy) == Some(number) || battle.named_ship(ship.seat) == Some(number);
        let holds = matches!(own, SideAim::Hold { .. });
        Self {
            caution: if is_named || holds { CAREFUL } else { 1.0 },
            hunts: !is_named && !holds,
            runs: runs(battle, number, ship),
            returns: squadrons::returns(battle, ship),
            quarry: if matches!(own, SideAim::Kill { .. }) { battle.named_ship(ship.seat) } else { None },
        }
    }
}

/// The edge that a ship runs for: the one of an escape that still can succeed, or a protected ship's own.
fn runs(battle: &Battle, number: u8, ship: &Ship) -> Option<Direction> {
    let aim = battle.aim(ship.seat);
    let wanted = match aim {
        SideAim::EscapeShips { .. } | SideAim::EscapePoints { .. } => can_still_escape(battle, ship.seat),
        SideAim::Protect { .. } => battle.named_ship(ship.seat) == Some(number),
        SideAim::Destroy | SideAim::Hold { .. } | SideAim::Kill { .. } => false,
    };
    // Squadrons cover the ships that run, and leave with their carriers.
    aim.edge().filter(|_| wanted && !ship.is_squadron() && !battle.is_met(ship.seat))
}

/// Whether enough ships are left for an escape.
fn can_still_escape(battle: &Battle, seat: Seat) -> bool {
    let works = |ship: &&Ship| ship.seat == seat && !ship.is_squadron() && ship.works(battle.rules());
    let left = || battle.ships().iter().filter(works);
    let (count, points) = battle.escaped(seat);
    match battle.aim(seat) {
        SideAim::EscapeShips { ships, .. } => usize::from(count) + left().count() >= usize::from(ships),
        SideAim::EscapePoints { points: needed, .. } => {
            let worth: u32 = left().map(|ship| ship.design.cost(battle.rules(), battle.set())).sum();
            points + worth >= u32::from(needed)
        }
        _ => false,
    }
}

/// The advances from a hex over an edge.
pub(super) fn way_to(battle: &Battle, hex: Hex, edge: Direction) -> i32 {
    let (way, radius) = (edge.offset(), i32::from(battle.map().radius()));
    let sides = [(way.q, hex.q), (way.r, hex.r), (way.s(), hex.s())];
    sides.into_iter().filter(|(way, _)| *way != 0).map(|(way, at)| radius + 1 - way * at).min().unwrap_or(radius)
}

/// How far a ship in this pose is from leaving over an edge, in rounds at its best speed. A bow that points elsewhere counts
/// like the way that is lost by turning.
pub(super) fn rounds_to(battle: &Battle, ship: &Ship, edge: Direction) -> f32 {
    let rules = battle.rules();
    let (way, best) = (way_to(battle, ship.hex, edge) as f32, f32::from(ship.max_speed(rules).max(1)));
    let off = (-3..=3).filter(|turn| ship.facing.turn(*turn) == edge).map(|turn: i32| turn.abs()).min().unwrap_or(0);
    // The two directions beside the edge's own lead over it too, only less straight.
    let turned = 0.15 * off.saturating_sub(1) as f32 + 0.03 * off as f32;
    let slow = (best - f32::from(ship.speed)).max(0.0) / best;
    way / best + turned + 0.3 * slow
}

/// The worth of a ship for the aims of both sides, as a multiple of its usual worth.
pub(super) fn weight(battle: &Battle, number: u8, ship: &Ship) -> f32 {
    let enemy = Seat(1 - ship.seat.0);
    let killed = battle.named_ship(enemy) == Some(number) && matches!(battle.aim(enemy), SideAim::Kill { .. });
    let protected = battle.named_ship(ship.seat) == Some(number) && battle.aim(ship.seat).edge().is_some();
    if killed || protected {
        return NAMED;
    }
    match runs(battle, number, ship) {
        Some(edge) if rounds_to(battle, ship, edge) <= 1.0 => RUNNER.1,
        Some(_) => RUNNER.0,
        None => 1.0,
    }
}

/// How much better the progress of a seat towards its aim is than the enemy's, for the standing of a battle.
pub(super) fn lead(battle: &Battle, seat: Seat) -> f32 {
    if battle.aims().count_points() {
        return 0.0;
    }
    PROGRESS * (progress(battle, seat) - progress(battle, Seat(1 - seat.0)))
}

fn progress(battle: &Battle, seat: Seat) -> f32 {
    let part = |done: f32, all: f32| (done / all.max(1.0)).clamp(0.0, 1.0);
    let named = battle.named_ship(seat).and_then(|number| battle.ship(number));
    match battle.aim(seat) {
        SideAim::Destroy => 0.0,
        SideAim::Hold { round } => part(f32::from(battle.round()), f32::from(round)),
        SideAim::Protect { round, .. } => match named.map(|ship| ship.fate) {
            Some(Fate::Escaped) => 1.0,
            Some(Fate::Here | Fate::Waiting) => part(f32::from(battle.round()), f32::from(round)),
            _ => 0.0,
        },
        SideAim::EscapeShips { ships, .. } => part(f32::from(battle.escaped(seat).0), f32::from(ships)),
        SideAim::EscapePoints { points, .. } => part(battle.escaped(seat).1 as f32, f32::from(points)),
        SideAim::Kill { .. } => named
            .map_or(0.0, |ship| 1.0 - part(f32::from(ship.structure), f32::from(ship.hull(battle.rules()).structure))),
    }
}
