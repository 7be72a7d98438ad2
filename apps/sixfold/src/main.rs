//! Sixfold, the one binary: hex strategy games to play, verify, search and measure.

mod cli;
mod commands;
mod failure;
mod load;
mod output;
mod page;
mod progress;
mod rule_sets;
mod store_args;
mod terminal;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    match commands::run(&cli::Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
