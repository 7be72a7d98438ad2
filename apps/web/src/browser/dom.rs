//! Patches the document from one tree to the next. Unchanged parts are not touched, so that focus, selection and
//! animations stay.

use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{HtmlDialogElement, HtmlElement};

use super::document;
use crate::html::{Element, Node};

const SVG: &str = "http://www.w3.org/2000/svg";

/// A tree and the part of the document that shows it.
pub(super) struct Mounted {
    root: web_sys::Element,
    shown: Option<Node>,
}

impl Mounted {
    pub(super) fn new(root: web_sys::Element) -> Self {
        Self { root, shown: None }
    }

    /// Shows a tree in place of the previous one.
    pub(super) fn show(&mut self, tree: Node) {
        match (&self.shown, self.root.first_child()) {
            (Some(old), Some(dom)) if same(old, &tree) => patch(&dom, old, &tree),
            _ => {
                self.root.set_text_content(None);
                append(&self.root, &create(&tree, false));
            }
        }
        self.shown = Some(tree);
        open_dialogs();
        follow();
    }
}

fn create(node: &Node, in_svg: bool) -> web_sys::Node {
    let element = match node {
        Node::Text(text) => return document().create_text_node(text).into(),
        Node::Element(element) => element,
    };
    let in_svg = in_svg || element.tag == "svg";
    let namespace = if in_svg { SVG } else { "http://www.w3.org/1999/xhtml" };
    let dom = document().create_element_ns(Some(namespace), element.tag).expect("the tag is a literal of ours");
    for (name, value) in &element.attributes {
        set(&dom, name, value);
    }
    for child in &element.children {
        append(&dom, &create(child, in_svg));
    }
    dom.into()
}

fn patch(dom: &web_sys::Node, old: &Node, new: &Node) {
    match (old, new) {
        (Node::Text(old), Node::Text(new)) => {
            if old != new {
                dom.set_node_value(Some(new));
            }
        }
        (Node::Element(old), Node::Element(new)) => {
            let dom: &web_sys::Element = dom.unchecked_ref();
            patch_attributes(dom, old, new);
            if old.children != new.children {
                patch_children(dom, &old.children, &new.children);
            }
        }
        (Node::Text(_), Node::Element(_)) | (Node::Element(_), Node::Text(_)) => {
            unreachable!("only a node of the same kind is patched: see `same`")
        }
    }
}

fn patch_attributes(dom: &web_sys::Element, old: &Element, new: &Element) {
    for (name, _) in old.attributes.iter().filter(|(name, _)| new.get(name).is_none()) {
        // Removing an attribute that is not there does no harm.
        let _ = dom.remove_attribute(name);
        if matches!(*name, "checked" | "selected") {
            property(dom, name, &JsValue::FALSE);
        }
    }
    for (name, value) in new.attributes.iter().filter(|(name, value)| old.get(name) != Some(value.as_str())) {
        set(dom, name, value);
    }
}

fn patch_children(parent: &web_sys::Element, old: &[Node], new: &[Node]) {
    let list = parent.child_nodes();
    let dom: Vec<web_sys::Node> = (0..old.len() as u32).filter_map(|index| list.item(index)).collect();
    let mut used = vec![false; dom.len()];
    // Most often the list has kept its shape, so the node at the same position is tried first.
    let matches: Vec<Option<usize>> = (0..new.len())
        .map(|index| {
            let fits = |at: usize| at < dom.len() && !used[at] && same(&old[at], &new[index]);
            let found = if fits(index) { Some(index) } else { (0..dom.len()).find(|&at| fits(at)) };
            if let Some(at) = found {
                used[at] = true;
            }
            found
        })
        .collect();
    for (node, _) in dom.iter().zip(&used).filter(|(_, used)| !**used) {
        let _ = parent.remove_child(node);
    }
    let in_svg = parent.namespace_uri().as_deref() == Some(SVG);
    for (index, (node, found)) in new.iter().zip(&matches).enumerate() {
        let there = parent.child_nodes().item(index as u32);
        match found {
            Some(at) => {
                patch(&dom[*at], &old[*at], node);
                if !there.as_ref().is_some_and(|there| there.is_same_node(Some(&dom[*at]))) {
                    let _ = parent.insert_before(&dom[*at], there.as_ref());
                }
            }
            None => drop(parent.insert_before(&create(node, in_svg), there.as_ref())),
        }
    }
}

/// Whether the new node can be made from the old one by patching.
fn same(old: &Node, new: &Node) -> bool {
    match (old, new) {
        (Node::Text(_), Node::Text(_)) => true,
        (Node::Element(old), Node::Element(new)) => old.tag == new.tag && old.key == new.key,
        _ => false,
    }
}

/// Sets an attribute, and the property that a person may have changed since.
fn set(dom: &web_sys::Element, name: &str, value: &str) {
    // This cannot fail: the names are literals of ours, and a value can be any text.
    let _ = dom.set_attribute(name, value);
    if matches!(name, "checked" | "selected") {
        property(dom, name, &JsValue::TRUE);
    } else if name == "value" {
        property(dom, name, &value.into());
    }
}

fn property(dom: &web_sys::Element, name: &str, value: &JsValue) {
    if js_sys::Reflect::get(dom, &name.into()).as_ref() != Ok(value) {
        let _ = js_sys::Reflect::set(dom, &name.into(), value);
    }
}

fn append(parent: &web_sys::Element, child: &web_sys::Node) {
    let _ = parent.append_child(child);
}

/// Opens a new dialog as a modal one: it keeps the focus inside, and Esc closes it.
fn open_dialogs() {
    if let Ok(Some(dialog)) = document().query_selector("dialog:not([open])") {
        let _ = dialog.unchecked_ref::<HtmlDialogElement>().show_modal();
    }
}

/// Keeps the shown turn visible by scrolling only the list. It scrolls again when the height of the list changes, since
/// elements below it may arrive a moment later. If a person scrolls, the list stays where they left it.
fn follow() {
    let Ok(Some(list)) = document().query_selector("[data-follow]") else { return };
    let shown = list.get_attribute("data-follow").unwrap_or_default();
    let wanted = format!("{shown} {} {}", list.client_height(), list.scroll_height());
    if list.get_attribute("data-followed").as_ref() == Some(&wanted) {
        return;
    }
    let _ = list.set_attribute("data-followed", &wanted);
    if let Ok(Some(here)) = list.query_selector(".here") {
        let here: &HtmlElement = here.unchecked_ref();
        list.set_scroll_top(here.offset_top() - list.client_height() / 2);
    }
}
