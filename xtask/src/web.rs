//! `cargo xtask web`: builds the page as a folder of static files, in `target/web`.
//!
//! The difficult part is a compiler for WebAssembly. rustup can fetch one. If it cannot, Debian's packages have one
//! that builds the standard library from source.

use crate::failure::Failure;
use crate::table::{self, Align};
use crate::{checkout, looks, needs, shell, style_sheets};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode, Stdio};
use std::time::{Duration, Instant};

/// Build the page into target/web, a folder that any static server can serve
#[derive(Args)]
#[command(after_help = "\
Only what has changed is built. The first time may take some minutes: where rustup cannot fetch the standard library for
WebAssembly, it is built too.")]
pub(crate) struct Web;

/// The name of this command in the list of needs.
const COMMAND: &str = "web";

/// The compilation target of the page.
const TARGET: &str = "wasm32-unknown-unknown";
/// The profile in the workspace's Cargo.toml.
const PROFILE: &str = "web";
/// The name of the bound module and of its script.
const NAME: &str = "sixfold_web";
/// The folder of the texts that the page loads when somebody asks for them.
const CONTENT: &str = "content";
/// The most bytes of the first page as gzip sends it: everything but the texts (docs/decisions.md).
const MOST_OF_FIRST_PAGE: u64 = 900_000;
/// The time after which rustup's attempt to fetch the target is stopped.
const PATIENCE: Duration = Duration::from_secs(90);
/// Debian's compiler, which has the target. On the path, rustup's compiler hides it.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_CARGO: &str = "/usr/bin/cargo";

impl Web {
    #[expect(clippy::unused_self, reason = "commands are called alike")]
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let folder = build()?;
        println!("the page is in {}", folder.display());
        Ok(ExitCode::SUCCESS)
    }
}

/// Builds what is out of date and returns the folder of the page.
pub(crate) fn build() -> Result<PathBuf, Failure> {
    let target = checkout::root().join("target");
    let (wasm, folder) = (target.join("wasm"), target.join("web"));
    println!("== the page: compiling to WebAssembly");
    shell::run(compile(&Way::find()?).arg("--target-dir").arg(&wasm))?;
    fs::create_dir_all(&folder).map_err(|error| problem(&folder, &error))?;
    let module = wasm.join(TARGET).join(PROFILE).join(format!("{NAME}.wasm"));
    let bound = folder.join(format!("{NAME}_bg.wasm"));
    if is_fresh(&bound, &module) {
        println!("== the page: bound already");
    } else {
        println!("== the page: binding it to the browser");
        let mut bind = shell::cargo(&["run", "--locked", "--package", "sixfold-bind", "--"]);
        shell::run(bind.arg(&module).arg(&folder).arg(NAME))?;
        check_texts(&folder.join(format!("{NAME}_bg.wasm")))?;
    }
    copy_static(&folder)?;
    println!("== the page: texts that are loaded on demand");
    let mut content = shell::cargo(&["run", "--locked", "--quiet", "--package", "sixfold-content", "--"]);
    shell::run(content.arg(checkout::root()).arg(folder.join(CONTENT)))?;
    let files = measure(&folder)?;
    print!("{}", sizes(&files));
    check_first_page(&files)?;
    Ok(folder)
}

/// How to compile to WebAssembly on this machine.
#[derive(Debug, PartialEq)]
enum Way {
    /// The current toolchain has the target.
    Toolchain,
    /// Debian's compiler has it, with this program as linker. The standard library is built from source.
    Debian(PathBuf),
}

impl Way {
    fn find() -> Result<Self, Failure> {
        if has_target() || (shell::on_path("rustup") && fetched() && has_target()) {
            return Ok(Self::Toolchain);
        }
        println!("rustup does not have {TARGET}; Debian's compiler does");
        needs::provide(&[COMMAND])?;
        let linker = if shell::on_path("wasm-ld") { Some(PathBuf::from("wasm-ld")) } else { rust_lld() };
        linker.map(Self::Debian).ok_or_else(|| {
            Failure::Failed(
                "there is no linker for WebAssembly: install Debian's lld, or rustup's toolchain".to_owned(),
            )
        })
    }
}

