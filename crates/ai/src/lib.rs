//! Computer players that see only what their seat sees.
//!
//! [`Search`] is a Monte-Carlo tree search over any [`Game`](game::Game), with chance, hidden knowledge and any number
//! of seats. It starts from a seat's view, so it cannot know more than the seat does. [`Bot`] plays with it at a
//! [`Level`].
//!
//! ```
//! use game::testkit::Sticks;
//! use game::{Dice, Game, Random, Seat, Setup, Viewer};
//! use sixfold_ai::{Playouts, Search, Settings};
//!
//! let state = Sticks::start(&Setup::defaults(Sticks::INFO.options), &mut Dice::scripted([]))?; // heaps of 3 and 4
//! let view = state.view(Viewer::Seat(Seat(0)));
//! let mut search = Search::<Sticks, _>::new(&view, Playouts::default(), Settings::default(), Random::new(1));
//! search.run(2_000);
//! let best = search.report().best().expect("the game is not over").action;
//! assert_eq!(state.write(&best), "b1"); // leaves two equal heaps, which is lost for the other
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod bot;
mod evaluation;
mod level;
mod report;
mod search;
mod solve;
mod tree;

pub use advice::Advised;
pub use bot::{Bot, Thinking};
pub use evaluation::{Evaluated, Evaluation, Known, Playouts};
pub use level::{Level, levels};
pub use report::{Considered, Report};
pub use search::{Search, Settings, Tally};
pub use solve::{Solution, SolveProgress};
