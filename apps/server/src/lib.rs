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
mod backup;
mod blocking;
mod bots;
mod bus;
mod cleaning;
mod clock;
mod config;
mod connection;
mod door;
mod event_log;
mod frame;
mod games;
mod guests;
mod gzip;
mod health;
mod hub;
mod ids;
mod imports;
mod journal;
mod journeys;
mod known_requests;
mod limits;
mod listen;
mod live;
mod loading;
mod long_answers;
mod metrics;
mod names;
mod nodes;
mod operators;
mod pages;
mod places;
mod readiness;
mod retention;
mod room;
mod seat_options;
mod serve;
mod services;
mod shelf;
mod store;
mod store_check;
mod store_clean;
mod store_copy;
mod stream;
#[cfg(test)]
mod tests;
mod tls;
mod travelling;
mod unread;
mod unreadable;
mod upgrade;
mod visitor;
mod wire;
mod workers;

pub use backup::{back_up, restore};
pub use blocking::{Blocking, Panicked};
pub use bus::{
    Attendance, Bus, BusAddress, BusError, LocalBus, NatsAddress, NatsBus, News, NodeId, NotABus, Notice, RollCall,
};
pub use clock::Clock;
pub use config::Config;
pub use door::Door;
pub use ids::{Entropy, Key, KeyHash, NotATableId, TableId};
pub use limits::{Limits, Rate};
pub use pages::Asset;
pub use retention::Retention;
pub use serve::{Checked, ServeError, Server, check, serve};
pub use store::{
    Abandoned, Change, Fence, Inventory, JourneyChange, JourneyEventKind, JourneyEventRow, JourneyRow, Kind, Leases,
    Link, LookedAt, Memory, NewJourneyRows, NotAStoreAddress, OlderVersion, Postgres, PostgresAddress, PostgresMoment,
    Sitter, Sqlite, Store, StoreAddress, StoreError, StoredEvent, StoredEventKind, StoredJourney, StoredTable,
    TableRow, Touches, Traveller, Unfinished, Untouched, UntouchedBefore, Who, Write, Wrote,
};
pub use store_check::{StoreReport, check_store};
pub use store_clean::{CleanReport, clean_store};
pub use store_copy::{CopyError, CopyReport, copy_store};
pub use tls::{TlsError, TlsFiles};
pub use workers::{Asked, NatsWorkers, WireQuestion, Worker, WorkerError, Workers};
