//! Tests of the page, driven by events like in a browser.
#![allow(clippy::unwrap_used, reason = "a test that finds something else than it expects has failed")]
#![allow(clippy::many_single_char_names, reason = "colours are known by the letters of their parts")]

mod away;
mod calls;
mod chance;
mod chapters;
mod danger;
mod demos;
mod dice;
mod elsewhere;
mod ending;
mod examples;
mod fog;
mod front;
mod gallery;
mod glance;
mod harness;
mod hints;
mod journey_sets;
mod journeys;
mod kits;
mod language;
mod left;
mod lessons;
mod local;
#[path = "../../../../xtask/src/looks.rs"]
mod looks;
mod markdown;
mod motion;
mod names;
mod online;
mod own;
mod plans;
mod points;
mod replay;
mod rule_sets;
mod rules;
mod seats;
mod ships;
mod sources;
mod style;
mod toy;
mod travel;
mod tree;
mod units;
mod views;
mod zoom;
