//! {{Title}}: four stones in a row win.
//!
//! ```
//! use game::{Game, Match, Seat, Seed, Setup};
//! use sixfold_{{crate}}::{{Type}};
//!
//! let setup = Setup::parse({{Type}}::INFO.options, ["base=3"])?;
//! let mut game_match = Match::<{{Type}}>::new(setup, Seed::number(1))?;
//! for (seat, hex) in [(0, "c1"), (1, "a1"), (0, "c2"), (1, "a2"), (0, "c3"), (1, "a3"), (0, "c4")] {
//!     game_match.play_text(Seat(seat), hex)?;
//! }
//! assert_eq!(game_match.outcome().and_then(|outcome| outcome.winner()), Some(Seat(0)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules are in `data/rules.en.md`. [`Position`] implements them; the other modules write messages and draw.

mod {{crate}};
mod position;
mod scene;
mod view;

pub use {{crate}}::{{Type}};
pub use position::{Cell, IN_A_ROW, Position};
pub use view::{{Type}}View;
