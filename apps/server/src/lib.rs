//! Tables for people anywhere: create one, join it by its link, play, watch, leave and come back where you were.
//!
//! ```no_run
//! # async fn example() -> Result<(), sixfold_server::ServeError> {
//! let server = sixfold_server::serve(sixfold_server::Config::new("data")).await?;
//! println!("http://{}", server.local_addr());
//! server.shutdown().await;
//! # Ok(())
//! # }
//! ```
//!
//! The log is the lock: an action is checked, appended, durable, and only then applied, acknowledged and shown. Nothing
//! that matters is in memory alone, so a server may die at any moment and costs a reconnect.

mod answers;
mod api;
mod bots;
mod bus;
mod clock;
mod config;
mod connection;
mod door;
mod event_log;
mod frame;
mod games;
mod guests;
mod gzip;
mod hub;
mod ids;
mod journal;
mod journeys;
mod limits;
mod listen;
mod live;
mod names;
mod pages;
mod room;
mod seat_options;
mod serve;
mod services;
mod shelf;
mod store;
mod store_check;
mod stream;
#[cfg(test)]
mod tests;
mod travelling;
mod upgrade;
mod visitor;

pub use bus::{Bus, LocalBus, NodeId, Notice};
pub use clock::Clock;
pub use config::Config;
pub use door::Door;
pub use ids::{Entropy, Key, KeyHash, NotATableId, TableId};
pub use limits::{Limits, Rate};
pub use pages::Asset;
pub use serve::{ServeError, Server, serve};
pub use store::{
    Change, Inventory, JourneyChange, JourneyEventKind, JourneyEventRow, JourneyRow, Kind, Memory, NewJourneyRows,
    Sitter, Sqlite, Store, StoreError, StoredEvent, StoredEventKind, StoredJourney, StoredTable, TableRow, Traveller,
    Who, Write, Wrote,
};
pub use store_check::{StoreReport, check_store};
