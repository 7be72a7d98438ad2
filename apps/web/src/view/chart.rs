//! Charts of numbers over the turns: a line for each seat, with its own colour, dashes and markers; and as a table.

use game::{Arg, Message, Seat};
use scene::{Chart, ChartLine};

use super::people::seat_dot;
use crate::html::{Element, el};
use crate::model::Model;
use client::Client;

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 96.0;
/// The margins around the lines: the left one has the numbers, the lower one the turns.
const LEFT: f64 = 34.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 8.0;
const BOTTOM: f64 = 18.0;
/// With more turns than this, only the shown position has a marker.
const MOST_MARKERS: usize = 16;
/// The most intervals between the numbers of an axis.
const TICKS: i64 = 4;
/// The markers of the seats' lines: a dot, a diamond, a triangle, a bar, a square, a cross.
const MARKERS: [&str; 6] = [
    "M-2.6,0A2.6,2.6 0 1 1 2.6,0A2.6,2.6 0 1 1 -2.6,0Z",
    "M0,-3.6L3.6,0L0,3.6L-3.6,0Z",
    "M0,-3.4L3.2,2.4L-3.2,2.4Z",
    "M-3.4,-1.4H3.4V1.4H-3.4Z",
    "M-2.4,-2.4H2.4V2.4H-2.4Z",
    "M-3,-1H-1V-3H1V-1H3V1H1V3H-1V1H-3Z",
];

/// All charts of the match, each with a vertical line at the shown position.
pub(super) fn view(model: &Model, client: &Client) -> Option<Element> {
    let shown: Vec<usize> = client.picture.scene.charts.iter().map(last).collect();
    let drawn = client.charts.iter().zip(shown).enumerate();
    let figures: Vec<Element> = drawn.map(|(number, (chart, at))| figure(model, client, (number, chart), at)).collect();
    (!figures.is_empty()).then(|| {
        let section = el("section").class("charts").attr("aria-label", model.tongue.say("charts"));
        section.children(figures)
    })
}

/// The last turn of a chart.
fn last(chart: &Chart) -> usize {
    chart.lines.iter().map(|line| line.values.len()).max().unwrap_or(0).saturating_sub(1)
}

fn figure(model: &Model, client: &Client, (number, chart): (usize, &Chart), at: usize) -> Element {
    let label = client::sentence(&client.say(&chart.label));
    let label = label.trim_end_matches('.');
    let value = |line: &ChartLine| {
        let value = line.values.get(at).copied().unwrap_or_default();
        (client.seat_name(line.seat), client.texts.number(&chart.shown(value)))
    };
    let words: Vec<String> = chart.lines.iter().map(value).map(|(name, value)| format!("{name} {value}")).collect();
    let turn = model.tongue.tell(&Message::new("chart.turn").with("turn", at as i64));
    let key = chart
        .lines
        .iter()
        .map(|line| el("span").class("chart-key").child(key_line(line.seat)).child(el("strong").text(value(line).1)));
    let svg = picture(client, chart, at)
        .attr("role", "img")
        .attr("aria-label", format!("{label}. {turn}: {}", words.join(", ")))
        .attr("data-chart", number)
        .attr("data-turn", at);
    el("figure")
        .class("chart")
        .key(format!("chart{number}"))
        .child(
            el("figcaption")
                .child(el("span").class("chart-label").text(label))
                .child(el("span").class("chart-keys").attr("aria-hidden", "true").children(key)),
        )
        .child(svg)
        .child(as_table(model, client, chart, at))
}

/// A sample of a seat's line, beside the number it stands for.
fn key_line(seat: Seat) -> Element {
    let svg = el("svg").class("chart-sample").attr("viewBox", "0 0 24 10");
    svg.child(el("path").class(line_class(seat)).attr("d", "M1,5H23")).child(marker(seat, (12.0, 5.0), "chart-marker"))
}

fn line_class(seat: Seat) -> String {
    format!("chart-line dashes-{} seat-{}", seat.index() % MARKERS.len(), seat.0)
}

fn marker(seat: Seat, (x, y): (f64, f64), class: &str) -> Element {
    let path = el("path").class(format!("{class} seat-{}", seat.0)).attr("d", MARKERS[seat.index() % MARKERS.len()]);
    path.attr("transform", format!("translate({x:.1} {y:.1})"))
}

