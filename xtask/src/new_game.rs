//! `cargo xtask new-game`: makes a small playable game and adds it to every list that names the games.

use crate::checkout;
use crate::failure::Failure;
use crate::shell;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Make the folder of a new game, playable and tested, and add it to every list
#[derive(Args)]
#[command(after_help = "Example: cargo xtask new-game hex-chess")]
pub(crate) struct NewGame {
    /// Small letters and hyphens, such as hex-chess: the game's name in commands, records and addresses
    name: String,
}

/// The files of the folder. They have placeholders such as `{{key}}` for the game's names ([`Names::fill`]).
const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../new_game/Cargo.toml.template")),
    ("src/lib.rs", include_str!("../new_game/src/lib.rs")),
    ("src/{{crate}}.rs", include_str!("../new_game/src/game.rs")),
    ("src/position.rs", include_str!("../new_game/src/position.rs")),
    ("src/scene.rs", include_str!("../new_game/src/scene.rs")),
    ("src/view.rs", include_str!("../new_game/src/view.rs")),
    ("data/en.txt", include_str!("../new_game/data/en.txt")),
    ("data/de.txt", include_str!("../new_game/data/de.txt")),
    ("data/rules.en.md", include_str!("../new_game/data/rules.en.md")),
    ("data/rules.de.md", include_str!("../new_game/data/rules.de.md")),
    ("data/strategy.en.md", include_str!("../new_game/data/strategy.en.md")),
    ("data/strategy.de.md", include_str!("../new_game/data/strategy.de.md")),
    ("data/card.en.md", include_str!("../new_game/data/card.en.md")),
    ("data/card.de.md", include_str!("../new_game/data/card.de.md")),
    ("data/look.toml", include_str!("../new_game/data/look.toml")),
    ("data/demo.record", include_str!("../new_game/data/demo.record")),
    ("data/lesson.toml", include_str!("../new_game/data/lesson.toml")),
    ("data/lesson.en.txt", include_str!("../new_game/data/lesson.en.txt")),
    ("data/lesson.de.txt", include_str!("../new_game/data/lesson.de.txt")),
    ("tests/common/mod.rs", include_str!("../new_game/tests/common/mod.rs")),
    ("tests/common/naive.rs", include_str!("../new_game/tests/common/naive.rs")),
    ("tests/conformance.rs", include_str!("../new_game/tests/conformance.rs")),
    ("tests/danger.rs", include_str!("../new_game/tests/danger.rs")),
    ("tests/golden.rs", include_str!("../new_game/tests/golden.rs")),
    ("tests/model.rs", include_str!("../new_game/tests/model.rs")),
    ("tests/no_allocation.rs", include_str!("../new_game/tests/no_allocation.rs")),
    ("tests/perft.rs", include_str!("../new_game/tests/perft.rs")),
    ("tests/perft/start.perft", include_str!("../new_game/tests/perft/start.perft")),
    ("tests/perft/threat.perft", include_str!("../new_game/tests/perft/threat.perft")),
    ("tests/rulings/main.rs", include_str!("../new_game/tests/rulings/main.rs")),
    ("tests/words.rs", include_str!("../new_game/tests/words.rs")),
];

/// The evaluation for the computer, in `crates/ai`.
const EVALUATION: &str = "//! {{Title}} is evaluated by random playouts.

use {{crate}}::{{Type}};

use crate::evaluation::{Evaluated, Playouts};

impl Evaluated for {{Type}} {
    type Evaluation = Playouts<Self>;
}
";

/// A place in the workspace that lists the games: the text of a game that is in the list, and the text of the new game,
/// which is inserted after it. `cargo fmt` sorts modules afterwards; the other lists have no order.
struct List {
    file: &'static str,
    behind: &'static str,
    add: &'static str,
}

