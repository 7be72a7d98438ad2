//! The buttons that go with the board: what can be chosen next that is not on it, with the keys that press them,
//! numbers as a row to step along, and the way back out of a plan.

use game::{Message, Seat};
use hex::Direction;
use scene::{Numbers, Pick, Preview, Shape};

use super::{button, pieces};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::TablePress;
use crate::table::{Stepper, Table};
use client::capital;

/// Everything that can be chosen next beside the board.
pub(super) fn view(model: &Model, table: &Table) -> Vec<Element> {
    let pad = table.pad();
    let keyed = |pick: &Pick| match pick {
        Pick::Button(key) => table.key_of(key),
        _ => None,
    };
    let is_arrow = |pick: &Pick| keyed(pick).is_some_and(|key| key.starts_with("Arrow"));
    // Buttons that cannot be pressed stay only where keys lead to them.
    let shown = pad.iter().filter(|(pick, index)| index.is_some() || keyed(pick).is_some());
    let (arrows, others): (Vec<_>, Vec<_>) = shown.partition(|(pick, _)| is_arrow(pick));
    let (mut ways, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|(pick, _)| way_of(table, pick).is_some());
    ways.sort_by_key(|(pick, _)| ROSE.iter().position(|way| way_of(table, pick) == Some(*way)));
    let main = main(table, &pad);
    let one = |(pick, index): &&(Pick, Option<usize>)| {
        let is_main = main.is_some() && main.as_ref() == Some(pick);
        choice(model, table, pick, *index, keyed(pick).as_deref()).flag("data-main", is_main)
    };
    let cross = arrows.iter().map(one).collect::<Vec<_>>();
    let cross = (!cross.is_empty()).then(|| el("div").class("cross").children(cross).key("cross"));
    let stepper = table.stepper().map(|stepper| numbers(model, table, &stepper).key("stepper"));
    let ways = ways.iter().map(one).collect::<Vec<_>>();
    let rose = (!ways.is_empty()).then(|| el("div").class("rose").children(ways).key("rose"));
    let mut all: Vec<Element> = stepper.into_iter().chain(cross).chain(rose).collect();
    all.extend(others.iter().map(one));
    all.extend(plan(model, table));
    all
}

/// The six ways on the screen in two rows, each in its place: those up, and those down.
const ROSE: [Direction; 6] = [Direction::NW, Direction::N, Direction::NE, Direction::SW, Direction::S, Direction::SE];

/// The way on the screen that a button names.
fn way_of(table: &Table, pick: &Pick) -> Option<Direction> {
    match pick {
        Pick::Button(name) => scene::direction_of(name).map(|way| table.ground.on_screen(way)),
        _ => None,
    }
}

/// The button that all the others lead up to, where there is one while somebody plans: the one that tells what all
/// comes to, or the only one that cannot be taken back. One that is asked about is none, and beside a hint there is
/// only the hint's.
fn main(table: &Table, pad: &[(Pick, Option<usize>)]) -> Option<Pick> {
    table.plan_shown().filter(|_| table.hint_shown().is_none())?;
    let totals = table.totals().map(|totals| totals.action);
    let open = pad.iter().filter(|(_, index)| index.is_some()).map(|(pick, _)| pick);
    let final_ones: Vec<(&Pick, &String)> = open
        .filter_map(|pick| Some((pick, table.action_of(pick)?)))
        .filter(|(_, action)| !table.is_tentative(action) && table.preview(action).ask.is_none())
        .collect();
    match (totals, final_ones.as_slice()) {
        (Some(totals), all) => all.iter().find(|(_, action)| **action == totals).map(|(pick, _)| (*pick).clone()),
        (None, [(only, _)]) => Some((*only).clone()),
        _ => None,
    }
}

/// How a button looks that plays what is told here: nobody is led to what the page would ask about first.
pub(super) fn class_of(preview: &Preview) -> &'static str {
    if preview.ask.is_some() { "button" } else { "button main" }
}

/// A button, and where units are dice a die for each face.
fn choice(model: &Model, table: &Table, pick: &Pick, index: Option<usize>, key: Option<&str>) -> Element {
    // What a button does at once is told by whoever points at it.
    let known = table.action_of(pick).and_then(|action| table.known_preview(action));
    let title = known.map(|preview| table.say_all(&preview.story));
    let considered = table.pointing.considering() == Some(pick);
    let press = TablePress::Choose(index.unwrap_or(usize::MAX));
    let words = |words: String| button(press.clone(), words).class("button choose");
    let chosen = match pick {
        Pick::Number(face @ 1..=6) if table.picture.scene.style.numbers == Numbers::Faces => {
            face_button(model, table, press.clone(), *face)
        }
        Pick::Button(name) => {
            let arrow = way_of(table, pick).map(|way| arrow(60 * way.index()));
            words(capital(&table.button_words(name))).children(arrow)
        }
        other => words(other.to_string()),
    };
    let (sign, place) = key.map(key_sign).unzip();
    let place = place.flatten();
    let name = match pick {
        Pick::Button(name) => format!("choice-{name}"),
        _ => format!("choice{}", index.unwrap_or_default()),
    };
    chosen
        .maybe("title", title)
        .maybe("data-choice", index)
        .maybe("data-at", place)
        .maybe("aria-keyshortcuts", key)
        .flag("data-considered", considered)
        .flag("disabled", index.is_none())
        .children(sign.map(|sign| el("kbd").attr("aria-hidden", "true").text(sign)))
        .key(name)
}

