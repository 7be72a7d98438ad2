//! Why a command failed, and its exit code.

use std::io;
use std::process::ExitCode;

use server::{CopyError, StoreError};

#[derive(Debug)]
pub(crate) enum Failure {
    /// The answer is no, for example because a record is wrong. The answer was printed. Exit code 1.
    No,
    /// The arguments or the input make no sense. Exit code 2.
    Input(String),
    /// A file or the screen could not be used. Exit code 3.
    System(String),
    /// The reader closed our output (a broken pipe, as with `| head`). Exit code 0.
    Enough,
}

impl Failure {
    /// A file could not be read or written.
    pub(crate) fn file(path: &std::path::Path, error: &io::Error) -> Self {
        Self::System(format!("{}: {error}", path.display()))
    }

    /// What is wrong; nothing where that was printed already.
    pub(crate) fn into_text(self) -> String {
        match self {
            Self::Input(problem) | Self::System(problem) => problem,
            Self::No | Self::Enough => String::new(),
        }
    }

    /// The same, with the place where it can be mended before it.
    pub(crate) fn at(self, place: &str) -> Self {
        match self {
            Self::Input(problem) => Self::Input(format!("{place}: {problem}")),
            Self::System(problem) => Self::System(format!("{place}: {problem}")),
            Self::No | Self::Enough => self,
        }
    }

    /// Prints the problem on standard error and returns the exit code.
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

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::System(error.to_string())
    }
}

impl From<CopyError> for Failure {
    fn from(error: CopyError) -> Self {
        match error {
            CopyError::Store(_) | CopyError::InUse(_) => Self::System(error.to_string()),
            CopyError::NotEmpty(_) | CopyError::Different(_) => Self::Input(error.to_string()),
        }
    }
}
