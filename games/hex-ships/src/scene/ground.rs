//! The map, and the things on it and beside it.

use game::{Message, Seat};
use hex::{Direction, Hex};
use scene::{Badge, BadgeKind, Cell, Gauge, Health, Mark, MarkKind, Piece, Place, Shape, Tray, TrayItem};

use super::{about, aims};
use crate::battle::{Battle, Step};
use crate::ship::{Fate, Ship};
use crate::telling;

/// The tint of a deployment zone in its seat's colour, in percent.
const ZONE: u8 = 25;

/// The trays beside the map, by the fate of their ships.
const TRAYS: [(&str, Fate); 5] = [
    ("tray.waiting", Fate::Waiting),
    ("tray.aboard", Fate::Aboard),
    ("tray.escaped", Fate::Escaped),
    ("tray.withdrawn", Fate::Withdrawn),
    ("tray.destroyed", Fate::Destroyed),
];

/// The cells of the map. While fleets deploy, their zones are tinted; after that, the rim from which a side can escape.
pub(super) fn cells(battle: &Battle) -> Vec<Cell> {
    let (map, rows) = (battle.map(), battle.deploy_rows());
    let deploys = matches!(battle.step(), Step::Deploy { .. });
    let tint = |hex: Hex| {
        let tinted = |seat: &Seat| match battle.aim(*seat).edge() {
            _ if deploys => map.in_zone(hex, seat.index(), rows),
            Some(edge) => Direction::ALL.into_iter().any(|way| map.is_beyond(hex.neighbour(way), edge)),
            None => false,
        };
        [Seat(0), Seat(1)].into_iter().filter(tinted).map(|seat| (seat, ZONE)).collect()
    };
    let cell = |hex: Hex| Cell { tint: tint(hex), ..Cell::new(Place::Hex(hex), map.name(hex)) };
    map.hexes().map(cell).collect()
}

/// The name of a ship and its number, with its hull unless that is the name.
fn title(battle: &Battle, number: u8, ship: &Ship) -> Message {
    let key = if battle.name_of_ship(number).is_some() { "ship.named" } else { "ship" };
    let hull = ship.hull(battle.rules()).name.clone();
    Message::new(key).with("ship", telling::ship(battle, number)).with("hull", hull)
}

/// The ships on the map.
pub(super) fn pieces(battle: &Battle) -> Vec<Piece> {
    let here = (0..).zip(battle.ships()).filter(|(_, ship)| ship.is_here());
    here.map(|(number, ship)| piece(battle, number, ship)).collect()
}

fn piece(battle: &Battle, number: u8, ship: &Ship) -> Piece {
    let hull = ship.hull(battle.rules());
    Piece {
        unit: Some(u32::from(number)),
        facing: Some(ship.facing),
        health: Some(Health { value: Some(ship.structure), most: hull.structure, remembered: false }),
        title: Some(title(battle, number, ship)),
        badges: badges(battle, number, ship),
        about: about::of(battle, number, ship),
        tag: Some(battle.ship_title(number)),
        ..Piece::new(Place::Hex(ship.hex), ship.commander, shape(battle, ship))
    }
}

/// The shape of a ship, which clients draw by the hull's name and size.
pub(super) fn shape(battle: &Battle, ship: &Ship) -> Shape {
    let hull = ship.hull(battle.rules());
    Shape::silhouette(&hull.key, hull.size)
}

/// The badges of a ship: its speed, its disruption, and whether it is disabled; with expansions also the squadrons aboard and
/// the counter measures that cover it.
fn badges(battle: &Battle, number: u8, ship: &Ship) -> Vec<Badge> {
    let speed = if ship.speed < 0 { BadgeKind::Backwards } else { BadgeKind::Speed };
    let disrupted = if ship.is_disabled(battle.rules()) {
        (BadgeKind::Disabled, 1)
    } else {
        (BadgeKind::Weakened, ship.disruption)
    };
    let mut all = vec![(speed, ship.speed.unsigned_abs()), disrupted];
    if battle.has_expansions() {
        all.push((BadgeKind::Carries, battle.aboard(number).count() as u8));
        all.push((BadgeKind::Covered, battle.jamming_for(ship).unsigned_abs()));
    }
    all.into_iter().filter(|(_, count)| *count > 0).map(|(kind, count)| Badge { kind, count }).collect()
}

/// The round, and how far each side is with its aim. They are there while fleets deploy too: numbers that come later would
/// move the board of a phone.
pub(super) fn gauges(battle: &Battle) -> Vec<Gauge> {
    let most = Some(i64::from(battle.rounds()));
    let round = Gauge { most, ..Gauge::count(Message::new("gauge.round"), None, i64::from(battle.round())) };
    std::iter::once(round).chain([Seat(0), Seat(1)].map(|seat| aims::progress(battle, seat))).collect()
}

/// The ships that are not on the map.
pub(super) fn trays(battle: &Battle) -> Vec<Tray> {
    let mut trays = Vec::new();
    for seat in Seat::first(battle.seats) {
        for (label, fate) in TRAYS {
            let there = (0_u8..).zip(battle.ships()).filter(|(_, ship)| ship.commander == seat && ship.fate == fate);
            let items: Vec<TrayItem> = there.map(|(number, ship)| item(battle, number, ship)).collect();
            if !items.is_empty() {
                trays.push(Tray { label: Message::new(label), seat: Some(seat), items });
            }
        }
    }
    trays
}

fn item(battle: &Battle, number: u8, ship: &Ship) -> TrayItem {
    TrayItem {
        shape: shape(battle, ship),
        count: 1,
        title: Some(title(battle, number, ship)),
        // A ship that has left the battle is never picked again.
        unit: (ship.fate == Fate::Waiting).then(|| u32::from(number)),
        about: about::of(battle, number, ship),
        tag: Some(battle.ship_title(number)),
    }
}

/// Marks for the acting ship and its targets.
pub(super) fn marks(battle: &Battle) -> Vec<Mark> {
    let at = |ship: Option<&Ship>, kind| ship.map(|ship| Mark { place: Place::Hex(ship.hex), kind });
    let acting = battle.acting().and_then(|ship| battle.ship(ship));
    let mut marks: Vec<Mark> = at(acting, MarkKind::Acting).into_iter().collect();
    if let Step::Aim(aim) | Step::Roll { aim, .. } = battle.step() {
        marks.extend(aim.targets().filter_map(|(target, _)| at(battle.ship(target), MarkKind::Aim)));
    }
    marks
}
