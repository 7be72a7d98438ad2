//! From Markdown to text with marks in it. `\u{1}` and a letter open an element, `\u{2}` closes the innermost one; the
//! address of a link stands between its letter and `\u{3}`. `apps/web/src/rulebook.rs` makes elements of the page from that.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag};

/// The text with its marks, or an error that names the part that cannot be shown.
pub fn compile(markdown: &str) -> Result<String, String> {
    if markdown.contains(['\u{1}', '\u{2}', '\u{3}']) {
        return Err("there are control characters in it".to_owned());
    }
    let mut text = String::new();
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        write(&mut text, event)?;
    }
    Ok(text)
}

fn write(text: &mut String, event: Event<'_>) -> Result<(), String> {
    match event {
        // HTML is shown as plain text and never interpreted.
        Event::Text(words) | Event::Html(words) | Event::InlineHtml(words) => text.push_str(&words),
        Event::SoftBreak => text.push('\n'),
        Event::Start(tag) => {
            text.push('\u{1}');
            text.push(letter(&tag)?);
            if let Tag::Link { dest_url, .. } = &tag {
                let is_place = |place: &str| place.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
                let leads_here = dest_url.strip_prefix('#').is_some_and(is_place);
                if !leads_here && !dest_url.starts_with("https://") {
                    return Err(format!("a link to `{dest_url}`: `#place` and `https://…` can be shown"));
                }
                text.push_str(dest_url);
                text.push('\u{3}');
            }
        }
        Event::End(_) => text.push('\u{2}'),
        Event::Code(code) => text.extend(["\u{1}c", &*code, "\u{2}"]),
        Event::HardBreak => text.push_str("\u{1}b\u{2}"),
        Event::Rule => text.push_str("\u{1}-\u{2}"),
        Event::InlineMath(_) | Event::DisplayMath(_) | Event::FootnoteReference(_) | Event::TaskListMarker(_) => {
            return Err("an extension of Markdown that is not switched on".to_owned());
        }
    }
    Ok(())
}

fn letter(tag: &Tag<'_>) -> Result<char, String> {
    Ok(match tag {
        Tag::Paragraph | Tag::HtmlBlock => 'p',
        Tag::Heading { level: HeadingLevel::H1, .. } => '1',
        Tag::Heading { level: HeadingLevel::H2, .. } => '2',
        Tag::Heading { level: HeadingLevel::H3, .. } => '3',
        Tag::BlockQuote(_) => 'q',
        Tag::CodeBlock(CodeBlockKind::Fenced(kind)) if &**kind == "example" => 'g',
        Tag::CodeBlock(_) => 'x',
        Tag::List(None) => 'u',
        Tag::List(Some(1)) => 'o',
        Tag::Item => 'l',
        Tag::Emphasis => 'e',
        Tag::Strong => 's',
        Tag::Link { .. } => 'a',
        Tag::Table(_) => 't',
        Tag::TableHead => 'h',
        Tag::TableRow => 'r',
        Tag::TableCell => 'd',
        Tag::List(Some(_))
        | Tag::Heading { .. }
        | Tag::Image { .. }
        | Tag::FootnoteDefinition(_)
        | Tag::DefinitionList
        | Tag::DefinitionListTitle
        | Tag::DefinitionListDefinition
        | Tag::Strikethrough
        | Tag::Superscript
        | Tag::Subscript
        | Tag::MetadataBlock(_) => return Err(format!("the page has nothing to show {tag:?} with")),
    })
}
