//! The events of an action, in order. Messages about a past action come from playing it again with its dice.

use game::Seat;
use hex::Hex;

use crate::bearing::Side;
use crate::damage::Taken;
use crate::rules::Critical;

/// The number that an attack needs, with all its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToHit {
    /// The weapon's number for the bracket.
    pub base: i8,
    /// Subtracted for the captain's gunnery.
    pub gunnery: i8,
    /// Added for the target's silhouette.
    pub silhouette: i8,
    /// Added for the target's speed, reduced by the captain's skill.
    pub speed: i8,
    /// Added for broken sensors.
    pub sensors: i8,
    /// Added for electronic counter measures (HS-38).
    pub jamming: i8,
}

impl ToHit {
    /// The number that 2d6 have to reach.
    #[inline]
    pub fn number(self) -> i32 {
        i32::from(self.base) - i32::from(self.gunnery)
            + i32::from(self.silhouette)
            + i32::from(self.speed)
            + i32::from(self.sensors)
            + i32::from(self.jamming)
    }
}

/// One event. Ships, mounts and targets are given by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "every field is what it is called")]
pub enum Event {
    /// A round begins: upkeep is done.
    Round(u8),
    /// A ship with broken side thrusters rolled for a turn (HS-15).
    Thrusters { ship: u8, dice: [u8; 2], turned: bool },
    /// A ship could not finish its move (HS-3).
    StoppedShort { ship: u8, at: Hex, speed: i8 },
    /// A ship left the map.
    Withdrew { ship: u8 },
    /// A ship left the map over the edge of its side's aim (HS-35).
    Escaped { ship: u8 },
    /// A squadron went aboard its carrier (HS-38).
    Docked { ship: u8 },
    /// A squadron was re-armed aboard its carrier (HS-38).
    Rearmed { ship: u8 },
    /// A squadron was lost with its carrier (HS-38).
    LostAboard { ship: u8 },
    /// A disabled ship moved on (HS-5).
    Drifted { ship: u8, to: Hex },
    /// An attack begins.
    Fired { ship: u8, target: u8, side: Side, distance: u8 },
    /// The attack roll.
    Rolled { ship: u8, dice: [u8; 2], again: bool },
    /// A weapon that needs the roll was fired.
    Shot { ship: u8, mount: u8, to_hit: ToHit, hits: bool },
    /// A launcher was fired, and this many of its missiles hit.
    Missiles { ship: u8, mount: u8, die: u8, hits: u8 },
    /// An anti missile system rolled for a missile that hit (HS-38).
    Intercepted { target: u8, die: u8, removed: bool },
    /// The damage to the target.
    Struck { target: u8, side: Side, taken: Taken },
    /// EMP reached armour or hull.
    Disrupted { target: u8, disruption: u8 },
    /// The disruption reached the ship's regeneration.
    Disabled { target: u8 },
    /// A critical, with its d6.
    Critical { target: u8, side: Side, die: u8, critical: Critical },
    /// The critical broke this weapon.
    WeaponBroken { target: u8, mount: u8 },
    /// A ship has no hull left.
    Destroyed { target: u8 },
    /// The battle is over; a draw has no winner.
    Over { winner: Option<Seat>, ending: Ending },
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A fleet has no working ship on the map (HS-19).
    Fleet,
    /// The rounds are over, and these points decide. They are doubled, so that half points are whole numbers (HS-13).
    Points([u16; 2]),
    /// The winner has met its aim (HS-35).
    Aim,
    /// Both sides have met their aims.
    Both,
    /// Neither side has met its aim.
    Neither,
}
