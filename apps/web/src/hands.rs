//! The pointers that are down on a board, and what they show of it before the page is told.

use crate::zoom::Zoom;

/// A press becomes a drag or a gesture after this many pixels.
pub const FAR_ENOUGH: f64 = 7.0;

/// A point of the window, in pixels.
pub type At = (f64, f64);

/// The pointers that are down on a board.
#[derive(Default)]
pub struct Hands {
    /// The pointers, with the place where each is.
    down: Vec<(i32, At)>,
    /// Where the first pointer went down, until the press is a gesture.
    from: Option<At>,
    /// Whether the board follows the pointers.
    moves: bool,
    /// What is shown now, while it differs from what the page knows.
    pub shown: Option<Zoom>,
}

impl Hands {
    /// Lets go of everything: a new press begins or the page goes elsewhere, and the end of a pointer was perhaps not heard.
    /// Returns what is shown, for the page to be told. If it were kept, it would be preferred to all that the page shows later.
    #[must_use]
    pub fn let_go(&mut self) -> Option<Zoom> {
        std::mem::take(self).shown
    }

    /// A pointer goes down. `holds_ground`: whether it is on the ground and not on a piece that can be dragged. Returns
    /// whether two pointers hold the board now.
    pub fn down(&mut self, pointer: i32, at: At, holds_ground: bool) -> bool {
        if self.down.len() < 2 {
            self.down.push((pointer, at));
        }
        let both = self.down.len() == 2;
        self.from = (holds_ground && !both).then_some(at);
        self.moves |= both;
        both
    }

    /// A pointer moves. Returns where the pointers were and are, if the board follows them. One pointer cannot move a board
    /// that is shown as a whole.
    pub fn follow(&mut self, pointer: i32, at: At, is_whole: impl FnOnce() -> bool) -> Option<(Vec<At>, Vec<At>)> {
        let index = self.down.iter().position(|(known, _)| *known == pointer)?;
        if !self.moves {
            let from = self.from.filter(|_| !is_whole())?;
            if distance(from, at) < FAR_ENOUGH {
                return None;
            }
            self.moves = true;
        }
        let before = self.down.iter().map(|(_, at)| *at).collect();
        self.down[index].1 = at;
        Some((before, self.down.iter().map(|(_, at)| *at).collect()))
    }

    /// A pointer goes up. Returns whether the board followed it, and whether it was the last one; none if it was not down.
    pub fn up(&mut self, pointer: i32) -> Option<(bool, bool)> {
        let index = self.down.iter().position(|(known, _)| *known == pointer)?;
        self.down.remove(index);
        let (moved, is_over) = (self.moves, self.down.is_empty());
        self.moves &= !is_over;
        Some((moved, is_over))
    }
}

/// The distance between two points.
pub fn distance(a: At, b: At) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NO: fn() -> bool = || false;

    #[test]
    fn one_pointer_moves_a_part_of_the_board_after_some_pixels() {
        let mut hands = Hands::default();
        assert!(!hands.down(1, (10.0, 10.0), true));
        assert_eq!(hands.follow(1, (12.0, 10.0), NO), None, "a press is not yet a gesture");
        assert_eq!(hands.follow(1, (20.0, 10.0), || true), None, "the whole board stays");
        assert_eq!(hands.follow(2, (20.0, 10.0), NO), None, "another pointer");
        assert_eq!(hands.follow(1, (20.0, 10.0), NO), Some((vec![(10.0, 10.0)], vec![(20.0, 10.0)])));
        assert_eq!(hands.up(1), Some((true, true)));
        assert_eq!(hands.up(1), None);
        assert!(!hands.down(1, (10.0, 10.0), false));
        assert_eq!(hands.follow(1, (90.0, 10.0), NO), None, "a piece is dragged, not the ground");
    }

    #[test]
    fn two_pointers_hold_the_board_at_once() {
        let mut hands = Hands::default();
        assert!(!hands.down(1, (0.0, 0.0), true) && hands.down(2, (10.0, 0.0), true));
        let moved = hands.follow(2, (20.0, 0.0), || true);
        assert_eq!(moved, Some((vec![(0.0, 0.0), (10.0, 0.0)], vec![(0.0, 0.0), (20.0, 0.0)])));
        assert_eq!((hands.up(2), hands.up(1)), (Some((true, false)), Some((true, true))));
    }

    /// The end of a pointer is not always heard, such as when a dialog of the system covers the page.
    #[test]
    fn a_gesture_whose_end_was_not_heard_leaves_nothing_behind() {
        let mut hands = Hands::default();
        hands.down(1, (0.0, 0.0), true);
        hands.down(2, (10.0, 0.0), true);
        let zoom = Zoom::default().by(2.0, (0.5, 0.5));
        hands.shown = Some(zoom);
        assert_eq!(hands.let_go(), Some(zoom), "the page is told what is seen");
        assert_eq!(hands.shown, None, "what the page shows later counts");
        assert!(!hands.down(3, (0.0, 0.0), true), "no other pointer is down");
        assert_eq!(hands.follow(3, (2.0, 0.0), NO), None, "nothing moves yet");
    }
}
