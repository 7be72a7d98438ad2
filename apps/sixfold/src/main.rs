//! Sixfold, the one binary: hex strategy games to play, verify, search and measure.

mod address_text;
mod cli;
mod cli_bench;
mod cli_operating;
mod commands;
mod failure;
mod load;
mod logging;
mod open_files;
mod output;
mod page;
mod progress;
mod rule_sets;
mod setting;
mod settings;
mod settings_environment;
mod settings_file;
mod store_args;
mod terminal;

use std::process::ExitCode;

fn main() -> ExitCode {
    match settings::command_line().and_then(|cli| commands::run(&cli)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