const LISTS: &[List] = &[
    List {
        file: "Cargo.toml",
        behind: "hexoust = { package = \"sixfold-hexoust\", path = \"games/hexoust\" }",
        add: "\n{{key}} = { package = \"sixfold-{{key}}\", path = \"games/{{key}}\" }",
    },
    List {
        file: "Cargo.toml",
        behind: "[profile.web.package.sixfold-hexoust]\nopt-level = \"s\"",
        add: "\n\n[profile.web.package.sixfold-{{key}}]\nopt-level = \"s\"",
    },
    List {
        file: "crates/catalog/Cargo.toml",
        behind: "hexoust = { workspace = true }",
        add: "\n{{key}} = { workspace = true }",
    },
    List { file: "crates/catalog/src/lib.rs", behind: "games![hexoust::HexOust,", add: " {{crate}}::{{Type}}," },
    List {
        file: "crates/ai/Cargo.toml",
        behind: "hexoust = { workspace = true }",
        add: "\n{{key}} = { workspace = true }",
    },
    List { file: "crates/ai/src/evaluation/mod.rs", behind: "mod hexoust;", add: "\nmod {{crate}};" },
    List {
        file: "README.md",
        behind: "| HexOust | Mark Steere's Oust on 127 hexes: capture every enemy stone | ![HexOust: glass stones on slate](docs/pictures/hexoust.webp) |",
        add: "\n| {{Title}} | four in a row on hexes | ![{{Title}}: round stones](docs/pictures/{{key}}.webp) |",
    },
    List {
        file: "README.md",
        behind: "- the rules of [HexOust](games/hexoust/data/rules.en.md),",
        add: " [{{Title}}](games/{{key}}/data/rules.en.md),",
    },
    List {
        file: "tests/browser/src/words.mjs",
        behind: "  hexoust: \"HexOust\",",
        add: "\n  \"{{key}}\": \"{{Title}}\",",
    },
    List {
        file: "tests/browser/src/matches.mjs",
        behind: "level: \"1\", options: { size: \"4\" }, most: 200 },",
        add: "\n  { game: \"{{key}}\", theirs: /[a-z]\\d/, opponent: \"screen\", most: 200 },",
    },
    List {
        file: "tests/browser/sight.test.mjs",
        behind: "const PHASES = {",
        add: "\n  \"{{key}}\": [[\"place\", \"usual\", (_, count) => count === 2]],",
    },
    List {
        file: "tests/browser/src/tour.mjs",
        behind: "  hexoust: { opponent: \"screen\", options: { size: \"7\" }, moves: 16 },",
        add: "\n  \"{{key}}\": { opponent: \"screen\", moves: 6 },",
    },
];

/// Names that the crate or module of a game cannot have: keywords, the standard crates, and the modules beside it.
const RESERVED: &[&str] = &[
    "alloc", "as", "async", "await", "break", "const", "continue", "core", "crate", "dyn", "else", "enum", "extern",
    "false", "fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "position", "pub", "ref",
    "return", "scene", "self", "static", "std", "struct", "super", "test", "trait", "true", "type", "unsafe", "use",
    "view", "where", "while",
];

impl NewGame {
    pub(crate) fn run(&self) -> Result<ExitCode, Failure> {
        let names = Names::of(&self.name, &ruling_letters(checkout::root())?)?;
        make(checkout::root(), &names)?;
        // `cargo fmt` sorts the new module by its name, and the lock file needs the new package.
        shell::run(&mut shell::cargo(&["fmt", "--all"]))?;
        shell::run(&mut shell::cargo(&["update", "--workspace", "--offline"]))?;
        let key = &names.key;
        println!("games/{key} is there, and in every list. It is four in a row on hexes: make your game of it.\n");
        println!(
            "    UPDATE_PERFT=1 UPDATE_GOLDEN=1 cargo test -p sixfold-{key}   # once: fills perft tables and golden games"
        );
        println!("    cargo test -p sixfold-{key}                                  # its suite");
        println!("    cargo run -p sixfold -- play {key}                           # in the terminal");
        println!(
            "    cargo xtask gallery --approve                                # approves the pictures of its page"
        );
        println!(
            "    cargo xtask gallery --readme                                 # takes its picture for README.md\n"
        );
        println!(
            "CONTRIBUTING.md, \"Adding a game\", says what to change and where to look for dice, secrets and rule sets."
        );
        println!("Credit the game's author in README.md, under \"Licence\". Before you commit: cargo xtask test");
        Ok(ExitCode::SUCCESS)
    }
}

/// The spellings of a game's name.
struct Names {
    /// `hex-chess`.
    key: String,
    /// The two letters before the number of a ruling: `HC`.
    letters: String,
}

