//! The damage of one weapon to the layers of one side.

use crate::rules::{Numbers, WeaponKind};

/// The layers of the side that is hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// Damaged first.
    pub shield: u8,
    /// Damaged second.
    pub armour: u8,
    /// Damaged last.
    pub hull: u8,
}

/// The points that a hit took from each layer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Shield points.
    pub shield: u8,
    /// Armour points.
    pub armour: u8,
    /// Hull points.
    pub hull: u8,
}

impl Taken {
    /// The sum over all layers.
    pub fn sum(self) -> u32 {
        u32::from(self.shield) + u32::from(self.armour) + u32::from(self.hull)
    }
}

impl std::ops::AddAssign for Taken {
    fn add_assign(&mut self, more: Self) {
        self.shield += more.shield;
        self.armour += more.armour;
        self.hull += more.hull;
    }
}

impl Layers {
    /// Applies one hit by a weapon of this kind, or by one missile.
    #[inline]
    pub fn hit(&mut self, kind: WeaponKind, damage: u8, numbers: &Numbers) -> Taken {
        match kind {
            WeaponKind::Laser | WeaponKind::HeavyLaser | WeaponKind::Cannon => self.bleed(damage, false),
            WeaponKind::Torpedo => self.bleed(damage, true),
            WeaponKind::Missile | WeaponKind::Rocket => self.packet(damage),
            WeaponKind::EmpBeam => self.emp(damage, numbers.emp_against_shields),
        }
    }

    /// Applies damage that goes on to the next layer when a layer is used up.
    fn bleed(&mut self, damage: u8, past_shield: bool) -> Taken {
        let shield = if past_shield { 0 } else { damage.min(self.shield) };
        let armour = (damage - shield).min(self.armour);
        let hull = (damage - shield - armour).min(self.hull);
        self.take(Taken { shield, armour, hull })
    }

    /// Applies damage that stops at the layer that it hits (HS-7).
    fn packet(&mut self, damage: u8) -> Taken {
        self.take(if self.shield > 0 {
            Taken { shield: damage.min(self.shield), ..Taken::default() }
        } else if self.armour > 0 {
            Taken { armour: damage.min(self.armour), ..Taken::default() }
        } else {
            Taken { hull: damage.min(self.hull), ..Taken::default() }
        })
    }

    /// Applies EMP damage. It is multiplied against shields; the remainder is divided by the same factor and goes on
    /// (HS-6).
    fn emp(&mut self, damage: u8, against_shields: u8) -> Taken {
        let against = u16::from(damage) * u16::from(against_shields);
        let shield = against.min(u16::from(self.shield));
        let rest = ((against - shield) / u16::from(against_shields)) as u8;
        let armour = rest.min(self.armour);
        let hull = (rest - armour).min(self.hull);
        self.take(Taken { shield: shield as u8, armour, hull })
    }

    fn take(&mut self, taken: Taken) -> Taken {
        self.shield -= taken.shield;
        self.armour -= taken.armour;
        self.hull -= taken.hull;
        taken
    }
}
