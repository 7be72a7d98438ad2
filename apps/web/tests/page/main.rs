//! The page, driven as a browser drives it.

mod harness;
mod local;
mod online;
mod style;
mod views;
