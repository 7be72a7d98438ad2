//! The views: they build the page from the model and change nothing.

mod about;
mod backdrops;
mod bell;
mod board;
mod chapters;
mod chart;
mod crew;
mod danger;
mod dialogs;
mod dice;
mod emblems;
mod ending;
mod example;
mod games;
mod glance;
mod headquarters;
mod home;
mod hulls;
mod kit;
mod kit_parts;
mod lattice;
mod left;
mod legend;
mod lesson;
mod materials;
mod motion;
mod new_game;
mod overlays;
mod pad;
mod panel;
mod pays;
mod people;
mod pieces;
mod plain_cells;
mod portraits;
mod replay;
mod rules;
mod set_out;
mod sheet;
mod silhouettes;
mod star_chart;
mod story;
mod switches;
mod table;
mod tools;
mod trays;
mod waiting;

pub use board::cover;
pub use panel::TurnFacts;
pub use plain_cells::PlainFacts;

use game::Message;
use scene::{Scene, SeatColour};

use crate::html::{Element, Node, el};
use crate::model::Model;
use crate::press::Press;
use crate::route::Route;
use crate::texts::LANGUAGES;

/// The whole page.
pub fn view(model: &Model) -> Node {
    let content = match &model.route {
        Route::Home => home::view(model),
        Route::New(_) => new_game::view(model),
        Route::Local(_) | Route::Online(_) => table::view(model),
        Route::Chapter(chapter, key) => rules::view(model, *chapter, key),
        Route::Learn(key, _) => lesson::view(model, key),
        Route::Replay(_) => replay::view(model),
        Route::SetOut(..) => set_out::view(model),
        Route::Journey(_) => headquarters::view(model),
        Route::Unknown(_) => message(&model.tongue.say("trouble.no-page"), model),
    };
    // A lesson or an invitation is a table from the beginning, so that the header keeps its height when they have arrived.
    let comes = model.visit.trouble.is_none() && matches!(model.route, Route::Online(_));
    let at_table = comes
        || matches!(model.route, Route::Learn(..))
        || model.client.as_ref().is_some_and(|client| client.hand_over_to().is_none());
    // The form has the header of the table that it leads to, which a server may take a while to open.
    let place = match &model.route {
        _ if at_table => " at-table",
        Route::New(_) => " at-form",
        _ => "",
    };
    let told =
        el("div").class("told").attr("role", "status").attr("aria-live", "polite").text(model.announcement.clone());
    el("div")
        .class(format!("page{}{}", place, seats_look(model)))
        .child(
            el("a")
                .class("skip")
                .attr("href", "#main")
                .attr("data-skip", "#main")
                .text(model.tongue.say("skip"))
                .key("skip"),
        )
        .child(header(model))
        .children(left::view(model))
        .children(language_trouble(model))
        .child(
            el("main")
                .attr("id", "main")
                .attr("tabindex", "-1")
                .child(content.key(model.route.to_string()))
                .key("main"),
        )
        .child(told.key("told"))
        .children(dialogs::view(model).map(|dialog| dialog.key("dialog")))
        .into()
}

/// Says that the page is not in the language that the person wants.
fn language_trouble(model: &Model) -> Option<Element> {
    let missing = model.languages.missing?;
    let (_, name, _) = LANGUAGES.iter().find(|(key, ..)| *key == missing)?;
    let words = Message::new("language.missing").with("language", (*name).to_owned());
    Some(rules::not_loaded(model, model.tongue.tell(&words)).key("language"))
}

fn header(model: &Model) -> Element {
    let say = |key| model.tongue.say(key);
    // The rules open over the table, which stays connected while somebody reads them.
    let rules = model.open_game().filter(|_| model.route.has_table()).map(|_| {
        let link = el("a").class("button quiet").attr("id", "rules-link").attr("href", model.route.rules_over());
        link.text(say("rules")).key("rules")
    });
    el("header")
        .key("header")
        .class("top")
        .child(el("a").class("brand").attr("href", "#/").child(mark()).child(el("span").text("Sixfold")))
        .child(
            el("nav").attr("aria-label", say("nav")).children(rules).child(settings(model)).child(
                button(Press::Keys, "?")
                    .class("button quiet")
                    .attr("aria-label", say("keys"))
                    .attr("title", say("keys"))
                    .key("keys"),
            ),
        )
}

