//! The sheet of one piece as lines of text.

use client::{Client, capital, sentence};
use game::Message;
use hex::Direction;
use scene::{Gauge, Sheet, Side};

use super::canvas::Ink;
use super::text::{wrap, wrap_list};

/// The length of the bar of a gauge, in characters.
const BAR: usize = 10;
/// The width of the number of a gauge, with the blanks before it.
const LONGEST_NUMBER: usize = 8;

/// The sheet in lines of at most this width: its title, its sides with their layers, its gauges, and the rest as
/// sentences.
pub(crate) fn lines(client: &Client, sheet: &Sheet, width: usize) -> Vec<(String, Ink)> {
    let place = client.place_of(&scene::Pick::Unit(sheet.unit)).and_then(|place| client.picture.scene.name_of(place));
    let title = Message::new(if sheet.acts { "sheet.title-acts" } else { "sheet.title" });
    let title = title.with("seat", client.seat_name(sheet.seat)).with("name", client.say(&sheet.title));
    let title = match place {
        Some(place) => format!("{place}: {}", client.tongue.tell(&title)),
        None => client.tongue.tell(&title),
    };
    let mut lines: Vec<(String, Ink)> =
        wrap(&title, width).into_iter().map(|line| (line, Ink::Seat(sheet.seat.0))).collect();
    lines.extend(side_lines(client, &sheet.sides, width));
    let gauges: Vec<(String, &Gauge)> =
        sheet.gauges.iter().map(|gauge| (capital(&client.say(&gauge.label)), gauge)).collect();
    let longest = gauges.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    for (label, gauge) in &gauges {
        let has_room = longest + BAR + LONGEST_NUMBER <= width;
        let text = if has_room { gauge_text(client, gauge) } else { client.gauge_number(gauge) };
        lines.push((format!("{label:<longest$} {text}"), Ink::Plain));
    }
    if !sheet.facts.is_empty() {
        let facts: Vec<String> = sheet.facts.iter().map(|fact| client.fact_in_words(fact)).collect();
        lines.extend(wrap_list(&facts, "·", width).into_iter().map(|line| (line, Ink::Plain)));
    }
    for line in &sheet.lines {
        lines.extend(wrap(&sentence(&client.say(line)), width).into_iter().map(|line| (line, Ink::Dim)));
    }
    lines
}

/// The sides as a table with a column for each layer, the outermost first. An arrow shows where each side is if the
/// piece faces up.
fn side_lines(client: &Client, sides: &[Side], width: usize) -> Vec<(String, Ink)> {
    let Some(first) = sides.first() else { return Vec::new() };
    let mut sides: Vec<&Side> = sides.iter().collect();
    sides.sort_by_key(|side| side.towards.index());
    let label = |side: &Side| format!("{} {}", arrow(side.towards), client.say(&side.label));
    let longest = sides.iter().map(|side| label(side).chars().count()).max().unwrap_or(0);
    let heads: Vec<String> = first.layers.iter().rev().map(|gauge| client.say(&gauge.label)).collect();
    let columns: Vec<usize> = heads.iter().map(|head| head.chars().count().max(5)).collect();
    let row = |name: &str, cells: Vec<String>| {
        let cells = cells.into_iter().zip(&columns).map(|(cell, &column)| format!("  {cell:>column$}"));
        let row = format!("{name:<longest$}{}", cells.collect::<String>());
        row.chars().take(width).collect::<String>()
    };
    let layers = |side: &Side| side.layers.iter().rev().map(|gauge| client.gauge_number(gauge)).collect();
    let head = (row("", heads.clone()), Ink::Dim);
    [head].into_iter().chain(sides.iter().map(|side| (row(&label(side), layers(side)), Ink::Plain))).collect()
}

fn arrow(towards: Direction) -> char {
    ['↑', '↗', '↘', '↓', '↙', '↖'][towards.index()]
}

/// A gauge as a number, with a bar if it has a maximum.
fn gauge_text(client: &Client, gauge: &Gauge) -> String {
    let number = client.gauge_number(gauge);
    match gauge.most.filter(|most| *most > 0) {
        None => number,
        Some(most) => {
            let full = (gauge.value.clamp(0, most) as usize * BAR).div_ceil(most as usize);
            format!("{}{} {number}", "█".repeat(full), "░".repeat(BAR - full))
        }
    }
}
