//! Danger at a glance: which enemy guns bear on which side of a ship, from where the ships stand now.

use game::{Message, Seat};
use scene::{Flank, Place, Threat, ThreatKind};

use super::previews::{damage, percent_of};
use crate::aiming::mounts;
use crate::battle::Battle;
use crate::bearing::Side;
use crate::ship::Ship;
use crate::telling;

/// One threat for every enemy ship that could fire at a ship of this seat, with all its weapons that bear and for which
/// it has energy.
pub(super) fn of(battle: &Battle, seat: Seat) -> Vec<Threat> {
    if battle.result().is_some() {
        return Vec::new();
    }
    let ships = || (0..).zip(battle.ships()).filter(|(_, ship)| ship.is_here());
    let own = ships().filter(|(_, ship)| ship.seat == seat);
    let enemies = || ships().filter(|(_, ship)| ship.seat != seat && ship.works(battle.rules()));
    own.flat_map(|target| enemies().filter_map(move |enemy| threat(battle, enemy, target))).collect()
}

fn threat(battle: &Battle, (number, enemy): (u8, &Ship), (own, target): (u8, &Ship)) -> Option<Threat> {
    let on = battle.automatic(enemy, target, 0);
    let side = target.side_towards(enemy.hex).filter(|_| on != 0)?;
    let weapons = mounts(on).filter_map(|mount| enemy.weapon(mount, battle.set()));
    // One roll decides for all weapons, so the best of them tells how often anything hits.
    let hits = weapons.map(|weapon| percent_of(battle.ways_to_hit(enemy, weapon, target))).max().unwrap_or(0);
    let forecast = battle.forecast(enemy, target, on);
    let destroyed = (100.0 * forecast.kill).round() as i64;
    let (kind, percent) = match destroyed {
        100 => (ThreatKind::Lost, None),
        1.. => (ThreatKind::MayBeLost, Some(destroyed as u8)),
        _ => (ThreatKind::Struck, Some(hits as u8)),
    };
    let words = Message::new("danger.guns")
        .with("enemy", telling::ship(battle, number))
        .with("ship", telling::ship(battle, own))
        .with("side", telling::side(side))
        .with("count", i64::from(on.count_ones()))
        .with("percent", hits)
        .with("damage", damage(forecast.damage))
        .with("destroyed", destroyed);
    let place = Place::Hex(target.hex);
    let threat = Threat::new(kind, vec![place], vec![Place::Hex(enemy.hex)], words);
    Some(Threat { percent, flank: Some(flank(target, side)), ..threat })
}

/// A side of a ship as directions of the board (HS-5).
pub(super) fn flank(ship: &Ship, side: Side) -> Flank {
    let (first, last) = match side {
        Side::Front => (-1, 1),
        Side::Right => (1, 2),
        Side::Rear => (2, 4),
        Side::Left => (4, 5),
    };
    Flank { place: Place::Hex(ship.hex), first: ship.facing.turn(first), last: ship.facing.turn(last) }
}
