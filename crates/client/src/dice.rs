//! How the dice of the shown moment are presented.

use scene::Place;

/// How the dice of the shown moment are presented: only on request, just landed, or in the air.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dice {
    /// They lie there and are told on request.
    #[default]
    Lie,
    /// They were just thrown, and are told until the person looks at something else.
    Landed,
    /// They are being thrown.
    Falling {
        /// The number of the throw.
        throw: u32,
        /// Where on the board they fall.
        at: Option<Place>,
    },
}

impl Dice {
    /// Whether they are in the air.
    pub fn are_falling(self) -> bool {
        matches!(self, Self::Falling { .. })
    }

    /// The person looks at something else: dice that have landed are told no longer.
    pub fn look_away(&mut self) {
        if *self == Self::Landed {
            *self = Self::Lie;
        }
    }
}
