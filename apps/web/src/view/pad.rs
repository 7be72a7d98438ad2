//! The buttons beside the board: the next picks that are not places, with their keys; numbers as a stepper; and the
//! buttons that take a plan back.

use game::{Message, Seat};
use hex::Direction;
use scene::{Numbers, Pick, Preview, Shape};

use super::{button, button_if, pieces};
use crate::html::{Element, el};
use crate::model::Model;
use crate::press::TablePress;
use client::capital;
use client::{Client, Stepper};

/// All picks that are possible next beside the board.
pub(super) fn view(model: &Model, client: &Client) -> Vec<Element> {
    let pad = client.pad();
    let keyed = |pick: &Pick| match pick {
        Pick::Button(key) => client.key_of(key),
        _ => None,
    };
    let is_arrow = |pick: &Pick| keyed(pick).is_some_and(|key| key.starts_with("Arrow"));
    // A disabled button is shown only if it has a key.
    let shown = pad.iter().filter(|(pick, index)| index.is_some() || keyed(pick).is_some());
    let (arrows, others): (Vec<_>, Vec<_>) = shown.partition(|(pick, _)| is_arrow(pick));
    let (mut ways, others): (Vec<_>, Vec<_>) = others.into_iter().partition(|(pick, _)| way_of(client, pick).is_some());
    game::sort_by_key(&mut ways, |(pick, _)| ROSE.iter().position(|way| way_of(client, pick) == Some(*way)));
    let main = main(client, &pad);
    let one = |(pick, index): &&(Pick, Option<usize>)| {
        let is_main = main.is_some() && main.as_ref() == Some(pick);
        choice(model, client, pick, *index, keyed(pick).as_deref()).flag("data-main", is_main)
    };
    let cross = arrows.iter().map(one).collect::<Vec<_>>();
    let cross = (!cross.is_empty()).then(|| el("div").class("cross").children(cross).key("cross"));
    let stepper = client.stepper().map(|stepper| numbers(model, client, &stepper).key("stepper"));
    let ways = ways.iter().map(one).collect::<Vec<_>>();
    let rose = (!ways.is_empty()).then(|| el("div").class("rose").children(ways).key("rose"));
    let mut all: Vec<Element> = stepper.into_iter().chain(cross).chain(rose).collect();
    all.extend(others.iter().map(one));
    all.extend(plan(model, client));
    all
}

/// The six directions on the screen in two rows of buttons: the upper three, then the lower three.
const ROSE: [Direction; 6] = [Direction::NW, Direction::N, Direction::NE, Direction::SW, Direction::S, Direction::SE];

/// The direction on the screen that a button names.
fn way_of(client: &Client, pick: &Pick) -> Option<Direction> {
    match pick {
        Pick::Button(name) => scene::direction_of(name).map(|way| client.ground.on_screen(way)),
        _ => None,
    }
}

/// The button that completes the plan: the one whose preview has the totals, or the only one that cannot be taken back.
/// Actions that ask for confirmation do not count. There is none while a hint is shown, which has its own main button.
fn main(client: &Client, pad: &[(Pick, Option<usize>)]) -> Option<Pick> {
    client.plan_shown().filter(|_| client.hint_shown().is_none())?;
    let totals = client.totals().map(|totals| totals.action);
    let open = pad.iter().filter(|(_, index)| index.is_some()).map(|(pick, _)| pick);
    let final_ones: Vec<(&Pick, &String)> = open
        .filter_map(|pick| Some((pick, client.action_of(pick)?)))
        .filter(|(_, action)| !client.is_tentative(action) && client.preview(action).ask.is_none())
        .collect();
    match (totals, final_ones.as_slice()) {
        (Some(totals), all) => all.iter().find(|(_, action)| **action == totals).map(|(pick, _)| (*pick).clone()),
        (None, [(only, _)]) => Some((*only).clone()),
        _ => None,
    }
}

/// The class of a button that plays this preview. An action that asks for confirmation is not emphasised.
pub(super) fn class_of(preview: &Preview) -> &'static str {
    if preview.ask.is_some() { "button" } else { "button main" }
}

