//! Dragging by mouse or finger: a copy of the piece follows the pointer, and the place under the pointer counts as
//! pointed at.

use std::cell::RefCell;

use wasm_bindgen::JsCast as _;
use web_sys::{Element, PointerEvent};

use super::{dispatch, document, listen};
use crate::event::Event;
use crate::hands::FAR_ENOUGH;
use crate::press::Held;

/// A press that is a drag or may become one.
struct Drag {
    pointer: i32,
    from: (f64, f64),
    source: Element,
    /// The copy that follows the pointer, once the press is a drag.
    ghost: Option<(Element, Element)>,
}

thread_local! {
    static DRAG: RefCell<Option<Drag>> = const { RefCell::new(None) };
    static DRAGGED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Whether a drag is under way.
pub(super) fn is_under_way() -> bool {
    DRAG.with_borrow(|drag| drag.as_ref().is_some_and(|drag| drag.ghost.is_some()))
}

/// Whether the press that has just ended was a drag. The first call resets the answer.
pub(super) fn was_dragged() -> bool {
    DRAGGED.replace(false)
}

/// The click that follows the press that has just ended is ignored.
pub(super) fn ignore_click() {
    DRAGGED.set(true);
}

/// Ends a drag without dropping anything.
pub(super) fn let_go() {
    if let Some((ghost, _)) = DRAG.take().and_then(|drag| drag.ghost) {
        ghost.remove();
        dispatch(Event::Drop(None));
    }
}

pub(super) fn down(event: &PointerEvent) {
    DRAGGED.set(false);
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let source = target.and_then(|target| target.closest("[data-drag]").ok().flatten());
    let from = (f64::from(event.client_x()), f64::from(event.client_y()));
    let drag = source.filter(|_| event.is_primary() && event.button() == 0);
    let drag = drag.map(|source| Drag { pointer: event.pointer_id(), from, source, ghost: None });
    DRAG.with_borrow_mut(|old| *old = drag);
}

pub(super) fn moved(event: &PointerEvent) {
    let at = (f64::from(event.client_x()), f64::from(event.client_y()));
    let begun = DRAG.with_borrow_mut(|drag| {
        let drag = drag.as_mut().filter(|drag| drag.pointer == event.pointer_id())?;
        let far = (at.0 - drag.from.0).hypot(at.1 - drag.from.1) >= FAR_ENOUGH;
        if drag.ghost.is_some() || !far {
            return None;
        }
        drag.ghost = ghost(&drag.source);
        drag.source.get_attribute("data-drag").and_then(|held| Held::read(&held))
    });
    if let Some(held) = begun {
        dispatch(Event::Drag(held));
    }
    let moved = DRAG.with_borrow(|drag| {
        let (_, held) = drag.as_ref()?.ghost.as_ref()?;
        // This is an attribute because the page's security policy allows no inline style. The copy is drawn above the
        // pointer, so that neither it nor a finger hides the place below.
        let above = if event.pointer_type() == "touch" { 46.0 } else { 20.0 };
        held.set_attribute("transform", &format!("translate({} {})", at.0, at.1 - above)).ok()
    });
    if moved.is_some() {
        listen::hover(under(at));
    }
}

pub(super) fn up(event: &PointerEvent, cancelled: bool) {
    let Some(drag) = DRAG.with_borrow_mut(|drag| drag.take_if(|drag| drag.pointer == event.pointer_id())) else {
        return;
    };
    let Some((ghost, _)) = drag.ghost else { return };
    ghost.remove();
    DRAGGED.set(!cancelled);
    let at = (f64::from(event.client_x()), f64::from(event.client_y()));
    let place = if cancelled { None } else { under(at) };
    dispatch(Event::Drop(place.and_then(|place| place.get_attribute("data-place"))));
}

/// The place of the board at this point of the window.
fn under((x, y): (f64, f64)) -> Option<Element> {
    document().element_from_point(x as f32, y as f32)?.closest("[data-place]").ok().flatten()
}

/// A copy of the dragged piece over the whole window, and the part of it that is moved.
fn ghost(source: &Element) -> Option<(Element, Element)> {
    const SVG: &str = "http://www.w3.org/2000/svg";
    let piece = source.query_selector(".b-stone").ok().flatten()?;
    let scale = piece.query_selector(".b-body").ok().flatten()?.get_bounding_client_rect().width() / 22.0;
    let make = |tag| document().create_element_ns(Some(SVG), tag).ok();
    let (over, held, sized) = (make("svg")?, make("g")?, make("g")?);
    over.set_attribute("class", "drag-ghost board").ok()?;
    over.set_attribute("aria-hidden", "true").ok()?;
    sized.set_attribute("transform", &format!("scale({:.3})", scale * 1.15)).ok()?;
    sized.append_child(&piece.clone_node_with_deep(true).ok()?).ok()?;
    held.append_child(&sized).ok()?;
    over.append_child(&held).ok()?;
    document().query_selector(".page").ok().flatten()?.append_child(&over).ok()?;
    Some((over, held))
}
