//! Reports which recorded matches of the home page can be seen: those in the window, unless the page is hidden.

use game::SortedSet;
use std::cell::RefCell;

use wasm_bindgen::prelude::*;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry};

use super::{dispatch, document};
use crate::event::Event;

thread_local! {
    /// The elements that are observed.
    static WATCHED: RefCell<Vec<Element>> = const { RefCell::new(Vec::new()) };
    /// One observer for all visits of the home page. In a browser without it the matches stand still.
    static OBSERVER: Option<IntersectionObserver> = {
        let changed = Closure::<dyn Fn(js_sys::Array)>::new(|entries: js_sys::Array| changed(&entries));
        let observer = IntersectionObserver::new(changed.as_ref().unchecked_ref()).ok();
        changed.forget(); // it is called as long as the page is open
        observer
    };
    /// The games whose boards are in the window.
    static IN_WINDOW: RefCell<SortedSet<String>> = const { RefCell::new(SortedSet::new()) };
    /// The games that were reported last.
    static REPORTED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// Watches the boards that are drawn now. Call this after every drawing.
pub(super) fn watch() {
    let found = document().query_selector_all("[data-demo]");
    let boards: Vec<Element> = found.map_or_else(
        |_| Vec::new(),
        |list| (0..list.length()).filter_map(|index| list.item(index)?.dyn_into().ok()).collect(),
    );
    if WATCHED.with_borrow(|watched| *watched == boards) {
        return;
    }
    OBSERVER.with(|observer| {
        let Some(observer) = observer else { return };
        observer.disconnect();
        for board in &boards {
            observer.observe(board);
        }
    });
    WATCHED.set(boards);
    IN_WINDOW.take();
    report();
}

/// Boards have come into the window or left it.
fn changed(entries: &js_sys::Array) {
    for entry in entries.iter() {
        let entry: &IntersectionObserverEntry = entry.unchecked_ref();
        let Some(key) = entry.target().get_attribute("data-demo") else { continue };
        IN_WINDOW.with_borrow_mut(|seen| if entry.is_intersecting() { seen.insert(key) } else { seen.remove(&key) });
    }
    report();
}

/// Tells the page which matches can be seen now, if that has changed.
pub(super) fn report() {
    let seen: Vec<String> =
        if document().hidden() { Vec::new() } else { IN_WINDOW.with_borrow(|seen| seen.iter().cloned().collect()) };
    if REPORTED.with(|reported| reported.replace(seen.clone()) != seen) {
        dispatch(Event::InSight(seen));
    }
}
