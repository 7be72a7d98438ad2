//! The actions of a turn and their notation (IN-10): `c4`, `c4+d2` with the token, `skip` for a pass.

use game::{Message, NotationError};

use crate::ground::Ground;

/// A turn. Points are given by their number on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// No stone, and no resolution (IN-2). Written `skip`, because `pass` in a record is a turn that the rules skip.
    Pass,
    /// One stone.
    One(u8),
    /// Two stones, the smaller number first. This spends the token.
    Two(u8, u8),
}

impl Action {
    /// Two stones, given in either order.
    pub fn two(a: u8, b: u8) -> Self {
        Self::Two(a.min(b), a.max(b))
    }

    /// The points that get a stone.
    pub fn stones(self) -> u64 {
        match self {
            Self::Pass => 0,
            Self::One(point) => 1 << point,
            Self::Two(a, b) => 1 << a | 1 << b,
        }
    }

    /// The notation of the action.
    pub fn write(self, ground: &Ground) -> String {
        match self {
            Self::Pass => "skip".to_owned(),
            Self::One(point) => ground.point_name(point).to_owned(),
            Self::Two(a, b) => format!("{}+{}", ground.point_name(a), ground.point_name(b)),
        }
    }

    /// Parses notation. Two stones may come in either order.
    pub fn read(text: &str, ground: &Ground) -> Result<Self, NotationError> {
        let point = |name: &str| ground.point_named(name);
        let read = match text.split_once('+') {
            _ if text == "skip" => Some(Self::Pass),
            None => point(text).map(Self::One),
            Some((a, b)) => point(a).zip(point(b)).filter(|(a, b)| a != b).map(|(a, b)| Self::two(a, b)),
        };
        let last = ground.len().saturating_sub(1) as u8;
        read.ok_or_else(|| {
            let last = ground.point_name(last).to_owned();
            NotationError::new(text, Message::new("no-action").with("last", last))
        })
    }
}

#[cfg(test)]
mod tests {
    use game::RuleSet as _;
    use hex::Vertex;

    use super::*;
    use crate::boards::Boards;

    #[test]
    fn every_point_is_read_as_it_is_written() {
        for ground in Boards::built_in().grounds() {
            for point in 0..ground.len() as u8 {
                assert_eq!(Action::read(ground.point_name(point), ground), Ok(Action::One(point)));
            }
        }
    }

    #[test]
    fn a_row_letter_from_the_top_and_a_number_from_the_left() {
        let named = |board: &str, name: &str| {
            let boards = Boards::built_in();
            let ground = boards.ground(board).unwrap();
            ground.point_named(name).map(|point| ground.vertices()[usize::from(point)])
        };
        assert_eq!(named("classic", "a1"), Some(Vertex::new(0, -3)));
        assert_eq!(named("classic", "d4"), Some(Vertex::ORIGIN), "the point just right of the middle (IN-5)");
        assert_eq!(named("classic", "g3"), Some(Vertex::new(-1, 3)));
        assert_eq!(named("compact", "c4"), Some(Vertex::ORIGIN));
        assert_eq!(named("grand", "d4"), Some(Vertex::ORIGIN));
        assert_eq!(named("honeycomb", "a1"), Some(Vertex::new(1, -3)));
        assert_eq!(named("honeycomb", "d1"), Some(Vertex::new(-2, 0)));
        assert_eq!(named("honeycomb", "d5"), None);
    }

    #[test]
    fn two_stones_are_one_action_in_either_order() {
        let boards = Boards::built_in();
        let ground = boards.ground("classic").unwrap();
        let action = Action::read("d2+c4", ground).unwrap();
        assert_eq!(action, Action::read("c4+d2", ground).unwrap());
        assert_eq!(action.write(ground), "c4+d2");
        for nonsense in ["", "pass", "-", "c4+c4", "c4+", "+c4", "c4+d2+e1", "a4", "A1", "a01", "h1", "c4 d2"] {
            assert!(Action::read(nonsense, ground).is_err(), "{nonsense}");
        }
    }
}
