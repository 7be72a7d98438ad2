//! What is seen of an action: a unit goes its way, merges, strikes or shoots, and units that fall leave.

use game::Seat;
use scene::motion::{ShotKind, changed};
use scene::{Change, Happening, Motion, Piece, Place, Scene};

use crate::action::Action;
use crate::cell::Cell;
use crate::hex_dice::HexDice;
use crate::scene::place;

pub(crate) fn of(change: &Change<'_, HexDice>) -> Motion {
    let [before, after] = change.scenes();
    let (mut motion, mut told) = (Motion::default(), Vec::new());
    match change.action {
        Some(Action::Move { from, to, .. }) => {
            told = acts(change, &before, *from, *to, ShotKind::Blow, &mut motion);
        }
        Some(Action::Strike { from, to }) => {
            let from_afar = !change.before.position.reach(from.index()).contains(to.index());
            let kind = if from_afar { ShotKind::Tracer } else { ShotKind::Blow };
            told = acts(change, &before, *from, *to, kind, &mut motion);
        }
        Some(Action::Reroll(cell)) => {
            let at = place(cell.index());
            motion.throw(Some(at), change.rolls);
            let begins = motion.changes_at;
            motion.add(begins, changed(at, piece_at(&before, at), None));
            told.push(at);
        }
        Some(Action::Choose(_) | Action::Deploy { .. } | Action::Guard(_) | Action::Decline) | None => {
            motion.throw(None, change.rolls);
        }
    }
    let middle = told.last().copied();
    motion.compare(&before, &after, &told, |other| middle.map_or(0, |middle| scene::motion::between(middle, other)));
    motion
}

/// A unit acts on another hex: it goes there, or its blow or shot does. Returns the places that this tells of.
fn acts(
    change: &Change<'_, HexDice>,
    before: &Scene,
    from: Cell,
    to: Cell,
    kind: ShotKind,
    motion: &mut Motion,
) -> Vec<Place> {
    let (was, now) = (&change.before.position, &change.after.position);
    let [source, target] = [from, to].map(|cell| place(cell.index()));
    let (unit, other) = (was.unit(from.index()), was.unit(to.index()));
    let is_enemy = other.is_some() && other.seat() != unit.seat();
    let stays = now.unit(from.index()).is_some();
    if is_enemy && (stays || kind == ShotKind::Tracer) {
        let hits = was.combat(from.index(), to.index()).falls();
        let shot = Happening::Shot { from: source, to: target, kind, hits, seat: Seat(unit.seat() as u8) };
        motion.add_before(0, shot);
    }
    let mut arrives = motion.changes_at;
    if let Some(piece) = piece_at(before, source).filter(|_| !stays) {
        arrives = motion.add(arrives, Happening::Goes { piece: piece.clone(), way: vec![target], turns: 0 });
    }
    match piece_at(before, target) {
        Some(piece) if is_enemy && was.combat(from.index(), to.index()).falls() => {
            motion.add(arrives, Happening::Leaves { piece: piece.clone(), explodes: false });
        }
        Some(piece) if is_enemy => {
            let struck = Happening::Struck { at: piece.place, side: None, layer: scene::motion::Layer::Hull };
            motion.add(arrives, struck);
        }
        // A friend merges with the unit that has arrived.
        Some(piece) => drop(motion.add(arrives, changed(target, Some(piece), None))),
        None => {}
    }
    vec![source, target]
}

fn piece_at(scene: &Scene, at: Place) -> Option<&Piece> {
    scene.pieces.iter().find(|piece| piece.place == at)
}