impl Names {
    /// The spellings of a name. The letters before the numbers of rulings are not among those that are `taken`.
    fn of(key: &str, taken: &[String]) -> Result<Self, Failure> {
        let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
        if key.len() < 2 || key.len() > 20 || !key.split('-').all(is_word) {
            let right = "two to twenty small letters, words joined by a hyphen, as in hex-chess";
            return Err(Failure::Usage(format!("`{key}` is no name of a game: {right}")));
        }
        if RESERVED.contains(&key) {
            return Err(Failure::Usage(format!("`{key}` means something in Rust or in every game: take another name")));
        }
        let letters = letters(key).find(|letters| !taken.contains(letters)).ok_or_else(|| {
            Failure::Usage(format!("other games number their rulings with all letters of `{key}`: take another name"))
        })?;
        Ok(Self { key: key.to_owned(), letters })
    }

    fn words(&self) -> impl Iterator<Item = String> {
        self.key.split('-').map(|word| word[..1].to_uppercase() + &word[1..])
    }

    fn fill(&self, template: &str) -> String {
        let values = [
            ("{{key}}", self.key.clone()),
            ("{{crate}}", self.key.replace('-', "_")),
            ("{{Type}}", self.words().collect()),
            ("{{Title}}", self.words().collect::<Vec<_>>().join(" ")),
            ("{{PREFIX}}", self.letters.clone()),
            ("{{prefix}}", self.letters.to_lowercase()),
        ];
        values.iter().fold(template.to_owned(), |text, (name, value)| text.replace(name, value))
    }
}

/// The pairs of letters that could stand before the numbers of a game's rulings, the best first: the first letters of its
/// first two words, or its first letter and any later one. The page finds rulings by exactly two letters and a number.
fn letters(key: &str) -> impl Iterator<Item = String> {
    let first = &key[..1];
    let later = key.split('-').skip(1).chain([&key[1..]]).flat_map(str::chars).filter(|letter| *letter != '-');
    later.map(move |letter| format!("{first}{letter}").to_uppercase())
}

/// The letters before the numbers of the rulings of all games.
fn ruling_letters(root: &Path) -> Result<Vec<String>, Failure> {
    let failed = |path: &Path, error: std::io::Error| Failure::Failed(format!("{}: {error}", path.display()));
    let games = root.join("games");
    let mut found = Vec::new();
    for entry in fs::read_dir(&games).map_err(|error| failed(&games, error))?.flatten() {
        let path = entry.path().join("data/rules.en.md");
        let rules = fs::read_to_string(&path).map_err(|error| failed(&path, error))?;
        let is_pair = |letters: &&str| letters.len() == 2 && letters.bytes().all(|byte| byte.is_ascii_uppercase());
        let letters = rules.lines().filter_map(|line| line.strip_prefix("- **")?.split('-').next()).find(is_pair);
        found.extend(letters.map(str::to_owned));
    }
    Ok(found)
}