fn compile(way: &Way) -> process::Command {
    let arguments =
        ["build", "--locked", "--package", "sixfold-web", "--lib", "--target", TARGET, "--profile", PROFILE];
    match way {
        Way::Toolchain => shell::cargo(&arguments),
        Way::Debian(linker) => {
            let mut cargo = process::Command::new(DEBIAN_CARGO);
            cargo.args(arguments).args(["-Z", "build-std=std,panic_abort"]).current_dir(checkout::root());
            cargo.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
            cargo
        }
    }
}

/// Whether the current compiler has a standard library for the target.
fn has_target() -> bool {
    let mut rustc = process::Command::new("rustc");
    let rustc = rustc.args(["--print", "target-libdir", "--target", TARGET]).current_dir(checkout::root());
    let folder = rustc.stderr(Stdio::null()).output().map(|output| output.stdout).unwrap_or_default();
    fs::read_dir(String::from_utf8_lossy(&folder).trim()).is_ok_and(|mut files| files.next().is_some())
}

/// Asks rustup to fetch the target. Stops it after [`PATIENCE`].
fn fetched() -> bool {
    println!("$ rustup target add {TARGET}");
    let mut rustup = process::Command::new("rustup");
    let rustup = rustup.args(["target", "add", TARGET]).current_dir(checkout::root());
    let Ok(mut child) = rustup.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn() else {
        return false;
    };
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        match child.try_wait() {
            Ok(None) => std::thread::sleep(Duration::from_millis(100)),
            Ok(Some(status)) => return status.success(),
            Err(_) => return false,
        }
    }
    // The process is our own child and has timed out. An error here means that it has already ended.
    let _ = child.kill();
    let _ = child.wait();
    false
}

/// The linker that comes with rustup's toolchain.
fn rust_lld() -> Option<PathBuf> {
    let output =
        process::Command::new("rustc").args(["--print", "sysroot"]).current_dir(checkout::root()).output().ok()?;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&output.stdout).trim());
    let hosts = fs::read_dir(sysroot.join("lib/rustlib")).ok()?;
    hosts.filter_map(Result::ok).map(|host| host.path().join("bin/rust-lld")).find(|linker| linker.is_file())
}

fn is_fresh(made: &Path, from: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified());
    matches!((time(made), time(from)), (Ok(made), Ok(from)) if made >= from)
}

/// Copies the static files, joins the style sheets, and removes files that no longer exist.
fn copy_static(folder: &Path) -> Result<(), Failure> {
    let from = checkout::root().join("apps/web/static");
    let mut kept = vec![format!("{NAME}.js"), format!("{NAME}_bg.wasm")];
    let sheet = looks::sheet(checkout::root()).map_err(Failure::Failed)?;
    let mut files = vec![("looks.css".to_owned(), sheet.into_bytes())];
    for entry in list(&from)?.into_iter().filter(|entry| entry.extension().is_none_or(|ending| ending != "md")) {
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.push((name, fs::read(&entry).map_err(|error| problem(&entry, &error))?));
    }
    for (name, text) in style_sheets::join(&files).map_err(Failure::Failed)? {
        let to = folder.join(&name);
        if fs::read(&to).ok().as_ref() != Some(&text) {
            fs::write(&to, text).map_err(|error| problem(&to, &error))?;
        }
        kept.push(name);
    }
    for entry in list(folder)? {
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if !kept.contains(&name)
            && !PACKED
                .iter()
                .any(|ending| name.strip_suffix(ending).is_some_and(|name| kept.contains(&name.to_owned())))
        {
            fs::remove_file(&entry).map_err(|error| problem(&entry, &error))?;
        }
    }
    Ok(())
}

/// The endings of compressed files. The server sends them to clients that accept them. Brotli is smaller; browsers accept
/// it over HTTPS, and over plain HTTP only from this machine. All browsers accept gzip.
const PACKED: [&str; 2] = [".br", ".gz"];

/// Node contains the compressor, and the browser tests need Node anyway.
const BROTLI_BY_NODE: &str = "const {readFileSync} = require('fs'), {brotliCompressSync, constants: c} = require('zlib'); \
    const bytes = readFileSync(process.argv[1]); \
    process.stdout.write(brotliCompressSync(bytes, {params: {[c.BROTLI_PARAM_SIZE_HINT]: bytes.length}}));";

