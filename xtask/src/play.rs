//! `cargo xtask play`: build everything, start the server and open the page.

use crate::command::{Arguments, Command, Failure, Rest};
use crate::{checkout, shell, web};
use std::process::{self, ExitCode};

pub(crate) const COMMAND: Command = Command {
    name: "play",
    about: "build everything, start the server and open the page",
    more: "\
Arguments go to `sixfold serve`; `cargo xtask play -- --help` lists them. What was played is kept in the folder `data`.
The game in the terminal is `target/release/sixfold play hexoust`.
",
    flags: &[],
    rest: Rest::Everything("ARGUMENT"),
    run,
};

fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    web::build()?;
    println!("== the binary, with the page inside");
    let [sixfold] = shell::build_release(["sixfold"])?;
    let mut serve = process::Command::new(sixfold);
    serve.args(["serve", "--open"]).args(&arguments.rest).current_dir(checkout::root());
    hand_over(&mut serve)
}

/// Becomes the program: the terminal, the signals and the exit code are then its own.
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