/// A button for a pick; where units are dice, it shows a die with that face.
fn choice(model: &Model, client: &Client, pick: &Pick, index: Option<usize>, key: Option<&str>) -> Element {
    // If the preview is known, its text is the tooltip.
    let known = client.action_of(pick).and_then(|action| client.known_preview(action));
    let title = known.map(|preview| client.say_all(&preview.story));
    let considered = client.pointing.considering() == Some(pick);
    let press = index.map(TablePress::Choose);
    let words = |words: String| button_if(press.clone(), words).class("button choose");
    let chosen = match pick {
        Pick::Number(face @ 1..=6) if client.picture.scene.style.numbers == Numbers::Faces => {
            face_button(model, client, press.clone(), *face)
        }
        Pick::Button(name) => {
            let arrow = way_of(client, pick).map(|way| arrow(60 * way.index()));
            words(capital(&client.button_words(name))).children(arrow)
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
        .children(sign.map(|sign| el("kbd").attr("aria-hidden", "true").text(sign)))
        .key(name)
}

/// An arrow that points up, turned by this many degrees to match the direction on the board.
fn arrow(degrees: usize) -> Element {
    let svg = el("svg").class("arrow").attr("viewBox", "-10 -10 20 20").attr("aria-hidden", "true");
    let line =
        el("path").attr("d", "M0,8V-7M-5.5,-1.5L0,-7.5L5.5,-1.5").attr("transform", format!("rotate({degrees})"));
    svg.child(line).key("arrow")
}

/// The sign of a key as printed on keyboards, and the position of its button among the arrow buttons.
pub(super) fn key_sign(key: &str) -> (String, Option<&'static str>) {
    match key {
        "ArrowUp" => ("↑".to_owned(), Some("up")),
        "ArrowLeft" => ("←".to_owned(), Some("left")),
        "ArrowRight" => ("→".to_owned(), Some("right")),
        "ArrowDown" => ("↓".to_owned(), Some("down")),
        other => (other.to_ascii_uppercase(), None),
    }
}

fn face_button(model: &Model, client: &Client, press: Option<TablePress>, face: i64) -> Element {
    let seat = client.actor().unwrap_or(Seat(0));
    let die = el("svg").class("board thing").attr("viewBox", "-13 -15 26 31").attr("aria-hidden", "true");
    let words = model.tongue.tell(&Message::new("thing.die").with("face", face));
    button_if(press, "").class("button face").attr("aria-label", words).child(die.child(pieces::shape_with(
        &client.picture.scene.style.faces,
        seat,
        &Shape::Die(face as u8),
        None,
        "",
    )))
}

/// A stepper: one less, the number itself, one more.
fn numbers(model: &Model, client: &Client, stepper: &Stepper) -> Element {
    let words = capital(&client.stepper_words(stepper.button.as_deref()));
    let step = |by: isize, sign: &str, key: &'static str| {
        button_if(stepper.beside(by).map(TablePress::Number), sign)
            .class("button step-number")
            .attr(
                "aria-label",
                model.tongue.tell(&Message { key: key.into(), args: [("what".into(), words.clone().into())].into() }),
            )
            .key(key)
    };
    let number = |number: i64| format!("{words} {}", signed(number));
    let set = |to: i64| model.tongue.tell(&Message::new("number.set").with("what", number(to)));
    // Until a number is planned, the button says that it sets the number.
    let label = if stepper.planned { number(stepper.now) } else { set(stepper.now) };
    let now = button_if(stepper.open.then_some(TablePress::Number(stepper.now)), label)
        .attr("data-widest", set(stepper.numbers[0]))
        .class(if stepper.planned { "button number-now planned" } else { "button number-now" })
        .maybe("aria-pressed", stepper.planned.then_some("true"))
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

/// The plan's length, and the buttons that take back its last step or all of it.
fn plan(model: &Model, client: &Client) -> Option<Element> {
    let plan = client.plan_shown()?;
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
