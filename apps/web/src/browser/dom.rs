//! Patches the document from one tree to the next. Unchanged parts are not touched, so that focus, selection and
//! animations stay. Large new parts are made in several tasks.

use std::rc::Rc;

use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{HtmlDialogElement, HtmlElement};

use super::document;
use crate::html::{Element, LATER, Node};

const SVG: &str = "http://www.w3.org/2000/svg";

/// A tree and the part of the document that shows it.
pub(super) struct Mounted {
    root: web_sys::Element,
    shown: Option<Node>,
    /// The elements of the document that lack children, in the order of the document.
    unfinished: Vec<Unfinished>,
    /// The elements whose children may come after the whole page, and what is missing of these children.
    later: Vec<Unfinished>,
    /// The new elements that are not visible yet, because a part of them or of their siblings is missing. All appear
    /// together: what is seen does not move while more is made.
    concealed: Vec<web_sys::Element>,
}

/// The attribute of elements that take up their space and are not visible (style.css).
const CONCEALED: &str = "data-unfinished";
/// Selects these elements.
pub(super) const CONCEALED_SELECTOR: &str = "[data-unfinished]";

/// The attribute of the root while children marked with [`LATER`] are missing.
const MORE_COMES: &str = "data-more-comes";

/// An element of the document whose last children are still to be made.
struct Unfinished {
    dom: web_sys::Element,
    /// The way to it in the tree: the index of a child at each level.
    path: Vec<usize>,
    /// How many children it has already.
    made: usize,
    in_svg: bool,
    /// Whether it was there before its children, so that these have to be concealed.
    is_visible: bool,
}

/// Work on the document in one task. A page with thousands of new elements is made in several tasks, top to bottom, so that
/// the browser can take input in between.
struct Work {
    /// The time after which children of new elements are left for the next task.
    deadline: f64,
    /// The number of elements that were made. The clock is asked only from time to time, because asking takes time too.
    made: u32,
    is_over: bool,
    path: Vec<usize>,
    unfinished: Vec<Unfinished>,
    later: Vec<Unfinished>,
    concealed: Vec<web_sys::Element>,
}

/// The clock is read once for this many elements.
const ELEMENTS_PER_CLOCK_CHECK: u32 = 16;

impl Mounted {
    pub(super) fn new(root: web_sys::Element) -> Self {
        Self { root, shown: None, unfinished: Vec::new(), later: Vec::new(), concealed: Vec::new() }
    }

    /// Shows a tree in place of the previous one. After the deadline, no more children of new elements are made:
    /// [`Self::go_on`] makes them.
    pub(super) fn show(&mut self, tree: Node, deadline: f64) {
        let old = self.made_so_far();
        let mut work = Work::new(deadline);
        match (&old, self.root.first_child()) {
            (Some(old), Some(dom)) if same(old, &tree) => work.patch(&dom, old, &tree),
            _ => {
                self.root.set_text_content(None);
                let made = work.create(&tree, false);
                if !work.unfinished.is_empty() {
                    work.conceal(&made);
                }
                append(&self.root, &made);
            }
        }
        self.shown = Some(tree);
        self.ended(work);
    }

    /// Makes elements that are still missing, until the deadline.
    pub(super) fn go_on(&mut self, deadline: f64) {
        if !self.has_more() {
            return;
        }
        let Some(tree) = self.shown.as_ref().and_then(Node::element) else { return };
        let is_later = self.unfinished.is_empty();
        let missing = std::mem::take(if is_later { &mut self.later } else { &mut self.unfinished });
        let mut work = Work::new(deadline);
        for Unfinished { dom, path, made, in_svg, is_visible } in missing {
            work.path = path;
            let element = work
                .path
                .iter()
                .fold(tree, |element, &index| element.children[index].element().expect("a text has no children"));
            work.make_children(&dom, element, made, in_svg, is_visible);
        }
        if is_later {
            work.later.append(&mut work.unfinished);
        }
        self.ended(work);
    }

    /// The previous tree without what has not been made of it.
    fn made_so_far(&mut self) -> Option<Node> {
        let mut tree = self.shown.take();
        for Unfinished { path, made, .. } in self.unfinished.drain(..).chain(self.later.drain(..)) {
            let mut node = tree.as_mut();
            for index in path {
                node = node.and_then(Node::element_mut).and_then(|element| element.children.get_mut(index));
            }
            if let Some(element) = node.and_then(Node::element_mut) {
                element.children.truncate(made);
            }
        }
        tree
    }

    /// Whether [`Self::go_on`] has something to do.
    pub(super) fn has_more(&self) -> bool {
        !self.unfinished.is_empty() || !self.later.is_empty()
    }

    /// Whether the whole tree is shown, except for what may come later.
    pub(super) fn is_whole(&self) -> bool {
        self.unfinished.is_empty()
    }

    fn ended(&mut self, work: Work) {
        self.unfinished = work.unfinished;
        self.later.extend(work.later);
        self.concealed.extend(work.concealed);
        // Screen readers wait for the whole page, and so do tests.
        if self.is_whole() {
            let _ = self.root.remove_attribute("aria-busy");
            for element in self.concealed.drain(..) {
                let _ = element.remove_attribute(CONCEALED);
            }
            open_dialogs();
            follow();
            restore_choices();
        } else {
            let _ = self.root.set_attribute("aria-busy", "true");
        }
        if self.later.is_empty() {
            let _ = self.root.remove_attribute(MORE_COMES);
        } else {
            let _ = self.root.set_attribute(MORE_COMES, "");
        }
        if self.has_more() {
            // The layout of what is there belongs to this task. Without this the browser would do it at the end, for all
            // tasks together.
            let _ = self.root.client_height();
        }
    }
}

