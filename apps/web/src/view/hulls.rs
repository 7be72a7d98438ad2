//! The hull of a piece with a front as SVG, with the bow up: an outline that is derived from a key and a bulk, and the
//! parts that make it a machine. Style sheets show those parts only with a look.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;

use hex::Direction;
use scene::{Sheet, Silhouette};

use crate::html::{Element, Node, el};

/// The corners of the right side of a hull, from the bow to the stern.
type Half = Vec<(f64, f64)>;

/// The scale of the drawing by bulk, from 1 to 5.
const SCALES: [f64; 5] = [0.74, 0.84, 0.93, 1.0, 1.07];

/// The bulk as it is drawn.
fn bulk(silhouette: &Silhouette) -> u8 {
    silhouette.bulk.clamp(1, SCALES.len() as u8)
}

/// How large a hull is drawn on the board.
pub(super) fn scale(silhouette: &Silhouette) -> f64 {
    SCALES[usize::from(bulk(silhouette)) - 1]
}

/// A number as SVG needs it. Adding 0.0 turns a negative zero into a plain one.
fn round(number: f64) -> f64 {
    (number * 10.0).round() / 10.0 + 0.0
}

/// A closed path. Writing into a string never fails.
fn closed(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.enumerate() {
        let _ = write!(path, "{}{},{}", if index == 0 { 'M' } else { 'L' }, round(x), round(y));
    }
    path + "Z"
}

/// The whole outline, which is symmetrical. It is narrower and shorter by these factors.
fn outline(half: &[(f64, f64)], (wide, long): (f64, f64)) -> String {
    let mirrored = half.iter().rev().map(|(x, y)| (-x, *y));
    closed(half.iter().copied().chain(mirrored).map(|(x, y)| (x * wide, y * long)))
}

