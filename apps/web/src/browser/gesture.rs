//! Looking closer at a board: by wheel, by dragging its ground, by two fingers, and by a double tap.
//!
//! While a gesture lasts, only the `viewBox` of the board is changed; the page is told at its end. Drawing the whole page
//! for every movement of a finger would be slow on large boards.

use std::cell::{Cell, RefCell};

use wasm_bindgen::prelude::*;
use web_sys::{Element, PointerEvent, WheelEvent};

use super::{dispatch, document, drag, window};
use crate::event::Event;
use crate::hands::{At, Hands, distance};
use crate::zoom::Zoom;

/// Two taps within this many milliseconds and pixels are a double tap.
const DOUBLE: (f64, f64) = (320.0, 24.0);
/// A double tap makes the board this many times larger.
const TAPPED: f64 = 2.2;
/// The page is told of the wheel once it rests for this many milliseconds.
const WHEEL_RESTS: i32 = 140;

thread_local! {
    static HANDS: RefCell<Hands> = RefCell::new(Hands::default());
    /// The last tap on the ground: its time and place.
    static TAPPED_AT: Cell<Option<(f64, At)>> = const { Cell::new(None) };
    /// The number of turns of the wheel.
    static TURNS: Cell<u32> = const { Cell::new(0) };
}

/// Ends all gestures: the page is told what is shown.
pub(super) fn end() {
    if let Some(zoom) = HANDS.with_borrow_mut(Hands::let_go) {
        dispatch(Event::Zoom(zoom));
    }
}

pub(super) fn down(event: &PointerEvent) {
    // A pointer whose end was not heard must not stay down for ever.
    if event.is_primary() || event.pointer_type() == "mouse" {
        end();
    }
    let Some(board) = board_of(event).filter(|_| event.button() == 0) else { return };
    let holds_ground = !is_on(event, "[data-drag]");
    if HANDS.with_borrow_mut(|hands| hands.down(event.pointer_id(), at(event), holds_ground)) {
        drag::let_go();
        show(&board, now());
    }
}

pub(super) fn moved(event: &PointerEvent) {
    let followed = HANDS.with_borrow_mut(|hands| hands.follow(event.pointer_id(), at(event), is_whole));
    let Some((before, after)) = followed else { return };
    let Ok(Some(board)) = document().query_selector("[data-board]") else { return };
    let place = share(&board);
    // The middle between the fingers stays over the same point of the board.
    let (old, new) = (place(middle(&before)), place(middle(&after)));
    let times = match (before.as_slice(), after.as_slice()) {
        ([a, b], [c, d]) => (distance(*c, *d) / distance(*a, *b).max(1.0)).clamp(0.2, 5.0),
        _ => 1.0,
    };
    show(&board, now().by(times, old).moved(old.0 - new.0, old.1 - new.1));
}

pub(super) fn up(event: &PointerEvent, cancelled: bool) {
    let up = HANDS.with_borrow_mut(|hands| hands.up(event.pointer_id()));
    let Some((moved, is_over)) = up else { return };
    if moved {
        drag::ignore_click();
        if is_over {
            tell();
        }
    } else if !cancelled {
        tap(event);
    }
}

/// A double tap on ground where nothing can be picked shows the whole board, or a part of it around the tap.
fn tap(event: &PointerEvent) {
    // Two taps on an open place play there: the first one marks it.
    let Some(board) = board_of(event).filter(|_| !is_on(event, ".b-open, [data-drag]")) else { return };
    let (time, place) = (event.time_stamp(), at(event));
    let before = TAPPED_AT.replace(Some((time, place)));
    let is_double = before.is_some_and(|(t, p)| time - t < DOUBLE.0 && distance(p, place) < DOUBLE.1);
    if is_double {
        TAPPED_AT.set(None);
        let zoom = now();
        show(&board, if zoom.is_whole() { zoom.by(TAPPED, share(&board)(place)) } else { Zoom::default() });
        tell();
    }
}

/// The wheel over a board. Returns whether the page must not scroll.
pub(super) fn wheel(event: &WheelEvent) -> bool {
    let Some(board) = board_of(event) else { return false };
    let zoom = now();
    let pixels = event.delta_y() * if event.delta_mode() == WheelEvent::DOM_DELTA_PIXEL { 1.0 } else { 18.0 };
    let scrolls = window().scroll_y().unwrap_or(0.0) > 0.0;
    // A trackpad reports two fingers that move apart as a wheel with the control key.
    let pinches = event.ctrl_key();
    if pixels == 0.0 || (zoom.is_whole() && !pinches && (pixels > 0.0 || scrolls)) {
        return pinches;
    }
    let at = share(&board)((f64::from(event.client_x()), f64::from(event.client_y())));
    show(&board, zoom.by((-pixels * if pinches { 0.01 } else { 0.002 }).exp(), at));
    let turns = TURNS.get().wrapping_add(1);
    TURNS.set(turns);
    let rests = Closure::once_into_js(move || {
        if TURNS.get() == turns {
            tell();
        }
    });
    // A browser without timers cannot run the page at all.
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(rests.unchecked_ref(), WHEEL_RESTS);
    true
}

fn is_whole() -> bool {
    super::model(|model| model.visit.zoom.is_whole()).unwrap_or(true)
}

/// What is shown now.
fn now() -> Zoom {
    let shown = HANDS.with_borrow(|hands| hands.shown);
    shown.or_else(|| super::model(|model| model.visit.zoom)).unwrap_or_default()
}

/// Shows a part of the board at once.
fn show(board: &Element, zoom: Zoom) {
    HANDS.with_borrow_mut(|hands| hands.shown = Some(zoom));
    let frame = super::model(|model| model.client.as_ref().map(|client| client.ground.frame)).flatten();
    if let Some(frame) = frame {
        // This cannot fail: the name is a literal of ours.
        let _ = board.set_attribute("viewBox", &zoom.view_box(frame));
    }
}

/// Tells the page what is shown.
fn tell() {
    if let Some(zoom) = HANDS.with_borrow_mut(|hands| hands.shown.take()) {
        dispatch(Event::Zoom(zoom));
    }
}

/// From a point of the window to its share of the shown part of the board.
fn share(board: &Element) -> impl Fn(At) -> At + use<> {
    let around = board.get_bounding_client_rect();
    let (left, top) = (around.left(), around.top());
    let (width, height) = (around.width().max(1.0), around.height().max(1.0));
    // The drawing keeps its proportions, in the middle of its element.
    let ratio = super::model(|model| {
        let [_, _, wide, high] = model.client.as_ref()?.ground.frame;
        Some(wide / high)
    });
    let ratio = ratio.flatten().unwrap_or(width / height);
    let (wide, high) = (width.min(height * ratio), height.min(width / ratio));
    move |(x, y)| ((x - left - (width - wide) / 2.0) / wide, (y - top - (height - high) / 2.0) / high)
}

fn at(event: &PointerEvent) -> At {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

fn middle(points: &[At]) -> At {
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    let count = points.len().max(1) as f64;
    (x / count, y / count)
}

/// The board under a pointer.
fn board_of(event: &web_sys::Event) -> Option<Element> {
    target(event)?.closest("[data-board]").ok().flatten()
}

fn is_on(event: &web_sys::Event, selector: &str) -> bool {
    target(event).is_some_and(|target| target.closest(selector).ok().flatten().is_some())
}

fn target(event: &web_sys::Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}
