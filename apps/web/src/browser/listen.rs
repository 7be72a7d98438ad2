//! Listens to a person's input at the root of the document.

use std::cell::Cell;

use js_sys::futures::spawn_local;
use wasm_bindgen::prelude::*;
use web_sys::{AddEventListenerOptions, Element, EventTarget, HtmlInputElement, KeyboardEvent, PointerEvent};

use super::{demos, dispatch, document, dom, drag, gesture, takes, window};
use crate::event::{Event, Focus, Key};
use crate::press::{Field, Press};

thread_local! {
    /// Whether the last touch of the screen was by finger.
    static FINGER: Cell<bool> = const { Cell::new(false) };
    /// The pointer's position at its last press. An element that moves under it there does not count as pointed at.
    static PRESSED_AT: Cell<Option<(i32, i32)>> = const { Cell::new(None) };
    /// Whether a person has clicked or pressed a key since the page was opened.
    static ACTED: Cell<bool> = const { Cell::new(false) };
}

/// Whether a person has acted in the page, which browsers require before it may play sounds.
pub(super) fn somebody_has_acted() -> bool {
    let get = |from: &JsValue, name: &str| js_sys::Reflect::get(from, &name.into());
    let activation = get(&window().navigator(), "userActivation").and_then(|activation| {
        if activation.is_object() { get(&activation, "hasBeenActive") } else { Ok(JsValue::UNDEFINED) }
    });
    // If the browser does not say, the events that were heard here decide.
    activation.ok().and_then(|active| active.as_bool()).unwrap_or_else(|| ACTED.get())
}

/// Adds all listeners. They stay as long as the page is open.
pub(super) fn listen() -> Result<(), JsValue> {
    let (document, window) = (document(), window());
    on(&document, "click", click)?;
    on(&document, "submit", |event| {
        event.prevent_default();
        let form = closest(&event, "[data-submit]");
        if let Some(press) = form.and_then(|form| Press::read(&form.get_attribute("data-submit")?)) {
            dispatch(Event::Click { press, touch: false });
        }
    })?;
    on(&document, "input", set)?;
    on(&document, "change", chosen)?;
    on(&document, "keydown", key)?;
    on(&document, "pointerdown", |event| {
        let pointer: &PointerEvent = event.unchecked_ref();
        FINGER.set(pointer.pointer_type() == "touch");
        PRESSED_AT.set(Some((pointer.client_x(), pointer.client_y())));
        drag::down(pointer);
        gesture::down(pointer);
    })?;
    on(&document, "pointermove", |event| {
        drag::moved(event.unchecked_ref());
        gesture::moved(event.unchecked_ref());
        towards(&event);
    })?;
    for (name, cancelled) in [("pointerup", false), ("pointercancel", true)] {
        on(&document, name, move |event| {
            drag::up(event.unchecked_ref(), cancelled);
            gesture::up(event.unchecked_ref(), cancelled);
        })?;
    }
    on(&document, "wheel", |event| {
        if gesture::wheel(event.unchecked_ref()) {
            event.prevent_default();
        }
    })?;
    on(&document, "pointerover", |event| {
        let pointer: &PointerEvent = event.unchecked_ref();
        let rests = PRESSED_AT.get() == Some((pointer.client_x(), pointer.client_y()));
        if pointer.pointer_type() != "touch" && !rests && !drag::is_under_way() {
            hover(closest(&event, "[data-place], [data-points-at]"));
            consider(closest(&event, "[data-choice]"));
        }
    })?;
    on(&document, "focusin", |event| {
        let visible = |element: &Element| element.matches(":focus-visible").unwrap_or(false);
        super::forget_pending_focus();
        focus(closest(&event, "[data-place]").filter(visible));
        consider(closest(&event, "[data-choice]").filter(visible));
    })?;
    // The browser cancels a dialog on Esc. The model closes it instead, so that it knows.
    on(&document, "cancel", |event| {
        event.prevent_default();
        dispatch(Event::Click { press: Press::Close, touch: false });
    })?;
    on(&window, "hashchange", |_| {
        // What a gesture shows belongs to the board that is left.
        gesture::end();
        dispatch(Event::Route(super::window().location().hash().unwrap_or_default()));
    })?;
    on(&window, "storage", |event| {
        let get = |name: &str| js_sys::Reflect::get(&event, &name.into()).ok().and_then(|value| value.as_string());
        if let Some(key) = get("key") {
            dispatch(Event::Stored(key, get("newValue")));
        }
    })?;
    on(&window, "online", |_| dispatch(Event::Back))?;
    on(&document, "visibilitychange", |_| {
        demos::report();
        if !super::document().hidden() {
            dispatch(Event::Back);
        }
    })
}

