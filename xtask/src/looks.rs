//! Makes the style sheet `looks.css` from the palette of the page (`palette.toml`) and from the look of each game
//! (`data/look.toml` in the game's folder). `cargo xtask web` and the tests of the page use this file.
//!
//! The files are TOML, of which only sections and `name = "text"` are used. A name is a custom property of the style
//! sheet. A game's look may set only names that the palette has, except in `[material]`.

use std::fs;
use std::path::Path;

/// The names and values of one section, in their order.
pub(crate) type Section = Vec<(String, String)>;

/// The sections of a file, in their order.
pub(crate) type Sections = Vec<(String, Section)>;

/// The sections of the palette: the page in both themes, and what is different with high contrast.
const OF_PALETTE: [&str; 4] = ["light", "dark", "contrast-light", "contrast-dark"];
/// The sections of a game's look: colours for both themes, colours for one theme, and the materials of its board.
const OF_LOOK: [&str; 4] = ["both", "light", "dark", "material"];

/// The parts of a board that can be of a material, with their selectors inside the board.
const PARTS: [(&str, &str); 7] = [
    ("mist", " .b-mist"),
    ("stone", " .b-gloss"),
    ("ground", " .b-cell:not(.b-reach)"),
    ("open", ":not(.dragging) .b-open .b-cell:not(.b-reach)"),
    ("slab", " .b-slab"),
    ("backdrop", " .b-backdrop"),
    ("glow", " .b-glow"),
];

/// The whole style sheet, for the checkout in this folder.
pub(crate) fn sheet(root: &Path) -> Result<String, String> {
    let palette = palette(root)?;
    let of = |name: &str| declarations(section(&palette, name));
    let (light, dark) = (of("light"), of("dark"));
    let page = in_themes("", &format!("color-scheme:light;{light}"), &format!("color-scheme:dark;{dark}"));
    let (light, dark) = (of("contrast-light"), of("contrast-dark"));
    let chosen = in_themes("[data-look=\"contrast\"]", &light, &dark);
    // The second `:root` makes these rules stronger than those of the themes.
    let wished = format!("@media (prefers-contrast:more){{\n{}}}\n", in_themes(":root", &light, &dark));
    let mut sheet = vec![page, chosen, wished];
    for (key, look) in looks(root, &palette)? {
        let of = |name: &str| declarations(section(&look, name));
        let inside = format!("[data-look=\"full\"] .look-{key} .whole");
        sheet.push("@media not all and (prefers-contrast:more){\n".to_owned());
        // Over a backdrop, the ground of places is a veil.
        let veil = section(&look, "material").iter().any(|(part, _)| part == "backdrop");
        let veil = if veil { "--veil:.5;" } else { "" };
        let both = format!("--material:inline;--plain:none;{veil}{}{}", of("both"), of("light"));
        sheet.push(within(&inside, &both, &of("dark")));
        for (part, material) in section(&look, "material") {
            let (_, selector) = PARTS.iter().find(|(known, _)| known == part).ok_or_else(|| {
                let parts: Vec<&str> = PARTS.iter().map(|(name, _)| *name).collect();
                format!("{key}: `{part}` is none of {}", parts.join(", "))
            })?;
            sheet.push(format!(":root{inside}{selector}{{--paint:url(#{material}-{key})}}\n"));
        }
        sheet.push("}\n".to_owned());
    }
    Ok(sheet.concat())
}

/// The palette of the page.
pub(crate) fn palette(root: &Path) -> Result<Sections, String> {
    let file = root.join("apps/web/palette.toml");
    let palette = read(&file, &OF_PALETTE)?;
    for (one, other) in [("light", "dark"), ("contrast-light", "contrast-dark")] {
        same_names(&palette, one, other).map_err(|problem| format!("{}: {problem}", file.display()))?;
    }
    Ok(palette)
}

/// A name that only one theme has would keep the light theme's value in the dark one.
fn same_names(sections: &Sections, one: &str, other: &str) -> Result<(), String> {
    let names = |of: &str| section(sections, of).iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    if names(one) == names(other) { Ok(()) } else { Err(format!("[{one}] and [{other}] have different names")) }
}

