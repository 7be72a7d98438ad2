//! A board as plain data: no colour, no pixel, no rule.

use game::{Arg, Message, Seat};
use hex::{Direction, Hex, Triangle, Vertex};
use serde::{Deserialize, Serialize};

use crate::sheet::{End, Overlay, Sheet, Switch};

pub use hex::Orientation;

/// Everything there is to draw for one viewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// Which way the hexes stand.
    pub orientation: Orientation,
    /// The ground.
    pub cells: Vec<Cell>,
    /// What stands on it.
    pub pieces: Vec<Piece>,
    /// What is pointed out.
    pub marks: Vec<Mark>,
    /// Numbers that stand on the ground.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Figure>,
    /// What holds in this match and cannot be seen on the board, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Message>,
    /// Numbers worth a bar: scores, energy, stones.
    pub gauges: Vec<Gauge>,
    /// What lies beside the board.
    pub trays: Vec<Tray>,
    /// How numbers came about, turn by turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<Chart>,
    /// What there is to know of single pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sheets: Vec<Sheet>,
    /// What can be laid over the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<Overlay>,
    /// Where the piece that moves can end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<End>,
    /// What is on or off for whoever acts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<Switch>,
}

/// Somewhere on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// A hex.
    Hex(Hex),
    /// A point of the lattice.
    Vertex(Vertex),
    /// A triangle of the lattice.
    Triangle(Triangle),
}

/// One part of the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Where.
    pub place: Place,
    /// Its name in the game's notation.
    pub name: String,
    /// How much of it each seat holds, in percent; nothing for plain ground.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tint: Vec<(Seat, u8)>,
    /// Whether it is only there to be looked at: nobody ever picks it, and it is left out when the board is walked or read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scenery: bool,
}

/// One thing on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Where.
    pub place: Place,
    /// Whose.
    pub seat: Seat,
    /// What it looks like.
    pub shape: Shape,
    /// Its name for [`Pick::Unit`](crate::Pick::Unit), where the place is not enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<u32>,
    /// Which way it looks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Direction>,
    /// How well it is, for what can be hurt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<Health>,
    /// How well it is in a word that goes with its health.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Message>,
    /// What it is called, where shape and seat do not say it: a message without arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Message>,
    /// What else is true of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<Badge>,
    /// Its figures in words, shown to whoever points at it: attack, armour, range.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Message>,
    /// The short part of its name that is written on it, so that it is found by its name: two or three letters, the same in
    /// every language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
}

impl Piece {
    /// A piece about which there is nothing more to say.
    pub fn new(place: Place, seat: Seat, shape: Shape) -> Self {
        Self {
            place,
            seat,
            shape,
            unit: None,
            facing: None,
            health: None,
            condition: None,
            title: None,
            badges: Vec::new(),
            about: Vec::new(),
            tag: None,
        }
    }
}

/// Something that is true of a piece, drawn at its rim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Badge {
    /// What.
    pub kind: BadgeKind,
    /// How much of it, from 1.
    pub count: u8,
}

/// What a badge says of its piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BadgeKind {
    /// It is on its guard.
    Guard,
    /// It was weakened so much.
    Weakened,
    /// Others strengthen it so much.
    Support,
    /// It goes ahead so fast.
    Speed,
    /// It goes backwards so fast.
    Backwards,
    /// It cannot act any more.
    Disabled,
}

/// How well a piece is, drawn as pips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// How much it has; none if the viewer cannot know.
    pub value: Option<u8>,
    /// How much it can have.
    pub most: u8,
    /// Whether the viewer knew it once and cannot see it now.
    #[serde(default)]
    pub remembered: bool,
}

/// What a piece looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A stone that fills its place.
    Stone,
    /// A place that is held: the whole of it in the seat's colour.
    Hold,
    /// A die with this face up.
    Die(u8),
    /// A ship of this hull. Clients draw hulls of different names differently, as large as the piece has health, and turned
    /// the way it looks.
    Ship(String),
}

/// Something pointed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Where.
    pub place: Place,
    /// What about it.
    pub kind: MarkKind,
}

