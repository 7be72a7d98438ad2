//! Hex Dice, by royalgarter: armies of dice on 127 hexes, where the face is the unit, for two, three, four or six.
//!
//! ```
//! use game::{Game, Match, Seed, Setup, legal_actions};
//! use sixfold_hex_dice::{HexDice, Phase};
//!
//! let setup = Setup::parse(HexDice::INFO.options, ["players=3"])?;
//! let mut game_match = Match::<HexDice>::new(setup, Seed::number(1))?;
//! for _ in 0..3 {
//!     let seat = game_match.actor().expect("it has just begun");
//!     game_match.play_text(seat, "keep")?; // nobody rolls again
//! }
//! assert_eq!(game_match.state().position.phase(), Phase::Deploying);
//! let first = game_match.actor().expect("somebody deploys first");
//! let action = legal_actions(game_match.state())[0];
//! game_match.play(first, &action)?; // one die a turn
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules are in `data/rules.en.md` and their numbers in `data/tables.toml`. [`Position`] implements them and is small
//! enough for searches. The other modules write messages and draw.

mod about;
mod action;
mod cell;
mod combat;
mod danger;
mod ground;
mod hex_dice;
mod legal;
mod luck;
mod motion;
mod options;
mod position;
mod position_text;
mod preview;
mod reach;
mod scene;
mod tables;
mod telling;
mod turns;
mod unit;
mod view;

pub use action::{Action, Faces};
pub use cell::Cell;
pub use combat::Combat;
pub use ground::{Ground, board};
pub use hex_dice::HexDice;
pub use legal::Forbidden;
pub use position::{Phase, Position, Rules, Story};
pub use tables::{FACES, MOST_DICE, Table, Tables, UnitKind, Zone};
pub use unit::Unit;
pub use view::{HexDiceView, Player, RuledView, Standing, ViewPhase};
