//! Texts about the games as elements of the page. They are compiled from Markdown to text with marks when the page is built
//! (`xtask/content/src/compile.rs`). The text never becomes HTML, and links lead only to sections of the same text or to
//! `https:` addresses.

use crate::html::{Element, Node, el};

/// How links to sections of a text are made.
#[derive(Clone, Copy)]
pub struct Links<'a> {
    /// The address of the whole text. The addresses of its sections begin with it.
    pub address: &'a str,
    /// Whether the browser keeps its address and only moves the focus. This is for a text in a dialog.
    pub in_place: bool,
}

impl Links<'_> {
    /// A link to a section of the text.
    pub fn to(self, place: &str) -> Element {
        let link = el("a").attr("href", format!("{}/{place}", self.address));
        link.maybe("data-skip", self.in_place.then(|| format!("#{}", id(place))))
    }
}

/// The element id of a section.
pub fn id(place: &str) -> String {
    format!("rule-{place}")
}

/// The section with this element id.
pub fn place(id: &str) -> Option<&str> {
    id.strip_prefix("rule-")
}

/// The text of an element, without its tags.
pub fn words(element: &Element) -> String {
    element.children.iter().map(words_of).collect()
}

fn words_of(node: &Node) -> String {
    match node {
        Node::Text(text) => text.clone(),
        Node::Element(inside) => words(inside),
        Node::Kept(inside) => words(inside),
    }
}

/// The class of an element that holds the source of an example. The view puts the drawn example in its place.
pub const EXAMPLE: &str = "example-source";

/// The sources of the examples of a compiled text, in its order.
pub fn examples(compiled: &str) -> impl Iterator<Item = &str> {
    compiled.split("\u{1}g").skip(1).filter_map(|rest| rest.split('\u{2}').next())
}

/// Renders a compiled text as elements.
pub fn render(compiled: &str, links: Links<'_>) -> Vec<Node> {
    let mut writer = Writer { links, open: vec![el("article")], headings: Vec::new(), columns: Vec::new() };
    // Every piece but the first begins with a mark.
    let mut pieces = compiled.split_inclusive(['\u{1}', '\u{2}']);
    let mut before = None;
    for piece in pieces.by_ref() {
        let (words, mark) = match piece.chars().next_back() {
            Some(mark @ ('\u{1}' | '\u{2}')) => (&piece[..piece.len() - 1], Some(mark)),
            _ => (piece, None),
        };
        let words = if before == Some('\u{1}') { writer.begin(words) } else { words };
        writer.word(words);
        if mark == Some('\u{2}') {
            writer.end();
        }
        before = mark;
    }
    writer.open.into_iter().next().map_or_else(Vec::new, Element::into_children)
}

struct Writer<'a> {
    links: Links<'a>,
    /// The open elements, from the whole text to the innermost.
    open: Vec<Element>,
    /// The names of the headings so far, to number repeated ones.
    headings: Vec<String>,
    /// The names of the columns of the last table.
    columns: Vec<String>,
}

