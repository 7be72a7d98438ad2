//! The table that is open: a match as somebody looks at it and plays it (`crates/client`).

pub use client::Client as Table;
pub use client::*;
