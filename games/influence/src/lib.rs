//! Influence: Hex Edition. Stones on the points of a lattice; after every turn every triangle pays both players for
//! their corners.
//!
//! ```
//! use game::{Game, Match, Seat, Seed, Setup};
//! use sixfold_influence::Influence;
//!
//! let setup = Setup::parse(Influence::INFO.options, ["board=compact"])?;
//! let mut game_match = Match::<Influence>::new(setup, Seed::number(1))?;
//! game_match.play_text(Seat(0), "c4")?; // six triangles meet at c4: two points a turn
//! assert_eq!(game_match.state().position.totals(), [12, 0]); // in sixths of a point
//! game_match.play_text(Seat(1), "a1")?; // two triangles meet in this corner
//! assert_eq!(game_match.state().position.totals(), [24, 4]);
//! game_match.play_text(Seat(0), "skip")?;
//! game_match.play_text(Seat(1), "skip")?; // two passes in a row end it
//! assert_eq!(game_match.outcome().and_then(|outcome| outcome.winner()), Some(Seat(0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules are in `data/rules.en.md` and the boards in `data/boards.toml`. [`Position`] implements the rules and is
//! small enough for searches. [`Influence`] adds the history of the totals. The other modules write messages and draw.

mod action;
mod asking;
mod boards;
mod danger;
mod figures;
mod ground;
mod history;
mod influence;
mod lead;
mod motion;
mod options;
mod paying;
mod position;
mod position_text;
mod scene;
mod telling;
mod view;

pub use action::Action;
pub use boards::{Boards, Description};
pub use ground::{Corner, Frame, Ground, Hexagon, MOST_POINTS, TURNS_A_FRAME};
pub use history::History;
pub use influence::Influence;
pub use lead::SafeLead;
pub use options::Options;
pub use paying::SIXTHS;
pub use position::{Colour, Forbidden, Paid, Position};
pub use view::{InfluenceView, RuledView};
