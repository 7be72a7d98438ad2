//! Danger at a glance: ground that the opponent could devalue or close in its next turn.
//!
//! Stones never leave the board, so on the boards of rows nothing that pays can be lost. On a board with centres a stone
//! can take a centre away, or make it nobody's. With thresholds, a stone in the last free corner of a triangle keeps it
//! from ever becoming whole.

use game::Message;
use scene::{Place, Threat, ThreatKind};

use crate::influence::seat;
use crate::position::{Colour, Position};
use crate::telling::points;

/// The ground of a colour that the opponent could take away.
pub(crate) fn of(position: &Position, colour: Colour) -> Vec<Threat> {
    if position.is_over() {
        return Vec::new();
    }
    let now = handed_to(position, colour.other());
    let mut threats: Vec<Threat> = Vec::new();
    let points: Vec<u8> = hex::Mask(u128::from(now.empty())).iter().map(|point| point as u8).collect();
    // Only centres change their owner.
    let has_centres = !now.ground().hexagons().is_empty();
    for &point in &points {
        threats.extend(has_centres.then(|| devalued(&now, colour, &[point])).flatten());
        threats.extend(closed(&now, colour, point));
    }
    if now.has_token() && has_centres {
        let pairs =
            points.iter().enumerate().flat_map(|(at, one)| points[at + 1..].iter().map(move |two| [*one, *two]));
        let more: Vec<Threat> = pairs.filter_map(|pair| devalued(&now, colour, &pair)).collect();
        // Only pairs that reach ground which no single stone reaches.
        let alone = threats.clone();
        let is_new = |threat: &Threat| {
            let known = |place: &Place| alone.iter().any(|known| known.places.contains(place));
            threat.places.iter().any(|place| !known(place))
        };
        threats.extend(more.into_iter().filter(is_new));
    }
    threats
}

/// The position at the next turn of this player.
fn handed_to(position: &Position, player: Colour) -> Position {
    let turn = position.turn() + u32::from(position.to_move() != player);
    position.with_stones(position.stones(), turn)
}

fn name_all(position: &Position, points: &[u8]) -> String {
    points.iter().map(|&point| position.ground().point_name(point)).collect::<Vec<_>>().join(" + ")
}

/// The triangles that pay this colour less after enemy stones on these points.
fn devalued(now: &Position, colour: Colour, stones: &[u8]) -> Option<Threat> {
    let mut stones_then = now.stones();
    stones_then[colour.other() as usize] |= stones.iter().fold(0, |mask, point| mask | 1 << point);
    let after = now.with_stones(stones_then, now.turn());
    let frame = &now.ground().frames()[now.frame_steps()];
    let pays = |position: &Position, index: usize| position.resolution().pays_of(index)[colour as usize];
    let less = (0..frame.triangles.len()).filter(|&index| pays(&after, index) < pays(now, index));
    let places: Vec<Place> = less.map(|index| Place::Triangle(frame.triangles[index])).collect();
    let lost = i64::from(now.pays()[colour as usize]) - i64::from(after.pays()[colour as usize]);
    let from = stones.iter().map(|&point| Place::Vertex(now.ground().vertices()[usize::from(point)])).collect();
    let words = Message::new(if now.options().dice { "danger.devalued-on-average" } else { "danger.devalued" })
        .with("seat", seat(colour))
        .with("enemy", seat(colour.other()))
        .with("cell", name_all(now, stones))
        .with("points", points(lost));
    (!places.is_empty()).then(|| Threat::new(ThreatKind::Ground, places, from, words))
}

/// With thresholds: the triangles of which this point is the last corner that the colour does not have.
fn closed(now: &Position, colour: Colour, point: u8) -> Option<Threat> {
    if !now.options().thresholds {
        return None;
    }
    let mut stones_then = now.stones();
    stones_then[colour as usize] |= 1 << point;
    let (is, would) = (now.resolution(), now.with_stones(stones_then, now.turn()));
    let would = would.resolution();
    let frame = &now.ground().frames()[now.frame_steps()];
    let corner = crate::ground::Corner::Point(point);
    let nearly = (0..frame.triangles.len()).filter(|&index| {
        let becomes_whole = would.is_whole(index, colour as usize) && !is.is_whole(index, colour as usize);
        becomes_whole && frame.corners[index].contains(&corner)
    });
    let places: Vec<Place> = nearly.map(|index| Place::Triangle(frame.triangles[index])).collect();
    let words = Message::new("danger.closed")
        .with("seat", seat(colour))
        .with("enemy", seat(colour.other()))
        .with("cell", name_all(now, &[point]))
        .with("count", places.len() as i64);
    let from = vec![Place::Vertex(now.ground().vertices()[usize::from(point)])];
    (!places.is_empty()).then(|| Threat::new(ThreatKind::Ground, places, from, words))
}
