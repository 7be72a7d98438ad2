//! Makes the texts that the page loads on demand: those about the games, and everything that is said in another language than
//! English.
//!
//! The rules, the strategy and the reference card of a game are Markdown, which is compiled here. Parsing it in the
//! browser would add 57 KB to every visitor's download. Lessons stay as they are written.

mod compile;

pub use compile::compile;

use std::fs;
use std::io;
use std::path::Path;

/// The texts that are written in Markdown, one file a language: `rules.en.md`.
pub const CHAPTERS: [&str; 3] = ["rules", "strategy", "card"];
/// The texts that the page reads as they are: `lesson.toml`, and `lesson.en.txt` for each language.
const LESSON: &str = "lesson";
/// The recorded match that the home page shows, and the name under which the page loads it.
const DEMO: (&str, &str) = ("demo.record", "demo.txt");

/// The folder of the texts in other languages than English.
const LANGUAGES: &str = "languages";
/// The language that is built into the page.
const BUILT_IN: &str = "en";

/// A file that the page can load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path in the folder of the texts, with `/` between its parts: `hexoust/rules.en.txt`.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// All texts of a checkout, sorted by their paths in each folder, so that equal sources give equal pages.
pub fn files(checkout: &Path) -> Result<Vec<File>, String> {
    let games = &checkout.join("games");
    let mut files = languages(checkout, games)?;
    for game in names(games)? {
        let data = games.join(&game).join("data");
        if !data.is_dir() {
            continue;
        }
        for name in names(&data)? {
            let Some(served) = served_name(&name) else { continue };
            let path = data.join(&name);
            let problem = |problem: String| format!("{}: {problem}", path.display());
            let source = fs::read_to_string(&path).map_err(|error| problem(error.to_string()))?;
            let text = if path.extension().is_some_and(|ending| ending == "md") {
                compile(&source).map_err(problem)?
            } else {
                source
            };
            files.push(File { path: format!("{game}/{served}"), text });
        }
    }
    Ok(files)
}

/// What is said in each language that is not built in: one file a language, with a part for each message file
/// (`crates/game/src/languages.rs`). The message files of the page say which languages there are.
fn languages(checkout: &Path, games: &Path) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    for name in names(&checkout.join("apps/web/data"))? {
        let Some(language) = name.strip_suffix(".txt").filter(|language| *language != BUILT_IN) else { continue };
        let mut parts = vec![
            ("page".to_owned(), format!("apps/web/data/{language}.txt")),
            ("client".to_owned(), format!("crates/client/data/{language}.txt")),
            ("faults".to_owned(), format!("crates/game/data/faults.{language}.txt")),
        ];
        parts.extend(names(games)?.into_iter().map(|game| {
            let path = format!("games/{game}/data/{language}.txt");
            (game, path)
        }));
        let mut text = String::new();
        for (part, path) in parts.into_iter().filter(|(_, path)| checkout.join(path).exists()) {
            let file = fs::read_to_string(checkout.join(&path)).map_err(|error| format!("{path}: {error}"))?;
            text.extend([format!("[{part}]\n"), plain(&file)]);
        }
        files.push(File { path: format!("{LANGUAGES}/{language}.txt"), text });
    }
    Ok(files)
}

