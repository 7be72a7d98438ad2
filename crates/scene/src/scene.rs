//! A board as plain data, without colours, pixels or rules.

use game::{Arg, Message, Seat};
use hex::{Direction, Hex, Triangle, Vertex};
use serde::{Deserialize, Serialize};

use crate::danger::Aimed;
use crate::queue::Queue;
use crate::sheet::{End, Overlay, Sheet, Switch};
use crate::style::{ButtonLabel, Stepper, Style};

pub use hex::Orientation;

/// Everything that is drawn for one viewer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// The orientation of the hexes.
    pub orientation: Orientation,
    /// The ground.
    pub cells: Vec<Cell>,
    /// The pieces on the ground.
    pub pieces: Vec<Piece>,
    /// The places that are pointed out.
    pub marks: Vec<Mark>,
    /// Numbers that are written on the ground.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Figure>,
    /// Facts of this match that cannot be seen on the board, one sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Message>,
    /// Numbers that are shown as bars: scores, energy, stones.
    pub gauges: Vec<Gauge>,
    /// The things beside the board.
    pub trays: Vec<Tray>,
    /// The seats that have actions left for a routine ([`Draw::routine`](crate::Draw::routine)), now or in a later turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub routines: Vec<Seat>,
    /// The history of numbers, turn by turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<Chart>,
    /// The details of single pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sheets: Vec<Sheet>,
    /// The orders in which pieces act.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub queues: Vec<Queue>,
    /// The overlays that the viewer can switch on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlays: Vec<Overlay>,
    /// The places where the moving piece can end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ends: Vec<End>,
    /// The shots that the acting piece has taken aim for, the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aimed: Vec<Aimed>,
    /// The switches of the acting seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub switches: Vec<Switch>,
    /// What is left for the switches that are off, if those that are on use something up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare: Option<Gauge>,
    /// What buttons say in this position, where that is more than their own sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<ButtonLabel>,
    /// Numbers that are chosen by stepping along them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steppers: Vec<Stepper>,
    /// How the game wants to be shown.
    #[serde(default)]
    pub style: Style,
}

/// A place on the board.
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
    /// Its place.
    pub place: Place,
    /// Its name in the game's notation.
    pub name: String,
    /// The share of it that each seat holds, in percent. Empty for plain ground.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tint: Vec<(Seat, u8)>,
    /// The seat that holds the third at each corner of a triangle, in the order of [`Triangle::corners`]. Empty if its
    /// corners are not held one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thirds: Vec<Option<Seat>>,
    /// Facts about the place that are read aloud with its name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Message>,
    /// Whether the cell is only shown: it can never be picked, and moving about the board with keys or reading it aloud
    /// skips it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scenery: bool,
}

impl Cell {
    /// Plain ground.
    pub fn new(place: Place, name: String) -> Self {
        Self { place, name, tint: Vec::new(), thirds: Vec::new(), about: Vec::new(), scenery: false }
    }
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    /// Its place.
    pub place: Place,
    /// Its owner.
    pub seat: Seat,
    /// Its look.
    pub shape: Shape,
    /// Its number for [`Pick::Unit`](crate::Pick::Unit), for games in which the place does not identify a piece.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<u32>,
    /// The direction that it faces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Direction>,
    /// Its health, if it can be damaged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<Health>,
    /// Its health in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Message>,
    /// Its name, if shape and seat do not give it: a message without arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Message>,
    /// Its other properties.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub badges: Vec<Badge>,
    /// Its values in words, shown when a viewer points at it: attack, armour, range.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Message>,
    /// The short form of its name that is written on it: two or three letters, the same in every language. It takes
    /// the place of the seat's sign, so it should name the seat too, for example by its first letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
}

impl Piece {
    /// A piece without any of the optional properties.
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

/// A property of a piece, drawn at its rim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Badge {
    /// The property.
    pub kind: BadgeKind,
    /// Its amount, from 1.
    pub count: u8,
}

/// The kinds of badges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BadgeKind {
    /// It guards.
    Guard,
    /// It is weakened by this amount.
    Weakened,
    /// Other pieces strengthen it by this amount.
    Support,
    /// It moves ahead at this speed.
    Speed,
    /// It moves backwards at this speed.
    Backwards,
    /// It cannot act any more.
    Disabled,
    /// This many other pieces are aboard.
    Carries,
    /// It is harder to hit by this amount.
    Covered,
}

/// The health of a piece, drawn as [`HealthLook`](crate::HealthLook) says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    /// Its current health. None if the viewer cannot know it.
    pub value: Option<u8>,
    /// Its full health.
    pub most: u8,
    /// Whether the viewer saw this value earlier and cannot see the current one.
    #[serde(default)]
    pub remembered: bool,
}

/// The look of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A stone that fills its place.
    Stone,
    /// A held place: all of it is filled with the seat's colour.
    Hold,
    /// A die with this face up.
    Die(u8),
    /// An outline with a front, turned to the piece's facing. It shows no name: such a piece has a title.
    Silhouette(Silhouette),
}

impl Shape {
    /// A silhouette of this kind and bulk.
    pub fn silhouette(key: &str, bulk: u8) -> Self {
        Self::Silhouette(Silhouette { key: key.to_owned(), bulk })
    }
}