/// The looks of the games that have one, by the names of their folders.
pub(crate) fn looks(root: &Path, palette: &Sections) -> Result<Vec<(String, Sections)>, String> {
    let games = fs::read_dir(root.join("games")).map_err(|error| format!("games: {error}"))?;
    let mut folders: Vec<_> = games.filter_map(Result::ok).map(|entry| entry.path()).collect();
    folders.sort(); // equal sources must give equal pages
    let mut looks = Vec::new();
    for file in folders.into_iter().map(|folder| folder.join("data/look.toml")).filter(|file| file.is_file()) {
        let look = read(&file, &OF_LOOK)?;
        same_names(&look, "light", "dark").map_err(|problem| format!("{}: {problem}", file.display()))?;
        let colours = look.iter().filter(|(name, _)| name != "material").flat_map(|(_, section)| section);
        for (name, _) in colours {
            if !section(palette, "light").iter().any(|(known, _)| known == name) {
                return Err(format!("{}: the palette of the page has no `{name}`", file.display()));
            }
        }
        let key = file.iter().nth_back(2).unwrap_or_default().to_string_lossy().into_owned();
        looks.push((key, look));
    }
    Ok(looks)
}

/// The section of this name, which may be missing.
pub(crate) fn section<'a>(sections: &'a Sections, name: &str) -> &'a [(String, String)] {
    sections.iter().find(|(known, _)| known == name).map_or(&[], |(_, section)| section)
}

/// Rules for `:root` in both themes. The dark theme is chosen by the system or by the person.
fn in_themes(and: &str, light: &str, dark: &str) -> String {
    format!(
        ":root{and}{{{light}}}\n\
         @media (prefers-color-scheme:dark){{:root{and}:not([data-theme=\"light\"]){{{dark}}}}}\n\
         :root{and}[data-theme=\"dark\"]{{{dark}}}\n"
    )
}

/// Rules for something inside `:root` in both themes.
fn within(inside: &str, light: &str, dark: &str) -> String {
    format!(
        ":root{inside}{{{light}}}\n\
         @media (prefers-color-scheme:dark){{:root:not([data-theme=\"light\"]){inside}{{{dark}}}}}\n\
         :root[data-theme=\"dark\"]{inside}{{{dark}}}\n"
    )
}

fn declarations(section: &[(String, String)]) -> String {
    section.iter().map(|(name, value)| format!("--{name}:{value};")).collect::<Vec<_>>().concat()
}

/// The sections of a file. Only these names of sections are allowed.
fn read(file: &Path, allowed: &[&str]) -> Result<Sections, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    parse(&text, allowed).map_err(|problem| format!("{}, {problem}", file.display()))
}

fn parse(text: &str, allowed: &[&str]) -> Result<Sections, String> {
    let mut sections = Sections::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let wrong = |what: &str| format!("line {}: {what}", number + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            if !allowed.contains(&name) {
                return Err(wrong(&format!("the section is none of {}", allowed.join(", "))));
            }
            sections.push((name.to_owned(), Section::new()));
            continue;
        }
        let pair = line.split_once(" = ").and_then(|(name, value)| {
            let value = value.strip_prefix('"')?.split_once('"')?.0;
            Some((name.to_owned(), value.to_owned()))
        });
        let (name, value) = pair.ok_or_else(|| wrong("expected `name = \"text\"`"))?;
        let safe = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || "-#.%".contains(c));
        if !safe(&name) || !safe(&value) {
            return Err(wrong("names and values consist of letters, digits and -#.%"));
        }
        sections.last_mut().ok_or_else(|| wrong("a value before the first section"))?.1.push((name, value));
    }
    Ok(sections)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_is_read_and_what_is_wrong_with_it_is_said() {
        let look = parse("# glass\n[both]\nink = \"#fff\" # white\n\n[light]\ncell = \"#123456\"\n", &OF_LOOK);
        assert_eq!(section(&look.expect("it is right"), "light"), [("cell".to_owned(), "#123456".to_owned())]);
        for (text, problem) in [
            ("ink = \"#fff\"", "line 1: a value before the first section"),
            ("[night]", "line 1: the section is none of both, light, dark, material"),
            ("[both]\nink: #fff", "line 2: expected `name = \"text\"`"),
            ("[both]\nink = \"red;}\"", "line 2: names and values consist of letters, digits and -#.%"),
        ] {
            assert_eq!(parse(text, &OF_LOOK), Err(problem.to_owned()));
        }
    }

    #[test]
    fn both_themes_name_the_same_colours() {
        let look = parse("[light]\ncell = \"#fff\"\n[dark]\nslab = \"#000\"", &OF_LOOK).expect("it is read");
        assert!(same_names(&look, "light", "dark").is_err_and(|problem| problem.contains("different names")));
        assert!(same_names(&look, "light", "light").is_ok());
    }
}
