//! Finds elements in the tree of a page by tag, id, class and attribute, like CSS selectors.

use sixfold_web::{Element, Node};

/// One step of a selector: `button.main[data-do=x]`.
#[derive(Default)]
struct Step {
    tag: Option<String>,
    /// The required attributes, each with its required value if any. Classes and ids are attributes too.
    wanted: Vec<(String, Option<String>)>,
}

impl Step {
    fn parse(text: &str) -> Self {
        let mut step = Self::default();
        let mut rest = text;
        while !rest.is_empty() {
            let (sign, from) = match rest.chars().next().unwrap() {
                sign @ ('.' | '#' | '[') => (Some(sign), &rest[1..]),
                _ => (None, rest),
            };
            let end = match sign {
                Some('[') => from.find(']').unwrap_or_else(|| panic!("`{text}` has an unclosed bracket")),
                _ => from.find(['.', '#', '[']).unwrap_or(from.len()),
            };
            let name = &from[..end];
            match sign {
                None => step.tag = Some(name.to_owned()),
                Some('.') => step.wanted.push(("class".to_owned(), Some(name.to_owned()))),
                Some('#') => step.wanted.push(("id".to_owned(), Some(name.to_owned()))),
                Some(_) => {
                    let (name, value) = name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
                    step.wanted.push((name.to_owned(), value.map(|value| value.trim_matches('"').to_owned())));
                }
            }
            rest = &from[end + usize::from(sign == Some('['))..];
        }
        step
    }

    fn fits(&self, element: &Element) -> bool {
        let has = |(name, value): &(String, Option<String>)| match (element.get(name), value) {
            (None, _) => false,
            (Some(_), None) => true,
            (Some(_), Some(class)) if name == "class" => has_class(element, class),
            (Some(known), Some(value)) => known == value,
        };
        self.tag.as_ref().is_none_or(|tag| tag == element.tag) && self.wanted.iter().all(has)
    }
}

/// The descendants of an element that a selector finds, in document order. A blank in the selector means «inside».
pub(crate) fn find_all<'a>(root: &'a Element, selector: &str) -> Vec<&'a Element> {
    let steps: Vec<Step> = selector.split_whitespace().map(Step::parse).collect();
    let mut found = Vec::new();
    visit(root, &steps, 0, &mut found);
    found
}

fn visit<'a>(element: &'a Element, steps: &[Step], met: usize, found: &mut Vec<&'a Element>) {
    for child in children(element) {
        // The elements around this one must match the steps before the last; the element itself must match the last.
        let last = steps.len() - 1;
        if met >= last && steps[last].fits(child) {
            found.push(child);
        }
        let more = usize::from(met < last && steps[met].fits(child));
        visit(child, steps, met + more, found);
    }
}

/// The direct child elements of an element.
pub(crate) fn children(element: &Element) -> impl Iterator<Item = &Element> {
    element.children.iter().filter_map(Node::element)
}

/// Whether an element has a class.
pub(crate) fn has_class(element: &Element, class: &str) -> bool {
    element.get("class").is_some_and(|classes| classes.split(' ').any(|known| known == class))
}

/// All readable texts in an element, one entry each: text, labels and titles.
pub(crate) fn sentences(element: &Element) -> Vec<String> {
    let said = ["aria-label", "title", "placeholder"].into_iter().filter_map(|name| element.get(name));
    let mut found: Vec<String> = said.map(str::to_owned).collect();
    let text = |node: &Node| match node {
        Node::Text(text) => Some(text.clone()),
        Node::Element(_) | Node::Kept(_) => None,
    };
    found.extend(element.children.iter().filter_map(text));
    found.extend(children(element).flat_map(sentences));
    found
}

/// The text of an element.
pub(crate) fn words(element: &Element) -> String {
    let word = |node: &Node| match node {
        Node::Text(text) => text.clone(),
        Node::Element(element) => words(element),
        Node::Kept(element) => words(element),
    };
    element.children.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sixfold_web::html::el;

    #[test]
    fn a_selector_finds_what_a_style_sheet_would() {
        let inner = el("p").class("small note").attr("data-x", "1").text("a");
        let tree = el("div").child(el("section").attr("id", "s").child(inner).child(el("p").text("b")));
        let found = |selector| find_all(&tree, selector).into_iter().map(words).collect::<Vec<_>>();
        assert_eq!(found("p"), ["a", "b"]);
        assert_eq!(found("p.note"), ["a"]);
        assert_eq!(found("#s [data-x=1]"), ["a"]);
        assert_eq!(found("section p[data-x]"), ["a"]);
        assert_eq!(found(".small.note"), ["a"]);
        assert!(found("p section").is_empty() && found(".not").is_empty() && found("[data-x=2]").is_empty());
    }
}
