//! The effects of critical hits: `criticals.toml`.

use game::RulesError;

use super::reader::Source;
use crate::bearing::Side;

/// The effect of a critical.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Critical {
    /// Nothing.
    Nothing,
    /// Breaks a weapon of the side that was hit (HS-14).
    Weapon,
    /// The ship cannot reduce its speed (HS-25).
    ForwardThrusters,
    /// The ship's attacks need a higher number.
    Sensors,
    /// All ranks of the captain fall to 1.
    Bridge,
    /// Turns can fail (HS-15).
    SideThrusters,
    /// The captain cannot use special abilities (HS-27).
    Communications,
    /// All ranks of the captain fall by one, to 1 at least.
    LifeSupport,
    /// The maximum speed falls by one.
    Engines,
    /// Shields drop and do not come back.
    ShieldGenerator,
}

impl Critical {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Nothing,
        Self::Weapon,
        Self::ForwardThrusters,
        Self::Sensors,
        Self::Bridge,
        Self::SideThrusters,
        Self::Communications,
        Self::LifeSupport,
        Self::Engines,
        Self::ShieldGenerator,
    ];
    const NAMES: [&str; 10] = [
        "nothing",
        "weapon",
        "forward-thrusters",
        "sensors",
        "bridge",
        "side-thrusters",
        "communications",
        "life-support",
        "engines",
        "shield-generator",
    ];

    /// The name in files.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }
}

/// The three tables, and the sizes of the effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Criticals {
    front: [Critical; 6],
    side: [Critical; 6],
    rear: [Critical; 6],
    /// What broken sensors add to the number that an attack needs.
    pub sensors: i8,
    /// The sum of 2d6 that a turn needs with broken side thrusters.
    pub side_thrusters: u8,
    /// Subtracted from the maximum speed for each hit on the engines.
    pub engines: i8,
    /// Subtracted from every rank for each hit on life support.
    pub life_support: u8,
}

impl Criticals {
    pub(super) fn read(source: Source<'_>) -> Result<Self, RulesError> {
        source.read(|file| {
            file.only(&["front", "side", "rear", "sensors", "side_thrusters", "engines", "life_support"])?;
            let table = |key| {
                let mut table = [Critical::Nothing; 6];
                for (entry, value) in table.iter_mut().zip(file.get(key)?.exactly::<6>()?) {
                    *entry = Critical::ALL[value.word(&Critical::NAMES)?];
                }
                Ok(table)
            };
            Ok(Self {
                front: table("front")?,
                side: table("side")?,
                rear: table("rear")?,
                sensors: file.whole("sensors", 0..=10)? as i8,
                side_thrusters: file.whole("side_thrusters", 2..=12)? as u8,
                engines: file.whole("engines", 0..=10)? as i8,
                life_support: file.whole("life_support", 0..=5)? as u8,
            })
        })
    }

    /// The critical on this side for a d6 of 1 to 6.
    pub fn on(&self, side: Side, die: u32) -> Critical {
        let table = match side {
            Side::Front => &self.front,
            Side::Right | Side::Left => &self.side,
            Side::Rear => &self.rear,
        };
        table[die as usize - 1]
    }
}
