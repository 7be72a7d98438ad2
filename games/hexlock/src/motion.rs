//! What is seen of a turn: the die of an attack on its target, the blow, and the hexes that change hands.

use hex::Hex;
use scene::motion::ShotKind;
use scene::{Change, Happening, Motion, Place};

use crate::combat::Strike;
use crate::hexlock::{Hexlock, seat};
use crate::position::Action;

/// A critical fail and a miss do not reach the target. Everything here is public (HL-8): action, die and result.
pub(crate) fn of(change: &Change<'_, Hexlock>) -> Motion {
    let [before, after] = change.scenes();
    let mut motion = Motion::default();
    let acted = match change.action {
        Some(Action::Attack { source, target }) => {
            let [from, to] = [source, target].map(|cell| Place::Hex(cell.hex()));
            motion.throw(Some(to), change.rolls);
            let strike = change.after.position.story().and_then(|story| story.strike);
            let hits = matches!(strike, Some(Strike::Hit | Strike::StrongHit));
            let seat = seat(change.before.position.to_move());
            motion.add_before(motion.changes_at, Happening::Shot { from, to, kind: ShotKind::Blow, hits, seat });
            Some(target.hex())
        }
        Some(Action::Expand(cell)) => Some(cell.hex()),
        None => None,
    };
    motion.compare(&before, &after, &[], |place| acted.map_or(0, |acted| around(acted, place)));
    motion
}

/// The order in which hexes change hands: outwards from the hex of the action, and clockwise round it.
fn around(middle: Hex, place: Place) -> i32 {
    let Place::Hex(hex) = place else { return 0 };
    let radius = middle.distance(hex);
    let in_ring = middle.ring(radius.unsigned_abs()).position(|other| other == hex).unwrap_or(0);
    100 * radius + in_ring as i32
}
