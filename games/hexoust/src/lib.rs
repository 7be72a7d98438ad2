//! HexOust, after Mark Steere's Oust: the board starts empty, and the player who takes the last enemy stone wins.
//!
//! ```
//! use game::{Game, Match, Seat, Seed, Setup};
//! use sixfold_hexoust::HexOust;
//!
//! let setup = Setup::parse(HexOust::INFO.options, ["base=4"])?;
//! let mut game_match = Match::<HexOust>::new(setup, Seed::number(1))?;
//! game_match.play_text(Seat(0), "d4")?; // red in the middle
//! game_match.play_text(Seat(1), "d5")?; // blue beside it
//! game_match.play_text(Seat(0), "d3")?; // two red stones beat one blue stone: blue has nothing left
//! assert_eq!(game_match.outcome().and_then(|outcome| outcome.winner()), Some(Seat(0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules are in `data/rules.en.md`. [`Position`] implements them; the other modules write messages and draw.

mod cell;
mod danger;
mod groups;
mod hexoust;
mod position;
mod position_text;
mod scene;
mod view;

pub use cell::Cell;
pub use hexoust::HexOust;
pub use position::{Colour, Placement, Position};
pub use view::OustView;
