//! People who play random actions over real sockets, as thin as can be: they share the processor with the server that
//! they measure.

mod child;
mod client;
mod table;

pub(crate) use child::ServerProcess;
pub(crate) use client::{Client, Socket};
pub(crate) use table::{Measure, play_on};
