//! A lesson: the one thing to do above the board, how far one is, and what to press next.

use client::{Client, Standing};
use game::Message;

use super::{button, button_if, panel, people, rules, sheet, table, title, tools};
use crate::content::{Chapter, Content};
use crate::ground::Ground;
use crate::html::{Element, el};
use crate::lesson::{Taught, paths};
use crate::model::Model;
use crate::press::LessonPress;
use crate::route::Route;

pub(super) fn view(model: &Model, key: &str) -> Element {
    let Some(game) = catalog::find(key) else { return super::message(&model.tongue.say("trouble.no-game"), model) };
    if let Some(trouble) = &model.visit.trouble {
        return super::message(trouble, model);
    }
    match (&model.visit.lesson, &model.client) {
        (Some(_), Some(client)) => table::open(model, client),
        (Some(taught), None) => end(model, taught),
        (None, _) => {
            let failed = |path: &String| model.content.get(path) == Some(&Content::Failed);
            let is_failed = paths(key, model.tongue.language).iter().any(failed);
            let body = if is_failed { rules::failed(model) } else { rules::skeleton(model) };
            el("article").class("rules").child(title(game.info().name)).child(body)
        }
    }
}

/// The page at the end of a lesson: a first match, the rules, and the lesson once more. If steps were skipped or missed, they
/// are offered first.
fn end(model: &Model, taught: &Taught) -> Element {
    let say = |key| model.tongue.say(key);
    let name = catalog::find(taught.game).map_or(taught.game, |game| game.info().name);
    let (learned, of) = (model.learned(taught.game), taught.lesson.steps.len());
    let left: Vec<usize> = (0..of).filter(|step| !learned.has(*step)).collect();
    let heading = Message::new(if left.is_empty() { "lesson.end" } else { "lesson.end.some" });
    let heading = heading.with("name", name.to_owned()).with("done", (of - left.len()) as i64).with("of", of as i64);
    let link = |step: usize| el("a").attr("href", Route::Learn(taught.game.to_owned(), Some(step + 1)));
    let go_on = left.first().map(|step| {
        let words = model.tongue.tell(&Message::new("lesson.go-on").with("number", *step as i64 + 1));
        link(*step).class("button main big").text(words).key("go-on")
    });
    let item = |step: &usize| {
        let aim = taught.sentence(&taught.lesson.steps[*step].sentence("aim"));
        el("li").child(link(*step).text(format!("{}. {aim}", step + 1)))
    };
    let (words, list) = if left.is_empty() {
        (taught.sentence("end"), None)
    } else {
        (say("lesson.left"), Some(el("ul").class("lesson-left").children(left.iter().map(item))))
    };
    let play = button(LessonPress::Play, say("lesson.play")).attr("id", "lesson-next");
    let rules = Route::Chapter(Chapter::Rules, taught.game.to_owned());
    el("section")
        .class("card message lesson-end")
        .child(title(&model.tongue.tell(&heading)))
        .child(el("p").text(words))
        .children(list)
        .child(
            el("div")
                .class("row")
                .children(go_on)
                .child(play.class(if left.is_empty() { "button main big" } else { "button" }).key("play"))
                .child(el("a").class("button").attr("href", rules).text(say("rules")).key("rules"))
                .child(button(LessonPress::First, say("lesson.first")).class("button quiet").key("first"))
                .child(el("a").class("button quiet").attr("href", Route::Home).text(say("home")).key("home")),
        )
}

/// The name of the game and a dot for each step, in a line above the board.
pub(super) fn progress(model: &Model, taught: &Taught, client: &Client) -> Element {
    let (at, of) = (taught.at + 1, taught.lesson.steps.len());
    let words = model.tongue.tell(&Message::new("lesson.step").with("number", at as i64).with("of", of as i64));
    let learned = model.learned(taught.game);
    let dot = |index: usize| {
        let is_done = learned.has(index) || index == taught.at && matches!(taught.standing, Standing::Done(_));
        let class = match (index == taught.at, is_done) {
            (true, true) => "lesson-dot here done",
            (true, false) => "lesson-dot here",
            (false, true) => "lesson-dot done",
            (false, false) => "lesson-dot",
        };
        let label = Message::new(if is_done { "lesson.step.done" } else { "lesson.step" });
        let label = label.with("number", index as i64 + 1).with("of", of as i64);
        el("a")
            .class(class)
            .attr("href", Route::Learn(taught.game.to_owned(), Some(index + 1)))
            .maybe("aria-current", (index == taught.at).then_some("step"))
            .attr("aria-label", model.tongue.tell(&label))
    };
    el("div")
        .class("lesson-progress")
        .child(el("strong").text(client.game.info().name))
        .child(el("span").class("small").text(words))
        .child(el("nav").class("lesson-dots").attr("aria-label", model.tongue.say("lesson")).children((0..of).map(dot)))
}

