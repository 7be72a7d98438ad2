//! What is seen to happen on the board. The attribute `data-motion` holds keyframes and times as JSON, and the browser layer
//! starts them (browser/motion.rs). Things that move are drawn in a layer of their own over the board, since the cells of a
//! board cover what reaches into them. Nothing here changes the layout, and screen readers skip all of it.

use std::fmt::Write as _;

use client::{Client, Moving};
use hex::Point;
use scene::motion::{Layer, ShotKind, Step};
use scene::{Happening, Piece, Place};

use super::{board, dice, lattice, pieces};
use crate::ground::Ground;
use crate::html::{Element, el};
use crate::model::Model;

/// Where a shot that misses passes its target, in the units of the drawing: beyond it, and beside it.
const BEYOND: f64 = 16.0;
const BESIDE: f64 = 13.0;
/// How far dice fall from what they decide.
const ROOM: f64 = 26.0;

/// The steps of the part of the motion that is shown now.
fn steps(moving: &Moving) -> impl Iterator<Item = &Step> {
    moving.motion.steps.iter().filter(|step| (step.start >= moving.motion.changes_at) == moving.has_changed)
}

/// When a step begins, in milliseconds after the part of the motion that is shown now.
fn delay(moving: &Moving, step: &Step) -> u16 {
    step.start - if moving.has_changed { moving.motion.changes_at } else { 0 }
}

