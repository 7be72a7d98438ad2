//! Turns the compiled page into a module that a browser can load, with its JavaScript.
//!
//! `sixfold-bind INPUT.wasm OUTPUT_FOLDER NAME` writes `NAME.js` and `NAME_bg.wasm`. wasm-bindgen's tool and library
//! must have the same version. The tool is a dependency here, so the lock file gives both the same.
//!
//! `sixfold-bind pack FOLDER` compresses the files of the finished page.

mod arrange;
mod pack;
mod quiet;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["pack", folder] => pack::pack(Path::new(folder)),
        [input, folder, name] => {
            bind(Path::new(input), Path::new(folder), name).map_err(|problem| format!("{input}: {problem}"))
        }
        _ => {
            eprintln!("usage: sixfold-bind INPUT.wasm OUTPUT_FOLDER NAME\n       sixfold-bind pack FOLDER");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("sixfold-bind: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn bind(input: &Path, folder: &Path, name: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).typescript(false);
    bindgen.omit_default_module_path(true); // the page passes the path of the module
    bindgen.remove_producers_section(true);
    bindgen.web(true).and_then(|bindgen| bindgen.generate(folder)).map_err(|error| format!("{error:#}"))?;
    let bound = folder.join(format!("{name}_bg.wasm"));
    let module = fs::read(&bound).map_err(|error| error.to_string())?;
    fs::write(&bound, arrange::arrange(&quiet::quiet(&module)?)?).map_err(|error| error.to_string())
}
