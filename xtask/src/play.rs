//! `cargo xtask play`: build and start the main thing, which until the page exists is the terminal game.

use crate::command::{Arguments, Command, Failure, Rest};
use crate::shell;
use std::process::{self, ExitCode};

pub(crate) const COMMAND: Command = Command {
    name: "play",
    about: "build everything and play HexOust in the terminal",
    more: "Arguments go to `sixfold play`; `cargo xtask play -- --help` lists them.\n",
    flags: &[],
    rest: Rest::Everything("ARGUMENT"),
    run,
};

/// What is played when nothing is said.
const GAME: &str = "hexoust";

fn run(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let [sixfold] = shell::build_release(["sixfold"])?;
    hand_over(process::Command::new(sixfold).args(sixfold_arguments(&arguments.rest)))
}

fn sixfold_arguments(extra: &[String]) -> Vec<String> {
    let named = extra.first().is_some_and(|first| !first.starts_with('-'));
    let game = (!named).then(|| GAME.to_owned());
    std::iter::once("play".to_owned()).chain(game).chain(extra.iter().cloned()).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexoust_is_played_unless_another_game_is_named() {
        let line = |extra: &[&str]| {
            sixfold_arguments(&extra.iter().map(|&word| word.to_owned()).collect::<Vec<_>>()).join(" ")
        };
        assert_eq!(line(&[]), "play hexoust");
        assert_eq!(line(&["--level", "3"]), "play hexoust --level 3");
        assert_eq!(line(&["hexlock", "--seat", "b"]), "play hexlock --seat b");
    }
}
