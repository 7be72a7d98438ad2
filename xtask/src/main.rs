//! What a newcomer types (`cargo xtask play`, `cargo xtask test`) and what the rest of us type (`bench`, `tidy`).
//!
//! One file a command. Whatever comes in several kinds comes from one slice that later work adds a line to: the
//! commands here, [`test::STEPS`], [`needs::NEEDS`], [`bench::FIGURES`], [`rules::RULES`].
#![allow(clippy::print_stdout, reason = "xtask speaks to people")]

mod bench;
mod browser;
mod calibrate;
mod checkout;
mod command;
mod needs;
mod play;
mod promises;
mod rules;
mod shell;
mod table;
mod test;
mod tidy;
mod web;

use command::{Arguments, Command, Failure};
use std::process::ExitCode;

const COMMANDS: &[Command] =
    &[play::COMMAND, web::COMMAND, test::COMMAND, bench::COMMAND, tidy::COMMAND, calibrate::COMMAND];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    dispatch(&arguments).unwrap_or_else(|failure| {
        eprintln!("xtask: {failure}");
        failure.exit_code()
    })
}

fn dispatch(arguments: &[String]) -> Result<ExitCode, Failure> {
    let (name, rest) = match arguments {
        [] => ("help", &[][..]),
        [name, rest @ ..] => (name.as_str(), rest),
    };
    if ["help", "--help", "-h"].contains(&name) {
        match rest.first() {
            Some(about) => print!("{}", find(about)?.help()),
            None => print!("{}", help()),
        }
        return Ok(ExitCode::SUCCESS);
    }
    let command = find(name)?;
    if rest.first().is_some_and(|first| first == "--help" || first == "-h") {
        print!("{}", command.help());
        return Ok(ExitCode::SUCCESS);
    }
    let arguments = Arguments::parse(command, rest)?;
    checkout::find()?;
    (command.run)(&arguments)
}

fn find(name: &str) -> Result<&'static Command, Failure> {
    COMMANDS.iter().find(|command| command.name == name).ok_or_else(|| {
        let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
        Failure::Usage(format!("there is no command `{name}`; there are: {}, help", names.join(", ")))
    })
}

fn help() -> String {
    let mut rows: Vec<Vec<String>> =
        COMMANDS.iter().map(|command| vec![format!("  {}", command.name), command.about.to_owned()]).collect();
    rows.push(vec!["  help [COMMAND]".to_owned(), "this list, or one command with its flags".to_owned()]);
    format!(
        "Usage: cargo xtask COMMAND [ARGUMENTS]\n\n{}\nExit codes: 0 all is well, 1 something failed, 2 that cannot be asked.\n",
        table::plain(&rows, &[])
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_has_a_line_for_every_command() {
        for command in COMMANDS {
            assert!(help().contains(&format!("  {} ", command.name)), "{}", command.name);
            assert!(command.help().starts_with(&format!("Usage: cargo xtask {}", command.name)));
        }
    }

    #[test]
    fn an_unknown_command_is_told_what_there_is() {
        let failure = find("tset").err().unwrap().to_string();
        assert!(failure.contains("`tset`") && failure.contains("play, web, test, bench, tidy"), "{failure}");
    }
}
