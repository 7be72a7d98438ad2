//! `sixfold-content GAMES FOLDER` writes the texts of all games in the folder GAMES into FOLDER, for the page.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, folder] = arguments.as_slice() else {
        eprintln!("usage: sixfold-content GAMES FOLDER");
        return ExitCode::from(2);
    };
    match content::files(Path::new(games)).and_then(|files| content::write(&files, Path::new(folder))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("sixfold-content: {problem}");
            ExitCode::FAILURE
        }
    }
}
