//! Hexlock, by `JordanLzG`: hold the majority of 37 hexes, with a d20 and in fog.
//!
//! ```
//! use game::{Game, Match, Seat, Seed, Setup, Viewer};
//! use sixfold_hexlock::Hexlock;
//!
//! let mut game_match = Match::<Hexlock>::new(Setup::defaults(Hexlock::INFO.options), Seed::number(1))?;
//! let first = game_match.actor().expect("the match seed picks who starts");
//! game_match.play_text(first, if first == Seat(0) { "d2" } else { "d6" })?; // a step out of the corner
//! let view = game_match.state().view(Viewer::Seat(first));
//! assert!(view.held.iter().any(|held| held.hp.is_none())); // the enemy's corner is too far to see its HP
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules are in `data/rules.en.md` and their numbers in `data/numbers.toml`. [`Position`] implements them; the other
//! modules write messages, draw, and hide what a viewer may not know.

mod cell;
mod combat;
mod danger;
mod hexlock;
mod luck;
mod motion;
pub mod numbers;
mod position;
mod position_text;
mod scene;
mod telling;
mod view;

pub use cell::{Cell, board};
pub use combat::{Combat, Strike};
pub use hexlock::Hexlock;
pub use position::{Action, Forbidden, Position, Side, Story};
pub use view::{Held, Last, LockView};
