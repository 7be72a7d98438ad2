//! Measures the board when it appears and when its size changes.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;
use web_sys::{Element, ResizeObserver};

use super::{dispatch, document};
use crate::event::Event;

thread_local! {
    /// The board that is watched.
    static WATCHED: RefCell<Option<Element>> = const { RefCell::new(None) };
    /// One observer for all boards, so that it holds none of them. A browser without it shows coordinates at a size that
    /// fits most screens.
    static OBSERVER: Option<ResizeObserver> = {
        let measure = Closure::<dyn Fn()>::new(measure);
        let observer = ResizeObserver::new(measure.as_ref().unchecked_ref()).ok();
        measure.forget(); // it is called as long as the page is open
        observer
    };
}

/// Watches the board that is drawn now. Call this after every drawing.
pub(super) fn watch() {
    let board = document().query_selector("[data-board]").ok().flatten();
    if WATCHED.with_borrow(|watched| *watched == board) {
        return;
    }
    OBSERVER.with(|observer| {
        let Some(observer) = observer else { return };
        observer.disconnect();
        if let Some(board) = &board {
            observer.observe(board);
        }
    });
    WATCHED.set(board);
}

/// Tells the page the size of the board, if it has changed.
fn measure() {
    let Some(size) = WATCHED.with_borrow(|board| board.as_ref().map(Element::get_bounding_client_rect)) else { return };
    let (width, height) = (size.width().round(), size.height().round());
    let known = super::model(|model| model.board_size).flatten();
    if width > 0.0 && height > 0.0 && known != Some((width, height)) {
        dispatch(Event::BoardSize(width, height));
    }
}
