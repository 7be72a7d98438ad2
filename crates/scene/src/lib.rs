//! What a board looks like as plain data, and how picks become actions.
//!
//! A game draws its view as a [`Scene`]; a client turns that into SVG or coloured text. Every action is a path of
//! [`Pick`]s; a client walks [`Picks`] with a pointer, with keys or by voice, shows the [`Preview`] of what it has
//! reached, and knows no rules.

mod draw;
mod kit;
mod picks;
mod scene;
mod seen;
mod sheet;
pub mod testkit;

pub use draw::{Draw, Odds, Partway, Preview, Routine};
pub use kit::{Chosen, Kit, Slot, Thing};
pub use picks::{Pick, Picks};
pub use scene::{
    Badge, BadgeKind, Cell, Chart, ChartLine, Figure, Gauge, Health, Mark, MarkKind, Orientation, Piece, Place, Scene,
    Shape, Tray, TrayItem,
};
pub use seen::{as_seen, direction_of, key_as_seen, names_direction};
pub use sheet::{Area, End, Overlay, Sheet, Side, Switch};
