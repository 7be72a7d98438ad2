//! How the dice of the moment that is shown are told.

use scene::Place;

/// How the dice of the moment that is shown are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dice {
    /// As one of the things that can be looked at.
    #[default]
    Lie,
    /// They were just thrown, and stay in sight until somebody looks at something else.
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

    /// Somebody looks at something else: dice that have landed are told no longer.
    pub fn look_away(&mut self) {
        if *self == Self::Landed {
            *self = Self::Lie;
        }
    }
}
