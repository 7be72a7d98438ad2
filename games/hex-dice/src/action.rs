//! The actions and their notation.
//!
//! | action | written |
//! |---|---|
//! | roll these dice of the army again, or none | `reroll-1+4`, `keep` |
//! | deploy a die | `4@g2` |
//! | move: to an empty hex, into an enemy (melee), into a friend (merge) | `e5-e7` |
//! | merge into a unit of one's choice | `e5-e7=4` |
//! | attack by range: an Archer's shot, a Legion's special attack | `e5xg6` |
//! | reroll a unit, guard with it | `e5*`, `e5!` |
//! | leave the bonus action | `decline` |

use game::{Message, NotationError};

use crate::cell::Cell;
use crate::tables::FACES;

/// The number of dice of each face, from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Faces(pub [u8; FACES]);

impl Faces {
    /// The number of dice.
    pub fn len(self) -> usize {
        self.0.iter().map(|&count| usize::from(count)).sum()
    }

    /// Whether there are no dice.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Counts the faces of a list.
    pub fn of(faces: impl IntoIterator<Item = u8>) -> Self {
        let mut counts = Self::default();
        faces.into_iter().for_each(|face| counts.0[usize::from(face) - 1] += 1);
        counts
    }

    /// The faces, ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..).zip(self.0).flat_map(|(face, count)| std::iter::repeat_n(face, usize::from(count)))
    }
}

/// An action: the smallest step of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// In the setup: rerolls these dice.
    Choose(Faces),
    /// In the setup: puts a die onto the board.
    Deploy {
        /// Which.
        face: u8,
        /// Where.
        to: Cell,
    },
    /// Moves a unit: to an empty hex, into an enemy's hex (melee) or into a friend's hex (merge).
    Move {
        /// From here.
        from: Cell,
        /// To here.
        to: Cell,
        /// The face of the merged unit, if the sum is above 6.
        face: Option<u8>,
    },
    /// Attacks with a unit's range. The unit does not move, unless it charges and wins.
    Strike {
        /// From here.
        from: Cell,
        /// At this.
        to: Cell,
    },
    /// Rerolls a unit.
    Reroll(Cell),
    /// Guards with a unit.
    Guard(Cell),
    /// Declines the bonus action.
    Decline,
}

impl Action {
    /// The notation of the action.
    pub fn write(self) -> String {
        match self {
            Self::Choose(faces) if faces.is_empty() => "keep".to_owned(),
            Self::Choose(faces) => format!("reroll-{}", joined(faces, "+")),
            Self::Deploy { face, to } => format!("{face}@{}", to.name()),
            Self::Move { from, to, face: None } => format!("{}-{}", from.name(), to.name()),
            Self::Move { from, to, face: Some(face) } => format!("{}-{}={face}", from.name(), to.name()),
            Self::Strike { from, to } => format!("{}x{}", from.name(), to.name()),
            Self::Reroll(cell) => format!("{}*", cell.name()),
            Self::Guard(cell) => format!("{}!", cell.name()),
            Self::Decline => "decline".to_owned(),
        }
    }

    /// Parses notation.
    pub fn read(text: &str) -> Result<Self, NotationError> {
        parse(text).ok_or_else(|| NotationError::new(text, Message::new("no-action")))
    }
}

/// The faces, joined by a separator.
pub(crate) fn joined(faces: Faces, between: &str) -> String {
    faces.iter().map(|face| face.to_string()).collect::<Vec<_>>().join(between)
}

fn parse(text: &str) -> Option<Action> {
    let two = |from: &str, to: &str| Cell::named(from).zip(Cell::named(to));
    if let Some(faces) = text.strip_prefix("reroll-") {
        let faces: Vec<u8> = faces.split('+').map(parse_face).collect::<Option<_>>()?;
        // Only one spelling is accepted: ascending. No army has 100 dice, so a longer list is refused here.
        return (faces.is_sorted() && faces.len() < 100).then(|| Action::Choose(Faces::of(faces)));
    }
    if let Some((face, to)) = text.split_once('@') {
        return Some(Action::Deploy { face: parse_face(face)?, to: Cell::named(to)? });
    }
    if let Some((from, to)) = text.split_once('-') {
        let (to, face) = match to.split_once('=') {
            Some((to, face)) => (to, Some(parse_face(face)?)),
            None => (to, None),
        };
        return two(from, to).map(|(from, to)| Action::Move { from, to, face });
    }
    if let Some((from, to)) = text.split_once('x') {
        return two(from, to).map(|(from, to)| Action::Strike { from, to });
    }
    match (text.strip_suffix('*'), text.strip_suffix('!')) {
        (Some(cell), _) => Cell::named(cell).map(Action::Reroll),
        (_, Some(cell)) => Cell::named(cell).map(Action::Guard),
        _ if text == "keep" => Some(Action::Choose(Faces::default())),
        _ if text == "decline" => Some(Action::Decline),
        _ => None,
    }
}

fn parse_face(text: &str) -> Option<u8> {
    text.parse().ok().filter(|face| (1..=FACES as u8).contains(face) && text.len() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_as_it_is_written() {
        for text in ["keep", "reroll-2", "reroll-1+1+6", "4@g2", "e5-e7", "e5-e7=4", "e5xg6", "e5*", "e5!", "decline"] {
            assert_eq!(Action::read(text).map(Action::write), Ok(text.to_owned()));
        }
    }

    #[test]
    fn there_is_one_spelling_and_nonsense_says_what_is_right() {
        for nonsense in [
            "reroll-",
            "reroll-4+1",
            "reroll-7",
            "reroll-1+",
            "7@g2",
            "4@",
            "4@z9",
            "e5-",
            "e5-e7=",
            "e5-e7=7",
            "e5-e7=04",
            "e5xe",
            "x",
            "*",
            "!",
            "e5*!",
            "e5 e7",
            "E5-e7",
            "e05-e7",
            "Keep",
            "",
        ] {
            assert_eq!(Action::read(nonsense).unwrap_err().message.key, "no-action", "{nonsense}");
        }
    }
}
