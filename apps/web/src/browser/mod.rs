//! The thin rest that only exists in a browser: events in, the document patched, effects done.

mod dom;
mod drag;
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
    /// Whether a drawing of it is on its way.
    will_draw: bool,
    /// What gets the focus once it is drawn.
    focus: Option<String>,
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
        let dom = dom::Mounted::new(root);
        *app.borrow_mut() = Some(App { model: Model::new(random), dom, outside, will_draw: false, focus: None });
    });
    listen::listen()?;
    // The first of everything is the slowest, since the browser still compiles it: a task a step.
    soon(|| dispatch(Event::Start(beginning())));
    Ok(())
}

/// How the page finds itself; the address may have changed since it was opened.
fn beginning() -> Start {
    let location = window().location();
    let address = location.href().unwrap_or_default();
    Start {
        hash: location.hash().unwrap_or_default(),
        address: address.split('#').next().unwrap_or_default().to_owned(),
        language: window().navigator().language().unwrap_or_default(),
        stored: effects::stored(),
        secrets: unpredictable(),
        workers: js_sys::Reflect::has(&js_sys::global(), &"Worker".into()).unwrap_or(false),
    }
}

/// Takes in an event, and whatever it leads to. Events that come up while the page is being changed wait their turn.
///
/// What a person does is answered at once. For everything else (a page that opens, news of the server) drawing it and
/// moving the focus, which has the browser lay the page out, are tasks of their own: in between the browser listens, and
/// several events that come together are drawn once.
fn dispatch(event: Event) {
    let at_once = event.is_a_persons();
    QUEUE.with(|queue| queue.borrow_mut().push_back(event));
    take_in();
    if at_once {
        draw();
        move_focus();
    }
}

/// Takes in what waits and does what has to be done then; drawing it comes next.
fn take_in() {
    with_app(|app| {
        while let Some(event) = QUEUE.with(|queue| queue.borrow_mut().pop_front()) {
            for effect in crate::update::update(&mut app.model, js_sys::Date::now(), event) {
                match effect {
                    Effect::Focus(selector) => app.focus = Some(selector),
                    other => app.outside.perform(other),
                }
            }
        }
        if !std::mem::replace(&mut app.will_draw, true) {
            soon(draw);
        }
    });
}

/// Shows what there is to see, unless that was done already.
fn draw() {
    with_app(|app| {
        if std::mem::take(&mut app.will_draw) {
            app.dom.show(crate::view::view(&app.model));
            if app.focus.is_some() {
                soon(move_focus);
            }
        }
    });
    if QUEUE.with(|queue| !queue.borrow().is_empty()) {
        take_in();
    }
}

/// Puts the focus where it belongs, once that is drawn.
fn move_focus() {
    let mut to = None;
    with_app(|app| to = app.focus.take_if(|_| !app.will_draw));
    if let Some(selector) = to {
        effects::focus(&selector);
    }
}

/// Somebody has put the focus somewhere: it is not taken away again.
fn forget_pending_focus() {
    with_app(|app| app.focus = None);
}

/// Does something with the page unless it is being changed.
fn with_app(change: impl FnOnce(&mut App)) {
    if BUSY.replace(true) {
        return;
    }
    APP.with(|app| app.borrow_mut().as_mut().map(change));
    BUSY.set(false);
}

/// As the next task.
fn soon(task: impl FnOnce() + 'static) {
    let task = Closure::once_into_js(task);
    // Without timers there is no page.
    let _ = window().set_timeout_with_callback(task.unchecked_ref());
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

/// Something that nobody can foresee; none if the browser has nothing of the kind.
fn unpredictable<const BYTES: usize>() -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    let filled = window().crypto().and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
    filled.is_ok().then_some(bytes)
}

/// For the seeds of matches against the computer and for names, the clock is good enough; secrets do without.
fn random() -> u64 {
    unpredictable().map_or_else(|| js_sys::Date::now() as u64, u64::from_le_bytes)
}