/// The aim of the step, and under it the explanation, the praise or the reason.
pub(super) fn coach(model: &Model, taught: &Taught, client: &Client) -> Element {
    let aim = taught.step().map(|step| taught.sentence(&step.sentence("aim"))).unwrap_or_default();
    let (state, sign) = match taught.standing {
        Standing::Open => ("open", None),
        Standing::Done(_) => ("done", Some("M2,9L6,13L14,3")),
        Standing::Missed(_) => ("missed", Some("M3,3L13,13M13,3L3,13")),
    };
    let sign = sign.map(|sign| {
        let icon = el("svg").class("icon").attr("viewBox", "0 0 16 16").attr("aria-hidden", "true");
        icon.child(el("path").attr("d", sign)).key("sign")
    });
    let picks = taught.shown_picks(client);
    let shown = (!picks.is_empty()).then(|| client.picks_in_words(&picks));
    let words = shown.unwrap_or_else(|| taught.words(&model.tongue));
    el("div")
        .class(format!("headline coach {state}"))
        .attr("data-standing", state)
        .child(title(&aim))
        .child(el("p").class("coach-words").children(sign).child(el("span").text(words).key("words")).key("coach"))
        .children(tools::in_lesson(model, client))
}

/// What stands beside the board: the buttons of the lesson, the players' numbers, the sheet of a piece, the legal actions.
pub(super) fn beside(model: &Model, taught: &Taught, client: &Client) -> Element {
    let say = |key| model.tongue.say(key);
    let is_done = matches!(taught.standing, Standing::Done(_));
    let touched = !client.history.is_empty() || !client.plan.is_empty();
    let back = button_if((taught.at > 0).then_some(LessonPress::Back), "←");
    let back = back.attr("aria-label", say("lesson.back")).attr("title", say("lesson.back"));
    let again = button_if(touched.then_some(LessonPress::Again), say("lesson.again")).attr("id", "lesson-again");
    let again = again.class(if matches!(taught.standing, Standing::Missed(_)) { "button main" } else { "button" });
    let is_offered = taught.was_missed && !is_done;
    let show = is_offered.then(|| button(LessonPress::Show, say("lesson.show")).class("button").key("show"));
    let (class, words) = if is_done { ("button main", "lesson.next") } else { ("button quiet", "lesson.skip") };
    let next = button(LessonPress::Next, model.tongue.say_key(words)).class(class).attr("id", "lesson-next");
    el("aside")
        .class("panel")
        .attr("aria-label", say("lesson"))
        .child(
            el("div")
                .class("controls row lesson-controls")
                .child(back.class("button").key("back"))
                .child(again.key("again"))
                .children(show)
                .child(next.key("next"))
                .key("controls"),
        )
        .child(people::view(model, client).key("people"))
        .children(sheet::view(model, client).map(|sheet| sheet.key("sheet")))
        .children(panel::legal(model, client).map(|list| list.key("legal")))
}

/// Arrows and marks of the lesson over the board.
pub(super) fn over_board(model: &Model, client: &Client, ground: &Ground) -> Option<Element> {
    let taught = model.visit.lesson.as_ref()?;
    let marks = taught.marks(client).into_iter().map(|place| {
        let ring = el("polygon").class("b-lesson-mark").attr("points", ground.outline(place));
        ring.attr("transform", ground.transform_to(place))
    });
    let arrows = taught.arrows(client).into_iter().map(|(from, to)| {
        let (from, to) = (ground.at(from), ground.at(to));
        let (x, y) = (to.x - from.x, to.y - from.y);
        let length = x.hypot(y).max(1.0);
        let (x, y) = (x / length, y / length);
        // The arrow begins outside the first piece and ends inside the last place.
        let gap = (length * 0.25).min(11.0);
        let (x1, y1) = (from.x + gap * x, from.y + gap * y);
        let (x2, y2) = (to.x - 4.0 * x, to.y - 4.0 * y);
        let head =
            |along: f64, across: f64| format!("{:.1},{:.1}", x2 - along * x - across * y, y2 - along * y + across * x);
        let (left, right) = (head(9.0, 5.5), head(9.0, -5.5));
        let line = format!("M{x1:.1},{y1:.1}L{:.1},{:.1}", x2 - 7.0 * x, y2 - 7.0 * y);
        el("g")
            .class("b-lesson-arrow")
            .child(el("path").class("b-halo").attr("d", &line))
            .child(el("path").class("b-line").attr("d", line))
            .child(el("path").class("b-head").attr("d", format!("M{x2:.1},{y2:.1}L{left}L{right}Z")))
    });
    let drawn: Vec<Element> = marks.chain(arrows).collect();
    (!drawn.is_empty()).then(|| el("g").class("b-lesson").attr("aria-hidden", "true").children(drawn).key("lesson"))
}