/// Noses, wings, tails and beams make about a hundred combinations, so two keys seldom share one. A piece with more bulk
/// is broader.
fn half(silhouette: &Silhouette) -> Half {
    // The FNV-1a hash gives unrelated hulls to keys that differ in one letter.
    let key = silhouette.key.bytes();
    let mut seed = key.fold(0x811c_9dc5_u32, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    seed ^= seed >> 15;
    let mut draw = |count: u32| {
        let drawn = seed % count;
        seed /= count;
        drawn
    };
    let beam = [3.9, 4.5, 5.1][draw(3) as usize] + 0.5 * f64::from(bulk(silhouette) - 1);
    let blunt = 0.4 * beam;
    let nose: Half = match draw(3) {
        0 => vec![(0.0, -15.0), (blunt, -10.5)],
        1 => vec![(blunt, -14.0), (blunt + 0.6, -10.5)],
        _ => vec![(0.0, -11.6), (blunt, -15.0), (blunt + 1.2, -10.5)],
    };
    let wings: Half = match draw(4) {
        0 => vec![(beam, -4.0), (beam + 1.8, -2.0), (beam + 1.8, 6.0), (beam, 7.5)],
        1 => vec![(beam, -3.0), (beam + 4.4, 6.0), (beam + 4.4, 9.0), (beam, 7.5)],
        2 => vec![(beam, -5.0), (beam + 2.6, -4.0), (beam + 2.6, 5.5), (beam, 6.5)],
        _ => vec![(beam, -7.5), (beam + 3.8, -2.5), (beam + 3.4, 0.5), (beam, 1.5), (beam, 6.5)],
    };
    let tail: Half = match draw(3) {
        0 => vec![(beam, 10.0), (beam * 0.7, 12.6), (0.0, 12.6)],
        1 => vec![(beam, 9.5), (beam, 13.0), (beam * 0.45, 13.0), (beam * 0.35, 11.4), (0.0, 11.4)],
        _ => vec![(beam * 0.8, 9.0), (beam * 1.2, 13.0), (0.0, 11.8)],
    };
    nose.into_iter().chain(wings).chain(tail).collect()
}

/// The distance from the middle line to the side of a hull at this height.
fn width_at(half: &[(f64, f64)], y: f64) -> f64 {
    let crossings = half.windows(2).filter_map(|pair| {
        let [(x1, y1), (x2, y2)] = [pair[0], pair[1]];
        let is_between = (y1.min(y2)..=y1.max(y2)).contains(&y) && (y1 - y2).abs() > f64::EPSILON;
        is_between.then(|| x1 + (x2 - x1) * (y - y1) / (y2 - y1))
    });
    crossings.fold(0.0, f64::max)
}

thread_local! {
    /// The hulls that were drawn last. A table draws each of its hulls again and again.
    static DRAWN: RefCell<Vec<Drawn>> = const { RefCell::new(Vec::new()) };
}

/// How many hulls are remembered. Few battles have more at a time.
const MOST_DRAWN: usize = 48;

/// A hull, and everything that it depends on.
struct Drawn {
    silhouette: Silhouette,
    speed: u8,
    scars: usize,
    parts: Rc<Element>,
}

/// A hull that shows how fast the piece goes ahead and which share of its health it has lost.
pub(super) fn hull(silhouette: &Silhouette, speed: u8, lost: f64) -> Node {
    let scars = (lost * SCARS.len() as f64).ceil() as usize;
    DRAWN.with_borrow_mut(|drawn| {
        let is_it = |known: &&Drawn| known.speed == speed && known.scars == scars && known.silhouette == *silhouette;
        if let Some(known) = drawn.iter().find(is_it) {
            return Node::Kept(Rc::clone(&known.parts));
        }
        if drawn.len() == MOST_DRAWN {
            drawn.clear();
        }
        let parts = Rc::new(el("g").children(draw(silhouette, speed, scars)));
        drawn.push(Drawn { silhouette: silhouette.clone(), speed, scars, parts: Rc::clone(&parts) });
        Node::Kept(parts)
    })
}

/// Where the craft of a group fly: three in a wedge.
const WEDGE: [(f64, f64); 3] = [(0.0, -6.5), (-7.0, 4.5), (7.0, 4.5)];

/// The outlines of a group of tiny craft.
fn group(half: &[(f64, f64)]) -> String {
    let craft = |(x, y): (f64, f64)| {
        let mirrored = half.iter().rev().map(|(x, y)| (-x, *y));
        closed(half.iter().copied().chain(mirrored).map(|at| (x + 0.5 * at.0, y + 0.5 * at.1)))
    };
    WEDGE.map(craft).concat()
}

fn draw(silhouette: &Silhouette, speed: u8, scars: usize) -> Vec<Element> {
    let half = half(silhouette);
    let path = |class: &'static str, d: String| el("path").class(class).attr("d", d);
    if silhouette.bulk == 0 {
        let flame = |(x, y): (f64, f64)| format!("M{},{}h2.4l-1.2,{}Z", x - 1.2, y + 6.0, 1.0 + 0.3 * f64::from(speed));
        return vec![path("b-material b-flame", WEDGE.map(flame).concat()), path("b-body", group(&half))];
    }
    let whole = outline(&half, (1.0, 1.0));
    let mut parts = vec![
        path("b-material b-flame", flames(silhouette, speed)),
        path("b-body", whole),
        path("b-material b-deck", outline(&half, (0.56, 0.8))),
        path("b-material b-lee", closed(half.iter().copied().chain([(0.0, half[half.len() - 1].1), (0.0, half[0].1)]))),
        path("b-material b-plates", plates(&half)),
        path("b-material b-guns", guns(silhouette)),
    ];
    if scars > 0 {
        let at = |(side, y): &(f64, f64)| (round(side * width_at(&half, *y)), *y);
        let spots: Vec<(f64, f64)> = SCARS.iter().take(scars).map(at).collect();
        let draw = |part: &str| spots.iter().fold(String::new(), |path, (x, y)| format!("{path}M{x},{y}{part}"));
        parts.push(path("b-material b-scorch", draw("h0")));
        parts.push(path("b-material b-ember", draw("m-1.8,-2.2l1.6,1.3l-.7,1.5l2.1,.5l.3,1.9")));
    }
    parts
}

/// Where a hull is damaged, in the order in which damage shows: the share of its width and the height.
const SCARS: [(f64, f64); 6] = [(0.55, -1.0), (-0.5, 5.0), (-0.45, -6.0), (0.4, 8.5), (-0.6, 0.5), (0.1, -9.5)];

/// How many engines a hull has, by bulk, and how far apart they are.
const ENGINES: [(u8, f64); 5] = [(1, 0.0), (2, 3.4), (2, 4.4), (3, 3.6), (3, 4.4)];

/// The light of the engines. It is longer at higher speed and stays inside the hex.
fn flames(silhouette: &Silhouette, speed: u8) -> String {
    let (count, apart) = ENGINES[usize::from(bulk(silhouette)) - 1];
    let scale = scale(silhouette);
    let end = (13.6 + 0.9 * f64::from(speed)).min(16.9 / scale);
    let first = -apart * (f64::from(count) - 1.0) / 2.0;
    let flame = |number: u8| {
        let x = first + apart * f64::from(number);
        let sides = (round(x - 1.5), round(x + 1.5));
        format!("M{},11.2L{},11.2L{},{}Z", sides.0, sides.1, round(x), round(end))
    };
    (0..count).map(flame).collect()
}

/// The seams between plates, across the hull and along its middle.
fn plates(half: &[(f64, f64)]) -> String {
    let across = [-7.0, -3.4, 1.4, 6.0, 9.6].map(|y| {
        let x = round(0.9 * width_at(half, y));
        format!("M{},{y}L0,{}L{x},{y}", -x, y - 1.2)
    });
    across.concat() + "M0,-11V-7.5M0,4V10.5"
}

/// The bridge and the gun turrets. A piece with more bulk has more of them.
fn guns(silhouette: &Silhouette) -> String {
    let turret = |(x, y): &(f64, f64)| format!("M{},{}h1.8v1.8h-1.8ZM{x},{}v-2.6", x - 0.9, y - 0.9, y - 0.9);
    let turrets: String = TURRETS.iter().take(usize::from(bulk(silhouette))).map(turret).collect();
    format!("M-1.3,-3L0,-4.6L1.3,-3V-.6H-1.3Z{turrets}")
}

const TURRETS: [(f64, f64); 5] = [(0.0, 7.6), (0.0, -7.2), (-2.6, 4.4), (2.6, 4.4), (0.0, -10.4)];

/// How much light the shields of a piece give on each of its sides, as arcs around the hull. The outermost layer of a
/// side is its shield. A side without shield has no arc.
pub(super) fn shields(sheet: &Sheet, silhouette: &Silhouette, turn: i32) -> Option<Element> {
    let radius = (15.0 * scale(silhouette) + 3.2).min(16.7);
    let arcs: Vec<Element> = sheet
        .sides
        .iter()
        .filter_map(|side| {
            let shield = side.layers.last().filter(|_| side.layers.len() > 1)?;
            let share = shield.value as f64 / shield.most.unwrap_or(shield.value).max(1) as f64;
            let (from, to) = sector(side.towards, |towards| sheet.sides.iter().any(|side| side.towards == towards));
            let at = |degrees: f64| {
                let (sin, cos) = degrees.to_radians().sin_cos();
                format!("{},{}", round(radius * sin), round(-radius * cos))
            };
            let d = format!("M{}A{radius:.1},{radius:.1} 0 0 1 {}", at(from + GAP), at(to - GAP));
            let arc = el("path").class("b-shield-arc").attr("d", d);
            (share > 0.0).then(|| arc.attr("stroke-opacity", format!("{:.2}", 0.2 + 0.5 * share.min(1.0))))
        })
        .collect();
    let group = el("g").class("b-material b-shields").attr("transform", format!("rotate({turn})"));
    (!arcs.is_empty()).then(|| group.children(arcs).key("shields"))
}

/// Half of the gap between two arcs, in degrees.
const GAP: f64 = 5.0;

/// From where to where a side reaches, in degrees clockwise from the bow. A side also covers the directions between it
/// and the bow that have no side of their own.
fn sector(towards: Direction, has_side: impl Fn(Direction) -> bool) -> (f64, f64) {
    let index = towards.index() as i32;
    let middle = 60.0 * f64::from(index);
    let (mut from, mut to) = (middle - 30.0, middle + 30.0);
    let bow_wards = if index < 3 { -1 } else { 1 };
    let mut next = index + bow_wards;
    while index % 3 != 0 && next % 6 != 0 && !has_side(Direction::N.turn(next)) {
        if bow_wards < 0 {
            from -= 60.0;
        } else {
            to += 60.0;
        }
        next += bow_wards;
    }
    (from, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hulls_differ_and_stay_in_their_hex() {
        let names = ["picket", "frigate", "boat", "destroyer", "escort", "cruiser", "carrier", "tender"];
        let hulls = |bulk| names.map(|name| half(&Silhouette { key: name.to_owned(), bulk }));
        for (bulk, scale) in (1..).zip(SCALES) {
            for half in hulls(bulk) {
                assert!(half.iter().all(|(x, y)| x.hypot(*y) * scale < 17.3 && *x >= 0.0), "{bulk}: {half:?}");
            }
        }
        let mut outlines = hulls(3).map(|half| outline(&half, (1.0, 1.0))).to_vec();
        game::sort(&mut outlines);
        outlines.dedup();
        assert!(outlines.len() >= 7, "{} of {}", outlines.len(), names.len());
    }

    #[test]
    fn a_group_of_tiny_craft_stays_in_its_hex() {
        let silhouette = Silhouette { key: "wasp".to_owned(), bulk: 0 };
        let farthest = half(&silhouette).iter().map(|(x, y)| 0.5 * x.hypot(*y)).fold(0.0, f64::max);
        let scale = scale(&silhouette);
        assert!(WEDGE.iter().all(|(x, y)| (x.hypot(*y) + farthest) * scale < 17.3), "{farthest} {scale}");
    }

    #[test]
    fn the_largest_hull_covers_at_least_twice_the_area_of_the_smallest() {
        let area = |bulk| {
            let silhouette = Silhouette { key: "tug".to_owned(), bulk };
            let half = half(&silhouette);
            let parts = half.windows(2).map(|pair| (pair[0].0 + pair[1].0) * (pair[1].1 - pair[0].1));
            parts.sum::<f64>() * scale(&silhouette).powi(2)
        };
        assert!(area(5) >= 2.0 * area(1), "{} {}", area(5), area(1));
        assert!((1..5).all(|bulk| area(bulk) < area(bulk + 1)));
    }

    #[test]
    fn a_hull_that_lost_more_health_has_more_scars() {
        let silhouette = Silhouette { key: "tug".to_owned(), bulk: 2 };
        let scars = |lost: f64| {
            let hull = hull(&silhouette, 0, lost);
            let parts = hull.element().unwrap().children.iter();
            let scorched =
                parts.filter_map(Node::element).find(|part| part.get("class") == Some("b-material b-scorch"));
            scorched.map_or(0, |part| part.get("d").unwrap().matches('M').count())
        };
        assert_eq!([0.0, 0.1, 0.5, 1.0].map(scars), [0, 1, 3, 6]);
    }

    #[test]
    fn the_sides_of_a_hull_cover_all_directions_once() {
        let sides = [Direction::N, Direction::SE, Direction::S, Direction::SW];
        let sectors = sides.map(|side| sector(side, |towards| sides.contains(&towards)));
        assert_eq!(sectors, [(-30.0, 30.0), (30.0, 150.0), (150.0, 210.0), (210.0, 330.0)]);
    }
}
