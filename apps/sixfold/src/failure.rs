//! Why a command did not do what it was asked, and the exit code that says so.

use std::io;
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The answer is no: a record that is wrong. Exit code 1; the answer was printed.
    No,
    /// What was asked makes no sense. Exit code 2.
    Input(String),
    /// A file or the screen could not be used. Exit code 3.
    System(String),
    /// Whoever read our output has heard enough. Exit code 0.
    Enough,
}

impl Failure {
    /// Something about a file went wrong.
    pub(crate) fn file(path: &std::path::Path, error: &io::Error) -> Self {
        Self::System(format!("{}: {error}", path.display()))
    }

    /// Says it to the person and gives the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Self::Enough => ExitCode::SUCCESS,
            Self::No => ExitCode::from(1),
            Self::Input(problem) => {
                eprintln!("sixfold: {problem}");
                ExitCode::from(2)
            }
            Self::System(problem) => {
                eprintln!("sixfold: {problem}");
                ExitCode::from(3)
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Enough,
            _ => Self::System(error.to_string()),
        }
    }
}

impl From<game::SetupError> for Failure {
    fn from(error: game::SetupError) -> Self {
        Self::Input(error.to_string())
    }
}
