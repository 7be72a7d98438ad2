//! A lead that no play can overcome any more (IN-13), by an upper bound on what is left to be paid.
//!
//! The bound lets the player behind place every stone that is left and lets the leader place none. A triangle whose pay
//! needs more than counting corners (dice, a centre, the bonus for whole triangles) counts in every resolution with the
//! best that it can ever bring. So the bound never grows from turn to turn, and a lead that is safe stays safe.

use game::Message;

use crate::ground::{Corner, Frame};
use crate::influence::seat;
use crate::paying::{CORNER, SIXTHS, THRESHOLD_BONUS};
use crate::position::{Colour, Position};
use crate::telling::points;

/// A lead that cannot be caught any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SafeLead {
    /// The player who wins whatever is played.
    pub leader: Colour,
    /// The lead, in sixths.
    pub lead: u32,
    /// The most that the other player could still gain on the leader, in sixths.
    pub most_gained: u32,
}

impl SafeLead {
    pub(crate) fn message(self) -> Message {
        let message = Message::new(if self.most_gained > 0 { "lead-is-safe" } else { "lead-is-safe-for-good" });
        let message = message.with("seat", seat(self.leader)).with("enemy", seat(self.leader.other()));
        let message = message.with("lead", points(i64::from(self.lead)));
        if self.most_gained > 0 { message.with("most", points(i64::from(self.most_gained))) } else { message }
    }
}

impl Position {
    /// The lead that the other player cannot catch any more, if there is one. None after the end.
    pub fn safe_lead(&self) -> Option<SafeLead> {
        if self.is_over() || self.lead() == 0 {
            return None;
        }
        let leader = if self.lead() > 0 { Colour::Black } else { Colour::White };
        let most_gained = self.most_gained(leader.other());
        // White wins ties.
        let needed = i64::from(self.lead().unsigned_abs()) + i64::from(leader == Colour::White);
        let lead = self.lead().unsigned_abs();
        (most_gained < needed).then_some(SafeLead { leader, lead, most_gained: most_gained.max(0) as u32 })
    }

    /// An upper bound on what this player can still gain on the other one, in sixths.
    fn most_gained(&self, chaser: Colour) -> i64 {
        let frames = self.ground.frames();
        let frames = if self.options.shifting { &frames[..] } else { &frames[..1] };
        let left = self.empty().count_ones() as usize;
        // The token puts two stones before one resolution.
        let extra = usize::from(self.tokens[chaser as usize]);
        // The most that a resolution after this many turns with stones can pay.
        let mut best = vec![i64::MIN; left + 1];
        for frame in frames {
            let (mut pays, mut worths) = self.bound_in(frame, chaser);
            game::sort_by(&mut worths, |one, other| other.cmp(one));
            let mut stones = 0;
            for (turns, best) in best.iter_mut().enumerate() {
                let most_stones = if turns == 0 { 0 } else { (turns + extra).min(left) };
                pays += worths[stones..most_stones].iter().sum::<i64>();
                stones = most_stones;
                *best = pays.max(*best);
            }
        }
        let mut gained = 0;
        let mut most = i64::MIN;
        // The game may end after any turn, and the echo pays once more what the last turn paid.
        for (turns, pays) in best.into_iter().enumerate() {
            gained += if turns > 0 { pays } else { 0 };
            most = most.max(gained + if self.options.echo { pays } else { 0 });
        }
        most
    }

    /// An upper bound on what one resolution pays this player more than the other one, in two parts: with the present
    /// stones, and for every empty point what a stone there adds.
    fn bound_in(&self, frame: &Frame, chaser: Colour) -> (i64, Vec<i64>) {
        let resolution = self.resolution();
        let (own, theirs) = (self.stones[chaser as usize], self.stones[chaser.other() as usize]);
        let mut pays = 0;
        let mut worths = vec![0; self.ground.len()];
        for (index, corners) in frame.corners.iter().enumerate() {
            let factor = if self.keystone == Some(index as u8) { 2 } else { 1 };
            // The corners that the player has or can still get, and those that the other player has for good.
            let (mut possible, mut lost, mut simple) = (0, 0, !self.options.dice);
            for corner in corners {
                match *corner {
                    Corner::Point(point) => {
                        possible += i64::from(theirs >> point & 1 == 0);
                        lost += i64::from(theirs >> point & 1 == 1);
                    }
                    Corner::Centre(hexagon) => {
                        let corners = self.ground.hexagons()[usize::from(hexagon)].corners;
                        let (all, taken) = (corners.count_ones(), (corners & theirs).count_ones());
                        possible += i64::from(all - taken > taken);
                        lost += i64::from(taken > all - taken);
                        simple = false;
                    }
                    Corner::Outside => {}
                }
            }
            let whole = i64::from(resolution.whole_pays());
            if simple {
                let bonus = i64::from(if self.options.thresholds { THRESHOLD_BONUS } else { 0 });
                pays += factor * bonus * (i64::from(possible == 3) - i64::from(lost == 3));
                for corner in corners {
                    let Corner::Point(point) = *corner else { continue };
                    let third = factor * i64::from(CORNER);
                    match () {
                        () if own >> point & 1 == 1 => pays += third,
                        () if theirs >> point & 1 == 1 => pays -= third,
                        () => worths[usize::from(point)] += third,
                    }
                }
                continue;
            }
            let pay = |corners: i64| match corners {
                3 => whole,
                _ if self.options.dice => i64::from(corners > 0) * i64::from(SIXTHS),
                some => some * i64::from(CORNER),
            };
            // With dice only a whole triangle pays for certain.
            let certain = if self.options.dice && lost < 3 { 0 } else { pay(lost) };
            pays += factor * (pay(possible) - certain);
        }
        let empty = hex::Mask(u128::from(self.empty()));
        (pays, empty.iter().map(|point| worths[point]).collect())
    }
}
