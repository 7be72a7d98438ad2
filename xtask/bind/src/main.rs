//! Turns the compiled page into a module that a browser loads, with the JavaScript around it.
//!
//! `sixfold-bind INPUT.wasm OUTPUT_FOLDER NAME` writes `NAME.js` and `NAME_bg.wasm`. As a library of our own lock file
//! the tool is always of the version that the page was compiled against.

use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [input, folder, name] = arguments.as_slice() else {
        eprintln!("usage: sixfold-bind INPUT.wasm OUTPUT_FOLDER NAME");
        return ExitCode::from(2);
    };
    match bind(Path::new(input), Path::new(folder), name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("sixfold-bind: {input}: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn bind(input: &Path, folder: &Path, name: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).typescript(false);
    bindgen.omit_default_module_path(true); // the page says where the module is
    bindgen.remove_producers_section(true);
    bindgen.remove_name_section(true); // a fifth of what would travel, and of use to nobody who plays
    bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)).map_err(|error| format!("{error:#}"))
}
