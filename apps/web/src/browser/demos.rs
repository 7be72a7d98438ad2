//! Reports which recorded matches of the home page can be seen: those in the window, unless the page is hidden.

use std::cell::RefCell;
use std::collections::BTreeSet;

use wasm_bindgen::prelude::*;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry};

use super::{dispatch, document};
use crate::event::Event;

thread_local! {
    /// The observer, and the elements that it observes.
    static WATCHED: RefCell<Option<(IntersectionObserver, Vec<Element>)>> = const { RefCell::new(None) };
    /// The games whose boards are in the window.
    static IN_WINDOW: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
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
    let is_watched =
        WATCHED.with_borrow(|watched| watched.as_ref().map_or(boards.is_empty(), |(_, known)| *known == boards));
    if is_watched {
        return;
    }
    if let Some((observer, _)) = WATCHED.take() {
        observer.disconnect();
    }
    IN_WINDOW.take();
    report();
    if boards.is_empty() {
        return;
    }
    let changed = Closure::<dyn Fn(js_sys::Array)>::new(|entries: js_sys::Array| {
        for entry in entries.iter() {
            let entry: &IntersectionObserverEntry = entry.unchecked_ref();
            let Some(key) = entry.target().get_attribute("data-demo") else { continue };
            IN_WINDOW
                .with_borrow_mut(|seen| if entry.is_intersecting() { seen.insert(key) } else { seen.remove(&key) });
        }
        report();
    });
    // In a browser without this observer the matches stand still.
    let Ok(observer) = IntersectionObserver::new(changed.as_ref().unchecked_ref()) else { return };
    changed.forget();
    for board in &boards {
        observer.observe(board);
    }
    WATCHED.set(Some((observer, boards)));
}

/// Tells the page which matches can be seen now, if that has changed.
pub(super) fn report() {
    let seen: Vec<String> =
        if document().hidden() { Vec::new() } else { IN_WINDOW.with_borrow(|seen| seen.iter().cloned().collect()) };
    if REPORTED.with(|reported| reported.replace(seen.clone()) != seen) {
        dispatch(Event::InSight(seen));
    }
}