fn picture(client: &Client, chart: &Chart, at: usize) -> Element {
    let values = || chart.lines.iter().flat_map(|line| line.values.iter().copied());
    let (low, high) = (values().min().unwrap_or(0).min(0), values().max().unwrap_or(0).max(chart.per_unit));
    let turns = last(chart).max(1);
    let across = |turn: usize| LEFT + (WIDTH - LEFT - RIGHT) * turn as f64 / turns as f64;
    let up = |value: i64| HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) as f64 / (high - low) as f64;
    let mut svg = el("svg").class("chart-picture").attr("viewBox", format!("0 0 {WIDTH} {HEIGHT}"));
    let step = chart.per_unit * round_step((high - low) / chart.per_unit);
    for value in (low.div_euclid(step)..=high.div_euclid(step)).map(|tick| tick * step).filter(|value| *value >= low) {
        let words = client.texts.number(&Arg::Number(value / chart.per_unit));
        let line = el("path").class("chart-grid").attr("d", format!("M{LEFT},{:.1}H{}", up(value), WIDTH - RIGHT));
        let text = el("text").class("chart-tick up").attr("x", LEFT - 5.0).attr("y", format!("{:.1}", up(value) + 3.6));
        svg = svg.child(line).child(text.text(words));
    }
    let step = round_step(turns as i64).max(1) as usize;
    for turn in (0..=turns).step_by(step) {
        let text =
            el("text").class("chart-tick along").attr("x", format!("{:.1}", across(turn))).attr("y", HEIGHT - 4.0);
        svg = svg.child(text.text(turn.to_string()));
    }
    let here = format!("M{:.1},{TOP}V{}", across(at.min(turns)), HEIGHT - BOTTOM);
    svg = svg.child(el("path").class("chart-here").attr("d", here));
    for line in &chart.lines {
        let spots: Vec<(f64, f64)> =
            line.values.iter().enumerate().map(|(turn, value)| (across(turn), up(*value))).collect();
        let path: Vec<String> = spots.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        svg = svg.child(el("polyline").class(line_class(line.seat)).attr("points", path.join(" ")));
        let all = spots.len() <= MOST_MARKERS;
        let marked = spots.iter().enumerate().filter(|(turn, _)| all || *turn == at);
        svg = svg.children(
            marked
                .map(|(turn, spot)| {
                    marker(line.seat, *spot, if turn == at { "chart-marker now" } else { "chart-marker" })
                })
                .collect::<Vec<_>>(),
        );
    }
    svg
}

/// The interval of an axis of this length: 1, 2 or 5 times a power of ten, at most [`TICKS`] of them.
fn round_step(length: i64) -> i64 {
    let steps = (0..9).flat_map(|noughts| [1, 2, 5].map(|digit| digit * 10_i64.pow(noughts)));
    steps.into_iter().find(|step| length / step <= TICKS).unwrap_or(length.max(1))
}

/// The same numbers as a table, for screen readers and for exact values.
fn as_table(model: &Model, client: &Client, chart: &Chart, at: usize) -> Element {
    let head = chart.lines.iter().map(|line| {
        el("th").attr("scope", "col").child(seat_dot(line.seat)).text(format!(" {}", client.seat_name(line.seat)))
    });
    let rows = (0..=last(chart)).map(|turn| {
        let values = chart.lines.iter().map(|line| {
            let value = line.values.get(turn).copied().unwrap_or_default();
            el("td").class("figure").text(client.texts.number(&chart.shown(value)))
        });
        el("tr")
            .maybe("aria-current", (turn == at).then_some("step"))
            .child(el("th").attr("scope", "row").text(turn.to_string()))
            .children(values)
    });
    let head = el("tr").child(el("th").attr("scope", "col").text(model.tongue.say("chart.turns"))).children(head);
    el("details").class("chart-table").child(el("summary").text(model.tongue.say("chart.table"))).child(
        el("div")
            .class("chart-scroll")
            .attr("tabindex", "0")
            .child(el("table").child(el("thead").child(head)).child(el("tbody").children(rows))),
    )
}

#[cfg(test)]
mod tests {
    use super::round_step;

    #[test]
    fn an_axis_has_a_few_round_numbers() {
        assert_eq!([0, 1, 4, 5, 9, 24, 37, 100, 430].map(round_step), [1, 1, 1, 2, 2, 5, 10, 50, 100]);
    }
}
