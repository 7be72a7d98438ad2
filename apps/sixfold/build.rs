//! Puts the page into the binary: every file of the folder that `cargo xtask web` has made. Without that folder the
//! binary is built all the same and says that it has no page. The lessons of all games go into it too.

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
    let include = |name: &str| {
        let copy = out.join("page").join(name);
        fs::create_dir_all(copy.parent().expect("a file lies in a folder")).expect("the build folder can be written");
        fs::copy(folder.join(name), &copy).expect("the build folder can be written");
        format!("include_bytes!(concat!(env!(\"OUT_DIR\"), {:?}))", format!("/page/{name}"))
    };
    let mut list = String::from("&[\n");
    for name in files(&folder, "") {
        println!("cargo::rerun-if-changed={}", folder.join(&name).display());
        let packed: Vec<String> = PACKED
            .iter()
            .map(|(ending, encoding)| (format!("{name}{ending}"), encoding))
            .filter(|(packed, _)| folder.join(packed).exists())
            .map(|(packed, encoding)| format!("({encoding:?}, {})", include(&packed)))
            .collect();
        let (bytes, packed) = (include(&name), packed.join(", "));
        writeln!(list, "    File {{ name: {name:?}, bytes: {bytes}, packed: &[{packed}] }},").expect("memory");
    }
    list.push_str("]\n");
    fs::write(out.join("page_files.rs"), list).expect("the build folder can be written");
    fs::write(out.join("lessons.rs"), lessons()).expect("the build folder can be written");
}

/// The lessons as Rust: for each game its name, its lesson, and the sentences in each language.
fn lessons() -> String {
    const GAMES: &str = "../../games";
    println!("cargo::rerun-if-changed={GAMES}");
    let include = |name: &str| format!("include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {:?}))", format!("/{name}"));
    let mut list = String::from("&[\n");
    for game in names(GAMES) {
        let folder = format!("{GAMES}/{game}/data");
        let files = names(&folder);
        if !files.iter().any(|name| name == "lesson.toml") {
            continue;
        }
        let language = |name: &String| Some(name.strip_prefix("lesson.")?.strip_suffix(".txt")?.to_owned());
        let texts: Vec<String> = files
            .iter()
            .filter_map(|name| Some(format!("({:?}, {})", language(name)?, include(&format!("{folder}/{name}")))))
            .collect();
        let lesson = include(&format!("{folder}/lesson.toml"));
        writeln!(list, "    ({game:?}, {lesson}, &[{}]),", texts.join(", ")).expect("memory");
    }
    list.push_str("]\n");
    list
}

/// The names of what is in a folder, sorted.
fn names(folder: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The names of the files to serve, with `/` between folders, sorted, so that the order does not depend on the disk.
/// `within` is the part of the names before this folder.
fn files(folder: &Path, within: &str) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files = Vec::new();
    for entry in entries.flatten() {
        let name = format!("{within}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            // Cargo notices new files of a folder that it was told of.
            println!("cargo::rerun-if-changed={}", entry.path().display());
            files.extend(self::files(&entry.path(), &format!("{name}/")));
        } else if !PACKED.iter().any(|(ending, _)| name.ends_with(ending)) {
            files.push(name);
        }
    }
    files.sort();
    files
}