/// Adds a listener. `hear` is an `Fn`, because it can be called again while it runs: moving the focus is an event too.
pub(super) fn on(target: &EventTarget, name: &str, hear: impl Fn(web_sys::Event) + 'static) -> Result<(), JsValue> {
    let options = AddEventListenerOptions::new();
    options.set_capture(true);
    // Browsers assume that a listener of the wheel does not prevent scrolling, unless it says so.
    options.set_passive(false);
    let hear = Closure::<dyn Fn(web_sys::Event)>::new(hear);
    target.add_event_listener_with_callback_and_add_event_listener_options(
        name,
        hear.as_ref().unchecked_ref(),
        &options,
    )?;
    hear.forget();
    Ok(())
}

fn closest(event: &web_sys::Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok().flatten()
}

fn click(event: web_sys::Event) {
    ACTED.set(true);
    if closest(&event, dom::CONCEALED_SELECTOR).is_some() {
        return event.prevent_default(); // nobody can have aimed at what is not visible yet
    }
    if drag::was_dragged() {
        return; // the end of a drag is no click
    }
    if let Some(skip) = closest(&event, "[data-skip]") {
        event.prevent_default();
        super::effects::focus(&skip.get_attribute("data-skip").unwrap_or_default());
        return;
    }
    let pressed = closest(&event, "[data-do]");
    if let Some(press) = pressed.and_then(|element| Press::read(&element.get_attribute("data-do")?)) {
        dispatch(Event::Click { press, touch: FINGER.get() });
    } else {
        skip();
    }
}

/// A press or a key that means nothing else ends what moves on the board.
fn skip() {
    if document().query_selector("[data-moving]").is_ok_and(|moving| moving.is_some()) {
        dispatch(Event::Pressed);
    }
}

/// Reports the button that is pointed at or has the focus, if it has changed.
fn consider(button: Option<Element>) {
    thread_local! {
        static LAST: Cell<Option<usize>> = const { Cell::new(None) };
    }
    let index = button.and_then(|button| button.get_attribute("data-choice")?.parse().ok());
    if LAST.replace(index) != index {
        dispatch(Event::Consider(index));
    }
}

/// Reports that a place got or lost the focus. The focus on other elements is not reported.
fn focus(place: Option<Element>) {
    thread_local! {
        static ON_PLACE: Cell<bool> = const { Cell::new(false) };
    }
    let was_on_place = ON_PLACE.replace(place.is_some());
    if was_on_place || place.is_some() {
        dispatch(Event::Focus(place.and_then(|place| place.get_attribute("data-place"))));
    }
}

/// Reports the place under the pointer, if it has changed.
pub(super) fn hover(place: Option<Element>) {
    thread_local! {
        static LAST: std::cell::RefCell<Option<String>> = const { std::cell::RefCell::new(None) };
    }
    let at = |place: Element| place.get_attribute("data-place").or_else(|| place.get_attribute("data-points-at"));
    let name = place.and_then(at);
    if LAST.with(|last| last.replace(name.clone()) != name) {
        dispatch(Event::Hover(name));
    }
}

