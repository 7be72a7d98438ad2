//! The open table: the state of a match on the side of a player or spectator (`crates/client`).

pub use client::Client as Table;
pub use client::*;
