//! Simulated players who play random actions over real sockets. They do as little work as possible, because they share
//! the processor with the server that they measure.

mod child;
mod client;
mod knowledge;
mod no_limits;
mod relay;
mod relay_journal;
mod table;
mod thinking;

pub(crate) use child::{Place, Servers};
pub(crate) use relay::relay;
pub(crate) use table::{Measure, Played, Sitting, play_on};
pub(crate) use thinking::think_on;
