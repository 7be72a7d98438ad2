//! Measures the board when it appears and when its size changes.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;
use web_sys::{Element, ResizeObserver};

use super::{dispatch, document};
use crate::event::Event;

thread_local! {
    static WATCHED: RefCell<Option<(Element, ResizeObserver)>> = const { RefCell::new(None) };
}

/// Watches the board that is drawn now. Call this after every drawing.
pub(super) fn watch() {
    let board = document().query_selector("[data-board]").ok().flatten();
    let is_watched = WATCHED.with_borrow(|watched| watched.as_ref().map(|(board, _)| board) == board.as_ref());
    if is_watched {
        return;
    }
    if let Some((_, observer)) = WATCHED.take() {
        observer.disconnect();
    }
    let Some(board) = board else { return };
    let measured = board.clone();
    let measure = Closure::<dyn Fn()>::new(move || {
        let size = measured.get_bounding_client_rect();
        let (width, height) = (size.width().round(), size.height().round());
        let known = super::model(|model| model.board_size).flatten();
        if width > 0.0 && height > 0.0 && known != Some((width, height)) {
            dispatch(Event::BoardSize(width, height));
        }
    });
    // A browser without this observer shows coordinates at a size that fits most screens.
    let Ok(observer) = ResizeObserver::new(measure.as_ref().unchecked_ref()) else { return };
    measure.forget();
    observer.observe(&board);
    WATCHED.set(Some((board, observer)));
}