impl Writer<'_> {
    /// Opens the element that the first letter stands for, and returns the rest of the piece.
    fn begin<'t>(&mut self, piece: &'t str) -> &'t str {
        let mut rest = piece.chars();
        let letter = rest.next().unwrap_or('p');
        let mut rest = rest.as_str();
        let element = match letter {
            '1' => el("h1"),
            '2' => el("h2"),
            '3' => el("h3"),
            'q' => el("blockquote"),
            'x' => el("pre"),
            'g' => el("pre").class(EXAMPLE),
            'c' => el("code"),
            'u' => el("ul"),
            'o' => el("ol"),
            'l' => el("li"),
            'e' => el("em"),
            's' => el("strong"),
            'b' => el("br"),
            '-' => el("hr"),
            't' => el("table"),
            'h' => el("thead"),
            'r' => el("tr"),
            'd' => self.cell(),
            'a' => {
                let (address, words) = rest.split_once('\u{3}').unwrap_or_default();
                rest = words;
                match address.strip_prefix('#') {
                    Some(place) => self.links.to(place),
                    None => el("a").attr("href", address).attr("rel", "noopener"),
                }
            }
            _ => el("p"),
        };
        self.open.push(element);
        rest
    }

    fn end(&mut self) {
        let Some(mut element) = self.open.pop() else { return };
        match element.tag {
            "h1" | "h2" | "h3" => self.end_heading(element),
            "thead" => {
                self.columns = element.children.iter().map(words_of).collect();
                element.tag = "tr";
                self.add(el("thead").child(element));
            }
            "table" => self.end_table(element),
            _ => self.add(element),
        }
    }

    /// A cell of a table. The cells of the first row and of the first column are headers.
    fn cell(&self) -> Element {
        match self.open.last() {
            Some(row) if row.tag == "thead" => el("th").attr("scope", "col"),
            Some(row) if row.children.is_empty() => el("th").attr("scope", "row"),
            _ => el("td"),
        }
    }

    /// Closes a heading, which addresses can lead to. Repeated headings get numbers.
    fn end_heading(&mut self, heading: Element) {
        let name = name(&words(&heading));
        let again = self.headings.iter().filter(|known| **known == name).count();
        let place = if again == 0 { name.clone() } else { format!("{name}-{}", again + 1) };
        self.headings.push(name);
        self.add(heading.attr("id", id(&place)).attr("tabindex", "-1"));
    }

    /// Closes a table. It is wrapped in an element that scrolls sideways, so that the page does not.
    fn end_table(&mut self, client: Element) {
        let mut rows = client.into_children().into_iter();
        let head = rows.next();
        let body = el("tbody").children(rows.collect::<Vec<_>>());
        let wide = el("div").class("wide").attr("tabindex", "0").attr("role", "region");
        let wide = wide.maybe("aria-labelledby", self.headings.last().map(|place| id(place)));
        let table = el("table").children(head).child(body);
        let is_wide = self.columns.len() > MOST_COLUMNS;
        let table = if is_wide { as_cards(table, &self.columns).class("cards") } else { table };
        self.add(wide.child(table));
    }

    fn parent(&mut self) -> &mut Element {
        self.open.last_mut().expect("the whole text stays open")
    }

    fn add(&mut self, element: Element) {
        self.parent().children.push(element.into());
    }

    fn word(&mut self, words: &str) {
        // The line break at the end of a code block is dropped.
        let words = if self.parent().tag == "pre" { words.trim_end_matches('\n') } else { words };
        if !words.is_empty() {
            self.parent().children.push(Node::Text(words.to_owned()));
        }
    }
}

/// A phone has room for a table of this many columns. It shows the rows of a wider one as cards.
const MOST_COLUMNS: usize = 8;

/// Names the column at each cell, for a table whose rows can be shown as cards. Its parts have roles, since browsers take
/// parts that are not laid out as a table for none.
fn as_cards(mut part: Element, columns: &[String]) -> Element {
    let role = match (part.tag, part.get("scope")) {
        ("table", _) => "table",
        ("thead" | "tbody", _) => "rowgroup",
        ("tr", _) => "row",
        ("th", Some("col")) => "columnheader",
        ("th", _) => "rowheader",
        ("td", _) => "cell",
        _ => return part,
    };
    let inside = std::mem::take(&mut part.children).into_iter().enumerate().map(|(index, node)| match node {
        Node::Element(inside) => {
            let column = columns.get(index).filter(|_| inside.tag == "td");
            Node::Element(as_cards(inside.maybe("data-column", column), columns))
        }
        Node::Text(_) | Node::Kept(_) => node,
    });
    part.children = inside.collect();
    part.attr("role", role)
}

/// Turns words into the name of a section: small letters, digits and dashes.
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
