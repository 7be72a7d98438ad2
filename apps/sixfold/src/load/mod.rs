//! Simulated players who play random actions over real sockets. They do as little work as possible, because they share
//! the processor with the server that they measure.

mod child;
mod client;
mod knowledge;
mod no_limits;
mod table;

pub(crate) use child::ServerProcess;
pub(crate) use client::Client;
pub(crate) use table::{Measure, Played, Sitting, play_on};
