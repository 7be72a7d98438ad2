//! The chart of a journey: its places as stars, and the ways between them.

use scene::{Headquarters, Station, StationState};

use super::headquarters::Words;
use crate::html::{Element, el};
use crate::press::JourneyPress;

const WIDTH: f64 = 120.0;
const HEIGHT: f64 = 62.0;

/// Where the stations are drawn. The highest and the lowest one are at the edges.
fn places(stations: &[Station]) -> Vec<(f64, f64)> {
    let tops = || stations.iter().map(|station| f64::from(station.place[1]));
    let (highest, lowest) = (tops().fold(100.0, f64::min), tops().fold(0.0, f64::max));
    let place = |station: &Station| {
        let [left, top] = station.place.map(f64::from);
        let share = (top - highest) / (lowest - highest).max(1.0);
        (4.0 + (WIDTH - 8.0) * left / 100.0, 7.0 + (HEIGHT - 18.0) * share)
    };
    stations.iter().map(place).collect()
}

fn class(state: StationState) -> &'static str {
    match state {
        StationState::Won => "won",
        StationState::Drawn => "drawn",
        StationState::Lost => "lost",
        StationState::Here => "here",
        StationState::Open => "open",
        StationState::Ahead => "ahead",
        StationState::Missed => "missed",
    }
}

/// The picture, and the same as words for screen readers.
pub(super) fn view(words: &Words<'_>, shown: &Headquarters) -> Element {
    let tongue = &words.model.tongue;
    let mut svg = el("svg").class("star-chart whole").attr("viewBox", format!("0 0 {WIDTH} {HEIGHT}"));
    // A sky that is always the same, behind everything.
    let mut sky = 12_345_u32;
    let mut draw = |most: f64| {
        sky = sky.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(sky >> 16) / 65_536.0 * most
    };
    let stars: Vec<String> = (0..70).map(|_| format!("M{:.1},{:.1}h0", draw(WIDTH), draw(HEIGHT))).collect();
    let places = places(&shown.stations);
    svg = svg.child(el("path").class("sky").attr("d", stars.concat()));
    for road in &shown.roads {
        let (Some((x1, y1)), Some((x2, y2))) = (places.get(road.from), places.get(road.to)) else { continue };
        let class = if road.was_taken { "road taken" } else { "road" };
        svg = svg.child(el("path").class(class).attr("d", format!("M{x1:.1},{y1:.1}L{x2:.1},{y2:.1}")));
    }
    svg = svg.children(shown.stations.iter().zip(&places).map(|(one, place)| station(one, *place)));
    let told = shown.stations.iter().map(|station| {
        let state = tongue.say_key(&format!("journey.state.{}", class(station.state)));
        format!("{}: {state}", station.title)
    });
    svg.attr("role", "img").attr("aria-label", told.collect::<Vec<_>>().join("; "))
}

fn station(station: &Station, (x, y): (f64, f64)) -> Element {
    let mark = match station.state {
        StationState::Won => "M-1.1,.1L-.3,1L1.2,-.9",
        StationState::Drawn => "M-1,0H1",
        StationState::Lost => "M-.9,-.9L.9,.9M.9,-.9L-.9,.9",
        StationState::Here | StationState::Open | StationState::Ahead | StationState::Missed => "",
    };
    let anchor = match station.place[0] {
        0..=15 => "start",
        85.. => "end",
        _ => "middle",
    };
    let shift = match anchor {
        "start" => -3.0,
        "end" => 3.0,
        _ => 0.0,
    };
    let group = el("g")
        .class(format!("station {}", class(station.state)))
        .attr("transform", format!("translate({x:.1} {y:.1})"));
    let go = station.go.as_ref().filter(|go| go.refused.is_none());
    let group = match go {
        Some(go) => group.on_click(JourneyPress::Step(go.step.clone())),
        None => group,
    };
    let ring = matches!(station.state, StationState::Here | StationState::Open);
    group
        .children(go.map(|_| el("circle").class("reach").attr("r", "8.2")))
        .children(ring.then(|| el("circle").class("halo").attr("r", "3.6")))
        .child(el("circle").class("star").attr("r", "2.2"))
        .children((!mark.is_empty()).then(|| el("path").class("outcome").attr("d", mark)))
        .child(el("text").attr("x", shift).attr("y", "6.6").attr("text-anchor", anchor).text(station.title.clone()))
}
