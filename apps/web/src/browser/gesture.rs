//! Looking closer at a board: by wheel, by dragging its ground, by two fingers, and by a double tap.
//!
//! While a gesture lasts, only the `viewBox` of the board is changed; the page is told at its end. Drawing the whole page
//! for every movement of a finger would be slow on large boards.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;
use web_sys::{Element, PointerEvent, WheelEvent};

use super::{dispatch, document, drag, window};
use crate::event::Event;
use crate::zoom::Zoom;

/// A press on the ground becomes a gesture after this many pixels.
const FAR_ENOUGH: f64 = 7.0;
/// Two taps within this many milliseconds and pixels are a double tap.
const DOUBLE: (f64, f64) = (320.0, 24.0);
/// A double tap makes the board this many times larger.
const TAPPED: f64 = 2.2;
/// The page is told of the wheel once it rests for this many milliseconds.
const WHEEL_RESTS: i32 = 140;

type At = (f64, f64);

#[derive(Default)]
struct Hands {
    /// The pointers that are down on the board, with the place where each is.
    down: Vec<(i32, At)>,
    /// Where the first pointer went down, until the press is a gesture.
    from: Option<At>,
    /// Whether the board follows the pointers.
    moves: bool,
    /// What is shown now, while it differs from what the page knows.
    shown: Option<Zoom>,
    /// The last tap on the ground: its time and place.
    tapped: Option<(f64, At)>,
    /// The number of turns of the wheel.
    turns: u32,
}

thread_local! {
    static HANDS: RefCell<Hands> = RefCell::new(Hands::default());
}

pub(super) fn down(event: &PointerEvent) {
    let Some(board) = board_of(event) else { return };
    let is_mouse = event.pointer_type() == "mouse";
    HANDS.with_borrow_mut(|hands| {
        // A pointer whose end was not heard must not stay down for ever.
        if is_mouse || event.is_primary() {
            hands.down.clear();
            hands.moves = false;
        }
        if hands.down.len() < 2 && event.button() == 0 {
            hands.down.push((event.pointer_id(), at(event)));
        }
        hands.from = (hands.down.len() == 1 && !is_on(event, "[data-drag]")).then(|| at(event));
    });
    if HANDS.with_borrow(|hands| hands.down.len() == 2) {
        drag::let_go();
        HANDS.with_borrow_mut(|hands| hands.moves = true);
        show(&board, now());
    }
}

pub(super) fn moved(event: &PointerEvent) {
    let Some((before, after)) = HANDS.with_borrow_mut(|hands| hands.follow(event)) else { return };
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
    let (was_down, moved, is_over) = HANDS.with_borrow_mut(|hands| {
        let was_down = hands.down.iter().any(|(pointer, _)| *pointer == event.pointer_id());
        hands.down.retain(|(pointer, _)| *pointer != event.pointer_id());
        let (moved, is_over) = (hands.moves, hands.down.is_empty());
        hands.moves &= !is_over;
        (was_down, moved, is_over)
    });
    if !was_down {
        return;
    }
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
    let before = HANDS.with_borrow_mut(|hands| hands.tapped.replace((time, place)));
    let is_double = before.is_some_and(|(t, p)| time - t < DOUBLE.0 && distance(p, place) < DOUBLE.1);
    if is_double {
        HANDS.with_borrow_mut(|hands| hands.tapped = None);
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
    let turns = HANDS.with_borrow_mut(|hands| {
        hands.turns = hands.turns.wrapping_add(1);
        hands.turns
    });
    let rests = Closure::once_into_js(move || {
        if HANDS.with_borrow(|hands| hands.turns == turns) {
            tell();
        }
    });
    // A browser without timers cannot run the page at all.
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(rests.unchecked_ref(), WHEEL_RESTS);
    true
}

impl Hands {
    /// Takes in the movement of a pointer. Returns where the pointers were and are, if the board follows them.
    fn follow(&mut self, event: &PointerEvent) -> Option<(Vec<At>, Vec<At>)> {
        let place = at(event);
        let index = self.down.iter().position(|(pointer, _)| *pointer == event.pointer_id())?;
        if !self.moves {
            let from = self.from.filter(|_| !is_whole())?;
            if distance(from, place) < FAR_ENOUGH {
                return None;
            }
            self.moves = true;
        }
        let before = self.down.iter().map(|(_, at)| *at).collect();
        self.down[index].1 = place;
        Some((before, self.down.iter().map(|(_, at)| *at).collect()))
    }
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

fn distance(a: At, b: At) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
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
