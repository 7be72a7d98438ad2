//! Hex Ships, by `codetravis`: fleets of spaceships with facing, energy, shields, armour and captains.
//!
//! ```
//! use game::{Game, Match, Seat, Seed, Setup};
//! use sixfold_hex_ships::HexShips;
//!
//! // Two lines pass each other at speed; nobody has to deploy.
//! let setup = Setup::parse(HexShips::INFO.options, ["scenario=passing"])?;
//! let mut game_match = Match::<HexShips>::new(setup, Seed::number(1))?;
//! let mover = game_match.actor().expect("the lowest initiative moves first");
//! game_match.play_text(mover, "speed:4")?;
//! for _ in 0..4 {
//!     game_match.play_text(mover, "ahead")?;
//! }
//! game_match.play_text(mover, "done")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules are in `data/rules.en.md` and all tables in `data/*.toml` ([`rules::Rules`]). [`Battle`] implements the
//! rules; the other modules write messages and draw.

mod action;
mod aftermath;
mod aiming;
mod aims;
mod attack_summary;
pub mod balance;
mod battle;
mod battle_text;
mod bearing;
mod campaign;
mod carrying;
mod commanders;
mod damage;
mod event;
mod fitting;
mod fleet;
mod forecast;
mod hex_ships;
mod legality;
mod luck;
mod map;
mod moving;
mod naming;
mod options;
mod position_text;
mod reach;
mod route;
pub mod rules;
mod scene;
mod ship;
mod tastes;
mod telling;
mod view;
mod wear;

pub use action::Action;
pub use aftermath::{Aftermath, Verdict, level_after};
pub use aiming::{Aim, MOST_SWITCHES, mounts};
pub use battle::{Battle, MOST_SHIPS, Step};
pub use bearing::{Field, Side};
pub use campaign::{
    Campaign, CampaignStep, Captain, Chapter, Deeds, Fortune, GuestReport, MOST_COMMANDERS, ShipReport, Stage, Vessel,
};
pub use commanders::{WING, side_of};
pub use damage::{Layers, Taken};
pub use event::{Ending, Event, ToHit};
pub use fleet::{Design, Fleet, FleetError, LONGEST, MOST_SHIPS_A_FLEET};
pub use forecast::{Detail, Forecast, Left};
pub use hex_ships::HexShips;
pub use legality::Forbidden;
pub use map::Map;
pub use moving::Move;
pub use naming::Naming;
pub use options::Options;
pub use reach::End;
pub use route::Route;
pub use ship::{Broken, Fate, Ship};
pub use view::{FateView, RuledView, ShipView, ShipsView, StepView, WearView};
pub use wear::Wear;