/// Reports in which sixth of an end of a move the pointer is, clockwise from the top, if it has changed. Where it was pressed
/// it points at nothing new.
fn towards(event: &web_sys::Event) {
    thread_local! {
        static LAST: std::cell::RefCell<Option<(String, Option<u8>)>> = const { std::cell::RefCell::new(None) };
    }
    let pointer: &PointerEvent = event.unchecked_ref();
    let (x, y) = (pointer.client_x(), pointer.client_y());
    if pointer.pointer_type() == "touch" || drag::is_under_way() || PRESSED_AT.get() == Some((x, y)) {
        return;
    }
    let at = closest(event, "[data-end]").and_then(|end| {
        let area = end.query_selector(".b-cell").ok()??.get_bounding_client_rect();
        let (right, down) =
            (f64::from(x) - area.x() - area.width() / 2.0, f64::from(y) - area.y() - area.height() / 2.0);
        let is_middle = right.hypot(down) < area.height() / 8.0;
        let sixth = (right.atan2(-down).to_degrees() / 60.0).round().rem_euclid(6.0) as u8;
        Some((end.get_attribute("data-place")?, (!is_middle).then_some(sixth)))
    });
    if LAST.with(|last| last.replace(at.clone()) != at)
        && let Some((_, sixth)) = at
    {
        dispatch(Event::Towards(sixth));
    }
}

fn set(event: web_sys::Event) {
    let Some(element) = closest(&event, "[data-set]") else { return };
    let Some(field) = element.get_attribute("data-set").and_then(|field| Field::read(&field)) else { return };
    let input = element.dyn_ref::<HtmlInputElement>();
    let value = match input {
        Some(input) if input.type_() == "checkbox" => if input.checked() { "on" } else { "off" }.to_owned(),
        _ => {
            js_sys::Reflect::get(&element, &"value".into()).ok().and_then(|value| value.as_string()).unwrap_or_default()
        }
    };
    dispatch(Event::Set(field, value));
}

/// Reports the text of a chosen file, once it is read.
fn chosen(event: web_sys::Event) {
    if let Some(field) = closest(&event, "[data-file]") {
        spawn_local(async move {
            if let Some(text) = first_file(&field).await.ok().and_then(|text| text.as_string()) {
                dispatch(Event::File(text));
            }
        });
    }
}

/// The text of the first file of a file field.
async fn first_file(field: &Element) -> Result<JsValue, JsValue> {
    let get = |from: &JsValue, name: &str| js_sys::Reflect::get(from, &name.into());
    let file = get(&get(field, "files")?, "0")?;
    let read = get(&file, "text")?.dyn_into::<js_sys::Function>()?;
    read.call0(&file)?.dyn_into::<js_sys::Promise>()?.await
}

fn key(event: web_sys::Event) {
    ACTED.set(true);
    drag::was_dragged(); // a click by a key comes from no drag
    let key: &KeyboardEvent = event.unchecked_ref();
    if key.ctrl_key() || key.alt_key() || key.meta_key() || key.is_composing() {
        return;
    }
    let focused = document().active_element();
    let is_in = |selector: &str| focused.as_ref().is_some_and(|at| at.closest(selector).ok().flatten().is_some());
    let focus = if is_in("[data-place]") {
        Focus::Place
    } else if is_in("input:not([type=radio]):not([type=checkbox]), textarea, select") {
        Focus::Field
    } else if is_in("a, button, input, summary, dialog, [tabindex='0']") {
        Focus::Control
    } else {
        Focus::Nothing
    };
    let name = key.key();
    let name = if key.shift_key() && name.starts_with("Arrow") { format!("Shift+{name}") } else { name };
    let pressed = Key { name, focus, repeated: key.repeat() };
    if takes(&pressed) {
        event.prevent_default();
        dispatch(Event::Key(pressed));
    } else {
        skip();
    }
}
