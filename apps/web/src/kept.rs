//! Parts of the page that are kept from one drawing to the next, because most of them stay the same: a long move list gets
//! one row more, and a few places of a large board change. To make, compare and drop the others takes longer than a frame.

use std::cell::RefCell;
use std::rc::Rc;

use crate::html::{Element, Node};

/// Numbered parts of one kind, each with the facts that it was made from.
pub struct Kept<Facts> {
    parts: RefCell<Vec<Option<Part<Facts>>>>,
}

struct Part<Facts> {
    facts: Facts,
    element: Rc<Element>,
}

impl<Facts> Default for Kept<Facts> {
    fn default() -> Self {
        Self { parts: RefCell::default() }
    }
}

impl<Facts: PartialEq> Kept<Facts> {
    /// The part with this number. It is made anew only if the facts have changed, so it must depend on nothing else.
    pub fn part(&self, number: usize, facts: Facts, make: impl FnOnce(&Facts) -> Element) -> Node {
        let mut parts = self.parts.borrow_mut();
        if parts.len() <= number {
            parts.resize_with(number + 1, || None);
        }
        match &mut parts[number] {
            Some(known) if known.facts == facts => Node::Kept(Rc::clone(&known.element)),
            place => {
                let element = Rc::new(make(&facts));
                *place = Some(Part { facts, element: Rc::clone(&element) });
                Node::Kept(element)
            }
        }
    }

    /// Forgets all parts.
    pub fn forget(&self) {
        self.parts.borrow_mut().clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::el;

    #[test]
    fn a_part_is_made_anew_only_when_its_facts_change() {
        let kept = Kept::default();
        let part = |number, words: &'static str| kept.part(number, words, |words| el("p").text(*words));
        let is_one = |one: &Node, other: &Node| match (one, other) {
            (Node::Kept(one), Node::Kept(other)) => Rc::ptr_eq(one, other),
            _ => false,
        };
        let (first, second) = (part(0, "a"), part(1, "a"));
        assert_eq!(first, second);
        assert!(!is_one(&first, &second), "each number has its own part");
        assert!(is_one(&first, &part(0, "a")));
        let changed = part(0, "b");
        assert_eq!(changed.to_string(), "<p>b</p>");
        assert!(is_one(&second, &part(1, "a")));
        kept.forget();
        assert!(!is_one(&changed, &part(0, "b")));
    }
}