/// What a mark says of its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// Something was put here in the turn that is running or the one before.
    Last,
    /// Something was taken from here in the turn that is running or the one before.
    Taken,
    /// Something was taken from here by being surrounded, in the turn that is running or the one before.
    Enclosed,
    /// The pick being thought about is aimed at this.
    Aim,
    /// The pick being thought about would put something here.
    WouldPlace,
    /// The pick being thought about would take what is here.
    WouldTake,
    /// The pick being thought about would strike what is here without taking it.
    WouldWeaken,
    /// The pick being thought about would make these belong together.
    WouldJoin,
    /// Part of what decided the game.
    Winning,
    /// Nobody told this viewer what is here.
    Unknown,
    /// This place counts for more than others.
    Special,
    /// Where the seat that the cell is tinted for comes from, and what it has to hold.
    Home,
    /// This place counts now, where not every place does.
    Frame,
}

/// A number that stands on the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// Where.
    pub place: Place,
    /// Which, to be written by [`Texts::number`](game::Texts::number).
    pub value: Arg,
}

/// A number worth a bar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gauge {
    /// What it counts.
    pub label: Message,
    /// Whose, if somebody's.
    pub seat: Option<Seat>,
    /// How much.
    pub value: i64,
    /// What would be full, if anything is.
    pub most: Option<i64>,
    /// How many of `value` and `most` make one: 1 for plain counts; halves, fifths and tenths are
    /// shown with one decimal where they need it, anything else with two.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub per_unit: i64,
}

impl Gauge {
    /// A plain count.
    pub fn count(label: Message, seat: Option<Seat>, value: i64) -> Self {
        Self { label, seat, value, most: None, per_unit: 1 }
    }

    /// Its value, to be written by [`Texts::number`](game::Texts::number).
    pub fn shown(&self) -> Arg {
        shown(self.value, self.per_unit)
    }

    /// What would be full, likewise.
    pub fn most_shown(&self) -> Option<Arg> {
        self.most.map(|most| shown(most, self.per_unit))
    }
}

fn one() -> i64 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_one(per_unit: &i64) -> bool {
    *per_unit == 1
}

fn shown(value: i64, per_unit: i64) -> Arg {
    match per_unit {
        1 => Arg::Number(value),
        2 | 5 | 10 => Arg::Tenths(value * 10 / per_unit),
        _ => Arg::hundredths(value, per_unit),
    }
}

/// Numbers over the turns, a line a seat. The first value is the one before the first turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// What is counted.
    pub label: Message,
    /// The lines, all of the same length.
    pub lines: Vec<ChartLine>,
    /// How many of a value make one, as in [`Gauge`].
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub per_unit: i64,
}

impl Chart {
    /// A value of one of its lines, to be written by [`Texts::number`](game::Texts::number).
    pub fn shown(&self, value: i64) -> Arg {
        shown(value, self.per_unit)
    }
}

/// One line of a chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChartLine {
    /// Whose.
    pub seat: Seat,
    /// A value a turn.
    pub values: Vec<i64>,
}

/// Things beside the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tray {
    /// What they are.
    pub label: Message,
    /// Whose.
    pub seat: Option<Seat>,
    /// The things.
    pub items: Vec<TrayItem>,
}

/// A thing beside the board, or several that are alike.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrayItem {
    /// What it looks like.
    pub shape: Shape,
    /// How many there are.
    pub count: u32,
    /// What it is called, where the shape does not say it: a message without arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Message>,
    /// Its name for [`Pick::Unit`](crate::Pick::Unit), if it can be picked at times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<u32>,
    /// Its figures in words, as those of a [`Piece`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Message>,
    /// The short part of its name, as that of a [`Piece`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
}

impl Scene {
    /// The plain ground of these hexes and nothing else, in the given order.
    pub fn of_hexes(orientation: Orientation, hexes: impl Iterator<Item = (Hex, String)>) -> Self {
        Self::of_cells(
            orientation,
            hexes.map(|(hex, name)| Cell { place: Place::Hex(hex), name, tint: Vec::new(), scenery: false }).collect(),
        )
    }

    /// This ground and nothing else.
    pub fn of_cells(orientation: Orientation, cells: Vec<Cell>) -> Self {
        Self {
            orientation,
            cells,
            pieces: Vec::new(),
            marks: Vec::new(),
            figures: Vec::new(),
            notes: Vec::new(),
            gauges: Vec::new(),
            trays: Vec::new(),
            charts: Vec::new(),
            sheets: Vec::new(),
            overlays: Vec::new(),
            ends: Vec::new(),
            switches: Vec::new(),
        }
    }

    /// The name of a place, if it is on the board.
    pub fn name_of(&self, place: Place) -> Option<&str> {
        self.cells.iter().find(|cell| cell.place == place).map(|cell| cell.name.as_str())
    }
}