/// An arrow that points up, turned by so many degrees: as the board shows the direction.
fn arrow(degrees: usize) -> Element {
    let svg = el("svg").class("arrow").attr("viewBox", "-10 -10 20 20").attr("aria-hidden", "true");
    let line =
        el("path").attr("d", "M0,8V-7M-5.5,-1.5L0,-7.5L5.5,-1.5").attr("transform", format!("rotate({degrees})"));
    svg.child(line).key("arrow")
}

/// A key as it stands on keyboards, and where its button is among the arrows.
pub(super) fn key_sign(key: &str) -> (String, Option<&'static str>) {
    match key {
        "ArrowUp" => ("↑".to_owned(), Some("up")),
        "ArrowLeft" => ("←".to_owned(), Some("left")),
        "ArrowRight" => ("→".to_owned(), Some("right")),
        "ArrowDown" => ("↓".to_owned(), Some("down")),
        other => (other.to_uppercase(), None),
    }
}

fn face_button(model: &Model, table: &Table, press: TablePress, face: i64) -> Element {
    let seat = table.actor().unwrap_or(Seat(0));
    let die = el("svg").class("board thing").attr("viewBox", "-13 -15 26 31").attr("aria-hidden", "true");
    let words = model.tongue.tell(&Message::new("thing.die").with("face", face));
    el("button")
        .attr("type", "button")
        .on_click(press)
        .class("button face")
        .attr("aria-label", words)
        .child(die.child(pieces::shape(seat, &Shape::Die(face as u8), None, "")))
}

/// Numbers to step along: one less, the number itself, one more.
fn numbers(model: &Model, table: &Table, stepper: &Stepper) -> Element {
    let words = capital(&table.stepper_words(stepper.button.as_deref()));
    let at = stepper.numbers.iter().position(|number| *number == stepper.now).unwrap_or(0);
    let step = |by: isize, sign: &str, key: &'static str| {
        let next = at.checked_add_signed(by).and_then(|at| stepper.numbers.get(at)).filter(|_| stepper.open);
        button(TablePress::Number(*next.unwrap_or(&stepper.now)), sign)
            .class("button step-number")
            .attr(
                "aria-label",
                model.tongue.tell(&Message { key: key.into(), args: [("what".into(), words.clone().into())].into() }),
            )
            .flag("disabled", next.is_none())
            .key(key)
    };
    let number = format!("{words} {}", signed(stepper.now));
    // As long as nothing is chosen the button says that it chooses.
    let label =
        if stepper.planned { number } else { model.tongue.tell(&Message::new("number.set").with("what", number)) };
    let now = button(TablePress::Number(stepper.now), label)
        .class(if stepper.planned { "button number-now planned" } else { "button number-now" })
        .maybe("aria-pressed", stepper.planned.then_some("true"))
        .flag("disabled", !stepper.open)
        .key("now");
    let (least, most) = (signed(stepper.numbers[0]), signed(*stepper.numbers.last().unwrap_or(&0)));
    el("div")
        .class("stepper")
        .attr("role", "group")
        .attr("aria-label", format!("{words} {least} … {most}"))
        .attr("title", format!("{least} … {most}"))
        .attr("data-number", stepper.now)
        .child(step(-1, "−", "number.less"))
        .child(now)
        .child(step(1, "+", "number.more"))
}

fn signed(number: i64) -> String {
    if number < 0 { format!("−{}", -number) } else { number.to_string() }
}

/// What is planned can be taken back, step by step or as a whole.
fn plan(model: &Model, table: &Table) -> Option<Element> {
    let plan = table.plan_shown()?;
    let steps = model.tongue.tell(&Message::new("plan").with("count", plan.len() as i64));
    Some(
        el("div")
            .class("plan")
            .attr("data-plan", plan.len())
            .child(el("span").class("small").text(steps).key("steps"))
            .child(
                button(TablePress::Undo, model.tongue.say("plan.undo"))
                    .class("button")
                    .child(el("kbd").attr("aria-hidden", "true").text("U"))
                    .key("undo"),
            )
            .child(
                button(TablePress::StartOver, model.tongue.say("plan.start-over"))
                    .class("button")
                    .child(el("kbd").attr("aria-hidden", "true").text("Esc"))
                    .key("start-over"),
            )
            .key("plan"),
    )
}
