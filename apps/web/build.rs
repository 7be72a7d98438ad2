//! Compiles the rules of every game, which are Markdown, for `src/rulebook.rs`.

#[path = "build/compile.rs"]
mod compile;

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    // From the package's folder, which cargo runs this in. Cargo keeps the path: a full one would lead a copied target
    // folder to the rules of another checkout.
    let games = Path::new("../../games");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut folders: Vec<PathBuf> =
        fs::read_dir(games)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    folders.sort(); // equal sources give equal pages
    let mut table = String::from("&[\n");
    for folder in folders {
        let rules = folder.join("data/rules.md");
        if !rules.is_file() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", rules.display());
        let compiled = compile::compile(&fs::read_to_string(&rules)?);
        let compiled = compiled.map_err(|problem| format!("{}: {problem}", rules.display()))?;
        let key = folder.file_name().unwrap_or_default().to_string_lossy();
        writeln!(table, "    ({key:?}, {compiled:?}),")?;
    }
    table.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("rules.rs"), table)?;
    Ok(())
}
