//! `cargo xtask play`: builds everything, starts the server and opens the page.

use crate::failure::Failure;
use crate::{checkout, shell, web};
use clap::Args;
use std::process::{self, ExitCode};

/// Build everything, start the server and open the page
#[derive(Args)]
#[command(after_help = "\
The server keeps what was played in the folder `data`.
The game in the terminal is `target/release/sixfold play hexoust`.")]
pub(crate) struct Play {
    /// Arguments for `sixfold serve`; `cargo xtask play -- --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENT")]
    arguments: Vec<String>,
}

impl Play {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        web::build()?;
        println!("== the binary, with the page inside");
        let [sixfold] = shell::build_release(["sixfold"])?;
        let mut serve = process::Command::new(sixfold);
        serve.args(["serve", "--open"]).args(&self.arguments).current_dir(checkout::root());
        hand_over(&mut serve)
    }
}

/// Replaces this process by the program, which then gets the terminal and the signals, and sets the exit code.
#[cfg(unix)]
fn hand_over(command: &mut process::Command) -> Result<ExitCode, Failure> {
    use std::os::unix::process::CommandExt;
    Err(Failure::Failed(format!("sixfold does not start: {}", command.exec())))
}

#[cfg(not(unix))]
fn hand_over(command: &mut process::Command) -> Result<ExitCode, Failure> {
    let status = command.status().map_err(|error| Failure::Failed(format!("sixfold does not start: {error}")))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

#[cfg(test)]
mod tests {
    use crate::Command;
    use crate::tests::parse;

    #[test]
    fn everything_that_follows_goes_to_the_server() {
        let arguments = |line: &str| match parse(line) {
            Ok(Some(Command::Play(play))) => play.arguments,
            _ => panic!("`{line}` plays"),
        };
        assert_eq!(arguments("play"), [""; 0]);
        assert_eq!(arguments("play --addr 127.0.0.1:80 --help"), ["--addr", "127.0.0.1:80", "--help"]);
        assert_eq!(arguments("play -- --help"), ["--help"]);
        assert!(parse("play --help").is_err_and(|help| help.contains("Usage: cargo xtask play [ARGUMENT]...")));
    }
}
