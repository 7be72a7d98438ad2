//! House rules that no other tool checks. Each rule reads one file and reports what is wrong with it.

mod built_paths;
mod game_names;
mod rulings;

use crate::checkout;
use crate::failure::Failure;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A rule: which files it reads, and what it reports about one of them.
pub(crate) struct Rule {
    about: &'static str,
    reads: fn(&str) -> bool,
    find: fn(&str, &Facts) -> Vec<Fault>,
}

/// Facts that a rule may need besides the file.
struct Facts {
    /// The keys of the games, which are the names of their folders.
    games: Vec<String>,
    /// The rulings that a test is named after, such as `ho_9`.
    tested: BTreeSet<String>,
}

/// One line for each rule.
pub(crate) const RULES: &[Rule] = &[
    Rule { about: "a source file has at most 600 lines", reads: is_source, find: too_long },
    Rule { about: "the map has at most 150 lines", reads: |path| path == "ARCHITECTURE.md", find: too_long_a_map },
    Rule { about: "every crate takes the workspace's lints", reads: is_crate, find: own_lints },
    Rule { about: "links lead to hosts that we know", reads: any_file, find: strange_hosts },
    Rule { about: "no path of somebody's own machine", reads: any_file, find: own_paths },
    Rule { about: "page, terminal and server name no game", reads: game_names::reads, find: game_names::find },
    Rule { about: "every ruling has a test with its number", reads: rulings::reads, find: rulings::find },
    Rule { about: "no path of the build in a program", reads: built_paths::reads, find: built_paths::find },
];

/// A longer file most likely holds more than one concept.
const MOST_LINES: usize = 600;
/// A newcomer should read ARCHITECTURE.md in one sitting.
const MOST_LINES_OF_THE_MAP: usize = 150;

/// Hosts that files may name, with everything under them. A mirror of a registry must not be added: a clone must build
/// anywhere.
const HOSTS: &[&str] = &[
    "127.0.0.1",
    "apache.org",
    "crates.io",
    "docs.rs",
    "example.com", // this one and the next are reserved for examples by RFC 2606
    "example.org",
    "github.com",
    "keepachangelog.com",
    "localhost",
    "opensource.org",
    "rust-lang.org",
    "rustup.rs",
    "semver.org",
    "spdx.org",
    "w3.org", // XML namespaces
];

/// Top-level folders in which people and build machines keep their files.
const HOMES: &[&str] = &["home", "root", "Users", "work"];

#[derive(Debug, PartialEq)]
struct Fault {
    line: usize,
    what: String,
}

/// Whether a file is a source of Rust.
fn is_rust(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|kind| kind == "rs")
}

/// Every fault in the files of the checkout at this root.
pub(crate) fn broken(root: &Path) -> Result<Vec<String>, Failure> {
    let files = files(root)?;
    let sources = files.iter().filter(|(path, _)| is_rust(path));
    let tested = sources.flat_map(|(_, text)| rulings::tested(text)).collect();
    let facts = Facts { games: games(root)?, tested };
    Ok(files.iter().flat_map(|(path, text)| faults(path, text, &facts)).collect())
}

/// Checks every file of the repository against every rule.
pub(crate) fn check() -> Result<(), Failure> {
    let faults = broken(checkout::root())?;
    if faults.is_empty() {
        println!("{} house rules hold", RULES.len());
        return Ok(());
    }
    Err(Failure::Failed(format!("house rules broken: {}\n{}", faults.len(), faults.join("\n"))))
}

fn faults(path: &str, text: &str, facts: &Facts) -> Vec<String> {
    let rules = RULES.iter().filter(|rule| (rule.reads)(path));
    rules
        .flat_map(|rule| {
            let say = move |fault: Fault| format!("{path}:{}: {} ({})", fault.line, fault.what, rule.about);
            (rule.find)(text, facts).into_iter().map(say)
        })
        .collect()
}

fn any_file(_: &str) -> bool {
    true
}

fn is_source(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|kind| ["rs", "css", "js", "html"].iter().any(|source| kind == *source))
}

fn is_crate(path: &str) -> bool {
    path.ends_with("/Cargo.toml")
}

fn too_long(text: &str, _: &Facts) -> Vec<Fault> {
    let lines = text.lines().count();
    if lines <= MOST_LINES {
        return Vec::new();
    }
    vec![Fault { line: lines, what: format!("{lines} lines: cut it where one concept ends") }]
}

