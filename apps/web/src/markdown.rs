//! As much Markdown as rules need: headings, paragraphs, lists, tables left alone, emphasis, code.

use crate::html::{Element, Node, el};

/// The text as elements. What it does not know it shows as it stands; nothing in it becomes HTML by itself.
pub fn render(markdown: &str) -> Vec<Node> {
    let mut nodes = Vec::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            continue;
        }
        if let Some((level, words)) = heading(trimmed) {
            nodes.push(inline(el(level), words).into());
        } else if trimmed.starts_with("```") {
            let code: Vec<&str> = lines.by_ref().take_while(|line| !line.trim().starts_with("```")).collect();
            nodes.push(el("pre").child(el("code").text(code.join("\n"))).into());
        } else if let Some(first) = line.strip_prefix("    ") {
            let mut code = vec![first];
            while let Some(next) = lines.peek().and_then(|next| next.strip_prefix("    ")) {
                code.push(next);
                lines.next();
            }
            nodes.push(el("pre").child(el("code").text(code.join("\n"))).into());
        } else if let Some((tag, first)) = item(trimmed) {
            let mut items = vec![first.to_owned()];
            while let Some(next) = lines.next_if(|next| !next.trim().is_empty()) {
                match item(next.trim()) {
                    Some((_, words)) => items.push(words.to_owned()),
                    None => continue_with(items.last_mut().expect("a list has a first item"), next),
                }
            }
            nodes.push(el(tag).children(items.iter().map(|words| inline(el("li"), words))).into());
        } else {
            let mut words = trimmed.to_owned();
            while let Some(next) = lines.next_if(|next| {
                let next = next.trim();
                !next.is_empty() && heading(next).is_none() && item(next).is_none()
            }) {
                continue_with(&mut words, next);
            }
            nodes.push(inline(el("p"), &words).into());
        }
    }
    nodes
}

fn continue_with(words: &mut String, line: &str) {
    words.push(' ');
    words.push_str(line.trim());
}

fn heading(line: &str) -> Option<(&'static str, &str)> {
    let (marks, words) = line.split_once(' ')?;
    match marks {
        "#" => Some(("h1", words)),
        "##" => Some(("h2", words)),
        "###" => Some(("h3", words)),
        _ => None,
    }
}

fn item(line: &str) -> Option<(&'static str, &str)> {
    if let Some(words) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        return Some(("ul", words));
    }
    let (number, words) = line.split_once(". ")?;
    (!number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit())).then_some(("ol", words))
}

/// Emphasis and code inside a line; a mark without its partner stays a mark.
fn inline(mut element: Element, words: &str) -> Element {
    const MARKS: [(&str, &str); 3] = [("**", "strong"), ("*", "em"), ("`", "code")];
    let mut rest = words;
    let mut plain = String::new();
    'words: while let Some(letter) = rest.chars().next() {
        for (mark, tag) in MARKS {
            let Some((inside, after)) = rest.strip_prefix(mark).and_then(|rest| rest.split_once(mark)) else {
                continue;
            };
            if inside.is_empty() || inside.starts_with(' ') {
                continue;
            }
            if !plain.is_empty() {
                element = element.text(std::mem::take(&mut plain));
            }
            element = element.child(if tag == "code" { el(tag).text(inside) } else { inline(el(tag), inside) });
            rest = after;
            continue 'words;
        }
        plain.push(letter);
        rest = &rest[letter.len_utf8()..];
    }
    if plain.is_empty() { element } else { element.text(plain) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(markdown: &str) -> String {
        render(markdown).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn headings_paragraphs_and_lists() {
        assert_eq!(html("# A\nb\nc\n\n## D"), "<h1>A</h1>\n<p>b c</p>\n<h2>D</h2>");
        assert_eq!(html("- a\n  b\n- c"), "<ul>\n <li>a b</li>\n <li>c</li>\n</ul>");
        assert_eq!(html("1. a\n2. b"), "<ol>\n <li>a</li>\n <li>b</li>\n</ol>");
        assert_eq!(html("a:\n- b"), "<p>a:</p>\n<ul>\n <li>b</li>\n</ul>");
    }

    #[test]
    fn emphasis_and_code() {
        assert_eq!(html("a *b* **c *d* x** `e*f*`").matches("<em>").count(), 2);
        assert_eq!(html("**Quietly**: `g7`"), "<p><strong>Quietly</strong>: <code>g7</code></p>");
        assert_eq!(html("2 * 3 * 4"), "<p>2 * 3 * 4</p>");
        assert_eq!(html("    x\n    y"), "<pre>\n <code>x\ny</code>\n</pre>");
    }

    #[test]
    fn nothing_becomes_html_by_itself() {
        assert_eq!(html("<img src=x> [a](javascript:b)"), "<p>&lt;img src=x&gt; [a](javascript:b)</p>");
    }

    #[test]
    fn the_rules_of_every_game_are_read() {
        for game in catalog::GAMES {
            let html = html(game.info().rules);
            assert!(html.contains("<h1>") && html.contains("<h2>") && !html.contains("**"), "{}", game.info().key);
        }
    }
}
