//! `cargo xtask`: the commands for people who work on Sixfold.
//!
//! Each command has its own file. To add one, write its file (a struct with `clap::Args` and a function `run`), and add
//! it to [`Command`]. Other lists are slices: [`steps::STEPS`], [`needs::NEEDS`], [`rules::RULES`].
#![allow(clippy::print_stdout, reason = "xtask speaks to people")]

mod bench;
mod browser;
mod calibrate;
mod checkout;
mod failure;
mod gallery;
mod ignored;
mod licences;
mod looks;
mod needs;
mod new_game;
mod play;
mod rules;
mod shell;
mod steps;
mod style_sheets;
mod table;
mod test;
mod tidy;
mod web;

use clap::{CommandFactory as _, Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;

/// Build, play, test and measure Sixfold
#[derive(Parser)]
#[command(
    bin_name = "cargo xtask",
    after_help = "Exit codes: 0 success, 1 something failed, 2 the arguments are wrong."
)]
struct Xtask {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The help text of a command stands at its struct.
#[derive(Subcommand)]
enum Command {
    Play(play::Play),
    Web(web::Web),
    Test(test::Test),
    Bench(bench::Bench),
    Gallery(gallery::Gallery),
    Tidy(tidy::Tidy),
    Calibrate(calibrate::Calibrate),
    NewGame(new_game::NewGame),
}

impl Command {
    fn run(&self) -> Result<ExitCode, Failure> {
        match self {
            Self::Play(play) => play.run(),
            Self::Web(web) => web.run(),
            Self::Test(test) => test.run(),
            Self::Bench(bench) => bench.run(),
            Self::Gallery(gallery) => gallery.run(),
            Self::Tidy(tidy) => tidy.run(),
            Self::Calibrate(calibrate) => calibrate.run(),
            Self::NewGame(new_game) => new_game.run(),
        }
    }
}

fn main() -> ExitCode {
    let Some(command) = Xtask::parse().command else {
        print!("{}", Xtask::command().render_help());
        return ExitCode::SUCCESS;
    };
    checkout::find().and_then(|_| command.run()).unwrap_or_else(|failure| {
        eprintln!("xtask: {failure}");
        failure.exit_code()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parses a command line as `main` does. The error is the text that people see.
    pub(crate) fn parse(line: &str) -> Result<Option<Command>, String> {
        let words = std::iter::once("xtask").chain(line.split_whitespace());
        Xtask::try_parse_from(words).map(|xtask| xtask.command).map_err(|error| error.render().to_string())
    }

    #[test]
    fn the_definitions_are_sound() {
        Xtask::command().debug_assert();
    }

    #[test]
    fn every_command_says_in_one_line_what_it_does() {
        let xtask = Xtask::command();
        let commands: Vec<&clap::Command> = xtask.get_subcommands().collect();
        assert!(commands.len() >= 6);
        for command in commands {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            assert!((10..100).contains(&about.len()) && !about.ends_with('.'), "{}: {about}", command.get_name());
        }
    }

    #[test]
    fn without_a_command_there_is_the_list_of_commands() {
        assert!(parse("").is_ok_and(|command| command.is_none()));
        let help = Xtask::command().render_help().to_string();
        assert!(help.contains("Usage: cargo xtask [COMMAND]") && help.contains("\n  tidy "), "{help}");
    }

    #[test]
    fn wrong_arguments_are_answered_with_the_right_ones() {
        let refused = |line: &str| parse(line).err().expect("the command line is refused");
        for (line, answer) in [
            ("tset", "a similar subcommand exists: 'test'"),
            ("tidy --chek", "a similar argument exists: '--check'"),
            ("tidy now", "Usage: cargo xtask tidy [OPTIONS]"),
            ("bench --rounds", "a value is required for '--rounds <N>'"),
            ("bench --rounds none", "invalid value 'none' for '--rounds <N>'"),
            ("bench --rounds 0", "0 is not in 1..=1000"),
            ("bench --seconds 0", "a number of seconds above 0"),
            ("bench --write=yes", "unexpected value 'yes' for '--write'"),
            ("test --only test", "[possible values: needs, rules, format, lints"),
        ] {
            let said = refused(line);
            assert!(said.contains(answer), "`{line}`: {said}");
        }
    }
}
