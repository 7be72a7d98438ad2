//! How a game is played, from its own rules.

use super::{message, title};
use crate::html::{Element, Node, el};
use crate::markdown;
use crate::model::Model;
use crate::route::Route;

pub(super) fn view(model: &Model, key: &str) -> Element {
    let Some(game) = catalog::find(key) else { return message(&model.tongue.say("trouble.no-game"), model) };
    let info = game.info();
    // The rules begin with the name of the game, which is the heading of the page.
    let body =
        markdown::render(info.rules).into_iter().filter(|node| !matches!(node, Node::Element(e) if e.tag == "h1"));
    let index = catalog::GAMES.iter().position(|other| other.info().key == key);
    let cover =
        index.and_then(|index| model.covers.get(index)?.as_ref()).map(|picture| super::cover(&picture.scene, 0));
    el("article")
        .class(format!("rules{}", super::look_of_seats(info)))
        .attr("lang", "en")
        .child(title(info.name))
        .child(el("p").class("small").text(info.credit))
        .children(cover)
        .children(body.collect::<Vec<_>>())
        .child(el("p").attr("lang", model.tongue.language).child(
            el("a").class("button main").attr("href", Route::New(key.to_owned())).text(model.tongue.say("new-game")),
        ))
}
