//! Joins the style sheets of the page into one file without comments. One file is compressed better than twelve, and a
//! browser asks for it once.

/// The name of the file.
const JOINED: &str = "sixfold.css";

/// A link to a style sheet in the page, around the name of the file.
const LINK: [&str; 2] = ["<link rel=\"stylesheet\" href=\"", "\">\n"];

/// Puts one style sheet in the place of all those that `index.html` links to, in the order of the links.
pub(crate) fn join(files: &[(String, Vec<u8>)]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let text = |name: &str| {
        let found = files.iter().find(|(known, _)| known == name);
        let (_, bytes) = found.ok_or_else(|| format!("the page links to {name}, which is not there"))?;
        String::from_utf8(bytes.clone()).map_err(|_| format!("{name} is not text"))
    };
    let index = text("index.html")?;
    let names: Vec<&str> = index.split(LINK[0]).skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let joined = names.iter().map(|name| Ok(without_comments(&text(name)?))).collect::<Result<String, String>>()?;
    let links: Vec<String> = names.iter().map(|name| format!("{}{name}{}", LINK[0], LINK[1])).collect();
    let (all, one) = (links.concat(), format!("{}{JOINED}{}", LINK[0], LINK[1]));
    if names.is_empty() || !index.contains(&all) {
        return Err("the links to style sheets in index.html are lines that follow each other".to_owned());
    }
    let page = index.replacen(&all, &one, 1);
    let is_other = |(name, _): &(String, Vec<u8>)| name != "index.html" && !names.contains(&name.as_str());
    let mut kept: Vec<_> = files.iter().filter(|file| is_other(file)).cloned().collect();
    kept.push(("index.html".to_owned(), page.into_bytes()));
    kept.push((JOINED.to_owned(), joined.into_bytes()));
    Ok(kept)
}

/// A style sheet without its comments, indents and empty lines. What looks like a comment inside quotes stays.
fn without_comments(sheet: &str) -> String {
    let (mut text, mut rest, mut quote) = (String::new(), sheet, None);
    while let Some(next) = rest.chars().next() {
        if quote.is_none() && rest.starts_with("/*") {
            rest = rest.split_once("*/").map_or("", |(_, rest)| rest);
            continue;
        }
        match quote {
            Some(open) if open == next => quote = None,
            None if matches!(next, '"' | '\'') => quote = Some(next),
            _ => {}
        }
        text.push(next);
        rest = &rest[next.len_utf8()..];
    }
    text.lines().map(str::trim).filter(|line| !line.is_empty()).flat_map(|line| [line, "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(index: &str) -> Vec<(String, Vec<u8>)> {
        [("a.css", "a { b: c; } /* d */\n\n"), ("b.css", "  e { content: \"/* f */\"; }\n"), ("index.html", index)]
            .map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec()))
            .to_vec()
    }

    #[test]
    fn the_sheets_become_one_in_the_order_of_the_page() {
        let index = "<link rel=\"stylesheet\" href=\"b.css\">\n<link rel=\"stylesheet\" href=\"a.css\">\n<p>\n";
        let joined = join(&files(index)).unwrap();
        let text = |name: &str| {
            let found = joined.iter().find(|(known, _)| known == name).unwrap();
            String::from_utf8(found.1.clone()).unwrap()
        };
        assert_eq!(text("index.html"), "<link rel=\"stylesheet\" href=\"sixfold.css\">\n<p>\n");
        assert_eq!(text("sixfold.css"), "e { content: \"/* f */\"; }\na { b: c; }\n");
        assert_eq!(joined.len(), 2);
    }

    #[test]
    fn a_link_that_cannot_be_joined_is_a_problem() {
        assert!(join(&files("<p>")).is_err(), "no sheet at all");
        assert!(join(&files("<link rel=\"stylesheet\" href=\"c.css\">\n")).is_err(), "a file that is not there");
        let apart = "<link rel=\"stylesheet\" href=\"a.css\">\n<p>\n<link rel=\"stylesheet\" href=\"b.css\">\n";
        assert!(join(&files(apart)).is_err(), "links that do not follow each other");
    }
}
