//! The story of a campaign: a chapter for each battle.

use super::Deeds;
use crate::ship::Fate;

/// How a battle went for the campaign's fleet. The order is that of [`Mission::next`](crate::rules::Mission::next).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fortune {
    /// Won.
    Won,
    /// A draw.
    Drawn,
    /// Lost.
    Lost,
}

impl Fortune {
    /// The name in message files.
    pub fn word(self) -> &'static str {
        ["won", "drawn", "lost"][self as usize]
    }
}

/// What a battle meant for one ship and its captain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipReport {
    /// The ship.
    pub ship: u8,
    /// The captain who commanded it.
    pub captain: u8,
    /// Where the ship was at the end.
    pub fate: Fate,
    /// Whether the ship is lost: destroyed, or disabled and left behind (HS-42).
    pub is_lost: bool,
    /// Whether the captain is alive (HS-29).
    pub captain_lives: bool,
    /// What it did and took.
    pub deeds: Deeds,
    /// The enemies that it destroyed.
    pub kills: u8,
    /// The experience that the captain gained.
    pub experience: u8,
    /// The captain's level before and after.
    pub levels: [u8; 2],
}

/// What a battle meant for a guest of its mission.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GuestReport {
    /// Where the ship was at the end.
    pub fate: Fate,
    /// What it did and took.
    pub deeds: Deeds,
    /// The enemies that it destroyed.
    pub kills: u8,
}

/// A battle of the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The mission.
    pub mission: u8,
    /// How it went.
    pub fortune: Fortune,
    /// The rounds that were fought.
    pub rounds: u8,
    /// The enemy's ships: how many there were, and how many were destroyed.
    pub enemies: [u8; 2],
    /// The guests of the mission, in its order.
    pub guests: Vec<GuestReport>,
    /// The ships that fought.
    pub ships: Vec<ShipReport>,
    /// The ships that joined the fleet after it, with their captains.
    pub joined: Vec<(u8, u8)>,
    /// What the fleet was worth after it.
    pub worth: u32,
}