/// Keyframes with their times. `frames` are JSON objects, separated by commas.
fn timed(number: u32, frames: &str, delay: u16, length: u16) -> String {
    let times = format!(r#""delay":{delay},"duration":{length},"fill":"both","easing":"ease-out""#);
    format!(r#"{{"number":{number},"frames":[{frames}],"times":{{{times}}}}}"#)
}

/// The motion of a step by itself.
fn of_step(moving: &Moving, step: &Step, frames: &str) -> String {
    timed(moving.number, frames, delay(moving, step), step.length)
}

const HIDDEN: &str = r#"{"opacity":0},{"opacity":0}"#;
const FLASH: &str = r#"{"opacity":0},{"opacity":1,"offset":0.25},{"opacity":0}"#;
const SHINE: &str = r#"{"opacity":0},{"opacity":1,"offset":0.12},{"opacity":1,"offset":0.6},{"opacity":0}"#;
const FADE: &str = r#"{"opacity":1},{"opacity":0}"#;
const ARRIVE: &str = r#"{"opacity":0,"transform":"scale(.55)"},{"opacity":1,"transform":"scale(1)"}"#;
const SHRINK: &str = r#"{"opacity":1,"transform":"scale(1)"},{"opacity":0,"transform":"scale(.35)"}"#;
const BURST: &str =
    r#"{"opacity":0,"transform":"scale(.2)"},{"opacity":1,"offset":0.3},{"opacity":0,"transform":"scale(1.5)"}"#;
const FALL: &str = r#"{"opacity":0,"transform":"translateY(-26px) rotate(-200deg) scale(1.5)"},{"opacity":1,"transform":"translateY(3px) rotate(15deg)","offset":0.6},{"transform":"none"}"#;

/// How a piece of the board comes into sight: it arrives, or it is hidden until the copy of it that moves has arrived.
pub(super) fn of_piece(client: &Client, piece: &Piece) -> Option<String> {
    appears(client, piece, ARRIVE)
}

/// The mark at the bow of a piece, which comes into sight with it.
pub(super) fn bow(client: &Client, piece: &Piece) -> Option<Element> {
    let bow = pieces::bow(piece, client.ground.turns)?;
    Some(bow.maybe("data-motion", appears(client, piece, r#"{"opacity":0},{"opacity":1}"#)))
}

fn appears(client: &Client, piece: &Piece, arrives: &str) -> Option<String> {
    let moving = client.moving.as_ref().filter(|moving| moving.has_changed)?;
    steps(moving).find_map(|step| match &step.what {
        Happening::Arrives { at, unit } if (*at, *unit) == (piece.place, piece.unit) => {
            Some(of_step(moving, step, arrives))
        }
        Happening::Goes { piece: gone, way, .. }
            if gone.unit == piece.unit && way.last().copied().unwrap_or(gone.place) == piece.place =>
        {
            // It must not stay hidden afterwards, so its animation does not fill the time after its end.
            let hidden = timed(moving.number, HIDDEN, 0, delay(moving, step) + step.length);
            Some(hidden.replace("both", "none"))
        }
        _ => None,
    })
}

/// The ground that changes hands, as it was. It lies under the pieces.
pub(super) fn under(client: &Client) -> Option<Element> {
    let moving = client.moving.as_ref().filter(|moving| moving.has_changed)?;
    let changes: Vec<Element> = steps(moving)
        .filter_map(|step| match &step.what {
            Happening::Changes { ground: Some(was), at: Place::Triangle(triangle), .. } => {
                let at = el("g").attr("data-motion", of_step(moving, step, FADE));
                let drawn = lattice::triangle_parts(at, &client.ground, *triangle, was, true);
                Some(el("g").attr("transform", client.ground.transform_to(was.place)).child(drawn))
            }
            _ => None,
        })
        .collect();
    let layer = el("g").class("b-motion").attr("aria-hidden", "true").key(format!("under{}", moving.number));
    (!changes.is_empty()).then(|| layer.children(changes))
}

/// Everything that moves over the board.
pub(super) fn over(model: &Model, client: &Client) -> Option<Element> {
    let moving = client.moving.as_ref()?;
    let at_height = |wanted: u8| steps(moving).filter(move |step| height(&step.what) == wanted);
    let drawn = (0..=HIGHEST).flat_map(at_height).flat_map(|step| draw(model, client, moving, step));
    let layer = el("g").class("b-motion").attr("aria-hidden", "true").attr("data-moving", moving.number);
    Some(layer.key(format!("motion{}", moving.number)).children(drawn))
}

/// The height of dice, which lie over everything else.
const HIGHEST: u8 = 4;

/// What lies over what: pieces that stay, pieces that go, shots, flashes, dice.
fn height(what: &Happening) -> u8 {
    match what {
        Happening::Changes { .. } | Happening::Leaves { .. } | Happening::Arrives { .. } => 0,
        Happening::Goes { .. } => 1,
        Happening::Shot { .. } => 2,
        Happening::Struck { .. } | Happening::Pays { .. } => 3,
        Happening::Dice { .. } => HIGHEST,
    }
}

fn draw(model: &Model, client: &Client, moving: &Moving, step: &Step) -> Vec<Element> {
    let ground = &client.ground;
    let at = |place: Place| el("g").attr("transform", ground.transform_to(place));
    let moves = |frames: &str| el("g").attr("data-motion", of_step(moving, step, frames));
    match &step.what {
        Happening::Dice { at: place, rolls } if rolls.len() <= dice::MANY => {
            let on_triangle = matches!(place, Some(Place::Triangle(_)));
            let falls = timed(moving.number, FALL, delay(moving, step), step.length - step.length / 8);
            let thrown = el("g").class("b-throw").attr("data-throw", moving.number);
            let thrown = thrown.maybe("transform", place.map(|place| near(ground, place)));
            vec![thrown.children(dice::thrown(rolls, if on_triangle { 0.42 } else { 0.8 }, &falls))]
        }
        Happening::Goes { piece, way, turns } => {
            let frames = way_frames(ground, piece.place, way, *turns);
            vec![moves(&frames).attr("data-goes", "").child(board::whole_piece(model, client, piece))]
        }
        Happening::Leaves { piece, explodes } => {
            let leaves = at(piece.place).child(moves(SHRINK).child(board::whole_piece(model, client, piece)));
            let blast = |class, r| moves(BURST).child(el("circle").class(class).attr("r", r));
            let blast =
                explodes.then(|| at(piece.place).child(blast("b-blast", "15")).child(blast("b-blast-core", "8")));
            [leaves].into_iter().chain(blast).collect()
        }
        Happening::Changes { at: place, piece: Some(piece), .. } => {
            vec![at(*place).child(moves(FADE).child(board::whole_piece(model, client, piece)))]
        }
        Happening::Shot { from, to, kind, hits, seat } => {
            let (from, to) = (ground.at(*from), ground.at(*to));
            let to = if *hits { to } else { beside(from, to) };
            let class = format!("b-shot seat-{}", seat.0);
            vec![el("g").class(class).attr("data-shot", "").children(shot(*kind, from, to, &moves))]
        }
        Happening::Struck { at: place, side, layer } => {
            let turn = side.map(|side| 30 * i32::from(side) + 60 * i32::from(ground.turns));
            let struck = at(*place).child(moves(FLASH).child(struck(turn, *layer)));
            vec![struck.attr("data-struck", "")]
        }
        Happening::Pays { .. } => pays(ground, step, "3.2").map(|pays| moves(FLASH).child(pays)).into_iter().collect(),
        Happening::Dice { .. } | Happening::Changes { .. } | Happening::Arrives { .. } => Vec::new(),
    }
}

/// Where dice fall that decide something at a place: on a triangle, and otherwise above or below the place, so that it can
/// still be seen.
fn near(ground: &Ground, place: Place) -> String {
    let Point { x, y } = ground.at(place);
    let away = match place {
        Place::Triangle(_) => 0.0,
        _ if y - 2.0 * ROOM > ground.frame[1] => -ROOM,
        _ => ROOM,
    };
    format!("translate({x:.1} {:.1})", y + away)
}

/// The keyframes of a piece that goes along a way and turns on it.
fn way_frames(ground: &Ground, from: Place, way: &[Place], turns: i8) -> String {
    let all: Vec<Place> = std::iter::once(from).chain(way.iter().copied()).collect();
    let last = all.len().max(2) - 1;
    let mut frames = String::new();
    for number in 0..=last {
        let Point { x, y } = ground.at(all[number.min(all.len() - 1)]);
        let degrees = 60.0 * f64::from(turns) * number as f64 / last as f64;
        let comma = if number == 0 { "" } else { "," };
        let _ = write!(frames, r#"{comma}{{"transform":"translate({x:.1}px,{y:.1}px) rotate({degrees:.0}deg)"}}"#);
    }
    frames
}

/// A point that a shot at a target passes if it misses.
fn beside(from: Point, to: Point) -> Point {
    let (x, y) = (to.x - from.x, to.y - from.y);
    let long = x.hypot(y).max(1.0);
    Point::new(to.x + (BEYOND * x - BESIDE * y) / long, to.y + (BEYOND * y + BESIDE * x) / long)
}

/// A shot, by what flies.
fn shot(kind: ShotKind, from: Point, to: Point, moves: &dyn Fn(&str) -> Element) -> Vec<Element> {
    let degrees = (to.y - from.y).atan2(to.x - from.x).to_degrees();
    let flies = |end: f64| {
        let at = |share: f64| (from.x + share * (to.x - from.x), from.y + share * (to.y - from.y));
        // It is not seen before it sets out, nor after it has arrived.
        let frame = |(x, y): (f64, f64), seen: u8, offset: f64| {
            let at = format!("translate({x:.1}px,{y:.1}px) rotate({degrees:.1}deg)");
            format!(r#"{{"transform":"{at}","opacity":{seen},"offset":{offset}}}"#)
        };
        let (first, last) = (at(0.0), at(end));
        [frame(first, 0, 0.0), frame(first, 1, 0.05), frame(last, 1, 0.9), frame(last, 0, 1.0)].join(",")
    };
    match kind {
        ShotKind::Beam => {
            let line = |class: &'static str| {
                let line =
                    el("line").class(class).attr("x1", format!("{:.1}", from.x)).attr("y1", format!("{:.1}", from.y));
                line.attr("x2", format!("{:.1}", to.x)).attr("y2", format!("{:.1}", to.y))
            };
            vec![moves(SHINE).child(line("b-beam")).child(line("b-beam-core"))]
        }
        ShotKind::Tracer => vec![moves(&flies(1.0)).child(el("path").class("b-tracer").attr("d", "M-9,0H0M-14,0H-12"))],
        ShotKind::Missile => {
            let trail = el("path").class("b-trail").attr("d", "M-20,0L-3,-1.6V1.6Z");
            let body = el("path").class("b-missile").attr("d", "M4,0L0,-2.2H-4V2.2H0Z");
            vec![moves(&flies(1.0)).child(trail).child(body)]
        }
        ShotKind::Blow => {
            vec![moves(&flies(0.72)).child(el("path").class("b-blow").attr("d", "M9,0L-4,-8L-1,0L-4,8Z"))]
        }
    }
}

/// The light of a strike: an arc on the side of the shield, or sparks. A piece without sides is struck all round.
fn struck(turn: Option<i32>, layer: Layer) -> Element {
    let drawn = match (layer, turn) {
        (Layer::Shield, Some(_)) => el("path").class("b-shield").attr("d", "M-14.7,-8.5A17,17 0 0 1 14.7,-8.5"),
        (Layer::Shield, None) => el("circle").class("b-shield").attr("r", "17"),
        (Layer::Part, _) => el("path").class("b-critical").attr("d", "M2,-3L-3,-9H2L-2,-17L7,-8H2L7,-3Z"),
        (Layer::Hull, Some(_)) => el("path").class("b-spark").attr("d", "M0,-6V-18M-4,-7L-10,-16M4,-7L10,-16"),
        (Layer::Hull, None) => el("path")
            .class("b-spark")
            .attr("d", "M0,-9V-17M7.8,-4.5L14.7,-8.5M7.8,4.5L14.7,8.5M0,9V17M-7.8,4.5L-14.7,8.5M-7.8,-4.5L-14.7,-8.5"),
    };
    drawn.maybe("transform", turn.map(|degrees| format!("rotate({degrees})")))
}

/// What dice have just paid stands there until the person looks at something else.
pub(super) fn paid(client: &Client) -> Option<Element> {
    let steps = if client.moving.is_none() { client.paid_by_dice() } else { &[] };
    let mut seen: Vec<Place> = Vec::new();
    let drawn: Vec<Element> = steps
        .iter()
        .filter_map(|step| {
            let Happening::Pays { at, .. } = &step.what else { return None };
            // The rolls of an echo come after those of the turn, and are drawn as rings.
            let is_echo = seen.contains(at);
            seen.push(*at);
            let drawn = pays(&client.ground, step, if is_echo { "5" } else { "3.2" })?;
            Some(if is_echo { el("g").class("b-echo").child(drawn) } else { drawn })
        })
        .collect();
    let layer = el("g").class("b-motion b-fallen").attr("aria-hidden", "true").key("fallen");
    (!drawn.is_empty()).then(|| layer.attr("data-paid", drawn.len()).children(drawn))
}

/// The corner that a roll has hit, in the colour of the seat that was paid.
fn pays(ground: &Ground, step: &Step, radius: &str) -> Option<Element> {
    let Happening::Pays { at: Place::Triangle(triangle), corner, seat } = &step.what else { return None };
    let (middle, tip) = (ground.at(Place::Triangle(*triangle)), ground.at(Place::Vertex(*corner)));
    let (x, y) = (middle.x + 0.3 * (tip.x - middle.x), middle.y + 0.3 * (tip.y - middle.y));
    let class = seat.map_or_else(|| "b-pays".to_owned(), |seat| format!("b-pays b-stone seat-{}", seat.0));
    let mark = el("circle").class(if seat.is_some() { "b-body" } else { "b-none" }).attr("r", radius);
    Some(el("g").class(class).attr("transform", format!("translate({x:.1} {y:.1})")).child(mark))
}
