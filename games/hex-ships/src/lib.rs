//! Hex Ships, by `codetravis`.

pub mod balance;
mod bearing;
mod fleet;
mod map;
pub mod rules;

pub use bearing::{Field, Side};
pub use fleet::{Design, Fleet, LONGEST, MOST_SHIPS_A_FLEET};
pub use map::Map;