/// The button that opens the settings: a word, or a sign where the board's tools need the room.
fn settings(model: &Model) -> Element {
    let words = model.tongue.say("settings");
    let sliders = el("path").attr("d", "M2,4.5H14M2,11.5H14M5,2.5V6.5M11,9.5V13.5");
    let sign = el("svg").class("icon lines").attr("viewBox", "0 0 16 16").attr("aria-hidden", "true").child(sliders);
    button(Press::Settings, "")
        .class("button quiet settings")
        .attr("aria-label", &words)
        .child(sign)
        .child(el("span").text(words))
        .key("settings")
}

/// The logo: six triangles that make a hexagon.
fn mark() -> Element {
    let svg = el("svg").class("mark").attr("viewBox", "-10 -10 20 20").attr("aria-hidden", "true");
    let corner = |i: usize| {
        let angle = std::f64::consts::FRAC_PI_3 * i as f64;
        format!("{:.2},{:.2}", 9.0 * angle.cos(), 9.0 * angle.sin())
    };
    svg.children((0..6).map(|i| {
        el("path")
            .class(if i % 2 == 0 { "mark-a" } else { "mark-b" })
            .attr("d", format!("M0,0L{}L{}Z", corner(i), corner(i + 1)))
    }))
}

/// A page with one message and a link home.
fn message(words: &str, model: &Model) -> Element {
    el("section")
        .class("card message")
        .child(title(&model.tongue.say("trouble")))
        .child(el("p").text(words))
        .child(el("p").child(el("a").class("button").attr("href", "#/").text(model.tongue.say("home"))))
}

/// The heading of the page. Its key keeps the same element when its neighbours change, so that the focus on it is not
/// lost.
fn title(words: &str) -> Element {
    el("h1").attr("id", "title").attr("tabindex", "-1").text(words).key("title")
}

fn button(press: impl Into<Press>, words: impl Into<String>) -> Element {
    el("button").attr("type", "button").on_click(press).text(words)
}

/// A button that may have nothing to do now: then it is disabled.
fn button_if(press: Option<impl Into<Press>>, words: impl Into<String>) -> Element {
    match press {
        Some(press) => button(press, words),
        None => el("button").attr("type", "button").flag("disabled", true).text(words),
    }
}

/// The credit line of a game, in the language of the page.
fn credit(model: &Model, game: &'static dyn catalog::DynGame) -> String {
    game.texts(model.tongue.language).word("credit")
}

/// The classes with the seat colours of the open game.
fn seats_look(model: &Model) -> String {
    let at_table = model.client.as_ref().map(|client| &client.picture);
    let at_form = model.visit.new_game.as_ref().and_then(|new| new.picture.as_ref());
    let picture = at_table.or(at_form).or(model.visit.cover.as_ref());
    picture.map_or_else(String::new, |picture| look_of_seats(&picture.scene))
}

/// The classes with the look and the seat colours that the game asks for, for an element around its drawings.
pub(super) fn look_of_seats(scene: &Scene) -> String {
    let class = |(seat, colour): (usize, &SeatColour)| match colour {
        SeatColour::Black => format!(" black-{seat}"),
        SeatColour::White => format!(" white-{seat}"),
    };
    let style = &scene.style;
    let look = if style.look.is_empty() { String::new() } else { format!(" look-{}", style.look) };
    let colours: String = style.seats.iter().enumerate().map(class).collect();
    let rimmed = if colours.is_empty() { "" } else { " rimmed" };
    format!("{look}{colours}{rimmed}")
}
