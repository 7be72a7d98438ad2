//! What happens while an action is played, in order. Telling it is playing it again with the dice that fell.

use game::Seat;
use hex::Hex;

use crate::bearing::Side;
use crate::damage::Taken;
use crate::rules::Critical;

/// The number that an attack needs, and how it comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToHit {
    /// The weapon's own for the bracket.
    pub base: i8,
    /// Taken off by the captain.
    pub gunnery: i8,
    /// Added by how big the target looks.
    pub silhouette: i8,
    /// Added by how fast it goes, the captain's skill at that counted.
    pub speed: i8,
    /// Added by broken sensors.
    pub sensors: i8,
}

impl ToHit {
    /// What 2d6 have to reach.
    #[inline]
    pub fn number(self) -> i32 {
        i32::from(self.base) - i32::from(self.gunnery)
            + i32::from(self.silhouette)
            + i32::from(self.speed)
            + i32::from(self.sensors)
    }
}

/// One thing that happens. Ships, mounts and targets are by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "every field is what it is called")]
pub enum Event {
    /// A round begins: upkeep is done.
    Round(u8),
    /// A turn with broken side thrusters was rolled for (HS-15).
    Thrusters { ship: u8, dice: [u8; 2], turned: bool },
    /// A ship could not finish its move (HS-3).
    StoppedShort { ship: u8, at: Hex, speed: i8 },
    /// A ship left the map.
    Withdrew { ship: u8 },
    /// A disabled ship moved on (HS-5).
    Drifted { ship: u8, to: Hex },
    /// An attack begins.
    Fired { ship: u8, target: u8, side: Side, distance: u8 },
    /// Its roll.
    Rolled { ship: u8, dice: [u8; 2], again: bool },
    /// A weapon that needs the roll.
    Shot { ship: u8, mount: u8, to_hit: ToHit, hits: bool },
    /// A launcher, and how many of its missiles hit.
    Missiles { ship: u8, mount: u8, die: u8, hits: u8 },
    /// What that did to the target.
    Struck { target: u8, side: Side, taken: Taken },
    /// EMP reached armour or hull.
    Disrupted { target: u8, disruption: u8 },
    /// That was as much as the ship's regeneration.
    Disabled { target: u8 },
    /// A critical, by its d6.
    Critical { target: u8, side: Side, die: u8, critical: Critical },
    /// The weapon that it broke.
    WeaponBroken { target: u8, mount: u8 },
    /// A ship has no hull left.
    Destroyed { target: u8 },
    /// The battle is over; nobody wins a draw. Points are doubled, so that halves are whole (HS-13).
    Over { winner: Option<Seat>, by_points: Option<[u16; 2]> },
}
