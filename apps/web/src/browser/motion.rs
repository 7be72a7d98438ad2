//! Starts and ends the animations that the attributes `data-motion` ask for. They hold keyframes and times as JSON, since the
//! page has no inline styles.

use std::cell::RefCell;

use js_sys::{Function, JSON, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::Element;

use super::{dispatch, document, window};
use crate::event::Event;

const ATTRIBUTE: &str = "data-motion";
const LESS_MOTION: &str = "(prefers-reduced-motion: reduce)";

/// An animation, with the element that it moves and the value that asked for it.
struct Running {
    element: Element,
    asked: String,
    animation: JsValue,
}

thread_local! {
    static RUNNING: RefCell<Vec<Running>> = const { RefCell::new(Vec::new()) };
}

/// The page was drawn: ends what it no longer asks for, and starts what it asks for anew.
pub(super) fn follow() {
    RUNNING.with_borrow_mut(|running| {
        running.retain(|one| {
            let goes_on =
                one.element.is_connected() && one.element.get_attribute(ATTRIBUTE).as_ref() == Some(&one.asked);
            if !goes_on {
                let _ = call(&one.animation, "cancel", &[]); // an animation that is over can be cancelled too
            }
            goes_on
        });
        let Ok(found) = document().query_selector_all(&format!("[{ATTRIBUTE}]")) else { return };
        for element in (0..found.length()).filter_map(|index| found.item(index)) {
            let element: Element = element.unchecked_into();
            let Some(asked) = element.get_attribute(ATTRIBUTE) else { continue };
            if running.iter().any(|one| one.element.is_same_node(Some(&element))) {
                continue;
            }
            // A browser that cannot animate shows the end at once.
            if let Ok(animation) = start(&element, &asked) {
                running.push(Running { element, asked, animation });
            }
        }
    });
}

fn start(element: &Element, asked: &str) -> Result<JsValue, JsValue> {
    let asked = JSON::parse(asked)?;
    let part = |name: &str| Reflect::get(&asked, &name.into());
    call(element, "animate", &[part("frames")?, part("times")?])
}

fn call(on: &JsValue, name: &str, with: &[JsValue]) -> Result<JsValue, JsValue> {
    let function: Function = Reflect::get(on, &name.into())?.dyn_into()?;
    match with {
        [one, two] => function.call2(on, one, two),
        _ => function.call0(on),
    }
}

/// Whether the browser asks for less motion.
pub(super) fn is_less_wanted() -> bool {
    window().match_media(LESS_MOTION).ok().flatten().is_some_and(|query| query.matches())
}

/// Listens for changes of that.
pub(super) fn listen() -> Result<(), JsValue> {
    let Some(query) = window().match_media(LESS_MOTION)? else { return Ok(()) };
    super::listen::on(&query, "change", |_| dispatch(Event::Still(is_less_wanted())))
}
