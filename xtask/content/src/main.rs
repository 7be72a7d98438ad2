//! `sixfold-content CHECKOUT FOLDER` writes the texts of a checkout that the page loads on demand into FOLDER.

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [checkout, folder] = arguments.as_slice() else {
        eprintln!("usage: sixfold-content CHECKOUT FOLDER");
        return ExitCode::from(2);
    };
    match content::files(Path::new(checkout)).and_then(|files| content::write(&files, Path::new(folder))) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("sixfold-content: {problem}");
            ExitCode::FAILURE
        }
    }
}
