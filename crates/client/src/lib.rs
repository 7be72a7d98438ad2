//! A client without a screen: a match as somebody looks at it and plays it.
//!
//! The page and the terminal both show a match on this device, know with whose eyes it is looked at, hand the device over,
//! take back to a person's move, walk picks, keep a plan and say things beside the board. All of that is here, once; what is
//! left to them is how it is drawn and how a person points.

pub mod ground;
mod hint;
mod local;
mod online;
mod panels;
mod picking;
mod plan;
mod replay;
mod seen;
mod table;
mod texts;
mod turns;

pub use hint::{Advice, Hint};
pub use local::{Local, Player, SavedLocal, winners};
pub use online::{Gap, Line, Online, SavedOnline, wait_before_try};
pub use panels::{Stepper, Totals};
pub use plan::Plan;
pub use replay::{Checked, Fault, Promise, Replay};
pub use table::{Dice, Kind, Table, Thought};
pub use texts::{find, sentence};
pub use turns::{PlaceInTurns, TurnLine, What as TurnWhat, place_in_turns, turn_lines};
