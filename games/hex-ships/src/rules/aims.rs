//! The aims of the two sides of a scenario (HS-35).

use game::{RulesError, Seat};
use hex::Direction;
use serde::{Deserialize, Serialize};

use super::reader::{Table, Value};

/// What a side has to do in order to win. Ships are counted from 0 in their fleet, rounds from 1. An edge is named by the
/// direction in which it lies from the middle of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideAim {
    /// Leave the enemy without a working ship on the map (HS-19). If this is the aim of both sides, points decide after the
    /// last round (HS-13).
    #[default]
    Destroy,
    /// Have a working ship on the map after this round.
    Hold {
        /// The round.
        round: u8,
    },
    /// Have this ship of one's own alive on the map after this round, or off the map over this edge.
    Protect {
        /// The ship.
        ship: u8,
        /// The round.
        round: u8,
        /// The edge.
        edge: Direction,
    },
    /// Bring this many ships off the map over this edge.
    EscapeShips {
        /// The number of ships.
        ships: u8,
        /// The edge.
        edge: Direction,
    },
    /// Bring ships that cost this many points together off the map over this edge.
    EscapePoints {
        /// The points.
        points: u16,
        /// The edge.
        edge: Direction,
    },
    /// Destroy this ship of the enemy.
    Kill {
        /// The ship.
        ship: u8,
    },
}

/// The aims of both sides, and who wins if both or neither of them is met. Nobody stands for a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aims {
    /// Red's aim, and Blue's.
    pub sides: [SideAim; 2],
    /// The winner if both aims are met at the end of the same round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub both: Option<Seat>,
    /// The winner if neither aim is met when the battle ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neither: Option<Seat>,
}

/// The keys of a scenario that are about its aims.
pub(super) const KEYS: [&str; 4] = ["red_aim", "blue_aim", "both", "neither"];

const KINDS: [&str; 5] = ["destroy", "hold", "protect", "escape", "kill"];
const SIDES: [&str; 2] = ["red", "blue"];

/// The edge behind the deployment zone of each side.
const OWN_EDGES: [Direction; 2] = [Direction::N, Direction::S];

impl SideAim {
    /// The edge over which ships of this side escape.
    pub fn edge(self) -> Option<Direction> {
        match self {
            Self::Protect { edge, .. } | Self::EscapeShips { edge, .. } | Self::EscapePoints { edge, .. } => Some(edge),
            Self::Destroy | Self::Hold { .. } | Self::Kill { .. } => None,
        }
    }

    /// The fewest ships that its own fleet and the enemy's fleet must have, so that the aim can be met.
    pub(crate) fn needs(self) -> [u8; 2] {
        match self {
            Self::Destroy | Self::Hold { .. } | Self::EscapePoints { .. } => [1, 1],
            Self::Protect { ship, .. } => [ship + 1, 1],
            Self::EscapeShips { ships, .. } => [ships, 1],
            Self::Kill { ship } => [1, ship + 1],
        }
    }

    /// The points that ships of its own fleet must cost together.
    fn needs_points(self) -> u32 {
        if let Self::EscapePoints { points, .. } = self { points.into() } else { 0 }
    }

    /// The same aim in a battle of this length: a round after the last one is the last one.
    fn within(self, rounds: u8) -> Self {
        match self {
            Self::Hold { round } => Self::Hold { round: round.min(rounds) },
            Self::Protect { ship, round, edge } => Self::Protect { ship, round: round.min(rounds), edge },
            other => other,
        }
    }

    /// The same aim on the map turned half around.
    fn turned(self) -> Self {
        match self {
            Self::Protect { ship, round, edge } => Self::Protect { ship, round, edge: edge.turn(3) },
            Self::EscapeShips { ships, edge } => Self::EscapeShips { ships, edge: edge.turn(3) },
            Self::EscapePoints { points, edge } => Self::EscapePoints { points, edge: edge.turn(3) },
            Self::Destroy | Self::Hold { .. } | Self::Kill { .. } => self,
        }
    }