struct File {
    name: String,
    bytes: u64,
    /// The compressed sizes in the order of [`PACKED`]; `None` if there is no program for it.
    packed: [Option<u64>; 2],
}

/// Compresses every file and returns both sizes.
fn measure(folder: &Path) -> Result<Vec<File>, Failure> {
    println!("== the page: compressing it");
    shell::run(shell::cargo(&["run", "--locked", "--quiet", "--package", "sixfold-bind", "--", "pack"]).arg(folder))?;
    let mut files = Vec::new();
    for path in list_deep(folder)? {
        let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        if !PACKED.iter().any(|ending| name.ends_with(ending)) {
            let bytes = size(&path).ok_or_else(|| Failure::Failed(format!("{} is gone", path.display())))?;
            let [brotli, gzip] = PACKED.map(|ending| folder.join(format!("{name}{ending}")));
            let packed = [pack_by_brotli(&path, &brotli)?, size(&gzip)];
            files.push(File { name, bytes, packed });
        }
    }
    Ok(files)
}

fn size(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|metadata| metadata.len())
}

/// Compresses a file unless that was done already. Without Node the page is larger but works.
fn pack_by_brotli(path: &Path, packed: &Path) -> Result<Option<u64>, Failure> {
    if !is_fresh(packed, path) {
        let done = process::Command::new("node").args(["-e", BROTLI_BY_NODE]).arg(path).output();
        let Some(output) = done.ok().filter(|output| output.status.success()) else { return Ok(None) };
        fs::write(packed, output.stdout).map_err(|error| problem(packed, &error))?;
    }
    Ok(size(packed))
}

impl File {
    /// Whether the first visit to the page loads it.
    fn is_first(&self) -> bool {
        !self.name.starts_with(&format!("{CONTENT}/"))
    }
}

/// A table of the files that the first page loads, with a line for all texts that it loads later.
fn sizes(files: &[File]) -> String {
    let kilobytes =
        |bytes: Option<u64>| bytes.map_or_else(|| "?".to_owned(), |bytes| format!("{:.1} KB", bytes as f64 / 1000.0));
    let row = |name: &str, bytes: u64, [brotli, gzip]: [Option<u64>; 2]| {
        vec![name.to_owned(), kilobytes(Some(bytes)), kilobytes(brotli), kilobytes(gzip)]
    };
    let sum = |name: &str, files: &[&File]| {
        let packed = |packing: usize| files.iter().map(|file| file.packed[packing]).sum::<Option<u64>>();
        row(name, files.iter().map(|file| file.bytes).sum(), [packed(0), packed(1)])
    };
    let (first, later): (Vec<&File>, Vec<&File>) = files.iter().partition(|file| file.is_first());
    let mut rows = vec![["", "as it is", "brotli", "gzip"].map(str::to_owned).to_vec()];
    rows.extend(first.iter().map(|file| row(&file.name, file.bytes, file.packed)));
    rows.push(sum("the first page", &first));
    rows.push(sum("texts, loaded on demand", &later));
    table::plain(&rows, &[Align::Left, Align::Right, Align::Right, Align::Right])
}

/// Refuses a first page that is too large. A page that could not be compressed here is not judged.
fn check_first_page(files: &[File]) -> Result<(), Failure> {
    let gzip = |file: &File| file.packed[1];
    match files.iter().filter(|file| file.is_first()).map(gzip).sum::<Option<u64>>() {
        Some(bytes) if bytes > MOST_OF_FIRST_PAGE => Err(Failure::Failed(format!(
            "the first page has {bytes} bytes as gzip sends it; {MOST_OF_FIRST_PAGE} at most"
        ))),
        Some(_) | None => Ok(()),
    }
}

/// Refuses a module that contains a text of a game more than once, which `game::text_file!` prevents.
fn check_texts(module: &Path) -> Result<(), Failure> {
    let read = |path: &Path| fs::read(path).map_err(|error| problem(path, &error));
    let bytes = read(module)?;
    for path in list_deep(&checkout::root().join("games"))? {
        let is_text = path.extension().is_some_and(|ending| ending == "txt" || ending == "toml");
        if is_text && (is_twice(&bytes, &read(&path)?) || is_twice(&bytes, &without_comments(&read(&path)?))) {
            let path = path.display();
            return Err(Failure::Failed(format!("the module has {path} more than once: use game::text_file!")));
        }
    }
    Ok(())
}

