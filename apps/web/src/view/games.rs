//! The games on the home page, each with a recorded match that goes on while it is in sight.

use catalog::DynGame;
use game::Message;

use super::board;
use crate::content::Chapter;
use crate::html::{Element, el};
use crate::model::Model;
use crate::route::Route;

/// All games as a list of cards.
pub(super) fn view(model: &Model) -> Element {
    let cards = catalog::GAMES.iter().enumerate().map(|(index, game)| card(model, index, *game));
    el("ul").class("games").children(cards)
}

fn card(model: &Model, index: usize, game: &'static dyn DynGame) -> Element {
    let info = game.info();
    let picture = model.covers.get(index).and_then(Option::as_ref);
    let look = picture.map(|picture| super::look_of_seats(&picture.scene)).unwrap_or_default();
    let cover = picture.map(|picture| board::cover(&picture.scene, 0));
    let new = Route::New(info.key.to_owned());
    // Each label names its game: in a screen reader's list of links, the games' links would read the same otherwise.
    let link = |class: &'static str, to: String, label: &'static str, words: &'static str| {
        let label = model.tongue.tell(&Message::new(label).with("name", info.name.to_owned()));
        el("a").class(class).attr("href", to).attr("aria-label", label).text(model.tongue.say(words))
    };
    // The board is a large target for the pointer. For everybody else the link below it is enough.
    let board = el("a").class("game-board").attr("href", &new).attr("tabindex", "-1").attr("aria-hidden", "true");
    // A person who is new to the game is offered its lesson first.
    let is_new = model.is_new_to(info.key);
    let play = if is_new { "button" } else { "button main" };
    let lesson = Route::Learn(info.key.to_owned(), None).to_string();
    let learn =
        |class: &'static str, label: &'static str, words: &'static str| link(class, lesson.clone(), label, words);
    let rules = Route::Chapter(Chapter::Rules, info.key.to_owned());
    el("li")
        .class(format!("card game{look}"))
        .key(info.key)
        .child(board.attr("data-demo", info.key).children(cover))
        .child(
            el("div")
                .class("game-text")
                .child(el("h2").text(info.name))
                .child(el("p").text(game.texts(model.tongue.language).word("summary")))
                .child(el("p").class("small credit").text(super::credit(model, game)))
                .child(
                    el("div")
                        .class("row")
                        .children(is_new.then(|| learn("button main", "learn.first.of", "learn.first")))
                        .child(link(play, new.to_string(), "home.play.of", "home.play"))
                        .children((!is_new).then(|| learn("button", "learn.of", "learn")))
                        .children(journeys(model, game, "button"))
                        .child(link("button", rules.to_string(), "rules.of", "rules")),
                ),
        )
}

/// The links to the forms for journeys of a game.
pub(super) fn journeys(model: &Model, game: &dyn DynGame, class: &'static str) -> Vec<Element> {
    let (key, name) = (game.info().key, game.info().name);
    let kinds = catalog::JOURNEYS.iter().filter(|journeys| journeys.info().key == key);
    let link = |kind: &'static str| {
        let words = game.texts(model.tongue.language).word(&format!("{kind}.title"));
        let label = Message::new("journey.of").with("journey", words.clone()).with("name", name.to_owned());
        let route = Route::SetOut(key.to_owned(), kind.to_owned());
        el("a").class(class).attr("href", route).attr("aria-label", model.tongue.tell(&label)).text(words)
    };
    kinds.map(|journeys| link(journeys.key())).collect()
}
