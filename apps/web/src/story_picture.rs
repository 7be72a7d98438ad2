//! The story of a journey as one picture: what the travellers were worth from match to match. It is drawn on the page and
//! saved as a file, which has no style sheet beside it, so its colours are in the picture.

use scene::{Headquarters, StationState};

use crate::html::{Element, el};
use crate::journey::AtHeadquarters;
use crate::model::Model;
use client::capital;

const WIDTH: f64 = 480.0;
const ROW: f64 = 44.0;
const CHART: f64 = 190.0;
const EDGE: f64 = 28.0;

const GROUND: &str = "#0d1424";
const INK: &str = "#eef2fb";
const SOFT: &str = "#a9b5cc";
const LINE: &str = "#8fc8ff";

/// The colour and the sign of a match in the picture.
fn sign(state: StationState) -> (&'static str, &'static str) {
    match state {
        StationState::Won => ("#4fc795", "✓"),
        StationState::Lost => ("#ff9d92", "✗"),
        _ => ("#e2ba47", "="),
    }
}

/// The picture as a file.
pub(crate) fn file(model: &Model, at: &AtHeadquarters) -> String {
    let picture = draw(model, at);
    // Programs that show pictures want to know how large they are.
    let [width, height] = [WIDTH, height(&at.here.headquarters(model.tongue.language))];
    let picture = picture.attr("width", width).attr("height", height);
    picture.attr("xmlns", "http://www.w3.org/2000/svg").to_string()
}

fn height(shown: &Headquarters) -> f64 {
    100.0 + CHART + 34.0 + ROW * shown.chapters.len() as f64
}

/// The picture as a part of the page.
pub(crate) fn draw(model: &Model, at: &AtHeadquarters) -> Element {
    let shown = at.here.headquarters(model.tongue.language);
    let texts = catalog::find(at.here.game()).map(|game| game.texts(model.tongue.language));
    let say =
        |message: &game::Message| texts.as_ref().map(|texts| capital(&texts.say(message, &[]))).unwrap_or_default();
    let height = height(&shown);
    let text = |x: f64, y: f64, size: f64, colour: &str, words: String| {
        el("text")
            .attr("x", format!("{x:.0}"))
            .attr("y", format!("{y:.0}"))
            .attr("font-size", size)
            .attr("font-family", "system-ui, sans-serif")
            .attr("fill", colour)
            .text(words)
    };
    let mut svg = el("svg")
        .attr("viewBox", format!("0 0 {WIDTH} {height}"))
        .child(el("rect").attr("width", WIDTH).attr("height", height).attr("fill", GROUND))
        .child(text(EDGE, 46.0, 26.0, INK, shown.title.clone()))
        .child(text(EDGE, 74.0, 15.0, SOFT, shown.end.as_ref().map(say).unwrap_or_default()));
    let game = catalog::find(at.here.game()).map(|game| game.info().name).unwrap_or_default();
    svg = svg.child(text(WIDTH - EDGE, 46.0, 15.0, SOFT, game.to_owned()).attr("text-anchor", "end"));
    svg = svg.children(chart(&shown));
    for (index, chapter) in shown.chapters.iter().enumerate() {
        let y = 100.0 + CHART + 36.0 + ROW * index as f64;
        let (colour, mark) = sign(chapter.state);
        let story = chapter.story.first().map(say).unwrap_or_default();
        svg = svg.child(text(EDGE, y, 15.0, colour, format!("{mark} {}. {}", index + 1, chapter.title))).child(text(
            EDGE,
            y + 17.0,
            13.0,
            SOFT,
            story,
        ));
    }
    svg
}

/// What the travellers were worth, as a line with a dot for each match in the colour of its result.
fn chart(shown: &Headquarters) -> Vec<Element> {
    let most = f64::from(shown.worth.iter().copied().max().unwrap_or(1).max(1));
    let steps = shown.worth.len().saturating_sub(1).max(1) as f64;
    let place = |(index, worth): (usize, &u32)| {
        let x = EDGE + (WIDTH - 2.0 * EDGE) * index as f64 / steps;
        (x, 100.0 + CHART - 20.0 - (CHART - 50.0) * f64::from(*worth) / most)
    };
    let places: Vec<(f64, f64)> = shown.worth.iter().enumerate().map(place).collect();
    let points: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let base = 100.0 + CHART - 20.0;
    let mut parts = vec![
        el("path").attr("d", format!("M{EDGE},{base}H{}", WIDTH - EDGE)).attr("stroke", SOFT).attr("opacity", ".4"),
        el("polyline")
            .attr("points", points.join(" "))
            .attr("fill", "none")
            .attr("stroke", LINE)
            .attr("stroke-width", "2.5"),
    ];
    for (index, ((x, y), worth)) in places.iter().zip(&shown.worth).enumerate() {
        let chapter = index.checked_sub(1).and_then(|before| shown.chapters.get(before));
        let colour = chapter.map_or(LINE, |chapter| sign(chapter.state).0);
        let label = |y: f64, words: String| {
            el("text")
                .attr("x", format!("{x:.0}"))
                .attr("y", format!("{y:.0}"))
                .attr("font-size", "12")
                .attr("font-family", "system-ui, sans-serif")
                .attr("text-anchor", "middle")
                .attr("fill", SOFT)
                .text(words)
        };
        parts.push(
            el("circle")
                .attr("cx", format!("{x:.1}"))
                .attr("cy", format!("{y:.1}"))
                .attr("r", "5")
                .attr("fill", colour),
        );
        parts.push(label(y - 11.0, worth.to_string()));
        if index > 0 {
            parts.push(label(base + 16.0, index.to_string()));
        }
    }
    parts
}
