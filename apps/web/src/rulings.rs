//! Rulings in a text of rules. A ruling is a list item that begins with its number in bold (`- **HD-7** …`). Every
//! other mention of that number becomes a link to the item, and the item links back to the first mention.

use crate::html::{Element, Node};
use crate::rulebook::{Links, id, words};

/// The suffix of the section name of the first link to a ruling.
const FIRST: &str = "-first";

/// Makes sections of the rulings and links of their numbers. `back` is the label of the link back.
pub fn link(nodes: &mut [Node], links: Links<'_>, back: &str) {
    let rulings = rulings(nodes);
    let mut linker = Linker { links, rulings, linked: Vec::new() };
    linker.link_numbers(nodes);
    mark(nodes, links, &linker.linked, back);
}

/// The numbers of the rulings that a text states, in its order.
pub fn rulings(nodes: &[Node]) -> Vec<String> {
    let mut found = Vec::new();
    for element in nodes.iter().filter_map(Node::element) {
        found.extend(number_of(element));
        found.extend(rulings(&element.children));
    }
    found
}

/// The numbers of rulings in a text (`HD-7`), each with its byte offset.
pub fn numbers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let bytes = text.as_bytes();
    let is_word = move |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    text.match_indices('-').filter_map(move |(dash, _)| {
        let begin = dash.checked_sub(2)?;
        let digits = bytes[dash + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = dash + 1 + digits;
        let is_number = digits > 0 && bytes[begin..dash].iter().all(u8::is_ascii_uppercase);
        (is_number && !is_word(begin.checked_sub(1)) && !is_word(Some(end))).then(|| (begin, &text[begin..end]))
    })
}

/// The section name of a ruling.
pub fn place(number: &str) -> String {
    number.to_ascii_lowercase()
}

/// The number of the ruling that a list item states.
fn number_of(item: &Element) -> Option<String> {
    if item.tag != "li" {
        return None;
    }
    let first = item.children.first().and_then(Node::element)?;
    let first = if first.tag == "p" { first.children.first().and_then(Node::element)? } else { first };
    let words = words(first);
    let is_number = numbers(&words).any(|(_, number)| number == words);
    (first.tag == "strong" && is_number).then_some(words)
}

struct Linker<'a> {
    links: Links<'a>,
    rulings: Vec<String>,
    /// The rulings that were linked already.
    linked: Vec<String>,
}

impl Linker<'_> {
    fn link_numbers(&mut self, nodes: &mut [Node]) {
        for node in nodes {
            let Node::Element(element) = node else { continue };
            // The bold number at the start of a ruling is its name and gets no link.
            let is_name = element.tag == "strong" && self.rulings.contains(&words(element));
            if is_name || matches!(element.tag, "a" | "code" | "pre") {
                continue;
            }
            self.link_numbers(&mut element.children);
            let link = |child| match child {
                Node::Text(text) => self.linked(&text),
                inside @ (Node::Element(_) | Node::Kept(_)) => vec![inside],
            };
            element.children = std::mem::take(&mut element.children).into_iter().flat_map(link).collect();
        }
    }

    fn linked(&mut self, text: &str) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut written = 0;
        let known: Vec<(usize, &str)> =
            numbers(text).filter(|(_, number)| self.rulings.iter().any(|ruling| ruling == number)).collect();
        for (begin, number) in known {
            nodes.push(Node::Text(text[written..begin].to_owned()));
            let is_first = !self.linked.iter().any(|linked| linked == number);
            let first = is_first.then(|| id(&format!("{}{FIRST}", place(number))));
            nodes.push(self.links.to(&place(number)).class("to-ruling").maybe("id", first).text(number).into());
            self.linked.extend(is_first.then(|| number.to_owned()));
            written = begin + number.len();
        }
        nodes.push(Node::Text(text[written..].to_owned()));
        nodes.retain(|node| !matches!(node, Node::Text(text) if text.is_empty()));
        nodes
    }
}

/// Gives ids to the list items that state rulings, and adds the links back.
fn mark(nodes: &mut [Node], links: Links<'_>, linked: &[String], back: &str) {
    for node in nodes {
        let Node::Element(element) = node else { continue };
        if let Some(number) = number_of(element) {
            element.attributes.extend([
                ("class", "ruling".to_owned()),
                ("id", id(&place(&number))),
                ("tabindex", "-1".to_owned()),
            ]);
            if linked.contains(&number) {
                let link = links.to(&format!("{}{FIRST}", place(&number))).class("back");
                let link = link.attr("aria-label", back).attr("title", back).text("↩");
                element.children.extend([Node::Text(" ".to_owned()), link.into()]);
            }
        }
        mark(&mut element.children, links, linked, back);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_two_letters_and_digits_that_stand_alone() {
        let found: Vec<&str> =
            numbers("(HD-7), HD-12: xHD-1 HD-1x H-1 Missile-6 hd-1 −HD-3, HD-").map(|(_, n)| n).collect();
        assert_eq!(found, ["HD-7", "HD-12", "HD-3"]);
    }
}
