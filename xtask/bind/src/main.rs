//! Turns the compiled page into a module that a browser can load, with its JavaScript.
//!
//! `sixfold-bind INPUT.wasm OUTPUT_FOLDER NAME` writes `NAME.js` and `NAME_bg.wasm`. wasm-bindgen's tool and library
//! must have the same version. The tool is a dependency here, so the lock file gives both the same.

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
    bindgen.omit_default_module_path(true); // the page passes the path of the module
    bindgen.remove_producers_section(true);
    bindgen.remove_name_section(true); // saves a fifth of the download; players have no use for it
    bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)).map_err(|error| format!("{error:#}"))
}
