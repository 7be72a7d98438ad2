//! A page as a tree of plain values. The browser's document is patched from it, and tests read it as text.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use crate::press::{Field, Held, Press};

/// A part of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// Text.
    Text(String),
    /// An element.
    Element(Element),
    /// An element that the drawing before may have shown too ([`crate::kept`]). Two that are one in memory are equal without
    /// a comparison.
    Kept(Rc<Element>),
}

impl Node {
    /// The element, unless this is text.
    pub fn element(&self) -> Option<&Element> {
        match self {
            Self::Text(_) => None,
            Self::Element(element) => Some(element),
            Self::Kept(element) => Some(element),
        }
    }

    /// The element, to be changed. One that is kept is copied first.
    pub fn element_mut(&mut self) -> Option<&mut Element> {
        match self {
            Self::Text(_) => None,
            Self::Element(element) => Some(element),
            Self::Kept(element) => Some(Rc::make_mut(element)),
        }
    }
}

/// An element. It is one address: views hand elements from call to call, and copying all parts every time takes much code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element(Box<Parts>);

/// An element with its attributes and children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The name of the tag.
    pub tag: &'static str,
    /// The key that identifies the element among its siblings from one drawing to the next. Without a key its position
    /// does.
    pub key: Option<String>,
    /// The attributes, in the order in which they were set.
    pub attributes: Vec<(&'static str, String)>,
    /// The nodes inside the element.
    pub children: Vec<Node>,
}

/// The attribute of an element whose children may appear after the rest of the page. Its own size must not depend on them.
pub const LATER: &str = "data-later";

/// A new element.
pub fn el(tag: &'static str) -> Element {
    Element(Box::new(Parts { tag, key: None, attributes: Vec::new(), children: Vec::new() }))
}

impl Deref for Element {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl DerefMut for Element {
    fn deref_mut(&mut self) -> &mut Parts {
        &mut self.0
    }
}

impl Element {
    /// Sets the key that identifies the element among its siblings.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Sets an attribute.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "callers hand over what they have just made")]
    pub fn attr(mut self, name: &'static str, value: impl ToString) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// Sets an attribute without a value if `is_set`.
    #[must_use]
    pub fn flag(self, name: &'static str, is_set: bool) -> Self {
        if is_set { self.attr(name, "") } else { self }
    }

    /// Sets an attribute if there is a value.
    #[must_use]
    pub fn maybe(self, name: &'static str, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.attr(name, value),
            None => self,
        }
    }

    /// Sets the classes, separated by blanks.
    #[must_use]
    pub fn class(self, names: impl ToString) -> Self {
        self.attr("class", names)
    }

    /// Sets the press that a click on the element sends.
    #[must_use]
    pub fn on_click(self, press: impl Into<Press>) -> Self {
        self.attr("data-do", press.into().written())
    }

    /// Sets the press that submitting the element, a form, sends.
    #[must_use]
    pub fn on_submit(self, press: impl Into<Press>) -> Self {
        self.attr("data-submit", press.into().written())
    }

    /// Sets the field that the element fills in.
    #[must_use]
    pub fn sets(self, field: &Field) -> Self {
        self.attr("data-set", field.written())
    }

    /// Makes the element draggable; `held` is the dragged thing.
    #[must_use]
    pub fn drags(self, held: &Held) -> Self {
        self.attr("data-drag", held.written())
    }

    /// Adds a child at the end.
    #[must_use]
    pub fn child(mut self, node: impl Into<Node>) -> Self {
        self.children.push(node.into());
        self
    }

    /// Adds several children at the end.
    #[must_use]
    pub fn children<N: Into<Node>>(mut self, nodes: impl IntoIterator<Item = N>) -> Self {
        // A loop is compiled to less than `extend`, and this is compiled for hundreds of kinds of lists.
        for node in nodes {
            self.children.push(node.into());
        }
        self
    }

    /// Adds text at the end.
    #[must_use]
    pub fn text(self, words: impl Into<String>) -> Self {
        self.child(Node::Text(words.into()))
    }

    /// What is inside the element.
    pub fn into_children(self) -> Vec<Node> {
        self.0.children
    }

    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}

impl From<Element> for Node {
    fn from(element: Element) -> Self {
        Self::Element(element)
    }
}

/// Tags that have no content and no end tag.
const VOID: &[&str] = &["br", "hr", "img", "input", "meta", "link"];

/// As HTML. Nested elements are on lines of their own, so that the differences of snapshot tests can be read.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_node(self, 0, f)
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_element(self, 0, f)
    }
}

fn write_node(node: &Node, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match node {
        Node::Text(text) => f.write_str(&escape(text)),
        Node::Element(element) => write_element(element, depth, f),
        Node::Kept(element) => write_element(element, depth, f),
    }
}

fn write_element(element: &Element, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "<{}", element.tag)?;
    for (name, value) in &element.attributes {
        match value.as_str() {
            "" => write!(f, " {name}")?,
            // JSON is easier to read without escapes.
            json if json.contains('"') && !json.contains(['\'', '&', '<', '>']) => write!(f, " {name}='{json}'")?,
            value => write!(f, " {name}=\"{}\"", escape(value))?,
        }
    }
    f.write_str(">")?;
    if VOID.contains(&element.tag) {
        return Ok(());
    }
    let is_block = element.children.iter().all(|child| child.element().is_some());
    for child in &element.children {
        if is_block {
            write!(f, "\n{:1$}", "", depth + 1)?;
        }
        write_node(child, depth + 1, f)?;
    }
    if is_block && !element.children.is_empty() {
        write!(f, "\n{:1$}", "", depth)?;
    }
    write!(f, "</{}>", element.tag)
}

/// Escapes a text for HTML and for its attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_stays_words() {
        let node = el("p").attr("title", "\"><script>").text("<b>Ann & Bob's</b>");
        assert_eq!(
            node.to_string(),
            "<p title=\"&quot;&gt;&lt;script&gt;\">&lt;b&gt;Ann &amp; Bob&#39;s&lt;/b&gt;</p>"
        );
    }

    #[test]
    fn elements_in_elements_stand_on_lines_of_their_own() {
        let list = el("ul").child(el("li").text("a")).child(el("li").child(el("br")).text("b")).flag("hidden", true);
        assert_eq!(list.to_string(), "<ul hidden>\n <li>a</li>\n <li><br>b</li>\n</ul>");
    }
}