/// Makes the game in the checkout at this root. All texts are made before the first file is written.
fn make(root: &Path, names: &Names) -> Result<(), Failure> {
    let failed = |path: &Path, error: &dyn std::fmt::Display| Failure::Failed(format!("{}: {error}", path.display()));
    let key = &names.key;
    let taken = fs::read_dir(root.join("crates"))
        .into_iter()
        .flatten()
        .chain(fs::read_dir(root.join("games")).into_iter().flatten());
    if taken.flatten().any(|entry| entry.file_name().to_string_lossy().eq_ignore_ascii_case(key)) {
        return Err(Failure::Usage(format!("there is a folder `{key}` under games or crates already")));
    }
    let manifest = root.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).map_err(|error| failed(&manifest, &error))?;
    if text.lines().any(|line| line.split([' ', '=']).next() == Some(key)) {
        return Err(Failure::Usage(format!("`{key}` is the name of a crate that the workspace uses already")));
    }
    let mut edited: Vec<(PathBuf, String)> = Vec::new();
    for list in LISTS {
        let path = root.join(list.file);
        let known = edited.iter().position(|(edited, _)| *edited == path);
        let text = match known {
            Some(at) => edited.remove(at).1,
            None => fs::read_to_string(&path).map_err(|error| failed(&path, &error))?,
        };
        if text.matches(list.behind).count() != 1 {
            let problem = format!("`{}` is not there once; xtask/src/new_game.rs has to follow", list.behind);
            return Err(failed(&path, &problem));
        }
        let text = text.replacen(list.behind, &format!("{}{}", list.behind, names.fill(list.add)), 1);
        edited.push((path, text));
    }
    let folder = root.join("games").join(key);
    let files = FILES.iter().map(|(name, template)| (folder.join(names.fill(name)), names.fill(template)));
    let evaluation = root.join("crates/ai/src/evaluation").join(names.fill("{{crate}}.rs"));
    let all: Vec<(PathBuf, String)> = files.chain([(evaluation, names.fill(EVALUATION))]).chain(edited).collect();
    fs::create_dir_all(folder.join("tests/golden")).map_err(|error| failed(&folder, &error))?;
    for (path, text) in &all {
        let parent = path.parent().unwrap_or(root);
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(path, text));
        written.map_err(|error| failed(path, &error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::process::Command;

    /// Copies the files of this checkout that a new game changes, or all sources.
    fn copy(root: &Path, folder: &Path, files: &[&str]) {
        for file in files {
            let to = folder.join(file);
            fs::create_dir_all(to.parent().unwrap()).unwrap();
            fs::copy(root.join(file), to).unwrap();
        }
        for name in ["crates", "games"] {
            fs::create_dir_all(folder.join(name)).unwrap();
        }
    }

    fn touched() -> Vec<&'static str> {
        LISTS.iter().map(|list| list.file).collect()
    }

    #[test]
    fn a_name_is_a_word_or_words_and_has_all_its_spellings() {
        let names = Names::of("hex-chess", &[]).unwrap();
        let spellings = names.fill("{{key}} {{crate}} {{Type}} {{Title}} {{PREFIX}} {{prefix}}");
        assert_eq!(spellings, "hex-chess hex_chess HexChess Hex Chess HC hc");
        let taken = ruling_letters(checkout::root()).unwrap();
        assert!(
            ["HO", "HL", "IN", "HD", "HS"].iter().all(|letters| taken.contains(&(*letters).to_owned())),
            "{taken:?}"
        );
        for (name, letters) in [("havannah", "HA"), ("hex-lines", "HI"), ("inside", "IS"), ("hex-to-hex", "HT")] {
            assert_eq!(Names::of(name, &taken).unwrap().letters, letters, "{name}");
        }
        assert!(Names::of("ab", &["AB".to_owned()]).is_err());
        for wrong in [
            "",
            "a",
            "Hex",
            "hex_chess",
            "-hex",
            "hex-",
            "hex--chess",
            "9hex",
            "hex-2d-é",
            "../x",
            "a b",
            "match",
            "view",
        ] {
            assert!(Names::of(wrong, &[]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_new_game_is_in_every_list_and_nothing_is_left_to_fill() {
        let folder = tempfile::tempdir().unwrap();
        copy(checkout::root(), folder.path(), &touched());
        make(folder.path(), &Names::of("hex-tac", &[]).unwrap()).unwrap();
        for list in LISTS {
            let text = fs::read_to_string(folder.path().join(list.file)).unwrap();
            assert!(["hex-tac", "hex_tac", "Hex Tac"].iter().any(|name| text.contains(name)), "{}", list.file);
            assert!(!text.contains("{{"), "{}", list.file);
        }
        for (name, _) in FILES {
            let path = folder.path().join("games/hex-tac").join(name.replace("{{crate}}", "hex_tac"));
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            // What is left is for the page: the words of an option.
            assert!(!text.replace("{{option.", "").contains("{{"), "{name}");
        }
        let before = fs::read_to_string(folder.path().join("Cargo.toml")).unwrap();
        for taken in ["hex-tac", "hexoust", "serde", "hex"] {
            assert!(make(folder.path(), &Names::of(taken, &[]).unwrap()).is_err(), "{taken}");
        }
        assert_eq!(fs::read_to_string(folder.path().join("Cargo.toml")).unwrap(), before);
    }

    #[test]
    fn the_row_in_the_readme_has_every_column_and_takes_nothing_from_the_others() {
        let folder = tempfile::tempdir().unwrap();
        copy(checkout::root(), folder.path(), &touched());
        let rows = || -> Vec<String> {
            let readme = fs::read_to_string(folder.path().join("README.md")).unwrap();
            readme.lines().filter(|line| line.starts_with('|')).map(str::to_owned).collect()
        };
        let before = rows();
        make(folder.path(), &Names::of("hex-tac", &[]).unwrap()).unwrap();
        let (new, old): (Vec<String>, Vec<String>) = rows().into_iter().partition(|row| row.contains("Hex Tac"));
        assert_eq!(old, before, "the other games keep their rows and pictures");
        let [row] = &new[..] else { panic!("one row for the new game: {new:?}") };
        assert_eq!(row.matches('|').count(), before[0].matches('|').count(), "{row}");
        assert!(row.ends_with(" |") && row.contains("docs/pictures/hex-tac.webp"), "{row}");
    }

    /// Tests look over all games, and expect a text, a look or a recorded match that every game has.
    #[test]
    fn a_new_game_has_every_kind_of_data_that_all_games_have() {
        let games = fs::read_dir(checkout::root().join("games")).unwrap().flatten();
        let mut common: Option<BTreeSet<String>> = None;
        for game in games {
            let files = fs::read_dir(game.path().join("data")).unwrap().flatten();
            let names: BTreeSet<String> =
                files.map(|file| format!("data/{}", file.file_name().to_string_lossy())).collect();
            common = Some(common.map_or_else(|| names.clone(), |common| &common & &names));
        }
        let made: BTreeSet<String> =
            FILES.iter().map(|(name, _)| (*name).to_owned()).filter(|name| name.starts_with("data/")).collect();
        assert_eq!(made, common.unwrap());
    }

    /// The tests of the page want this of the texts of every game.
    #[test]
    fn the_texts_of_a_new_game_are_long_enough_and_its_rules_have_examples() {
        let is_chapter =
            |name: &str| ["rules.", "strategy.", "card."].iter().any(|chapter| name[5..].starts_with(chapter));
        for (name, text) in FILES.iter().filter(|(name, _)| name.starts_with("data/") && is_chapter(name)) {
            assert!(text.chars().count() > 1000, "{name} is short");
            if name.contains("rules") {
                assert!(text.matches("```example").count() >= 5, "{name} has too few examples");
                assert!(text.contains("{{option.base}}"), "{name} does not name the option");
            }
        }
    }

    #[test]
    fn where_a_list_has_changed_nothing_is_half_made() {
        let folder = tempfile::tempdir().unwrap();
        copy(checkout::root(), folder.path(), &touched());
        let last = folder.path().join(LISTS.last().unwrap().file);
        fs::write(&last, "nothing that is known\n").unwrap();
        let before = fs::read_to_string(folder.path().join("Cargo.toml")).unwrap();
        let problem = make(folder.path(), &Names::of("hex-tac", &[]).unwrap()).unwrap_err().to_string();
        assert!(problem.contains("xtask/src/new_game.rs has to follow"), "{problem}");
        assert!(!folder.path().join("games/hex-tac").exists());
        assert_eq!(fs::read_to_string(folder.path().join("Cargo.toml")).unwrap(), before);
    }

    #[test]
    #[ignore = "compiles a game in a copy of the sources: minutes"]
    fn the_suite_of_a_new_game_passes() {
        let root = checkout::root();
        let folder = tempfile::tempdir().unwrap();
        let listed =
            Command::new("git").args(["ls-files", "-co", "--exclude-standard"]).current_dir(root).output().unwrap();
        let files = String::from_utf8(listed.stdout).unwrap();
        let present: Vec<&str> = files.lines().filter(|file| root.join(file).is_file()).collect();
        copy(root, folder.path(), &present);
        make(folder.path(), &Names::of("hex-tac", &[]).unwrap()).unwrap();
        // The target folder of this checkout is used, so that dependencies are not compiled again.
        let cargo = |update: bool, arguments: &[&str]| {
            let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
            cargo.arg("--offline").args(arguments).current_dir(folder.path());
            cargo.env("CARGO_TARGET_DIR", root.join("target"));
            if update {
                cargo.envs([("UPDATE_PERFT", "1"), ("UPDATE_GOLDEN", "1")]);
            }
            let done = cargo.output().unwrap();
            let said = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
            assert!(done.status.success(), "{arguments:?}: {said}");
        };
        let test: &[&str] = &["test", "-p", "sixfold-hex-tac"];
        cargo(true, test);
        let filled = fs::read_to_string(folder.path().join("games/hex-tac/tests/perft/start.perft")).unwrap();
        assert!(filled.ends_with("1 19\n2 342\n3 5814\n"), "{filled}");
        cargo(false, test);
        for package in ["sixfold-hex-tac", "sixfold-ai", "sixfold-catalog"] {
            cargo(false, &["clippy", "-p", package, "--all-targets", "--", "-D", "warnings"]);
        }
        cargo(false, &["test", "-p", "sixfold-catalog"]);
        cargo(false, &["test", "-p", "sixfold-web"]);
        assert_eq!(crate::rules::broken(folder.path()).unwrap(), Vec::<String>::new());
    }
}