    /// Reads the aim of a side, for fleets of these sizes, points and rounds.
    fn read(value: Value<'_>, side: usize, ships: [usize; 2], points: u32, rounds: u8) -> Result<Self, RulesError> {
        let table = value.table()?;
        let known = |keys: &[&'static str]| table.only(&[&["kind"], keys].concat());
        let round = |table: Table<'_>| table.whole("round", 1..=i64::from(rounds)).map(|round| round as u8);
        let ship = |table: Table<'_>, of: usize| table.whole("ship", 1..=of as i64).map(|ship| ship as u8 - 1);
        Ok(match KINDS[table.get("kind")?.word(&KINDS)?] {
            "hold" => Self::Hold { round: round(known(&["round"])?)? },
            "protect" => {
                let table = known(&["ship", "round", "edge"])?;
                let edge = if table.has("edge") { edge(table)? } else { OWN_EDGES[side] };
                Self::Protect { ship: ship(table, ships[side])?, round: round(table)?, edge }
            }
            "escape" => {
                let table = known(&["ships", "points", "edge"])?;
                match (table.has("ships"), table.has("points")) {
                    (true, false) => Self::EscapeShips {
                        ships: table.whole("ships", 1..=ships[side] as i64)? as u8,
                        edge: edge(table)?,
                    },
                    (false, true) => Self::EscapePoints {
                        points: table.whole("points", 1..=i64::from(points))? as u16,
                        edge: edge(table)?,
                    },
                    _ => return Err(value.mistake("an escape has either `ships` or `points`".to_owned())),
                }
            }
            "kill" => Self::Kill { ship: ship(known(&["ship"])?, ships[1 - side])? },
            _ => {
                known(&[])?;
                Self::Destroy
            }
        })
    }
}

fn edge(table: Table<'_>) -> Result<Direction, RulesError> {
    let names = Direction::ALL.map(|direction| direction.to_string());
    let words: Vec<&str> = names.iter().map(String::as_str).collect();
    Ok(Direction::ALL[table.get("edge")?.word(&words)?])
}

impl Aims {
    /// Reads the aims of a scenario. The fleets have this many ships and cost at least this much.
    pub(super) fn read(row: Table<'_>, ships: [usize; 2], costs: [u32; 2], rounds: u8) -> Result<Self, RulesError> {
        let mut aims = Self::default();
        for (side, key) in [KEYS[0], KEYS[1]].into_iter().enumerate() {
            if row.has(key) {
                aims.sides[side] = SideAim::read(row.get(key)?, side, ships, costs[side], rounds)?;
            }
        }
        let given = |key| {
            let side = row.has(key).then(|| row.get(key)?.word(&SIDES)).transpose()?;
            Ok(side.map(|side| Seat(side as u8)))
        };
        (aims.both, aims.neither) = (given(KEYS[2])?, given(KEYS[3])?);
        Ok(aims)
    }

    /// The fewest ships that a side must have, so that both aims can be met, and what they must cost together.
    pub(crate) fn need_of(&self, side: usize) -> (u8, u32) {
        let [own, other] = [side, 1 - side].map(|of| self.sides[of]);
        (own.needs()[0].max(other.needs()[1]), own.needs_points())
    }

    /// The aims in a battle of this length.
    pub(crate) fn within(self, rounds: u8) -> Self {
        Self { sides: self.sides.map(|aim| aim.within(rounds)), ..self }
    }

    /// The aims with the sides exchanged, and with the map turned half around if that is wanted.
    pub(super) fn exchanged(self, turned: bool) -> Self {
        let other = |seat: Option<Seat>| seat.map(|seat| Seat(1 - seat.0));
        let [red, blue] = self.sides.map(|aim| if turned { aim.turned() } else { aim });
        Self { sides: [blue, red], both: other(self.both), neither: other(self.neither) }
    }

    /// Whether both sides have to destroy the other, and a draw is a draw.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
    pub(crate) fn are_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Whether points decide after the last round: only where both sides have to destroy the other (HS-13).
    pub fn count_points(&self) -> bool {
        self.sides == [SideAim::Destroy; 2]
    }
}
