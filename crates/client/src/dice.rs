//! How the dice of the shown moment are presented, once they have landed.

/// How the dice of the shown moment are presented: only on request, or because they have just landed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dice {
    /// They lie there and are told on request.
    #[default]
    Lie,
    /// They were just thrown, and are told until the person looks at something else.
    Landed,
}

impl Dice {
    /// The person looks at something else: dice that have landed are told no longer.
    pub fn look_away(&mut self) {
        *self = Self::Lie;
    }
}
