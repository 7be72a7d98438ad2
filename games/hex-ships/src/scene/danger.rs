//! Danger at a glance: which enemy guns bear on which side of a ship, now or after their next move.

use game::{Message, Seat};
use hex::Hex;
use scene::{Flank, Place, Threat, ThreatKind};

use super::next_attack::{NextAttack, Stand};
use super::previews::{damage, percent_of};
use crate::aiming::mounts;
use crate::battle::Battle;
use crate::bearing::Side;
use crate::forecast::Forecast;
use crate::ship::Ship;
use crate::telling;

/// One threat for every enemy ship that could fire at a ship of this seat in its next attack, as the ship stands now: from
/// where the enemy stands if it can, or else the worst that it can do after its next move.
pub(super) fn of(battle: &Battle, seat: Seat) -> Vec<Threat> {
    let ships = || (0..).zip(battle.ships()).filter(|(_, ship)| ship.is_here());
    let enemies = ships().filter(|(_, ship)| ship.seat != seat && ship.works(battle.rules()));
    let enemies: Vec<(u8, &Ship, NextAttack)> =
        enemies.map(|(number, ship)| (number, ship, NextAttack::of(battle, number, ship))).collect();
    let mut threats = Vec::new();
    for (own, target) in ships().filter(|(_, ship)| ship.seat == seat) {
        for (number, enemy, next) in &enemies {
            let now = next.now.then(|| Attack::of(battle, enemy, target)).flatten();
            let moves = now.is_none();
            let worst = now.or_else(|| worst(battle, enemy, target, &next.moved));
            threats.extend(worst.map(|attack| attack.threat(battle, (*number, enemy), (own, target), moves)));
        }
    }
    threats
}

/// The worst attack on this target from one of these places.
fn worst(battle: &Battle, enemy: &Ship, target: &Ship, stands: &[Stand]) -> Option<Attack> {
    // Many places come to the same: the odds depend on the side, the range, the weapons that bear and the energy for them.
    let mut known = Vec::new();
    let mut worst: Option<Attack> = None;
    for &(hex, facing, energy) in stands {
        let Some(bracket) = battle.rules().bracket(hex.distance(target.hex)) else { continue };
        let ship = Ship { hex, facing, energy, ..*enemy };
        let case = (bracket, target.side_towards(hex), battle.bearing(&ship, target), energy);
        if known.contains(&case) {
            continue;
        }
        known.push(case);
        let attack = Attack::of(battle, &ship, target);
        worst = attack.filter(|attack| worst.as_ref().is_none_or(|worst| attack.is_worse_than(worst))).or(worst);
    }
    worst
}

/// An attack of a ship with all weapons that bear and for which it has energy.
struct Attack {
    from: Hex,
    side: Side,
    on: u8,
    /// How often anything hits, in percent.
    hits: i64,
    forecast: Forecast,
}

impl Attack {
    fn of(battle: &Battle, ship: &Ship, target: &Ship) -> Option<Self> {
        let on = battle.automatic(ship, target, 0);
        let side = target.side_towards(ship.hex).filter(|_| on != 0)?;
        let weapons = mounts(on).filter_map(|mount| ship.weapon(mount, battle.set()));
        // One roll decides for all weapons, so the best of them tells how often anything hits.
        let hits = weapons.map(|weapon| percent_of(battle.ways_to_hit(ship, weapon, target))).max().unwrap_or(0);
        Some(Self { from: ship.hex, side, on, hits, forecast: battle.forecast(ship, target, on) })
    }

    fn is_worse_than(&self, other: &Self) -> bool {
        let badness = |attack: &Self| (attack.forecast.kill, attack.forecast.damage);
        badness(self) > badness(other)
    }

    fn threat(&self, battle: &Battle, enemy: (u8, &Ship), target: (u8, &Ship), moves: bool) -> Threat {
        let destroyed = (100.0 * self.forecast.kill).round() as i64;
        let (kind, percent) = match destroyed {
            100 => (ThreatKind::Lost, None),
            1.. => (ThreatKind::MayBeLost, Some(destroyed as u8)),
            _ => (ThreatKind::Struck, Some(self.hits as u8)),
        };
        let words = Message::new(if moves { "danger.moves" } else { "danger.guns" })
            .with("enemy", telling::ship(battle, enemy.0))
            .with("ship", telling::ship(battle, target.0))
            .with("side", telling::side(self.side))
            .with("count", i64::from(self.on.count_ones()))
            .with("percent", self.hits)
            .with("damage", damage(self.forecast.damage))
            .with("destroyed", destroyed);
        let words = if moves { words.with("hex", telling::hex(battle, self.from)) } else { words };
        let threat = Threat::new(kind, vec![Place::Hex(target.1.hex)], vec![Place::Hex(enemy.1.hex)], words);
        Threat { percent, moves, flank: Some(flank(target.1, self.side)), ..threat }
    }
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
