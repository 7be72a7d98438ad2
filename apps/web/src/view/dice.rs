//! Dice after a roll, and the odds before it.

use game::{Message, Roll, SortedMap};
use scene::{Happening, Preview};

use crate::html::{Element, el};
use crate::model::Model;
use client::Client;

/// More dice than this are drawn small, with a count of each number.
pub(super) const MANY: usize = 8;

/// Rolled dice. While `falling`, they are animated; the number of the throw restarts the animation.
pub(super) fn dice(model: &Model, rolls: &[Roll], falling: Option<u32>) -> Element {
    let class = match (falling.is_some(), rolls.len() > MANY) {
        (true, false) => "dice falling",
        (false, false) => "dice",
        (true, true) => "dice many falling",
        (false, true) => "dice many",
    };
    let words: Vec<String> = if rolls.len() > MANY {
        counted(model, rolls)
    } else {
        rolls.iter().map(|roll| in_numbers(model, *roll)).collect()
    };
    el("div")
        .class(class)
        .attr("role", "img")
        .attr("aria-label", words.join(", "))
        .attr("data-dice", rolls.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        .children(rolls.iter().enumerate().map(|(index, roll)| die(*roll).key(format!("{falling:?}{index}"))))
}

fn in_numbers(model: &Model, roll: Roll) -> String {
    model.tongue.tell(&Message::new("die").with("sides", i64::from(roll.sides)).with("value", i64::from(roll.value)))
}

/// The count of each number of each kind of dice.
fn counted(model: &Model, rolls: &[Roll]) -> Vec<String> {
    let mut counts: SortedMap<(u32, u32), usize> = SortedMap::new();
    for roll in rolls {
        *counts.entry((roll.sides, roll.value)).or_default() += 1;
    }
    let words = |((sides, value), count): ((u32, u32), usize)| {
        format!("{}: {count} ×", in_numbers(model, Roll { sides, value }))
    };
    counts.into_iter().map(words).collect()
}

/// One die beside the board.
fn die(roll: Roll) -> Element {
    let svg = el("svg").class("board die").attr("viewBox", "-20 -20 40 40").attr("aria-hidden", "true");
    svg.children(parts(roll))
}

/// The drawing of one die: pips for six sides, a hexagon for twenty sides, a plain pentagon for all others.
fn parts(roll: Roll) -> Vec<Element> {
    let number = |size| {
        let text = el("text").class("b-die-number").attr("font-size", size).text(roll.value.to_string());
        text.attr("y", if roll.sides == 20 { "3.9" } else { "5.4" })
    };
    match roll.sides {
        6 => {
            let body = el("rect").class("b-die-body").attr("x", "-15").attr("y", "-15").attr("width", "30");
            let pip =
                |(x, y): &(i8, i8)| el("circle").class("b-die-pip").attr("cx", 8 * x).attr("cy", 8 * y).attr("r", "3");
            let body = body.attr("height", "30").attr("rx", "5");
            [body].into_iter().chain(six_pips(roll.value).iter().map(pip)).collect()
        }
        20 => {
            let body =
                el("polygon").class("b-die-body").attr("points", "0,-18.5 16,-9.2 16,9.2 0,18.5 -16,9.2 -16,-9.2");
            // The upper face of the die, and the edges that lead to it.
            let edges = "M0,-10.5L10,7H-10ZM0,-18.5V-10.5M16,-9.2L0,-10.5L-16,-9.2M16,9.2L10,7L16,-9.2M-16,9.2L-10,7L-16,-9.2M10,7L0,18.5L-10,7";
            vec![body, el("path").class("b-die-edge").attr("d", edges), number("9.5")]
        }
        _ => {
            let body = el("polygon").class("b-die-body").attr("points", "0,-18 17,-5.5 10.6,14.6 -10.6,14.6 -17,-5.5");
            vec![body, number("15")]
        }
    }
}

/// Whether the falling dice are few enough at each place to fall on the board.
pub(super) fn fall_on_the_board(client: &Client) -> bool {
    let steps = client.moving.iter().flat_map(|moving| &moving.motion.steps);
    let dice = steps.filter_map(|step| if let Happening::Dice { rolls, .. } = &step.what { Some(rolls) } else { None });
    dice.into_iter().all(|rolls| rolls.len() <= MANY)
}

/// Falling dice, side by side. `motion` says how they fall.
pub(super) fn thrown(rolls: &[Roll], scale: f64, motion: &str) -> impl Iterator<Item = Element> {
    let middle = (rolls.len() as f64 - 1.0) / 2.0;
    rolls.iter().enumerate().map(move |(index, roll)| {
        let x = 37.5 * scale * (index as f64 - middle);
        let place = el("g").attr("transform", format!("translate({x:.1} 0) scale({scale})"));
        place.child(el("g").class("b-die").attr("data-motion", motion).children(parts(*roll)))
    })
}

/// The positions of the pips of a face, relative to the middle.
pub(super) fn six_pips(value: u32) -> &'static [(i8, i8)] {
    match value {
        0 => &[], // not rolled yet
        1 => &[(0, 0)],
        2 => &[(-1, -1), (1, 1)],
        3 => &[(-1, -1), (0, 0), (1, 1)],
        4 => &[(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5 => &[(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        _ => &[(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    }
}

/// The possible outcomes of an action, each with its name and its percentage.
fn shares(client: &Client, preview: &Preview) -> Vec<(String, f64)> {
    let all: u32 = preview.odds.iter().map(|odds| odds.weight).sum();
    let share = |weight: u32| 100.0 * f64::from(weight) / f64::from(all.max(1));
    preview.odds.iter().map(|odds| (client.say(&odds.what), share(odds.weight))).collect()
}

/// A whole percentage. A possible outcome never reads 0 %: if it rounds to zero, the text is `odds.hardly`.
fn percent(model: &Model, share: f64) -> String {
    let whole = share.round() as i64;
    if whole == 0 {
        model.tongue.say("odds.hardly")
    } else {
        model.tongue.tell(&Message::new("odds.percent").with("percent", whole))
    }
}

/// The odds as a bar with their names and percentages. None if the action involves no chance.
pub(super) fn odds(model: &Model, client: &Client, preview: &Preview) -> Option<Element> {
    let shares = shares(client, preview);
    if shares.is_empty() {
        return None;
    }
    let mut left = 0.0;
    let parts: Vec<Element> = shares
        .iter()
        .enumerate()
        .map(|(index, (_, share))| {
            let part = el("rect").class(format!("odds-part odds-{}", index % 6)).attr("y", "0").attr("height", "10");
            let part = part.attr("x", format!("{left:.2}")).attr("width", format!("{:.2}", (share - 0.6).max(0.4)));
            left += share;
            part
        })
        .collect();
    let bar = el("svg").class("odds-bar").attr("viewBox", "0 0 100 10").attr("preserveAspectRatio", "none");
    let names = shares.iter().enumerate().map(|(index, (name, share))| {
        el("li")
            .attr("data-share", share.round())
            .child(el("span").class(format!("odds-key odds-{}", index % 6)).attr("aria-hidden", "true"))
            .child(el("strong").text(percent(model, *share)))
            .child(el("span").text(format!(" {name}")))
    });
    Some(
        el("div")
            .class("odds")
            .attr("data-odds", "")
            .child(bar.attr("aria-hidden", "true").children(parts))
            .child(el("ul").attr("aria-label", model.tongue.say("odds")).children(names)),
    )
}

/// The odds in a line. Empty if the action involves no chance.
pub(super) fn odds_in_words(model: &Model, client: &Client, preview: &Preview) -> String {
    let shares = shares(client, preview);
    shares.iter().map(|(name, share)| format!("{} {name}", percent(model, *share))).collect::<Vec<_>>().join(", ")
}

/// The result of an action, with its odds, for screen readers.
pub(super) fn in_words(model: &Model, client: &Client, preview: &Preview) -> String {
    let (story, odds) = (client.say_all(&preview.story), odds_in_words(model, client, preview));
    if odds.is_empty() { story } else { format!("{story} {}", client::sentence(&odds)) }
}