fn too_long_a_map(text: &str, _: &Facts) -> Vec<Fault> {
    let lines = text.lines().count();
    if lines <= MOST_LINES_OF_THE_MAP {
        return Vec::new();
    }
    vec![Fault { line: lines, what: format!("{lines} lines: details go to a page beside the code") }]
}

fn own_lints(text: &str, _: &Facts) -> Vec<Fault> {
    let mut section = "";
    for line in text.lines().map(str::trim) {
        if line.starts_with('[') {
            section = line;
        }
        if section == "[lints]" && line.replace(' ', "") == "workspace=true" {
            return Vec::new();
        }
    }
    vec![Fault { line: 1, what: "add `[lints]` with `workspace = true`".to_owned() }]
}

fn strange_hosts(text: &str, _: &Facts) -> Vec<Fault> {
    in_lines(text, |line| {
        let line = line.to_ascii_lowercase();
        let addresses = ["http://", "https://"].into_iter().flat_map(|scheme| line.split(scheme).skip(1));
        let strange = addresses.map(host).filter(|host| !is_known(host));
        strange
            .map(|host| format!("`{host}` is a strange host: if it may stay, add it to xtask/src/rules.rs"))
            .collect()
    })
}

/// The host of an address. It is empty where code inserts one (`{host}`, `$HOST`).
fn host(address: &str) -> &str {
    let end = address.find(|c: char| !c.is_ascii_alphanumeric() && !"-._:@".contains(c)).unwrap_or(address.len());
    let named = address[..end].rsplit('@').next().unwrap_or_default();
    named.split(':').next().unwrap_or_default().trim_end_matches('.')
}

fn is_known(host: &str) -> bool {
    let under = |known: &str| host.strip_suffix(known).is_some_and(|front| front.is_empty() || front.ends_with('.'));
    host.is_empty() || HOSTS.iter().any(|known| under(known))
}

fn own_paths(text: &str, _: &Facts) -> Vec<Fault> {
    in_lines(text, |line| {
        let starts = line.match_indices('/').filter(|(at, _)| {
            // After a letter, a digit or one of these signs, it is the middle of a longer path, which may be relative.
            !line[..*at].ends_with(|c: char| c.is_alphanumeric() || "_-.~}/*>".contains(c))
        });
        let homes = starts.filter_map(|(at, _)| {
            let first = line[at + 1..].split('/').next().filter(|first| first.len() < line[at + 1..].len())?;
            HOMES.contains(&first).then(|| format!("`/{first}/…` is a place on one machine: make it relative"))
        });
        homes.collect()
    })
}

fn in_lines(text: &str, find: impl Fn(&str) -> Vec<String>) -> Vec<Fault> {
    let numbered = text.lines().enumerate();
    numbered.flat_map(|(index, line)| find(line).into_iter().map(move |what| Fault { line: index + 1, what })).collect()
}

