//! The actions of players and their notation.

use hex::{Direction, Hex};

use crate::bearing::Side;

/// An action: one small step. Ships are given by their number in the battle, mounts by their index in the hull.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Puts a ship on the map: `place:r1:k3`.
    Place {
        /// Which.
        ship: u8,
        /// Where.
        hex: Hex,
    },
    /// Sets the facing of the placed ship: `face:S`. That ends its deployment.
    Face(Direction),
    /// Sets the speed: `speed:3`, `speed:-1`.
    Speed(i8),
    /// Sets the one speed that needs afterburners: `burn` (HS-10).
    Burn,
    /// Moves one hex ahead, or back in reverse: `ahead`.
    Ahead,
    /// Moves off the map and out of the battle: `leave` (HS-4).
    Leave,
    /// Moves onto the hex of its carrier and goes aboard: `dock` (HS-38).
    Dock,
    /// Turns 60° to the left: `left`.
    Left,
    /// Turns 60° to the right: `right`.
    Right,
    /// Gives up the rest of a move that cannot be finished: `stop` (HS-3, HS-22).
    Stop,
    /// Adds one point to a shield: `charge:front`.
    Charge(Side),
    /// Moves shield points: `shift:front:rear:3`.
    Shift {
        /// From here.
        from: Side,
        /// To there.
        to: Side,
        /// The number of points.
        points: u8,
    },
    /// Switches the electronic counter measures on for this round: `ecm` (HS-38).
    Jam,
    /// Ends the ship's movement: `done`.
    Done,
    /// Aims at a ship, in place of the last target: `target:b2`.
    Target(u8),
    /// Aims at one more ship with the remaining weapons: `also:b3` (HS-16).
    Also(u8),
    /// Switches a weapon on or off for the target named last: `switch:2`, mounts counted from 1.
    Switch(u8),
    /// Fires all weapons that are switched on: `fire`.
    Fire,
    /// Does not attack: `hold`.
    Hold,
    /// Accepts the attack roll: `keep`.
    Keep,
    /// Rerolls the attack: `reroll` (HS-9).
    Reroll,
}

impl Action {
    /// The actions that are written as one word.
    pub(crate) const WORDS: [(&'static str, Self); 13] = [
        ("burn", Self::Burn),
        ("ahead", Self::Ahead),
        ("leave", Self::Leave),
        ("dock", Self::Dock),
        ("left", Self::Left),
        ("right", Self::Right),
        ("stop", Self::Stop),
        ("ecm", Self::Jam),
        ("done", Self::Done),
        ("fire", Self::Fire),
        ("hold", Self::Hold),
        ("keep", Self::Keep),
        ("reroll", Self::Reroll),
    ];

    /// The notation of the action. `ship` and `hex` write ships and hexes.
    pub(crate) fn write(self, ship: impl Fn(u8) -> String, hex: impl Fn(Hex) -> String) -> String {
        if let Some((word, _)) = Self::WORDS.iter().find(|(_, action)| *action == self) {
            return (*word).to_owned();
        }
        match self {
            Self::Place { ship: placed, hex: at } => format!("place:{}:{}", ship(placed), hex(at)),
            Self::Face(facing) => format!("face:{facing}"),
            Self::Speed(speed) => format!("speed:{speed}"),
            Self::Charge(side) => format!("charge:{}", side.name()),
            Self::Shift { from, to, points } => format!("shift:{}:{}:{points}", from.name(), to.name()),
            Self::Target(target) => format!("target:{}", ship(target)),
            Self::Also(target) => format!("also:{}", ship(target)),
            Self::Switch(mount) => format!("switch:{}", u32::from(mount) + 1),
            _ => unreachable!("every other action is one word"),
        }
    }

    /// Parses notation, in the one spelling that [`Action::write`] uses.
    pub(crate) fn read(
        text: &str,
        ship: impl Fn(&str) -> Option<u8>,
        hex: impl Fn(&str) -> Option<Hex>,
    ) -> Option<Self> {
        if let Some((_, action)) = Self::WORDS.iter().find(|(word, _)| *word == text) {
            return Some(*action);
        }
        let (verb, rest) = text.split_once(':')?;
        match verb {
            "place" => {
                let (placed, at) = rest.split_once(':')?;
                Some(Self::Place { ship: ship(placed)?, hex: hex(at)? })
            }
            "face" => Direction::ALL.into_iter().find(|facing| facing.to_string() == rest).map(Self::Face),
            "speed" => number(rest).map(Self::Speed),
            "charge" => Side::named(rest).map(Self::Charge),
            "shift" => {
                let (from, rest) = rest.split_once(':')?;
                let (to, points) = rest.split_once(':')?;
                Some(Self::Shift { from: Side::named(from)?, to: Side::named(to)?, points: number(points)? })
            }
            "target" => ship(rest).map(Self::Target),
            "also" => ship(rest).map(Self::Also),
            "switch" => number(rest).and_then(|mount: u8| mount.checked_sub(1)).map(Self::Switch),
            _ => None,
        }
    }
}

/// A number in its one spelling.
pub(crate) fn number<N: std::str::FromStr + ToString>(text: &str) -> Option<N> {
    text.parse().ok().filter(|number: &N| number.to_string() == text)
}
