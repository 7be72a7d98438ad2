//! The part of the page that needs a browser: it takes in events, patches the document and performs effects.

mod board_size;
mod demos;
mod dom;
mod drag;
mod effects;
mod gesture;
mod listen;
mod motion;
mod net;
mod sound;
mod worker;

pub use worker::Thinker;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use wasm_bindgen::prelude::*;

use crate::event::{Effect, Event, Start};
use crate::html::Node;
use crate::model::Model;

/// The state of the page.
struct App {
    model: Model,
    dom: dom::Mounted,
    outside: effects::Outside,
    /// Whether the model has changed since its page was last made.
    will_draw: bool,
    /// The page as it was made last, until it is shown.
    made: Option<Node>,
    /// The selector that gets the focus once the page is drawn.
    focus: Option<String>,
}

impl App {
    /// Plans what follows a drawing: the focus if the page is whole, and the rest of the page.
    fn plan_next(&self) {
        if self.focus.is_some() && self.dom.is_whole() {
            soon(move_focus);
        }
        if self.dom.has_more() {
            soon(go_on_drawing);
        }
    }
}

/// The selectors for the focus if its element has disappeared: the board, or else the heading.
const WHERE_FOCUS_IS_FOUND: &str = "[data-place][tabindex='0'], #title";

thread_local! {
    static APP: RefCell<Option<App>> = const { RefCell::new(None) };
    static QUEUE: RefCell<VecDeque<Event>> = const { RefCell::new(VecDeque::new()) };
    static BUSY: Cell<bool> = const { Cell::new(false) };
}

/// Opens the page in the element `#page`, with all texts in the person's language if it is not built in and they could be
/// loaded.
#[wasm_bindgen]
pub fn start(texts: Option<String>) -> Result<(), JsValue> {
    let root = document().get_element_by_id("page").ok_or("the document has no #page")?;
    root.set_text_content(None);
    let random = random();
    APP.with(|app| {
        let outside = effects::Outside::default();
        let dom = dom::Mounted::new(root);
        *app.borrow_mut() =
            Some(App { model: Model::new(random), dom, outside, will_draw: false, made: None, focus: None });
    });
    listen::listen()?;
    motion::listen()?;
    // The first run of all code is slow, since the browser still compiles it. Each step is a task of its own.
    soon(|| dispatch(Event::Start(beginning(texts))));
    Ok(())
}

/// The facts that the page starts from. The address is read now, since it may have changed since the page was opened.
fn beginning(texts: Option<String>) -> Start {
    let location = window().location();
    let address = location.href().unwrap_or_default();
    Start {
        hash: location.hash().unwrap_or_default(),
        address: address.split('#').next().unwrap_or_default().to_owned(),
        language: window().navigator().language().unwrap_or_default(),
        texts,
        stored: effects::stored(),
        secrets: unpredictable(),
        workers: js_sys::Reflect::has(&js_sys::global(), &"Worker".into()).unwrap_or(false),
        still: motion::is_less_wanted(),
    }
}

/// Takes in an event and all events that follow from it. Events that arrive while the page is being changed are queued.
///
/// What a person does with a pointer is drawn at once. For all other events (the page opens, the server sends something, a
/// key is pressed), drawing and moving the focus, which makes the browser lay out the page, are tasks of their own. The
/// browser can take input and show frames in between, and several events that arrive together are drawn once.
fn dispatch(event: Event) {
    let at_once = event.is_drawn_at_once();
    QUEUE.with(|queue| queue.borrow_mut().push_back(event));
    take_in();
    if at_once {
        make();
        show();
        move_focus();
    }
}

/// Takes in the queued events and performs their effects. Drawing comes next.
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
            soon(make);
        }
    });
}

/// How long a task may draw, in milliseconds. What is left then is drawn in the next task. The browser needs about as long
/// again for the layout of what was drawn.
const LONGEST_DRAWING: f64 = 8.0;

/// Makes the page if it has changed. To show it is another task: each of the two takes long when a large page is opened.
fn make() {
    with_app(|app| {
        if std::mem::take(&mut app.will_draw) {
            app.made = Some(crate::view::view(&app.model));
            soon(show);
        }
    });
}

/// Shows the page that was made last, unless that was done.
fn show() {
    let begun = js_sys::Date::now();
    let mut is_shown = false;
    with_app(|app| {
        let Some(page) = app.made.take() else { return };
        let was_somewhere = effects::focus_is_somewhere();
        app.dom.show(page, begun + LONGEST_DRAWING);
        motion::follow();
        if was_somewhere && !effects::focus_is_somewhere() && app.focus.is_none() {
            app.focus = Some(WHERE_FOCUS_IS_FOUND.to_owned());
        }
        app.plan_next();
        is_shown = true;
    });
    if is_shown {
        drawn();
    }
}

/// Draws more of a page that is too large for one task.
fn go_on_drawing() {
    with_app(|app| {
        app.dom.go_on(js_sys::Date::now() + LONGEST_DRAWING);
        motion::follow();
        app.plan_next();
    });
    drawn();
}

/// What follows every drawing.
fn drawn() {
    board_size::watch();
    demos::watch();
    if QUEUE.with(|queue| !queue.borrow().is_empty()) {
        take_in();
    }
}

/// Moves the focus where it belongs, once the page is drawn.
fn move_focus() {
    let mut to = None;
    with_app(|app| {
        let is_drawn = !app.will_draw && app.made.is_none() && app.dom.is_whole();
        to = app.focus.take_if(|_| is_drawn);
    });
    if let Some(selector) = to {
        effects::focus(&selector);
    }
}

/// Drops the pending focus, because a person has moved the focus meanwhile.
fn forget_pending_focus() {
    with_app(|app| app.focus = None);
}

/// Changes the page, unless it is being changed already.
fn with_app(change: impl FnOnce(&mut App)) {
    if BUSY.replace(true) {
        return;
    }
    APP.with(|app| app.borrow_mut().as_mut().map(change));
    BUSY.set(false);
}

/// Runs this as the next task.
fn soon(task: impl FnOnce() + 'static) {
    let task = Closure::once_into_js(task);
    // A browser without timers cannot run the page at all.
    let _ = window().set_timeout_with_callback(task.unchecked_ref());
}

/// Reads something from the model. `None` while the model is being changed.
fn model<T>(read: impl FnOnce(&Model) -> T) -> Option<T> {
    APP.with(|app| app.try_borrow().ok().and_then(|app| app.as_ref().map(|app| read(&app.model))))
}

/// Whether the page handles a key, so that the browser must not.
fn takes(key: &crate::event::Key) -> bool {
    model(|model| crate::update::takes(model, key)).unwrap_or(false)
}

fn window() -> web_sys::Window {
    web_sys::window().expect("the page runs in a window")
}

fn document() -> web_sys::Document {
    window().document().expect("a window has a document")
}

/// Secure random bytes. None if the browser has no source of them.
fn unpredictable<const BYTES: usize>() -> Option<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    let filled = window().crypto().and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
    filled.is_ok().then_some(bytes)
}

/// A random number for seeds of matches against the computer and for names. The clock is good enough if there is no
/// secure source; secrets never come from here.
fn random() -> u64 {
    unpredictable().map_or_else(|| js_sys::Date::now() as u64, u64::from_le_bytes)
}
