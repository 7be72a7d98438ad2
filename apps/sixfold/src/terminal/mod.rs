//! A game in the terminal: on the full screen with keys and mouse, or line by line.

mod app;
mod app_lesson;
#[cfg(test)]
mod app_tests;
#[cfg(test)]
mod app_tests_lesson;
#[cfg(test)]
mod app_tests_many;
#[cfg(test)]
mod app_tests_plain_lesson;
#[cfg(test)]
mod app_tests_ships;
mod board;
mod canvas;
mod choosing;
mod desk;
mod hall;
mod headquarters;
mod help;
mod keys;
mod lesson;
mod menu;
mod panel;
mod pieces;
mod plain;
mod plain_campaign;
mod plain_commands;
mod plain_lesson;
mod record_file;
mod screen;
mod series;
mod sheet;
mod telling;
mod text;
pub(crate) mod tongue;
mod window;
mod words;

pub(crate) use canvas::Look;
pub(crate) use desk::{Desk, moved_aside};
pub(crate) use lesson::Taught;
pub(crate) use plain::play_by_lines;
pub(crate) use plain_campaign::campaign_by_lines;
pub(crate) use plain_lesson::learn_by_lines;
pub(crate) use screen::{campaign_on_screen, learn_on_screen, play_on_screen};
pub(crate) use series::{Beginning, Series};
