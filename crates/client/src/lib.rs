//! A client without a screen: a match as somebody looks at it and plays it.
//!
//! The page and the terminal both show a match on this device, know with whose eyes it is looked at, hand the device over,
//! take back to a person's move, walk picks, keep a plan and say things beside the board. All of that is here, once; what is
//! left to them is how it is drawn and how a person points.

mod client;
mod dice;
mod earlier;
pub mod ground;
mod hint;
mod history;
mod local;
mod online;
mod panels;
mod picking;
mod plan;
mod pointing;
mod previews;
mod replay;
mod seen;
mod source;
mod texts;
mod thinking;
mod tongue;
mod turns;
mod words;

pub use client::Client;
pub use dice::Dice;
pub use earlier::Earlier;
pub use hint::{Advice, Decided, Hint};
pub use history::{Beginning, History};
pub use local::{Local, Player, SavedLocal, Side, winners};
pub use online::{Connection, Gap, Online, SavedOnline, wait_before_try};
pub use panels::{Panels, Stepper, Totals};
pub use plan::Plan;
pub use pointing::{Pointing, Target};
pub use previews::Previews;
pub use replay::{Checked, Fault, Promise, Replay};
pub use source::Source;
pub use texts::{capital, find, sentence};
pub use thinking::{Thinking, Thought};
pub use tongue::{LANGUAGES, Tongue};
pub use turns::{PlaceInTurns, TurnRow, What as TurnWhat};
