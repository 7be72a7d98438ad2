//! Puts the page into the binary: every file of the folder that `cargo xtask web` has made. Without that folder the
//! binary is built all the same and says that it has no page.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The file endings of compressed files and the names of their encodings in HTTP, the smallest encoding first.
const PACKED: [(&str, &str); 2] = [(".br", "br"), (".gz", "gzip")];

fn main() {
    println!("cargo::rerun-if-env-changed=SIXFOLD_WEB");
    // The path is relative to the package's folder, in which cargo runs this script. Cargo stores the path, and an
    // absolute one would lead a copied target folder to the page of another checkout.
    let folder = env::var_os("SIXFOLD_WEB").map_or_else(|| PathBuf::from("../../target/web"), PathBuf::from);
    println!("cargo::rerun-if-changed={}", folder.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to write"));
    fs::create_dir_all(out.join("page")).expect("the build folder can be written");
    let include = |path: &Path| {
        let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
        fs::copy(path, out.join("page").join(&name)).expect("the build folder can be written");
        format!("include_bytes!(concat!(env!(\"OUT_DIR\"), {:?}))", format!("/page/{name}"))
    };
    let mut list = String::from("&[\n");
    for file in files(&folder) {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_name().expect("a file has a name").to_string_lossy().into_owned();
        let packed: Vec<String> = PACKED
            .iter()
            .map(|(ending, encoding)| (folder.join(format!("{name}{ending}")), encoding))
            .filter(|(path, _)| path.exists())
            .map(|(path, encoding)| format!("({encoding:?}, {})", include(&path)))
            .collect();
        let (bytes, packed) = (include(&file), packed.join(", "));
        writeln!(list, "    File {{ name: {name:?}, bytes: {bytes}, packed: &[{packed}] }},").expect("memory");
    }
    list.push_str("]\n");
    fs::write(out.join("page_files.rs"), list).expect("the build folder can be written");
}

/// The files to serve, sorted by name, so that the order does not depend on the disk.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let is_packed = |path: &PathBuf| PACKED.iter().any(|(ending, _)| path.to_string_lossy().ends_with(ending));
    let is_served = |path: &PathBuf| path.is_file() && !is_packed(path);
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_served).collect();
    files.sort();
    files
}