/// The outline of a piece with a front. Clients derive it from these values, so that equal values look alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Silhouette {
    /// The kind of the piece. It is not shown.
    pub key: String,
    /// How large the piece is compared with others: 1 for the smallest, 5 for the largest; 0 for a group of tiny ones.
    pub bulk: u8,
}

/// A place that is pointed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The place.
    pub place: Place,
    /// The reason.
    pub kind: MarkKind,
}

/// The kinds of marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// A piece was placed here in this turn or the one before.
    Last,
    /// A piece was taken from here in this turn or the one before.
    Taken,
    /// The piece here changed its owner in this turn or the one before.
    Converted,
    /// The piece here was surrounded, and so changed its owner, in this turn or the one before.
    Enclosed,
    /// The previewed pick aims at this place.
    Aim,
    /// The previewed pick would place a piece here.
    WouldPlace,
    /// The previewed pick would take the piece here.
    WouldTake,
    /// The previewed pick would change the owner of the piece here.
    WouldConvert,
    /// The previewed pick would strike the piece here without taking it.
    WouldWeaken,
    /// The previewed pick would join these pieces.
    WouldJoin,
    /// One of the places that decided the game.
    Winning,
    /// The viewer does not know what is here.
    Unknown,
    /// This place counts for more than others.
    CountsMore,
    /// The home of the seat in whose colour the cell is tinted. The seat has to hold it.
    Home,
    /// This place counts now. Used where not every place does.
    CountsNow,
    /// The acting seat may place a piece here. Used where the rules name a part of the board for that.
    Zone,
    /// The acting piece stands here.
    Acting,
}

impl MarkKind {
    /// Whether it tells what was done in this turn or the one before.
    pub fn was_done(self) -> bool {
        matches!(self, Self::Last | Self::Taken | Self::Converted | Self::Enclosed)
    }

    /// Whether it tells what the previewed pick would do to a piece.
    pub fn tells_of_target(self) -> bool {
        matches!(self, Self::WouldTake | Self::WouldConvert | Self::WouldWeaken | Self::WouldJoin)
    }
}

/// A number that is written on the ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Figure {
    /// The place.
    pub place: Place,
    /// The number, to be written by [`Texts::number`](game::Texts::number).
    pub value: Arg,
}

/// A number that is shown as a bar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gauge {
    /// The name of the number.
    pub label: Message,
    /// The owner, if it belongs to a seat.
    pub seat: Option<Seat>,
    /// The number, in units of `1 / per_unit`.
    pub value: i64,
    /// The value of a full bar, if there is one.
    pub most: Option<i64>,
    /// The denominator of `value` and `most`: 1 for plain counts. Halves, fifths and tenths are shown with one decimal
    /// where they need it, all others with two.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub per_unit: i64,
}

impl Gauge {
    /// A plain count without a full value.
    pub fn count(label: Message, seat: Option<Seat>, value: i64) -> Self {
        Self { label, seat, value, most: None, per_unit: 1 }
    }

    /// The value, to be written by [`Texts::number`](game::Texts::number).
    pub fn shown(&self) -> Arg {
        shown(self.value, self.per_unit)
    }

    /// The value of a full bar, likewise.
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

/// Numbers over the turns, one line for each seat. The first value is the one before the first turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chart {
    /// The name of the numbers.
    pub label: Message,
    /// The lines, all of the same length.
    pub lines: Vec<ChartLine>,
    /// The denominator of the values, as in [`Gauge`].
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
    /// The seat that the line belongs to.
    pub seat: Seat,
    /// One value for each turn.
    pub values: Vec<i64>,
}

/// Things beside the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tray {
    /// The name of the things.
    pub label: Message,
    /// The owner, if they belong to a seat.
    pub seat: Option<Seat>,
    /// The things.
    pub items: Vec<TrayItem>,
}

/// A thing beside the board, or several equal ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrayItem {
    /// Its look.
    pub shape: Shape,
    /// The number of equal things.
    pub count: u32,
    /// Its name, if the shape does not give it: a message without arguments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Message>,
    /// Its number for [`Pick::Unit`](crate::Pick::Unit), if it can ever be picked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<u32>,
    /// Its values in words, as in a [`Piece`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Message>,
    /// The short form of its name, as in a [`Piece`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
}

impl Scene {
    /// A scene with only the plain ground of these hexes, in the given order.
    pub fn of_hexes(orientation: Orientation, hexes: impl Iterator<Item = (Hex, String)>) -> Self {
        Self::of_cells(orientation, hexes.map(|(hex, name)| Cell::new(Place::Hex(hex), name)).collect())
    }

    /// A scene with only these cells.
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
            routines: Vec::new(),
            charts: Vec::new(),
            sheets: Vec::new(),
            queues: Vec::new(),
            overlays: Vec::new(),
            ends: Vec::new(),
            aimed: Vec::new(),
            switches: Vec::new(),
            spare: None,
            labels: Vec::new(),
            steppers: Vec::new(),
            style: Style::default(),
        }
    }

    /// The name of a place, if it is on the board.
    pub fn name_of(&self, place: Place) -> Option<&str> {
        self.cells.iter().find(|cell| cell.place == place).map(|cell| cell.name.as_str())
    }
}
