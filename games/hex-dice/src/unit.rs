//! A unit on the board, packed into 16 bits because a position has 127 of them.

use std::fmt;

/// A die on the board, or no die.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Unit(u16);

const SEAT: u16 = 3;
const TOKENS: u16 = 6;
const GUARD: u16 = 1 << 9;

impl Unit {
    /// No unit.
    pub const NONE: Self = Self(0);

    /// A fresh unit: no tokens, not guarding.
    #[inline]
    pub const fn new(seat: u8, face: u8) -> Self {
        Self(face as u16 | (seat as u16) << SEAT)
    }

    /// Whether there is a unit.
    #[inline]
    pub const fn is_some(self) -> bool {
        self.face() > 0
    }

    /// Its face.
    #[inline]
    pub const fn face(self) -> u8 {
        (self.0 & 7) as u8
    }

    /// Its owner.
    #[inline]
    pub const fn seat(self) -> usize {
        (self.0 >> SEAT & 7) as usize
    }

    /// The number of its reduction tokens.
    #[inline]
    pub const fn tokens(self) -> u8 {
        (self.0 >> TOKENS & 7) as u8
    }

    /// Whether it is guarding.
    #[inline]
    pub const fn is_guarding(self) -> bool {
        self.0 & GUARD != 0
    }

    /// The same unit with this number of tokens.
    #[inline]
    #[must_use]
    pub const fn with_tokens(self, tokens: u8) -> Self {
        Self(self.0 & !(7 << TOKENS) | (tokens as u16) << TOKENS)
    }

    /// The same unit, guarding or not.
    #[inline]
    #[must_use]
    pub const fn with_guard(self, guard: bool) -> Self {
        Self(if guard { self.0 | GUARD } else { self.0 & !GUARD })
    }
}

impl fmt::Debug for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_some() {
            return f.write_str(".");
        }
        let guard = if self.is_guarding() { "!" } else { "" };
        write!(f, "{} of {}, -{}{guard}", self.face(), self.seat(), self.tokens())
    }
}
