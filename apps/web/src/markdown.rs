//! Markdown as elements of the page. A library reads it, and its events become our tree and nothing else: no text becomes
//! HTML by itself, and links lead to places of the same text or to addresses that begin with `https:`.

use pulldown_cmark::{Alignment, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::html::{Element, Node, el};

/// How the places of a text are linked.
#[derive(Clone, Copy)]
pub struct Links<'a> {
    /// The address of the whole text. Its places lie under it.
    pub address: &'a str,
    /// Whether the browser stays at its address and only moves the focus: for a text that lies over something else.
    pub in_place: bool,
}

impl Links<'_> {
    /// A link to a place of the text.
    pub fn to(self, place: &str) -> Element {
        let link = el("a").attr("href", format!("{}/{place}", self.address));
        link.maybe("data-skip", self.in_place.then(|| format!("#{}", id(place))))
    }
}

/// The id in the document of a place of the text.
pub fn id(place: &str) -> String {
    format!("rule-{place}")
}

/// The place of the text that has this id in the document.
pub fn place(id: &str) -> Option<&str> {
    id.strip_prefix("rule-")
}

/// The words in an element, without its tags.
pub fn words(element: &Element) -> String {
    let of = |node: &Node| match node {
        Node::Text(text) => text.clone(),
        Node::Element(inside) => words(inside),
    };
    element.children.iter().map(of).collect()
}

/// The text as elements.
pub fn render(markdown: &str, links: Links<'_>) -> Vec<Node> {
    let root = vec![el("article")];
    let mut writer = Writer { links, open: root, headings: Vec::new(), columns: Vec::new(), in_head: false };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        writer.write(event);
    }
    writer.open.pop().map_or_else(Vec::new, |root| root.children)
}

struct Writer<'a> {
    links: Links<'a>,
    /// From the whole text to the innermost element that has begun. What has no tag of its own has the tag `""`.
    open: Vec<Element>,
    /// The places of the headings so far.
    headings: Vec<String>,
    /// How the columns of the table are aligned.
    columns: Vec<Alignment>,
    in_head: bool,
}

impl Writer<'_> {
    fn write(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.word(&text),
            Event::SoftBreak => self.word(" "),
            Event::Start(tag) => {
                let element = self.begin(tag);
                self.open.push(element);
            }
            Event::End(tag) => self.end(tag),
            Event::Code(code) => self.add(el("code").text(&*code)),
            Event::HardBreak => self.add(el("br")),
            Event::Rule => self.add(el("hr")),
            // Extensions that are not switched on.
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => self.word(&text),
            Event::TaskListMarker(_) => {}
        }
    }

    fn begin(&mut self, tag: Tag<'_>) -> Element {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => el("p"),
            Tag::Heading { level, .. } => el(match level {
                HeadingLevel::H1 => "h1",
                HeadingLevel::H2 => "h2",
                HeadingLevel::H3 => "h3",
                HeadingLevel::H4 | HeadingLevel::H5 | HeadingLevel::H6 => "h4",
            }),
            Tag::BlockQuote(_) => el("blockquote"),
            Tag::CodeBlock(_) => el("code"),
            Tag::List(None) => el("ul"),
            Tag::List(Some(first)) => el("ol").maybe("start", (first != 1).then_some(first)),
            Tag::Item => el("li"),
            Tag::Emphasis => el("em"),
            Tag::Strong => el("strong"),
            Tag::Link { dest_url, .. } => self.link(&dest_url),
            Tag::Table(columns) => {
                self.columns = columns;
                el("table")
            }
            Tag::TableHead => {
                self.in_head = true;
                el("tr")
            }
            Tag::TableRow => el("tr"),
            Tag::TableCell => self.cell(),
            // A picture is its description. The others are extensions that are not switched on.
            Tag::Image { .. }
            | Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Strikethrough
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => el(""),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        let Some(element) = self.open.pop() else { return };
        match tag {
            TagEnd::Heading(_) => self.end_heading(element),
            TagEnd::CodeBlock => self.add(el("pre").child(without_last_break(element))),
            TagEnd::TableHead => {
                self.in_head = false;
                self.add(el("thead").child(element));
            }
            TagEnd::Table => self.end_table(element),
            _ if element.tag.is_empty() => self.parent().children.extend(element.children),
            _ => self.add(element),
        }
    }

    /// The way to a place of this text, to a page elsewhere, or nowhere.
    fn link(&self, address: &str) -> Element {
        match address.strip_prefix('#') {
            Some(place) if place == name(place) && !place.is_empty() => self.links.to(place),
            _ if address.starts_with("https://") => el("a").attr("href", address).attr("rel", "noopener"),
            _ => el(""),
        }
    }

    /// A cell. Those of the first row and of the first column say what the others are about.
    fn cell(&self) -> Element {
        let at = self.open.last().map_or(0, |row| row.children.len());
        let cell = match (self.in_head, at) {
            (true, _) => el("th").attr("scope", "col"),
            (false, 0) => el("th").attr("scope", "row"),
            (false, _) => el("td"),
        };
        let class = match self.columns.get(at) {
            Some(Alignment::Right) => Some("right"),
            Some(Alignment::Center) => Some("centre"),
            Some(Alignment::Left | Alignment::None) | None => None,
        };
        cell.maybe("class", class)
    }

    /// A heading is a place that an address can lead to. Of several that read alike the later ones are numbered.
    fn end_heading(&mut self, heading: Element) {
        let name = name(&words(&heading));
        let again = self.headings.iter().filter(|known| **known == name).count();
        let place = if again == 0 { name.clone() } else { format!("{name}-{}", again + 1) };
        self.headings.push(name);
        self.add(heading.attr("id", id(&place)).attr("tabindex", "-1"));
    }

    /// A table stands in something that scrolls sideways by itself, so that the page does not.
    fn end_table(&mut self, table: Element) {
        let mut rows = table.children.into_iter();
        let head = rows.next();
        let body = el("tbody").children(rows.collect::<Vec<_>>());
        let wide = el("div").class("wide").attr("tabindex", "0").attr("role", "region");
        let wide = wide.maybe("aria-labelledby", self.headings.last().map(|place| id(place)));
        self.add(wide.child(el("table").children(head).child(body)));
    }

    fn parent(&mut self) -> &mut Element {
        self.open.last_mut().expect("the whole text stays open")
    }

    fn add(&mut self, element: Element) {
        self.parent().children.push(element.into());
    }

    /// Words come in pieces and are put together.
    fn word(&mut self, words: &str) {
        match self.parent().children.last_mut() {
            Some(Node::Text(text)) => text.push_str(words),
            _ => self.parent().children.push(Node::Text(words.to_owned())),
        }
    }
}

