//! The rulebook, ruling by ruling, and the original's own sentences.
#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

#[path = "../common/mod.rs"]
mod common;

mod aims;
mod attacks;
mod campaigns;
mod captains;
mod commanders;
mod criticals;
mod endings;
mod energy;
mod expansions;
mod fields;
mod movement;
mod names;
mod setups;
mod squadrons;
