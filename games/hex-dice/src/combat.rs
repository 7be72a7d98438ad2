//! The numbers of an attack. No chance is involved.

use crate::position::Position;

/// The numbers of one attack before it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combat {
    /// The attacker's strength.
    pub attack: u8,
    /// The defender's printed armour.
    pub printed: u8,
    /// The bonus for guarding.
    pub guard: u8,
    /// The bonus for friendly Legions next to the defender (HD-3).
    pub aura: u8,
    /// The tokens on the defender.
    pub tokens: u8,
}

impl Combat {
    /// The armour that the attack has to reach, at least 0.
    #[inline]
    pub const fn armour(self) -> u8 {
        (self.printed + self.guard + self.aura).saturating_sub(self.tokens)
    }

    /// Whether the defender falls. With as many tokens as its printed armour it falls to any attack (HD-11).
    #[inline]
    pub const fn falls(self) -> bool {
        self.tokens >= self.printed || self.attack >= self.armour()
    }
}

impl Position {
    /// The attack of a unit on another one.
    #[inline]
    pub fn combat(&self, from: usize, to: usize) -> Combat {
        self.combat_by(self.ground().kind(self.unit(from).face()).attack, to)
    }

    /// An attack of this strength on a unit.
    #[inline]
    pub fn combat_by(&self, attack: u8, to: usize) -> Combat {
        let defender = self.unit(to);
        Combat {
            attack,
            printed: self.ground().kind(defender.face()).armour,
            guard: u8::from(defender.is_guarding()),
            aura: self.aura(to, defender.seat()),
            tokens: defender.tokens(),
        }
    }
}