/// A file as `game::rule_file!` puts it into the module: blanks in place of the lines that are comments.
fn without_comments(file: &[u8]) -> Vec<u8> {
    let lines = file.split_inclusive(|byte| *byte == b'\n');
    let blank = |byte: &u8| if *byte == b'\n' { b'\n' } else { b' ' };
    lines
        .flat_map(|line| if line.starts_with(b"#") { line.iter().map(blank).collect() } else { line.to_vec() })
        .collect()
}

/// Whether the module contains the text more than once.
fn is_twice(module: &[u8], text: &[u8]) -> bool {
    let starts = module.iter().enumerate().filter(|(_, byte)| Some(*byte) == text.first());
    starts.filter(|(at, _)| module[*at..].starts_with(text)).count() > 1
}

/// The files of a folder, sorted by name.
fn list(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| problem(folder, &error))?;
    let mut files: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

/// The files of a folder and of the folders in it, sorted by path.
fn list_deep(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = list(folder)?;
    for entry in fs::read_dir(folder).map_err(|error| problem(folder, &error))?.filter_map(Result::ok) {
        if entry.path().is_dir() {
            files.extend(list_deep(&entry.path())?);
        }
    }
    files.sort();
    Ok(files)
}

fn problem(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debians_compiler_is_told_everything_that_it_needs() {
        let line = shell::line(&compile(&Way::Debian("wasm-ld".into())));
        for part in
            ["RUSTC=/usr/bin/rustc", "RUSTC_BOOTSTRAP=1", "LINKER=wasm-ld", "-Z build-std=std,panic_abort", TARGET]
        {
            assert!(line.contains(part), "{part}: {line}");
        }
        assert!(!shell::line(&compile(&Way::Toolchain)).contains("build-std"));
    }

    fn file(name: &str, bytes: u64, packed: [Option<u64>; 2]) -> File {
        File { name: name.to_owned(), bytes, packed }
    }

    #[test]
    fn sizes_add_up() {
        let text = file("content/a/rules.en.txt", 9000, [Some(3000), Some(4000)]);
        let table =
            sizes(&[file("a.js", 1500, [Some(400), Some(500)]), file("b.css", 500, [Some(200), Some(250)]), text]);
        let line = |name: &str| table.lines().find(|line| line.starts_with(name)).expect("the table has sums");
        let has = |name: &str, sums: [&str; 3]| sums.iter().all(|sum| line(name).contains(sum));
        assert!(has("the first page", ["2.0 KB", "0.6 KB", "0.8 KB"]), "{table}");
        assert!(has("texts, loaded on demand", ["9.0 KB", "3.0 KB", "4.0 KB"]), "{table}");
        assert!(sizes(&[file("a.js", 1500, [None, Some(500)])]).contains('?'));
    }

    #[test]
    fn a_first_page_that_is_too_large_is_refused() {
        let page = |bytes: u64| file("a.wasm", 3 * bytes, [Some(bytes), Some(bytes)]);
        let text = || file("content/a/rules.en.txt", 9000, [Some(3000), Some(4000)]);
        assert!(check_first_page(&[page(MOST_OF_FIRST_PAGE), text()]).is_ok());
        assert!(check_first_page(&[page(MOST_OF_FIRST_PAGE - 1), page(2)]).is_err());
        assert!(check_first_page(&[file("a.wasm", 9_000_000, [None, None])]).is_ok(), "nothing is known about it");
    }

    #[test]
    fn a_text_that_the_module_has_twice_is_found() {
        let text = [b"# What the game says.\n".as_slice(), &[b'x'; 100]].concat();
        let once = [b"module".as_slice(), &text, b"more"].concat();
        assert!(!is_twice(&once, &text));
        assert!(is_twice(&[once.as_slice(), &text].concat(), &text));
    }

    #[test]
    fn what_is_missing_is_not_fresh() {
        assert!(!is_fresh(Path::new("no-such-file"), &checkout::root().join("Cargo.toml")));
        let file = checkout::root().join("Cargo.toml");
        assert!(is_fresh(&file, &file));
    }
}