impl Work {
    fn new(deadline: f64) -> Self {
        Self {
            deadline,
            made: 0,
            is_over: false,
            path: Vec::new(),
            unfinished: Vec::new(),
            later: Vec::new(),
            concealed: Vec::new(),
        }
    }

    /// Makes a node. If the time is over, its children are left for later.
    fn create(&mut self, node: &Node, in_svg: bool) -> web_sys::Node {
        let element = match node {
            Node::Text(text) => return document().create_text_node(text).into(),
            Node::Element(element) => element,
            Node::Kept(element) => &**element,
        };
        let in_svg = in_svg || element.tag == "svg";
        let namespace = if in_svg { SVG } else { "http://www.w3.org/1999/xhtml" };
        let dom = document().create_element_ns(Some(namespace), element.tag).expect("the tag is a literal of ours");
        for (name, value) in &element.attributes {
            set(&dom, name, value);
        }
        self.made += 1;
        if self.made.is_multiple_of(ELEMENTS_PER_CLOCK_CHECK) {
            self.is_over = js_sys::Date::now() >= self.deadline;
        }
        if element.get(LATER).is_some() {
            self.put_off(&dom, in_svg);
        } else {
            self.make_children(&dom, element, 0, in_svg, false);
        }
        dom.into()
    }

    /// Makes the children of an element, except for the first ones, which it has already.
    fn make_children(
        &mut self,
        dom: &web_sys::Element,
        element: &Element,
        made: usize,
        in_svg: bool,
        is_visible: bool,
    ) {
        for (index, child) in element.children.iter().enumerate().skip(made) {
            if self.is_over {
                return self.leave(dom, index, in_svg, is_visible);
            }
            self.path.push(index);
            let child = self.create(child, in_svg);
            if is_visible {
                self.conceal(&child);
            }
            append(dom, &child);
            self.path.pop();
        }
    }

    /// Leaves the children of an element from this one on for a later task.
    fn leave(&mut self, dom: &web_sys::Element, made: usize, in_svg: bool, is_visible: bool) {
        self.unfinished.push(Unfinished { dom: dom.clone(), path: self.path.clone(), made, in_svg, is_visible });
    }

    /// Leaves all children of an element until the whole page is shown.
    fn put_off(&mut self, dom: &web_sys::Element, in_svg: bool) {
        self.later.push(Unfinished { dom: dom.clone(), path: self.path.clone(), made: 0, in_svg, is_visible: false });
    }

    /// Keeps a new node out of sight until the whole tree is made. A text by itself stays visible.
    fn conceal(&mut self, node: &web_sys::Node) {
        if let Some(element) = node.dyn_ref::<web_sys::Element>() {
            let _ = element.set_attribute(CONCEALED, "");
            self.concealed.push(element.clone());
        }
    }

    /// Turns an old node into a new one of the same kind ([`same`]).
    fn patch(&mut self, dom: &web_sys::Node, old: &Node, new: &Node) {
        match (old, new) {
            (Node::Text(old), Node::Text(new)) => {
                if old != new {
                    dom.set_node_value(Some(new));
                }
            }
            (Node::Kept(old), Node::Kept(new)) if Rc::ptr_eq(old, new) => {}
            _ => {
                let (Some(old), Some(new)) = (old.element(), new.element()) else {
                    unreachable!("only a node of the same kind is patched: see `same`")
                };
                self.patch_element(dom.unchecked_ref(), old, new);
            }
        }
    }

    fn patch_element(&mut self, dom: &web_sys::Element, old: &Element, new: &Element) {
        patch_attributes(dom, old, new);
        if new.get(LATER).is_some() && old.children.is_empty() {
            self.put_off(dom, dom.namespace_uri().as_deref() == Some(SVG));
        } else if old.children != new.children {
            let before = self.unfinished.len();
            self.patch_children(dom, &old.children, &new.children);
            if new.get(LATER).is_some() {
                self.later.extend(self.unfinished.drain(before..));
            }
        }
    }

    fn patch_children(&mut self, parent: &web_sys::Element, old: &[Node], new: &[Node]) {
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
        let (before, mut made) = (self.unfinished.len(), Vec::new());
        for (index, (node, found)) in new.iter().zip(&matches).enumerate() {
            if self.is_over && matches[index..].iter().all(Option::is_none) {
                self.leave(parent, index, in_svg, true);
                break;
            }
            let there = parent.child_nodes().item(index as u32);
            self.path.push(index);
            match found {
                Some(at) => {
                    self.patch(&dom[*at], &old[*at], node);
                    if !there.as_ref().is_some_and(|there| there.is_same_node(Some(&dom[*at]))) {
                        let _ = parent.insert_before(&dom[*at], there.as_ref());
                    }
                }
                None => {
                    let node = self.create(node, in_svg);
                    let _ = parent.insert_before(&node, there.as_ref());
                    made.push(node);
                }
            }
            self.path.pop();
        }
        if self.unfinished.len() > before {
            made.iter().for_each(|node| self.conceal(node));
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

/// Whether the new node can be made from the old one by patching.
fn same(old: &Node, new: &Node) -> bool {
    match (old.element(), new.element()) {
        (None, None) => true,
        (Some(old), Some(new)) => old.tag == new.tag && old.key == new.key,
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
        // The focus goes to its first button, which may be at its end.
        dialog.set_scroll_top(0);
    }
}

/// Shows in every list what the tree has chosen. A person may have chosen something that the page took over in another place or not
/// at all: then the tree of the list is the same as before, and nothing was patched.
fn restore_choices() {
    let Ok(chosen) = document().query_selector_all("option[selected]") else { return };
    for option in (0..chosen.length()).filter_map(|index| chosen.item(index)) {
        property(option.unchecked_ref(), "selected", &JsValue::TRUE);
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
