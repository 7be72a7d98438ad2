//! What the server counts for whoever runs it, and how the numbers are written down for Prometheus.
//!
//! Counting is an atomic addition, so that it costs nothing where it matters. A label has one of a few values that are
//! known when the server is compiled: no name, no key, no address and no table.

mod counts;
mod numbers;
mod text;

pub(crate) use counts::{JournalNumbers, Now, Numbers};
pub(crate) use text::CONTENT_TYPE;
