//! Danger at a glance: the hexes that the enemy could attack or surround in its next turn.

use game::{Message, SortedMap};
use hex::Mask;
use scene::{Area, Place, Threat, ThreatKind};

use crate::cell::{Cell, board};
use crate::combat::Strike;
use crate::hexlock::seat;
use crate::numbers::DIE_SIDES;
use crate::position::{Action, Position, Side};

/// What the enemy can do to a hex.
#[derive(Clone, Copy, Default)]
struct Risk {
    /// The faces of the die that lose the hex, by the best action of the enemy.
    faces: u32,
    /// The faces that hit the hex and those of them that are strong hits, by the attack that hits most often.
    hits: u32,
    strong_hits: u32,
    /// The hexes from which it can be attacked.
    attackers: Mask,
    /// The hexes to which the enemy would expand to surround it.
    closers: Mask,
}

/// The hexes of a side that the enemy could attack or surround. HP count only beside an enemy hex, where everybody sees
/// them, so nothing hidden is told.
pub(crate) fn of(position: &Position, side: Side) -> Vec<Threat> {
    let risks = risks(position, side);
    risks.into_iter().map(|(cell, risk)| threat(Cell(cell as u8), side, &risk)).collect()
}

/// The hexes on which the enemy could attack a hex of this side: all beside its own. Who holds a hex is open to everybody.
pub(crate) fn exposed(position: &Position, side: Side) -> Option<Area> {
    let enemy = position.hexes(side.other());
    let hexes = board().neighbours_of(enemy) - enemy;
    let places = hexes.iter().map(|cell| Place::Hex(Cell(cell as u8).hex())).collect();
    let label = Message::new("exposed").with("seat", seat(side));
    position.winner().is_none().then_some(Area { label, places }).filter(|area| !area.places.is_empty())
}

fn threat(cell: Cell, side: Side, risk: &Risk) -> Threat {
    let names = |cells: Mask| cells.iter().map(|cell| Cell(cell as u8).name()).collect::<Vec<_>>().join(", ");
    let percent = |faces: u32| faces * 100 / DIE_SIDES;
    let (kind, key, from, chance) = match () {
        () if !risk.closers.is_empty() => (ThreatKind::Lost, "danger.surrounded", risk.closers, None),
        () if risk.faces > 0 => (ThreatKind::MayBeLost, "danger.may-fall", risk.attackers, Some(percent(risk.faces))),
        () => (ThreatKind::Struck, "danger.attacked", risk.attackers, Some(percent(risk.hits))),
    };
    let words = Message::new(key)
        .with("hex", cell.name())
        .with("seat", seat(side))
        .with("enemy", seat(side.other()))
        .with("count", from.len() as i64)
        .with("from", names(from))
        .with("percent", i64::from(chance.unwrap_or(100)))
        .with("strong", i64::from(percent(risk.strong_hits)))
        .with("damage", i64::from(Strike::StrongHit.damage()));
    let places = |cells: Mask| cells.iter().map(|cell| Place::Hex(Cell(cell as u8).hex())).collect();
    let percent = chance.map(|percent| percent as u8);
    Threat { percent, ..Threat::new(kind, vec![Place::Hex(cell.hex())], places(from), words) }
}

/// Plays every action of the enemy with every result.
fn risks(position: &Position, side: Side) -> SortedMap<usize, Risk> {
    let mut risks: SortedMap<usize, Risk> = SortedMap::new();
    let handed = position.handed_to(side.other());
    let lost = |after: &Position| position.hexes(side) - after.hexes(side);
    handed.each_action(|action| match action {
        Action::Expand(cell) => {
            let mut after = handed.clone();
            after.expand(cell);
            for hex in lost(&after) {
                let risk = risks.entry(hex).or_default();
                risk.closers.insert(cell.index());
                risk.faces = DIE_SIDES;
            }
        }
        Action::Attack { source, target } => {
            let weights = handed.combat(source, target).weights();
            let [_, _, hit, strong] = weights;
            let risk = risks.entry(target.index()).or_default();
            risk.attackers.insert(source.index());
            (risk.hits, risk.strong_hits) = (risk.hits, risk.strong_hits).max((hit + strong, strong));
            let mut faces: SortedMap<usize, u32> = SortedMap::new();
            for (strike, weight) in Strike::ALL.into_iter().zip(weights) {
                let mut after = handed.clone();
                after.attack(source, target, strike);
                lost(&after).iter().for_each(|hex| *faces.entry(hex).or_default() += weight);
            }
            for (hex, faces) in faces {
                let risk = risks.entry(hex).or_default();
                risk.faces = risk.faces.max(faces);
            }
        }
    });
    risks
}