fn without_last_break(mut code: Element) -> Element {
    if let Some(Node::Text(text)) = code.children.last_mut() {
        text.truncate(text.trim_end_matches('\n').len());
    }
    code
}

/// Words as the name of a place: small letters, digits and dashes.
fn name(words: &str) -> String {
    let mut name = String::new();
    for letter in words.chars().flat_map(char::to_lowercase) {
        if letter.is_ascii_alphanumeric() {
            name.push(letter);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    name.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(markdown: &str) -> String {
        let links = Links { address: "#/rules/a", in_place: false };
        render(markdown, links).iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn headings_are_places() {
        let heading = |level: u8, place: &str, words: &str| {
            format!("<h{level} id=\"rule-{place}\" tabindex=\"-1\">{words}</h{level}>")
        };
        let expected =
            [heading(1, "your-turn", "Your *turn"), heading(2, "a-b", "A &amp; b"), heading(3, "a-b-2", "A, b")];
        assert_eq!(html("# Your *turn\n## A & b\n### A, b"), expected.join("\n"));
        assert_eq!(html("# A\nb\nc\n\n"), format!("{}\n<p>b c</p>", heading(1, "a", "A")));
    }

    #[test]
    fn lists_lie_in_lists() {
        assert_eq!(html("- a\n  b\n- c"), "<ul>\n <li>a b</li>\n <li>c</li>\n</ul>");
        assert_eq!(html("2. a\n3. b"), "<ol start=\"2\">\n <li>a</li>\n <li>b</li>\n</ol>");
        assert_eq!(html("- a\n  - b\n\nc"), "<ul>\n <li>a<ul>\n   <li>b</li>\n  </ul></li>\n</ul>\n<p>c</p>");
    }

    #[test]
    fn tables_say_what_their_cells_are_about() {
        let table = html("## The units\n| unit | attack |\n|---|--:|\n| *Pawn* | 2 |");
        for part in [
            r#"<div class="wide" tabindex="0" role="region" aria-labelledby="rule-the-units">"#,
            r#"<th scope="col">unit</th>"#,
            r#"<th scope="col" class="right">attack</th>"#,
            r#"<th scope="row">"#,
            "<em>Pawn</em>",
            r#"<td class="right">2</td>"#,
        ] {
            assert!(table.contains(part), "{part}: {table}");
        }
        assert!(!table.contains('|'), "{table}");
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
        assert_eq!(html("<img src=x> [a](javascript:b)"), "<p>&lt;img src=x&gt; a</p>");
        assert_eq!(html("<div>\nx</div>").matches("<div").count(), 0);
        assert_eq!(html("![a](https://example.com/b.png) [c](http://example.com)"), "<p>a c</p>");
    }

    #[test]
    fn links_lead_to_places_of_the_text_or_to_safe_pages() {
        assert_eq!(html("[a](#the-end)"), "<p>\n <a href=\"#/rules/a/the-end\">a</a>\n</p>");
        assert!(html("[a](https://example.com)").contains(r#"<a href="https://example.com" rel="noopener">a</a>"#));
        assert_eq!(html("[a](#/new/x)"), "<p>a</p>");
        let over = render("[a](#b)", Links { address: "#/rules/a", in_place: true });
        assert!(over[0].to_string().contains(r##"data-skip="#rule-b""##));
    }
}