/// The sentences of a message file, without comments and empty lines.
fn plain(file: &str) -> String {
    let lines = file.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The name under which the page loads a file of a game; `None` if it does not load it.
fn served_name(name: &str) -> Option<String> {
    if name == DEMO.0 {
        return Some(DEMO.1.to_owned());
    }
    let (chapter, rest) = name.split_once('.')?;
    match rest.strip_suffix(".md") {
        Some(language) if CHAPTERS.contains(&chapter) => Some(format!("{chapter}.{language}.txt")),
        _ => (chapter == LESSON).then(|| name.to_owned()),
    }
}

/// Writes the texts into a folder. Files that are already as they should be are left alone, so that what was made from
/// them stays valid; files of texts that are no longer there are removed, with their compressed copies.
pub fn write(files: &[File], folder: &Path) -> Result<(), String> {
    let problem = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| problem(folder, error))?;
    for File { path, text } in files {
        let to = folder.join(path);
        if fs::read(&to).ok().as_deref() != Some(text.as_bytes()) {
            let parent = to.parent().unwrap_or(folder);
            fs::create_dir_all(parent).map_err(|error| problem(parent, error))?;
            fs::write(&to, text).map_err(|error| problem(&to, error))?;
        }
    }
    for game in names(folder)? {
        for name in names(&folder.join(&game))? {
            let of = name.strip_suffix(".br").or(name.strip_suffix(".gz")).unwrap_or(&name);
            let path = format!("{game}/{of}");
            if !files.iter().any(|file| file.path == path) {
                let old = folder.join(&game).join(&name);
                fs::remove_file(&old).map_err(|error| problem(&old, error))?;
            }
        }
    }
    Ok(())
}

/// The names of what is in a folder, sorted.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let problem = |error: io::Error| format!("{}: {error}", folder.display());
    let entries: Result<Vec<_>, _> = fs::read_dir(folder).map_err(problem)?.collect();
    let mut names: Vec<String> =
        entries.map_err(problem)?.iter().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_page_are_found_and_nothing_else() {
        let named = |name: &str| served_name(name);
        assert_eq!(named("rules.en.md").as_deref(), Some("rules.en.txt"));
        assert_eq!(named("card.de.md").as_deref(), Some("card.de.txt"));
        assert_eq!(named("demo.record").as_deref(), Some("demo.txt"));
        assert_eq!(named("lesson.toml").as_deref(), Some("lesson.toml"));
        assert_eq!(named("lesson.de.txt").as_deref(), Some("lesson.de.txt"));
        for other in ["en.txt", "numbers.toml", "rules.toml", "notes.en.md", "rules"] {
            assert_eq!(named(other), None, "{other}");
        }
    }

    #[test]
    fn every_game_of_the_workspace_has_texts() {
        let checkout = Path::new("../..");
        let files = files(checkout).expect("the texts compile");
        let german = files.iter().find(|file| file.path == "languages/de.txt").expect("there is German");
        assert!(!files.iter().any(|file| file.path == "languages/en.txt"), "English is built in");
        for part in ["page", "client", "faults"] {
            assert!(german.text.contains(&format!("[{part}]\n")), "{part}");
        }
        for game in names(&checkout.join("games")).expect("the folder can be read") {
            assert!(german.text.contains(&format!("\n[{game}]\n")), "{game}");
            let rules = files.iter().find(|file| file.path == format!("{game}/rules.en.txt"));
            assert!(rules.is_some_and(|rules| rules.text.starts_with('\u{1}')), "{game}");
        }
    }

    #[test]
    fn a_folder_is_brought_up_to_date() {
        let folder = std::env::temp_dir().join(format!("sixfold-content-{}", std::process::id()));
        let file = |path: &str, text: &str| File { path: path.to_owned(), text: text.to_owned() };
        write(&[file("a/rules.en.txt", "1"), file("b/card.en.txt", "2")], &folder).unwrap();
        fs::write(folder.join("b/card.en.txt.gz"), "packed").unwrap();
        fs::write(folder.join("a/rules.en.txt.br"), "packed").unwrap();
        write(&[file("a/rules.en.txt", "3")], &folder).unwrap();
        assert_eq!(fs::read_to_string(folder.join("a/rules.en.txt")).unwrap(), "3");
        assert_eq!(names(&folder.join("a")).unwrap(), ["rules.en.txt", "rules.en.txt.br"]);
        assert_eq!(names(&folder.join("b")).unwrap(), Vec::<String>::new());
        fs::remove_dir_all(&folder).unwrap();
    }
}
