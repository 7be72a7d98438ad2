//! The thin rest that only exists in a browser: events in, the document patched, effects done.

mod dom;
mod effects;
mod listen;
mod net;
mod sound;
mod worker;

pub use worker::Thinker;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use wasm_bindgen::prelude::*;

use crate::event::{Effect, Event, Start};
use crate::model::Model;

/// What the page holds on to.
struct App {
    model: Model,
    dom: dom::Mounted,
    outside: effects::Outside,
}

thread_local! {
    static APP: RefCell<Option<App>> = const { RefCell::new(None) };
    static QUEUE: RefCell<VecDeque<Event>> = const { RefCell::new(VecDeque::new()) };
    static BUSY: Cell<bool> = const { Cell::new(false) };
}

/// Opens the page in the element `#page`.
#[wasm_bindgen]
pub fn start() -> Result<(), JsValue> {
    let root = document().get_element_by_id("page").ok_or("the document has no #page")?;
    root.set_text_content(None);
    let random = random();
    APP.with(|app| {
        let outside = effects::Outside::default();
        *app.borrow_mut() = Some(App { model: Model::new(random), dom: dom::Mounted::new(root), outside });
    });
    listen::listen()?;
    let location = window().location();
    let address = location.href().unwrap_or_default();
    let start = Event::Start(Start {
        hash: location.hash().unwrap_or_default(),
        address: address.split('#').next().unwrap_or_default().to_owned(),
        language: window().navigator().language().unwrap_or_default(),
        stored: effects::stored(),
        secrets: [self::random(), self::random()],
        workers: js_sys::Reflect::has(&js_sys::global(), &"Worker".into()).unwrap_or(false),
    });
    let effects = APP.with(|app| {
        let mut app = app.borrow_mut();
        app.as_mut().map(|app| crate::update::update(&mut app.model, js_sys::Date::now(), start)).unwrap_or_default()
    });
    // Thinking up the page and drawing it are two tasks: in between the browser listens.
    let draw = Closure::once_into_js(move || go_on(effects));
    window().set_timeout_with_callback(draw.unchecked_ref()).map(drop)
}

/// Takes in an event, and whatever it leads to. Events that come up while the page is being changed wait their turn.
fn dispatch(event: Event) {
    QUEUE.with(|queue| queue.borrow_mut().push_back(event));
    go_on(Vec::new());
}

/// Takes in what waits, draws the page, and does what has to be done then.
fn go_on(mut effects: Vec<Effect>) {
    if BUSY.replace(true) {
        return;
    }
    APP.with(|app| {
        if let Some(app) = app.borrow_mut().as_mut() {
            loop {
                while let Some(event) = QUEUE.with(|queue| queue.borrow_mut().pop_front()) {
                    effects.extend(crate::update::update(&mut app.model, js_sys::Date::now(), event));
                }
                app.dom.show(crate::view::view(&app.model));
                for effect in effects.drain(..) {
                    app.outside.perform(effect);
                }
                if QUEUE.with(|queue| queue.borrow().is_empty()) {
                    break;
                }
            }
        }
    });
    BUSY.set(false);
}

/// Whether the page takes a key, so that the browser should not.
fn takes(key: &crate::event::Key) -> bool {
    APP.with(|app| {
        app.try_borrow().is_ok_and(|app| app.as_ref().is_some_and(|app| crate::update::takes(&app.model, key)))
    })
}

fn window() -> web_sys::Window {
    web_sys::window().expect("the page runs in a window")
}

fn document() -> web_sys::Document {
    window().document().expect("a window has a document")
}

fn random() -> u64 {
    let mut bytes = [0; 8];
    if window().crypto().and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes)).is_ok() {
        u64::from_le_bytes(bytes)
    } else {
        js_sys::Date::now() as u64
    }
}
