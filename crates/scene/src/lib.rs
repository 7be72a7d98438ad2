//! The look of a board as plain data, and how picks become actions.
//!
//! A game draws its view as a [`Scene`]; a client turns the scene into SVG or coloured text. Every action is a path of
//! [`Pick`]s. A client walks through [`Picks`] with a pointer, with keys or by voice and shows the [`Preview`] of the
//! action that it has reached. It needs no rules for that.

mod danger;
mod draw;
mod headquarters;
mod kit;
pub mod motion;
mod picks;
mod queue;
mod scene;
mod seen;
mod sheet;
mod style;
pub mod testkit;
mod way;

pub use danger::{Aimed, Flank, Threat, ThreatKind};
pub use draw::{Draw, Odds, Partway, Preview, Routine};
pub use headquarters::{
    ChapterCard, DrawJourney, FoeCard, Headquarters, Mission, PersonCard, Question, Road, SkillCard, Station,
    StationState, StepButton, TravellerCard, UnitCard, UnitReport,
};
pub use kit::{ByComputer, Choice, Chosen, Kit, Slot, Surcharge, Thing};
pub use motion::{Change, Happening, Motion};
pub use picks::{Pick, Picks};
pub use queue::{Queue, Queued, Stage};
pub use scene::{
    Badge, BadgeKind, Cell, Chart, ChartLine, Figure, Gauge, Health, Mark, MarkKind, Orientation, Piece, Place, Scene,
    Shape, Silhouette, Tray, TrayItem,
};
pub use seen::{as_seen, direction_of, key_as_seen, names_direction};
pub use sheet::{Area, End, Fact, Overlay, Sheet, Side, Switch};
pub use style::{Base, ButtonKey, ButtonLabel, Emblem, HealthLook, Layout, Numbers, SeatColour, Sign, Stepper, Style};
pub use way::Way;