/// The folders in `games`, or none if the checkout has no such folder.
fn games(root: &Path) -> Result<Vec<String>, Failure> {
    let folder = root.join("games");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let unreadable = |error| Failure::Failed(format!("{} cannot be read: {error}", folder.display()));
    let mut games = Vec::new();
    for entry in fs::read_dir(&folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if entry.path().is_dir() {
            games.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    games.sort();
    Ok(games)
}

/// The repository's text files, with paths from its root, sorted. They are found without git, so that the rules also
/// work in an exported tree.
fn files(root: &Path) -> Result<Vec<(String, String)>, Failure> {
    let ignored = fs::read_to_string(root.join(".gitignore")).unwrap_or_default();
    let mut files = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let unreadable = |error| Failure::Failed(format!("{} cannot be read: {error}", folder.display()));
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let (path, kind) = (entry.path(), entry.file_type().map_err(unreadable)?);
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if name == ".git" || is_ignored(&ignored, &name) || path.join("CACHEDIR.TAG").exists() {
                continue;
            }
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file()
                && let Ok(text) = String::from_utf8(fs::read(&path).map_err(unreadable)?)
            {
                files.push((name, text));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The part of the .gitignore syntax that our file uses: `/path` from the root and `*.ending` anywhere.
fn is_ignored(ignored: &str, path: &str) -> bool {
    ignored.lines().any(|pattern| match (pattern.strip_prefix('/'), pattern.strip_prefix('*')) {
        (Some(name), _) => path == name,
        (_, Some(ending)) => !ending.is_empty() && path.ends_with(ending),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUSE: &Facts = &Facts { games: Vec::new(), tested: BTreeSet::new() };

    fn faults(path: &str, text: &str) -> Vec<String> {
        super::faults(path, text, HOUSE)
    }

    fn own_lints(text: &str) -> Vec<Fault> {
        super::own_lints(text, HOUSE)
    }

    /// Makes a link at run time, so that this file does not break the rule that it tests.
    fn link(host: &str) -> String {
        format!("see https://{host}/simple/ for more")
    }

    #[test]
    fn a_long_file_is_found_and_a_full_one_is_not() {
        assert_eq!(faults("src/lib.rs", &"x\n".repeat(MOST_LINES)), [""; 0]);
        assert!(faults("src/lib.rs", &"x\n".repeat(MOST_LINES + 1))[0].starts_with("src/lib.rs:601: 601 lines"));
        assert_eq!(faults("data/rules.md", &"x\n".repeat(MOST_LINES + 1)), [""; 0]);
        assert_eq!(faults("ARCHITECTURE.md", &"x\n".repeat(MOST_LINES_OF_THE_MAP)), [""; 0]);
        assert_eq!(faults("ARCHITECTURE.md", &"x\n".repeat(MOST_LINES_OF_THE_MAP + 1)).len(), 1);
    }

    #[test]
    fn a_crate_with_lints_of_its_own_is_found() {
        assert_eq!(own_lints("[package]\nname = \"hex\"\n\n[lints]\nworkspace = true\n"), []);
        assert_eq!(own_lints("[dependencies]\n\n[lints]\nworkspace=true # all\n").len(), 1);
        assert_eq!(own_lints("[lints]\n[dependencies]\nworkspace = true\n").len(), 1);
        assert_eq!(own_lints("[lints.clippy]\nall = \"allow\"\n").len(), 1);
        assert_eq!(faults("Cargo.toml", "[workspace]\n"), [""; 0]);
        assert_eq!(faults("crates/hex/Cargo.toml", "[package]\n").len(), 1);
    }

    #[test]
    fn a_mirror_is_found_wherever_it_is_named() {
        for mirror in ["mirror.internal", "crates.io.mirror.internal", "user:secret@10.0.0.7", "notcrates.io"] {
            let found = faults("Cargo.lock", &format!("# one\nsparse+{}", link(mirror)));
            assert!(found.len() == 1 && found[0].starts_with("Cargo.lock:2:"), "{mirror}: {found:?}");
        }
        assert_eq!(faults("notes.md", &format!("{} {}", link("one.internal"), link("two.internal"))).len(), 2);
    }

    #[test]
    fn hosts_that_we_know_are_left_alone() {
        for known in ["crates.io", "static.crates.io", "www.apache.org", "127.0.0.1:8080", "localhost:80", "{address}"]
        {
            assert_eq!(faults("README.md", &link(known)), [""; 0], "{known}");
        }
        assert_eq!(faults("README.md", "an address begins with `https://`, a file with `file://`"), [""; 0]);
    }

    #[test]
    fn a_path_of_somebodys_machine_is_found() {
        for home in HOMES {
            assert_eq!(faults("notes.md", &format!("look in /{home}/somewhere")).len(), 1, "{home}");
            assert_eq!(faults("notes.md", &format!("look in ../{home}/x, {home}/x and src/{home}/x")), [""; 0]);
            assert_eq!(faults("notes.md", &format!("/{home} alone and /{home}-made/x")), [""; 0]);
        }
    }

    #[test]
    fn ignored_files_are_not_read() {
        let ignored = "/target\n/data\n*.snap.new\n/tests/browser/node_modules\n";
        assert!(is_ignored(ignored, "target") && is_ignored(ignored, "tests/a.snap.new"));
        assert!(is_ignored(ignored, "tests/browser/node_modules"));
        assert!(!is_ignored(ignored, "games/hexoust/data") && !is_ignored(ignored, "tests/a.snap"));
    }

    #[test]
    fn the_walk_finds_this_file_and_not_what_is_built() {
        let files = files(checkout::root()).unwrap();
        assert!(files.iter().any(|(path, _)| path == "xtask/src/rules.rs"));
        assert!(!files.iter().any(|(path, _)| path.starts_with("target/") || path.starts_with(".git/")));
    }
}
