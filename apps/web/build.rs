//! Compiles the rules of every game, which are Markdown, for `src/rulebook.rs`.

#[path = "build/compile.rs"]
mod compile;

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn Error>> {
    // The path is relative to the package's folder, in which cargo runs this script. Cargo remembers the path: with a
    // full one, a copied target folder would use the rules of another checkout.
    let games = Path::new("../../games");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut folders: Vec<PathBuf> =
        fs::read_dir(games)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    folders.sort(); // equal sources must give equal pages
    let mut table = String::from("&[\n");
    for folder in folders {
        let key = folder.file_name().unwrap_or_default().to_string_lossy();
        for (language, rules) in rules_in(&folder.join("data"))? {
            println!("cargo::rerun-if-changed={}", rules.display());
            let compiled = compile::compile(&fs::read_to_string(&rules)?);
            let compiled = compiled.map_err(|problem| format!("{}: {problem}", rules.display()))?;
            writeln!(table, "    ({key:?}, {language:?}, {compiled:?}),")?;
        }
    }
    table.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("rules.rs"), table)?;
    Ok(())
}

/// The files `rules.<language>.md` of a folder, each with its language.
fn rules_in(folder: &Path) -> Result<Vec<(String, PathBuf)>, Box<dyn Error>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    let language = |path: &Path| {
        let name = path.file_name()?.to_str()?;
        Some(name.strip_prefix("rules.")?.strip_suffix(".md")?.to_owned())
    };
    let mut rules: Vec<_> = paths.into_iter().filter_map(|path| Some((language(&path)?, path))).collect();
    rules.sort();
    Ok(rules)
}
