//! What is seen of a turn: the roll of every triangle on the triangle, the stones, the ground that changes hands, and which
//! corner was paid (IN-12).

use game::Roll;
use hex::Triangle;
use scene::motion::spread;
use scene::{Change, Happening, Motion, Place};

use crate::action::Action;
use crate::influence::{Influence, seat};
use crate::position::{Colour, Position};

/// The dice of a turn with an echo: the turn's own fall first, then those of the echo, in the time of one throw.
const HALF_A_THROW: u16 = 340;

pub(crate) fn of(change: &Change<'_, Influence>) -> Motion {
    let [before, after] = change.scenes();
    let (was, now) = (&change.before.position, &change.after.position);
    // The frame of this turn pays, and the next turn may have another one.
    let placed = was.with_stones(now.stones(), was.turn());
    let rolling = rolling(&placed);
    let mut motion = Motion::default();
    let mut throws: Vec<&[Roll]> = change.rolls.chunks(rolling.len().max(1)).collect();
    // A pass does not pay; the dice of the second pass in a row are those of the echo.
    let is_pass = change.action == Some(&Action::Pass);
    throws.truncate(if is_pass { 1 } else { 2 });
    let alone = throws.len() < 2;
    for (throw, begins) in throws.iter().zip([0, HALF_A_THROW]) {
        for ((triangle, _), roll) in rolling.iter().zip(*throw) {
            let dice = Happening::Dice { at: Some(Place::Triangle(*triangle)), rolls: vec![*roll] };
            if alone {
                motion.add_before(begins, dice);
            } else {
                motion.add_before_for(begins, HALF_A_THROW, dice);
            }
        }
    }
    let stone = after.marks.iter().find(|mark| mark.kind == scene::MarkKind::Last).map(|mark| mark.place);
    motion.compare(&before, &after, &[], |place| stone.map_or(0, |stone| scene::motion::between(stone, place)));
    let mut begins = motion.changes_at;
    for throw in throws {
        let apart = spread(throw.len());
        let mut end = begins;
        for (((triangle, owners), roll), number) in rolling.iter().zip(throw).zip(0..) {
            let corner = (roll.value as usize).clamp(1, 3) - 1;
            let pays = Happening::Pays {
                at: Place::Triangle(*triangle),
                corner: triangle.corners()[corner],
                seat: owners[corner].map(|colour| seat(Colour::BOTH[colour])),
            };
            end = end.max(motion.add(begins + apart * number, pays));
        }
        begins = end;
    }
    motion
}

/// The triangles that roll, in the order of their dice, with the colour that has each corner.
fn rolling(position: &Position) -> Vec<(Triangle, [Option<usize>; 3])> {
    let resolution = position.resolution();
    resolution.rolling().map(|(index, owners)| (resolution.frame.triangles[index], owners)).collect()
}
